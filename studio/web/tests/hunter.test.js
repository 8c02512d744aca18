import assert from "node:assert/strict";
import test from "node:test";
import { Keys } from "../views/hunter/keys.js";
import { keep, placeOf, scores } from "../views/hunter/scores.js";

/** @param {string} code */
const key = (code) => /** @type {KeyboardEvent} */ ({ code, ctrlKey: false, altKey: false, metaKey: false });

test("one player has all keys, two share them", () => {
	/** @type {any[]} */
	const calls = [];
	const alone = new Keys(1, (...call) => calls.push(call));
	for (const code of ["KeyW", "ArrowRight", "Space", "Enter"]) assert.equal(alone.press(key(code)), true);
	assert.deepEqual(calls, [[0, "press", 0], [0, "press", 1], [0, "bomb"], [0, "bomb"]]);
	calls.length = 0;
	const two = new Keys(2, (...call) => calls.push(call));
	for (const code of ["KeyD", "ArrowLeft", "Space", "Enter"]) two.press(key(code));
	assert.deepEqual(calls, [[1, "press", 1], [0, "press", 3], [1, "bomb"], [0, "bomb"]]);
	assert.equal(two.press(key("KeyP")), false);
});

test("a held key and its release each call back once", () => {
	/** @type {any[]} */
	const calls = [];
	const keys = new Keys(1, (...call) => calls.push(call));
	keys.press(key("ArrowUp"));
	keys.press(key("ArrowUp"));
	keys.release(key("ArrowUp"));
	keys.release(key("ArrowUp"));
	assert.deepEqual(calls, [[0, "press", 0], [0, "release", 0]]);
	keys.press(key("ArrowUp"));
	keys.clear();
	keys.release(key("ArrowUp"));
	assert.equal(calls.length, 3, "nothing is held after a pause");
});

test("shortcuts of the browser are not input", () => {
	const keys = new Keys(1, () => assert.fail("called"));
	assert.equal(keys.press({ ...key("KeyW"), ctrlKey: true }), false);
});

test("the key of the help lays no bomb, nor do its modifiers", () => {
	for (const people of [1, 2]) {
		const keys = new Keys(people, () => assert.fail("called"));
		for (const code of ["ShiftRight", "ShiftLeft"]) assert.equal(keys.press({ ...key(code), key: "Shift" }), false);
		assert.equal(keys.press({ ...key("Slash"), key: "?" }), false);
	}
});

test("the best games are kept in order, up to a bound", () => {
	const one = (/** @type {number} */ score) => ({ name: `n${score}`, score, level: 1, hunters: 1, won: false, day: "2026-01-01" });
	assert.equal(placeOf(0), -1);
	for (const s of [50, 900, 300, 10, 20, 30, 40, 60]) keep(one(s));
	assert.deepEqual(scores().map((s) => s.score), [900, 300, 60, 50, 40, 30, 20, 10]);
	assert.equal(placeOf(10), -1);
	assert.equal(placeOf(11), 7);
	assert.equal(placeOf(1000), 0);
	assert.equal(placeOf(900), 1, "the earlier of equal scores is first");
	keep(one(70));
	assert.equal(scores().length, 8);
	assert.equal(scores().at(-1)?.score, 20);
});
