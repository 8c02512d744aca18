// Paints a position cell by cell. Two numbers, the keys of a cell, encode its ground and the body on
// it. A cell is repainted only when a key changes. The moving ends of bodies are painted over their
// cells in every frame.

import { build, crossing, dot } from "./body.js";
import { paintEnds } from "./ends.js";
import { FLOOR, HEDGE, WALL, Sprites, apple, floor, frame, hatch, hedge, wall } from "./ground.js";
import { cellX, cellY } from "./layout.js";
import { FADES, GONE, skinOf } from "./skin.js";
import { Strand } from "./strand.js";
import { reducedMotion } from "./theme.js";

/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./board.js").Snake} Snake */

/** The times in which new food grows and in which a dead snake fades, in milliseconds. */
const POP = 220, DIE = 420;

export class Painter {
	/** @type {import("./layout.js").Layout} */ layout = { w: 0, h: 0, c: 0, left: 0, top: 0, width: 0, height: 0 };
	sprites = new Sprites();
	build = build(1);
	/** The keys of what is painted in each cell, for the ground and for bodies; -1 if unknown. */
	grounds = new Int32Array(0);
	bodies = new Int32Array(0);
	/** The keys of what each cell must show. */
	wantedGround = new Int32Array(0);
	wantedBody = new Int32Array(0);
	/** @type {Map<number, number[]>} the pieces of each cell with more than one, the lowest first */
	crowded = new Map();
	/** @type {Strand[]} */ strands = [];
	/** @type {number[]} cells that were painted over in the last frame */
	over = [];
	/** @type {Map<number, number>} the times at which food appeared, by cell */
	pops = new Map();
	/** @type {number[]} cells whose food was still growing in the last frame */
	popping = [];
	/** @type {(number|undefined)[]} the times of death by seat */
	deaths = [];
	/** @type {Position|null} */ before = null;
	t = 1;
	/** @type {Int32Array} */ under = new Int32Array(0);

	/**
	 * @param {CanvasRenderingContext2D} ctx
	 * @param {import("./theme.js").Theme} theme
	 * @param {(cell: number, now: number) => void} onMeal
	 */
	constructor(ctx, theme, onMeal) {
		this.ctx = ctx;
		this.theme = theme;
		this.onMeal = onMeal;
	}

	/**
	 * Adapts to an empty canvas of another size.
	 * @param {import("./layout.js").Layout} layout
	 * @param {Int32Array} under the tints of each cell
	 * @param {boolean} wraps
	 */
	size(layout, under, wraps) {
		const n = layout.w * layout.h;
		if (this.grounds.length !== n) {
			for (const name of /** @type {const} */ (["grounds", "bodies", "wantedGround", "wantedBody"])) this[name] = new Int32Array(n);
		}
		this.layout = layout;
		this.under = under;
		this.build = build(layout.c);
		this.look(this.theme, wraps);
	}

	/** Repaints everything with a theme. @param {import("./theme.js").Theme} theme @param {boolean} wraps */
	look(theme, wraps) {
		this.theme = theme;
		this.grounds.fill(-1);
		this.sprites.clear();
		frame(this.ctx, this.layout, wraps, theme);
	}

	/**
	 * Paints what changed.
	 * @param {Position} lane
	 * @param {Position|null} before the position that snakes glide from, at t of the way
	 * @param {number} t
	 * @param {number} now
	 * @returns {boolean} whether an animation is running
	 */
	draw(lane, before, t, now) {
		this.before = before;
		this.t = t;
		const busy = this.plan(lane, now);
		this.paint(lane, now);
		return busy;
	}

	/**
	 * Computes the keys of all cells.
	 * @param {Position} lane
	 * @param {number} now
	 */
	plan(lane, now) {
		const { wantedGround: ground, wantedBody: body } = this;
		const n = lane.w * lane.h, land = lane.ground, hazards = lane.hazards, under = this.under;
		for (let c = 0; c < n; c++) {
			const what = land ? land[c] : FLOOR;
			ground[c] = under[c] << 12 | (hazards ? Math.min(15, hazards[c]) : 0) << 8 | (what === WALL ? this.joins(land, c) << 2 : 0) | what;
		}
		body.fill(0);
		this.crowded.clear();
		let busy = this.planFood(lane, now);
		for (const alive of [false, true]) {
			for (let seat = 0; seat < lane.snakes.length; seat++) {
				if (!lane.snakes[seat].dead === alive) busy = this.planSnake(lane, seat, now) || busy;
			}
		}
		return busy;
	}

	/** Returns a bit for each direction in which a wall continues. The edge of the board counts as a wall. @param {Uint8Array|undefined} land @param {number} c */
	joins(land, c) {
		if (!land) return 0;
		const { w, h } = this.layout, x = c % w;
		return (c + w >= w * h || land[c + w] === WALL ? 1 : 0) | (x + 1 === w || land[c + 1] === WALL ? 2 : 0)
			| (c < w || land[c - w] === WALL ? 4 : 0) | (x === 0 || land[c - 1] === WALL ? 8 : 0);
	}

	/** @param {Position} lane @param {number} now */
	planFood(lane, now) {
		const food = lane.food ?? [], { pops } = this;
		let busy = false;
		for (const [cell, since] of pops) {
			if (Array.prototype.indexOf.call(food, cell) < 0) {
				pops.delete(cell);
				if (!reducedMotion() && lane.snakes.some(s => s.body[0] === cell)) this.onMeal(cell, now);
			}
			else if (now - since < POP) busy = true;
		}
		for (let i = 0; i < food.length; i++) {
			const cell = food[i];
			if (!pops.has(cell)) {
				pops.set(cell, reducedMotion() || this.grounds[cell] === -1 ? 0 : now);
				busy = true;
			}
			this.wantedGround[cell] |= 1 << 7;
		}
		return busy;
	}

	/** @param {Position} lane @param {number} seat @param {number} now */
	planSnake(lane, seat, now) {
		const snake = lane.snakes[seat], s = this.strands[seat] ??= new Strand();
		const from = this.before?.snakes[seat];
		// Cells of a few pixels are too small to draw positions between two turns.
		if (from && this.layout.c >= 8) s.glide(from.body, snake.body, this.t, lane);
		else s.set(snake.body, lane.w, lane.h, !!lane.wraps);
		const small = this.layout.c < 8;
		const faded = this.faded(seat, snake, lane, now);
		for (let i = 0; i < s.length; i++) {
			if (!small && s.isNearEnd(i)) continue;
			const key = 1 << 30 | seat << 20 | (s.level(i) & 63) << 14 | faded << 10 | (i === 0 ? 1 : 0) << 9 | s.fore[i] << 3 | s.aft[i];
			this.put(s.cells[i], key);
		}
		return faded > 0 && faded < (lane.snakes.length > 1 ? GONE : FADES);
	}

	/** @param {number} cell @param {number} key */
	put(cell, key) {
		const below = this.wantedBody[cell];
		if (below === 0) {
			this.wantedBody[cell] = key;
			return;
		}
		const all = this.crowded.get(cell) ?? [below];
		all.push(key);
		this.crowded.set(cell, all);
		this.wantedBody[cell] = Math.imul(below, 31) + key | 1;
	}

	/** Returns by how many steps a dead snake has faded: up to FADES or, with other snakes on the board, up to GONE. @param {number} seat @param {Snake} snake @param {Position} lane @param {number} now */
	faded(seat, snake, lane, now) {
		if (!snake.dead) {
			this.deaths[seat] = undefined;
			return 0;
		}
		const since = this.deaths[seat] ??= reducedMotion() || this.bodies[0] === -1 ? -Infinity : now;
		return Math.max(1, Math.min(lane.snakes.length > 1 ? GONE : FADES, Math.ceil((now - since) / DIE * FADES)));
	}

	/** @param {Position} lane @param {number} now */
	paint(lane, now) {
		const { grounds, bodies, wantedGround, wantedBody } = this, n = grounds.length;
		for (const c of this.over) grounds[c] = -1;
		this.over.length = 0;
		for (const c of this.popping) grounds[c] = -1;
		this.popping.length = 0;
		const small = this.layout.c < 8;
		for (let seat = 0; !small && seat < lane.snakes.length; seat++) {
			const s = this.strands[seat];
			for (let i = 0; i < s.length; i++) {
				if (s.isNearEnd(i)) this.over.push(s.cells[i]);
			}
		}
		for (const c of this.over) grounds[c] = -1;
		for (let c = 0; c < n; c++) {
			if (grounds[c] === wantedGround[c] && bodies[c] === wantedBody[c]) continue;
			grounds[c] = wantedGround[c];
			bodies[c] = wantedBody[c];
			this.paintCell(lane, c, now);
		}
		if (!small) paintEnds(this, lane, this.strands, (seat) => this.faded(seat, lane.snakes[seat], lane, now));
	}

	/** @param {Position} lane @param {number} cell @param {number} now */
	paintCell(lane, cell, now) {
		const { ctx, layout: l, theme, sprites } = this, { c } = l;
		const x = cellX(l, cell), y = cellY(l, cell), key = this.wantedGround[cell];
		floor(ctx, l, cell, key >>> 12, (owner) => lane.snakes[owner]?.color, theme);
		const hazard = key >> 8 & 15;
		if (hazard) ctx.drawImage(sprites.get("hazard" + hazard, c, (k, size) => hatch(k, size, hazard, theme)), x, y);
		switch (key & 3) {
			case WALL: ctx.drawImage(sprites.get("wall" + (key >> 2 & 15), c, (k, size) => wall(k, size, key >> 2 & 15, theme)), x, y); break;
			case HEDGE: ctx.drawImage(sprites.get("hedge", c, (k, size) => hedge(k, size, theme)), x, y); break;
		}
		if (key & 1 << 7) {
			const age = Math.min(1, (now - (this.pops.get(cell) ?? 0)) / POP);
			if (age >= 1) ctx.drawImage(sprites.get("food", c, (k, size) => apple(k, size / 2, size / 2, size, 1, theme)), x, y);
			else {
				apple(ctx, x + c / 2, y + c / 2, c, spring(age), theme);
				this.popping.push(cell);
			}
		}
		const piece = this.wantedBody[cell];
		if (piece === 0) return;
		for (const p of this.crowded.get(cell) ?? [piece]) this.paintPiece(lane, x, y, p);
	}

	/** @param {Position} lane @param {number} x @param {number} y @param {number} key */
	paintPiece(lane, x, y, key) {
		const seat = key >> 20 & 255, skin = skinOf(this.theme, lane.snakes[seat]?.color, key >> 10 & 15);
		const fore = key >> 3 & 7, aft = key & 7, level = key >> 14 & 63;
		if (this.layout.c >= 8) crossing(this.ctx, x, y, this.build, fore, aft, skin, level);
		else dot(this.ctx, x, y, this.layout.c, fore, aft, key >> 9 & 1 ? skin.head : skin.fill[level]);
	}
}

/** Eases from 0 to 1 with a small overshoot. @param {number} t */
function spring(t) { return 1 - (1 - t) * (1 - t) * (1 - 2.4 * t); }
