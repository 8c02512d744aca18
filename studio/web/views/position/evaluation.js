// The evaluation bar under the board. For one snake it shows the chance to win if exact values are
// known, otherwise the filled part of the board. For several snakes it shows their chances to win, as
// the solver hydra estimates them.
import { h } from "../../parts/dom.js";
import { short } from "../../parts/panel.js";
import { render, v } from "../../parts/render.js";
import { chance } from "./exact.js";

/** @typedef {import("./exact.js").Values} Values */
/** @typedef {{share: number, words: string, how: string, colors: [string, string] | null}} Shown what the bar shows; share is from 0 to 1 */

/** Converts a score of hydra to the chance to win. The score is in thousandths of a logit. @param {number} score */
export function chanceOf(score) { return 1 / (1 + Math.exp(-score / 1000)); }

/**
 * Returns what the bar shows.
 * @param {object} about
 * @param {any} about.board as the engine sends it
 * @param {string[]} about.colors of the snakes
 * @param {Values | null} about.values
 * @param {{solver: string, thought: import("./questions.js").Thought}[]} about.answers
 * @returns {Shown}
 */
export function evaluationOf({ board, colors, values, answers }) {
	const { snakes, ended } = board.lane;
	if (snakes.length > 1) return several({ board, colors, answers });
	const length = snakes[0]?.body.length ?? 0, cells = board.room, filled = `${length} of ${cells} cells filled`;
	if (ended) return { share: length / cells, words: ended.words, how: filled, colors: null };
	if (values) {
		const moves = values.moves === null ? "" : ` · ${values.moves.toFixed(1)} moves to go`;
		return { share: values.probability, words: `${values.probability === 1 ? "a certain win" : `wins with ${chance(values.probability)}`}${moves}`, how: "exact", colors: null };
	}
	const best = answers[0], score = best?.thought.score;
	return { share: length / cells, words: filled, how: score === null || score === undefined ? "" : `${best.solver} ${short(score)}`, colors: null };
}

/** @param {{board: any, colors: string[], answers: {solver: string, thought: import("./questions.js").Thought}[]}} about @returns {Shown} */
function several({ board, colors, answers }) {
	const { alive, lane } = board, name = (/** @type {number} */ seat) => String.fromCharCode(65 + seat);
	if (lane.ended || alive.length < 2) return { share: 0, words: lane.ended?.words ?? "", how: "", colors: null };
	const by = answers.find(({ solver, thought }) => /^hydra(:|$)/.test(solver) && thought.score !== null);
	if (!by || by.thought.score === null) return { share: 0, words: answers.length > 0 ? "only hydra estimates the chances to win" : "", how: "", colors: null };
	const p = chanceOf(by.thought.score), seat = by.thought.seat, percent = (/** @type {number} */ part) => `${Math.round(100 * part)} %`;
	if (alive.length > 2) return { share: p, words: `${name(seat)} wins with ${percent(p)}`, how: by.solver, colors: [colors[seat], ""] };
	const [a, b] = alive, first = seat === a ? p : 1 - p;
	return { share: first, words: `${name(a)} ${percent(first)} · ${name(b)} ${percent(1 - first)}`, how: by.solver, colors: [colors[a], colors[b]] };
}

export class Evaluation {
	element = h("div", { class: "evaluation", role: "img" });
	#fill = h("span", { class: "fill" });

	/** @param {Shown} shown */
	show({ share, words, how, colors }) {
		this.element.setAttribute("aria-label", `evaluation: ${[words, how].filter(Boolean).join(", ") || "none yet"}`);
		this.#fill.style.width = `${(100 * share).toFixed(1)}%`;
		this.#fill.style.background = colors?.[0] ?? "";
		this.element.style.background = colors?.[1] ?? "";
		render(this.element, this.#fill, v("span", { class: "words" }, words), how && v("span", { class: "how" }, how));
	}
}
