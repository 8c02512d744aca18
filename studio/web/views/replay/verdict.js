// Shows the result of verifying a file: that the game follows the rules, or a list of the turns that
// differ from the rules. A click on a turn shows it.
import { h, replace, write } from "../../parts/dom.js";
import { count, group } from "../../parts/panel.js";

/** @typedef {{turn: number, snake?: string, what: string}} Difference */
/** @typedef {{kind: string, turns: number, differences: Difference[], more: number, notChecked: string[], error?: {message: string, line?: number, column?: number}}} Verified */

/** Formats an error with its place in the file. @param {{message: string, line?: number, column?: number}} e */
export function errorText({ message, line, column }) {
	const place = line ? `line ${line}${column ? `, column ${column}` : ""}: ` : "";
	return message.includes(`line ${line}`) ? message : place + message;
}

export class Verdict {
	#status = h("p", { class: "small", role: "status" }, "verifying …");
	#list = h("ol", { class: "differences", "aria-label": "differences" });
	#notes = h("ul", { class: "small dim" });
	#unchecked = h("details", { hidden: true }, h("summary", { class: "small" }, "What cannot be checked"), this.#notes);
	element = h("section", { class: "card verdict" }, h("header", {}, h("h2", {}, "Verified")), this.#status, this.#list, this.#unchecked);

	/** @param {(turn: number) => void} go */
	constructor(go) { this.go = go; }

	/** @param {Verified} v */
	show(v) {
		const n = v.differences.length + v.more;
		this.#status.className = `small ${v.error || n > 0 ? "bad" : "good"}`;
		write(this.#status, v.error ? `The game cannot be derived: ${errorText(v.error)}` : n === 0 ? `${count(v.turns, v.kind.includes("hunter") ? "tick" : "turn")} derived by the rules: the file is correct.`
			: `${count(n, "difference")} from the rules:`);
		this.#list.hidden = v.differences.length === 0;
		replace(this.#list, v.differences.map((d) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => this.go(d.turn) },
			h("b", {}, `turn ${group(d.turn)}`), h("span", {}, `${d.snake ? `${d.snake}: ` : ""}${d.what}`)))), v.more > 0 && h("li", { class: "small dim" }, `and ${group(v.more)} more`));
		this.#unchecked.hidden = v.notChecked.length === 0;
		replace(this.#notes, v.notChecked.map((what) => h("li", {}, what)));
	}
}
