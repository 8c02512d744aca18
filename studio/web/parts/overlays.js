// Switches for the overlays that a solver offers, each with a summary of its data. Usage:
//
//	const o = new Overlays((labels) => ...); card.append(o.element);
//	o.offer(["plan", "cycle"]); o.on = ["plan"]; o.summarise((label) => "12 cells"); o.flip(1);
//
// Overlays that are offered later get the next digits, so no digit changes its meaning.
import { kinds } from "../draw/kinds.js";
import { h } from "./dom.js";
import { render, v } from "./render.js";

const most = 9; // one switch for each digit

/** @param {string} label */
export function overlayName(label) { return kinds.find((k) => k.label === label)?.name ?? label; }

/** @param {string} label */
function place(label) {
	const i = kinds.findIndex((k) => k.label === label);
	return i < 0 ? kinds.length : i;
}

export class Overlays {
	element = h("menu", { class: "overlays", "aria-label": "overlays" });
	/** @type {string[]} */ labels = [];
	/** @type {Set<string>} */ #on = new Set();
	/** @type {(label: string) => string} */ #summary = () => "";
	#shown = "";
	#changed;

	/** @param {(labels: string[]) => void} changed */
	constructor(changed) { this.#changed = changed; }

	get on() { return [...this.#on]; }
	set on(labels) {
		this.#on = new Set(labels);
		this.#show();
	}

	/** Adds switches for labels that have none yet. @param {string[]} labels */
	offer(labels) {
		const more = [...new Set(labels)].filter((l) => l !== "calls" && !this.labels.includes(l)).sort((a, b) => place(a) - place(b));
		this.labels = [...this.labels, ...more].slice(0, most);
		this.#show();
	}

	/** Removes all switches. */
	clear() {
		this.labels = [];
		this.#summary = () => "";
		this.#show();
	}

	/** Shows a summary of each overlay's data at its switch. @param {(label: string) => string} says */
	summarise(says) {
		this.#summary = says;
		this.#show();
	}

	/** Switches the overlay of a digit on or off. @param {number} digit from 1 on @returns {string} the overlay's name; "" if the digit has none */
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

	#show() {
		const rows = this.labels.map((label) => ({ label, on: this.#on.has(label), words: this.#summary(label) }));
		const shown = JSON.stringify(rows);
		if (shown === this.#shown) return; // a running game calls this in every frame
		this.#shown = shown;
		render(this.element, rows.map(({ label, on, words }, i) => v("li", { key: label },
			v("button", { type: "button", class: "plain", "aria-pressed": String(on), onclick: () => this.#flip(label) },
				v("kbd", { "aria-hidden": "true" }, i + 1), overlayName(label), v("span", { class: "says" }, words)))));
	}
}
