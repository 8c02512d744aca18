// The legend of the overlays on a board: a sample of each, with its name and its numbers.
// Usage:
//
//	const l = new Legend(); card.append(l.element);
//	l.show(notes);   can be called in every frame, because it writes only changes
import { css } from "../draw/colour.js";
import { bounds, byFactor, isCycle, nearIsHot, short, words } from "../draw/notes.js";
import { onTheme, themeOf } from "../draw/theme.js";
import { h, write } from "./dom.js";
import { overlayName } from "./overlays.js";

/** @typedef {import("../draw/notes.js").Note} Note */

export class Legend {
	element = h("ul", { class: "legend", role: "list", "aria-label": "what the board shows" });
	/** @type {Map<string, {sample: HTMLElement, text: HTMLElement, ends: HTMLElement[]}>} */ #rows = new Map();
	/** @type {Note[]} */ #notes = [];
	/** @type {(() => void) | null} */ #stopTheme = null;

	/** @param {Note[]} notes */
	show(notes) {
		this.#stopTheme ??= onTheme(() => this.#paint());
		const key = (/** @type {Note} */ n) => `${n.verb} ${n.label}`;
		const shown = notes.filter((n, i) => n.verb !== "tree" && notes.findIndex((other) => key(other) === key(n)) === i);
		if (shown.map(key).join() !== this.#notes.map(key).join()) {
			this.#rows.clear();
			this.element.replaceChildren(...shown.map((n) => this.#row(key(n), n)));
		}
		this.#notes = shown;
		for (const n of shown) {
			const row = this.#rows.get(key(n)), range = n.verb === "heat" && n.heat ? bounds(n.heat) : null;
			if (!row) continue;
			if (row.ends.length === 0) write(row.text, words(...notes.filter((other) => key(other) === key(n))));
			else if (range) {
				write(row.ends[0], short(range[0]));
				write(row.ends[1], `${short(range[1])}${byFactor(n, range) ? ", logarithmic" : ""}`);
			}
		}
	}

	/** Ignores changes of the theme until `show` is called again. */
	close() {
		this.#stopTheme?.();
		this.#stopTheme = null;
	}

	/** @param {string} key @param {Note} n */
	#row(key, n) {
		const scale = n.verb === "heat" && !isCycle(n);
		const sample = h("span", { class: `legend-sample ${scale ? "scale" : isCycle(n) ? "cycle" : n.verb}`, "aria-hidden": "true" }), text = h("span", { class: "dim" });
		const ends = scale ? [h("span", {}), h("span", {})] : [];
		this.#rows.set(key, { sample, text, ends });
		queueMicrotask(() => this.#paint());
		if (!scale) return h("li", {}, sample, overlayName(n.label), text);
		return h("li", {}, overlayName(n.label), ends[0], h("span", { class: "unseen" }, "to"), sample, ends[1]);
	}

	/** Paints the samples in the colours of the board. */
	#paint() {
		if (!this.element.isConnected) return;
		const theme = themeOf(this.element);
		for (const n of this.#notes) {
			const sample = this.#rows.get(`${n.verb} ${n.label}`)?.sample;
			if (!sample) continue;
			const heat = nearIsHot(n) ? theme.heat.toReversed() : theme.heat;
			if (isCycle(n)) sample.style.background = `linear-gradient(to right, ${css(theme.seats[3])}, ${css(theme.searched)})`;
			else if (n.verb === "heat") sample.style.background = `linear-gradient(to right, ${heat.filter((_, i) => i % 9 === 0).join(", ")})`;
			else if (n.verb === "path") sample.style.color = css(theme.line);
			else if (n.verb === "cells") sample.style.background = css(theme.searched, 0.4);
			else if (n.verb === "owners") sample.style.background = `linear-gradient(to right, ${css(theme.seats[0], 0.5)} 50%, ${css(theme.seats[1], 0.5)} 50%)`;
			else if (n.verb === "moves") {
				sample.style.background = css(theme.line);
				sample.style.color = css(theme.halo);
			}
		}
	}
}
