// Links of games. How it is used:
//
//	const left = mended(fields, error, tries);   what is left of a link that is wrong
//	copyLink("watch", fields);                   for whoever is to see the same
//	without(fields, ["turn"]); setAll(fields, "solver", ["cell", "bfs"]);
import { linkTo } from "../store/place.js";
import { copy } from "./copy.js";

const mostTries = 4; // then all of it is given up

/**
 * A link without what is wrong with it; null where nothing is left to try.
 * @param {URLSearchParams} fields
 * @param {{field?: string}} wrong
 * @param {number} tries how often that was done before
 */
export function mended(fields, { field }, tries) {
	if (fields.size === 0) return null;
	return field && fields.has(field) && tries < mostTries ? without(fields, [field]) : new URLSearchParams();
}

/** @param {string} page @param {URLSearchParams} fields */
export function copyLink(page, fields) {
	const f = new URLSearchParams(fields);
	if (f.has("turn")) f.delete("play"); // who opens it sees this position
	copy(linkTo(page, f), "link to this position", "it is in the address bar");
}

/** @param {URLSearchParams} fields @param {string[]} keys */
export function without(fields, keys) {
	const f = new URLSearchParams(fields);
	for (const key of keys) f.delete(key);
	return f;
}

/** @param {URLSearchParams} fields @param {string} key @param {string[]} values */
export function setAll(fields, key, values) {
	fields.delete(key);
	for (const v of values) fields.append(key, v);
}
