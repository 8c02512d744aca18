import assert from "node:assert/strict";
import { mock, test } from "node:test";

/** @type {any} */
const world = globalThis;
/** Event listeners of the page. @type {Record<string, () => void>} */
const listeners = {};
world.addEventListener = (type, f) => { listeners[type] = () => f({ type }); };
world.document = { hidden: false };
let refusal = { status: 426, text: async () => "" };
world.fetch = async () => refusal;

/** A fake WebSocket; the test is the server. */
class Wire {
	static OPEN = 1;
	/** @type {Wire[]} */ static all = [];
	readyState = 1;
	sent = [];
	constructor(url) {
		this.url = new URL(url);
		Wire.all.push(this);
	}
	send(text) { this.sent.push(text); }
	close() { this.cut({ code: 1000, wasClean: true }); }
	receive(text) { this.onmessage({ data: text }); }
	line(key, resumed, n) { this.receive(JSON.stringify({ type: "line", data: { key, resumed, n } })); }
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

test("a lost connection is retried with growing delays, and missed texts are repeated", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const { socket, log } = begin();
	for (const text of ["one", "two", "three"]) socket.send(text);
	Wire.last.receive("x");
	Wire.last.cut({ code: 1006, wasClean: false });
	socket.send("four");
	await settled();
	mock.timers.tick(600);
	const second = Wire.last;
	assert.equal(second.url.search, "?resume=k&n=1");
	assert.deepEqual(second.sent, []);
	second.cut({ code: 1006, wasClean: false });
	await settled();
	mock.timers.tick(500);
	assert.equal(Wire.last, second, "too early");
	mock.timers.tick(700);
	Wire.last.line("k", true, 1);
	assert.deepEqual(Wire.last.sent, ["two", "three", "four"]);
	Wire.last.receive("y");
	assert.deepEqual(log, ["open", "x", "lost: the connection is lost", "lost: the studio does not answer", "resumed", "y"]);
	socket.close();
	mock.timers.reset();
});

test("a new session starts with another server, and with one that ended the session", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const { socket, log } = begin();
	socket.send("one");
	Wire.last.cut({ code: 1006, wasClean: false });
	await settled();
	mock.timers.tick(600);
	Wire.last.line("other", false, 0);
	assert.deepEqual(Wire.last.sent, []);
	Wire.last.cut({ code: 1001, wasClean: true, reason: "the studio was stopped" });
	await settled();
	mock.timers.tick(2000);
	assert.equal(Wire.last.url.search, "");
	assert.deepEqual(log, ["open", "lost: the connection is lost", "open", "lost: the studio was stopped"]);
	socket.close();
	mock.timers.reset();
});

test("a page that was idle reconnects when it is used", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const { socket, log } = begin();
	Wire.last.cut({ code: 4000, wasClean: true, reason: "the page was idle for 30m0s" });
	await settled();
	mock.timers.tick(1e6);
	assert.equal(Wire.all.length, 1);
	assert.equal(log.at(-1), "asleep: the page was idle for 30m0s; click or press a key to connect again");
	listeners.pointerdown();
	assert.equal(Wire.all.length, 2);
	listeners.pointerdown();
	assert.equal(Wire.all.length, 2);
	socket.close();
	mock.timers.reset();
});

test("the reason of a refusal is shown", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	Wire.all = [];
	refusal = { status: 403, text: async () => "the token is missing\n" };
	const socket = new Socket("ws://localhost/session");
	const log = [];
	socket.onclose = (why) => log.push(why);
	Wire.last.cut({ code: 1006, wasClean: false });
	await settled();
	assert.deepEqual(log, ["the studio does not answer", "the token is missing"]);
	socket.close();
	mock.timers.reset();
});
