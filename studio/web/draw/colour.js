// Colours as numbers 0xRRGGBB. They are mixed in the colour space OKLab, in which equal steps look
// equally large.

/** @typedef {[number, number, number]} Triple */

/** @param {number} v from 0 to 255 */
function linear(v) {
	const u = v / 255;
	return u <= 0.04045 ? u / 12.92 : ((u + 0.055) / 1.055) ** 2.4;
}

/** @param {number} u from 0 to 1 */
function gamma(u) {
	const v = u <= 0.0031308 ? 12.92 * u : 1.055 * u ** (1 / 2.4) - 0.055;
	return Math.round(255 * Math.min(1, Math.max(0, v)));
}

/**
 * Returns the lightness (0 to 1) and the two hue components of a colour in OKLab.
 * @param {number} rgb
 * @returns {Triple}
 */
export function lab(rgb) {
	const r = linear(rgb >> 16), g = linear(rgb >> 8 & 255), b = linear(rgb & 255);
	const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
	const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
	const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
	return [
		0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
		1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
		0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
	];
}

/**
 * Returns the nearest sRGB colour.
 * @param {Triple} lab
 */
export function fromLab([L, a, b]) {
	const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
	const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
	const s = (L - 0.0894841775 * a - 1.2914855480 * b) ** 3;
	return gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16
		| gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8
		| gamma(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

/**
 * Mixes two colours: t = 0 gives a, t = 1 gives b.
 * @param {number} a
 * @param {number} b
 * @param {number} t
 */
export function mix(a, b, t) {
	const p = lab(a), q = lab(b);
	return fromLab([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t]);
}

/**
 * Returns the colour at t (0 to 1) of an even gradient.
 * @param {number[]} colours
 * @param {number} t
 */
export function ramp(colours, t) {
	const at = Math.min(1, Math.max(0, t)) * (colours.length - 1);
	const i = Math.min(colours.length - 2, Math.floor(at));
	return colours.length === 1 ? colours[0] : mix(colours[i], colours[i + 1], at - i);
}

/** @type {Map<number, string>} */
const cssTexts = new Map();

/**
 * Formats a colour for CSS; alpha is rounded to a hundredth.
 * @param {number} rgb
 * @param {number} [alpha]
 */
export function css(rgb, alpha = 1) {
	const percent = Math.round(100 * alpha), key = rgb * 128 + percent;
	let text = cssTexts.get(key);
	if (text === undefined) {
		if (cssTexts.size > 5000) cssTexts.clear();
		text = percent < 100 ? `rgb(${rgb >> 16} ${rgb >> 8 & 255} ${rgb & 255} / ${percent}%)` : "#" + rgb.toString(16).padStart(6, "0");
		cssTexts.set(key, text);
	}
	return text;
}

/**
 * Parses #rgb, #rrggbb and rgb(r, g, b); returns null for other texts.
 * @param {string} text
 * @returns {number|null}
 */
export function parse(text) {
	const t = text.trim();
	if (/^#[0-9a-f]{6}$/i.test(t)) return parseInt(t.slice(1), 16);
	if (/^#[0-9a-f]{3}$/i.test(t)) return parseInt([...t.slice(1)].map(d => d + d).join(""), 16);
	const m = /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)/.exec(t);
	return m ? Math.min(255, +m[1]) << 16 | Math.min(255, +m[2]) << 8 | Math.min(255, +m[3]) : null;
}

/**
 * Returns the perceived lightness of a colour, 0 to 1.
 * @param {number} rgb
 */
export function light(rgb) { return lab(rgb)[0]; }

/**
 * Returns the contrast ratio of WCAG 2, from 1 to 21.
 * @param {number} a
 * @param {number} b
 */
export function contrast(a, b) {
	const [x, y] = [a, b].map(c => 0.2126 * linear(c >> 16) + 0.7152 * linear(c >> 8 & 255) + 0.0722 * linear(c & 255));
	return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
