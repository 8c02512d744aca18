// The catalog, which lists the solvers, rules, levels and maps, and the parsing of specs. The engine
// sends the catalog in its hello. Usage:
//
//	const { catalog } = await session.ready;
//	solverOf(catalog, "cell:ways=8")?.idea
//	specText("cell", new Map([["ways", "8"]]))     // "cell:ways=8"

/** @typedef {{key: string, default: string, doc: string}} Option */
/** @typedef {{name: string, idea: string, guarantee: string, cost: string, source: string, home: string, options?: Option[]}} Solver */
/**
 * @typedef {object} Rules
 * @property {string} name
 * @property {string} idea
 * @property {string} home
 * @property {Option[]} [options]
 * @property {string} [board] the default board
 * @property {string} [level] the default level; if it is missing, a game can have no level
 * @property {number} [startLength] the start length of every snake, if the rules fix it
 * @property {number} [snakes] the maximum number of snakes
 * @property {string[]} [solvers] the default solvers
 * @property {string[]} [partners] the default opponents
 */
/** @typedef {{name: string, rules: string, idea?: string, board?: string}} Level */
/** @typedef {{name: string, idea: string, boards?: string, snakes?: number, sizes?: string[], minSide?: number}} BattleMap */
/** @typedef {{solvers: Solver[], rules: Rules[], levels: Level[], maps: BattleMap[]}} Catalog */

/** @type {Catalog} */
export const emptyCatalog = { solvers: [], rules: [], levels: [], maps: [] };

/**
 * Parses a spec into its name and options.
 * @param {string} text
 * @returns {{name: string, options: Map<string, string>}}
 */
export function spec(text) {
	const colon = text.indexOf(":");
	/** @type {Map<string, string>} */
	const options = new Map();
	if (colon < 0) return { name: text.trim(), options };
	for (const part of text.slice(colon + 1).split(",")) {
		const at = part.indexOf("=");
		if (at > 0) options.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
	}
	return { name: text.slice(0, colon).trim(), options };
}

/**
 * @param {string} name
 * @param {Iterable<[string, string]>} options
 */
export function specText(name, options) {
	const parts = [...options].map(([key, value]) => `${key}=${value}`);
	return parts.length ? `${name}:${parts.join(",")}` : name;
}

/** @param {Catalog} catalog @param {string} text */
export function solverOf(catalog, text) { return catalog.solvers.find((s) => s.name === spec(text).name); }

/** @param {Catalog} catalog @param {string} text */
export function rulesOf(catalog, text) { return catalog.rules.find((r) => r.name === spec(text || "classic").name); }

/** Whether several snakes play together under these rules. @param {Rules | undefined} rules */
export function several(rules) { return (rules?.snakes ?? 1) > 1; }

/**
 * Groups entries by the game that they are made for. The groups are in the order in which their games
 * first appear.
 * @template {{home: string}} T
 * @param {T[]} all
 * @returns {[string, T[]][]}
 */
export function byHome(all) {
	/** @type {Map<string, T[]>} */
	const homes = new Map();
	for (const entry of all) {
		const group = homes.get(entry.home) ?? [];
		group.push(entry);
		homes.set(entry.home, group);
	}
	return [...homes];
}

/** Capitalises the first letter. @param {string} text */
export function capitalise(text) { return text.charAt(0).toUpperCase() + text.slice(1); }
