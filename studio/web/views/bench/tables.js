// The two tables of a bench: the results of the solvers, and the differences of pairs of solvers.
import { h, replace } from "../../parts/dom.js";
import { term } from "../../parts/glossary.js";
import { group } from "../../parts/panel.js";
import { fixedText, meanText, movesTexts, percentTexts, verdict } from "./figures.js";

/** @typedef {import("./figures.js").Report} Report */
/** @typedef {import("./figures.js").Mean} Mean */

/** @param {string} text @param {string} [title] @param {string} [kind] */
function head(text, title, kind) { return h("th", { scope: "col", class: kind }, term(text, text, title && `${title[0].toUpperCase()}${title.slice(1)}.`)); }

/**
 * Draws an interval on a scale from lo to hi, with a dot for the mean. Screen readers skip the drawing,
 * because it repeats the numbers of the row.
 * @param {Mean} m @param {number} lo @param {number} hi @param {string} colour
 */
function whisker(m, lo, hi, colour) {
	const host = h("div", { class: "whisker", "aria-hidden": "true" });
	if (m.mean === null || m.lo === null || m.hi === null) return host;
	const at = (/** @type {number} */ v) => `${(100 * (v - lo) / (hi - lo || 1)).toFixed(2)}%`;
	const line = h("span", { class: "span" }), dot = h("span", { class: "at" });
	line.style.left = at(m.lo);
	line.style.right = `calc(100% - ${at(m.hi)})`;
	dot.style.left = at(m.mean);
	line.style.background = dot.style.background = colour;
	host.append(line, dot);
	return host;
}

/** @param {Mean[]} all @returns {[number, number]} */
function range(all) {
	let lo = Infinity, hi = -Infinity;
	for (const m of all) {
		if (m.lo !== null) lo = Math.min(lo, m.lo);
		if (m.hi !== null) hi = Math.max(hi, m.hi);
	}
	const room = 0.04 * (hi - lo);
	return lo <= hi ? [lo - room, hi + room] : [0, 1];
}

/**
 * @param {HTMLElement} host a table
 * @param {Report} r
 * @param {string[]} names
 * @param {string[]} colours
 */
export function solversTable(host, r, names, colours) {
	const all = r.solvers ?? [], known = all.filter((s) => s.moves.mean !== null);
	const [lo, hi] = range(all.map((s) => s.moves));
	const most = Math.max(0, ...all.map((s) => s.won));
	const best = Math.min(...known.filter((s) => s.won === most).map((s) => s.moves.mean ?? Infinity));
	const optimum = all.some((s) => s.aboveOptimum), distance = all.some((s) => s.aboveDistance);
	replace(host, h("caption", { class: "unseen" }, "Solvers"), h("thead", {}, h("tr", {},
		head("solver"), head("won", "share of the games that were won", "number"), head("moves", "mean of won games, ± half of the 95 % interval", "number"),
		head("interval", "the mean's 95 % interval, on one scale", "whiskers"), head("median", undefined, "number"), head("min to max", undefined, "number"),
		optimum && head("above optimum", "percent above the expected moves of best play", "number"),
		distance && head("above distance", "percent above the distances to the food, a bound that no snake reaches", "number"),
		head("length", "mean at the end of all games", "number"))),
	h("tbody", {}, names.map((name, i) => {
		const s = all[i], swatch = h("span", { class: "swatch" });
		swatch.style.background = colours[i];
		const cell = (/** @type {string} */ text, kind = "number") => h("td", { class: kind }, text);
		const leads = s && s.won === most && s.moves.mean === best;
		return h("tr", { class: leads ? "leads" : undefined },
			h("th", { scope: "row" }, h("span", { class: "row" }, swatch, name, leads && h("span", { class: "unseen" }, "the best"))),
			s ? [
				cell(s.won === r.games ? "all" : `${(100 * s.won / r.games).toFixed(1)} %`), cell(meanText(s.moves)),
				h("td", { class: "whiskers" }, whisker(s.moves, lo, hi, colours[i])), cell(fixedText(s.median, 0)),
				cell(s.min === null ? "–" : `${group(s.min ?? 0)} to ${group(s.max ?? 0)}`),
				optimum && cell(percent(s.aboveOptimum)), distance && cell(percent(s.aboveDistance)),
				cell(fixedText(s.length)),
			] : [cell("–"), cell("–"), h("td", {}), cell("–"), cell("–"), cell("–")]);
	})));
}

/**
 * @param {HTMLElement} host a table
 * @param {Report} r
 * @param {string[]} names
 */
export function pairsTable(host, r, names) {
	replace(host, h("caption", { class: "unseen" }, "Differences between solvers in the same games"), h("thead", {}, h("tr", {},
		head("difference"), head("won %", "difference of the shares of won games", "number"), head("95 % interval", undefined, "number"),
		head("both won", undefined, "number"), head("moves", "mean of the differences in games that both won", "number"), head("95 % interval", undefined, "number"), head("verdict"))),
	h("tbody", {}, (r.pairs ?? []).map((p) => h("tr", {},
		h("th", { scope: "row" }, `${names[p.a]} − ${names[p.b]}`),
		[...percentTexts(p.won), group(p.both), ...movesTexts(p.moves)].map((text) => h("td", { class: "number" }, text)),
		h("td", {}, verdict(p, names))))));
}

/** @param {Mean | undefined} m */
function percent(m) { return !m || m.mean === null ? "–" : `${meanText(m)} %`; }
