// Shows the exact values of a position if they can be computed: in a table and on the arrows around the
// head.
import { h, replace } from "../../parts/dom.js";
import { render, v } from "../../parts/render.js";
import { arrows, dirs, group } from "../../parts/panel.js";
import { next } from "../../draw/layout.js";

/** @typedef {{fatal: boolean, eats: boolean, best: boolean, probability: number, moves: number | null}} Choice */
/** @typedef {{position: string, probability: number, moves: number | null, meal: number, starves?: boolean, choices: Choice[]}} Values */

/** Formats a probability. Only a certain event has 100 %. @param {number} p */
export function chance(p) {
	if (p === 1 || p === 0) return `${100 * p} %`;
	if (p > 0.9999) return "> 99.99 %";
	return p < 0.0001 ? `${(100 * p).toPrecision(2)} %` : `${(100 * p).toFixed(2)} %`;
}

export class Exact {
	/** Computed values, by position. @type {Map<string, Values>} */ #known = new Map();
	/** @type {{position: string, exact: {can: boolean, quick?: boolean, why?: string}, wrong?: string, lane: {ended?: any}} | null} */ #board = null;
	/** @type {{length: number, listing: boolean, done: number, total: number} | null} null if no computation runs */ #progress = null;
	#why = ""; // the reason if a requested computation failed
	element = h("section", { class: "card exact" });

	/** @param {{compute: () => void, stop: () => void}} how */
	constructor(how) {
		this.how = how;
		this.#show();
	}

	/** The values of the shown position; null if they are not known. */
	get values() { return this.#board && (this.#known.get(this.#board.position) ?? null); }

	/**
	 * Shows the values of a position, and computes them if that is quick.
	 * @param {NonNullable<Exact["board"]>} board
	 */
	of(board) {
		this.#board = board;
		this.#progress = null;
		this.#why = "";
		this.#show();
		if (board.exact.can && board.exact.quick && !this.values) this.#compute();
	}

	get board() { return this.#board; }

	/** Requests the values, and offers the user a button that stops the computation. */
	#compute() {
		this.how.compute();
		this.progress({ length: 0, listing: true, done: 0, total: 0 });
	}

	/**
	 * Requests the values again after another engine has replaced the first one, unless the computation
	 * was stopped or failed.
	 * @param {NonNullable<Exact["board"]>} board
	 */
	again(board) {
		const running = this.#progress !== null, why = this.#why;
		this.of(board);
		if (board.exact.quick) return;
		if (running) this.#compute();
		else if (why) this.failed(why);
	}

	/** @param {{length: number, listing: boolean, done: number, total: number}} p */
	progress(p) {
		this.#progress = p;
		this.#why = "";
		this.#show();
	}

	/** Ends a computation without values. @param {string} why */
	failed(why) {
		this.#progress = null;
		this.#why = why;
		this.#show();
	}

	/** @param {Values} values */
	receive(values) {
		if (this.#known.size > 300) this.#known.clear();
		this.#known.set(values.position, values);
		if (values.position === this.#board?.position) this.#progress = null;
		this.#show();
	}

	#show() {
		const board = this.#board, values = this.values, p = this.#progress, can = Boolean(board?.exact.can) && !values;
		const share = p && p.total > 0 ? Math.min(1, p.done / p.total) : 0, words = this.#words();
		this.element.classList.toggle("has-room", Boolean(values || p || board?.exact.quick));
		render(this.element,
			v("header", {}, v("h2", {}, "Exact values"), can && v("button", { type: "button", onclick: () => (this.#progress ? this.how.stop() : this.#compute()) }, p ? "Stop" : "Compute")),
			v("p", { class: "small dim" }, words),
			p && v("progress", { class: "progress", "aria-label": "exact values", max: 1, value: share }),
			values && this.#table(values));
	}

	/** Returns the text above the values, or the text that replaces missing values. */
	#words() {
		const board = this.#board, v = this.values, p = this.#progress;
		if (v) {
			return v.probability === 0 ? "No move can lead to a win."
				: `Best play wins ${v.probability === 1 ? "for certain" : `with ${chance(v.probability)}`} in ${v.moves?.toFixed(3)} expected moves; the next meal takes ${v.meal}.${v.starves ? " The rules end the game before that, because the snake starves; the values ignore that rule." : ""}`;
		}
		if (p) return p.total === 0 ? "computing …" : `${p.listing ? "listing bodies" : "computing positions"} of length ${p.length}: ${group(p.done)} of ${group(p.total)}`;
		if (this.#why) return this.#why;
		return board?.lane.ended ? "The game is over." : board?.wrong ? "The board is not a valid position yet." : board?.exact.why ?? "";
	}

	/** @param {Values} values */
	#table(values) {
		return v("table", { class: "values" }, v("thead", {}, v("tr", {}, ["move", "wins", "moves", "costs"].map((t) => v("th", { scope: "col" }, t)))),
			v("tbody", {}, values.choices.map((c, d) => v("tr", { class: c.best ? "best" : "" },
				v("th", { scope: "row" }, `${arrows[d]} ${dirs[d]}`),
				v("td", {}, c.fatal ? "death" : chance(c.probability)), v("td", {}, c.fatal || c.moves === null ? "" : c.moves.toFixed(3)), v("td", {}, this.cost(d))))));
	}

	/** Describes the difference of a move from the best move. @param {number} dir */
	cost(dir) {
		const v = this.values, c = v?.choices[dir];
		if (!v || !c || v.probability === 0) return "";
		if (c.best) return "best";
		if (c.probability < v.probability) return `−${chance(v.probability - c.probability)}`;
		return c.moves === null || v.moves === null ? "" : `+${(c.moves - v.moves).toFixed(3)}`;
	}
}

/**
 * Arrows are buttons over a board, around the head of a snake. Each button plays a move and shows the
 * exact value of that move, if the value is known.
 */
export class Arrows {
	element = h("div", { class: "arrows", role: "group", "aria-label": "moves of the head" });

	/** @param {(dir: number) => void} play */
	constructor(play) { this.play = play; }

	/** Returns the direction of the button on a cell; -1 if the cell has none. @param {number} cell */
	at(cell) {
		const b = [...this.element.children].find((e) => e instanceof HTMLElement && Number(e.dataset.cell) === cell);
		return b instanceof HTMLElement ? Number(b.dataset.dir) : -1;
	}

	/**
	 * @param {import("../../draw/board.js").Board} board
	 * @param {{w: number, h: number, wraps?: boolean} | null} size null if no move is possible
	 * @param {number} head
	 * @param {Exact | null} exact null to show no values
	 */
	show(board, size, head, exact) {
		this.element.hidden = !size || head < 0;
		if (!size || head < 0) return replace(this.element);
		const cell = board.layout.c / board.ratio;
		replace(this.element, dirs.map((name, d) => {
			const to = next(size.w, size.h, !!size.wraps, head, d), c = exact?.values?.choices[d];
			if (to < 0) return null;
			const text = !c ? arrows[d] : c.fatal ? "✕" : exact?.values && c.probability < exact.values.probability ? chance(c.probability) : c.moves === null ? "no win" : c.moves.toFixed(cell > 56 ? 2 : 1);
			const b = h("button", { type: "button", "data-cell": String(to), "data-dir": String(d), class: c?.best ? "best" : c ? "" : "bare", tabIndex: -1, title: `${name}${c ? `: ${exact?.cost(d) || text}` : ""}`, "aria-label": `${text}: play ${name}${c && exact?.cost(d) ? `, ${exact.cost(d)}` : ""}`, onclick: () => this.play(d) }, text);
			const { x, y } = board.middleOf(to);
			b.style.left = `${x}px`;
			b.style.top = `${y}px`;
			b.style.fontSize = `${Math.max(9, Math.min(15, cell * 0.26))}px`;
			return b;
		}));
	}
}
