// A Tree shows a call tree that can be expanded branch by branch. Usage:
//
//	const t = new Tree({ pick: (dirs) => showOnBoard(along(board, head, dirs)) });
//	card.append(t.element);
//	t.show(note.tree);   branches of the last tree that were expanded stay expanded
//
// The elements of a branch are created when the branch is expanded. The keys are the usual ones for
// trees: the arrows, Home and End. Enter picks a node, like a click.
import { short } from "../draw/notes.js";
import { h } from "./dom.js";
import { arrows, count, dirs as names } from "./panel.js";

/** @typedef {import("../draw/notes.js").Node} Node */

const usual = 40; // most children of one node that are listed

export class Tree {
	element = h("ul", { class: "tree", role: "tree", "aria-label": "calls of the search" });
	/** Paths of expanded nodes: "1/0" is the first child of the root's second child. @type {Set<string>} */ #open = new Set([""]);
	/** @type {WeakMap<Element, {node: Node, path: string, dirs: number[]}>} */ #of = new WeakMap();
	#picked = "";
	#pick;

	/** @param {{pick?: (dirs: number[]) => void}} [how] pick is called with the directions from the root to a node; the list is empty for the root */
	constructor({ pick = () => {} } = {}) {
		this.#pick = pick;
		this.element.addEventListener("keydown", (e) => this.#key(e));
		this.element.addEventListener("click", (e) => this.#click(e));
	}

	/** @param {Node | null} root */
	show(root) {
		this.element.hidden = !root;
		const had = this.element.contains(document.activeElement);
		this.element.replaceChildren(...(root ? [this.#item(root, "", [], true)] : []));
		const now = this.#items().find((i) => this.#of.get(i)?.path === this.#picked) ?? this.#items()[0];
		now?.setAttribute("tabindex", "0");
		if (had) now?.focus();
	}

	/** @param {Node} node @param {string} path @param {number[]} dirs @param {boolean} best @returns {HTMLElement} */
	#item(node, path, dirs, best) {
		const kids = node.kids ?? [], open = this.#open.has(path), root = path === "";
		const dir = Number(node.dir), sign = root ? "position" : arrows[dir] ?? "";
		const label = h("span", { class: "tree-label" + (best ? " best" : "") + (node.pruned ? " cut" : "") },
			h("span", { class: "tree-dir", "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, root ? sign : names[dir] ?? ""), h("span", { class: "tree-score" }, short(node.score)),
			node.pruned && h("span", { class: "dim small" }, "cut"), !open && kids.length > 0 && h("span", { class: "dim small" }, count(kids.length, "call")),
			(node.more ?? 0) > 0 && h("span", { class: "dim small" }, `${node.more} more calls omitted`));
		const item = h("li", { role: "treeitem", tabIndex: -1, "aria-selected": String(path === this.#picked) }, label);
		if (kids.length > 0) item.setAttribute("aria-expanded", String(open));
		this.#of.set(item, { node, path, dirs });
		if (open && kids.length > 0) item.append(this.#group(node, path, dirs));
		return item;
	}

	/** @param {Node} node @param {string} path @param {number[]} dirs */
	#group(node, path, dirs) {
		const kids = node.kids ?? [], top = Math.max(...kids.map((k) => k.pruned ? -Infinity : k.score ?? -Infinity));
		return h("ul", { role: "group" },
			kids.slice(0, usual).map((kid, i) => this.#item(kid, path === "" ? String(i) : `${path}/${i}`, [...dirs, Number(kid.dir)], !kid.pruned && kid.score === top)),
			kids.length > usual && h("li", { role: "none", class: "dim small" }, `${kids.length - usual} more`));
	}

	/** Returns the visible items from top to bottom. @returns {HTMLElement[]} */
	#items() { return [...this.element.querySelectorAll("[role=treeitem]")].filter((e) => e instanceof HTMLElement); }

	/** @param {HTMLElement} item @param {boolean} open */
	#turn(item, open) {
		const at = this.#of.get(item);
		if (!at || !item.hasAttribute("aria-expanded")) return;
		if (open) this.#open.add(at.path);
		else this.#open.delete(at.path);
		const fresh = this.#item(at.node, at.path, at.dirs, item.querySelector(".tree-label")?.classList.contains("best") ?? false);
		item.replaceWith(fresh);
		this.#focus(fresh);
	}

	/** @param {HTMLElement | undefined} item */
	#focus(item) {
		if (!item) return;
		for (const i of this.#items()) i.tabIndex = -1;
		item.tabIndex = 0;
		item.focus();
	}

	/** @param {HTMLElement} item */
	#choose(item) {
		const at = this.#of.get(item);
		if (!at) return;
		this.#picked = at.path;
		for (const i of this.#items()) i.setAttribute("aria-selected", String(i === item));
		this.#focus(item);
		this.#pick(at.dirs);
	}

	/** @param {MouseEvent} e */
	#click(e) {
		const item = e.target instanceof Element ? e.target.closest("[role=treeitem]") : null;
		if (!(item instanceof HTMLElement)) return;
		// A click to the left of the label is a click on the triangle.
		const label = item.querySelector(".tree-label");
		if (label && e.clientX < label.getBoundingClientRect().left) this.#turn(item, item.getAttribute("aria-expanded") !== "true");
		else this.#choose(item);
	}

	/** @param {KeyboardEvent} e */
	#key(e) {
		const items = this.#items(), item = items.find((i) => i === document.activeElement);
		if (!item || e.ctrlKey || e.altKey || e.metaKey) return;
		const i = items.indexOf(item), expanded = item.getAttribute("aria-expanded");
		switch (e.key) {
			case "ArrowDown": this.#focus(items[i + 1]); break;
			case "ArrowUp": this.#focus(items[i - 1]); break;
			case "Home": this.#focus(items[0]); break;
			case "End": this.#focus(items[items.length - 1]); break;
			case "ArrowRight":
				if (expanded === "false") this.#turn(item, true);
				else if (expanded) this.#focus(items[i + 1]);
				break;
			case "ArrowLeft": {
				const parent = item.parentElement?.closest("[role=treeitem]");
				if (expanded === "true") this.#turn(item, false);
				else if (parent instanceof HTMLElement) this.#focus(parent);
				break;
			}
			case "Enter": case " ": this.#choose(item); break;
			default: return;
		}
		e.preventDefault();
	}
}
