// The timeline under a board shows the length at each move, the meals, the solver's score
// and the shown turn. Usage:
//
//	const t = new Timeline({ seek: (turn) => player.go(turn) });
//	under.append(t.element);
//	t.lines = [{ name: "length", colour: "#56b4e9", turns: samples.turns, values: samples.values }];
//	t.score = { turns, values };                 the solver's score, on a separate scale
//	t.most = 100;                                the greatest possible length
//	t.marks = [{ turn: 12, words: "differs" }]   turns with an error
//	t.update(turn, turns);                       after each change; can be called in every frame
//
// Lines that changed are redrawn at most about ten times a second. The mark of the shown turn moves in
// every frame.
import { Scale, axisNumber, axisNumbers, place, ticks } from "../draw/scale.js";
import { css } from "../draw/colour.js";
import { nextFrame, forget } from "../draw/frame.js";
import { dashes, wedge } from "../draw/marks.js";
import { onTheme, themeOf } from "../draw/theme.js";
import { h, write } from "./dom.js";
import { paintLine, paintMeals, paintScore } from "./lines.js";

/**
 * @typedef {object} Line
 * @property {string} name
 * @property {string} [colour]
 * @property {ArrayLike<number>} turns ascending; a value lasts until the next turn in the list
 * @property {ArrayLike<number>} values
 */

/** Shortest time from one drawing of the lines to the next, in milliseconds. */
const pause = 90;

export class Timeline {
	/** @type {Line[]} */ #lines = [];
	/** @type {Omit<Line, "name"> | null} */ #score = null;
	/** @type {{turn: number, words: string}[]} */ #marks = [];
	#most = 0;
	#known = Infinity;
	#turn = 0;
	#turns = 0;
	/** @type {import("../draw/theme.js").Theme | null} */ #theme = null;
	#stale = true;
	#drawn = -Infinity;
	#drawnTurns = -1;
	#dragging = false;
	#canvas = h("canvas", { "aria-hidden": "true" });
	#head = h("div", { class: "timeline-head", "aria-hidden": "true" });
	#tip = h("div", { class: "timeline-tip", hidden: true });
	#seek;
	#unit;
	#x = new Scale(0, 1, 0, 1);
	#ends;

	/** @param {{seek: (turn: number) => void, unit?: string}} how unit is the name of a turn */
	constructor({ seek, unit = "move" }) {
		this.#seek = seek;
		this.#unit = unit;
		this.element = h("div", { class: "timeline", role: "slider", tabIndex: 0, "aria-label": unit, "aria-valuemin": "0" },
			this.#canvas, this.#head, this.#tip);
		const e = this.element;
		e.addEventListener("keydown", (k) => this.#key(k));
		e.addEventListener("pointerdown", (p) => {
			if (p.button !== 0) return;
			this.#dragging = true;
			e.setPointerCapture(p.pointerId);
			this.#go(p);
		});
		e.addEventListener("pointermove", (p) => {
			if (this.#dragging) this.#go(p);
			this.#showTip(p);
		});
		for (const end of ["pointerup", "pointercancel"]) e.addEventListener(end, () => { this.#dragging = false; });
		e.addEventListener("pointerleave", () => { this.#tip.hidden = true; });
		const resized = new ResizeObserver(() => this.#look());
		resized.observe(e);
		const stopTheme = onTheme(() => this.#look());
		this.#ends = () => { resized.disconnect(); stopTheme(); forget(this); };
	}

	get lines() { return this.#lines; }
	set lines(lines) { this.#lines = lines; this.#redraw(); }
	/** @param {Omit<Line, "name"> | null} score */
	set score(score) { this.#score = score; this.#redraw(); }
	/** @param {number} most */
	set most(most) { this.#most = most; this.#redraw(); }
	/** The last turn up to which the lines are known. @param {number} known */
	set known(known) {
		if (known === this.#known) return;
		this.#known = known;
		this.#redraw();
	}
	/** @param {{turn: number, words: string}[]} marks */
	set marks(marks) { this.#marks = marks; this.#redraw(); }

	/**
	 * Moves the mark to a turn.
	 * @param {number} turn
	 * @param {number} turns the last turn
	 */
	update(turn, turns) {
		turns = Math.max(turn, turns);
		if (turn === this.#turn && turns === this.#turns) {
			this.#redraw(); // the lines may have changed even if no turn was added
			return;
		}
		this.#stale ||= turns !== this.#turns;
		this.#turn = turn;
		this.#turns = turns;
		nextFrame(this);
	}

	close() { this.#ends(); }

	/** Reads the theme again, and redraws. It is also called when the element is attached to the page, where its theme can differ. */
	#look() {
		this.#theme = null;
		this.#redraw();
	}

	#redraw() {
		this.#stale = true;
		nextFrame(this);
	}

	/** Returns the value of a line at a turn. @param {Omit<Line, "name">} line @param {number} turn */
	#at(line, turn) {
		const i = turn > this.#known ? -1 : place(line.turns, turn + 1e-9) - 1;
		return i < 0 ? NaN : line.values[i];
	}

	/** @param {PointerEvent} p */
	#turnAt(p) {
		const box = this.#canvas.getBoundingClientRect();
		return Math.round(Math.min(this.#turns, Math.max(0, this.#x.value(p.clientX - box.left))));
	}

	/** @param {PointerEvent} p */
	#go(p) {
		const turn = this.#turnAt(p);
		if (turn !== this.#turn) this.#seek(turn);
	}

	/** @param {KeyboardEvent} k */
	#key(k) {
		if (k.ctrlKey || k.metaKey || k.altKey) return;
		const far = Math.max(1, Math.round(this.#turns / 20));
		const to = { ArrowLeft: this.#turn - 1, ArrowRight: this.#turn + 1, ArrowDown: this.#turn - 1, ArrowUp: this.#turn + 1,
			PageDown: this.#turn - far, PageUp: this.#turn + far, Home: 0, End: this.#turns }[k.key];
		if (to === undefined) return;
		k.preventDefault();
		k.stopPropagation();
		this.#seek(Math.min(this.#turns, Math.max(0, to)));
	}

	/** Shows the values below the pointer. @param {PointerEvent} p */
	#showTip(p) {
		const turn = this.#turnAt(p), parts = [`${this.#unit} ${turn}`];
		for (const line of this.#lines) {
			const v = this.#at(line, turn);
			if (!Number.isNaN(v)) parts.push(`${line.name} ${axisNumber(v)}`);
		}
		const score = this.#score ? this.#at(this.#score, turn) : NaN;
		if (!Number.isNaN(score)) parts.push(`score ${Number(score.toPrecision(3))}`);
		const near = Math.abs(this.#x.value(4) - this.#x.value(0));
		for (const m of this.#marks) if (Math.abs(m.turn - turn) <= near) parts.push(m.words);
		write(this.#tip, parts.join(" · "));
		this.#tip.hidden = false;
		const width = this.element.clientWidth, x = this.#x.at(turn);
		this.#tip.style.transform = `translateX(${Math.min(width - this.#tip.offsetWidth, Math.max(0, x - this.#tip.offsetWidth / 2))}px)`;
	}

	/** @param {number} now */
	draw(now) {
		const waits = this.#stale && now - this.#drawn < pause && this.#drawnTurns !== -1;
		if (this.#stale && !waits) {
			this.#stale = false;
			this.#drawn = now;
			this.#drawnTurns = this.#turns;
			this.#paint();
		}
		this.#head.style.transform = `translateX(${this.#x.at(Math.min(this.#turn, this.#x.hi)).toFixed(1)}px)`;
		const line = this.#lines[0], value = line ? this.#at(line, this.#turn) : NaN;
		const text = `${this.#unit} ${this.#turn} of ${this.#turns}${Number.isNaN(value) ? "" : `, ${line.name} ${value}`}`;
		for (const [key, v] of Object.entries({ now: this.#turn, max: this.#turns, text })) {
			const name = `aria-value${key}`;
			if (this.element.getAttribute(name) !== String(v)) this.element.setAttribute(name, String(v));
		}
		return waits;
	}

	#paint() {
		const canvas = this.#canvas, ctx = canvas.getContext("2d"), theme = this.#theme ??= themeOf(this.element);
		const width = this.element.clientWidth, height = this.element.clientHeight, ratio = Math.min(3, devicePixelRatio || 1);
		if (!ctx || width < 20 || height < 20) return;
		if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
			canvas.width = Math.round(width * ratio);
			canvas.height = Math.round(height * ratio);
		}
		ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
		ctx.clearRect(0, 0, width, height);
		const axis = 16, below = height - axis, above = 10, side = 12;
		const x = this.#x = new Scale(0, Math.max(1, this.#turns), side, width - side);
		let most = 1;
		for (const line of this.#lines) for (let i = 0; i < line.values.length; i++) most = Math.max(most, line.values[i]);
		// The scale leaves up to 30 % of room above the line, but ends at the greatest possible length.
		const y = new Scale(0, this.#most > most ? Math.min(this.#most, 1.3 * most) : most, below, above);
		ctx.strokeStyle = css(theme.dim, 0.35);
		ctx.fillStyle = css(theme.dim);
		ctx.lineWidth = 1;
		ctx.font = "11px ui-sans-serif, system-ui, sans-serif";
		ctx.textBaseline = "alphabetic";
		ctx.beginPath();
		ctx.moveTo(side, below + 0.5);
		ctx.lineTo(width - side, below + 0.5);
		ctx.stroke();
		const numbers = ticks(0, x.hi, Math.max(2, Math.floor(width / 90)), true), texts = axisNumbers(numbers);
		for (const [i, v] of numbers.entries()) {
			const text = texts[i], half = ctx.measureText(text).width / 2;
			ctx.textAlign = "center";
			ctx.fillText(text, Math.min(width - half, Math.max(half, x.at(v))), height - 3);
			ctx.fillRect(Math.round(x.at(v)), below, 1, 3);
		}
		this.#lines.forEach((line, i) => paintLine(ctx, line, { x, y }, line.colour ?? theme.seats[i % theme.seats.length], { filled: this.#lines.length === 1, turns: Math.min(this.#known, this.#turns), dash: this.#lines.length > 1 ? dashes(i) : [] }));
		if (this.#score && this.#score.turns.length > 1) paintScore(ctx, this.#score, x, { above, below }, theme);
		if (this.#lines.length === 1) paintMeals(ctx, this.#lines[0], x, y, theme);
		for (const m of this.#marks) wedge(ctx, x.at(m.turn), above, below, css(theme.bad));
	}
}
