// A Chart draws lines, steps, dots, bars and intervals over two axes. Usage:
//
//	const c = new Chart({ label: "length against moves", x: { name: "moves", whole: true }, y: { name: "length", zero: true } });
//	card.append(c.element);
//	c.set({ series: [{ kind: "steps", name: "cell", xs, ys }], marks: [{ x: 12, words: "differs" }] });
//	c.cursor = 120;      a vertical line, such as at the shown turn; NaN for none
//
// The lists can be typed arrays of any length; xs must be ascending, and only visible points are
// drawn. The chart reads the lists when it is drawn, so call `set` after a change of them. Series
// differ in colour and dashes. The chart has a description and a table for screen readers.
import { paintAxes, paintRule } from "./axes.js";
import { css } from "./colour.js";
import { forget, nextFrame } from "./frame.js";
import { dashes, paintMark, paintSeries } from "./marks.js";
import { Scale, nearest } from "./scale.js";
import { number, table, words } from "./chart-words.js";
import { onTheme, themeOf } from "./theme.js";

/**
 * @typedef {object} Series
 * @property {"line"|"steps"|"dots"|"bars"|"intervals"} kind the value of a step lasts until the next x; each bar is between two neighbouring xs, so there is one x more than ys
 * @property {string} name
 * @property {string} [colour]
 * @property {number} [index] selects the dashes of the line; by default its place among the series
 * @property {ArrayLike<number>} xs
 * @property {ArrayLike<number>} ys
 * @property {ArrayLike<number>} [low] of intervals, and of a band around a line
 * @property {ArrayLike<number>} [high]
 */

/** @typedef {import("./axes.js").Axis} Axis */
/** @typedef {{x: number, words: string, y?: number, kind?: "wrong"|"meal"}} Mark */
/** @typedef {{y: number, words: string}} Rule a horizontal line */
/** @typedef {{series: Series[], marks?: Mark[], rules?: Rule[]}} Content */

/** Shortest time from one drawing of a chart to the next, in milliseconds. */
const pause = 90;

export class Chart {
	/** @type {Content} */ content = { series: [] };
	#how;
	#cursor = NaN;
	/** @type {import("./theme.js").Theme | null} */ #theme = null;
	#stale = false;
	#drawn = -Infinity;
	#x = new Scale(0, 1, 0, 1);
	#y = new Scale(0, 1, 1, 0);
	#canvas = document.createElement("canvas");
	#line = element("div", "chart-cursor");
	#tip = element("div", "timeline-tip");
	#plot = element("div", "chart-plot");
	#legend = element("figcaption", "chart-legend");
	#table = document.createElement("details");
	#ends;

	/** @param {{label: string, x: Axis, y: Axis, pick?: (x: number) => void, table?: boolean}} how pick is called with the x of a click */
	constructor(how) {
		this.#how = how;
		this.element = element("figure", "chart");
		this.#canvas.setAttribute("aria-hidden", "true");
		this.#tip.hidden = this.#line.hidden = true;
		this.#plot.setAttribute("role", "img");
		this.#plot.append(this.#canvas, this.#line, this.#tip);
		this.#table.append(Object.assign(document.createElement("summary"), { textContent: "as a table" }));
		this.#table.addEventListener("toggle", () => this.#fillTable());
		this.element.append(this.#plot, this.#legend);
		if (how.table !== false) this.element.append(this.#table);
		this.#plot.addEventListener("pointermove", (p) => this.#showTip(p));
		this.#plot.addEventListener("pointerleave", () => { this.#tip.hidden = true; });
		if (how.pick) {
			this.#plot.classList.add("pickable");
			this.#plot.addEventListener("click", (p) => how.pick?.(this.#valueAt(p)));
		}
		const resized = new ResizeObserver(() => this.#look());
		resized.observe(this.#plot);
		const stopTheme = onTheme(() => this.#look());
		this.#ends = () => { resized.disconnect(); stopTheme(); forget(this); };
	}

	/** @param {Content} content */
	set(content) {
		const names = content.series.map((s) => `${s.name}|${s.colour}|${s.kind}`).join();
		const others = this.content.series.map((s) => `${s.name}|${s.colour}|${s.kind}`).join();
		this.content = content;
		if (names !== others) this.#legend.replaceChildren();
		this.#redraw();
	}

	get cursor() { return this.#cursor; }
	set cursor(x) {
		if (Object.is(x, this.#cursor)) return;
		this.#cursor = x;
		nextFrame(this);
	}

	close() { this.#ends(); }

	/** The chart's description in words. */
	get words() { return words(this.#how.label, this.content.series, this.#how.x, this.#how.y); }

	/** Reads the theme again, and redraws. It is also called when the element is attached to the page, where its theme can differ. */
	#look() {
		this.#theme = null;
		this.#legend.replaceChildren();
		this.#redraw();
	}

	#redraw() {
		this.#stale = true;
		nextFrame(this);
	}

	/** @param {number} now */
	draw(now) {
		const waits = this.#stale && now - this.#drawn < pause;
		if (this.#stale && !waits) {
			this.#stale = false;
			this.#drawn = now;
			this.#paint();
		}
		const x = this.#x.at(this.#cursor), shown = !Number.isNaN(this.#cursor) && this.#cursor >= this.#x.lo && this.#cursor <= this.#x.hi;
		if (this.#line.hidden === shown) this.#line.hidden = !shown;
		if (shown) this.#line.style.transform = `translateX(${x.toFixed(1)}px)`;
		return waits;
	}

	#paint() {
		const canvas = this.#canvas, ctx = canvas.getContext("2d"), theme = this.#theme ??= themeOf(this.element);
		const width = this.#plot.clientWidth, height = this.#plot.clientHeight, ratio = Math.min(3, devicePixelRatio || 1);
		if (!ctx || width < 40 || height < 40) return;
		if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
			canvas.width = Math.round(width * ratio);
			canvas.height = Math.round(height * ratio);
		}
		ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
		ctx.clearRect(0, 0, width, height);
		ctx.font = "11px ui-sans-serif, system-ui, sans-serif";
		({ x: this.#x, y: this.#y } = paintAxes({ ctx, width, height, theme }, this.#how, this.content));
		const { series, marks = [], rules = [] } = this.content;
		ctx.save();
		ctx.beginPath();
		ctx.rect(this.#x.at(this.#x.lo) - 2, 0, this.#x.at(this.#x.hi) - this.#x.at(this.#x.lo) + 4, this.#y.at(this.#y.lo) + 2);
		ctx.clip();
		series.forEach((s, i) => paintSeries(ctx, s, { x: this.#x, y: this.#y }, s.colour ?? css(theme.seats[i % theme.seats.length]), series.length > 1 || s.index !== undefined ? dashes(s.index ?? i) : []));
		for (const m of marks) paintMark(ctx, m, this.#x, this.#y, theme);
		ctx.restore();
		for (const r of rules) paintRule(ctx, r, this.#x, this.#y, theme);
		this.#describe(theme);
	}

	/** Updates the description, the legend and the table. @param {import("./theme.js").Theme} theme */
	#describe(theme) {
		this.#plot.setAttribute("aria-label", this.words);
		const { series } = this.content;
		if (this.#legend.childElementCount !== series.length && series.length > 1) {
			this.#legend.replaceChildren(...series.map((s, i) => {
				const item = element("span", "chart-item"), swatch = element("span", "chart-swatch");
				swatch.style.borderTopColor = s.colour ?? css(theme.seats[i % theme.seats.length]);
				swatch.style.borderTopStyle = s.kind === "line" || s.kind === "steps" ? /** @type {const} */ (["solid", "dashed", "dotted", "dashed"])[(s.index ?? i) % 4] : "solid";
				item.append(swatch, s.name);
				return item;
			}));
		}
		this.#legend.hidden = series.length < 2;
		if (this.#table.open) this.#fillTable();
	}

	/** @param {MouseEvent} p */
	#valueAt(p) {
		const v = this.#x.value(p.clientX - this.#plot.getBoundingClientRect().left);
		return Math.min(this.#x.hi, Math.max(this.#x.lo, v));
	}

	/** @param {PointerEvent} p */
	#showTip(p) {
		const { x: ax, y: ay } = this.#how, at = this.#valueAt(p);
		const parts = [];
		for (const s of this.content.series) {
			let i = nearest(s.xs, at);
			if (i < 0) continue;
			if (s.kind === "steps" && s.xs[i] > at && i > 0) i--;
			if (s.kind === "bars") {
				if (s.xs[i] > at) i--;
				if (i < 0 || i >= s.ys.length) continue;
				parts.push(`${number(ax, s.xs[i])} to ${number(ax, s.xs[i + 1])}: ${number(ay, s.ys[i])}`);
				continue;
			}
			const between = s.low && s.high ? ` (${number(ay, s.low[i])} to ${number(ay, s.high[i])})` : "";
			parts.push(`${s.name} ${number(ay, s.ys[i])}${between}`);
		}
		for (const m of this.content.marks ?? []) if (Math.abs(this.#x.at(m.x) - this.#x.at(at)) < 5) parts.push(m.words);
		if (!this.content.series.some((s) => s.kind === "bars")) parts.unshift(`${ax.name} ${number(ax, ax.whole ? Math.round(at) : at)}`);
		this.#tip.textContent = parts.join(" · ");
		this.#tip.hidden = parts.length === 0;
		const px = this.#x.at(at), width = this.#tip.offsetWidth;
		this.#tip.style.transform = `translateX(${Math.min(this.#plot.clientWidth - width, Math.max(0, px - width / 2))}px)`;
	}

	#fillTable() {
		if (!this.#table.open) return;
		const scroll = element("div", "chart-table");
		scroll.tabIndex = 0;
		scroll.append(table(this.content.series, this.#how.x, this.#how.y));
		this.#table.replaceChildren(this.#table.children[0], scroll);
	}
}

/** @param {string} tag @param {string} name @returns {HTMLElement} */
function element(tag, name) {
	const e = document.createElement(tag);
	e.className = name;
	return e;
}
