// Paints the moving ends of bodies (necks, tails and heads) over their cells in every
// frame.

import { head, endPieces } from "./body.js";
import { cross } from "./ground.js";
import { DX, DY, NONE, cellX, cellY } from "./layout.js";
import { skinOf } from "./skin.js";

/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./board.js").Snake} Snake */
/** @typedef {import("./strand.js").Strand} Strand */

/**
 * What to paint on, and t, the elapsed part of the turn (0 to 1).
 * @typedef {object} Canvas
 * @property {CanvasRenderingContext2D} ctx
 * @property {import("./layout.js").Layout} layout
 * @property {import("./theme.js").Theme} theme
 * @property {import("./body.js").Build} build
 * @property {number} t
 * @property {number[]} over the cells in which ends may be painted
 */

/**
 * Paints necks, tails and heads over their cells.
 * @param {Canvas} on
 * @param {Position} lane
 * @param {Strand[]} strands
 * @param {(seat: number) => number} faded
 */
export function paintEnds(on, lane, strands, faded) {
	const { ctx, layout: l, theme, build, over } = on;
	ctx.save();
	ctx.beginPath();
	for (const cell of over) ctx.rect(cellX(l, cell), cellY(l, cell), l.c, l.c);
	ctx.clip(); // the next frame repaints only these cells
	const middleX = (/** @type {number} */ cell) => cellX(l, cell) + l.c / 2, middleY = (/** @type {number} */ cell) => cellY(l, cell) + l.c / 2;
	for (const heads of [false, true]) {
		for (const alive of [false, true]) {
			for (let seat = 0; seat < lane.snakes.length; seat++) {
				const snake = lane.snakes[seat], s = strands[seat];
				if (s.length === 0 || !snake.dead !== alive) continue;
				const skin = skinOf(theme, snake.color, faded(seat));
				if (heads) headOf(on, s, snake, skin);
				else {
					endPieces(ctx, s, middleX, middleY, build, skin);
					if (s.blunt === 1 && s.length > 1 && s.to === s.length - 1) stack(on, s, skin);
				}
			}
		}
	}
	ctx.restore();
}

/** Marks a tail with stacked segments by a dot. @param {Canvas} on @param {Strand} s @param {import("./skin.js").Skin} skin */
function stack({ ctx, layout: l }, s, skin) {
	const cell = s.cells[s.length - 1];
	if (l.c < 12) return;
	ctx.fillStyle = skin.edge[s.level(s.length - 1)];
	ctx.beginPath();
	ctx.arc(cellX(l, cell) + l.c / 2, cellY(l, cell) + l.c / 2, l.c * 0.11, 0, 7);
	ctx.fill();
}

/** @param {Canvas} on @param {Strand} s @param {Snake} snake @param {import("./skin.js").Skin} skin */
function headOf({ ctx, layout: l, theme, build, t }, s, snake, skin) {
	const { c } = l;
	const x = cellX(l, s.cells[0]) + c / 2, y = cellY(l, s.cells[0]) + c / 2;
	let dir = s.length > 1 && s.aft[0] !== NONE ? (s.aft[0] + 2) & 3 : 0;
	let angle = turn(dir);
	if (s.moves && s.length > 2 && s.aft[1] !== NONE && t < 0.5) {
		// The head turns while it leaves the cell in which the body bends.
		let by = turn((s.aft[1] + 2) & 3) - angle;
		if (by > Math.PI) by -= 2 * Math.PI;
		if (by < -Math.PI) by += 2 * Math.PI;
		const u = 1 - 2 * t;
		angle += by * u * u;
	}
	const back = s.from * c, dead = !!snake.dead;
	head(ctx, x - DX[dir] * back, y - DY[dir] * back, build, angle, skin, dead, s.length < 2);
	if (s.moves) {
		// A head that crosses the edge is painted on both sides: it leaves on one and enters on the other.
		const x2 = cellX(l, s.cells[1]) + c / 2, y2 = cellY(l, s.cells[1]) + c / 2;
		if (Math.abs(x - x2) + Math.abs(y - y2) > c) {
			head(ctx, x2 + DX[dir] * (c - back), y2 + DY[dir] * (c - back), build, angle, skin, dead, s.length < 2);
		}
	}
	if (dead) cross(ctx, x - DX[dir] * back, y - DY[dir] * back, c, theme);
}

/** Returns the angle of a direction on the screen. @param {number} dir */
function turn(dir) { return (dir - 1) * Math.PI / 2; }
