// A HuntBoard draws Snake Hunter on one canvas. In each animation frame it repaints everything except
// the ground. It can draw a time between two ticks, so hunters and snakes move smoothly. If the board
// does not fit into the window, the view follows the hunters.
import { css, mix } from "./colour.js";
import { forget, nextFrame } from "./frame.js";
import { Ground } from "./hunt/ground.js";
import { Figures, angleOf } from "./hunt/figures.js";
import { showEvent } from "./hunt/events.js";
import { lookOf } from "./hunt/look.js";
import { Sparks, reducedMotion } from "./hunt/sparks.js";

/**
 * What to draw. Times are in ticks, cells count from the bottom left.
 * @typedef {object} Scene
 * @property {number} tick the last tick received
 * @property {{w: number, h: number, step: number} | null} level
 * @property {number} fullFrames
 * @property {string[]} ground
 * @property {Set<number>} changed
 * @property {{cell: number, from: number, since: number, facing: number, state: string, shield?: number}[]} hunters
 * @property {{body: number[], before: number[], since: number, state: string, proof: number, scores: (number | null)[]}[]} snakes
 * @property {{cell: number, hunter: number, due: number}[]} bombs
 * @property {{cell: number, until: number}[]} flames
 * @property {number[]} danger
 */

/** @typedef {import("./hunt/look.js").Look} Look */

const least = 24; // side of the smallest cell in CSS pixels; if the board does not fit with such cells, the view follows the hunters

export class HuntBoard {
	canvas = document.createElement("canvas");
	#ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { alpha: false }));
	#ground = new Ground();
	#sparks = new Sparks();
	#scene;
	#measures;
	/** @type {Look} */ #look;
	#cell = 0; // side of a cell in device pixels
	/** @type {Figures} */ #figures;
	#drawn = { fullFrames: -1, cell: 0, dark: false };
	#camera = { x: 0, y: 0, set: false };
	#time = 0;
	#before = 0; // time of the last drawing
	#shaken = 0;
	#observer;
	#stopped = false;

	/** Ticks a second; 0 stops the time. */
	speed = 0;
	/** What is drawn in addition to the scene. */
	shows = { danger: true, scores: false };
	/** The hunters to follow if the board does not fit. @type {number[]} */
	follows = [0];

	/**
	 * @param {Scene} scene
	 * @param {{step: number, fuse: number, flame: number}} measures in ticks
	 * @param {string} label describes the board for screen readers
	 */
	constructor(scene, measures, label) {
		this.#scene = scene;
		this.#measures = measures;
		this.canvas.setAttribute("role", "img");
		this.canvas.setAttribute("aria-label", label);
		this.#look = lookOf(document.documentElement);
		this.#figures = new Figures(this.#ctx, this.#cell, this.#look);
		this.#observer = new ResizeObserver(() => this.draw(performance.now()));
		this.#observer.observe(this.canvas);
		nextFrame(this);
	}

	stop() {
		this.#stopped = true;
		this.#observer.disconnect();
		forget(this);
	}

	/** Shows a new scene at once, without a transition from the last one. */
	jump() {
		this.#time = this.#scene.tick;
		this.#sparks.clear();
		this.#camera.set = false;
	}

	/** @param {import("./hunt/events.js").Event[]} events */
	animate(events) {
		const now = performance.now(), { level } = this.#scene;
		if (!level) return;
		for (const e of events) {
			showEvent(this.#sparks, e, level, this.#look, now);
			if (e.kind === "bomb exploded") this.#shaken = now;
		}
	}

	/** @param {number} now @returns {boolean} */
	draw(now) {
		const { level } = this.#scene;
		const passed = Math.min(100, now - this.#before) / 1000;
		this.#before = now;
		if (level && this.#measure(level)) {
			this.#advance(passed);
			this.#paint(now, level, passed);
		}
		return !this.#stopped && this.canvas.isConnected;
	}

	/** Resumes drawing after the canvas is back on the page. */
	wake() { nextFrame(this); }

	/** Advances the drawn time, which stays just behind the last tick. @param {number} seconds */
	#advance(seconds) {
		const { tick } = this.#scene;
		const lag = Math.max(1.2, this.speed / 25); // how many ticks the drawn time is behind, at most
		this.#time = Math.min(tick, Math.max(tick - lag, this.#time + seconds * this.speed));
		if (this.speed === 0 || this.#time > tick) this.#time = tick;
	}

	/** Fits the canvas to the window, and repaints the changed cells of the ground. It returns false if the canvas has no size. @param {{w: number, h: number}} level */
	#measure(level) {
		const scale = devicePixelRatio || 1, { clientWidth: wide, clientHeight: high } = this.canvas;
		if (wide === 0 || high === 0) return false;
		const w = Math.round(wide * scale), h = Math.round(high * scale);
		if (this.canvas.width !== w || this.canvas.height !== h) Object.assign(this.canvas, { width: w, height: h });
		this.#look = lookOf(this.canvas);
		const fits = Math.floor(Math.min(w / level.w, h / level.h));
		this.#cell = Math.max(fits, Math.min(Math.floor(h / level.h), Math.round(least * scale)), 4);
		const { fullFrames, changed, ground } = this.#scene, was = this.#drawn;
		if (was.fullFrames !== fullFrames || was.cell !== this.#cell || was.dark !== this.#look.dark) {
			if (was.fullFrames !== fullFrames) this.#camera.set = false;
			this.#ground.paint(ground, level.w, level.h, this.#cell, this.#look);
			this.#drawn = { fullFrames, cell: this.#cell, dark: this.#look.dark };
			changed.clear();
		}
		for (const cell of changed) {
			this.#ground.repaint(cell);
			if (cell >= level.w) this.#ground.repaint(cell - level.w); // the cell below, on which the shadow of this cell falls
		}
		changed.clear();
		return true;
	}

	/** @param {number} now @param {{w: number, h: number, step: number}} level @param {number} passed seconds */
	#paint(now, level, passed) {
		const ctx = this.#ctx, c = this.#cell, look = this.#look, { width, height } = this.canvas;
		this.#figures = new Figures(ctx, c, look);
		const [x, y] = this.#view(level, passed);
		let shake = [0, 0];
		if (now - this.#shaken < 220 && !reducedMotion()) {
			const by = c * 0.06 * (1 - (now - this.#shaken) / 220);
			shake = [by * Math.sin(now / 13), by * Math.cos(now / 11)];
		}
		ctx.setTransform(1, 0, 0, 1, 0, 0);
		ctx.fillStyle = css(mix(look.floor, look.ink, look.dark ? 0.25 : 0.07));
		if (width > level.w * c || height > level.h * c) ctx.fillRect(0, 0, width, height);
		ctx.translate(Math.round(x + shake[0]), Math.round(y + shake[1]));
		ctx.drawImage(this.#ground.canvas, 0, 0);
		const { danger, bombs, snakes, hunters } = this.#scene;
		const seconds = this.#time / 30;
		if (this.shows.danger) {
			ctx.fillStyle = css(look.danger, 0.13 + 0.05 * Math.sin(seconds * 9));
			for (const cell of danger) ctx.fillRect(this.#left(cell), this.#top(cell), c, c);
		}
		for (const b of bombs) {
			const left = Math.max(0, (b.due - this.#time) / this.#measures.fuse);
			this.#figures.bomb(this.#left(b.cell) + c / 2, this.#top(b.cell) + c / 2, left, look.bands[b.hunter], seconds);
		}
		for (const [i, s] of snakes.entries()) this.#snake(i, s, seconds);
		this.#flames();
		for (const [i, h] of hunters.entries()) this.#hunter(i, h, seconds);
		if (this.shows.scores) for (const [i, s] of snakes.entries()) this.#scores(i, s);
		this.#sparks.draw(ctx, c, css(look.floor, 0.8), now);
	}

	/** Returns the position of the board's top left corner. @param {{w: number, h: number}} level @param {number} passed */
	#view(level, passed) {
		const { width, height } = this.canvas, c = this.#cell;
		const at = this.follows.map((i) => this.#scene.hunters[i]).filter((h) => h?.state !== "out");
		if (at.length > 1 && this.#isTooFarApart(at)) at.length = 1;
		const near = Math.min(1, passed * 6);
		/** @param {number} room @param {number} size @param {number} middle @param {number} was */
		const axis = (room, size, middle, was) => {
			if (size <= room) return (room - size) / 2;
			const want = Math.min(0, Math.max(room - size, room / 2 - middle));
			return this.#camera.set ? was + (want - was) * near : want;
		};
		let mx = level.w * c / 2, my = level.h * c / 2;
		if (at.length > 0) {
			mx = at.reduce((sum, h) => sum + this.#left(h.cell) + c / 2, 0) / at.length;
			my = at.reduce((sum, h) => sum + this.#top(h.cell) + c / 2, 0) / at.length;
		}
		this.#camera.x = axis(width, level.w * c, mx, this.#camera.x);
		this.#camera.y = axis(height, level.h * c, my, this.#camera.y);
		this.#camera.set = true;
		return [this.#camera.x, this.#camera.y];
	}

	/** Reports whether two hunters do not fit into one view. @param {{cell: number}[]} at */
	#isTooFarApart([a, b]) {
		const { width, height } = this.canvas, room = 3 * this.#cell;
		return Math.abs(this.#left(a.cell) - this.#left(b.cell)) > width - room || Math.abs(this.#top(a.cell) - this.#top(b.cell)) > height - room;
	}

	/** @param {number} cell */
	#left(cell) { return cell % (this.#scene.level?.w ?? 1) * this.#cell; }

	/** @param {number} cell */
	#top(cell) {
		const { w, h } = this.#scene.level ?? { w: 1, h: 1 };
		return (h - 1 - Math.floor(cell / w)) * this.#cell;
	}

	/**
	 * Returns a point between the middles of two cells.
	 * @param {number} from @param {number} to @param {number} t
	 * @returns {[number, number]}
	 */
	#between(from, to, t) {
		const half = this.#cell / 2;
		const x = this.#left(from), y = this.#top(from);
		return [x + (this.#left(to) - x) * t + half, y + (this.#top(to) - y) * t + half];
	}

	/** Returns how much of an event has passed, from 0 to 1. @param {number} since its first tick @param {number} ticks its duration */
	#share(since, ticks) { return Math.min(1, Math.max(0, (this.#time - since + 1) / ticks)); }

	/** @param {number} i @param {Scene["snakes"][number]} s @param {number} seconds */
	#snake(i, s, seconds) {
		const ctx = this.#ctx, c = this.#cell, colour = this.#look.snakes[i];
		if (s.state === "dead" || s.body.length === 0) return;
		if (s.state === "stunned") return this.#figures.stunned(...this.#between(s.body[0], s.body[0], 0), colour, seconds);
		const { step } = this.#scene.level ?? { step: 1 };
		const t = this.#share(s.since, step);
		const points = s.body.map((cell, k) => this.#between(s.before[k] ?? cell, cell, t));
		// The body is drawn along its cells, so the moving tail goes around corners.
		const way = [points[0], ...s.body.slice(1).map((cell) => this.#between(cell, cell, 0))];
		const end = s.before[s.body.length - 1];
		if (t < 1 && end !== undefined) way.push(points[points.length - 1]);
		const [x, y] = points[0], [bx, by] = points.find((p) => Math.hypot(p[0] - x, p[1] - y) > 0.01 * c) ?? [x - 1, y];
		const moves = s.before[0] !== s.body[0] && t < 1;
		const angle = moves ? this.#angle(s.before[0], s.body[0]) : Math.atan2(y - by, x - bx);
		const grew = s.body.length > s.before.length;
		ctx.globalAlpha = s.proof > this.#time && Math.floor(seconds * 15) % 2 ? 0.45 : 1;
		this.#figures.snake(points, way, colour, { angle, chews: grew ? Math.sin(Math.PI * t) : 0 });
		ctx.globalAlpha = 1;
	}

	/** @param {number} from @param {number} to */
	#angle(from, to) {
		const w = this.#scene.level?.w ?? 1;
		return angleOf([w, 1, -w, -1].indexOf(to - from));
	}

	#flames() {
		const { flames } = this.#scene, w = this.#scene.level?.w ?? 1;
		const burning = new Set(flames.map((f) => f.cell));
		for (const f of flames) {
			const t = 1 - Math.max(0, f.until - this.#time) / this.#measures.flame;
			const joins = [w, 1, -w, -1].map((by) => burning.has(f.cell + by));
			const [x, y] = this.#between(f.cell, f.cell, 0);
			this.#figures.flame(x, y, Math.min(1, Math.max(0, t)), joins);
		}
	}

	/** @param {number} i @param {Scene["hunters"][number]} h @param {number} seconds */
	#hunter(i, h, seconds) {
		if (h.state !== "active") return;
		const ctx = this.#ctx, c = this.#cell, look = this.#look;
		const t = this.#share(h.since, this.#measures.step), walks = h.from !== h.cell && t < 1;
		const [x, y] = this.#between(h.from, h.cell, t);
		if ((h.shield ?? 0) > this.#time) {
			ctx.strokeStyle = css(look.snakes[1], 0.55 + 0.35 * Math.sin(seconds * 12));
			ctx.lineWidth = Math.max(1.5, c * 0.06);
			ctx.beginPath();
			ctx.arc(x, y, c * 0.52, 0, 2 * Math.PI);
			ctx.stroke();
		}
		this.#figures.hunter(x, y, {
			suit: look.suits[i], band: look.bands[i], facing: h.facing, stride: walks ? t : 0,
			sign: this.#scene.hunters.length > 1 ? String(i + 1) : undefined,
		});
	}

	/** Writes the scores of a snake on the cells around the cell that it left. @param {number} i @param {Scene["snakes"][number]} s */
	#scores(i, s) {
		const w = this.#scene.level?.w ?? 1, from = s.body[1] ?? s.body[0];
		if (s.state !== "alive") return;
		for (const [d, score] of s.scores.entries()) {
			const cell = from + [w, 1, -w, -1][d];
			if (score === null || score <= 0 || this.#scene.ground[cell] === "X") continue;
			this.#figures.scoreText(...this.#between(cell, cell, 0), this.#look.snakes[i], score);
		}
	}
}
