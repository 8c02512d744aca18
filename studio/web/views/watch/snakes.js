// Lists the snakes of a game of several snakes: their names and states, with buttons to change and
// remove them.
import { h, write } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";

/** @typedef {import("../../session/game.js").Game} Game */

export class Snakes {
	#game;
	#rows;

	/**
	 * @param {Game} game
	 * @param {object} how
	 * @param {(seat: number) => void} how.choose selects the snake whose thoughts are shown
	 * @param {(seat: number) => void} how.change
	 * @param {(seat: number) => void} how.remove
	 * @param {() => void} how.add
	 * @param {number} how.most
	 */
	constructor(game, { choose, change, remove, add, most }) {
		this.#game = game;
		const seats = game.opened.peek()?.lanes[0]?.seats ?? [];
		this.#rows = seats.map((s, seat) => {
			const swatch = h("span", { class: "swatch" });
			if (s.color) swatch.style.background = s.color;
			const name = h("button", { type: "button", class: "plain whose", title: "show its overlays", onclick: () => choose(seat) }, s.name === s.spec ? s.name : `${s.name}: ${s.spec}`), length = h("span", { class: "mono" }), fill = h("span"), how = h("p", { class: "how" });
			const row = h("li", {}, swatch, name, h("span", { class: "row" }, length,
				h("button", { type: "button", class: "plain icon", "aria-label": `change snake ${s.name}`, onclick: () => change(seat) }, icon("change")),
				seats.length > 1 && h("button", { type: "button", class: "plain icon", "aria-label": `remove snake ${s.name}`, onclick: () => remove(seat) }, icon("close"))),
			h("div", { class: "bar" }, fill), how);
			return { row, name, length, fill, how };
		});
		this.element = h("section", { class: "card" }, h("header", {}, h("h2", {}, "Snakes"),
			h("button", { type: "button", disabled: seats.length >= most, onclick: add }, icon("plus"), "Add")),
		h("ul", { class: "snakes", role: "list" }, this.#rows.map((r) => r.row)));
	}

	/** @param {number} [seat] the snake whose thoughts are shown */
	show(seat = 0) {
		const p = this.#game.lanes.peek()[0];
		p?.snakes.forEach((s, i) => {
			const r = this.#rows[i];
			if (!r) return;
			write(r.length, s.body.length);
			r.fill.style.width = `${Math.max(0, Math.min(100, s.dead ? 0 : s.health))}%`;
			r.name.classList.toggle("dead", s.dead !== undefined);
			if (this.#rows.length > 1) r.name.setAttribute("aria-pressed", String(i === seat));
			write(r.how, s.dead ?? "");
		});
	}
}
