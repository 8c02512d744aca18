// Paints the series and the marks of a chart.
import { css } from "./colour.js";
import { visiblePoints } from "./scale.js";

/** @typedef {import("./scale.js").Scale} Scale */

/** Returns the dash pattern of line i. There are four colours and four patterns; each group of four lines begins with another pattern, so lines of the same colour have different patterns. @param {number} i */
export function dashes(i) { return [[], [7, 3], [2, 2.5], [9, 3, 2, 3]][(i + Math.floor(i / 4)) % 4]; }

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {import("./chart.js").Series} s
 * @param {{x: Scale, y: Scale}} scales
 * @param {string} colour
 * @param {number[]} dash
 */
export function paintSeries(ctx, s, { x, y }, colour, dash) {
	ctx.strokeStyle = ctx.fillStyle = colour;
	ctx.lineWidth = 1.75;
	ctx.lineJoin = "round";
	switch (s.kind) {
		case "bars": return bars(ctx, s, x, y);
		case "dots": return dots(ctx, s, x, y);
		case "intervals": return intervals(ctx, s, x, y);
		default: return line(ctx, s, x, y, dash);
	}
}

/** @param {CanvasRenderingContext2D} ctx @param {import("./chart.js").Series} s @param {Scale} x @param {Scale} y @param {number[]} dash */
function line(ctx, s, x, y, dash) {
	const { xs, ys, low, high } = s, points = visiblePoints(xs, ys, x, Math.abs(x.at(x.hi) - x.at(x.lo)));
	if (low && high) {
		ctx.beginPath();
		for (const i of points) ctx.lineTo(x.at(xs[i]), y.at(high[i]));
		for (const i of points.toReversed()) ctx.lineTo(x.at(xs[i]), y.at(low[i]));
		ctx.globalAlpha = 0.16;
		ctx.fill();
		ctx.globalAlpha = 1;
	}
	const lone = isolated(points, ys);
	if (lone.length > 0) { // points through which no line passes
		ctx.beginPath();
		for (const i of lone) {
			const px = x.at(xs[i]), py = y.at(ys[i]);
			ctx.moveTo(px + 3, py);
			ctx.arc(px, py, 3, 0, 7);
		}
		ctx.fill();
	}
	ctx.beginPath();
	let last = NaN;
	for (const i of points) {
		const px = x.at(xs[i]), py = y.at(ys[i]);
		if (Number.isNaN(py)) {
			last = NaN; // the line has a gap here
			continue;
		}
		if (Number.isNaN(last)) ctx.moveTo(px, py);
		else {
			if (s.kind === "steps") ctx.lineTo(px, last);
			ctx.lineTo(px, py);
		}
		last = py;
	}
	ctx.setLineDash(dash);
	ctx.stroke();
	ctx.setLineDash([]);
}

/**
 * Returns the points of a line that have a gap or the end of the line on both sides.
 * @param {number[]} points
 * @param {ArrayLike<number>} ys
 */
function isolated(points, ys) {
	const gap = (/** @type {number} */ k) => k < 0 || k >= points.length || Number.isNaN(ys[points[k]]);
	return points.filter((_, k) => !gap(k) && gap(k - 1) && gap(k + 1));
}

/** @param {CanvasRenderingContext2D} ctx @param {import("./chart.js").Series} s @param {Scale} x @param {Scale} y */
function dots(ctx, s, x, y) {
	const n = Math.min(s.xs.length, s.ys.length), r = n > 2000 ? 1 : n > 300 ? 1.75 : 2.5;
	// Points on the same pixel are drawn once.
	const drawn = new Set();
	ctx.globalAlpha = n > 300 ? 0.6 : 0.85;
	ctx.beginPath();
	for (let i = 0; i < n; i++) {
		const px = Math.round(2 * x.at(s.xs[i])) / 2, py = Math.round(2 * y.at(s.ys[i])) / 2;
		if (Number.isNaN(px) || Number.isNaN(py)) continue;
		const key = px * 65536 + py;
		if (drawn.has(key)) continue;
		drawn.add(key);
		ctx.moveTo(px + r, py);
		ctx.arc(px, py, r, 0, 7);
	}
	ctx.fill();
	ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {import("./chart.js").Series} s @param {Scale} x @param {Scale} y */
function bars(ctx, s, x, y) {
	const zero = y.at(Math.max(0, y.lo));
	for (let i = 0; i < s.ys.length && i + 1 < s.xs.length; i++) {
		if (!s.ys[i]) continue;
		const from = Math.round(x.at(s.xs[i])), to = Math.round(x.at(s.xs[i + 1])), top = Math.min(y.at(s.ys[i]), zero - 1);
		const gap = to - from > 3 ? 1 : 0, round = Math.min(2, (to - from) / 3);
		ctx.globalAlpha = 0.85;
		ctx.beginPath();
		ctx.roundRect(from, top, Math.max(1, to - from - gap), zero - top, [round, round, 0, 0]);
		ctx.fill();
		ctx.globalAlpha = 1;
	}
}

/** @param {CanvasRenderingContext2D} ctx @param {import("./chart.js").Series} s @param {Scale} x @param {Scale} y */
function intervals(ctx, s, x, y) {
	for (let i = 0; i < s.ys.length; i++) {
		const px = x.at(s.xs[i]);
		if (s.low && s.high) {
			const a = y.at(s.high[i]), b = y.at(s.low[i]);
			ctx.lineWidth = 1.5;
			ctx.beginPath();
			ctx.moveTo(px, a);
			ctx.lineTo(px, b);
			for (const end of [a, b]) {
				ctx.moveTo(px - 4, end);
				ctx.lineTo(px + 4, end);
			}
			ctx.stroke();
		}
		ctx.beginPath();
		ctx.arc(px, y.at(s.ys[i]), 3.5, 0, 7);
		ctx.fill();
	}
}

/**
 * Paints a mark: a wedge for an error, a dot for a meal.
 * @param {CanvasRenderingContext2D} ctx
 * @param {import("./chart.js").Mark} m
 * @param {Scale} x
 * @param {Scale} y
 * @param {import("./theme.js").Theme} theme
 */
export function paintMark(ctx, m, x, y, theme) {
	const px = x.at(m.x), top = y.at(y.hi);
	if (m.kind === "meal") {
		ctx.fillStyle = css(theme.meal);
		ctx.beginPath();
		ctx.arc(px, m.y === undefined ? y.at(y.lo) - 4 : y.at(m.y), 3, 0, 7);
		ctx.fill();
		return;
	}
	wedge(ctx, px, top + 8, y.at(y.lo), css(theme.bad));
}

/**
 * Paints a wedge that points down, and a vertical line from its tip.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} tip
 * @param {number} below
 * @param {string} style
 */
export function wedge(ctx, x, tip, below, style) {
	ctx.fillStyle = style;
	ctx.fillRect(x - 0.5, tip, 1, below - tip);
	ctx.beginPath();
	ctx.moveTo(x - 5, tip - 9);
	ctx.lineTo(x + 5, tip - 9);
	ctx.lineTo(x, tip);
	ctx.fill();
}
