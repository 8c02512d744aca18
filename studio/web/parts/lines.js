// Paints the lines of the timeline: the length at each move, the meals, and the solver's
// score.
import { Scale, visiblePoints } from "../draw/scale.js";
import { css } from "../draw/colour.js";

/** @typedef {import("./timeline.js").Line} Line */

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Line} line
 * @param {{x: Scale, y: Scale}} scales
 * @param {string | number} colour
 * @param {{filled: boolean, turns: number, dash?: number[]}} how turns is the turn at which the line ends; the last value lasts until then
 */
export function paintLine(ctx, line, { x, y }, colour, { filled, turns, dash = [] }) {
	const style = typeof colour === "number" ? css(colour) : colour;
	const points = visiblePoints(line.turns, line.values, x, x.at(x.hi) - x.at(x.lo));
	if (points.length === 0) return;
	ctx.save();
	ctx.beginPath();
	ctx.rect(0, 0, x.at(turns) + 1, y.at(0) + 2);
	ctx.clip();
	ctx.beginPath();
	let last = NaN;
	for (const i of points) {
		const px = x.at(line.turns[i]), py = y.at(line.values[i]);
		if (Number.isNaN(last)) ctx.moveTo(px, py);
		else {
			ctx.lineTo(px, last);
			ctx.lineTo(px, py);
		}
		last = py;
	}
	const end = x.at(Math.max(turns, line.turns[line.turns.length - 1]));
	ctx.lineTo(end, last);
	ctx.strokeStyle = style;
	ctx.lineWidth = 1.75;
	ctx.lineJoin = "round";
	ctx.setLineDash(dash);
	ctx.stroke();
	if (filled) {
		ctx.lineTo(end, y.at(0));
		ctx.lineTo(x.at(line.turns[points[0]]), y.at(0));
		ctx.globalAlpha = 0.14;
		ctx.fillStyle = style;
		ctx.fill();
	}
	ctx.restore();
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Omit<Line, "name">} score
 * @param {Scale} x
 * @param {{above: number, below: number}} area
 * @param {import("../draw/theme.js").Theme} theme
 */
export function paintScore(ctx, score, x, { above, below }, theme) {
	let lo = Infinity, hi = -Infinity;
	for (let i = 0; i < score.values.length; i++) {
		const v = score.values[i];
		if (!Number.isFinite(v) || Math.abs(v) > 1e300) continue;
		lo = Math.min(lo, v);
		hi = Math.max(hi, v);
	}
	if (!(hi > lo)) return;
	const y = new Scale(lo, hi, below - 3, above + 3);
	ctx.beginPath();
	for (const i of visiblePoints(score.turns, score.values, x, x.at(x.hi))) ctx.lineTo(x.at(score.turns[i]), Math.min(below, Math.max(above, y.at(score.values[i]))));
	ctx.strokeStyle = css(theme.seats[3], 0.55);
	ctx.lineWidth = 1;
	ctx.setLineDash([3, 2]);
	ctx.stroke();
	ctx.setLineDash([]);
}

/**
 * Paints a dot at each meal, where the line rises, unless the dots would be too dense.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Line} line
 * @param {Scale} x
 * @param {Scale} y
 * @param {import("../draw/theme.js").Theme} theme
 */
export function paintMeals(ctx, line, x, y, theme) {
	const meals = [];
	for (let i = 1; i < line.turns.length; i++) if (line.values[i] > line.values[i - 1]) meals.push(i);
	const room = (x.at(x.hi) - x.at(x.lo)) / Math.max(1, meals.length);
	if (room < 5) return;
	const r = Math.min(3, room / 3);
	ctx.fillStyle = css(theme.meal);
	for (const i of meals) {
		ctx.beginPath();
		ctx.arc(x.at(line.turns[i]), y.at(line.values[i]), r, 0, 7);
		ctx.fill();
	}
}
