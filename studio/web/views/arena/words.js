// What the page Arena says of tournaments.
import { count, group } from "../../parts/panel.js";

/** A tournament of the list. @typedef {{key: string, title: string, format: string, snakes: string[], games: number, changed: string, playing: boolean, unusable?: string}} Tournament */

const formats = new Map([["roundrobin", "round robin"], ["gauntlet", "gauntlet"], ["ffa", "free for all"], ["sprt", "sequential test"]]);
const mostNames = 6; // of the snakes of a tournament

/** As much of a key as people are shown. @param {string} key */
export function shortKey(key) { return key.slice(0, 10); }

/** The names of snakes, of many the first. @param {string[]} snakes */
export function named(snakes) {
	if (snakes.length <= mostNames + 1) return snakes.join(", ");
	return `${snakes.slice(0, mostNames).join(", ")} and ${snakes.length - mostNames} more`;
}

/** What a tournament of the list is. @param {Tournament} t */
export function described(t) {
	const games = t.games > 0 ? count(t.games, "game") : "no game yet";
	return [formats.get(t.format) ?? t.format, games, shortKey(t.key)].filter(Boolean).join(", ");
}

/**
 * How far a tournament is. Nobody knows how many games are still to come: whoever plays it
 * may say another number every time.
 * @param {number} games
 * @param {number} before when the page began to look
 */
export function progress(games, before) {
	if (games === 0) return "No game is finished yet.";
	const more = games > before ? `, ${group(games - before, games)} of them since this page was opened` : "";
	return `${count(games, "game")}${more}.`;
}

/** A command of the program on the same file. @param {string} line @param {string} flag */
export function command(line, flag) { return flag ? `${line} ${flag}` : line; }
