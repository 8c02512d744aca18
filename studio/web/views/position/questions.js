// Lists the solvers that are asked about the shown position. It shows the move, the score and the
// overlays of each.
import { h } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { arrows, count, dirs, duration, short } from "../../parts/panel.js";
import { Overlays } from "../../parts/overlays.js";
import { render, v } from "../../parts/render.js";
import { Tree } from "../../parts/tree.js";
import { words } from "../../draw/notes.js";
import { stored } from "../../store/prefs.js";

/**
 * @typedef {object} Thought
 * @property {number} id
 * @property {number} index
 * @property {string} solver
 * @property {number} seat
 * @property {number} dir
 * @property {number | null} score
 * @property {number} depth
 * @property {number} nodes
 * @property {number} took
 * @property {any[]} [notes]
 * @property {string} [error]
 */

const always = stored("ask", "yes", ["no", "yes"]);
const times = /** @type {const} */ ([["100", "0.1 s"], ["500", "0.5 s"], ["1000", "1 s"], ["5000", "5 s"], ["10000", "10 s"]]);
const mostKept = 2000; // answers that are kept

export class Questions {
	/** @type {string[]} */ solvers = [];
	/** Answers by position, seat, time and solver. @type {Map<string, Thought>} */ #answers = new Map();
	#of = ""; // the shown position with its rules, and the seat
	#shown = 0; // the solver whose overlays are shown
	#time = "500";
	#overlays = new Overlays(() => this.#draw());
	/** @type {number[]} directions from the head to the chosen call */ #dirs = [];
	/** @type {object | null} */ #tree = null;
	#calls = new Tree({ pick: (dirs) => { this.#dirs = dirs; this.#draw(); } });
	#callsBox = h("details", { hidden: true }, h("summary", {}, "Tree of calls"), h("div", { class: "calls" }, this.#calls.element));
	element = h("section", { class: "card" });

	/** @param {{ask: () => void, again: () => void, pick: () => void, walk: (dirs: number[], seat: number) => number[], notes: (notes: any[], seat: number) => void, play: (t: Thought) => void}} how */
	constructor(how) {
		this.how = how;
		this.#overlays.on = ["plan", "scores"];
		this.#show();
	}

	get time() { return Number(this.#time); }
	/** Whether every shown position is asked about. */
	get always() { return always.peek() === "yes"; }

	/** @param {string} solver */
	#key(solver) { return `${this.#of} ${this.#time} ${solver}`; }

	/** Returns the answer of a solver about the shown position. @param {string} solver */
	answer(solver) { return this.#answers.get(this.#key(solver)); }

	/** Returns the solvers that have no answer about the shown position yet. */
	missing() { return this.solvers.filter((s) => !this.answer(s)); }

	/** @param {string[]} solvers */
	of(solvers) {
		this.solvers = solvers;
		this.#show();
	}

	/** Shows the answers about a position, with its rules and the seat. @param {string} of */
	at(of) {
		this.#of = of;
		this.#show();
	}

	/** Drops the answers about the shown position. */
	forget() {
		for (const s of this.solvers) this.#answers.delete(this.#key(s));
		this.#show();
	}

	/** Returns a function that adds answers about the position that is shown now, even if the page shows another position by then. @returns {(thought: Thought, solver: string) => void} */
	receiver() {
		const before = this.#key("");
		return (thought, solver) => {
			if (this.#answers.size > mostKept) this.#answers.clear();
			this.#answers.set(before + solver, thought);
			this.#show();
		};
	}

	/** Draws the overlays again. */
	redraw() { this.#draw(); }

	/** @param {number} digit */
	flip(digit) { return this.#overlays.flip(digit); }

	#show() {
		this.#shown = Math.min(this.#shown, Math.max(0, this.solvers.length - 1));
		render(this.element,
			v("header", {}, v("h2", {}, "Ask solvers"), v("button", { type: "button", onclick: () => this.how.pick() }, icon("plus"), "Add")),
			v("div", { class: "opinions", role: "radiogroup", "aria-label": "solvers asked" }, this.solvers.map((solver, i) => this.#row(solver, i))),
			v("div", { class: "row" },
				v("button", { type: "button", class: "first", disabled: this.solvers.length === 0, onclick: () => this.how.again() }, "Ask"),
				v("div", { class: "ask-time" }, v("select", { "aria-label": "time for each solver", onchange: (/** @type {any} */ e) => { this.#time = e.target.value; this.#ask(); } },
					times.map(([ms, label]) => v("option", { value: ms, selected: ms === this.#time }, label)))),
				v("label", { class: "row small" }, v("input", { type: "checkbox", checked: this.always, onchange: (/** @type {any} */ e) => { always.value = e.target.checked ? "yes" : "no"; this.#ask(); } }), "at every position")),
			this.#overlays.element, this.#callsBox);
		this.#draw();
	}

	#ask() {
		this.#show();
		if (this.always) this.how.ask();
	}

	/** @param {string} solver @param {number} i */
	#row(solver, i) {
		const chosen = i === this.#shown, t = this.answer(solver), can = t !== undefined && t.dir >= 0;
		const facts = !t ? "" : t.error ? t.error : [
			t.score === null || t.score === 0 ? "" : `score ${short(t.score)}`, t.depth ? `${count(t.depth, "move")} ahead` : "",
			t.nodes ? `${count(t.nodes, "node")}` : "", duration(t.took)].filter(Boolean).join(" · ");
		return v("div", { key: solver, class: "opinion", "data-chosen": String(chosen) },
			v("button", { type: "button", class: "plain whose", role: "radio", "aria-checked": String(chosen), title: "show its overlays", onclick: () => this.#choose(i) },
				v("b", {}, solver.split(/(?<=[:,])/).flatMap((part) => [part, v("wbr")])), v("span", { class: t?.error ? "small bad" : "small dim" }, facts)),
			v("button", { type: "button", class: "icon", disabled: !can, "aria-label": can ? `play ${dirs[t.dir]}, the move of ${solver}` : `${solver} has no move yet`, title: "play it", onclick: () => { if (t) this.how.play(t); } }, can ? arrows[t.dir] : "·"),
			v("button", { type: "button", class: "plain icon", "aria-label": `do not ask ${solver}`, onclick: () => this.of(this.solvers.filter((s) => s !== solver)) }, icon("close")));
	}

	/** @param {number} i */
	#choose(i) {
		this.#shown = i;
		this.#show();
	}

	#draw() {
		const t = this.answer(this.solvers[this.#shown] ?? ""), notes = t?.notes ?? [], seat = t?.seat ?? 0;
		this.#overlays.offer(notes.map((n) => n.label));
		this.#overlays.summarise((label) => words(...notes.filter((n) => n.label === label)));
		const tree = notes.find((n) => n.verb === "tree")?.tree ?? null;
		if (tree !== this.#tree) {
			this.#tree = tree;
			this.#dirs = [];
			this.#callsBox.hidden = !tree;
			this.#calls.show(tree);
		}
		const walk = this.#dirs.length > 0 ? [{ verb: "path", label: "calls", cells: this.how.walk(this.#dirs, seat) }] : [];
		this.how.notes([...walk, ...notes.filter((n) => this.#overlays.on.includes(n.label))], seat);
	}
}
