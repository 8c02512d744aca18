// Texts of the page Arena.
import { count, group } from "../../parts/panel.js";

/** A tournament of the list. @typedef {{key: string, title: string, format: string, snakes: string[], games: number, changed: string, playing: boolean, unusable?: string}} Tournament */

const formats = new Map([["roundrobin", "round robin"], ["gauntlet", "gauntlet"], ["ffa", "free for all"], ["sprt", "sequential test"]]);
const mostNames = 6; // most names before "and N more"

/** Abbreviates a key. @param {string} key */
export function shortKey(key) { return key.slice(0, 10); }

/** Lists the names of snakes. If there are many, it lists the first ones and the number of the others. @param {string[]} snakes */
export function nameList(snakes) {
	if (snakes.length <= mostNames + 1) return snakes.join(", ");
	return `${snakes.slice(0, mostNames).join(", ")} and ${snakes.length - mostNames} more`;
}

/** Describes a tournament of the list. @param {Tournament} t */
export function describe(t) {
	const games = t.games > 0 ? count(t.games, "game") : "no game yet";
	return [formats.get(t.format) ?? t.format, games, shortKey(t.key)].filter(Boolean).join(", ");
}

/** Returns a title made from the names of the snakes, because several tournaments can have equal titles. @param {{title: string, snakes: string[]}} t */
export function titleOf(t) {
	if (t.snakes.length === 0) return t.title;
	if (t.snakes.length === 2) return t.snakes.join(" against ");
	return t.snakes.length <= 4 ? t.snakes.join(", ") : `${t.snakes.slice(0, 3).join(", ")} and ${t.snakes.length - 3} more`;
}

/**
 * Describes the progress of a tournament. It gives no total, because each run can set another number
 * of games.
 * @param {number} games
 * @param {number} before the number of games when the page was opened
 */
export function progress(games, before) {
	if (games === 0) return "No game is finished yet.";
	const more = games > before ? `, ${group(games - before, games)} of them since you opened this page` : "";
	return `${count(games, "game")}${more}.`;
}

/** Adds the flag that selects the results file to a command line. @param {string} line @param {string} flag */
export function command(line, flag) { return flag ? `${line} ${flag}` : line; }
