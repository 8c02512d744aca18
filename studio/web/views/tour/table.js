// A table of figures, with the command that measured it.
import { h } from "../../parts/dom.js";

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {string[][]} rows
 * @param {string} command
 * @param {string} [more] the source of other figures
 */
export function table(caption, heads, rows, command, more = "") {
	return h("div", { class: "tour-table", role: "region", tabIndex: 0, "aria-label": caption }, h("table", {}, h("caption", {}, caption),
		h("thead", {}, h("tr", {}, heads.map((t) => h("th", { scope: "col" }, t)))),
		h("tbody", {}, rows.map((r) => h("tr", {}, r.map((t, i) => (i === 0 ? h("th", { scope: "row" }, t) : h("td", {}, t))))))),
	h("p", { class: "small dim" }, command !== "" ? "Measured by " : null, command !== "" ? h("code", {}, command) : null, command !== "" ? "." : null, more !== "" && ` ${more}`));
}
