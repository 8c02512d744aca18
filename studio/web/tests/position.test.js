// Tests of the evaluation, the drill and the marks of the page Position.
import assert from "node:assert/strict";
import { test } from "node:test";
import { verdict } from "../views/position/drill.js";
import { chanceOf, evaluationOf } from "../views/position/evaluation.js";
import { markOf, readMarks, toggle } from "../views/position/marks.js";

test("marks are drawn, removed and read from a link", () => {
	assert.deepEqual(toggle(toggle([], markOf(3, 12)), markOf(7, 7)), ["3-12", "7"]);
	assert.deepEqual(toggle(["3-12", "7"], markOf(3, 12)), ["7"]);
	assert.deepEqual(readMarks("3-12~7~x~4-~-4~1-2-3~"), ["3-12", "7"]);
});

test("a drill accepts every best move, and recognises the move of the game", () => {
	const task = { cost: { turn: 7, dir: 1, best: [0, 3], moves: 2.5 }, before: /** @type {any} */ (null), words: "+2.50 moves" };
	assert.deepEqual([0, 1, 2, 3].map((d) => verdict(task, d).right), [true, false, false, true]);
	assert.match(verdict(task, 1).words, /the move of the game, which costs \+2\.50 moves\. Best is ↑ or ←/);
	assert.match(verdict(task, 2).words, /↓ is not the best move/);
});

test("the evaluation of one snake is exact where that is known, and else the filled part", () => {
	const board = { room: 25, alive: [0], lane: { snakes: [{ body: [1, 2, 3, 4, 5] }] } };
	const thought = /** @type {any} */ ({ score: -10.89, seat: 0 });
	const guess = evaluationOf({ board, colors: [], values: null, answers: [{ solver: "ouroboros", thought }] });
	assert.deepEqual([guess.share, guess.words, guess.how], [0.2, "5 of 25 cells filled", "ouroboros -10.89"]);
	const values = /** @type {any} */ ({ probability: 1, moves: 73.19, choices: [] });
	const exact = evaluationOf({ board, colors: [], values, answers: [] });
	assert.deepEqual([exact.share, exact.words, exact.how], [1, "a certain win · 73.2 moves to go", "exact"]);
});

test("the evaluation of two snakes is hydra's estimate, from the side of the snake that hydra plays", () => {
	assert.ok(Math.abs(chanceOf(0) - 0.5) < 1e-9 && Math.abs(chanceOf(Math.log(3) * 1000) - 0.75) < 1e-9);
	const board = { alive: [0, 1], lane: { snakes: [{ body: [1] }, { body: [2] }] } };
	const answers = (/** @type {number} */ seat, solver = "hydra") => [{ solver, thought: /** @type {any} */ ({ score: Math.log(3) * 1000, seat }) }];
	const of = (/** @type {any} */ a) => evaluationOf({ board, colors: ["red", "blue"], values: null, answers: a });
	assert.equal(of(answers(0)).words, "A 75 % · B 25 %");
	assert.equal(of(answers(1)).words, "A 25 % · B 75 %");
	assert.equal(of(answers(0, "greedy")).words, "only hydra estimates the chances to win");
});
