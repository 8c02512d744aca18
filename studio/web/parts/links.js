// Links of games. Usage:
//
//	const fixed = repairLink(fields, error, tries);  a link without the field in error
//	copyLink("watch", fields);                       copies a link to the same position
//	without(fields, ["turn"]); setAll(fields, "solver", ["cell", "bfs"]);
import { linkTo } from "../store/place.js";
import { copy } from "./copy.js";

const mostTries = 4; // number of fields that are removed one by one before the whole link is dropped

/**
 * Returns a link without the field in error, or without any field; null if the link has no fields.
 * @param {URLSearchParams} fields
 * @param {{field?: string}} error
 * @param {number} tries number of earlier repairs
 */
export function repairLink(fields, { field }, tries) {
	if (fields.size === 0) return null;
	return field && fields.has(field) && tries < mostTries ? without(fields, [field]) : new URLSearchParams();
}

/** @param {string} page @param {URLSearchParams} fields */
export function copyLink(page, fields) {
	const f = new URLSearchParams(fields);
	if (f.has("turn")) f.delete("play"); // the opened game then stays at this turn
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
