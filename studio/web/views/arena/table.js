// A table of a report. A cell with the marks of a cross table is coloured by who is ahead.
import { h } from "../../parts/dom.js";

/** @param {import("../arena.js").Table} t */
export function table(t) {
	const number = t.heads.map((_, i) => i >= t.labels && t.rows.every((r) => !r[i] || !/[a-zA-Z]{4}/.test(r[i])));
	return h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": t.title || t.heads[0] },
		h("table", {}, h("thead", {}, h("tr", {}, t.heads.map((name, i) => h("th", { scope: "col", class: number[i] ? "number" : "" }, name)))),
			h("tbody", {}, t.rows.map((row) => h("tr", {}, row.map((cell, i) => i < t.labels ? h("th", { scope: "row" }, cell) : shaded(t, cell, number[i])))))));
}

/** @param {import("../arena.js").Table} t @param {string} cell @param {boolean} number */
function shaded(t, cell, number) {
	const td = h("td", { class: number ? "number" : "" }, cell);
	if (t.title.startsWith("score %")) { // a cross table: how far it is from even
		const from = (parseFloat(cell) - 50) / 50;
		if (from) td.style.background = `color-mix(in srgb, var(${from > 0 ? "--good" : "--bad"}) ${Math.round(45 * Math.abs(from))}%, transparent)`;
	}
	return td;
}
