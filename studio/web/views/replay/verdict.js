// What came of deriving a file again: that all is as the rules have it, or the turns
// that are not, each to click.
import { h, replace, write } from "../../parts/dom.js";
import { count, group } from "../../parts/panel.js";

/** @typedef {{turn: number, snake?: string, what: string}} Difference */
/** @typedef {{kind: string, turns: number, differences: Difference[], more: number, notChecked: string[], error?: {message: string, line?: number, column?: number}}} Verified */

/** Where something is wrong in a file. @param {{message: string, line?: number, column?: number}} e */
export function whereWrong({ message, line, column }) {
	const place = line ? `line ${line}${column ? `, column ${column}` : ""}: ` : "";
	return message.includes(`line ${line}`) ? message : place + message;
}

export class Verdict {
	#says = h("p", { class: "small", role: "status" }, "being derived again …");
	#list = h("ol", { class: "differences", "aria-label": "wrong turns" });
	#notes = h("ul", { class: "small dim" });
	#unsaid = h("details", { hidden: true }, h("summary", { class: "small" }, "What cannot be checked"), this.#notes);
	element = h("section", { class: "card verdict" }, h("header", {}, h("h2", {}, "Verified")), this.#says, this.#list, this.#unsaid);

	/** @param {(turn: number) => void} go */
	constructor(go) { this.go = go; }

	/** @param {Verified} v */
	hear(v) {
		const n = v.differences.length + v.more;
		this.#says.className = `small ${v.error || n > 0 ? "bad" : "good"}`;
		write(this.#says, v.error ? `It cannot be derived: ${whereWrong(v.error)}` : n === 0 ? `${count(v.turns, v.kind.includes("hunter") ? "tick" : "turn")} derived again by the rules: all is as the file says.`
			: `${count(n, "difference")} to what the rules make of it:`);
		this.#list.hidden = v.differences.length === 0;
		replace(this.#list, v.differences.map((d) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => this.go(d.turn) },
			h("b", {}, `turn ${group(d.turn)}`), h("span", {}, `${d.snake ? `${d.snake}: ` : ""}${d.what}`)))), v.more > 0 && h("li", { class: "small dim" }, `and ${group(v.more)} more`));
		this.#unsaid.hidden = v.notChecked.length === 0;
		replace(this.#notes, v.notChecked.map((what) => h("li", {}, what)));
	}
}
