// What the page Bench makes of the figures that the engine tells.
import assert from "node:assert/strict";
import { test } from "node:test";
import { movesTexts, percentTexts, verdict } from "../views/bench/told.js";

const none = { mean: null, lo: null, hi: null };
/** A pair with these differences: mean, lo, hi. */
function pair(won, moves) {
	const mean = (of) => of ? { mean: of[0], lo: of[1], hi: of[2] } : none, clear = (of) => Boolean(of) && (of[1] > 0 || of[2] < 0);
	return { a: 0, b: 1, both: 1, won: mean(won), wonClear: clear(won), moves: mean(moves), clear: clear(moves), from: null, width: null };
}

test("who wins more is better, and moves decide only where nobody does", () => {
	for (const [won, moves, want] of [
		[[0.96, 0.93, 0.99], [84, 60, 108], "one wins more games"], // the other has few moves in the few games that it wins
		[[-0.96, -0.99, -0.93], [-84, -108, -60], "other wins more games"],
		[[0.995, 0.964, 1], null, "one wins more games"], // there is no game, or one, that both won
		[[0, -0.01, 0.01], [-5, -7, -3], "one needs fewer moves"],
		[[0.005, -0.01, 0.02], [5, 3, 7], "other needs fewer moves"],
		[[0.005, -0.01, 0.02], [5, -3, 13], "no difference is shown"],
		[[0.005, -0.01, 0.02], null, "too few games to tell"],
		[null, null, "too few games to tell"],
	]) assert.equal(verdict(pair(won, moves), ["one", "other"]), want, `${won}; ${moves}`);
});

test("differences are told as ouro bench prints them", () => {
	assert.deepEqual(percentTexts({ mean: 0.995, lo: 0.964, hi: 1 }), ["+99.5", "+96.4 to +100.0"]);
	assert.deepEqual(percentTexts({ mean: 0, lo: -0.014, hi: 0.014 }), ["0.0", "−1.4 to +1.4"]);
	assert.deepEqual(movesTexts({ mean: -84.25, lo: -108.4, hi: -60.1 }), ["−84.3", "−108 to −60"]);
	assert.deepEqual([...percentTexts(none), ...movesTexts(none)], ["–", "–", "–", "–"]);
});
