import assert from "node:assert/strict";
import { mock, test } from "node:test";

/** @type {any} */
const world = globalThis;
/** @type {Record<string, () => void>} */
const hears = {};
world.addEventListener = (type, f) => { hears[type] = () => f({ type }); };
world.document = { hidden: false };
let refusal = { status: 426, text: async () => "" };
world.fetch = async () => refusal;

/** A WebSocket that the test has the other end of. */
class Wire {
	static OPEN = 1;
	/** @type {Wire[]} */ static all = [];
	readyState = 1;
	said = [];
	constructor(url) {
		this.url = new URL(url);
		Wire.all.push(this);
	}
	send(text) { this.said.push(text); }
	close() { this.cut({ code: 1000, wasClean: true }); }
	hear(text) { this.onmessage({ data: text }); }
	line(key, resumed, n) { this.hear(JSON.stringify({ type: "line", data: { key, resumed, n } })); }
	cut(how) { this.readyState = 3; this.onclose({ reason: "", ...how }); }
	static get last() { return Wire.all.at(-1); }
}
world.WebSocket = Wire;
const { Socket } = await import("../session/socket.js");

function begin() {
	Wire.all = [];
	const socket = new Socket("ws://localhost/session");
	const log = [];
	socket.onopen = () => log.push("open");
	socket.ontext = (text) => log.push(text);
	socket.onclose = (why, asleep) => log.push((asleep ? "asleep: " : "lost: ") + why);
	socket.onresume = () => log.push("resumed");
	Wire.last.line("k", false, 0);
	return { socket, log };
}
const settled = () => new Promise((done) => setImmediate(done));

test("a line that was cut is tried again, a little later each time, and what was missed is said", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const { socket, log } = begin();
	for (const text of ["one", "two", "three"]) socket.send(text);
	Wire.last.hear("x");
	Wire.last.cut({ code: 1006, wasClean: false });
	socket.send("four");
	await settled();
	mock.timers.tick(600);
	const second = Wire.last;
	assert.equal(second.url.search, "?resume=k&n=1");
	assert.deepEqual(second.said, []);
	second.cut({ code: 1006, wasClean: false });
	await settled();
	mock.timers.tick(500);
	assert.equal(Wire.last, second, "not again so soon");
	mock.timers.tick(700);
	Wire.last.line("k", true, 1);
	assert.deepEqual(Wire.last.said, ["two", "three", "four"]);
	Wire.last.hear("y");
	assert.deepEqual(log, ["open", "x", "lost: the connection is lost", "lost: the studio does not answer", "resumed", "y"]);
	socket.close();
	mock.timers.reset();
});

test("another server begins anew, and so does one that has ended the session", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const { socket, log } = begin();
	socket.send("one");
	Wire.last.cut({ code: 1006, wasClean: false });
	await settled();
	mock.timers.tick(600);
	Wire.last.line("other", false, 0);
	assert.deepEqual(Wire.last.said, []);
	Wire.last.cut({ code: 1001, wasClean: true, reason: "the studio was stopped" });
	await settled();
	mock.timers.tick(2000);
	assert.equal(Wire.last.url.search, "");
	assert.deepEqual(log, ["open", "lost: the connection is lost", "open", "lost: the studio was stopped"]);
	socket.close();
	mock.timers.reset();
});

test("a page that nobody uses comes again when it is used", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const { socket, log } = begin();
	Wire.last.cut({ code: 4000, wasClean: true, reason: "nobody used the page for 30m0s" });
	await settled();
	mock.timers.tick(1e6);
	assert.equal(Wire.all.length, 1);
	assert.equal(log.at(-1), "asleep: nobody used the page for 30m0s; use it and it is connected again");
	hears.pointerdown();
	assert.equal(Wire.all.length, 2);
	hears.pointerdown();
	assert.equal(Wire.all.length, 2);
	socket.close();
	mock.timers.reset();
});

test("who is refused is told why", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	Wire.all = [];
	refusal = { status: 403, text: async () => "this studio wants its token\n" };
	const socket = new Socket("ws://localhost/session");
	const log = [];
	socket.onclose = (why) => log.push(why);
	Wire.last.cut({ code: 1006, wasClean: false });
	await settled();
	assert.deepEqual(log, ["the studio does not answer", "this studio wants its token"]);
	socket.close();
	mock.timers.reset();
});
