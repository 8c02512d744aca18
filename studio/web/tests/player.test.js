import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../session/game.js";
import { Player } from "../parts/player.js";

const settled = () => new Promise((done) => setTimeout(done));

/** Frames of a screen, one by one. */
const frames = [];
globalThis.requestAnimationFrame = (f) => frames.push(f);
globalThis.cancelAnimationFrame = () => { frames.length = 0; };
let now = 1000;

/** Lets time pass on a screen of 60 frames a second. */
async function pass(seconds) {
	for (let i = 0; i < 60 * seconds; i++) {
		now += 1000 / 60;
		for (const f of frames.splice(0)) f(now);
		await settled();
	}
}

/** A game of a snake that goes round, at an engine that only notes what is said. */
function begin(received) {
	const said = [], drawn = [];
	const game = new Game({ open: (kind, data, hear) => ({ hear, send: (type, more) => said.push([type, more]), close() {} }) }, {});
	game.hear("opened", { title: "", board: { w: 4, h: 4 }, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
	game.hear("key", { turn: 0, lanes: [key(0)] });
	if (received > 0) game.hear("frames", { from: 0, lanes: [changes(0, received)] });
	const player = new Player(game, { speed: 10, draw: (lanes, from, t) => drawn.push({ turn: lanes[0].turn, glides: from !== null, t }) });
	return { game, player, said, drawn };
}

const key = (turn, ended) => ({ turn, walls: [], hedges: [], food: [], hazards: [], snakes: [{ body: [turn % 16], health: 100 }], ended });
const changes = (from, to) => Array.from({ length: to - from }, (_, i) => ({ turn: from + i + 1, snakes: [{ seat: 0, push: [(from + i + 1) % 16], drop: 1 }] }));

test("what was received is played smoothly, turn after turn, and then the engine goes on", async () => {
	const { game, player, said, drawn } = begin(30);
	player.play();
	await pass(1);
	assert.ok(game.turn.peek() >= 9 && game.turn.peek() <= 11, `turn ${game.turn.peek()} after a second`);
	assert.deepEqual(said, [], "the engine was asked for what is known");
	assert.ok(drawn.filter((d) => d.glides).length > 40, "it does not glide");
	const turns = drawn.map((d) => d.turn);
	turns.forEach((t, i) => assert.ok(i === 0 || t === turns[i - 1] || t === turns[i - 1] + 1, `turn ${t} after ${turns[i - 1]}`));
	await pass(2);
	assert.deepEqual(said, [["run", { speed: 10 }]]);
	await pass(0.5);
	assert.equal(game.turn.peek(), 30, "there is no more");
	game.hear("frames", { from: 30, lanes: [changes(30, 32)] });
	await pass(0.5);
	assert.equal(game.turn.peek(), 32);
	player.pause();
	assert.deepEqual(said.at(-1), ["pause", undefined]);
	player.stop();
});

test("whoever was held up catches up, and goes over what the engine left out", async () => {
	const { game, player, said } = begin(0);
	player.play();
	await pass(0.1);
	assert.deepEqual(said, [["run", { speed: 10 }]]);
	game.hear("frames", { from: 0, lanes: [changes(0, 100)] });
	await pass(2);
	assert.ok(game.turn.peek() > 80, `turn ${game.turn.peek()}`);
	game.hear("key", { turn: 5000, lanes: [key(5000)] });
	await pass(2);
	assert.equal(game.turn.peek(), 5000);
	player.stop();
});

test("a game that is over ends the playing, and is played from its start again", async () => {
	const { game, player } = begin(20);
	game.hear("frames", { from: 20, lanes: [[{ turn: 21, ended: { ending: "won", winner: 0, words: "won" } }]] });
	assert.ok(game.over.value);
	player.play();
	await pass(4);
	assert.equal(game.turn.peek(), 21);
	assert.equal(player.playing.peek(), false);
	player.play();
	await pass(0.5);
	assert.ok(game.turn.peek() < 8, `turn ${game.turn.peek()}`);
	player.go(3);
	assert.equal(game.turn.peek(), 3);
	assert.equal(player.playing.peek(), false);
	player.stop();
});

test("a game that plays is drawn where it begins, before anybody has moved", async () => {
	const drawn = [];
	const game = new Game({ open: (kind, data, hear) => ({ hear, send() {}, close() {} }) }, {});
	const player = new Player(game, { draw: (lanes) => drawn.push(lanes[0].turn) });
	for (const _ of [1, 2]) { // the second time at another engine
		drawn.length = 0;
		game.hear(game.opened.peek() ? "reopened" : "opened", { title: "", link: "time=1s", board: { w: 4, h: 4 }, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
		player.play();
		await pass(0.1);
		game.hear("key", { turn: 0, lanes: [key(0)] });
		await settled();
		await pass(0.1);
		assert.deepEqual(drawn, [0]);
	}
	player.stop();
});

test("a turn that a link asks for is waited for before anything is played", async () => {
	const { player, said, game } = begin(0);
	game.hear("opened", { title: "", board: { w: 4, h: 4 }, turn: 300, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
	game.hear("key", { turn: 0, lanes: [key(0)] });
	player.play();
	await pass(1);
	assert.deepEqual(said, []);
	game.hear("key", { turn: 300, lanes: [key(300)] });
	await pass(0.3);
	assert.equal(game.turn.peek(), 300);
	assert.deepEqual(said, [["run", { speed: 10 }]]);
	player.stop();
});

test("the way to a turn far ahead is stopped, and what it has come to is shown", async () => {
	for (const plays of [false, true]) {
		const { player, said, game } = begin(0);
		if (plays) player.play();
		game.seek(3_000_000);
		assert.ok(game.seeking);
		player.toggle();
		assert.deepEqual(said.slice(-2), [["pause", undefined], ["key", undefined]]);
		assert.equal(player.playing.peek(), false);
		assert.equal(game.seeking, false);
		game.hear("key", { turn: 5000, lanes: [key(5000)] });
		assert.equal(game.turn.peek(), 5000);
		game.hear("key", { turn: 6000, lanes: [key(6000)] });
		assert.equal(game.turn.peek(), 5000, "only once");
		player.toggle();
		await pass(0.1);
		assert.ok(player.playing.peek());
		player.stop();
	}
	const { player, game } = begin(10);
	game.seek(3_000_000);
	player.toggle();
	player.go(3); // meanwhile something else is wished
	game.hear("key", { turn: 5000, lanes: [key(5000)] });
	assert.equal(game.turn.peek(), 3);
	player.stop();
});
