// The solvers that play if the user chose none. Usage:
//
//	const solvers = await defaultSolvers(session, catalog, fields, { n: 2, first: ["cell"] });
//
// Not every solver can play on every board: cell, for example, needs an even side. So the
// engine is asked which solvers can play the game, first about those that the page
// prefers, then about those of the rules.
import { query } from "../store/address.js";
import { rulesOf, several, solverOf } from "./catalog.js";
import { check } from "./check.js";
import { without } from "./links.js";

/**
 * Returns at most n solvers that can play a game for one snake; none if several snakes
 * play together or the game itself cannot be played.
 * @param {import("../session/client.js").Session} session
 * @param {import("./catalog.js").Catalog} catalog
 * @param {URLSearchParams} fields of the game
 * @param {object} how
 * @param {number} [how.n]
 * @param {string[]} [how.first] preferred to those of the rules
 * @param {string[]} [how.last] used after those of the rules
 * @param {string[]} [how.taken] excluded: they play already
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
