// The appearance of a snake: the shades along its body, its head and its eyes.

import { contrast, css, lab, fromLab, light, mix, parse, ramp } from "./colour.js";
import { LEVELS } from "./strand.js";

/** The number of steps by which a dead snake fades. */
export const FADES = 8;
/** The number of steps if other snakes are on the board. After them, the dead snake is almost invisible. */
export const GONE = 12;

/**
 * @typedef {object} Skin
 * @property {string[]} fill by level
 * @property {string[]} edge by level, a little darker
 * @property {string[]} shine by level, a little lighter
 * @property {string} head
 * @property {string} rim of the head
 * @property {string} white of the eyes
 * @property {string} pupil
 */

/** Cached skins of a theme, by colour and fading step. @type {WeakMap<import("./theme.js").Theme, Map<string, Skin[]>>} */
const skins = new WeakMap();

/**
 * Returns the skin of a snake. Without a colour, it is the gradient of the theme. The skin of a dead
 * snake is faded by some steps.
 * @param {import("./theme.js").Theme} theme
 * @param {string|undefined} colour
 * @param {number} faded
 * @returns {Skin}
 */
export function skinOf(theme, colour = "", faded = 0) {
	let cached = skins.get(theme);
	if (!cached) skins.set(theme, cached = new Map());
	let steps = cached.get(colour);
	if (!steps) {
		if (cached.size > 100) cached.clear();
		cached.set(colour, steps = []);
	}
	return steps[faded] ??= make(theme, colour ? cssColour(colour) : null, faded / FADES);
}

/**
 * Converts any CSS colour to a number; grey if it is not one.
 * @param {string} text
 */
function cssColour(text) {
	const rgb = parse(text);
	if (rgb !== null) return rgb;
	const ctx = document.createElement("canvas").getContext("2d");
	if (!ctx) return 0x999999;
	ctx.fillStyle = "#999999";
	ctx.fillStyle = text;
	return parse(String(ctx.fillStyle)) ?? 0x999999;
}

/**
 * @param {import("./theme.js").Theme} theme
 * @param {number|null} own
 * @param {number} faded steps divided by FADES; at most GONE / FADES
 * @returns {Skin}
 */
function make(theme, own, faded) {
	const strand = own === null ? theme.strand : [own, mix(own, theme.floor, 0.42)];
	let head = own ?? theme.head;
	// If the colour of a snake is similar to that of the floor, a rim in the colour of text surrounds it.
	const lost = own !== null && contrast(own, theme.floor) < 1.6;
	const rim = lost ? theme.text : theme.dark ? 0x08090b : 0x10151c, rimDepth = lost ? 0.5 : 0.3;
	/** @param {number} rgb */
	const fade = rgb => {
		if (faded === 0) return rgb;
		const [L] = lab(rgb);
		const grey = Math.min(1, faded), gone = Math.max(0, faded - 1) * FADES / (GONE - FADES);
		return mix(mix(mix(rgb, fromLab([L, 0, 0]), 0.8 * grey), mix(theme.dim, theme.floor, 0.45), 0.6 * grey), theme.floor, 0.6 * gone);
	};
	const fills = Array.from({ length: LEVELS }, (_, i) => fade(ramp(strand, i / (LEVELS - 1))));
	head = fade(head);
	const pale = light(head) > 0.82;
	return {
		fill: fills.map(c => css(c)),
		edge: fills.map(c => css(mix(c, rim, rimDepth))),
		shine: fills.map(c => css(tone(c, 0.045))),
		head: css(head),
		rim: css(mix(head, rim, rimDepth)),
		white: css(pale ? 0x14181d : 0xffffff),
		pupil: css(pale ? 0xffffff : 0x14181d),
	};
}

/** @param {number} rgb @param {number} by how much lighter */
function tone(rgb, by) {
	const [L, a, b] = lab(rgb);
	return fromLab([Math.min(1, Math.max(0, L + by)), a, b]);
}
