// The charts of a comparison: the length of each snake by move, and by how many cells each snake is
// longer than the snake of the first lane.
import { Chart } from "../../draw/chart.js";
import { h } from "../../parts/dom.js";
import { letter } from "../../parts/stage.js";
import { difference } from "./lead.js";

/** @typedef {import("../../session/samples.js").Samples} Samples */

export class Charts {
	#lengths = new Chart({ label: "length against moves", x: { name: "moves", whole: true }, y: { name: "length", zero: true } });
	#ahead = new Chart({ label: "longer than A by", x: { name: "moves", whole: true }, y: { name: "longer than A by", whole: true } });
	/** The cards with the charts. */
	elements = [
		h("section", { class: "card" }, h("header", {}, h("h2", {}, "Length against moves")), this.#lengths.element),
		h("section", { class: "card" }, h("header", {}, h("h2", {}, "Difference")), this.#ahead.element),
	];

	/**
	 * @param {Samples[]} lanes lengths
	 * @param {number} end the last turn
	 * @param {string[]} colours
	 */
	set(lanes, end, colours) {
		const until = (/** @type {{xs: number[], ys: number[]}} */ { xs, ys }) => xs.length > 0 && xs[xs.length - 1] < end ? { xs: [...xs, end], ys: [...ys, ys[ys.length - 1]] } : { xs, ys };
		this.#lengths.set({ series: lanes.map((l, i) => ({ kind: "steps", name: letter(i), colour: colours[i], index: i, ...until({ xs: l.turns, ys: l.values }) })) });
		this.#ahead.set({ series: lanes.slice(1).map((l, i) => ({ kind: "steps", name: letter(i + 1), colour: colours[i + 1], index: i + 1, ...until(difference(l, lanes[0])) })) });
		this.elements[1].hidden = lanes.length < 2;
	}

	/** @param {number} turn that is shown */
	set cursor(turn) { this.#lengths.cursor = this.#ahead.cursor = turn; }

	close() {
		this.#lengths.close();
		this.#ahead.close();
	}
}
