// A Strand describes a body as the line through the middles of its cells. It computes the directions
// of the line in each cell, and where the ends of the line are while the body moves from one position
// to the next. It draws nothing.
//
// Places along the line are measured in cells: 0 is the middle of the first cell, 0.5 the edge between
// the first and the second cell, and 1 the middle of the second cell. The head is at the place `from`,
// and the tip of the tail at the place `to`. While the body moves, the line includes the cell that the
// tail leaves.

import { NONE, dirTo } from "./layout.js";

/** The number of shades along a body. */
export const LEVELS = 48;

export class Strand {
	/** Cells along the line, head first; stacked segments count once. */
	cells = new Int32Array(16);
	/** The direction from each cell to the one before it, towards the head. */
	fore = new Uint8Array(16);
	/** The direction from each cell to the one after it, towards the tail. */
	aft = new Uint8Array(16);
	length = 0;
	from = 0;
	to = 0;
	/** 1 if stacked segments keep the tail in its cell in the next move, 0 if the tail leaves the cell; between two turns, a value between these. */
	blunt = 0;
	/** Whether the head glides from the second cell to the first. */
	moves = false;

	/**
	 * Sets the line of a body that does not move.
	 * @param {ArrayLike<number>} body head first
	 * @param {number} w
	 * @param {number} h
	 * @param {boolean} wraps
	 */
	set(body, w, h, wraps) {
		const n = body.length;
		if (this.cells.length < n + 1) {
			this.cells = new Int32Array(2 * n);
			this.fore = new Uint8Array(2 * n);
			this.aft = new Uint8Array(2 * n);
		}
		this.length = 0;
		for (let i = 0; i < n; i++) {
			// The head of a dead snake may be off the board.
			if (body[i] >= 0 && (i === 0 || body[i] !== body[i - 1])) this.add(body[i], w, h, wraps);
		}
		this.from = 0;
		this.to = this.length - 1;
		this.blunt = n > 1 && body[n - 1] === body[n - 2] ? 1 : 0;
		this.moves = false;
	}

	/** @param {number} cell @param {number} w @param {number} h @param {boolean} wraps */
	add(cell, w, h, wraps) {
		const i = this.length++;
		this.cells[i] = cell;
		this.aft[i] = NONE;
		this.fore[i] = NONE;
		if (i > 0) {
			const dir = dirTo(w, h, wraps, this.cells[i - 1], cell);
			this.aft[i - 1] = dir;
			this.fore[i] = dir === NONE ? NONE : (dir + 2) & 3;
		}
	}

	/**
	 * Sets the line of a body that moves from `before` to `body`, when the part t (0 to 1) of the turn has
	 * passed. If the body cannot have made this move, the line is that of `body`.
	 * @param {ArrayLike<number>} before
	 * @param {ArrayLike<number>} body
	 * @param {number} t
	 * @param {{w: number, h: number, wraps?: boolean}} board
	 */
	glide(before, body, t, { w, h, wraps = false }) {
		this.set(body, w, h, wraps);
		const n = body.length, m = before.length;
		if (this.length === 0 || m === 0) return;
		const stayed = before[m - 1] === body[n - 1];
		if (before[0] !== body[0] && body[0] >= 0) {
			const dir = dirTo(w, h, wraps, body[0], before[0]);
			const neck = n === 1 ? before[m - 1] : body[1]; // a body of one cell has no neck
			if (dir === NONE || neck !== before[0]) return;
			this.moves = true;
			this.from = 1 - t;
		}
		const leaves = !stayed && dirTo(w, h, wraps, body[n - 1], before[m - 1]) !== NONE && !(n === 1 && this.moves === false);
		if (leaves) {
			this.add(before[m - 1], w, h, wraps);
			this.to = this.length - 1 - t;
		}
		const blunt = m > 1 && before[m - 1] === before[m - 2] ? 1 : 0;
		this.blunt += (blunt - this.blunt) * (1 - t);
	}

	/** The length of the tapering tail, in cells from its tip. */
	get taper() { return Math.min(4, this.to - this.from); }

	/**
	 * Reports whether the piece in cell i is near an end, and so changes while the body moves. All other
	 * pieces look the same for the whole turn.
	 * @param {number} i
	 */
	isNearEnd(i) { return i - this.from < 0.75 || (i === 1 && this.moves) || i > this.to - this.taper - 0.5; }

	/**
	 * Returns the width of the line at a place, as a part of the full width. A tail shorter than a cell
	 * has a wider tip, because its sides must not be steeper than those of a longer tail.
	 * @param {number} at
	 */
	width(at) {
		const taper = this.taper;
		if (taper <= 0) return 1;
		const t = Math.min(1, Math.max(0, (this.to - at) / taper));
		const tip = 1 - 0.72 * Math.min(1, taper);
		const thin = tip + (1 - tip) * (1 - (1 - t) * (1 - t));
		return thin + (1 - thin) * this.blunt;
	}

	/**
	 * Returns the shade of the piece in cell i. A short body uses only shades near that of the head, so
	 * neighbouring pieces never differ much.
	 * @param {number} i
	 */
	level(i) { return Math.min(LEVELS - 1, Math.floor(i * LEVELS / Math.max(this.length, 1.25 * LEVELS))); }
}

/** The most points that centreLine returns, and how many numbers each point has. */
export const POINTS = 24, SPAN = 6;

/**
 * Returns points of the line within one cell. Coordinates are in cells from the middle of the cell; y
 * grows downwards. The line comes from the side `fore` and goes to the side `aft`. Of this line, the
 * points cover the places from lo to hi, which are between -0.5 and 0.5; 0 is the middle. The radius
 * of a corner is as large as the line reaches on both sides, so a growing line bends smoothly.
 *
 * Each point has six numbers: x and y; x and y of the normal; its place along the line; the radius of
 * the bend. The radius is positive if the centre of the bend is on the side of the normal, and 0 on a
 * straight line.
 * @param {number} fore
 * @param {number} aft
 * @param {number} lo
 * @param {number} hi
 * @param {Float64Array} out room for POINTS points of SPAN numbers
 * @returns {number} the number of points
 */
export function centreLine(fore, aft, lo, hi, out) {
	let n = 0;
	/** @param {number} x @param {number} y @param {number} tx @param {number} ty @param {number} at @param {number} radius */
	const put = (x, y, tx, ty, at, radius) => {
		out[SPAN * n] = x;
		out[SPAN * n + 1] = y;
		out[SPAN * n + 2] = -ty;
		out[SPAN * n + 3] = tx;
		out[SPAN * n + 4] = at;
		out[SPAN * n + 5] = radius;
		n++;
	};
	// Directions of travel from head to tail: in against fore, out along aft.
	const ix = fore === NONE ? SX[aft] : -SX[fore], iy = fore === NONE ? SY[aft] : -SY[fore];
	const ox = aft === NONE ? ix : SX[aft], oy = aft === NONE ? iy : SY[aft];
	const turns = ix !== ox || iy !== oy;
	const r = turns ? Math.max(0, Math.min(0.5, -lo, hi)) : 0;
	const bend = ix * oy - iy * ox; // 1 to the right, -1 to the left
	/** @param {number} a @param {number} b @param {number} x @param {number} y */
	const straight = (a, b, x, y) => {
		const steps = Math.max(1, Math.ceil((b - a) / 0.17));
		for (let i = 0; i <= steps; i++) {
			const at = a + (b - a) * i / steps;
			put(x * at, y * at, x, y, at, 0);
		}
	};
	if (!turns) {
		straight(lo, hi, ix, iy);
		return n;
	}
	if (lo < -r) straight(lo, -r, ix, iy);
	if (r > 0) {
		// A quarter of a circle around a point r back and r sideways from the corner.
		const cx = -ix * r + ox * r, cy = -iy * r + oy * r;
		for (let i = 0; i <= 8; i++) {
			const angle = Math.PI / 2 * i / 8, s = Math.sin(angle), k = Math.cos(angle);
			put(cx - ox * r * k + ix * r * s, cy - oy * r * k + iy * r * s, ix * k + ox * s, iy * k + oy * s, -r + 2 * r * i / 8, bend * r);
		}
	}
	if (hi > r) straight(Math.max(lo, r), hi, ox, oy);
	return n;
}

/** The steps on the screen by direction, and no step for NONE. */
const SX = [0, 1, 0, -1, 0];
const SY = [-1, 0, 1, 0, 0];
