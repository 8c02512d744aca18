// Describes the lead in a comparison: which lane leads, and by how much it is ahead of each other lane.
import { count } from "../../parts/panel.js";

/** @typedef {import("../../session/samples.js").Samples} Samples */
/** How far a game is: the snake's length, and the first turn with this length. @typedef {{length: number, since: number}} Standing */

/** @param {Samples} lengths @param {number} turn @returns {Standing} */
function standing(lengths, turn) {
	const length = lengths.at(turn);
	return { length, since: lengths.reached(length) };
}

/** @param {Standing} a @param {Standing} b */
function isAhead(a, b) { return a.length > b.length || a.length === b.length && a.since < b.since; }

/**
 * Describes the lead over each other lane. In cells, it is the difference of the lengths. In moves, it
 * is how much earlier the leading snake reached the present length of the other snake.
 * @param {Samples[]} lanes lengths
 * @param {number} turn
 * @param {string[]} names
 * @returns {string[]}
 */
export function leadWords(lanes, turn, names) {
	const all = lanes.map((l) => standing(l, turn));
	if (all.length < 2 || all.some((s) => Number.isNaN(s.length))) return [];
	let best = 0;
	all.forEach((s, i) => { if (isAhead(s, all[best])) best = i; });
	const leader = all[best];
	return all.flatMap((other, i) => {
		if (i === best) return [];
		const who = `${names[best]} leads ${names[i]} by `;
		const cells = count(leader.length - other.length, "cell"), moves = other.since - lanes[best].reached(other.length);
		if (!isAhead(leader, other)) return [`${names[best]} and ${names[i]} are level`];
		if (leader.length === other.length) return [who + count(moves, "move")];
		if (moves > 0) return [`${who}${cells}, ${count(moves, "move")} ahead`];
		return [`${who}${cells}`]; // the other lane grew faster at first
	});
}

/**
 * Returns the turn of each lane if the lanes are synchronised by meals: after each meal, a snake waits
 * until all others have eaten as often, and then all begin the next meal together.
 * @param {Samples[]} lanes lengths
 * @param {number} turn the last turn played
 * @returns {number[]}
 */
export function byMeals(lanes, turn) {
	const length = Math.min(...lanes.map((l) => l.at(turn)));
	const since = lanes.map((l) => l.reached(length));
	const began = Math.max(...since); // the turn at which the last lane reached the length
	return lanes.map((l, i) => {
		const next = l.values[l.turns.indexOf(since[i]) + 1] === undefined ? Infinity : l.turns[l.turns.indexOf(since[i]) + 1];
		return Math.min(since[i] + turn - began, next, turn);
	});
}

/**
 * Returns the difference of two lengths, by turn.
 * @param {Samples} a
 * @param {Samples} b
 * @returns {{xs: number[], ys: number[]}}
 */
export function difference(a, b) {
	const xs = [...new Set([...a.turns, ...b.turns])].sort((x, y) => x - y).filter((t) => t >= Math.max(a.turns[0] ?? 0, b.turns[0] ?? 0));
	return { xs, ys: xs.map((t) => a.at(t) - b.at(t)) };
}
