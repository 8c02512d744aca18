// Switches for the overlays that a solver offers, each with a summary of its data. Usage:
//
//	const o = new Overlays((labels) => ...); card.append(o.element);
//	o.offer(["plan", "cycle"]); o.on = ["plan"]; o.summarise("plan", "12 cells"); o.flip(1);
//
// Overlays offered later are appended, so that each digit keeps its meaning.
import { h, write } from "./dom.js";

/** Overlays whose names differ from their labels, in the order of their switches. The names are those of the terminal. */
const names = /** @type {const} */ ([
	["plan", "planned path"], ["food", "steps to the food"], ["cycle", "cycle order"],
	["scores", "scores by direction"], ["searched", "searched cells"], ["paths", "path scores"], ["candidates", "ways weighed"],
	["unproven", "ways not proven safe"], ["expected", "moves to go"],
]);
const most = 9; // one switch for each digit

/** @param {string} label */
export function overlayName(label) { return names.find(([l]) => l === label)?.[1] ?? label; }

/** @param {string} label */
function place(label) {
	const i = names.findIndex(([l]) => l === label);
	return i < 0 ? names.length : i;
}

export class Overlays {
	element = h("menu", { class: "overlays", "aria-label": "overlays" });
	/** @type {string[]} */ labels = [];
	/** @type {Set<string>} */ #on = new Set();
	/** @type {Map<string, {button: HTMLElement, text: HTMLElement}>} */ #rows = new Map();
	#changed;

	/** @param {(labels: string[]) => void} changed */
	constructor(changed) { this.#changed = changed; }

	get on() { return [...this.#on]; }
	set on(labels) {
		this.#on = new Set(labels);
		for (const [label, row] of this.#rows) row.button.setAttribute("aria-pressed", String(this.#on.has(label)));
	}

	/** Adds switches for labels that have none yet. @param {string[]} labels */
	offer(labels) {
		const more = labels.filter((l) => l !== "calls" && !this.labels.includes(l)).sort((a, b) => place(a) - place(b));
		for (const label of more) {
			if (this.labels.length >= most) return;
			this.labels.push(label);
			const text = h("span", { class: "says" });
			const button = h("button", { type: "button", class: "plain", "aria-pressed": String(this.#on.has(label)), onclick: () => this.#flip(label) },
				h("kbd", { "aria-hidden": "true" }, this.labels.length), overlayName(label), text);
			this.#rows.set(label, { button, text });
			this.element.append(h("li", {}, button));
		}
	}

	/** Removes all switches. */
	clear() {
		this.labels = [];
		this.#rows.clear();
		this.element.replaceChildren();
	}

	/**
	 * Shows a summary of an overlay's data at its switch.
	 * @param {string} label
	 * @param {string} words
	 */
	summarise(label, words) {
		const row = this.#rows.get(label);
		if (row) write(row.text, words);
	}

	/** Flips the overlay of a digit. @param {number} digit from 1 on @returns {string} its name, or "" */
	flip(digit) {
		const label = this.labels[digit - 1];
		if (!label) return "";
		this.#flip(label);
		return overlayName(label);
	}

	/** @param {string} label */
	#flip(label) {
		this.on = this.#on.has(label) ? this.on.filter((l) => l !== label) : [...this.on, label];
		this.#changed(this.on);
	}
}
