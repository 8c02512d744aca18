import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../session/game.js";
import { Player } from "../parts/player.js";

const settled = () => new Promise((done) => setTimeout(done));

/** Callbacks of animation frames. */
const frames = [];
globalThis.requestAnimationFrame = (f) => frames.push(f);
globalThis.cancelAnimationFrame = () => { frames.length = 0; };
let now = 1000;

/** Passes time at 60 frames a second. */
async function pass(seconds) {
	for (let i = 0; i < 60 * seconds; i++) {
		now += 1000 / 60;
		for (const f of frames.splice(0)) f(now);
		await settled();
	}
}

/** Returns a game of a circling snake, with an engine that only records messages. */
function begin(received) {
	const sent = [], drawn = [];
	const game = new Game({ open: (kind, data, receive) => ({ receive, send: (type, more) => sent.push([type, more]), close() {} }) }, {});
	game.receive("opened", { title: "", board: { w: 4, h: 4 }, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
	game.receive("key", { turn: 0, lanes: [key(0)] });
	if (received > 0) game.receive("frames", { from: 0, lanes: [changes(0, received)] });
	const player = new Player(game, { speed: 10, draw: (lanes, from, t) => drawn.push({ turn: lanes[0].turn, glides: from !== null, t }) });
	return { game, player, sent, drawn };
}

const key = (turn, ended) => ({ turn, walls: [], hedges: [], food: [], hazards: [], snakes: [{ body: [turn % 16], health: 100 }], ended });
const changes = (from, to) => Array.from({ length: to - from }, (_, i) => ({ turn: from + i + 1, snakes: [{ seat: 0, push: [(from + i + 1) % 16], drop: 1 }] }));

test("received turns are played smoothly in order, then the engine plays on", async () => {
	const { game, player, sent, drawn } = begin(30);
	player.play();
	await pass(1);
	assert.ok(game.turn.peek() >= 9 && game.turn.peek() <= 11, `turn ${game.turn.peek()} after a second`);
	assert.deepEqual(sent, [], "known turns were requested from the engine");
	assert.ok(drawn.filter((d) => d.glides).length > 40, "the snake does not glide");
	const turns = drawn.map((d) => d.turn);
	turns.forEach((t, i) => assert.ok(i === 0 || t === turns[i - 1] || t === turns[i - 1] + 1, `turn ${t} after ${turns[i - 1]}`));
	await pass(2);
	assert.deepEqual(sent, [["run", { speed: 10 }]]);
	await pass(0.5);
	assert.equal(game.turn.peek(), 30, "no further turn was received");
	game.receive("frames", { from: 30, lanes: [changes(30, 32)] });
	await pass(0.5);
	assert.equal(game.turn.peek(), 32);
	player.pause();
	assert.deepEqual(sent.at(-1), ["pause", undefined]);
	player.stop();
});

test("the player catches up after a delay, and jumps over turns that the engine skipped", async () => {
	const { game, player, sent } = begin(0);
	player.play();
	await pass(0.1);
	assert.deepEqual(sent, [["run", { speed: 10 }]]);
	game.receive("frames", { from: 0, lanes: [changes(0, 100)] });
	await pass(2);
	assert.ok(game.turn.peek() > 80, `turn ${game.turn.peek()}`);
	game.receive("key", { turn: 5000, lanes: [key(5000)] });
	await pass(2);
	assert.equal(game.turn.peek(), 5000);
	player.stop();
});

test("playing ends with the game, and starts over from the first turn", async () => {
	const { game, player } = begin(20);
	game.receive("frames", { from: 20, lanes: [[{ turn: 21, ended: { ending: "won", winner: 0, words: "won" } }]] });
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

test("a playing game is drawn at its first position", async () => {
	const drawn = [];
	const game = new Game({ open: (kind, data, receive) => ({ receive, send() {}, close() {} }) }, {});
	const player = new Player(game, { draw: (lanes) => drawn.push(lanes[0].turn) });
	for (const _ of [1, 2]) { // the second time with a new engine
		drawn.length = 0;
		game.receive(game.opened.peek() ? "reopened" : "opened", { title: "", link: "time=1s", board: { w: 4, h: 4 }, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
		player.play();
		await pass(0.1);
		game.receive("key", { turn: 0, lanes: [key(0)] });
		await settled();
		await pass(0.1);
		assert.deepEqual(drawn, [0]);
	}
	player.stop();
});

test("the turn of a link is awaited before anything is played", async () => {
	const { player, sent, game } = begin(0);
	game.receive("opened", { title: "", board: { w: 4, h: 4 }, turn: 300, lanes: [{ seats: [{ name: "a", spec: "a" }] }] });
	game.receive("key", { turn: 0, lanes: [key(0)] });
	player.play();
	await pass(1);
	assert.deepEqual(sent, []);
	game.receive("key", { turn: 300, lanes: [key(300)] });
	await pass(0.3);
	assert.equal(game.turn.peek(), 300);
	assert.deepEqual(sent, [["run", { speed: 10 }]]);
	player.stop();
});

test("seeking a distant turn can be stopped, and the reached turn is shown", async () => {
	for (const plays of [false, true]) {
		const { player, sent, game } = begin(0);
		if (plays) player.play();
		game.seek(3_000_000);
		assert.ok(game.seeking);
		player.toggle();
		assert.deepEqual(sent.slice(-2), [["pause", undefined], ["key", undefined]]);
		assert.equal(player.playing.peek(), false);
		assert.equal(game.seeking, false);
		game.receive("key", { turn: 5000, lanes: [key(5000)] });
		assert.equal(game.turn.peek(), 5000);
		game.receive("key", { turn: 6000, lanes: [key(6000)] });
		assert.equal(game.turn.peek(), 5000, "only once");
		player.toggle();
		await pass(0.1);
		assert.ok(player.playing.peek());
		player.stop();
	}
	const { player, game } = begin(10);
	game.seek(3_000_000);
	player.toggle();
	player.go(3); // goes to another turn before the engine has stopped
	game.receive("key", { turn: 5000, lanes: [key(5000)] });
	assert.equal(game.turn.peek(), 3);
	player.stop();
});
