// Makes a table of a report. In a cross table, the colour of a cell shows whether the snake of the row
// wins more than half of the games.
import { h } from "../../parts/dom.js";
import { term } from "../../parts/glossary.js";

/** @param {import("./arena.js").Table} t */
export function table(t) {
	const number = t.heads.map((_, i) => i >= t.labels && t.rows.every((r) => !r[i] || !/[a-zA-Z]{4}/.test(r[i])));
	return h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": t.title || t.heads[0] },
		h("table", {}, h("thead", {}, h("tr", {}, t.heads.map((name, i) => h("th", { scope: "col", class: number[i] ? "number" : "" }, i >= t.labels && term(name) || name)))),
			h("tbody", {}, t.rows.map((row) => h("tr", {}, row.map((cell, i) => i < t.labels ? h("th", { scope: "row" }, cell) : tableCell(t, cell, number[i])))))));
}

/** @param {import("./arena.js").Table} t @param {string} cell @param {boolean} number */
function tableCell(t, cell, number) {
	const td = h("td", { class: number ? "number" : "" }, cell);
	if (t.title.startsWith("score %")) { // a cross table is coloured by the distance from 50 %
		const from = (parseFloat(cell) - 50) / 50;
		if (from) td.style.background = `color-mix(in srgb, var(${from > 0 ? "--good" : "--bad"}) ${Math.round(45 * Math.abs(from))}%, transparent)`;
	}
	return td;
}
