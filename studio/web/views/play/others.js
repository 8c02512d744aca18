// The list of snakes in a game of several. The other players can be added, changed and
// removed.
import { h } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { solverOfSnake } from "./setup.js";

/**
 * @param {string[]} snakes of the link
 * @param {object} how
 * @param {number} how.own the person's seat
 * @param {{name: string, color?: string}[]} how.seats
 * @param {import("../../parts/catalog.js").Rules | undefined} how.rules
 * @param {(title: string, chosen: string, seat: (solver: string) => string[]) => void} how.pick lets the user choose a solver, and plays with the snakes that seat returns
 * @param {(snakes: string[]) => void} how.change
 */
export function others(snakes, { own, seats, rules, pick, change }) {
	return h("section", { class: "card" }, h("header", {}, h("h2", {}, "Snakes"),
		h("button", { type: "button", disabled: snakes.length >= (rules?.snakes ?? 1), onclick: () => pick("Another snake", rules?.partners?.[0] ?? "", (s) => [...snakes, s]) }, icon("plus"), "Add")),
	h("ul", { class: "others", role: "list" }, snakes.map((s, i) => {
		const swatch = h("span", { class: "swatch" });
		swatch.style.background = seats[i]?.color ?? "";
		return h("li", { class: "row" }, swatch, h("span", { class: "grow" }, i === own ? "you" : seats[i]?.name ?? s), h("span", { class: "mono", "data-length": String(i) }),
			i !== own && h("button", { type: "button", class: "plain icon", "aria-label": `change snake ${s}`, onclick: () => pick("A snake", solverOfSnake(s), (to) => snakes.with(i, to)) }, icon("change")),
			i !== own && snakes.length > 2 && h("button", { type: "button", class: "plain icon", "aria-label": `remove snake ${s}`, onclick: () => change(snakes.toSpliced(i, 1)) }, icon("close")));
	})));
}
