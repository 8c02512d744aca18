// Who plays where nobody was chosen. How it is used:
//
//	const solvers = await usualSolvers(session, catalog, fields, { n: 2, first: ["cell"] });
//
// No solver plays on every board: cell wants even sides. So the engine is asked who can
// play this game, of those that a page would like to see and then those of the rules.
import { query } from "../store/address.js";
import { rulesOf, several, solverOf } from "./catalog.js";
import { check } from "./check.js";
import { without } from "./links.js";

/**
 * Solvers that can play a game for one snake, at most n. There are none where several
 * snakes play together, and where the game itself cannot be played.
 * @param {import("../session/client.js").Session} session
 * @param {import("./catalog.js").Catalog} catalog
 * @param {URLSearchParams} fields of the game
 * @param {object} how
 * @param {number} [how.n]
 * @param {string[]} [how.first] are asked before those of the rules
 * @param {string[]} [how.last] and these after them
 * @param {string[]} [how.taken] play already
 */
export async function usualSolvers(session, catalog, fields, { n = 1, first = [], last = [], taken = [] }) {
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
