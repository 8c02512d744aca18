// Tests of the texts of figures on the page Bench.
import assert from "node:assert/strict";
import { test } from "node:test";
import { movesTexts, percentTexts, verdict } from "../views/bench/figures.js";

const none = { mean: null, lo: null, hi: null };
/** Returns a pair with these differences: mean, lo, hi. */
function pair(won, moves) {
	const mean = (of) => of ? { mean: of[0], lo: of[1], hi: of[2] } : none, clear = (of) => Boolean(of) && (of[1] > 0 || of[2] < 0);
	return { a: 0, b: 1, both: 1, won: mean(won), wonClear: clear(won), moves: mean(moves), clear: clear(moves), from: null, width: null };
}

test("the solver that wins more is better; moves decide only if both win equally often", () => {
	for (const [won, moves, want] of [
		[[0.96, 0.93, 0.99], [84, 60, 108], "one wins more games"], // the other solver needs few moves in the few games that it wins
		[[-0.96, -0.99, -0.93], [-84, -108, -60], "other wins more games"],
		[[0.995, 0.964, 1], null, "one wins more games"], // both solvers won at most one game
		[[0, -0.01, 0.01], [-5, -7, -3], "one needs fewer moves"],
		[[0.005, -0.01, 0.02], [5, 3, 7], "other needs fewer moves"],
		[[0.005, -0.01, 0.02], [5, -3, 13], "no significant difference"],
		[[0.005, -0.01, 0.02], null, "too few games"],
		[null, null, "too few games"],
	]) assert.equal(verdict(pair(won, moves), ["one", "other"]), want, `${won}; ${moves}`);
});

test("differences are formatted as by ouro bench", () => {
	assert.deepEqual(percentTexts({ mean: 0.995, lo: 0.964, hi: 1 }), ["+99.5", "+96.4 to +100.0"]);
	assert.deepEqual(percentTexts({ mean: 0, lo: -0.014, hi: 0.014 }), ["0.0", "−1.4 to +1.4"]);
	assert.deepEqual(movesTexts({ mean: -84.25, lo: -108.4, hi: -60.1 }), ["−84.3", "−108 to −60"]);
	assert.deepEqual([...percentTexts(none), ...movesTexts(none)], ["–", "–", "–", "–"]);
});
