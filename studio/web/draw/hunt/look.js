// The colours of Snake Hunter, for dark and light pages. People with any kind of colour
// vision can distinguish the snakes and the hunters.
import { mix } from "../colour.js";

/**
 * @typedef {object} Look
 * @property {boolean} dark
 * @property {number} floor
 * @property {number} check the second tone of the floor
 * @property {number} stone
 * @property {number} stoneLit
 * @property {number} stoneShade
 * @property {number} brick
 * @property {number} brickLit
 * @property {number} mortar
 * @property {number} ink outlines and pupils
 * @property {number} text
 * @property {number} bomb
 * @property {number} spark
 * @property {number[]} flame at its beginning, middle and end
 * @property {number} danger
 * @property {number} good
 * @property {number} bad
 * @property {number[]} snakes
 * @property {number[]} suits of the hunters
 * @property {number[]} bands of the hunters' caps and signs
 */

/** @type {Look} */
const dark = {
	dark: true, floor: 0x22262d, check: 0x262b33, stone: 0x59616d, stoneLit: 0x747d8b, stoneShade: 0x3a4049,
	brick: 0xa3572f, brickLit: 0xb96a40, mortar: 0x55301d, ink: 0x0e1013, text: 0xf2f1ec,
	bomb: 0x0b0d10, spark: 0xffd23f, flame: [0xfff7c2, 0xffa31a, 0xb33200], danger: 0xff5247, good: 0x2bc79a, bad: 0xff7a5c,
	snakes: [0x19c495, 0x56b4e9, 0xcc79a7, 0xb7c4ff], suits: [0xf7f7f4, 0xf0e442], bands: [0xd55e00, 0x0072b2],
};

/** @type {Look} */
const light = {
	dark: false, floor: 0xf1ede1, check: 0xebe6d8, stone: 0x9097a1, stoneLit: 0xb3b9c1, stoneShade: 0x6b727c,
	brick: 0xc4683a, brickLit: 0xd9804f, mortar: 0x8d4524, ink: 0x1a1c20, text: 0x1d2127,
	bomb: 0x24282f, spark: 0xe8a200, flame: [0xfff3a6, 0xff9a1a, 0xd94e12], danger: 0xe0352b, good: 0x00694a, bad: 0xb5321b,
	snakes: [0x00946c, 0x1c86c9, 0xb04a86, 0x4a50b8], suits: [0xffffff, 0xf0e442], bands: [0xd55e00, 0x0072b2],
};

/** Returns the colours for an element's colour scheme. @param {Element} host */
export function lookOf(host) {
	const scheme = getComputedStyle(host).colorScheme;
	const either = scheme.includes("dark") && scheme.includes("light");
	return (either ? matchMedia("(prefers-color-scheme: dark)").matches : scheme.includes("dark")) ? dark : light;
}

/** Returns the colour of a flame after this share of its time. @param {Look} look @param {number} t */
export function flameAt(look, t) {
	const [a, b, c] = look.flame;
	return t < 0.5 ? mix(a, b, t * 2) : mix(b, c, t * 2 - 1);
}
