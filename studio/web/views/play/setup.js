// The snakes of a game with a person in one seat and solvers in the others.
import { rulesOf, several, spec } from "../../parts/catalog.js";

/** @typedef {import("../../parts/catalog.js").Catalog} Catalog */

export const hand = "hand";

/** Returns the solver of a snake of a link: NAME=SOLVER or SOLVER. @param {string} text */
export function solverOfSnake(text) {
	const equals = text.indexOf("="), colon = text.indexOf(":");
	return equals >= 0 && (colon < 0 || equals < colon) ? text.slice(equals + 1) : text;
}

/**
 * Returns the fields with a person in a seat: the seat with the solver "hand", if the link has one;
 * an additional first seat, if the link has only one snake, which is the opponent; otherwise the first
 * seat.
 * @param {Catalog} catalog
 * @param {URLSearchParams} from
 */
export function seatPlayer(catalog, from) {
	const fields = new URLSearchParams(from), rules = rulesOf(catalog, fields.get("rules") ?? "");
	if (!several(rules)) {
		fields.delete("snake");
		fields.delete("solver");
		fields.append("solver", hand);
		return fields;
	}
	fields.delete("solver");
	let snakes = fields.getAll("snake");
	if (snakes.length === 0) snakes = [`you=${hand}`, ...defaultOpponents(rules)];
	if (!snakes.some((s) => spec(solverOfSnake(s)).name === hand)) snakes = [`you=${hand}`, ...snakes.slice(snakes.length > 1 || isForOneSnake(rules) ? 1 : 0)];
	fields.delete("snake");
	for (const s of snakes) fields.append("snake", s);
	return fields;
}

/** Returns the default opponents. @param {import("../../parts/catalog.js").Rules | undefined} rules */
function defaultOpponents(rules) {
	const all = [...rules?.partners ?? [], ...rules?.solvers ?? []];
	return isForOneSnake(rules) ? [] : all.slice(0, 1);
}

/** Reports whether the rules are for one snake. @param {import("../../parts/catalog.js").Rules | undefined} rules */
function isForOneSnake(rules) { return rules?.name === "solo" || rules?.snakes === 1; }

/** Returns the person's seat. @param {URLSearchParams} fields */
export function seatOf(fields) {
	return Math.max(0, fields.getAll("snake").findIndex((s) => spec(solverOfSnake(s)).name === hand));
}

/** Returns the fields with other snakes. @param {URLSearchParams} fields @param {string[]} snakes */
export function withSnakes(fields, snakes) {
	const own = new URLSearchParams(fields);
	own.delete("snake");
	for (const s of snakes) own.append("snake", s);
	return own;
}
