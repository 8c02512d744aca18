// The charts of a bench: means by the number of games played, moves per meal, the
// distribution of moves, and differences in the same games.
import { Chart } from "../../draw/chart.js";
import { h } from "../../parts/dom.js";

/** @typedef {import("./figures.js").Report} Report */
/** @typedef {import("../../draw/chart.js").Series} Series */

/** The mean of a solver after each number of games. */
class Trend {
	/** @type {number[]} */ xs = [];
	/** @type {number[]} */ ys = [];
	/** @type {number[]} */ low = [];
	/** @type {number[]} */ high = [];

	/** @param {number} games @param {import("./figures.js").Mean} m */
	add(games, m) {
		if (m.mean === null || m.lo === null || m.hi === null || games === this.xs.at(-1)) return;
		this.xs.push(games);
		this.ys.push(m.mean);
		this.low.push(m.lo);
		this.high.push(m.hi);
		if (this.xs.length > 600) this.#thin();
	}

	/** Drops every second sample. */
	#thin() {
		for (const list of [this.xs, this.ys, this.low, this.high]) {
			let n = 0;
			for (let i = 0; i < list.length; i++) if (i % 2 === 1 || i === list.length - 1) list[n++] = list[i];
			list.length = n;
		}
	}
}

export class Plots {
	/** @type {Trend[]} */ #trends = [];
	#names;
	#trend = new Chart({ label: "Mean of moves with its interval, by games played", x: { name: "games", whole: true }, y: { name: "moves" } });
	#meals = new Chart({ label: "Moves per meal, by the length of the snake", x: { name: "% of the board filled", min: 0, max: 100 }, y: { name: "moves per meal", zero: true } });
	#moves = new Chart({ label: "Won games by their moves", x: { name: "moves of a won game", whole: true }, y: { name: "games", zero: true, whole: true } });
	#pairs;
	#cells;
	element = h("div", { class: "plots" });

	/**
	 * @param {string[]} names
	 * @param {object} how
	 * @param {number} how.cells of the board
	 * @param {boolean} how.meals whether meals are counted
	 */
	constructor(names, { cells, meals }) {
		this.#names = names;
		this.#cells = cells;
		this.#trends = names.map(() => new Trend());
		/** @type {string[]} */
		const pairs = [];
		for (let a = 0; a < names.length; a++) for (let b = a + 1; b < names.length; b++) pairs.push(`${names[a]} − ${names[b]}`);
		this.#pairs = new Chart({ label: "Differences of moves in the same games, with their intervals", x: { name: "", names: pairs }, y: { name: "difference of moves" } });
		const plot = (/** @type {string} */ title, /** @type {Chart} */ chart) => h("section", { class: "card" }, h("h2", {}, title), chart.element);
		this.element.append(plot("Mean by games played", this.#trend), plot("Distribution of moves", this.#moves));
		if (meals) this.element.append(plot("Moves per meal, by fill", this.#meals));
		if (pairs.length > 0) this.element.append(plot("Paired differences", this.#pairs));
	}

	close() { for (const c of [this.#trend, this.#meals, this.#moves, this.#pairs]) c.close(); }

	/** @param {Report} r @param {string[]} colours */
	show(r, colours) {
		const all = r.solvers ?? [];
		all.forEach((s, i) => this.#trends[i].add(r.games, s.moves));
		this.#trend.set({ series: this.#names.map((name, i) => ({ kind: "line", name, colour: colours[i], ...lists(this.#trends[i]) })) });
		this.#moves.set({ series: all.map((s, i) => ({ ...this.#distribution(this.#names[i], s.bins ?? [], r.bins), colour: colours[i] })) });
		this.#meals.set({ series: all.map((s, i) => ({ ...this.#curve(this.#names[i], s.meals ?? []), colour: colours[i] })) });
		const pairs = r.pairs ?? [];
		this.#pairs.set({
			series: [{
				kind: "intervals", name: "difference", xs: pairs.map((_, i) => i), ys: pairs.map((p) => p.moves.mean ?? NaN),
				low: pairs.map((p) => p.moves.lo ?? NaN), high: pairs.map((p) => p.moves.hi ?? NaN),
			}],
			rules: [{ y: 0, words: "no difference" }],
		});
	}

	/**
	 * Returns the distribution of one solver's games: as bars for a single solver, otherwise as an outline.
	 * @param {string} name @param {number[]} bins @param {{start: number, width: number}} of
	 * @returns {Series}
	 */
	#distribution(name, bins, of) {
		const edge = (/** @type {number} */ i) => of.start + i * of.width;
		if (this.#names.length === 1) return { kind: "bars", name, xs: [...bins, 0].map((_, i) => edge(i)), ys: bins };
		const first = Math.max(0, bins.findIndex((n) => n > 0));
		const own = bins.slice(first);
		return { kind: "steps", name, xs: [edge(first), ...own.map((_, i) => edge(first + i)), edge(first + own.length)], ys: [0, ...own, 0] };
	}

	/** @param {string} name @param {number[]} meals @returns {Series} */
	#curve(name, meals) {
		const xs = [], ys = [];
		for (let i = 0; i + 2 < meals.length; i += 3) {
			xs.push(100 * meals[i] / this.#cells);
			ys.push(meals[i + 1]);
		}
		return { kind: "line", name, xs, ys };
	}
}

/** @param {Trend} t */
function lists(t) { return { xs: t.xs, ys: t.ys, low: t.low, high: t.high }; }
