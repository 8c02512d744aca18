// Draws the lines of overlays, which are the cycle and paths: cell by cell, or for all cells at once.

import { css, mix } from "./colour.js";
import { cellX, cellY } from "./layout.js";
import { ARROW, CYCLE, FIRST, OTHER, SHADE, SHADES } from "./notes.js";

/** @typedef {CanvasRenderingContext2D} Ctx */

export class Pen {
	/** @type {string[]} colours of the cycle, from its first cell to its last */ shades = [];

	/** @param {import("./theme.js").Theme|null} theme */
	constructor(theme) {
		this.theme = theme;
		if (theme) this.shades = Array.from({ length: SHADES }, (_, i) => css(mix(theme.seats[3], theme.searched, i / (SHADES - 1)), 0.75));
	}

	/**
	 * Returns the strokes of a path, the lower one first.
	 * @param {number} shift FIRST or OTHER
	 * @param {number} c
	 */
	strokes(shift, c) {
		const { theme } = this;
		if (!theme) return [];
		const thick = Math.max(1, (shift === FIRST ? 0.11 : 0.08) * c), line = { style: css(shift === FIRST ? theme.line : theme.searched), thick };
		return c < 8 ? [line] : [{ style: css(theme.halo, 0.55), thick: thick + Math.max(2, 0.09 * c) }, line];
	}

	/**
	 * Draws the lines of one empty cell.
	 * @param {Ctx} ctx
	 * @param {number} x
	 * @param {number} y
	 * @param {number} c
	 * @param {number} key
	 */
	cell(ctx, x, y, c, key) {
		const cycle = key >> CYCLE & 15, bends = bend(cycle) || bend(key >> FIRST & 15) || bend(key >> OTHER & 15);
		if (bends) {
			ctx.save(); // antialiasing would leave a trace outside the cell
			ctx.beginPath();
			ctx.rect(x, y, c, c);
			ctx.clip();
		}
		if (cycle) {
			begin(ctx, this.shades[key >> SHADE & 31], Math.max(1, 0.07 * c));
			strip(ctx, x, y, c, cycle);
			ctx.stroke();
		}
		for (const shift of [OTHER, FIRST]) {
			const links = key >> shift & 15;
			if (!links) continue;
			for (const { style, thick } of this.strokes(shift, c)) {
				begin(ctx, style, thick);
				strip(ctx, x, y, c, links);
				ctx.stroke();
			}
			this.arrow(ctx, x, y, c, key, shift);
		}
		if (bends) ctx.restore();
	}

	/**
	 * Draws the lines of all cells on an empty canvas, each kind in one stroke.
	 * @param {Ctx} ctx
	 * @param {import("./layout.js").Layout} l
	 * @param {Int32Array} lines
	 */
	all(ctx, l, lines) {
		const { c } = l, n = lines.length;
		/** @type {number[][]} the cells of each shade */
		const byShade = [];
		let paths = 0;
		for (let cell = 0; cell < n; cell++) {
			if (lines[cell] >> CYCLE & 15) (byShade[lines[cell] >> SHADE & 31] ??= []).push(cell);
			paths |= lines[cell];
		}
		byShade.forEach((cells, shade) => {
			begin(ctx, this.shades[shade], Math.max(1, 0.07 * c));
			for (const cell of cells) strip(ctx, cellX(l, cell), cellY(l, cell), c, lines[cell] >> CYCLE & 15);
			ctx.stroke();
		});
		for (const shift of [OTHER, FIRST]) {
			if (!(paths >> shift & 15)) continue;
			for (const { style, thick } of this.strokes(shift, c)) {
				begin(ctx, style, thick);
				for (let cell = 0; cell < n; cell++) {
					const links = lines[cell] >> shift & 15;
					if (links) strip(ctx, cellX(l, cell), cellY(l, cell), c, links);
				}
				ctx.stroke();
			}
			for (let cell = 0; cell < n; cell++) if (lines[cell] >> ARROW & 7) this.arrow(ctx, cellX(l, cell), cellY(l, cell), c, lines[cell], shift);
		}
	}

	/** Draws the arrow at the end of a path, if one ends in this cell. @param {Ctx} ctx @param {number} x @param {number} y @param {number} c @param {number} key @param {number} shift */
	arrow(ctx, x, y, c, key, shift) {
		const { theme } = this, dir = (key >> ARROW & 7) - 1, links = key >> shift & 15;
		if (!theme || dir < 0 || links === 0 || (links & links - 1) !== 0) return;
		ctx.save();
		ctx.translate(x + c / 2, y + c / 2);
		ctx.rotate((dir - 1) * Math.PI / 2);
		ctx.beginPath();
		ctx.moveTo(0.34 * c, 0);
		ctx.lineTo(-0.1 * c, -0.24 * c);
		ctx.lineTo(-0.02 * c, 0);
		ctx.lineTo(-0.1 * c, 0.24 * c);
		ctx.closePath();
		ctx.lineJoin = "round";
		ctx.strokeStyle = css(theme.halo, 0.7);
		ctx.lineWidth = Math.max(1, 0.08 * c);
		if (c >= 8) ctx.stroke();
		ctx.fillStyle = css(shift === FIRST ? theme.line : theme.searched);
		ctx.fill();
		ctx.restore();
	}
}

/** Reports whether links join two sides by an arc. @param {number} links */
function bend(links) { return links === 3 || links === 6 || links === 12 || links === 9; }

/** @param {Ctx} ctx @param {string} style @param {number} thick */
function begin(ctx, style, thick) {
	ctx.strokeStyle = style;
	ctx.lineWidth = thick;
	ctx.lineCap = "butt";
	ctx.beginPath();
}

/**
 * Adds the lines that link some sides of a cell: a straight line or a bend between two
 * sides, otherwise a line from the middle to each side.
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} c
 * @param {number} links
 */
function strip(ctx, x, y, c, links) {
	const h = c / 2, mx = x + h, my = y + h;
	switch (links) {
		case 3: ctx.moveTo(x + c, my); ctx.arc(x + c, y, h, 0.5 * Math.PI, Math.PI); break;
		case 6: ctx.moveTo(mx, y + c); ctx.arc(x + c, y + c, h, Math.PI, 1.5 * Math.PI); break;
		case 12: ctx.moveTo(x, my); ctx.arc(x, y + c, h, 1.5 * Math.PI, 2 * Math.PI); break;
		case 9: ctx.moveTo(mx, y); ctx.arc(x, y, h, 0, 0.5 * Math.PI); break;
		case 5: ctx.moveTo(mx, y); ctx.lineTo(mx, y + c); break;
		case 10: ctx.moveTo(x, my); ctx.lineTo(x + c, my); break;
		default:
			for (let d = 0; d < 4; d++) {
				if (!(links & 1 << d)) continue;
				ctx.moveTo(mx, my);
				ctx.lineTo(mx + [0, h, 0, -h][d], my + [-h, 0, h, 0][d]);
			}
	}
}
