// Shows the exact values of the position, in a table and on the arrows around the head, if
// they can be computed.
import { h, replace, write } from "../../parts/dom.js";
import { arrows, dirs, group } from "../../parts/panel.js";
import { next } from "../../draw/layout.js";

/** @typedef {{fatal: boolean, eats: boolean, best: boolean, probability: number, moves: number | null}} Choice */
/** @typedef {{position: string, probability: number, moves: number | null, meal: number, starves?: boolean, choices: Choice[]}} Values */

/** Formats a probability; only certainty is 100 %. @param {number} p */
export function chance(p) {
	if (p === 1 || p === 0) return `${100 * p} %`;
	if (p > 0.9999) return "> 99.99 %";
	return p < 0.0001 ? `${(100 * p).toPrecision(2)} %` : `${(100 * p).toFixed(2)} %`;
}

export class Exact {
	/** @type {Values | null} */ values = null;
	/** @type {Map<string, Values>} computed values, by position */ #known = new Map();
	#status = h("p", { class: "small dim" });
	#table = h("table", { class: "values" });
	#bar = h("span");
	#progress = h("div", { class: "bar", role: "progressbar", "aria-label": "exact values" }, this.#bar);
	#button = h("button", { type: "button", onclick: () => (this.#running ? this.how.stop() : this.#compute()) }, "Compute");
	#running = false;
	#why = ""; // why a requested computation gave no values
	element = h("section", { class: "card" }, h("header", {}, h("h2", {}, "Exact values"), this.#button), this.#status, this.#progress, this.#table);

	/** @param {{compute: () => void, stop: () => void}} how */
	constructor(how) {
		this.how = how;
		this.#progress.hidden = true;
	}

	/**
	 * Shows the values of a position, and computes them if that is quick.
	 * @param {{position: string, exact: {can: boolean, quick?: boolean, why?: string}, wrong?: string, lane: {ended?: any}}} board
	 */
	of(board) {
		this.values = this.#known.get(board.position) ?? null;
		this.#run(false);
		this.#button.hidden = !board.exact.can || this.values !== null;
		write(this.#status, board.lane.ended ? "The game is over." : board.wrong ? "The board is not a valid position yet." : board.exact.why ?? "");
		this.#show();
		if (board.exact.can && board.exact.quick && !this.values) this.#compute();
	}

	/** Requests values; from now on the user can stop the computation. */
	#compute() {
		this.how.compute();
		this.progress({ length: 0, listing: true, done: 0, total: 0 });
	}

	/**
	 * Requests values again after a change of the engine, unless the computation was stopped
	 * or failed.
	 * @param {Parameters<Exact["of"]>[0]} board
	 */
	again(board) {
		const running = this.#running, why = this.#why;
		this.of(board);
		if (board.exact.quick) return;
		if (running) this.#compute();
		else if (why) this.failed(why);
	}

	/** @param {boolean} running */
	#run(running) {
		this.#running = running;
		this.#why = "";
		this.#progress.hidden = !running;
		write(this.#button, running ? "Stop" : "Compute");
	}

	/** @param {{length: number, listing: boolean, done: number, total: number}} p */
	progress(p) {
		this.#run(true);
		const share = p.total > 0 ? Math.min(1, p.done / p.total) : 0;
		this.#bar.style.width = `${100 * share}%`;
		this.#progress.setAttribute("aria-valuenow", String(Math.round(100 * share)));
		write(this.#status, p.total === 0 ? "computing …" : `${p.listing ? "listing" : "settling"} ${p.listing ? "bodies" : "positions"} of length ${p.length}: ${group(p.done)} of ${group(p.total)}`);
	}

	/** Ends a computation without values. @param {string} why */
	failed(why) {
		this.#run(false);
		write(this.#status, this.#why = why);
	}

	/** @param {Values} values @param {string} shown the shown position */
	receive(values, shown) {
		if (this.#known.size > 300) this.#known.clear();
		this.#known.set(values.position, values);
		if (values.position !== shown) return;
		this.values = values;
		this.#run(false);
		this.#button.hidden = true;
		this.#show();
	}

	#show() {
		const v = this.values;
		this.#table.hidden = !v;
		if (!v) return;
		write(this.#status, v.probability === 0 ? "No move can lead to a win."
			: `Best play wins ${v.probability === 1 ? "for certain" : `with ${chance(v.probability)}`} in ${v.moves?.toFixed(3)} expected moves; the next meal takes ${v.meal}.${v.starves ? " The rules end the game before that, because the snake starves; the values ignore that rule." : ""}`);
		replace(this.#table, h("thead", {}, h("tr", {}, ["move", "wins", "moves", "costs"].map((t) => h("th", { scope: "col" }, t)))),
			h("tbody", {}, v.choices.map((c, d) => h("tr", { class: c.best ? "best" : "" },
				h("th", { scope: "row" }, `${arrows[d]} ${dirs[d]}`),
				h("td", {}, c.fatal ? "death" : chance(c.probability)), h("td", {}, c.fatal || c.moves === null ? "" : c.moves.toFixed(3)), h("td", {}, this.cost(d))))));
	}

	/** Describes the cost of a move against the best one. @param {number} dir */
	cost(dir) {
		const v = this.values, c = v?.choices[dir];
		if (!v || !c || v.probability === 0) return "";
		if (c.best) return "best";
		if (c.probability < v.probability) return `−${chance(v.probability - c.probability)}`;
		return c.moves === null || v.moves === null ? "" : `+${(c.moves - v.moves).toFixed(3)}`;
	}
}

/**
 * Arrows are buttons around a head, over a board. Each plays a move and shows its exact
 * value, if that is known.
 */
export class Arrows {
	element = h("div", { class: "arrows", role: "group", "aria-label": "moves of the head" });

	/** @param {(dir: number) => void} play */
	constructor(play) { this.play = play; }

	/** Returns the direction of the button over a cell; -1 without one. @param {number} cell */
	at(cell) {
		const b = [...this.element.children].find((e) => e instanceof HTMLElement && Number(e.dataset.cell) === cell);
		return b instanceof HTMLElement ? Number(b.dataset.dir) : -1;
	}

	/**
	 * @param {import("../../draw/board.js").Board} board
	 * @param {{w: number, h: number, wraps?: boolean} | null} size null if no move is possible
	 * @param {number} head
	 * @param {Exact} exact
	 */
	show(board, size, head, exact) {
		this.element.hidden = !size || head < 0;
		if (!size || head < 0) return replace(this.element);
		const cell = board.layout.c / board.ratio;
		replace(this.element, dirs.map((name, d) => {
			const to = next(size.w, size.h, !!size.wraps, head, d), c = exact.values?.choices[d];
			if (to < 0) return null;
			const text = !c ? arrows[d] : c.fatal ? "✕" : exact.values && c.probability < exact.values.probability ? chance(c.probability) : c.moves === null ? "no win" : c.moves.toFixed(cell > 56 ? 2 : 1);
			const b = h("button", { type: "button", "data-cell": String(to), "data-dir": String(d), class: c?.best ? "best" : c ? "" : "bare", tabIndex: -1, title: `${name}${c ? `: ${exact.cost(d) || text}` : ""}`, "aria-label": `${text}: play ${name}${c && exact.cost(d) ? `, ${exact.cost(d)}` : ""}`, onclick: () => this.play(d) }, text);
			const { x, y } = board.middleOf(to);
			b.style.left = `${x}px`;
			b.style.top = `${y}px`;
			b.style.fontSize = `${Math.max(9, Math.min(15, cell * 0.26))}px`;
			return b;
		}));
	}
}
