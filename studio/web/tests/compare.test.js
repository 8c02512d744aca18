import assert from "node:assert/strict";
import { test } from "node:test";
import { Samples } from "../session/samples.js";
import { byMeals, difference, leadWords } from "../views/compare/lead.js";

/** Returns samples of lengths by turn, from turn 0. */
function lengths(...values) {
	const s = new Samples();
	values.forEach((v, turn) => s.add(turn, v));
	return s;
}

test("the lead is described as in the terminal", () => { // the cases are those of the tests of tui/solo
	const cases = [
		[[lengths(1, 2, 3, 4), lengths(1, 1, 1, 2)], ["A leads B by 2 cells, 2 moves ahead"]],
		[[lengths(1, 1, 2, 2), lengths(1, 2, 2, 2)], ["B leads A by 1 move"]],
		[[lengths(1, 2, 2), lengths(1, 2, 2)], ["A and B are level"]],
		[[lengths(1, 2), lengths(1, 1, 1, 2), lengths(1, 1, 4)], ["C leads A by 2 cells", "C leads B by 2 cells, 1 move ahead"]],
		[[lengths(1, 2)], []],
	];
	for (const [lanes, want] of cases) assert.deepEqual(leadWords(lanes, 3, ["A", "B", "C"]), want);
	assert.deepEqual(leadWords(cases[0][0], 1, ["A", "B"]), ["A leads B by 1 cell"], "at an earlier turn");
});

test("lanes synchronised by meals have the same length, or wait after their next meal", () => {
	const rng = dice(7);
	for (let round = 0; round < 300; round++) {
		const lanes = Array.from({ length: 2 + rng(3) }, () => {
			const values = [1];
			while (values.length < 60) values.push(values.at(-1) + (rng(4) === 0 ? 1 : 0));
			return lengths(...values);
		});
		let before = lanes.map(() => 0);
		for (let turn = 0; turn < 60; turn++) {
			const least = Math.min(...lanes.map((l) => l.at(turn)));
			const turns = byMeals(lanes, turn);
			turns.forEach((t, i) => {
				assert.ok(t >= 0 && t <= turn, `turn ${t} of ${turn}`);
				assert.ok(t >= before[i], "a lane goes backwards");
				const length = lanes[i].at(t);
				assert.ok(length === least || length === least + 1, `length ${length}, the least is ${least}`);
				if (length === least + 1) assert.equal(t, lanes[i].reached(least + 1), "the lane does not wait after its meal");
			});
			assert.ok(turns.some((t, i) => lanes[i].at(t) === least), "all have eaten, and none continues");
			before = turns;
		}
	}
});

test("the difference is correct at every turn", () => {
	const a = lengths(1, 1, 2, 3, 3, 4), b = lengths(1, 2, 2, 2, 3, 3);
	const { xs, ys } = difference(a, b);
	for (let turn = 0; turn < 6; turn++) {
		const at = xs.findLastIndex((x) => x <= turn);
		assert.equal(ys[at], a.at(turn) - b.at(turn), `turn ${turn}`);
	}
});

/** Returns reproducible random whole numbers below n. */
function dice(seed) {
	let x = seed;
	return (n) => {
		x ^= x << 13; x >>>= 0;
		x ^= x >>> 17;
		x ^= x << 5; x >>>= 0;
		return x % n;
	};
}
