// The drill "Find the better move": the positions before the worst moves of a game, one
// after the other. Until the user has moved, nothing on the page shows the answer.
import { h } from "../../parts/dom.js";
import { arrows } from "../../parts/panel.js";
import { render, v } from "../../parts/render.js";

/** @typedef {import("./accuracy.js").Cost} Cost */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {{cost: Cost, before: Node, words: string}} Task a move that cost something, and the node before it */

/**
 * Returns the words about a move in a task, and whether it is right.
 * @param {Task} task
 * @param {number} dir
 * @returns {{right: boolean, words: string}}
 */
export function verdict({ cost, words }, dir) {
	const best = cost.best.map((d) => arrows[d]).join(" or ");
	if (cost.best.includes(dir)) return { right: true, words: `Right: ${arrows[dir]}. In the game ${arrows[cost.dir]} was played, which costs ${words}.` };
	if (dir === cost.dir) return { right: false, words: `This is the move of the game, which costs ${words}. Best is ${best}.` };
	return { right: false, words: `${arrows[dir]} is not the best move. Best is ${best}.` };
}

export class Drill {
	/** @type {Task[]} */ #tasks = [];
	#at = -1; // the task that is shown
	#found = 0;
	/** @type {{right: boolean, words: string} | null} */ #verdict = null;
	element = h("section", { class: "card drill", "aria-live": "polite", hidden: true });

	/** @param {{go: (node: Node) => void, changed: () => void}} how changed is called when answers must be hidden, or may be shown again */
	constructor(how) { this.how = how; }

	/** Whether the drill waits for a move of the user. */
	get waits() { return this.#at >= 0 && !this.#verdict; }

	/** Ends the drill if the user leaves the position of the task without an answer. @param {Node} node the node that is shown */
	follow(node) {
		if (this.waits && this.#tasks[this.#at].before !== node) this.stop();
	}

	/** @param {Task[]} tasks */
	start(tasks) {
		this.#tasks = tasks;
		this.#found = 0;
		this.#show(0);
	}

	stop() {
		if (this.#at >= 0) this.#show(-1);
	}

	/** Judges a move of the user. @param {number} dir */
	answer(dir) {
		this.#verdict = verdict(this.#tasks[this.#at], dir);
		if (this.#verdict.right) this.#found++;
		this.#draw();
		this.how.changed();
	}

	/** @param {number} at */
	#show(at) {
		this.#at = at < this.#tasks.length ? at : -1;
		this.#verdict = null;
		this.#draw();
		this.how.changed();
		if (this.#at >= 0) this.how.go(this.#tasks[this.#at].before);
	}

	#draw() {
		const at = this.#at, last = at + 1 === this.#tasks.length, verdict = this.#verdict;
		this.element.hidden = at < 0;
		render(this.element,
			v("header", {}, v("h2", {}, "Find the better move"), v("button", { type: "button", onclick: () => this.stop() }, "End")),
			v("p", { class: "small" }, `${at + 1} of ${this.#tasks.length}. `, verdict ? `Found: ${this.#found}.` : "Press an arrow beside the head, or w a s d."),
			verdict && v("p", { class: verdict.right ? "good" : "bad" }, verdict.words),
			verdict && v("div", { class: "row" }, v("button", { type: "button", class: "first next-task", onclick: () => this.#show(last ? -1 : at + 1) }, last ? "Done" : "Next")));
	}
}
