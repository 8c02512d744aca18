import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Preview } from "../session/preview.js";

/** @typedef {import("../session/client.js").Transport} Transport */

/** An engine whose messages the test sends. */
class FakeEngine {
	/** @type {string[]} */ received = [];
	onopen = () => {};
	/** @type {(text: string) => void} */ ontext = () => {};
	/** @type {(why: string, asleep?: boolean) => void} */ onclose = () => {};
	/** @param {string} text */
	send(text) { this.received.push(text); }
	close() {}
}

const hello = `{"type":"hello","data":{"version":1}}`, greeting = `{"type":"hello","data":{"build":"this build"}}`;
/** @param {string} type @param {object} [data] */
const m = (type, data) => JSON.stringify({ ch: "game1", type, data });
const open = m("open", { kind: "game", link: "" });
const opened = m("opened", { lanes: [{ seats: [{}] }] });
const run = m("run", { speed: 20 });
/** @param {number} from */
const frame = (from) => m("frames", { from });

/** Gives the page storage, and a clock that the test sets. @param {(pass: (ms: number) => void) => void | Promise<void>} use */
async function fresh(use) {
	/** @type {Record<string, string>} */
	const items = {};
	const storage = { getItem: (/** @type {string} */ k) => items[k] ?? null, setItem: (/** @type {string} */ k, /** @type {string} */ v) => { items[k] = v; } };
	Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
	let now = 1;
	mock.timers.enable({ apis: ["setTimeout"] });
	mock.method(performance, "now", () => now);
	try {
		await use((ms) => {
			now += ms;
			mock.timers.tick(ms);
		});
	} finally {
		mock.timers.reset();
		mock.restoreAll();
		delete (/** @type {any} */ (globalThis).localStorage);
	}
}

/** Opens a page. @param {string} build */
function visit(build) {
	/** @type {string[]} */
	const log = [], engines = /** @type {FakeEngine[]} */ ([]);
	const page = new Preview(() => {
		engines.push(new FakeEngine());
		return /** @type {any} */ (engines.at(-1));
	}, build);
	page.onopen = () => log.push("open");
	page.ontext = (text) => log.push(text);
	page.onclose = (why) => log.push("lost: " + why);
	return { page, log, engines };
}

/** Visits for the first time, until the user presses pause. @param {(ms: number) => void} pass @param {string} [description] @param {string} [request] */
function record(pass, description = opened, request = open) {
	const { page, engines: [engine] } = visit("b1");
	engine.onopen();
	page.send(hello);
	engine.ontext(greeting);
	page.send(request);
	engine.ontext(description);
	engine.ontext(m("key", { turn: 0 }));
	page.send(run);
	pass(300);
	engine.ontext(m("progress"));
	engine.ontext(frame(0));
	pass(50);
	engine.ontext(frame(1));
	page.send(m("pause"));
	engine.ontext(frame(2)); // not recorded any more
	page.close();
}

test("a second visit shows the first moves before the engine is ready", () => fresh(async (pass) => {
	record(pass);
	const { page, log, engines } = visit("b1");
	await null;
	assert.deepEqual([log, engines.length], [["open"], 0]);
	page.send(hello);
	pass(0);
	page.send(open);
	pass(0);
	assert.deepEqual(log.slice(1), [greeting, opened, m("key", { turn: 0 })]);
	page.send(run);
	pass(0);
	assert.deepEqual(log.slice(4), [m("progress"), frame(0)]);
	assert.equal(engines.length, 0);
	pass(60);
	assert.deepEqual([log.slice(6), engines.length], [[frame(1)], 1]);
	assert.deepEqual(engines[0].received, []);
	engines[0].onopen();
	page.send(hello);
	assert.deepEqual([log.slice(7), engines[0].received], [["open"], [hello]]);
}));

test("the engine replaces the preview, whose later moves are not shown", () => fresh(async (pass) => {
	record(pass);
	const { page, log, engines } = visit("b1");
	await null;
	page.send(hello);
	page.send(open);
	page.send(run);
	pass(0);
	page.again();
	pass(1000);
	const before = log.length;
	engines[0].onopen();
	pass(1000);
	assert.deepEqual(log.slice(before), ["open"]);
}));

test("after a message without a recorded answer, the engine starts and the preview is silent", () => fresh(async (pass) => {
	record(pass);
	for (const other of [m("open", { kind: "game", link: "seed=2" }), m("seek", { turn: 9 })]) {
		const { page, log, engines } = visit("b1");
		await null;
		page.send(hello);
		if (!other.includes("open")) page.send(open);
		pass(0);
		const before = log.length;
		page.send(other);
		assert.equal(engines.length, 1);
		page.send(other.includes("open") ? run : m("back"));
		pass(500);
		assert.equal(log.length, before);
		page.close();
	}
}));

test("nothing is shown of another build, of a person's game, or of solvers with time limits", () => fresh(async (pass) => {
	record(pass, m("opened", { lanes: [{ seats: [{ hand: true }] }] }));
	assert.equal(visit("b1").engines.length, 1);
	record(pass, opened, m("open", { kind: "game", link: "seed=1&time=20ms" }));
	assert.equal(visit("b1").engines.length, 1);
	record(pass, opened, m("open", { kind: "bench" }));
	assert.equal(visit("b1").engines.length, 1);
	record(pass);
	assert.equal(visit("b2").engines.length, 1);
	assert.equal(visit("b1").engines.length, 0);
}));

test("an engine that cannot be loaded ends the preview", () => fresh(async (pass) => {
	record(pass);
	const { page, log, engines } = visit("b1");
	await null;
	page.send(hello);
	page.send(open);
	pass(1000); // the page does not run the game
	assert.equal(engines.length, 1);
	page.send(run);
	const before = log.length;
	engines[0].onclose("no module");
	pass(1000);
	assert.deepEqual(log.slice(before), ["lost: no module"]);
}));
