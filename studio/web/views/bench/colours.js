// The colours of the measured solvers: the four colours of charts, and four more that are easy to
// distinguish from them. Lines of solvers also differ in dashes.
import { css } from "../../draw/colour.js";
import { themeOf } from "../../draw/theme.js";

const more = {
	dark: [0xf0e442, 0xf0813a, 0xb8bec8, 0x7f9cf5],
	light: [0x8a6d00, 0x1c86c9, 0x6b7280, 0x3a3fa8],
};

/**
 * @param {Element} host
 * @param {number} n
 */
export function coloursOf(host, n) {
	const { dark, seats } = themeOf(host), all = [...seats, ...more[dark ? "dark" : "light"]];
	return Array.from({ length: n }, (_, i) => css(all[i % all.length]));
}
