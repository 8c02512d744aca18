// The floor of a cell and what is on it: walls, edible walls, hazards, food.

import { css, mix, parse } from "./colour.js";
import { cellX, cellY } from "./layout.js";
import { BORDER, LEVEL, MARK, OWNER } from "./notes.js";

/** The kinds of ground. */
export const FLOOR = 0, WALL = 1, HEDGE = 2;

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Ctx */

/**
 * Images of single cells, made when first needed. A cell is drawn as an image because the antialiasing
 * of a path could change pixels of the next cells.
 */
export class Sprites {
	/** @type {Map<string, HTMLCanvasElement>} */
	images = new Map();

	/**
	 * Returns the image with this name, c pixels wide and high; `draw` paints it the first time.
	 * @param {string} name
	 * @param {number} c
	 * @param {(ctx: CanvasRenderingContext2D, c: number) => void} draw
	 */
	get(name, c, draw) {
		let picture = this.images.get(name);
		if (!picture) {
			picture = document.createElement("canvas");
			picture.width = picture.height = c;
			const ctx = picture.getContext("2d");
			if (ctx) draw(ctx, c);
			this.images.set(name, picture);
		}
		return picture;
	}

	clear() { this.images.clear(); }
}

/**
 * Paints a hazard: diagonal lines that continue in the next cell, denser and darker with
 * the number of layers.
 * @param {Ctx} ctx
 * @param {number} c
 * @param {number} count
 * @param {import("./theme.js").Theme} theme
 */
export function hatch(ctx, c, count, theme) {
	ctx.fillStyle = css(theme.hazard, Math.min(0.5, 0.1 + 0.09 * count));
	ctx.fillRect(0, 0, c, c);
	if (c < 6) return;
	const lines = count > 2 && c >= 16 ? 4 : count > 1 && c >= 12 ? 3 : 2;
	ctx.strokeStyle = css(theme.hazard, Math.min(0.85, 0.35 + 0.12 * count));
	ctx.lineWidth = Math.max(1, c / 16);
	ctx.beginPath();
	for (let i = 0; i < 2 * lines; i++) {
		const s = c * (i + 0.5) / lines;
		ctx.moveTo(s - 2 * c, 2 * c);
		ctx.lineTo(s + c, -c);
	}
	ctx.stroke();
}

/**
 * Paints an edible wall: rows of bricks with mortar between them. Each row is shifted by half a brick
 * from the last.
 * @param {Ctx} ctx
 * @param {number} c
 * @param {import("./theme.js").Theme} theme
 */
export function hedge(ctx, c, theme) {
	if (c < 6) {
		ctx.fillStyle = css(theme.brick);
		ctx.fillRect(0, 0, c - 1, c - 1);
		return;
	}
	const rows = c < 14 ? 2 : 3, line = Math.max(1, Math.round(0.05 * c)), inset = Math.max(0, Math.round(0.03 * c));
	ctx.beginPath();
	ctx.roundRect(inset, inset, c - 2 * inset, c - 2 * inset, 0.1 * c);
	ctx.clip();
	ctx.fillStyle = css(theme.mortar);
	ctx.fillRect(0, 0, c, c);
	const light = css(mix(theme.brick, 0xffffff, theme.dark ? 0.12 : 0.25));
	for (let i = 0; i < rows; i++) {
		const top = Math.round(i * (c + line) / rows), height = Math.round((i + 1) * (c + line) / rows) - top - line;
		// Each row begins half a brick farther on; a brick is 0.62 of the cell wide.
		const width = Math.round(0.62 * c), first = i % 2 === 0 ? -Math.round(0.18 * c) : -Math.round(0.5 * c);
		for (let x = first; x < c; x += width + line) {
			ctx.fillStyle = css(theme.brick);
			ctx.fillRect(x, top, width, height);
			if (c < 14) continue;
			ctx.fillStyle = light;
			ctx.fillRect(x, top, width, Math.max(1, Math.round(0.03 * c)));
		}
	}
}

/**
 * Paints food around a point; size 1 is its full size.
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} c
 * @param {number} size
 * @param {import("./theme.js").Theme} theme
 */
export function apple(ctx, x, y, c, size, theme) {
	const r = (c < 8 ? 0.42 : 0.3) * c * size;
	if (r <= 0) return;
	ctx.fillStyle = css(theme.meal);
	if (c < 5) {
		ctx.fillRect(x - c / 2, y - c / 2, c, c);
		return;
	}
	ctx.beginPath();
	ctx.arc(x, y + (c < 14 ? 0 : 0.04 * c), r, 0, 7);
	ctx.fill();
	if (c < 14) return;
	ctx.fillStyle = css(mix(theme.meal, 0xffffff, 0.55));
	ctx.beginPath();
	ctx.ellipse(x - 0.36 * r, y - 0.28 * r + 0.04 * c, 0.2 * r, 0.13 * r, -0.7, 0, 7);
	ctx.fill();
	ctx.fillStyle = css(theme.stem);
	ctx.beginPath();
	ctx.ellipse(x + 0.34 * r, y - 1.08 * r + 0.04 * c, 0.4 * r, 0.19 * r, -0.5, 0, 7);
	ctx.fill();
}

/**
 * Paints a wall. A corner is round if no other wall joins it.
 * @param {Ctx} ctx
 * @param {number} c
 * @param {number} joins a bit for each direction in which there is a wall
 * @param {import("./theme.js").Theme} theme
 */
export function wall(ctx, c, joins, theme) {
	ctx.fillStyle = css(theme.wall);
	if (c < 6) {
		ctx.fillRect(0, 0, c, c);
		return;
	}
	const r = c * 0.24;
	const up = joins & 1, right = joins & 2, down = joins & 4, left = joins & 8;
	ctx.beginPath();
	ctx.roundRect(0, 0, c, c, [up || left ? 0 : r, up || right ? 0 : r, down || right ? 0 : r, down || left ? 0 : r]);
	ctx.fill();
	// A light upper edge and a dark lower edge make the wall look raised.
	const edge = Math.max(1, Math.round(c / 14));
	const inset = r * 0.8;
	if (!up) {
		ctx.fillStyle = css(mix(theme.wall, 0xffffff, 0.28));
		ctx.fillRect(left ? 0 : inset, 0, c - (left ? 0 : inset) - (right ? 0 : inset), edge);
	}
	if (!down) {
		ctx.fillStyle = css(mix(theme.wall, 0x000000, 0.28));
		ctx.fillRect(left ? 0 : inset, c - edge, c - (left ? 0 : inset) - (right ? 0 : inset), edge);
	}
}

/**
 * Paints a cell's floor with the tints of overlays.
 * @param {Ctx} ctx
 * @param {import("./layout.js").Layout} l
 * @param {number} cell
 * @param {number} key the tints, in the bits of notes.js
 * @param {(owner: number) => string|undefined} colourOf the colour of a seat's snake
 * @param {import("./theme.js").Theme} theme
 */
export function floor(ctx, l, cell, key, colourOf, theme) {
	const { c } = l, x = cellX(l, cell), y = cellY(l, cell), level = key & LEVEL;
	const odd = (cell % l.w + Math.floor(cell / l.w)) % 2 === 1 && c >= 6;
	ctx.fillStyle = level ? theme.heat[level - 1] : css(odd ? theme.check : theme.floor);
	ctx.fillRect(x, y, c, c);
	const owner = (key >> OWNER & 15) - 1;
	if (owner >= 0) {
		const colour = parse(colourOf(owner) ?? "") ?? theme.seats[owner % theme.seats.length];
		ctx.fillStyle = css(colour, theme.dark ? 0.2 : 0.24);
		ctx.fillRect(x, y, c, c);
		ctx.fillStyle = css(colour, 0.8);
		const b = Math.max(1, Math.round(c / 18)), sides = key >> BORDER;
		if (sides & 1) ctx.fillRect(x, y, c, b);
		if (sides & 2) ctx.fillRect(x + c - b, y, b, c);
		if (sides & 4) ctx.fillRect(x, y + c - b, c, b);
		if (sides & 8) ctx.fillRect(x, y, b, c);
	}
	if (key & MARK) {
		ctx.fillStyle = css(theme.searched, theme.dark ? 0.24 : 0.2);
		ctx.fillRect(x, y, c, c);
		if (c < 12) return;
		ctx.fillStyle = css(theme.searched, 0.75);
		ctx.beginPath();
		ctx.arc(x + c / 2, y + c / 2, Math.max(1, 0.06 * c), 0, 7);
		ctx.fill();
	}
}

/**
 * Marks a dead head.
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} c
 * @param {import("./theme.js").Theme} theme
 */
export function cross(ctx, x, y, c, theme) {
	const r = 0.3 * c;
	ctx.lineCap = "round";
	for (const [style, width] of /** @type {[string, number][]} */ ([[css(theme.halo, 0.85), 0.24], [css(theme.bad), 0.13]])) {
		ctx.strokeStyle = style;
		ctx.lineWidth = Math.max(1.5, width * c);
		ctx.beginPath();
		ctx.moveTo(x - r, y - r);
		ctx.lineTo(x + r, y + r);
		ctx.moveTo(x + r, y - r);
		ctx.lineTo(x - r, y + r);
		ctx.stroke();
	}
}

/**
 * Paints the frame around the cells of an empty canvas: a line, or dashes if the board
 * wraps.
 * @param {Ctx} ctx
 * @param {import("./layout.js").Layout} l
 * @param {boolean} wraps
 * @param {import("./theme.js").Theme} theme
 */
export function frame(ctx, l, wraps, theme) {
	ctx.clearRect(0, 0, l.width, l.height);
	ctx.fillStyle = css(theme.frame);
	const m = l.left;
	if (!wraps) {
		ctx.beginPath();
		ctx.roundRect(0, 0, l.width, l.height, l.c < 6 ? 0 : Math.min(2.2 * m, l.c / 3));
		ctx.fill();
		return;
	}
	const dash = Math.max(2, Math.round(l.c / 2));
	for (let x = l.left + Math.floor(dash / 2); x < l.width - m; x += 2 * dash) {
		ctx.fillRect(x, 0, dash, m);
		ctx.fillRect(x, l.height - m, dash, m);
	}
	for (let y = l.top + Math.floor(dash / 2); y < l.height - m; y += 2 * dash) {
		ctx.fillRect(0, y, m, dash);
		ctx.fillRect(l.width - m, y, m, dash);
	}
}
