// Shows a small board of one game of the server, with its snakes. A click enlarges the game.
import { format } from "../../store/address.js";
import { Board } from "../../draw/board.js";
import { fromKey } from "../../session/lane.js";
import { h, replace, write } from "../../parts/dom.js";

/** @typedef {import("./server.js").ServedGame} ServedGame */

export class Tile {
	#board;
	#turn = h("span", { class: "dim small" });
	#who = h("ul", { role: "list", class: "served-who small" });
	#seats = "";

	/** @param {ServedGame} game */
	constructor(game) {
		const host = h("div", { class: "board" });
		host.style.aspectRatio = `${game.board.w} / ${game.board.h}`;
		const fields = new URLSearchParams({ id: game.id });
		this.element = h("li", { class: "card" },
			h("a", { href: format({ page: "server", fields }), class: "served-board", "aria-label": `game ${game.n}: ${game.title}` }, host),
			h("div", { class: "row apart" }, h("b", {}, game.title), this.#turn), this.#who);
		this.#board = new Board(host);
	}

	/** @param {ServedGame} game */
	show(game) {
		if (!game.over) write(this.#turn, `turn ${game.turn}`);
		this.element.classList.toggle("served-over", game.over ?? false);
		if (!game.lane) return;
		const position = fromKey(game.lane, game.board, game.seats);
		if (position.ended) write(this.#turn, `${position.ended.words}, turn ${position.turn}`);
		this.#board.show(position);
		const who = position.snakes.map((s) => `${s.name}|${s.dead ?? ""}|${s.body.length}`).join();
		if (who === this.#seats) return;
		this.#seats = who;
		replace(this.#who, snakes(position));
	}

	stop() {
		this.#board.close();
		this.element.remove();
	}
}

/** @param {import("../../session/lane.js").Position} position */
export function snakes(position) {
	return position.snakes.map((s) => {
		const swatch = h("span", { class: "swatch" });
		swatch.style.background = s.color ?? "";
		return h("li", { class: s.dead ? "row dim" : "row" }, swatch, h("span", { class: "grow" }, s.dead ? `${s.name}, ${s.dead}` : s.name ?? ""), s.dead ? null : h("span", {}, String(s.body.length)));
	});
}
