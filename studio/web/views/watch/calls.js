// Shows the tree of a search's calls. When the user chooses a call, the board shows the path from the
// head to that call.
import { along } from "../../draw/layout.js";
import { h } from "../../parts/dom.js";
import { Tree } from "../../parts/tree.js";

/** @typedef {import("../../session/game.js").Game} Game */

const label = "calls";

export class Calls {
	/** Whether the tree is open. */ open;
	#game; #onToggle;
	/** @type {number[]} directions from the head to the chosen call */ #dirs = [];
	#tree;
	#shown = /** @type {object | null} */ (null);
	#none = h("p", { class: "small dim" }, "This move has no tree of calls.");
	#button = h("button", { type: "button", "aria-expanded": "false", onclick: () => this.toggle() });
	#body = h("div", { class: "calls" });
	element = h("section", { class: "card", hidden: true }, h("header", {}, h("h2", {}, "Tree of calls"), this.#button), this.#body);

	/**
	 * @param {Game} game
	 * @param {{open: boolean, onToggle: () => void, onPick: () => void}} how
	 */
	constructor(game, { open, onToggle, onPick }) {
		this.#game = game;
		this.#onToggle = onToggle;
		this.open = open;
		this.#tree = new Tree({ pick: (dirs) => { this.#dirs = dirs; onPick(); } });
		this.#body.append(this.#tree.element, this.#none);
	}

	/** Opens or closes the tree. */
	toggle() {
		this.open = !this.open;
		this.#dirs = [];
		this.#onToggle();
	}

	/**
	 * Shows the tree of the current turn, if it is open.
	 * @param {number} seat
	 * @returns {import("../../draw/notes.js").Note[]} the path of the chosen call
	 */
	show(seat) {
		const g = this.#game, offered = g.labels[0]?.[seat]?.includes(label) ?? false;
		this.element.hidden = !offered && !this.open;
		this.#button.textContent = this.open ? "Close" : "Open";
		this.#button.setAttribute("aria-expanded", String(this.open));
		this.#body.hidden = !this.open;
		if (!this.open) return [];
		const tree = g.thought(g.turn.peek(), 0, seat)?.notes?.find((n) => n.label === label)?.tree ?? null;
		if (tree !== this.#shown) {
			this.#shown = tree;
			this.#dirs = [];
			this.#tree.show(tree);
		}
		this.#none.hidden = tree !== null;
		return this.#path(seat);
	}

	/** @param {number} seat @returns {import("../../draw/notes.js").Note[]} */
	#path(seat) {
		const p = this.#game.lanes.peek()[0], head = p?.snakes[seat]?.body[0] ?? -1;
		if (head < 0 || this.#dirs.length === 0) return [];
		return [{ verb: "path", label, cells: along(p, head, this.#dirs) }];
	}

	/** @returns {import("../../parts/keys.js").Key[]} */
	keys() { return this.element.hidden ? [] : [{ keys: ["t"], name: "t", does: "tree of calls", do: () => this.toggle() }]; }
}
