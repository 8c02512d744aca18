// Shows seeds. A long seed is abbreviated, and its tooltip shows all digits.
import { h } from "./dom.js";
import { term } from "./glossary.js";

const longest = 6; // most digits of a seed that is not abbreviated

/**
 * Returns the values of fields such as "seed" and "game", for a line of text.
 * @param {URLSearchParams} fields
 * @param {string[]} names
 */
export function seedWords(fields, names) {
	const known = names.filter((name) => fields.has(name));
	return known.flatMap((name, i) => [i > 0 ? " · " : "", valueWords(name, fields.get(name) ?? "")]);
}

/** @param {string} name @param {string} value */
function valueWords(name, value) {
	if (value.length <= longest) return `${name} ${value}`;
	return h("span", {}, `${name} `, term(name, `${value.slice(0, 4)}…`, value));
}
