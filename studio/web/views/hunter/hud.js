// The display above the board: the level, the time that is left, the hunters with their lives, the
// snakes with their lengths, and the news.
import { h, replace, write } from "../../parts/dom.js";
import { css } from "../../draw/colour.js";
import { lookOf } from "../../draw/hunt/look.js";

/** @typedef {import("../../session/hunt.js").Picture} Picture */

/** @param {number} seconds */
export function clock(seconds) {
	const s = Math.ceil(seconds);
	return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

export class Hud {
	#level = h("span", { class: "level" });
	#time = h("span", { class: "time" });
	#bar = h("span");
	#score = h("output", { class: "score", "aria-label": "score" });
	#hunters = h("ul", { class: "hunters", role: "list" });
	#snakes = h("ul", { class: "snakes", role: "list" });
	#news = h("p", { class: "news" });
	#made = "";
	element = h("div", { class: "hud" },
		h("div", { class: "top" }, this.#level, h("div", { class: "clock" }, this.#time, h("div", { class: "bar", "aria-hidden": "true" }, this.#bar)), this.#score),
		h("div", { class: "who" }, this.#hunters, this.#snakes));
	news = this.#news;

	/**
	 * @param {Picture} p
	 * @param {{lives: number, ticks: number, before: number}} facts before is the number of levels before the game's first one
	 */
	show(p, { lives, ticks, before }) {
		if (!p.level) return;
		write(this.#level, `${p.level.number + before} · ${p.level.name}`);
		const left = p.phase === "playing" ? p.left(ticks) : 0;
		write(this.#time, clock(left));
		this.#time.classList.toggle("bad", p.phase === "playing" && left <= 10);
		const width = `${(100 * left / p.level.seconds).toFixed(1)}%`;
		if (this.#bar.style.width !== width) this.#bar.style.width = width;
		write(this.#score, p.score);
		const look = lookOf(this.element), made = `${p.hunters.length} ${p.snakes.length} ${look.dark} ${p.hunters.map((w) => w.bot)}`;
		if (made !== this.#made) this.#make(p, look);
		this.#made = made;
		for (const [i, li] of [...this.#hunters.children].entries()) {
			const who = p.hunters[i];
			li.classList.toggle("out", who.state === "out");
			write(li.children[1], "♥".repeat(who.lives) + "♡".repeat(Math.max(0, lives - who.lives)));
			li.children[1].setAttribute("aria-label", `${who.lives} lives`);
			write(li.children[2], who.score);
		}
		for (const [i, li] of [...this.#snakes.children].entries()) {
			const s = p.snakes[i];
			li.className = s.state;
			write(li.children[1], { alive: String(s.body.length), stunned: "stunned", dead: "dead" }[s.state] ?? "");
		}
		const last = p.news.at(-1), fresh = last !== undefined && p.tick - last.tick < 4 * ticks;
		write(this.#news, fresh ? last.text : "");
		this.#news.className = `news ${fresh ? last.mood ?? "" : ""}`;
	}

	/** @param {Picture} p @param {import("../../draw/hunt/look.js").Look} look */
	#make(p, look) {
		/** @param {number} colour @param {number} [edge] */
		const swatch = (colour, edge) => {
			const s = h("span", { class: "swatch" });
			s.style.background = css(colour);
			if (edge !== undefined) s.style.boxShadow = `inset 0 .3rem 0 ${css(edge)}`;
			return s;
		};
		replace(this.#hunters, p.hunters.map((who, i) => h("li", {},
			h("span", { class: "name" }, swatch(look.suits[i], look.bands[i]), who.bot ? "bot" : p.hunters.length > 1 ? `P${i + 1}` : "you"),
			h("span", { class: "lives", role: "img" }), h("span", { class: "points" }))));
		replace(this.#snakes, p.snakes.map((_, i) => h("li", {}, h("span", { class: "name" }, swatch(look.snakes[i]), `snake ${i + 1}`), h("span", { class: "length" }))));
	}
}
