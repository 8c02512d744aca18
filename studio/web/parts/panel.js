// A table of facts, each a name and a value, and functions that format numbers. Usage:
//
//	const p = new Facts(); card.append(p.element);
//	p.set("length", "12 of 100"); p.bar("length", 0.12); p.remove("length");
//
// Rows stay in the order in which they were first set. `set` writes only changed texts, so it can be
// called in every frame.
import { h, write } from "./dom.js";
import { term } from "./glossary.js";

export class Facts {
	element = h("dl", { class: "facts" });
	/** @type {Map<string, {dt: HTMLElement, dd: HTMLElement, bar?: HTMLElement}>} */ #rows = new Map();

	/**
	 * @param {string} name
	 * @param {string | number} value
	 * @param {string} [kind] a class
	 */
	set(name, value, kind) {
		let row = this.#rows.get(name);
		if (!row) {
			row = { dt: h("dt", {}, term(name)), dd: h("dd", {}) };
			this.#rows.set(name, row);
			this.element.append(row.dt, row.dd);
		}
		write(row.dd, value);
		if (kind !== undefined && row.dd.className !== kind) row.dd.className = kind;
	}

	/**
	 * Shows a share as a bar below a row.
	 * @param {string} name
	 * @param {number} share from 0 to 1
	 * @param {boolean} [bad]
	 */
	bar(name, share, bad = false) {
		const row = this.#rows.get(name);
		if (!row) return;
		if (!row.bar) {
			row.bar = h("dd", { class: "wide" }, h("div", { class: "bar" + (bad ? " bad" : "") }, h("span")));
			row.dd.after(row.bar);
		}
		const fill = /** @type {HTMLElement} */ (row.bar.firstElementChild?.firstElementChild);
		const width = `${(100 * Math.min(1, Math.max(0, share || 0))).toFixed(1)}%`;
		if (fill.style.width !== width) fill.style.width = width;
	}

	/** @param {string} name */
	remove(name) {
		const row = this.#rows.get(name);
		row?.dt.remove();
		row?.dd.remove();
		row?.bar?.remove();
		this.#rows.delete(name);
	}

	clear() { for (const name of [...this.#rows.keys()]) this.remove(name); }
}

/** Formats a duration with three digits. @param {number} microseconds */
export function duration(microseconds) {
	if (microseconds < 1) return `${Math.round(microseconds * 1000)} ns`;
	if (microseconds < 1e3) return `${Number(microseconds.toPrecision(3))} µs`;
	if (microseconds < 1e6) return `${Number((microseconds / 1e3).toPrecision(3))} ms`;
	return `${Number((microseconds / 1e6).toPrecision(3))} s`;
}

/** Formats a count: "1 move", "2 moves". @param {number} n @param {string} what @param {string} [many] */
export function count(n, what, many = what + "s") { return `${group(n)} ${n === 1 ? what : many}`; }

/** Formats a number with thin spaces between thousands, if it or a number beside it is large. @param {number} n @param {number} [beside] */
export function group(n, beside = n) {
	const text = String(n);
	return Math.max(Math.abs(n), Math.abs(beside)) < 10000 ? text : text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Formats a number in few characters. @param {number} v */
export function short(v) {
	if (!Number.isFinite(v)) return String(v);
	const a = Math.abs(v);
	if (a !== 0 && (a >= 1e6 || a < 1e-3)) return v.toExponential(1);
	return String(Number(v.toPrecision(4)));
}

export const dirs = ["up", "right", "down", "left"];
export const arrows = ["↑", "→", "↓", "←"];
