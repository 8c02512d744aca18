// Who leads a comparison, and by how much.
import { count } from "../../parts/panel.js";

/** @typedef {import("../../session/samples.js").Samples} Samples */
/** How far a game is: its length, and the first turn of it. @typedef {{length: number, since: number}} Standing */

/** @param {Samples} lengths @param {number} turn @returns {Standing} */
function standing(lengths, turn) {
	const length = lengths.at(turn);
	return { length, since: lengths.reached(length) };
}

/** @param {Standing} a @param {Standing} b */
function before(a, b) { return a.length > b.length || a.length === b.length && a.since < b.since; }

/**
 * Who leads over each of the others: in length, and in moves, which is how much earlier
 * the leader was as long as the other is now.
 * @param {Samples[]} lanes lengths
 * @param {number} turn
 * @param {string[]} names
 * @returns {string[]}
 */
export function leadWords(lanes, turn, names) {
	const all = lanes.map((l) => standing(l, turn));
	if (all.length < 2 || all.some((s) => Number.isNaN(s.length))) return [];
	let best = 0;
	all.forEach((s, i) => { if (before(s, all[best])) best = i; });
	const leader = all[best];
	return all.flatMap((other, i) => {
		if (i === best) return [];
		const who = `${names[best]} leads ${names[i]} by `;
		const cells = count(leader.length - other.length, "cell"), moves = other.since - lanes[best].reached(other.length);
		if (!before(leader, other)) return [`${names[best]} and ${names[i]} are level`];
		if (leader.length === other.length) return [who + count(moves, "move")];
		if (moves > 0) return [`${who}${cells}, ${count(moves, "move")} ahead`];
		return [`${who}${cells}`]; // the other one grew faster at first
	});
}

/**
 * The turn of each lane when all go in step by meals: all begin with the same length at
 * once, and whoever has eaten waits for the others.
 * @param {Samples[]} lanes lengths
 * @param {number} turn that has been played
 * @returns {number[]}
 */
export function byMeals(lanes, turn) {
	const length = Math.min(...lanes.map((l) => l.at(turn)));
	const since = lanes.map((l) => l.reached(length));
	const began = Math.max(...since); // when the last of them had it
	return lanes.map((l, i) => {
		const next = l.values[l.turns.indexOf(since[i]) + 1] === undefined ? Infinity : l.turns[l.turns.indexOf(since[i]) + 1];
		return Math.min(since[i] + turn - began, next, turn);
	});
}

/**
 * By how much one is longer than another, by turn.
 * @param {Samples} a
 * @param {Samples} b
 * @returns {{xs: number[], ys: number[]}}
 */
export function difference(a, b) {
	const xs = [...new Set([...a.turns, ...b.turns])].sort((x, y) => x - y).filter((t) => t >= Math.max(a.turns[0] ?? 0, b.turns[0] ?? 0));
	return { xs, ys: xs.map((t) => a.at(t) - b.at(t)) };
}
