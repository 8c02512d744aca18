// A board on a canvas: floor, walls, food, bodies that glide. A second canvas
// above it holds the overlays. A cell is painted again only when what is seen in
// it has changed; the ends of bodies, which move all the time, are painted over
// their cells in every frame.

import { build, head as paintHead, lively, rest } from "./body.js";
import { css } from "./colour.js";
import { forget, nextFrame } from "./frame.js";
import { FLOOR, HEDGE, WALL, Sprites, apple, floor, hatch, hedge, wall } from "./ground.js";
import { DX, DY, NONE, cellAt, cellX, cellY, fit } from "./layout.js";
import { Overlay } from "./overlay.js";
import { FADES, skinOf } from "./skin.js";
import { Strand } from "./strand.js";
import { onLook, still, themeOf } from "./theme.js";

/**
 * @typedef {object} Snake
 * @property {ArrayLike<number>} body cells, head first; repeated where stacked
 * @property {number} [health]
 * @property {string} [dead] what it died of
 * @property {string} [color] its own, else that of the theme
 * @property {string} [name]
 */

/**
 * @typedef {object} Position what is on a board; cells count from the bottom left
 * @property {number} w
 * @property {number} h
 * @property {boolean} [wraps]
 * @property {Uint8Array} [ground] of each cell: FLOOR, WALL or HEDGE
 * @property {ArrayLike<number>} [food]
 * @property {Uint8Array} [hazards] how many are stacked in each cell
 * @property {Snake[]} snakes
 */

/** @typedef {import("./notes.js").Note} Note */

/**
 * @typedef {object} Options
 * @property {(cell: number, phase: "down"|"move"|"up", event: PointerEvent) => void} [onCell] a cell was pressed; a drag goes on with each further cell
 * @property {boolean} [tall] the board takes the width of its host and gives it the height that follows
 * @property {number} [most] the largest side of a cell in CSS pixels
 */

/** Milliseconds that food takes to appear, a meal to fade, a snake to die. */
const POP = 220, DIE = 420;

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
	sprites = new Sprites();
	build = build(1);
	ratio = 1;
	width = 0;
	height = 0;
	/** What is painted in each cell, on the ground and of bodies; -1 where that is not known. */
	grounds = new Int32Array(0);
	bodies = new Int32Array(0);
	/** What is to be painted. */
	wantedGround = new Int32Array(0);
	wantedBody = new Int32Array(0);
	/** @type {Map<number, number[]>} pieces in cells that hold several, the lower ones first */
	crowded = new Map();
	/** @type {Strand[]} */ strands = [];
	/** @type {number[]} cells that were painted over in the last frame */
	over = [];
	/** @type {Map<number, number>} when the food in a cell appeared */
	pops = new Map();
	/** @type {number[]} cells in which it was not of its full size in the last frame */
	popping = [];
	/** @type {(number|undefined)[]} when the snake of a seat died */
	deaths = [];
	shown = true;

	/**
	 * @param {HTMLElement} host is filled by the board; it needs a size of its own unless it is tall
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
			Object.assign(canvas.style, { position: "absolute", left: "50%", top: "50%", transform: "translate(-50%, -50%)" });
		}
		this.overlay.canvas.style.pointerEvents = "none";
		if (getComputedStyle(host).position === "static") host.style.position = "relative";
		host.append(this.canvas, this.overlay.canvas);
		const ctx = this.canvas.getContext("2d");
		if (!ctx) throw new Error("this browser draws no canvas");
		this.ctx = ctx;
		this.theme = themeOf(host);
		this.resized = new ResizeObserver(() => this.look()); // an element that has come into the page has another look, too
		this.resized.observe(host);
		this.seen = new IntersectionObserver(entries => {
			this.shown = entries[entries.length - 1].isIntersecting;
			if (this.shown) nextFrame(this);
		});
		this.seen.observe(host);
		this.unlook = onLook(() => this.look());
		if (options.onCell) this.listen(options.onCell);
		this.resize();
	}

	/**
	 * show draws a position in the next frame; with `from` one that is on its way
	 * there, t of it (0 to 1). The board reads both until it is shown another one.
	 * @param {Position} lane
	 * @param {{from?: Position|null, t?: number}} [motion]
	 */
	show(lane, { from = null, t = 1 } = {}) {
		const was = this.lane;
		if (!was || was.w !== lane.w || was.h !== lane.h) {
			if (was) this.overlay.notes([], 0, true); // they were about another board
			this.lane = lane;
			this.resize();
		}
		if (still() && from) {
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
	 * notes shows what solvers tell, until it is called again.
	 * @param {Note[]} notes
	 * @param {{seat?: number, numbers?: boolean}} [options] whose notes they are
	 */
	notes(notes, options = {}) {
		this.overlay.notes(notes, options.seat ?? 0, options.numbers ?? true);
		nextFrame(this);
	}

	/**
	 * mark puts a ring around a cell, such as that of the keyboard; -1 for none.
	 * @param {number} cell
	 */
	mark(cell) {
		this.overlay.marked = cell;
		if (cell >= 0) this.overlay.over.add(cell);
		nextFrame(this);
	}

	/**
	 * cellAt is the cell below a pointer, -1 beside the board.
	 * @param {{clientX: number, clientY: number}} event
	 */
	cellAt(event) {
		const box = this.canvas.getBoundingClientRect();
		const scale = this.canvas.width / box.width;
		return cellAt(this.layout, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
	}

	/**
	 * middleOf is the middle of a cell in CSS pixels of the host.
	 * @param {number} cell
	 */
	middleOf(cell) {
		const box = this.canvas.getBoundingClientRect(), host = this.host.getBoundingClientRect(), l = this.layout;
		return {
			x: box.left - host.left + (cellX(l, cell) + l.c / 2) / this.ratio,
			y: box.top - host.top + (cellY(l, cell) + l.c / 2) / this.ratio,
		};
	}

	/** png is a picture of the board with what is above it. @returns {Promise<Blob>} */
	png() {
		this.draw(performance.now());
		const both = document.createElement("canvas");
		both.width = this.canvas.width;
		both.height = this.canvas.height;
		const ctx = both.getContext("2d");
		ctx?.drawImage(this.canvas, 0, 0);
		ctx?.drawImage(this.overlay.canvas, 0, 0);
		return new Promise((done, fail) => both.toBlob(b => b ? done(b) : fail(new Error("no picture of the board")), "image/png"));
	}

	/** close ends the board and empties its host. */
	close() {
		forget(this);
		this.resized.disconnect();
		this.seen.disconnect();
		this.unlook();
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

	look() {
		const theme = themeOf(this.host);
		if (theme.id !== this.theme.id) {
			this.theme = theme;
			this.overlay.look(theme);
			this.repaint();
		}
		this.resize();
	}

	/** repaint forgets what is painted. */
	repaint() {
		this.grounds.fill(-1);
		this.sprites.clear();
		this.paintFrame();
		nextFrame(this);
	}

	resize() {
		const { lane, host } = this;
		const ratio = Math.min(3, window.devicePixelRatio || 1);
		if (!lane) return;
		const width = Math.floor(host.clientWidth * ratio);
		let height = Math.floor(host.clientHeight * ratio);
		if (this.options.tall) height = Infinity;
		if (width < lane.w || height < lane.h) return;
		const l = fit(lane.w, lane.h, width, height, (this.options.most ?? Infinity) * ratio);
		if (this.options.tall) host.style.height = `${l.height / ratio}px`;
		const same = l.c === this.layout.c && l.w === this.layout.w && l.h === this.layout.h;
		if (same && ratio === this.ratio) return;
		this.layout = l;
		this.ratio = ratio;
		this.build = build(l.c);
		for (const canvas of [this.canvas, this.overlay.canvas]) {
			canvas.width = l.width;
			canvas.height = l.height;
			canvas.style.width = `${l.width / ratio}px`;
			canvas.style.height = `${l.height / ratio}px`;
		}
		if (this.grounds.length !== l.w * l.h) {
			const n = l.w * l.h;
			this.grounds = new Int32Array(n);
			this.bodies = new Int32Array(n);
			this.wantedGround = new Int32Array(n);
			this.wantedBody = new Int32Array(n);
		}
		this.overlay.size(l, ratio, this.theme);
		this.repaint();
	}

	/** paintFrame draws what surrounds the cells: a line, or dashes where the board wraps. */
	paintFrame() {
		const { ctx, layout: l, theme } = this;
		ctx.clearRect(0, 0, l.width, l.height);
		ctx.fillStyle = css(theme.frame);
		const m = l.left;
		if (!this.lane?.wraps) {
			ctx.beginPath();
			ctx.roundRect(0, 0, l.width, l.height, l.c < 6 ? 0 : Math.min(2.2 * m, l.c / 3));
			ctx.fill();
			return;
		}
		const dash = Math.max(2, Math.round(l.c / 2));
		for (let x = l.left + dash / 2; x < l.width - m; x += 2 * dash) {
			ctx.fillRect(x, 0, dash, m);
			ctx.fillRect(x, l.height - m, dash, m);
		}
		for (let y = l.top + dash / 2; y < l.height - m; y += 2 * dash) {
			ctx.fillRect(0, y, m, dash);
			ctx.fillRect(l.width - m, y, m, dash);
		}
	}

	/**
	 * draw paints what has changed.
	 * @param {number} now
	 * @returns {boolean} whether something still moves by itself
	 */
	draw(now) {
		const { lane } = this;
		if (!lane || !this.shown || this.layout.c === 0) return false;
		if (this.layout.w !== lane.w || this.layout.h !== lane.h) return false;
		this.overlay.plan();
		const busy = this.plan(lane, now);
		this.paint(lane, now);
		return this.overlay.draw(now) || busy;
	}

	/**
	 * plan works out what is to be seen in each cell.
	 * @param {Position} lane
	 * @param {number} now
	 */
	plan(lane, now) {
		const { wantedGround: ground, wantedBody: body } = this;
		const n = lane.w * lane.h, land = lane.ground, hazards = lane.hazards, under = this.overlay.under;
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

	/** joins has a bit for each direction in which a wall goes on, as it does at the edge. @param {Uint8Array|undefined} land @param {number} c */
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
				if (!still() && lane.snakes.some(s => s.body[0] === cell)) this.overlay.ring(cell, now);
			}
			else if (now - since < POP) busy = true;
		}
		for (let i = 0; i < food.length; i++) {
			const cell = food[i];
			if (!pops.has(cell)) {
				pops.set(cell, still() || this.grounds[cell] === -1 ? 0 : now);
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
		// Cells of a few pixels leave no room to glide in.
		if (from && this.layout.c >= 8) s.glide(from.body, snake.body, this.t, lane.w, lane.h, !!lane.wraps);
		else s.set(snake.body, lane.w, lane.h, !!lane.wraps);
		const small = this.layout.c < 8;
		const faded = this.faded(seat, snake, now);
		for (let i = 0; i < s.length; i++) {
			if (!small && s.lively(i)) continue;
			const key = 1 << 30 | seat << 20 | (s.level(i) & 63) << 14 | faded << 10 | (i === 0 ? 1 : 0) << 9 | s.fore[i] << 3 | s.aft[i];
			this.put(s.cells[i], key);
		}
		return faded > 0 && faded < FADES;
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

	/** faded is how far a dead snake has faded. @param {number} seat @param {Snake} snake @param {number} now */
	faded(seat, snake, now) {
		if (!snake.dead) {
			this.deaths[seat] = undefined;
			return 0;
		}
		const since = this.deaths[seat] ??= still() || this.bodies[0] === -1 ? -Infinity : now;
		return Math.max(1, Math.min(FADES, Math.ceil((now - since) / DIE * FADES)));
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
				if (s.lively(i)) this.over.push(s.cells[i]);
			}
		}
		for (const c of this.over) grounds[c] = -1;
		for (let c = 0; c < n; c++) {
			if (grounds[c] === wantedGround[c] && bodies[c] === wantedBody[c]) continue;
			grounds[c] = wantedGround[c];
			bodies[c] = wantedBody[c];
			this.paintCell(lane, c, now);
		}
		if (!small) this.paintEnds(lane, now);
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
		if (this.layout.c >= 8) rest(this.ctx, x, y, this.build, fore, aft, skin, level);
		else dot(this.ctx, x, y, this.layout.c, fore, aft, key >> 9 & 1 ? skin.head : skin.fill[level]);
	}

	/** paintEnds draws necks, tails and heads over their cells. @param {Position} lane @param {number} now */
	paintEnds(lane, now) {
		const { ctx, layout: l } = this;
		ctx.save();
		ctx.beginPath();
		ctx.rect(l.left, l.top, l.w * l.c, l.h * l.c);
		ctx.clip();
		const middleX = (/** @type {number} */ cell) => cellX(l, cell) + l.c / 2, middleY = (/** @type {number} */ cell) => cellY(l, cell) + l.c / 2;
		for (const heads of [false, true]) {
			for (const alive of [false, true]) {
				for (let seat = 0; seat < lane.snakes.length; seat++) {
					const snake = lane.snakes[seat], s = this.strands[seat];
					if (s.length === 0 || !snake.dead !== alive) continue;
					const skin = skinOf(this.theme, snake.color, this.faded(seat, snake, now));
					if (heads) this.paintHead(s, snake, skin);
					else {
						lively(ctx, s, middleX, middleY, this.build, skin);
						if (s.blunt === 1 && s.length > 1 && s.to === s.length - 1) this.paintStack(s, skin);
					}
				}
			}
		}
		ctx.restore();
	}

	/** paintStack marks a tail that stays with a dot. @param {Strand} s @param {import("./skin.js").Skin} skin */
	paintStack(s, skin) {
		const { ctx, layout: l } = this, cell = s.cells[s.length - 1];
		if (l.c < 12) return;
		ctx.fillStyle = skin.edge[s.level(s.length - 1)];
		ctx.beginPath();
		ctx.arc(cellX(l, cell) + l.c / 2, cellY(l, cell) + l.c / 2, l.c * 0.11, 0, 7);
		ctx.fill();
	}

	/** @param {Strand} s @param {Snake} snake @param {import("./skin.js").Skin} skin */
	paintHead(s, snake, skin) {
		const { ctx, layout: l, theme } = this, { c } = l;
		const x = cellX(l, s.cells[0]) + c / 2, y = cellY(l, s.cells[0]) + c / 2;
		let dir = s.length > 1 && s.aft[0] !== NONE ? (s.aft[0] + 2) & 3 : 0;
		let angle = turn(dir);
		if (s.moves && s.length > 2 && s.aft[1] !== NONE && this.t < 0.5) {
			// The head turns while it leaves the cell in which the body bends.
			let by = turn((s.aft[1] + 2) & 3) - angle;
			if (by > Math.PI) by -= 2 * Math.PI;
			if (by < -Math.PI) by += 2 * Math.PI;
			const u = 1 - 2 * this.t;
			angle += by * u * u;
		}
		const back = s.from * c, dead = !!snake.dead;
		paintHead(ctx, x - DX[dir] * back, y - DY[dir] * back, this.build, angle, skin, dead, s.length < 2);
		if (s.moves) {
			// Over an edge it leaves on one side and comes in on the other.
			const x2 = cellX(l, s.cells[1]) + c / 2, y2 = cellY(l, s.cells[1]) + c / 2;
			if (Math.abs(x - x2) + Math.abs(y - y2) > c) {
				paintHead(ctx, x2 + DX[dir] * (c - back), y2 + DY[dir] * (c - back), this.build, angle, skin, dead, s.length < 2);
			}
		}
		if (dead) cross(ctx, x - DX[dir] * back, y - DY[dir] * back, c, theme);
	}
}

/** turn is the angle of a direction on the screen. @param {number} dir */
function turn(dir) { return (dir - 1) * Math.PI / 2; }

/** spring grows from 0 to 1 and a little beyond on its way. @param {number} t */
function spring(t) { return 1 - (1 - t) * (1 - t) * (1 - 2.4 * t); }

/**
 * dot paints a piece of a body in a cell of a few pixels: all of it but a gap
 * towards the cells that it does not join.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} c
 * @param {number} fore
 * @param {number} aft
 * @param {string} style
 */
function dot(ctx, x, y, c, fore, aft, style) {
	ctx.fillStyle = style;
	const gap = c > 2 ? 1 : 0, joins = (/** @type {number} */ d) => fore === d || aft === d;
	ctx.fillRect(x, y, c - gap, c - gap);
	if (gap && joins(1)) ctx.fillRect(x + c - gap, y, gap, c - gap);
	if (gap && joins(2)) ctx.fillRect(x, y + c - gap, c - gap, gap);
}

/**
 * cross marks a head that is dead.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} c
 * @param {import("./theme.js").Theme} theme
 */
function cross(ctx, x, y, c, theme) {
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
