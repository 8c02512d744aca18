import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Engine } from "../session/worker.js";

/** A fake worker; the test is the engine. */
class FakeWorker {
	/** @type {FakeWorker[]} */ static all = [];
	/** @type {any[]} */ received = [];
	ended = false;
	onmessage = (/** @type {any} */ _) => {};
	constructor() { FakeWorker.all.push(this); }
	postMessage(/** @type {any} */ m) { this.received.push(m); }
	terminate() { this.ended = true; }
	reply(/** @type {any} */ data) { this.onmessage({ data }); }
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

/** Passes time in steps of a second. @param {number} seconds @param {() => void} [each] */
function pass(seconds, each = () => {}) {
	for (let i = 0; i < seconds; i++) {
		const before = performance.now();
		mock.method(performance, "now", () => before + 1000);
		mock.timers.tick(1000);
		each();
	}
}

const answer = () => FakeWorker.all.at(-1)?.reply({ pong: 1 });

test("messages go both ways, and a worker that answers continues", () => withEngine((engine, log) => {
	const [worker] = FakeWorker.all;
	worker.reply({ open: true });
	engine.send("hello");
	worker.reply("hello too");
	pass(60, answer);
	assert.deepEqual(log, ["open", "hello too"]);
	assert.equal(worker.received[0], "hello");
	assert.equal(FakeWorker.all.length, 1);
}));

test("a worker that hangs is replaced", () => withEngine((engine, log) => {
	const [worker] = FakeWorker.all;
	worker.reply({ open: true });
	pass(10);
	assert.equal(worker.ended, false);
	pass(5);
	assert.equal(worker.ended, true);
	assert.match(log[1], /did not answer/);
	assert.equal(FakeWorker.all.length, 2);
	worker.reply("too late");
	FakeWorker.all[1].reply({ open: true });
	assert.deepEqual(log.slice(2), ["open"]);
	engine.send("again");
	assert.ok(FakeWorker.all[1].received.includes("again"));
}));

test("a worker that fails is restarted with growing delays, or at once on request", () => withEngine((engine, log) => {
	for (let i = 0; i < 3; i++) {
		FakeWorker.all.at(-1)?.reply({ lost: "out of memory" });
		mock.timers.tick(100 * 2 ** i - 1);
		assert.equal(FakeWorker.all.length, i + 1);
		mock.timers.tick(1);
		assert.equal(FakeWorker.all.length, i + 2);
	}
	FakeWorker.all.at(-1)?.reply({ lost: "out of memory" });
	engine.again();
	engine.again();
	assert.equal(FakeWorker.all.length, 5);
	assert.deepEqual(log, Array(4).fill("lost: out of memory"));
}));

test("suspension of the page does not count as a hanging worker", () => withEngine((engine, log) => {
	FakeWorker.all[0].reply({ open: true });
	pass(2, answer);
	pass(3);
	const before = performance.now();
	mock.method(performance, "now", () => before + 3600_000);
	mock.timers.tick(1000);
	pass(3);
	assert.deepEqual(log, ["open"]);
	assert.equal(FakeWorker.all[0].ended, false);
}));
