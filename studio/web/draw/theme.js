// The colours of boards and charts: a dark theme, a light theme, and a theme for forced colours. The
// CSS property color-scheme selects dark or light. A page can set any colour by a custom property of
// CSS, such as --board-floor.

import { css, fromLab, mix, parse, ramp } from "./colour.js";
import { inks } from "./kinds.js";

/**
 * @typedef {object} Theme
 * @property {string} id differs between themes that look different
 * @property {boolean} dark
 * @property {number} floor one tone of the floor's chequers
 * @property {number} check the other tone
 * @property {number} frame
 * @property {number} wall
 * @property {number} brick of edible walls
 * @property {number} mortar between bricks
 * @property {number} hazard the hatching
 * @property {number} text
 * @property {number} dim
 * @property {number} line of a plan
 * @property {number} halo around that line
 * @property {number} head of a snake without a colour
 * @property {number[]} strand of its body, from the head on
 * @property {number} meal
 * @property {number} stem
 * @property {number} searched
 * @property {number} good
 * @property {number} bad
 * @property {number[]} seats of lines in charts, and of owners of cells
 * @property {string[]} heat levels from least to most, HEAT of them
 * @property {number[]} heatRGB the colours of heat as numbers
 */

/** The number of levels of a heat. */
export const HEAT = 64;

/** The colours of both themes. */
export const looks = {
	dark: {
		...inks.dark,
		floor: 0x1a1d23, check: 0x1e222a, frame: 0x3b424d, wall: 0x69727f, brick: 0xa25d3a, mortar: 0x3a2319,
		hazard: 0xd98ab3, text: 0xe8eaed, dim: 0x9aa2ad, halo: 0x101318, head: 0xfff6c2,
		meal: 0xe8602c, stem: 0x7fa650, good: 0x2bc79a, bad: 0xf0813a,
	},
	light: {
		...inks.light,
		floor: 0xf6f6f2, check: 0xeff0ea, frame: 0xb9bec5, wall: 0x79818c, brick: 0xbb7043, mortar: 0xf6e3d6,
		hazard: 0xa8457e, text: 0x1b1f24, dim: 0x5b6470, halo: 0xffffff, head: 0x0b2545,
		meal: 0xd55e00, stem: 0x4f7a28, good: 0x00704f, bad: 0xb34a00,
	},
};
const strands = {
	dark: [0xf0e442, 0x35b779, 0x0a7fc0],
	light: [0x004a7a, 0x009e73, 0x6cc0ec],
};
const seats = {
	dark: [0x56b4e9, 0xe69f00, 0x2bc79a, 0xcc79a7],
	light: [0x0072b2, 0xd55e00, 0x009e73, 0xb0568a],
};

/**
 * Returns a heat scale that begins near the colour of the floor and whose lightness changes evenly. It
 * is readable with every kind of colour vision, and in grey.
 * @param {boolean} isDark
 */
export function heat(isDark) {
	/** @param {number} L @param {number} C @param {number} hue */
	const lch = (L, C, hue) => fromLab([L, C * Math.cos(hue * Math.PI / 180), C * Math.sin(hue * Math.PI / 180)]);
	const stops = isDark
		? [lch(0.26, 0.035, 270), lch(0.36, 0.085, 292), lch(0.46, 0.115, 335), lch(0.56, 0.11, 18), lch(0.67, 0.10, 60)]
		: [lch(0.955, 0.02, 95), lch(0.89, 0.05, 70), lch(0.81, 0.08, 35), lch(0.72, 0.095, 0), lch(0.63, 0.10, 320)];
	return Array.from({ length: HEAT }, (_, i) => ramp(stops, i / (HEAT - 1)));
}

/**
 * Returns the theme for what is drawn in an element.
 * @param {Element} host
 * @returns {Theme}
 */
export function themeOf(host) {
	const style = getComputedStyle(host);
	const isDark = darkIn(style.colorScheme);
	const forced = matchMedia("(forced-colors: active)").matches;
	const look = { ...(isDark ? looks.dark : looks.light) };
	let id = isDark ? "dark" : "light";
	if (forced) {
		Object.assign(look, forcedColours(host));
		id += " forced";
	}
	for (const name of /** @type {(keyof typeof look)[]} */ (Object.keys(look))) {
		const own = style.getPropertyValue("--board-" + name);
		const rgb = own ? parse(own) : null;
		if (rgb !== null) {
			look[name] = rgb;
			id += ` ${name}=${rgb}`;
		}
	}
	const heatRGB = heat(isDark);
	const kind = isDark ? "dark" : "light";
	return {
		id, dark: isDark, ...look,
		strand: forced ? [look.text, mix(look.text, look.floor, 0.4)] : strands[kind],
		seats: seats[kind], heatRGB, heat: heatRGB.map(c => css(c)),
	};
}

/** @param {string} scheme the computed color-scheme */
function darkIn(scheme) {
	const words = scheme.split(/\s+/);
	if (words.includes("dark") && !words.includes("light")) return true;
	if (words.includes("light") && !words.includes("dark")) return false;
	return words.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * Returns the system's colours, which the user has forced on all pages.
 * @param {Element} host
 */
function forcedColours(host) {
	const probe = document.createElement("span");
	host.append(probe);
	/** @param {string} word */
	const of = word => {
		probe.style.color = word;
		return parse(getComputedStyle(probe).color) ?? 0;
	};
	const floor = of("Canvas"), text = of("CanvasText"), mark = of("Highlight"), grey = of("GrayText");
	probe.remove();
	return {
		floor, check: floor, frame: text, wall: grey, brick: grey, mortar: floor, hazard: grey, text, dim: text, line: mark, halo: floor,
		head: mark, meal: mark, stem: text, searched: grey, good: mark, bad: text,
	};
}

/**
 * Calls `changed` whenever the colour scheme, forced colours or reduced motion may have changed.
 * Returns a function that stops the calls.
 * @param {() => void} changed
 */
export function onTheme(changed) {
	const stop = new AbortController();
	for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-reduced-motion: reduce)"]) {
		matchMedia(query).addEventListener("change", changed, { signal: stop.signal });
	}
	const watcher = new MutationObserver(changed);
	watcher.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style", "data-theme"] });
	return () => { stop.abort(); watcher.disconnect(); };
}

/** Reports whether the user prefers reduced motion. */
export function reducedMotion() { return matchMedia("(prefers-reduced-motion: reduce)").matches; }
