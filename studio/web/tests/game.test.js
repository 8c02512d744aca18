import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { after, fromKey } from "../session/lane.js";
import { History } from "../session/history.js";
import { Samples } from "../session/samples.js";
import { Game } from "../session/game.js";

// What the engine sends, made by studio/web/vector_test.go.
const vectors = JSON.parse(readFileSync(new URL("frames.json", import.meta.url), "utf8"));

/** A position without what a page cannot know in another way: in any order where order means nothing. */
const plain = (p) => ({ ...p, ground: [...p.ground], hazards: [...p.hazards], food: [...p.food], ended: undefined });

test("there are games of every kind", () => {
	assert.equal(vectors.length, 5);
	for (const v of vectors) assert.ok(v.changes.length > 10 && v.keys.length > 2, v.name);
	const all = JSON.stringify(vectors);
	for (const what of ["push", "drop", "body", "food", "hedges", "hazards", "health", "dead"]) assert.ok(all.includes(`"${what}":`), what);
});

for (const v of vectors) {
	const begin = fromKey(v.key, v.board), first = v.key.turn;
	const keyAt = new Map(v.keys.map((k) => [k.turn - first, plain(fromKey(k, v.board))]));

	test(`${v.name}: changes lead to what key frames show`, () => {
		let one = begin;
		v.changes.forEach((c, i) => {
			const before = JSON.stringify(plain(one));
			const next = after(one, [c]);
			assert.equal(JSON.stringify(plain(one)), before, "a position was changed");
			one = next;
			if (keyAt.has(i + 1)) assert.deepEqual(plain(one), keyAt.get(i + 1), `turn ${i + 1}`);
		});
		for (const [turn, key] of keyAt) assert.deepEqual(plain(after(begin, v.changes.slice(0, turn))), key, `all changes up to ${turn} at once`);
	});

	test(`${v.name}: a history has every turn, in whatever pieces it came`, () => {
		const rng = dice(v.changes.length);
		for (let round = 0; round < 20; round++) {
			const history = new History();
			history.key(0, [begin]);
			for (let at = 0; at < v.changes.length;) { // pieces, some of them again
				const from = Math.max(0, at - rng(4)), to = Math.min(v.changes.length, at + 1 + rng(9));
				assert.ok(history.changes(from, [v.changes.slice(from, to)], at));
				at = to;
			}
			assert.equal(history.until(0), v.changes.length);
			for (let i = 0; i < 50; i++) {
				const turns = [...keyAt.keys()];
				const turn = turns[rng(turns.length)];
				assert.deepEqual(plain(history.at(turn)[0]), keyAt.get(turn));
			}
		}
	});

	test(`${v.name}: gaps are closed by what comes later`, () => {
		const history = new History();
		const half = v.changes.length >> 1;
		const middle = after(begin, v.changes.slice(0, half));
		history.key(0, [begin]);
		history.key(half, [middle]);
		assert.ok(history.changes(half, [v.changes.slice(half)], half));
		assert.equal(history.at(half - 1), null);
		assert.equal(history.until(0), 0);
		assert.equal(history.beyond(0), half);
		assert.ok(history.changes(0, [v.changes.slice(0, half + 3)], 0));
		assert.equal(history.until(0), v.changes.length);
		assert.equal(history.changes(v.changes.length + 5, [[v.changes[0]]], 0), false);
		for (const [turn, key] of keyAt) assert.deepEqual(plain(history.at(turn)[0]), key);
	});
}

test("a history stays bounded, and keeps what is looked at", () => {
	const size = { w: 4, h: 4 };
	const lane = { turn: 0, walls: [], hedges: [], food: [], hazards: [], snakes: [{ body: [0], health: 100 }] };
	const history = new History(2000);
	history.key(0, [fromKey(lane, size)]);
	for (let turn = 0; turn < 100_000; turn += 50) {
		const changes = Array.from({ length: 50 }, (_, i) => ({ turn: turn + i + 1, snakes: [{ seat: 0, push: [(turn + i + 1) % 16], drop: 1 }] }));
		assert.ok(history.changes(turn, [changes], turn + 50));
		assert.ok(history.kept <= 2000 + 128, `${history.kept} kept`);
	}
	assert.equal(history.at(100), null);
	for (let turn = 100_000 - 1500; turn <= 100_000; turn++) assert.deepEqual(history.at(turn)?.[0].snakes[0].body, [turn % 16]);
	history.key(500, [fromKey({ ...lane, turn: 500 }, size)]); // gone back to
	assert.ok(history.at(500));
});

test("samples keep what changes, in any order, and no more than a bound", () => {
	const s = new Samples();
	for (const [turn, v] of [[0, 1], [1, 1], [5, 2], [9, 3], [7, 2], [3, 1], [4, 2]]) s.add(turn, v);
	assert.deepEqual(s.turns, [0, 4, 9]);
	assert.deepEqual([0, 3, 4, 8, 9, 100].map((t) => s.at(t)), [1, 1, 2, 2, 3, 3]);
	assert.ok(Number.isNaN(s.at(-1)));
	assert.equal(s.reached(2), 4);
	assert.equal(s.reached(4), -1);
	for (let t = 10; t < 100_000; t++) s.add(t, t);
	assert.ok(s.turns.length <= 4096);
	assert.ok(Math.abs(s.at(90_000) - 90_000) < 100);
});

/** A session that only notes what is said. */
function listening() {
	const said = [];
	const session = { open: (kind, data, hear) => {
		said.push(["open", { kind, ...data }]);
		return { name: "a", send: (type, more) => said.push([type, more]), hear, close() { said.push(["end"]); } };
	} };
	return { session, said };
}

test("a game is sought in where it was received, and else asked for", () => {
	const v = vectors[0];
	const { session, said } = listening();
	const game = new Game(session, { link: "x=y" });
	assert.deepEqual(said, [["open", { kind: "game", link: "x=y" }]]);
	game.hear("opened", { link: "x=y", title: "", board: v.board, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
	game.hear("key", { turn: 0, lanes: [v.key] });
	game.hear("frames", { from: 0, lanes: [v.changes.slice(0, 20)] });
	assert.equal(game.turns.value, 20);
	assert.ok(game.seek(7));
	assert.equal(game.turn.value, 7);
	assert.equal(said.length, 1);
	assert.equal(game.seek(28), false);
	assert.deepEqual(said.at(-1), ["seek", { turn: 28 }]);
	assert.equal(game.turn.value, 7);
	game.hear("key", { turn: 28, lanes: [v.keys[3]] });
	assert.equal(game.turn.value, 28);
	assert.deepEqual(plain(game.lanes.value[0]), plain(fromKey(v.keys[3], v.board)));
	game.seek(20);
	game.run(5); // from where what is known without a gap ends, not from where the engine is
	assert.deepEqual(said.slice(-2), [["seek", { turn: 20 }], ["run", { speed: 5 }]]);
});

/** Whole numbers below n, the same ones every time. */
function dice(seed) {
	let x = seed * 2654435761 >>> 0 || 1;
	return (n) => {
		x ^= x << 13; x >>>= 0;
		x ^= x >>> 17;
		x ^= x << 5; x >>>= 0;
		return x % n;
	};
}

test("the answer to an older wish is not taken for that to a newer one", () => {
	const v = vectors[0];
	const { session, said } = listening();
	const game = new Game(session, { link: "x=y" });
	game.hear("opened", { link: "x=y", title: "", board: v.board, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
	game.hear("key", { turn: 0, lanes: [v.key] });
	game.seek(28); // farther than what was received
	game.seek(18); // and back, before the answer
	assert.deepEqual(said.slice(-2), [["seek", { turn: 28 }], ["seek", { turn: 18 }]]);
	game.hear("key", { turn: 28, lanes: [v.keys[3]] });
	assert.equal(game.turn.value, 0);
	assert.ok(game.waiting);
	game.hear("key", { turn: 18, lanes: [v.keys[2]] });
	assert.equal(game.turn.value, 18);
	assert.ok(!game.waiting);
});

test("back from another move, the answer to an older wish is not taken for that to a newer one", () => {
	const v = vectors[0];
	const { session } = listening();
	const game = new Game(session, { link: "x=y" });
	game.hear("opened", { link: "x=y", title: "", board: v.board, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
	game.hear("key", { turn: 0, lanes: [v.key] });
	game.hear("branched", { tried: { turn: 27, seat: 0, dir: "up" } });
	game.hear("key", { turn: 28, lanes: [v.keys[3]] });
	assert.equal(game.turn.value, 28);
	game.back();
	game.ask();
	game.hear("branched", { tried: null });
	game.seek(18);
	game.hear("key", { turn: 28, lanes: [v.keys[3]] }); // to what was asked before
	game.hear("key", { turn: 18, lanes: [v.keys[2]] });
	assert.equal(game.turn.value, 18);
	assert.ok(!game.waiting);
});
