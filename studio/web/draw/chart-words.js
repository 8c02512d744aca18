// Describes a chart for users who cannot see it: in a sentence and as a table.
import { axisNumber } from "./scale.js";

/** @typedef {import("./chart.js").Axis} Axis */
/** @typedef {import("./chart.js").Series} Series */

const rows = 40; // most rows of each series

/** Formats a single number of an axis. @param {Axis} axis @param {number} v */
export function number(axis, v) {
	if (axis.names) return axis.names[Math.round(v)] ?? "";
	if (axis.format) return axis.format(v);
	return axis.whole ? String(Math.round(v)) : axisNumber(Number(v.toPrecision(4)), "");
}

/** @param {string} label @param {Series[]} series @param {Axis} x @param {Axis} y */
export function words(label, series, x, y) {
	const parts = series.filter((s) => s.ys.length > 0).map((s) => {
		let lo = Infinity, hi = -Infinity;
		for (let i = 0; i < s.ys.length; i++) {
			if (s.ys[i] < lo) lo = s.ys[i];
			if (s.ys[i] > hi) hi = s.ys[i];
		}
		const last = s.kind === "line" || s.kind === "steps" ? `, last ${number(y, s.ys[s.ys.length - 1])}` : "";
		return `${s.name}: ${y.name} ${number(y, lo)} to ${number(y, hi)} over ${x.name} ${number(x, s.xs[0])} to ${number(x, s.xs[s.xs.length - 1])}${last}`;
	});
	return `${label}. ${parts.join("; ") || "Nothing to show yet."}`;
}

/** @param {Series[]} series @param {Axis} x @param {Axis} y */
export function table(series, x, y) {
	const made = document.createElement("table"), head = made.createTHead().insertRow();
	for (const name of ["series", x.name || "name", y.name]) head.append(Object.assign(document.createElement("th"), { textContent: name, scope: "col" }));
	const body = made.createTBody();
	for (const s of series) {
		const step = Math.max(1, Math.ceil(s.ys.length / rows));
		for (let i = 0; i < s.ys.length; i += step) {
			const row = body.insertRow();
			row.append(Object.assign(document.createElement("th"), { textContent: s.name, scope: "row" }));
			row.insertCell().textContent = s.kind === "bars" ? `${number(x, s.xs[i])} to ${number(x, s.xs[i + 1])}` : number(x, s.xs[i]);
			row.insertCell().textContent = number(y, s.ys[i]) + (s.low && s.high ? ` (${number(y, s.low[i])} to ${number(y, s.high[i])})` : "");
		}
	}
	return made;
}
