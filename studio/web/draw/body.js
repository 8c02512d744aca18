// Paints bodies: the pieces that cross their cells, the pieces near the moving ends, and heads. A
// piece is the part of a body in one cell.

import { NONE } from "./layout.js";
import { LEVELS, POINTS, SPAN, centreLine } from "./strand.js";

/** @typedef {import("./skin.js").Skin} Skin */
/** @typedef {import("./ground.js").Ctx} Ctx */

/**
 * @typedef {object} Build the thickness of bodies, in device pixels
 * @property {number} c the side of a cell
 * @property {number} thick
 * @property {number} edge
 * @property {number} shine
 */

/**
 * Fits the thickness to whole pixels, so that straight sides are crisp.
 * @param {number} c
 * @returns {Build}
 */
export function build(c) {
	if (c < 8) return { c, thick: Math.max(1, c - 1), edge: 0, shine: 0 };
	/** Rounds a thickness to whole pixels that leave an even number of pixels of the cell. @param {number} v */
	const even = v => { const r = Math.round(v); return (c - r) % 2 === 0 ? r : r < v ? r + 1 : r - 1; };
	const thick = even(0.78 * c);
	const edge = c < 12 ? 1 : Math.max(1, Math.round(0.045 * c));
	return { c, thick, edge, shine: c < 16 ? 0 : even(0.3 * c) };
}

/**
 * Paints a piece that crosses its cell from side to side.
 * @param {Ctx} ctx
 * @param {number} x the cell's left side
 * @param {number} y its upper side
 * @param {Build} b
 * @param {number} fore
 * @param {number} aft
 * @param {Skin} skin
 * @param {number} level
 */
export function crossing(ctx, x, y, b, fore, aft, skin, level) {
	const bends = ((fore ^ aft) & 1) === 1 && b.c >= 8;
	if (bends) {
		// Clipping to the cell removes the antialiased pixels of an arc's ends in the next cells.
		ctx.save();
		ctx.beginPath();
		ctx.rect(x, y, b.c, b.c);
		ctx.clip();
	}
	band(ctx, x, y, b.c, b.thick, fore, aft, b.edge ? skin.edge[level] : skin.fill[level]);
	if (b.edge) band(ctx, x, y, b.c, b.thick - 2 * b.edge, fore, aft, skin.fill[level]);
	if (b.shine) band(ctx, x, y, b.c, b.shine, fore, aft, skin.shine[level]);
	if (bends) ctx.restore();
}

/**
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} c
 * @param {number} thick
 * @param {number} fore
 * @param {number} aft
 * @param {string} style
 */
function band(ctx, x, y, c, thick, fore, aft, style) {
	const gap = (c - thick) / 2;
	ctx.fillStyle = style;
	if (((fore ^ aft) & 1) === 0) {
		if (fore & 1) ctx.fillRect(x, y + gap, c, thick);
		else ctx.fillRect(x + gap, y, thick, c);
		return;
	}
	const up = fore === 0 || aft === 0, right = fore === 1 || aft === 1;
	if (c < 8) {
		// A square corner consists of the middle and an arm to each of the two sides.
		ctx.fillRect(right ? x + gap : x, y + gap, c - gap, thick);
		ctx.fillRect(x + gap, up ? y : y + gap, thick, c - gap);
		return;
	}
	const cx = right ? x + c : x, cy = up ? y : y + c;
	const start = up ? (right ? 0.5 : 0) : (right ? 1 : 1.5);
	ctx.beginPath();
	ctx.arc(cx, cy, gap + thick, start * Math.PI, (start + 0.5) * Math.PI);
	ctx.arc(cx, cy, gap, (start + 0.5) * Math.PI, start * Math.PI, true);
	ctx.fill();
}

const points = new Float64Array(SPAN * POINTS);

/**
 * Adds the outline of a strand's part in the cell at i to the path.
 * @param {Ctx} ctx
 * @param {import("./strand.js").Strand} s
 * @param {number} i
 * @param {number} x the cell's middle
 * @param {number} y
 * @param {number} c
 * @param {number} thick of the full line
 * @param {number} less removed from each side
 */
function piece(ctx, s, i, x, y, c, thick, less) {
	const lo = Math.max(-0.5, s.from - i), hi = Math.min(0.5, s.to - i);
	if (hi < lo || (s.fore[i] === NONE && s.aft[i] === NONE)) return;
	const ends = i + hi >= s.to;
	if (hi > lo) {
		const n = centreLine(s.fore[i], s.aft[i], lo, hi, points);
		for (let side = 1; side >= -1; side -= 2) {
			for (let k = 0; k < n; k++) {
				const p = SPAN * (side > 0 ? k : n - 1 - k);
				let half = Math.max(0, thick * s.width(i + points[p + 4]) / 2 - less);
				if (points[p + 5] * side > 0) half = Math.min(half, points[p + 5] * side * c);
				half *= side;
				const px = x + points[p] * c + points[p + 2] * half, py = y + points[p + 1] * c + points[p + 3] * half;
				if (side > 0 && k === 0) ctx.moveTo(px, py);
				else ctx.lineTo(px, py);
			}
		}
		ctx.closePath();
		if (ends) {
			// A round cap that continues the slope of the sides.
			const p = SPAN * (n - 1), r = thick * s.width(s.to) / 2 - less, slope = thick * (s.width(s.to - 0.05) - s.width(s.to)) / (0.1 * c);
			const back = Math.max(0, r) * slope;
			cap(ctx, x + points[p] * c - points[p + 3] * back, y + points[p + 1] * c + points[p + 2] * back, r * Math.hypot(1, slope));
		}
	}
}

/** @param {Ctx} ctx @param {number} x @param {number} y @param {number} r */
function cap(ctx, x, y, r) {
	if (r <= 0) return;
	ctx.moveTo(x + r, y);
	ctx.arc(x, y, r, 0, 2 * Math.PI, true); // in the same direction as the outlines of pieces
}

/**
 * Paints the pieces near the moving ends of a strand.
 * @param {Ctx} ctx
 * @param {import("./strand.js").Strand} s
 * @param {(cell: number) => number} middleX
 * @param {(cell: number) => number} middleY
 * @param {Build} b
 * @param {Skin} skin
 */
export function endPieces(ctx, s, middleX, middleY, b, skin) {
	for (let layer = 0; layer < 3; layer++) {
		if (layer === 0 && !b.edge || layer === 2 && !b.shine) continue;
		const shades = layer === 0 ? skin.edge : layer === 1 ? skin.fill : skin.shine;
		const thick = layer === 2 ? b.shine : b.thick;
		for (let i = s.length - 1; i >= 0; i--) {
			if (!s.isNearEnd(i)) continue;
			ctx.fillStyle = shades[Math.min(LEVELS - 1, s.level(i))];
			ctx.beginPath();
			piece(ctx, s, i, middleX(s.cells[i]), middleY(s.cells[i]), b.c, thick, layer === 1 ? b.edge : 0);
			ctx.fill();
		}
	}
}

/**
 * Paints a head that looks in the direction of an angle in radians (0 is right).
 * @param {Ctx} ctx
 * @param {number} x its middle
 * @param {number} y
 * @param {Build} b
 * @param {number} angle
 * @param {Skin} skin
 * @param {boolean} dead
 * @param {boolean} closed whether the head is round, because no neck follows
 */
export function head(ctx, x, y, b, angle, skin, dead, closed) {
	const { c } = b;
	ctx.save();
	ctx.translate(x, y);
	ctx.rotate(angle);
	ctx.scale(c, c);
	const back = b.thick / c / 2, rim = b.edge / c;
	ctx.fillStyle = skin.rim;
	skull(ctx, back, 0, closed);
	if (rim > 0) {
		ctx.fillStyle = skin.head;
		skull(ctx, back, rim, closed);
	}
	if (c >= 9) {
		for (const side of [-1, 1]) dead ? closedEye(ctx, side, skin) : eye(ctx, side, c, skin);
		if (c >= 26) nostrils(ctx, skin);
	}
	ctx.restore();
}

/**
 * Outlines a head, as wide as the neck at its back; without a neck it is round.
 * @param {Ctx} ctx
 * @param {number} back half the width of the neck
 * @param {number} less removed all around
 * @param {boolean} closed
 */
function skull(ctx, back, less, closed) {
	const h = 0.455 - less, snout = 0.47 - less, neck = back - less, end = -0.29; // short enough to stay in the cell while the head turns
	ctx.beginPath();
	if (closed) {
		ctx.arc(0, 0, h * 0.94, 0, 7);
		ctx.fill();
		return;
	}
	ctx.moveTo(end, -neck);
	ctx.bezierCurveTo(-0.22, -neck, -0.16, -h, 0, -h);
	ctx.bezierCurveTo(0.27, -h, snout, -h * 0.66, snout, 0);
	ctx.bezierCurveTo(snout, h * 0.66, 0.27, h, 0, h);
	ctx.bezierCurveTo(-0.16, h, -0.22, neck, end, neck);
	ctx.bezierCurveTo(end - 0.07, neck * 0.5, end - 0.07, -neck * 0.5, end, -neck);
	ctx.fill();
}

/** @param {Ctx} ctx @param {number} side @param {number} c @param {Skin} skin */
function eye(ctx, side, c, skin) {
	const small = c < 18;
	ctx.fillStyle = small ? skin.pupil : skin.white;
	ctx.beginPath();
	ctx.arc(0.1, side * 0.22, small ? 0.1 : 0.12, 0, 7);
	ctx.fill();
	if (small) return;
	ctx.fillStyle = skin.pupil;
	ctx.beginPath();
	ctx.arc(0.14, side * 0.215, 0.065, 0, 7);
	ctx.fill();
}

/** @param {Ctx} ctx @param {Skin} skin */
function nostrils(ctx, skin) {
	ctx.fillStyle = skin.rim;
	for (const side of [-1, 1]) {
		ctx.beginPath();
		ctx.arc(0.37, side * 0.08, 0.022, 0, 7);
		ctx.fill();
	}
}

/** @param {Ctx} ctx @param {number} side @param {Skin} skin */
function closedEye(ctx, side, skin) {
	ctx.strokeStyle = skin.pupil;
	ctx.lineWidth = 0.05;
	ctx.lineCap = "round";
	ctx.beginPath();
	for (const k of [-1, 1]) {
		ctx.moveTo(0.1 - 0.08, side * 0.22 - 0.08 * k);
		ctx.lineTo(0.1 + 0.08, side * 0.22 + 0.08 * k);
	}
	ctx.stroke();
}

/**
 * Paints a piece of a body in a cell of a few pixels: the whole cell, without a gap
 * towards the cells that the piece joins.
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} c
 * @param {number} fore
 * @param {number} aft
 * @param {string} style
 */
export function dot(ctx, x, y, c, fore, aft, style) {
	ctx.fillStyle = style;
	const gap = c > 2 ? 1 : 0, joins = (/** @type {number} */ d) => fore === d || aft === d;
	ctx.fillRect(x, y, c - gap, c - gap);
	if (gap && joins(1)) ctx.fillRect(x + c - gap, y, gap, c - gap);
	if (gap && joins(2)) ctx.fillRect(x, y + c - gap, c - gap, gap);
}
