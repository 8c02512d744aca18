// An Overlay is the canvas above a board, with the paths, the cycle, numbers, scores, and a ring that
// grows at each meal. The tints of overlays are below the bodies, so the board paints the tints.

import { contrast, css } from "./colour.js";
import { cellX, cellY } from "./layout.js";
import { Pen } from "./pen.js";
import { CYCLE, FIRST, LEVEL, fitting, isCycle, isNumber, scores, short, writeLines, writeTints } from "./notes.js";

/** @typedef {import("./notes.js").Note} Note */
/** @typedef {import("./board.js").Position} Position */

/** Milliseconds for which the ring of a meal grows. */
const RING = 380;

export class Overlay {
	canvas = document.createElement("canvas");
	/** The tints of each cell, in the bits of notes.js. */
	under = new Int32Array(0);
	/** The lines and numbers to paint, and those that are painted. */
	lines = new Int32Array(0);
	numbers = new Int32Array(0);
	paintedLines = new Int32Array(0);
	paintedNumbers = new Int32Array(0);
	/** 1 for each cell with a body or food, on which no number is written. */
	taken = new Uint8Array(0);
	/** @type {Note[]} */ shownNotes = [];
	seat = 0;
	withNumbers = true;
	/** @type {Map<string, number>} */ ids = new Map();
	/** @type {Map<string, number>} */ widths = new Map();
	/** @type {string[]} */ texts = [""];
	/** @type {{cell: number, since: number}[]} */ rings = [];
	/** @type {Set<number>} cells that were painted over, and must be repainted */ over = new Set();
	marked = -1;
	stale = true;
	/** @type {import("./layout.js").Layout|null} */ layout = null;
	/** @type {import("./theme.js").Theme|null} */ theme = null;
	/** @type {Position|null} */ lane = null;
	ratio = 1;
	pen = new Pen(null);

	constructor() {
		const ctx = this.canvas.getContext("2d");
		if (!ctx) throw new Error("this browser does not support the canvas");
		this.ctx = ctx;
	}

	/** @param {import("./layout.js").Layout} layout @param {number} ratio @param {import("./theme.js").Theme} theme */
	size(layout, ratio, theme) {
		const n = layout.w * layout.h;
		if (this.under.length !== n) {
			for (const name of /** @type {const} */ (["under", "lines", "numbers", "paintedLines", "paintedNumbers"])) this[name] = new Int32Array(n);
			this.taken = new Uint8Array(n);
		}
		this.layout = layout;
		this.ratio = ratio;
		this.look(theme);
	}

	/** @param {import("./theme.js").Theme} theme */
	look(theme) {
		this.theme = theme;
		this.pen = new Pen(theme);
		this.stale = true;
		this.paintedLines.fill(-1);
		this.ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
	}

	/** @param {Position} lane */
	position(lane) {
		this.lane = lane;
		this.stale = true;
	}

	/** @param {Note[]} notes @param {number} seat @param {boolean} numbers */
	notes(notes, seat, numbers) {
		this.shownNotes = notes;
		this.seat = seat;
		this.withNumbers = numbers;
		this.stale = true;
	}

	/** @param {number} cell @param {number} now */
	ring(cell, now) {
		if (this.rings.length < 8) this.rings.push({ cell, since: now });
	}

	/** The cell of the head of the solver's snake, or -1. */
	get head() { return this.lane?.snakes[this.seat]?.body[0] ?? -1; }

	/** Computes what each cell shows, if the notes or the position changed. */
	plan() {
		const { lane, layout } = this;
		if (!this.stale || !lane || !layout) return;
		this.stale = false;
		const board = { w: lane.w, h: lane.h, wraps: !!lane.wraps };
		writeTints(this.shownNotes, this.under, lane.w);
		writeLines(this.shownNotes, this.lines, board, this.head);
		// The cycle is not drawn over heads and necks.
		for (const { body } of lane.snakes) {
			for (let i = 0; i < Math.min(2, body.length); i++) if (body[i] >= 0) this.lines[body[i]] &= ~(15 << CYCLE);
		}
		this.numbers.fill(0);
		const heat = this.shownNotes.find(n => n.verb === "heat" && n.heat && !isCycle(n))?.heat;
		if (heat && this.withNumbers && layout.c / this.ratio >= 18) this.planNumbers(heat, lane);
	}

	/** @param {ArrayLike<number|null>} heat @param {Position} lane */
	planNumbers(heat, lane) {
		const { taken, numbers, layout } = this;
		if (!layout) return;
		taken.fill(0);
		for (const snake of lane.snakes) for (let i = 0; i < snake.body.length; i++) taken[snake.body[i]] = 1;
		for (let i = 0; i < (lane.food?.length ?? 0); i++) taken[lane.food?.[i] ?? 0] = 1;
		const room = layout.c / this.ratio >= 30 ? 4 : 3;
		for (let c = 0; c < numbers.length; c++) {
			const v = heat[c];
			if (!isNumber(v) || taken[c] || this.lines[c] >> FIRST & 255) continue;
			numbers[c] = this.id(v, room);
		}
	}

	/** Returns the index in `texts` of the text that shows v. If too many texts are stored, id first drops them all and makes all cells stale. @param {number} v @param {number} room */
	id(v, room) {
		const key = `${v}/${room}`;
		let id = this.ids.get(key);
		if (id === undefined) {
			if (this.texts.length > 4000) {
				this.ids.clear();
				this.texts.length = 1;
				this.paintedLines.fill(-1);
			}
			this.ids.set(key, id = this.texts.push(fitting(v, room)) - 1);
		}
		return id;
	}

	/** Paints what changed. @param {number} now @returns {boolean} whether an animation is running */
	draw(now) {
		const { ctx, lane, layout: l, lines, numbers, paintedLines, paintedNumbers } = this;
		if (!l || !lane || !this.theme) return false;
		for (const c of this.over) paintedLines[c] = -1;
		this.over.clear();
		let stale = 0;
		for (let c = 0; c < lines.length; c++) if (lines[c] !== paintedLines[c]) stale++;
		if (stale > lines.length / 4) this.paintLines(l);
		for (let c = 0; c < lines.length; c++) {
			if (lines[c] === paintedLines[c] && numbers[c] === paintedNumbers[c]) continue;
			paintedLines[c] = lines[c];
			paintedNumbers[c] = numbers[c];
			this.paintCell(c);
		}
		this.rings = this.rings.filter(r => now - r.since < RING);
		const found = scores(this.shownNotes, lane, this.head);
		if (found.length === 0 && this.marked < 0 && this.rings.length === 0) return false;
		ctx.save(); // drawing is limited to the board, because nothing outside it would be repainted
		ctx.beginPath();
		ctx.rect(l.left, l.top, l.w * l.c, l.h * l.c);
		ctx.clip();
		this.paintScores(found);
		if (this.marked >= 0) this.paintMark(this.marked);
		for (const r of this.rings) this.paintRing(r.cell, (now - r.since) / RING);
		ctx.restore();
		return this.rings.length > 0;
	}

	/** Repaints the lines of all cells, in a few long strokes instead of thousands of short ones. @param {import("./layout.js").Layout} l */
	paintLines(l) {
		this.ctx.clearRect(0, 0, l.width, l.height);
		this.pen.all(this.ctx, l, this.lines);
		this.paintedLines.set(this.lines);
		this.paintedNumbers.fill(0);
	}

	/** @param {number} cell */
	paintCell(cell) {
		const { ctx, layout: l, theme, lines, numbers } = this;
		if (!l || !theme) return;
		const { c } = l, x = cellX(l, cell), y = cellY(l, cell), key = lines[cell];
		ctx.clearRect(x, y, c, c);
		if (key !== 0) this.pen.cell(ctx, x, y, c, key);
		if (numbers[cell]) this.paintNumber(x, y, c, this.texts[numbers[cell]], this.under[cell] & LEVEL);
	}

	/** @param {number} x @param {number} y @param {number} c @param {string} text @param {number} level */
	paintNumber(x, y, c, text, level) {
		const { ctx, theme } = this;
		if (!theme) return;
		const floor = level ? theme.heatRGB[level - 1] : theme.floor;
		ctx.font = `${Math.round(Math.min(0.36 * c, 15 * this.ratio))}px ui-sans-serif, system-ui, sans-serif`;
		ctx.textAlign = "center";
		ctx.textBaseline = "middle";
		ctx.fillStyle = contrast(0xffffff, floor) > contrast(0x14181d, floor) ? "rgb(255 255 255 / 0.82)" : "rgb(20 24 29 / 0.82)";
		ctx.fillText(text, x + c / 2, y + c / 2 + 0.02 * c);
	}

	/** Paints the score of each direction beside the head. @param {ReturnType<typeof scores>} found */
	paintScores(found) {
		const { ctx, layout: l, theme } = this;
		if (!l || !theme) return;
		const { c } = l, size = Math.max(10 * this.ratio, Math.min(0.34 * c, 15 * this.ratio));
		ctx.textAlign = "center";
		ctx.textBaseline = "middle";
		let bold = null;
		for (const { cell, dir, score, best } of found) {
			if (best !== bold) ctx.font = `${best ? 600 : 400} ${Math.round(size)}px ui-sans-serif, system-ui, sans-serif`;
			bold = best;
			const text = short(score), width = Math.max(this.width(text, size, best) + 0.8 * size, 1.5 * size), height = 1.5 * size;
			// If the cells are small, the scores are farther away from the head, so they do not overlap.
			const off = Math.max(c, dir & 1 ? width / 2 + 0.6 * c : height + 1) - c;
			let x = cellX(l, cell) + c / 2 + [0, 1, 0, -1][dir] * off, y = cellY(l, cell) + c / 2 + [-1, 0, 1, 0][dir] * off;
			x = Math.min(l.left + l.w * c - width / 2 - 1, Math.max(l.left + width / 2 + 1, x));
			y = Math.min(l.top + l.h * c - height / 2 - 1, Math.max(l.top + height / 2 + 1, y));
			ctx.beginPath();
			ctx.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
			ctx.fillStyle = best ? css(theme.line) : css(theme.halo, 0.78);
			ctx.fill();
			if (!best) {
				ctx.strokeStyle = css(theme.dim, 0.7);
				ctx.lineWidth = Math.max(1, this.ratio);
				ctx.stroke();
			}
			ctx.fillStyle = css(best ? theme.halo : theme.text);
			ctx.fillText(text, x, y + 0.04 * size);
			this.cover(x - width / 2 - 2, y - height / 2 - 2, x + width / 2 + 2, y + height / 2 + 2);
		}
	}

	/** Returns the width of a text in the current font. @param {string} text @param {number} size @param {boolean} best */
	width(text, size, best) {
		const key = `${best ? "b" : ""}${Math.round(size)} ${text}`;
		let width = this.widths.get(key);
		if (width === undefined) {
			if (this.widths.size > 1000) this.widths.clear();
			this.widths.set(key, width = this.ctx.measureText(text).width);
		}
		return width;
	}

	/** @param {number} cell */
	paintMark(cell) {
		const { ctx, layout: l, theme } = this;
		if (!l || !theme) return;
		const { c } = l, x = cellX(l, cell), y = cellY(l, cell), line = Math.max(1.5, 0.07 * c);
		ctx.lineWidth = line;
		ctx.strokeStyle = css(theme.searched);
		ctx.strokeRect(x + line / 2, y + line / 2, c - line, c - line);
		this.over.add(cell);
	}

	/** @param {number} cell @param {number} t from 0 to 1 */
	paintRing(cell, t) {
		const { ctx, layout: l, theme } = this;
		if (!l || !theme) return;
		const { c } = l, x = cellX(l, cell) + c / 2, y = cellY(l, cell) + c / 2, r = (0.4 + 0.75 * (1 - (1 - t) * (1 - t))) * c;
		ctx.lineWidth = Math.max(1, 0.12 * c * (1 - t));
		ctx.strokeStyle = css(theme.meal, 0.9 * (1 - t) + 0.01);
		ctx.save();
		ctx.beginPath(); // drawing is limited to the cells, because the frame around them is not repainted
		ctx.rect(l.left, l.top, l.w * c, l.h * c);
		ctx.clip();
		ctx.beginPath();
		ctx.arc(x, y, r, 0, 7);
		ctx.stroke();
		ctx.restore();
		this.cover(x - 1.3 * c, y - 1.3 * c, x + 1.3 * c, y + 1.3 * c);
	}

	/** Marks the cells of an area for repainting in the next frame. @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
	cover(x1, y1, x2, y2) {
		const l = this.layout;
		if (!l) return;
		const from = Math.max(0, Math.floor((x1 - l.left) / l.c)), to = Math.min(l.w - 1, Math.floor((x2 - l.left) / l.c));
		const above = Math.max(0, Math.floor((y1 - l.top) / l.c)), below = Math.min(l.h - 1, Math.floor((y2 - l.top) / l.c));
		for (let row = above; row <= below; row++) {
			for (let column = from; column <= to; column++) this.over.add((l.h - 1 - row) * l.w + column);
		}
	}
}
