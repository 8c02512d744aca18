// The solvers that are asked about the shown position, each with its move, its score and
// its overlays.
import { h, replace } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { arrows, count, dirs, duration, short } from "../../parts/panel.js";
import { Overlays } from "../../parts/overlays.js";
import { Tree } from "../../parts/tree.js";
import { words } from "../../draw/notes.js";
import { remembered } from "../../store/prefs.js";

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

const always = remembered("ask", "no", ["no", "yes"]);
const times = /** @type {const} */ ([["100", "0.1 s"], ["500", "0.5 s"], ["1000", "1 s"], ["5000", "5 s"], ["10000", "10 s"]]);

export class Questions {
	/** @type {string[]} */ solvers = [];
	/** @type {(Thought | null)[]} */ #thoughts = [];
	#shown = 0; // the solver whose overlays are shown
	#rows = h("div", { class: "opinions", role: "radiogroup", "aria-label": "solvers asked" });
	#button = h("button", { type: "button", class: "first", onclick: () => this.how.ask() }, "Ask");
	#time = h("select", { "aria-label": "time for each solver" }, times.map(([ms, label]) => h("option", { value: ms, selected: ms === "500" }, label)));
	#auto = h("input", { type: "checkbox", checked: always.value === "yes" });
	#overlays = new Overlays(() => this.#draw());
	/** @type {number[]} directions from the head to the chosen call */ #dirs = [];
	/** @type {object | null} */ #tree = null;
	#calls = new Tree({ pick: (dirs) => { this.#dirs = dirs; this.#draw(); } });
	#callsBox = h("details", { hidden: true }, h("summary", {}, "Tree of calls"), h("div", { class: "calls" }, this.#calls.element));
	element = h("section", { class: "card" },
		h("header", {}, h("h2", {}, "Ask solvers"), h("button", { type: "button", onclick: () => this.how.pick() }, icon("plus"), "Add")),
		this.#rows,
		h("div", { class: "row" }, this.#button, h("div", { class: "ask-time" }, this.#time),
			h("label", { class: "row small" }, this.#auto, "at every position")),
		this.#overlays.element, this.#callsBox);

	/** @param {{ask: () => void, pick: () => void, walk: (dirs: number[], seat: number) => number[], notes: (notes: any[], seat: number) => void, play: (t: Thought) => void}} how */
	constructor(how) {
		this.how = how;
		this.#auto.addEventListener("change", () => {
			always.value = this.#auto.checked ? "yes" : "no";
			if (this.#auto.checked) how.ask();
		});
		this.#overlays.on = ["plan", "scores"];
	}

	get time() { return Number(this.#time.value); }
	get always() { return this.#auto.checked; }

	/** @param {string[]} solvers */
	of(solvers) {
		this.solvers = solvers;
		this.forget();
	}

	/** Drops the answers, which belong to another position. */
	forget() {
		this.#thoughts = [];
		this.#show();
		this.#draw();
	}

	/** @param {Thought} thought */
	receive(thought) {
		this.#thoughts[thought.index] = thought;
		this.#overlays.offer((thought.notes ?? []).map((n) => n.label));
		this.#show();
		if (thought.index === this.#shown) this.#draw();
	}

	/** @param {number} digit */
	flip(digit) { return this.#overlays.flip(digit); }

	#show() {
		this.#shown = Math.min(this.#shown, Math.max(0, this.solvers.length - 1));
		this.#button.disabled = this.solvers.length === 0;
		replace(this.#rows, this.solvers.map((solver, i) => this.#row(solver, this.#thoughts[i], i)));
	}

	/** @param {string} solver @param {Thought | null | undefined} t @param {number} i */
	#row(solver, t, i) {
		const chosen = i === this.#shown;
		const facts = !t ? "" : t.error ? t.error : [
			t.score === null || t.score === 0 ? "" : `score ${short(t.score)}`, t.depth ? `${count(t.depth, "move")} ahead` : "",
			t.nodes ? `${count(t.nodes, "node")}` : "", duration(t.took)].filter(Boolean).join(" · ");
		return h("div", { class: "opinion", "data-chosen": String(chosen) },
			h("button", { type: "button", class: "plain whose", role: "radio", "aria-checked": String(chosen), title: "show its overlays", onclick: () => this.#choose(i) },
				h("b", {}, solver), h("span", { class: t?.error ? "small bad" : "small dim" }, facts)),
			h("button", { type: "button", class: "icon", disabled: !t || t.dir < 0, "aria-label": t && t.dir >= 0 ? `play ${dirs[t.dir]}, the move of ${solver}` : `${solver} has no move yet`, title: "play it", onclick: () => { if (t) this.how.play(t); } }, t && t.dir >= 0 ? arrows[t.dir] : "·"),
			h("button", { type: "button", class: "plain icon", "aria-label": `do not ask ${solver}`, onclick: () => this.of(this.solvers.filter((_, k) => k !== i)) }, icon("close")));
	}

	/** @param {number} i */
	#choose(i) {
		this.#shown = i;
		this.#show();
		this.#draw();
	}

	#draw() {
		const t = this.#thoughts[this.#shown];
		const notes = t?.notes ?? [];
		for (const n of notes) this.#overlays.summarise(n.label, words(...notes.filter((other) => other.label === n.label)));
		const tree = notes.find((n) => n.verb === "tree")?.tree ?? null, seat = t?.seat ?? 0;
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
