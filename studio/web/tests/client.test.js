import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../session/client.js";
import { SentTexts } from "../session/sent.js";

/** A transport that records messages. */
class Line {
	sent = [];
	send(text) { this.sent.push(JSON.parse(text)); }
	close() {}
	/** Connects a new engine. */
	begin(limits = {}) {
		this.sent = [];
		this.onopen();
		this.receive({ type: "hello", data: { kinds: ["game"], limits } });
	}
	receive(m) { this.ontext(JSON.stringify(m)); }
	get words() { return this.sent.map((m) => [m.ch, m.type].filter(Boolean).join(" ")); }
}

/** @returns {[any, any]} */
function connect() {
	const line = new Line(), session = new Session(/** @type {any} */ (line));
	line.begin();
	return [line, session];
}

test("messages sent before the first connection are sent then, in order", () => {
	const line = new Line(), session = new Session(/** @type {any} */ (line));
	session.open("game", { link: "a" }, () => {}).send("run", { speed: 3 });
	assert.deepEqual(line.sent, []);
	line.begin();
	assert.deepEqual(line.words, ["hello", "game1 open", "game1 run"]);
	assert.equal(session.state.peek(), "ready");
});

test("every eighth message is acknowledged", () => {
	const [line] = connect();
	for (let i = 0; i < 20; i++) line.receive({ ch: "x", type: "y" });
	assert.deepEqual(line.sent.filter((m) => m.type === "ack").map((m) => m.data.n), [8, 16]);
});

test("a new engine gets the open channels with their current data, and they receive reopened", () => {
	const [line, session] = connect();
	const received = [];
	let turn = 0;
	session.open("game", { link: "a" }, (type) => received.push(type), () => ({ link: `a&turn=${turn}` }));
	const closed = session.open("game", { link: "b" }, () => received.push("of b"));
	line.receive({ ch: "game1", type: "opened" });
	line.receive({ ch: "game2", type: "opened" });
	closed.close();
	turn = 7;
	line.onclose("gone");
	assert.equal(session.state.peek(), "lost");
	line.begin();
	assert.deepEqual(line.sent.slice(1), [{ ch: "game1", type: "open", data: { kind: "game", link: "a&turn=7" } }]);
	line.receive({ ch: "game1", type: "opened" });
	line.receive({ ch: "game1", type: "opened" }); // some kinds of channels send it again
	assert.deepEqual(received, ["opened", "of b", "reopened", "opened"]);
	for (let i = 0; i < 5; i++) line.receive({ ch: "game1", type: "key" });
	assert.deepEqual(line.sent.at(-1), { type: "ack", data: { n: 8 } }); // counted from the start of the new connection
});

test("a channel opened without a connection is opened once, with all its messages", () => {
	const [line, session] = connect();
	line.onclose("gone");
	const received = [];
	session.open("game", { link: "a" }, (type) => received.push(type)).send("run", { speed: 3 }); // without a connection
	line.begin();
	assert.deepEqual(line.words, ["hello", "game1 open", "game1 run"]);
	line.receive({ ch: "game1", type: "opened" });
	assert.deepEqual(received, ["opened"]);
});

test("while the engine has no room, a new channel waits for those that are ending", () => {
	const line = new Line(), session = new Session(/** @type {any} */ (line));
	line.begin({ channels: 2 });
	const [first, second] = ["a", "b"].map((link) => session.open("game", { link }, () => {}));
	first.close();
	second.close();
	session.open("game", { link: "c" }, () => {}).send("run", { speed: 3 });
	session.open("game", { link: "d" }, () => {}).close(); // closed while it waits
	session.open("game", { link: "e" }, () => {});
	assert.deepEqual(line.words, ["hello", "game1 open", "game2 open", "game1 end", "game2 end"]);
	line.sent = [];
	line.receive({ ch: "game2", type: "ended" });
	assert.deepEqual(line.words, ["game3 open", "game3 run"]);
	line.receive({ ch: "game1", type: "error", data: { message: "broken", fatal: true } });
	line.receive({ ch: "game1", type: "ended" });
	assert.deepEqual(line.words, ["game3 open", "game3 run", "game5 open"]);
	session.open("game", { link: "f" }, () => {}); // no channel is ending, so this one is opened, and the engine refuses it
	assert.equal(line.words.at(-1), "game6 open");
});

test("a channel that waits while the engine changes is opened once", () => {
	const line = new Line(), session = new Session(/** @type {any} */ (line));
	line.begin({ channels: 1 });
	session.open("game", { link: "a" }, () => {}).close();
	session.open("game", { link: "b" }, () => {});
	line.onclose("gone");
	line.begin({ channels: 1 });
	assert.deepEqual(line.words, ["hello", "game2 open"]);
});

test("a short interruption changes nothing", () => {
	const [line, session] = connect();
	session.open("game", {}, () => {});
	line.onclose("gone");
	line.sent = [];
	line.onresume();
	assert.equal(session.state.peek(), "ready");
	assert.deepEqual(line.sent, []);
});

test("the last texts are kept, and missing ones are reported", () => {
	const texts = new SentTexts();
	for (let i = 0; i < 2000; i++) texts.add(String(i));
	assert.deepEqual(texts.after(1998), ["1998", "1999"]);
	assert.deepEqual(texts.after(2000), []);
	assert.equal(texts.after(2001), null);
	assert.equal(texts.after(3), null);
	assert.equal(texts.after(2000 - 512).length, 512);
	texts.add("x".repeat(5_000_000)); // above the bound
	assert.equal(texts.after(1999), null);
	assert.deepEqual(texts.after(2001), []);
	texts.clear();
	assert.deepEqual(texts.after(0), []);
});
