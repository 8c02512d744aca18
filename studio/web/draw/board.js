// A Board draws a game into an element. One canvas has the floor, walls, food and bodies; a second
// canvas above it has the overlays. Usage:
//
//	const b = new Board(host, { onCell: (cell, phase) => ... });
//	b.show(position);                        or between two turns: b.show(position, { from, t: 0.3 })
//	b.notes(thought.notes, { seat: 0 });     the overlays, until the next call
//	b.close();
//
// All boards are drawn in the same animation frame, at most once per frame.

import { forget, nextFrame } from "./frame.js";
import { cellAt, cellX, cellY, fit } from "./layout.js";
import { Overlay } from "./overlay.js";
import { Painter } from "./painter.js";
import { onTheme, reducedMotion, themeOf } from "./theme.js";

/**
 * @typedef {object} Snake
 * @property {ArrayLike<number>} body cells, head first; a cell occurs once for each segment on it
 * @property {number} [health]
 * @property {string} [dead] the cause of its death
 * @property {string} [color] missing means the theme's colour
 * @property {string} [name]
 */

/**
 * @typedef {object} Position the content of a board; cells count from the bottom left
 * @property {number} w
 * @property {number} h
 * @property {boolean} [wraps]
 * @property {Uint8Array} [ground] of each cell: FLOOR, WALL or HEDGE
 * @property {ArrayLike<number>} [food]
 * @property {Uint8Array} [hazards] layers in each cell
 * @property {Snake[]} snakes
 */

/** @typedef {import("./notes.js").Note} Note */

/**
 * @typedef {object} Options
 * @property {(cell: number, phase: "down"|"move"|"up", event: PointerEvent) => void} [onCell] called for a press on a cell, and for each further cell of a drag
 * @property {number} [most] the largest side of a cell in CSS pixels
 */

export class Board {
	/** @type {HTMLElement} */ host;
	/** @type {Options} */ options;
	/** @type {HTMLCanvasElement} */ canvas;
	/** @type {Overlay} */ overlay;
	/** @type {Position|null} */ lane = null;
	/** @type {Position|null} */ before = null;
	t = 1;
	/** @type {import("./layout.js").Layout} */ layout = { w: 0, h: 0, c: 0, left: 0, top: 0, width: 0, height: 0 };
	/** @type {import("./theme.js").Theme} */ theme;
	ratio = 1;
	shown = true;

	/**
	 * @param {HTMLElement} host the element that the board fills; its size must not depend on its content
	 * @param {Options} [options]
	 */
	constructor(host, options = {}) {
		this.host = host;
		this.options = options;
		host.classList.add("board");
		this.canvas = document.createElement("canvas");
		this.overlay = new Overlay();
		for (const canvas of [this.canvas, this.overlay.canvas]) {
			canvas.setAttribute("aria-hidden", "true");
			canvas.style.position = "absolute";
			canvas.width = canvas.height = 0; // the canvas is empty until the first position, so that it does not widen the page
		}
		this.overlay.canvas.style.pointerEvents = "none";
		host.append(this.canvas, this.overlay.canvas);
		const ctx = this.canvas.getContext("2d");
		if (!ctx) throw new Error("this browser does not support the canvas");
		this.theme = themeOf(host);
		this.painter = new Painter(ctx, this.theme, (cell, now) => this.overlay.ring(cell, now));
		this.resized = new ResizeObserver(() => this.look()); // the observer also reports when the host is attached to the page, which can change the theme
		this.resized.observe(host);
		this.seen = new IntersectionObserver(entries => {
			this.shown = entries[entries.length - 1].isIntersecting;
			if (this.shown) nextFrame(this);
		});
		this.seen.observe(host);
		this.stopTheme = onTheme(() => this.look());
		if (options.onCell) this.listen(options.onCell);
		this.resize();
	}

	/**
	 * Draws a position in the next frame. With `from`, it draws a state between the two positions:
	 * `from` at t = 0, `lane` at t = 1. The caller must not change the positions until the next call.
	 * @param {Position} lane
	 * @param {{from?: Position|null, t?: number}} [motion]
	 */
	show(lane, { from = null, t = 1 } = {}) {
		const was = this.lane;
		if (!was || was.w !== lane.w || was.h !== lane.h) {
			if (was) this.overlay.notes([], 0, true); // the old notes belong to another board
			this.lane = lane;
			this.resize();
		} else if (was.wraps !== lane.wraps) this.painter.look(this.theme, !!lane.wraps);
		if (reducedMotion() && from) {
			if (t <= 0) lane = from;
			from = null;
			t = 1;
		}
		this.lane = lane;
		this.before = t < 1 ? from : null;
		this.t = t;
		this.overlay.position(lane);
		nextFrame(this);
	}

	/**
	 * Shows overlays, until the next call.
	 * @param {Note[]} notes
	 * @param {{seat?: number, numbers?: boolean}} [options] the snake whose overlays they are; whether to write the numbers of a heat
	 */
	notes(notes, options = {}) {
		this.overlay.notes(notes, options.seat ?? 0, options.numbers ?? true);
		nextFrame(this);
	}

	/**
	 * Marks a cell by a square, such as the keyboard's cursor; -1 removes the mark.
	 * @param {number} cell
	 */
	mark(cell) {
		this.overlay.marked = cell;
		if (cell >= 0) this.overlay.over.add(cell);
		nextFrame(this);
	}

	/**
	 * Returns the cell below a pointer; -1 outside the board.
	 * @param {{clientX: number, clientY: number}} event
	 */
	cellAt(event) {
		const box = this.canvas.getBoundingClientRect();
		const scale = this.canvas.width / box.width;
		return cellAt(this.layout, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
	}

	/**
	 * Returns the middle of a cell in CSS pixels of the host.
	 * @param {number} cell
	 */
	middleOf(cell) {
		const box = this.canvas.getBoundingClientRect(), host = this.host.getBoundingClientRect(), l = this.layout;
		return {
			x: box.left - host.left + (cellX(l, cell) + l.c / 2) / this.ratio,
			y: box.top - host.top + (cellY(l, cell) + l.c / 2) / this.ratio,
		};
	}

	/** Releases the board and empties its host. */
	close() {
		forget(this);
		this.resized.disconnect();
		this.seen.disconnect();
		this.stopTheme();
		this.canvas.remove();
		this.overlay.canvas.remove();
	}

	/** @param {NonNullable<Options["onCell"]>} onCell */
	listen(onCell) {
		let last = -1;
		this.canvas.style.touchAction = "none";
		this.canvas.addEventListener("pointerdown", e => {
			const cell = this.cellAt(e);
			if (cell < 0) return;
			this.canvas.setPointerCapture(e.pointerId);
			onCell(last = cell, "down", e);
		});
		this.canvas.addEventListener("pointermove", e => {
			if (last < 0) return;
			const cell = this.cellAt(e);
			if (cell >= 0 && cell !== last) onCell(last = cell, "move", e);
		});
		for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
			this.canvas.addEventListener(end, e => {
				if (last >= 0) onCell(last, "up", e);
				last = -1;
			});
		}
	}

	/** Adapts to changes of the theme and of the size. */
	look() {
		const theme = themeOf(this.host);
		if (theme.id !== this.theme.id) {
			this.theme = theme;
			this.overlay.look(theme);
			this.painter.look(theme, !!this.lane?.wraps);
			nextFrame(this);
		}
		this.resize();
	}

	resize() {
		const { lane, host } = this;
		const ratio = Math.min(3, window.devicePixelRatio || 1);
		if (!lane) return;
		const width = Math.floor(host.clientWidth * ratio);
		const height = Math.floor(host.clientHeight * ratio);
		if (width < lane.w || height < lane.h) return;
		const l = fit(lane.w, lane.h, width, height, (this.options.most ?? Infinity) * ratio);
		this.place(l, ratio);
		const same = l.c === this.layout.c && l.w === this.layout.w && l.h === this.layout.h;
		if (same && ratio === this.ratio) return;
		this.layout = l;
		this.ratio = ratio;
		for (const canvas of [this.canvas, this.overlay.canvas]) {
			canvas.width = l.width;
			canvas.height = l.height;
		}
		this.overlay.size(l, ratio, this.theme);
		this.painter.theme = this.theme;
		this.painter.size(l, this.overlay.under, !!lane.wraps);
		nextFrame(this);
	}

	/**
	 * Centres the canvases in the host, aligned to device pixels.
	 * @param {import("./layout.js").Layout} l
	 * @param {number} ratio
	 */
	place(l, ratio) {
		const { host } = this, box = host.getBoundingClientRect();
		/** @param {number} room @param {number} size @param {number} begin */
		const at = (room, size, begin) => (Math.round(begin * ratio + (room * ratio - size) / 2) - begin * ratio) / ratio;
		const left = at(host.clientWidth, l.width, box.left + host.clientLeft), top = at(host.clientHeight, l.height, box.top + host.clientTop + scrollY);
		for (const { style } of [this.canvas, this.overlay.canvas]) {
			Object.assign(style, { left: `${left}px`, top: `${top}px`, width: `${l.width / ratio}px`, height: `${l.height / ratio}px` });
		}
	}

	/**
	 * Paints what changed.
	 * @param {number} now
	 * @returns {boolean} whether an animation is running
	 */
	draw(now) {
		const { lane, layout: l } = this;
		if (!lane || !this.shown || l.c === 0 || l.w !== lane.w || l.h !== lane.h) return false;
		this.overlay.plan();
		const busy = this.painter.draw(lane, this.before, this.t, now);
		return this.overlay.draw(now) || busy;
	}
}
