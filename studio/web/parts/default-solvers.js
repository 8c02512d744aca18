// Chooses the solvers that play if the user has chosen none. Usage:
//
//	const solvers = await defaultSolvers(session, catalog, fields, { n: 2, first: ["cell"] });
//
// Some solvers cannot play on some boards: cell, for example, needs an even side. So this module asks
// the engine about one solver after the other: first the solvers that the page prefers, then those
// of the rules.
import { query } from "../store/address.js";
import { rulesOf, several, solverOf } from "./catalog.js";
import { check } from "./check.js";
import { without } from "./links.js";

/**
 * Returns at most n solvers that can play a game of one snake. It returns no solver if several snakes
 * play together, or if the game itself cannot be played.
 * @param {import("../session/client.js").Session} session
 * @param {import("./catalog.js").Catalog} catalog
 * @param {URLSearchParams} fields of the game
 * @param {object} how
 * @param {number} [how.n]
 * @param {string[]} [how.first] solvers to try before those of the rules
 * @param {string[]} [how.last] solvers to try after those of the rules
 * @param {string[]} [how.taken] solvers that already play, which are not returned
 */
export async function defaultSolvers(session, catalog, fields, { n = 1, first = [], last = [], taken = [] }) {
	const rules = rulesOf(catalog, fields.get("rules") ?? "");
	/** @type {string[]} */
	const can = [];
	if (!rules || several(rules) || fields.has("snake")) return can;
	const game = without(fields, ["solver"]);
	for (const solver of new Set([...first, ...rules.solvers ?? [], ...last])) {
		if (can.length >= n) break;
		if (taken.includes(solver) || solverOf(catalog, solver)?.home !== rules.home) continue;
		const link = new URLSearchParams(game);
		link.append("solver", solver);
		if (await check(session, "game", { link: query(link) }) === "") can.push(solver);
	}
	return can;
}
