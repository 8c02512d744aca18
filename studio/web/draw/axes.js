// The axes of a chart: their ranges, their numbers, and horizontal lines across the chart.
import { css } from "./colour.js";
import { Scale, axisNumber, axisNumbers, logTicks, ticks } from "./scale.js";

/** @typedef {import("./chart.js").Content} Content */

/**
 * @typedef {object} Axis
 * @property {string} name
 * @property {boolean} [log]
 * @property {boolean} [whole] numbers have no fractions
 * @property {boolean} [zero] the axis includes 0
 * @property {number} [min]
 * @property {number} [max]
 * @property {string[]} [names] the texts at 0, 1, 2 and so on, instead of numbers
 * @property {(v: number) => string} [format]
 */

/**
 * Paints the axes, and returns the scales of the area between them.
 * @param {{ctx: CanvasRenderingContext2D, width: number, height: number, theme: import("./theme.js").Theme}} paper
 * @param {{x: Axis, y: Axis}} how
 * @param {Content} content
 * @returns {{x: Scale, y: Scale}}
 */
export function paintAxes({ ctx, width, height, theme }, { x: ax, y: ay }, content) {
	const above = 20, bottom = height - 34;
	const [ylo, yhi] = range(content, ay, "ys"), [xlo, xhi] = range(content, ax, "xs");
	const y = new Scale(ylo, yhi, bottom, above, ay.log);
	const rows = Math.max(2, Math.floor((bottom - above) / 34));
	const ys = ay.log ? logTicks(ylo, yhi, rows) : ticks(ylo, yhi, rows, ay.whole), yTexts = axisTexts(ay, ys);
	const left = Math.ceil(Math.max(20, ...yTexts.map((t) => ctx.measureText(t).width))) + 10, right = width - 14;
	const x = new Scale(xlo, xhi, left, right, ax.log);
	ctx.fillStyle = css(theme.dim);
	ctx.textBaseline = "middle";
	ctx.textAlign = "right";
	ys.forEach((v, i) => {
		ctx.fillStyle = css(theme.dim, 0.22);
		ctx.fillRect(left, Math.round(y.at(v)), right - left, 1);
		ctx.fillStyle = css(theme.dim);
		ctx.fillText(yTexts[i], left - 6, y.at(v));
	});
	ctx.fillRect(left, Math.round(bottom), right - left, 1);
	ctx.textBaseline = "alphabetic";
	const columns = Math.max(2, Math.floor((right - left) / 76));
	const xs = ax.names ? ax.names.map((_, i) => i) : ax.log ? logTicks(xlo, xhi, columns) : ticks(xlo, xhi, columns, ax.whole);
	const xTexts = ax.names ?? axisTexts(ax, xs);
	const free = [-Infinity, -Infinity]; // by row of texts, the x from which the row has room; a name that does not fit into the first row goes into the second
	xs.forEach((v, i) => {
		const half = ctx.measureText(xTexts[i]).width / 2, at = Math.min(width - half, Math.max(half, x.at(v)));
		ctx.fillRect(Math.round(x.at(v)), bottom, 1, 4);
		const row = at - half >= free[0] ? 0 : ax.names && at - half >= free[1] ? 1 : -1;
		if (row < 0) return;
		ctx.textAlign = "center";
		ctx.fillText(xTexts[i], at, bottom + 16 + 13 * row);
		free[row] = at + half + 6;
	});
	ctx.textAlign = "right";
	ctx.fillText(ax.name, right, height - 4);
	ctx.textAlign = "left";
	ctx.fillText(ay.name, 2, 10);
	return { x, y };
}

/**
 * Returns the range of an axis: its min and max or, if they are missing, the range of the data with a
 * margin.
 * @param {Content} content
 * @param {Axis} axis
 * @param {"xs"|"ys"} which
 * @returns {[number, number]}
 */
function range(content, axis, which) {
	let lo = Infinity, hi = -Infinity;
	/** @param {ArrayLike<number> | undefined} values */
	const take = (values) => {
		for (let i = 0; values && i < values.length; i++) {
			const v = values[i];
			if (!Number.isFinite(v) || Math.abs(v) > 1e300 || (axis.log && v <= 0)) continue;
			if (v < lo) lo = v;
			if (v > hi) hi = v;
		}
	};
	for (const s of content.series) {
		take(s[which]);
		if (which === "ys") { take(s.low); take(s.high); }
	}
	if (which === "ys") for (const r of content.rules ?? []) take([r.y]);
	if (!(lo <= hi)) [lo, hi] = axis.log ? [1, 10] : [0, 1];
	if (axis.names) return [-0.5, axis.names.length - 0.5];
	const bars = content.series.some((s) => s.kind === "bars");
	if (axis.zero || (bars && which === "ys")) lo = Math.min(0, lo);
	else if (which === "ys" && !axis.log) lo -= 0.06 * (hi - lo || 1);
	if (which === "ys" && !axis.log) hi += 0.06 * (hi - lo || 1);
	return [axis.min ?? lo, axis.max ?? hi];
}

/** Paints a horizontal line with a text. @param {CanvasRenderingContext2D} ctx @param {import("./chart.js").Rule} rule @param {Scale} x @param {Scale} y @param {import("./theme.js").Theme} theme */
export function paintRule(ctx, rule, x, y, theme) {
	const at = Math.round(y.at(rule.y)) + 0.5, right = x.at(x.hi);
	ctx.strokeStyle = ctx.fillStyle = css(theme.dim);
	ctx.setLineDash([2, 3]);
	ctx.lineWidth = 1;
	ctx.beginPath();
	ctx.moveTo(x.at(x.lo), at);
	ctx.lineTo(right, at);
	ctx.stroke();
	ctx.setLineDash([]);
	ctx.textAlign = "right";
	ctx.fillText(rule.words, right, at - 4);
}

/**
 * Formats the numbers of an axis, all in the same unit unless the axis is logarithmic.
 * @param {Axis} axis
 * @param {number[]} values
 */
function axisTexts(axis, values) {
	return axis.format ? values.map((v) => axis.format?.(v) ?? "") : axis.log ? values.map((v) => axisNumber(v)) : axisNumbers(values);
}
