// Lists the moves of a tree, as in a chess analysis: the main line, with the variations indented below
// the moves that they replace. A click on a move shows the position after it.
import { h, replace } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { arrows } from "../../parts/panel.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} Node */

const around = 120; // most moves of a line that are listed before and after the shown move
const every = 10; // the number of every tenth turn is shown

export class Moves {
	#tree;
	#list = h("div", { class: "lines", role: "group", "aria-label": "moves", tabIndex: -1 });
	#promote = h("button", { type: "button", class: "plain icon", "aria-label": "make this the main line", title: "make this the main line", onclick: () => this.#act("promote") }, icon("up"));
	#remove = h("button", { type: "button", class: "plain icon", "aria-label": "delete from this move on", title: "delete from this move on: del", onclick: () => this.#act("remove") }, icon("close"));
	#more = h("p", { class: "small dim" }, "The game continues, but only these moves were played here.");
	#none = h("p", { class: "small dim" }, "No move yet. Press an arrow beside the head, or w a s d.");
	element = h("section", { class: "card moves-card" }, h("header", {}, h("h2", {}, "Moves"), h("span", { class: "row" }, this.#promote, this.#remove)), this.#none, this.#list, this.#more);
	/** Whether the opened game continues after its last listed move. */ cut = false;
	/** @type {Set<Node>} the shown node and all above it */ #way = new Set();
	/** @type {Map<number, number>} costs of moves, by the id of the node after the move */ #costs = new Map();

	/**
	 * @param {Tree} tree
	 * @param {{go: (node: Node) => void, changed: () => void}} how
	 */
	constructor(tree, how) {
		this.#tree = tree;
		this.how = how;
		this.#list.addEventListener("click", (e) => {
			const b = e.target instanceof Element ? e.target.closest("button") : null;
			const node = b && this.#tree.find(Number(b.dataset.id));
			if (node) how.go(node);
		});
	}

	/** @param {Tree} tree */
	of(tree) {
		this.#tree = tree;
		this.cut = false;
		this.#costs.clear();
		this.show();
	}

	/** @param {Map<number, number>} costs */
	mark(costs) {
		this.#costs = costs;
		this.show();
	}

	/** Lists the moves around the shown node. */
	show() {
		const t = this.#tree;
		this.#promote.disabled = t.isMain(t.at);
		this.#remove.disabled = !t.at.above;
		this.#none.hidden = t.size > 1;
		this.#list.hidden = t.size === 1;
		this.#more.hidden = !this.cut;
		this.#way.clear();
		/** @type {Node | null} */
		let up = t.at;
		for (; up; up = up.above) this.#way.add(up);
		replace(this.#list, this.#line(t.root));
		const at = this.#list.querySelector("[aria-current]");
		if (at instanceof HTMLElement) this.#list.scrollTop = at.offsetTop - this.#list.clientHeight / 2;
	}

	/** @param {"promote" | "remove"} what */
	#act(what) {
		if (this.#tree[what](this.#tree.at)) this.how.changed();
	}

	/** Deletes the shown move and all after it. */
	remove() { this.#act("remove"); }

	/**
	 * Returns the list of the moves after a node along its first kids, with their variations.
	 * @param {Node} from
	 * @returns {HTMLElement}
	 */
	#line(from) {
		const p = h("div", { class: "line" });
		const nodes = [];
		for (let n = from; n.kids.length > 0; n = n.kids[0]) nodes.push(n.kids[0]);
		if (from.above) nodes.unshift(from);
		let first = 0, last = nodes.length;
		if (nodes.length > 2 * around) {
			first = Math.max(0, nodes.findLastIndex((n) => this.#way.has(n)) - around);
			last = Math.min(nodes.length, first + 2 * around);
		}
		if (first > 0) p.append(this.#far(nodes[first - 1], "…"));
		for (const n of nodes.slice(first, last)) {
			if (n.turn % every === 0 || n === nodes[first]) p.append(h("span", { class: "turn" }, n.turn));
			p.append(this.#move(n));
			const others = n.above && n.above.kids[0] === n ? n.above.kids.slice(1) : [];
			for (const other of others) p.append(h("div", { class: "variation" }, this.#line(other)));
		}
		if (last < nodes.length) p.append(this.#far(nodes[last], "…"));
		return p;
	}

	/** @param {Node} node */
	#move(node) {
		const cost = this.#costs.get(node.id) ?? 0;
		const words = node.dirs.map((d) => (d < 0 ? "·" : arrows[d])).join("");
		const b = h("button", { type: "button", class: "move", "data-id": String(node.id), title: cost > 0.005 ? `costs ${cost.toFixed(2)}` : "" }, words, node.over ? "■" : node.spawned.length > 0 ? "•" : "");
		if (node === this.#tree.at) b.setAttribute("aria-current", "true");
		if (cost > 0.005) b.dataset.cost = cost >= 2 ? "much" : "some";
		return b;
	}

	/** @param {Node} node @param {string} words */
	#far(node, words) { return h("button", { type: "button", class: "move", "data-id": String(node.id), "aria-label": "further moves" }, words); }
}
