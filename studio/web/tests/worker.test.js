import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Engine } from "../session/worker.js";

/** A worker that a test plays. */
class FakeWorker {
	/** @type {FakeWorker[]} */ static all = [];
	/** @type {any[]} */ heard = [];
	ended = false;
	onmessage = (/** @type {any} */ _) => {};
	constructor() { FakeWorker.all.push(this); }
	postMessage(/** @type {any} */ m) { this.heard.push(m); }
	terminate() { this.ended = true; }
	say(/** @type {any} */ data) { this.onmessage({ data }); }
}

/** @param {(engine: Engine, log: string[]) => void} run */
function withEngine(run) {
	FakeWorker.all = [];
	Object.assign(globalThis, { Worker: FakeWorker });
	let now = 0;
	mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
	mock.method(performance, "now", () => now);
	/** @type {string[]} */
	const log = [];
	const engine = new Engine();
	engine.onopen = () => log.push("open");
	engine.ontext = (text) => log.push(text);
	engine.onclose = (why) => log.push("lost: " + why);
	try {
		run(engine, log);
	} finally {
		engine.close();
		mock.timers.reset();
		mock.restoreAll();
	}
}

/** Lets time pass, a second at a time. @param {number} seconds @param {() => void} [each] */
function pass(seconds, each = () => {}) {
	for (let i = 0; i < seconds; i++) {
		const before = performance.now();
		mock.method(performance, "now", () => before + 1000);
		mock.timers.tick(1000);
		each();
	}
}

const answer = () => FakeWorker.all.at(-1)?.say({ pong: 1 });

test("messages go both ways, and a worker that answers is left alone", () => withEngine((engine, log) => {
	const [worker] = FakeWorker.all;
	worker.say({ open: true });
	engine.send("hello");
	worker.say("hello too");
	pass(60, answer);
	assert.deepEqual(log, ["open", "hello too"]);
	assert.equal(worker.heard[0], "hello");
	assert.equal(FakeWorker.all.length, 1);
}));

test("a worker that hangs is ended, and another one begins", () => withEngine((engine, log) => {
	const [worker] = FakeWorker.all;
	worker.say({ open: true });
	pass(10);
	assert.equal(worker.ended, false);
	pass(5);
	assert.equal(worker.ended, true);
	assert.match(log[1], /did not answer/);
	assert.equal(FakeWorker.all.length, 2);
	worker.say("too late");
	FakeWorker.all[1].say({ open: true });
	assert.deepEqual(log.slice(2), ["open"]);
	engine.send("again");
	assert.ok(FakeWorker.all[1].heard.includes("again"));
}));

test("one that breaks off is begun anew, later each time, or at once when asked to", () => withEngine((engine, log) => {
	for (let i = 0; i < 3; i++) {
		FakeWorker.all.at(-1)?.say({ lost: "out of memory" });
		mock.timers.tick(100 * 2 ** i - 1);
		assert.equal(FakeWorker.all.length, i + 1);
		mock.timers.tick(1);
		assert.equal(FakeWorker.all.length, i + 2);
	}
	FakeWorker.all.at(-1)?.say({ lost: "out of memory" });
	engine.again();
	engine.again();
	assert.equal(FakeWorker.all.length, 5);
	assert.deepEqual(log, Array(4).fill("lost: out of memory"));
}));

test("a page that slept gives the worker time", () => withEngine((engine, log) => {
	FakeWorker.all[0].say({ open: true });
	pass(2, answer);
	pass(3);
	const before = performance.now();
	mock.method(performance, "now", () => before + 3600_000);
	mock.timers.tick(1000);
	pass(3);
	assert.deepEqual(log, ["open"]);
	assert.equal(FakeWorker.all[0].ended, false);
}));
