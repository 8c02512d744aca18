// The tools for editing a position. The editor handles presses and drags on the board by the chosen
// tool. With the keyboard, the arrow keys mark a cell, and Enter draws on it.
import { h, replace, write } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { markOf } from "./marks.js";
import { dirTo, next, NONE } from "../../draw/layout.js";

/** @typedef {{put?: string, cells?: number[], seat?: number, set?: string, value?: string}} Edit */

const tools = /** @type {const} */ ([
	["move", "Play", "Press beside the head to move. After a meal, press a cell to put the new food there."],
	["snake", "Snake", "Drag from head to tail. Drag a head or a tail to extend the snake, or back to shorten it."],
	["food", "Food", "Press a cell."],
	["wall", "Wall", "Press or drag."],
	["hedge", "Edible wall", "Press or drag."],
	["hazard", "Hazard", "Each press adds a layer."],
	["mark", "Arrow", "Drag from one cell to another to draw an arrow, or press a cell to circle it. Draw the same again to remove it. The right mouse button draws with every tool."],
	["floor", "Erase", "Press a cell to clear it. A snake there loses the segments from that cell to its tail."],
]);

export class Editor {
	tool = "move";
	/** @type {any} */ #board = null;
	/** @type {number[]} */ #cells = []; // cells of the current drag
	/** @type {number | undefined} */ #seat; // seat of the snake that is dragged
	#end = "tail"; // which end of the snake is dragged
	cursor = -1;
	/** @type {Map<string, HTMLButtonElement>} */ #buttons = new Map(tools.map(([name, label]) => [name, h("button", { type: "button", role: "radio", onclick: () => this.choose(name) }, label)]));
	#hint = h("p", { class: "small dim" });
	#undo = h("button", { type: "button", class: "icon", "aria-label": "undo", title: "undo: u", onclick: () => this.how.send("undo") }, icon("back"));
	#redo = h("button", { type: "button", class: "icon", "aria-label": "redo", title: "redo: U", onclick: () => this.how.send("redo") }, icon("forth"));
	#rules = h("select", { "aria-label": "rules", onchange: () => this.#set("rules", this.#rules.value) });
	#size = h("input", { "aria-label": "board, columns x rows", pattern: "[0-9]+x[0-9]+", autocomplete: "off", spellcheck: false, onchange: () => this.#set("board", this.#size.value.trim()) });
	#level = h("select", { "aria-label": "level", onchange: () => { if (this.#level.value) this.#set("level", this.#level.value); } });
	/** @type {import("../../parts/catalog.js").Level[]} */ #levels = [];
	#snakes = h("div", { class: "stack" });
	#text = h("input", { "aria-label": "position as text", class: "mono", autocomplete: "off", spellcheck: false, onchange: () => this.how.type(this.#text.value.trim()) });
	element = h("section", { class: "card editor" },
		h("header", {}, h("h2", {}, "Draw"), h("span", { class: "row" }, h("div", { class: "group" }, this.#undo, this.#redo), h("button", { type: "button", onclick: () => this.#set("clear", "") }, "Clear"))),
		h("div", { class: "tools", role: "radiogroup", "aria-label": "tools" }, [...this.#buttons.values()]), this.#hint,
		h("div", { class: "fields" }, h("label", { class: "field" }, h("span", { class: "label" }, "Rules"), this.#rules), h("label", { class: "field" }, h("span", { class: "label" }, "Board"), this.#size),
			h("label", { class: "field whole" }, h("span", { class: "label" }, "Level"), this.#level)), this.#snakes,
		h("label", { class: "field" }, h("span", { class: "label" }, "As text"), this.#text));

	/** @param {{edit: (e: Edit) => void, send: (type: string) => void, preview: (cells: number[], seat: number | undefined) => void, press: (cell: number) => void, mark: (cell: number) => void, chosen: () => void, drawMark: (mark: string) => void, type: (text: string) => void}} how */
	constructor(how) {
		this.how = how;
		queueMicrotask(() => this.choose("move"));
	}

	/** @param {import("../../parts/catalog.js").Catalog} catalog */
	offer(catalog) {
		replace(this.#rules, catalog.rules.map((r) => h("option", { value: r.name }, r.name)));
		this.#levels = catalog.levels;
		this.of(this.#board);
	}

	/** @param {string} tool */
	choose(tool) {
		this.tool = tool;
		for (const [name, b] of this.#buttons) {
			b.setAttribute("aria-checked", String(name === tool));
			b.tabIndex = name === tool ? 0 : -1;
		}
		write(this.#hint, tools.find(([name]) => name === tool)?.[2] ?? "");
		if (tool === "move") this.how.mark(this.cursor = -1);
		this.how.chosen();
	}

	/** @param {any} board as the engine sends it */
	of(board) {
		this.#board = board;
		if (!board) return;
		const has = board.has;
		for (const [name, b] of this.#buttons) b.hidden = name === "food" && !has.food || name === "wall" && !has.walls || name === "hedge" && !has.hedges || name === "hazard" && !has.hazards;
		if (this.#buttons.get(this.tool)?.hidden) this.choose("move");
		this.#undo.disabled = board.undo === 0;
		this.#redo.disabled = board.redo === 0;
		const name = board.rules.split(":")[0];
		if (this.#rules.value !== name) this.#rules.value = name;
		if (document.activeElement !== this.#text) this.#text.value = board.position;
		if (document.activeElement !== this.#size) this.#size.value = `${board.board.w}x${board.board.h}`;
		const levels = this.#levels.filter((l) => l.rules === name);
		if (levels.map((l) => l.name).join() !== [...this.#level.options].slice(1).map((o) => o.value).join()) {
			replace(this.#level, h("option", { value: "" }, "choose a level"), levels.map((l) => h("option", { value: l.name }, l.name)));
		}
		/** @type {HTMLElement} */ (this.#level.closest(".field")).hidden = levels.length === 0;
		replace(this.#snakes, has.health && board.alive.map((/** @type {number} */ own, /** @type {number} */ seat) => ({ own, seat, s: board.lane.snakes[own] })).map((/** @type {{own: number, seat: number, s: any}} */ { own, seat, s }) => h("label", { class: "row small" },
			`Snake ${String.fromCharCode(65 + own)}, health`, h("input", { type: "number", min: "1", max: "100", value: String(s.health), class: "health", onchange: (/** @type {any} */ e) => this.how.edit({ set: "health", seat, value: e.target.value }) }))));
	}

	/** @param {string} what @param {string} value */
	#set(what, value) { this.how.edit({ set: what, value }); }

	/**
	 * Handles a press on a cell, or a drag to another one.
	 * @param {number} cell
	 * @param {"down" | "move" | "up"} phase
	 */
	pointer(cell, phase) {
		if (this.tool === "move") {
			if (phase === "down") this.how.press(cell);
			return;
		}
		if (this.tool === "snake") return this.#drag(cell, phase);
		if (this.tool === "mark") {
			if (phase === "down") this.#cells = [cell];
			else if (phase === "up" && this.#cells.length > 0) this.how.drawMark(markOf(this.#cells[0], cell));
			return;
		}
		if (phase === "down") this.#cells = [];
		if (phase === "up" || this.#cells.includes(cell)) return;
		this.#cells.push(cell);
		this.how.edit({ put: this.tool, cells: [cell] });
	}

	/** @param {number} cell @param {"down" | "move" | "up"} phase */
	#drag(cell, phase) {
		const { lane, board } = this.#board;
		if (phase === "down") {
			this.#begin(cell, lane.snakes);
		} else if (phase === "move" && this.#cells.length > 0) {
			const all = this.#cells, at = all.indexOf(cell);
			if (at >= 0) all.splice(at + 1); // the pointer went back to an earlier cell of the drag
			else if (dirTo(board.w, board.h, !!board.wraps, all[all.length - 1], cell) !== NONE) all.push(cell);
		} else if (phase === "up" && this.#cells.length > 0) {
			this.how.edit({ put: "snake", cells: this.#draggedSnake(), ...(this.#seat === undefined ? {} : { seat: this.#seat }) });
			this.#cells = [];
			return;
		}
		this.how.preview(this.#draggedSnake(), this.#seat);
	}

	/** @param {number} cell @param {{body: number[], dead?: string}[]} snakes */
	#begin(cell, snakes) {
		const living = snakes.filter((s) => !s.dead);
		const seat = living.findIndex((s) => s.body[0] === cell || s.body[s.body.length - 1] === cell);
		this.#seat = seat < 0 ? undefined : seat;
		this.#cells = [cell];
		if (seat < 0) return;
		const body = living[seat].body;
		this.#end = body.length > 1 && body[0] === cell ? "head" : "tail";
		this.#cells = this.#end === "head" ? [...body].reverse() : [...body];
	}

	/** Returns the dragged snake, head first. */
	#draggedSnake() { return this.#seat !== undefined && this.#end === "head" ? [...this.#cells].reverse() : this.#cells; }

	/** @returns {import("../../parts/keys.js").Key[]} */
	keys() {
		/** @type {import("../../parts/keys.js").Key[]} */
		const keys = [
			{ keys: ["u", "Backspace"], name: "u", does: "undo", do: () => this.how.send("undo") },
			{ keys: ["U"], name: "U", does: "redo", do: () => this.how.send("redo") },
			{ keys: ["t"], name: "t", does: "next tool", do: () => this.#next() },
		];
		if (this.tool === "move") return keys;
		for (const [d, key] of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"].entries()) {
			keys.push({ keys: [key], name: d === 0 ? "arrows" : undefined, does: "mark a cell", do: () => this.#walk(d) });
		}
		keys.push({ keys: ["Enter", " "], name: "enter", does: "draw there", do: () => this.#mark() });
		keys.push({ keys: ["Escape"], name: "esc", does: "tool to play", do: () => this.choose("move") });
		return keys;
	}

	#next() {
		const seen = tools.filter(([name]) => !this.#buttons.get(name)?.hidden), at = seen.findIndex(([name]) => name === this.tool);
		this.choose(seen[(at + 1) % seen.length][0]);
	}

	/** @param {number} dir */
	#walk(dir) {
		const { w, h: rows, wraps } = this.#board.board;
		const from = this.cursor < 0 || this.cursor >= w * rows ? Math.floor(rows / 2) * w + Math.floor(w / 2) : this.cursor;
		const to = this.cursor < 0 ? from : next(w, rows, !!wraps, from, dir);
		if (to < 0) return;
		this.cursor = to;
		this.how.mark(to);
		if (this.#cells.length > 0 && this.tool === "snake") this.pointer(to, "move");
	}

	/** Draws at the marked cell. A snake begins at the first cell that the user marks and ends at the second. */
	#mark() {
		if (this.cursor < 0) return this.#walk(0);
		if (this.tool === "snake") return this.pointer(this.cursor, this.#cells.length > 0 ? "up" : "down");
		if (this.tool === "mark") {
			const ends = this.#cells.length > 0;
			this.pointer(this.cursor, ends ? "up" : "down");
			if (ends) this.#cells = [];
			return;
		}
		this.pointer(this.cursor, "down");
		this.pointer(this.cursor, "up");
	}
}
