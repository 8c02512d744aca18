// The charts of a tournament: ratings with their intervals, scores after each group,
// lengths of games, and times per move.
import { Chart } from "../../draw/chart.js";
import { h } from "../../parts/dom.js";

/** @typedef {import("./arena.js").Report} Report */

export class Plots {
	/** @type {Chart | null} */ #ratings = null;
	#names = "";
	#trend = new Chart({ label: "Scores in percent, of all games up to a group", x: { name: "groups of games", whole: true }, y: { name: "score in %" } });
	#turns = new Chart({ label: "Games by their length", x: { name: "turns", whole: true }, y: { name: "games", zero: true, whole: true } });
	#think = new Chart({ label: "Moves by their time", x: { name: "milliseconds", log: true }, y: { name: "moves", zero: true } });
	#ratingCard = h("section", { class: "card" }, h("h2", {}, "Ratings"));
	#thinkCard;

	/** @param {number} n of snakes */
	constructor(n) {
		const card = (/** @type {string} */ title, /** @type {Chart} */ c) => h("section", { class: "card" }, h("h2", {}, title), c.element);
		this.#thinkCard = card("Time per move", this.#think);
		this.element = h("div", { class: "plots" }, this.#ratingCard, card("Scores by group", this.#trend), card("Length of the games", this.#turns), this.#thinkCard);
		this.#ratingCard.hidden = n < 2;
	}

	close() { for (const c of [this.#ratings, this.#trend, this.#turns, this.#think]) c?.close(); }

	/** @param {Report} r @param {string[]} colours */
	show(r, colours) {
		this.#showRatings(r, colours);
		this.#trend.set({
			series: r.course.scores.map((ys, i) => ({ kind: "line", name: r.ratings[i].name, colour: colours[i], xs: r.course.groups, ys: ys.map((y) => y === null ? NaN : 100 * y) })),
		});
		this.#turns.set({ series: [{ kind: "bars", name: "games", xs: r.turns.edges, ys: r.turns.counts }] });
		const timed = r.think.some((b) => b.counts.length > 0);
		this.#thinkCard.hidden = !timed;
		if (timed) this.#think.set({ series: r.think.map((b, i) => ({ kind: "steps", name: r.ratings[i].name, colour: colours[i], xs: b.edges, ys: [...b.counts, 0] })) });
	}

	/** Draws the ratings. A change of the names needs a new chart, because the names are on its axis. @param {Report} r @param {string[]} colours */
	#showRatings(r, colours) {
		const names = r.ratings.map((s) => s.name);
		if (!this.#ratings || names.join() !== this.#names) {
			this.#ratings?.element.remove();
			this.#ratings?.close();
			this.#names = names.join();
			this.#ratings = new Chart({ label: "Ratings with their intervals", x: { name: "", names }, y: { name: "Elo" } });
			this.#ratingCard.append(this.#ratings.element);
		}
		this.#ratings.set({
			series: r.ratings.map((s, i) => ({ kind: "intervals", name: s.name, colour: colours[i], xs: [i], ys: [s.value ?? NaN], low: [s.lo ?? NaN], high: [s.hi ?? NaN] })),
		});
	}
}
