import assert from "node:assert/strict";
import test from "node:test";
import { Picture } from "../session/hunt.js";

const level = { number: 1, name: "Yard", w: 4, h: 2, step: 6, seconds: 10 };

function firstFrame() {
	const p = new Picture();
	p.show({
		tick: 0, level, ground: "    . X ", phase: "playing", due: 300, score: 0, bombs: [], flames: [], danger: [],
		hunters: [{ cell: 0, state: "active", lives: 3, score: 0, kills: 0 }], snakes: [{ snake: 0, body: [3, 2], state: "alive" }],
	});
	return p;
}

test("fields that a frame omits are unchanged", () => {
	const p = firstFrame();
	p.show({ tick: 1, bombs: [{ cell: 0, hunter: 0, due: 46 }], danger: [0, 1] });
	p.show({ tick: 2, score: 10 });
	assert.equal(p.tick, 2);
	assert.equal(p.score, 10);
	assert.equal(p.bombs.length, 1);
	assert.equal(p.due, 300);
	assert.equal(p.fullFrames, 1);
	p.show({ tick: 3, bombs: [], bare: [4], hedges: [7] });
	assert.equal(p.bombs.length, 0);
	assert.deepEqual([...p.changed].sort(), [4, 7]);
	assert.equal(p.ground.join(""), "      X.");
});

test("a snake steps, grows, is cut, and is placed", () => {
	const p = firstFrame();
	p.show({ tick: 6, snakes: [{ snake: 0, push: [7], drop: 1, state: "alive" }] });
	assert.deepEqual(p.snakes[0].body, [7, 3]);
	assert.deepEqual(p.snakes[0].before, [3, 2]);
	assert.equal(p.snakes[0].since, 6);
	p.show({ tick: 12, snakes: [{ snake: 0, push: [6], state: "alive" }] });
	assert.deepEqual(p.snakes[0].body, [6, 7, 3]);
	p.show({ tick: 13, snakes: [{ snake: 0, drop: 2, proof: 28, state: "alive" }] });
	assert.deepEqual(p.snakes[0].body, [6]);
	assert.equal(p.snakes[0].since, 12, "a cut is not a step");
	assert.equal(p.snakes[0].proof, 28);
	p.show({ tick: 20, snakes: [{ snake: 0, state: "dead" }] });
	assert.deepEqual(p.snakes[0].body, [6]);
	assert.equal(p.snakes[0].state, "dead");
	p.show({ tick: 21, snakes: [{ snake: 0, push: [1, 5], drop: 1, state: "alive" }] });
	assert.deepEqual(p.snakes[0].body, [1, 5]);
	assert.deepEqual(p.snakes[0].before.slice(0, 2), [5, 6]);
});

test("a hunter walks from cell to cell, and does not glide to a new place", () => {
	const p = firstFrame();
	const at = (cell, state = "active") => [{ cell, state, lives: 3, score: 0, kills: 0 }];
	p.show({ tick: 4, hunters: at(1) });
	assert.deepEqual([p.hunters[0].from, p.hunters[0].since, p.hunters[0].facing], [0, 4, 1]);
	p.show({ tick: 5, hunters: at(1) });
	assert.deepEqual([p.hunters[0].from, p.hunters[0].since], [0, 4]);
	p.show({ tick: 8, hunters: at(5) });
	assert.equal(p.hunters[0].facing, 0);
	p.show({ tick: 9, hunters: at(5, "down") });
	p.show({ tick: 54, hunters: at(2) });
	assert.equal(p.hunters[0].from, 2);
});
