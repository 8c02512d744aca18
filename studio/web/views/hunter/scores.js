// The scores of the best games, which the browser stores.
import { stored } from "../../store/prefs.js";

/** @typedef {{name: string, score: number, level: number, hunters: number, won: boolean, day: string}} Score */

const most = 8;
const kept = stored("hunter.scores", "[]");
/** The name that the player entered last. */
export const ownName = stored("hunter.name", "");

/** @returns {Score[]} */
export function scores() {
	try {
		const all = JSON.parse(kept.peek());
		return Array.isArray(all) ? all.filter((s) => typeof s?.score === "number" && typeof s?.name === "string").slice(0, most) : [];
	} catch { return []; }
}

/** Returns the rank of a score from 0; -1 if it is not among the best. @param {number} score */
export function placeOf(score) {
	if (score <= 0) return -1;
	const place = scores().filter((s) => s.score >= score).length;
	return place < most ? place : -1;
}

/** @param {Score} score */
export function keep(score) {
	const all = [...scores(), { ...score, name: score.name.slice(0, 16) }].sort((a, b) => b.score - a.score).slice(0, most);
	kept.value = JSON.stringify(all);
}
