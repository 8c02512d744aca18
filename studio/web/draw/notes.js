// Converts notes, which are the overlays of solvers, to numbers. The number of a cell encodes what to
// draw there. This module itself draws nothing.

import { kinds } from "./kinds.js";
import { NONE, dirTo, next } from "./layout.js";
import { HEAT } from "./theme.js";

/**
 * @typedef {object} Node of a call tree; more is the number of kids that were not sent
 * @property {number|string} dir
 * @property {number|null} score
 * @property {boolean} [pruned]
 * @property {Node[]} [kids]
 * @property {number} [more]
 */

/**
 * @typedef {object} Note one overlay of a solver's thinking. The verb "owners" is not from solvers: pages use it for the seat that owns each cell, or -1
 * @property {"path"|"cells"|"heat"|"moves"|"tree"|"value"|"owners"} verb
 * @property {string} label
 * @property {ArrayLike<number>} [cells]
 * @property {ArrayLike<number|null>} [heat]
 * @property {ArrayLike<number|null>} [moves] up, right, down, left
 * @property {Node|null} [tree]
 * @property {number|null} [value]
 * @property {ArrayLike<number>} [owners]
 */

/**
 * The bits of a cell's tints: LEVEL is the mask of the heat level plus one, and MARK the bit of a mark.
 * OWNER is the shift of the owner's seat plus one, and BORDER the shift of the sides at which the
 * owner's area ends.
 */
export const LEVEL = 0x7f, MARK = 1 << 7, OWNER = 8, BORDER = 12;

/** A larger number means infinity, which JSON cannot express. */
const INFINITE = 1e308;

/**
 * Reports whether a value is a finite number.
 * @param {number|null|undefined} v
 * @returns {v is number}
 */
export function isNumber(v) { return typeof v === "number" && Math.abs(v) < INFINITE; }

/**
 * Returns the least and the greatest finite value; null without any.
 * @param {ArrayLike<number|null>} values
 * @returns {[number, number]|null}
 */
export function bounds(values) {
	let lo = Infinity, hi = -Infinity;
	for (let i = 0; i < values.length; i++) {
		const v = values[i];
		if (!isNumber(v)) continue;
		if (v < lo) lo = v;
		if (v > hi) hi = v;
	}
	return lo <= hi ? [lo, hi] : null;
}

/** Returns the look of a note, or undefined. @param {Note} note */
function look({ label }) { return kinds.find((k) => k.label === label)?.look; }

/** Reports whether small numbers of a heat are drawn as hot. @param {Note} note */
export function nearIsHot(note) { return look(note) === "near"; }

/**
 * Reports whether the colours of a heat are on a logarithmic scale. They are if the largest number is
 * at least 30 times the smallest, because otherwise most numbers would look alike.
 * @param {Note} note
 * @param {[number, number]} range
 */
export function byFactor(note, [lo, hi]) { return !nearIsHot(note) && lo > 0 && hi >= 30 * lo; }

/** Reports whether a heat is drawn as a line through the cells. @param {Note} note */
export function isCycle(note) { return note.verb === "heat" && look(note) === "ring"; }

/**
 * Writes the tints of notes into `under`, a number for each cell.
 * @param {Note[]} notes
 * @param {Int32Array} under
 * @param {number} w
 */
export function writeTints(notes, under, w) {
	under.fill(0);
	for (const note of notes) {
		if (note.verb === "heat" && note.heat && !isCycle(note)) writeHeat(note, note.heat, under);
		else if (note.verb === "cells" && note.cells) {
			for (let i = 0; i < note.cells.length; i++) under[note.cells[i]] |= MARK;
		} else if (note.verb === "owners" && note.owners) writeOwners(note.owners, under, w);
	}
}

/** @param {Note} note @param {ArrayLike<number|null>} heat @param {Int32Array} under */
function writeHeat(note, heat, under) {
	const range = bounds(heat);
	if (!range) return;
	const transform = byFactor(note, range) ? Math.log : Number, turned = nearIsHot(note);
	const lo = transform(range[0]), scale = (HEAT - 1) / Math.max(1e-9, transform(range[1]) - lo);
	for (let c = 0; c < under.length; c++) {
		const v = heat[c];
		if (!isNumber(v)) continue;
		const level = Math.round((transform(v) - lo) * scale);
		under[c] = under[c] & ~LEVEL | (turned ? HEAT - 1 - level : level) + 1;
	}
}

/** @param {ArrayLike<number>} owners @param {Int32Array} under @param {number} w */
function writeOwners(owners, under, w) {
	const n = under.length;
	for (let c = 0; c < n; c++) {
		if (owners[c] < 0) continue;
		let key = (owners[c] % 15 + 1) << OWNER;
		if (c + w >= n || owners[c + w] !== owners[c]) key |= 1 << BORDER;
		if (c % w === w - 1 || owners[c + 1] !== owners[c]) key |= 2 << BORDER;
		if (c < w || owners[c - w] !== owners[c]) key |= 4 << BORDER;
		if (c % w === 0 || owners[c - 1] !== owners[c]) key |= 8 << BORDER;
		under[c] |= key;
	}
}

/**
 * Shifts of the parts of a cell's number of lines: the links of the cycle, the shade of the cycle, the
 * links of the first path, the links of the other paths, and the direction of an arrow plus one. The
 * links are a bit for each side of the cell that the line crosses.
 */
export const CYCLE = 0, SHADE = 4, FIRST = 9, OTHER = 13, ARROW = 17;
/** The number of shades of a cycle. */
export const SHADES = 32;

/**
 * Writes the lines of notes into `lines`, a number for each cell.
 * @param {Note[]} notes
 * @param {Int32Array} lines
 * @param {{w: number, h: number, wraps: boolean}} board
 * @param {number} head the head of the solver's snake, at which its paths begin; -1 for none
 */
export function writeLines(notes, lines, board, head) {
	lines.fill(0);
	let first = true;
	for (const note of notes) {
		if (isCycle(note) && note.heat) writeCycle(note.heat, lines, board);
		if (note.verb === "path" && note.cells && note.cells.length > 0) {
			writePath(note.cells, lines, board, head, first ? FIRST : OTHER);
			first = false;
		}
	}
}

/**
 * Returns the cells of a heat, sorted by their numbers.
 * @param {ArrayLike<number|null>} heat
 * @returns {number[]}
 */
export function inOrder(heat) {
	const n = heat.length, at = new Int32Array(n).fill(-1);
	let whole = true; // whether all numbers are places in a cycle, each used at most once
	for (let c = 0; c < n && whole; c++) {
		const v = heat[c];
		if (!isNumber(v)) continue;
		if (Number.isInteger(v) && v >= 0 && v < n && at[v] < 0) at[v] = c;
		else whole = false;
	}
	if (whole) return Array.from(at.filter((c) => c >= 0));
	const cells = [];
	for (let c = 0; c < n; c++) if (isNumber(heat[c])) cells.push(c);
	return cells.sort((a, b) => Number(heat[a]) - Number(heat[b]) || a - b);
}

/** @param {ArrayLike<number|null>} heat @param {Int32Array} lines @param {{w: number, h: number, wraps: boolean}} board */
function writeCycle(heat, lines, { w, h, wraps }) {
	const order = inOrder(heat);
	for (let i = 0; i < order.length; i++) {
		const from = order[i], to = order[(i + 1) % order.length], dir = dirTo(w, h, wraps, from, to);
		if (dir === NONE) continue;
		lines[from] |= 1 << CYCLE + dir;
		lines[to] |= 1 << CYCLE + ((dir + 2) & 3);
		lines[from] = lines[from] & ~(31 << SHADE) | Math.floor(i * SHADES / order.length) << SHADE;
	}
}

/**
 * @param {ArrayLike<number>} cells
 * @param {Int32Array} lines
 * @param {{w: number, h: number, wraps: boolean}} board
 * @param {number} head
 * @param {number} shift
 */
function writePath(cells, lines, { w, h, wraps }, head, shift) {
	let i = 0;
	// The snake may already have made the first step of the path.
	for (let k = 0; k < Math.min(2, cells.length); k++) if (cells[k] === head) i = k + 1;
	let last = head >= 0 && i < cells.length && dirTo(w, h, wraps, head, cells[i]) !== NONE ? head : -1;
	let came = NONE;
	for (; i < cells.length; i++) {
		const cell = cells[i];
		came = last < 0 ? NONE : dirTo(w, h, wraps, last, cell);
		if (came !== NONE) {
			if (last !== head) lines[last] |= 1 << shift + came;
			lines[cell] |= 1 << shift + ((came + 2) & 3);
		}
		last = cell;
	}
	if (came !== NONE && last >= 0) lines[last] = lines[last] & ~(7 << ARROW) | came + 1 << ARROW;
}

/**
 * Returns the scores of the four neighbours of a head.
 * @param {Note[]} notes
 * @param {{w: number, h: number, wraps?: boolean}} board
 * @param {number} head
 * @returns {{cell: number, dir: number, score: number, best: boolean}[]}
 */
export function scores(notes, { w, h, wraps = false }, head) {
	const note = notes.find(n => n.verb === "moves" && n.moves);
	if (!note?.moves || head < 0) return [];
	const range = bounds(note.moves), found = [];
	for (let dir = 0; dir < 4; dir++) {
		const cell = next(w, h, wraps, head, dir), score = note.moves[dir];
		if (cell < 0 || score === null || Number.isNaN(score)) continue;
		found.push({ cell, dir, score, best: range !== null && score === range[1] });
	}
	return found;
}

/**
 * Formats a number in few characters.
 * @param {number|null|undefined} v
 */
export function short(v) {
	if (v === null || v === undefined || Number.isNaN(v)) return "–";
	if (!isNumber(v)) return v > 0 ? "∞" : "−∞";
	const size = Math.abs(v);
	if (Number.isInteger(v) && size < 1e5) return sign(String(v));
	if (size >= 1e5) return sign(v.toExponential(1).replace("e+", "e"));
	if (size >= 100) return sign(v.toFixed(0));
	return sign(String(Number(v.toPrecision(3))));
}

/** @param {string} text */
function sign(text) { return text.replace("-", "−"); }

/**
 * Formats a number in at most `room` characters, with as many decimals as fit. It returns "" if the
 * text would differ from the number by more than a tenth.
 * @param {number} v
 * @param {number} room
 */
export function fitting(v, room) {
	for (let decimals = Math.abs(v) >= 100 ? 0 : Math.abs(v) >= 10 ? 1 : 2; decimals >= 0; decimals--) {
		let text = v.toFixed(decimals);
		if (decimals > 0) text = text.replace(/\.?0+$/, "");
		text = text.replace(/^(-?)0\./, "$1.");
		if (text.length <= room && Math.abs(Number(text) - v) <= Math.abs(v) / 10) return sign(text);
	}
	return "";
}

/**
 * Summarises the notes of one label in a line. If paths have values, the summary lists these values;
 * otherwise it describes the last note.
 * @param {Note[]} notes
 */
export function words(...notes) {
	const values = notes.filter((n) => n.verb === "path" && n.value).map((n) => short(n.value));
	if (values.length > 0) return values.join("  ");
	const note = notes[notes.length - 1];
	if (!note) return "";
	const count = (/** @type {number} */ n, /** @type {string} */ one) => `${n} ${one}${n === 1 ? '' : 's'}`;
	switch (note.verb) {
		case "path": case "cells": return count(note.cells?.length ?? 0, "cell");
		case "heat": {
			const range = bounds(note.heat ?? []);
			return range ? `${short(range[0])} to ${short(range[1])}${byFactor(note, range) ? ", logarithmic" : ""}` : "no cell";
		}
		case "moves": {
			const m = note.moves ?? [];
			return `▲ ${short(m[0])}  ▶ ${short(m[1])}  ▼ ${short(m[2])}  ◀ ${short(m[3])}`;
		}
		case "tree": {
			const [nodes, deep] = treeSize(note.tree ?? null);
			return `${count(nodes, "node")}, ${deep} deep`;
		}
		case "owners": {
			/** @type {number[]} */
			const by = [];
			for (const owner of Array.from(note.owners ?? [])) if (owner >= 0) by[owner] = (by[owner] ?? 0) + 1;
			return Array.from(by, n => n ?? 0).join(" : ") || "no cell";
		}
		default: return short(note.value);
	}
}

/**
 * Counts the nodes and the levels of a tree. It uses no recursion, because a tree can be deep.
 * @param {Node|null} root
 * @returns {[number, number]}
 */
export function treeSize(root) {
	let nodes = 0, deepest = 0;
	/** @type {[Node, number][]} */
	const open = root ? [[root, 1]] : [];
	for (let top = open.pop(); top; top = open.pop()) {
		nodes++;
		deepest = Math.max(deepest, top[1]);
		for (const kid of top[0].kids ?? []) open.push([kid, top[1] + 1]);
	}
	return [nodes, deepest];
}
