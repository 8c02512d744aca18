// Tables of figures, each with the command that measured it.
import { h } from "../../parts/dom.js";

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {string[][]} rows
 * @param {string} command
 */
export function table(caption, heads, rows, command) {
	return h("div", { class: "tour-table" }, h("table", {}, h("caption", {}, caption),
		h("thead", {}, h("tr", {}, heads.map((t) => h("th", { scope: "col" }, t)))),
		h("tbody", {}, rows.map((r) => h("tr", {}, r.map((t, i) => (i === 0 ? h("th", { scope: "row" }, t) : h("td", {}, t))))))),
	h("p", { class: "small dim" }, "Measured by ", h("code", {}, command)));
}
