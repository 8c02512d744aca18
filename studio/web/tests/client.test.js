import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../session/client.js";
import { Kept } from "../session/kept.js";

/** A transport that keeps what is said. */
class Line {
	said = [];
	send(text) { this.said.push(JSON.parse(text)); }
	close() {}
	/** Somebody new is there. */
	begin(limits = {}) {
		this.said = [];
		this.onopen();
		this.tell({ type: "hello", data: { kinds: ["game"], limits } });
	}
	tell(m) { this.ontext(JSON.stringify(m)); }
	get words() { return this.said.map((m) => [m.ch, m.type].filter(Boolean).join(" ")); }
}

/** @returns {[any, any]} */
function meet() {
	const line = new Line(), session = new Session(/** @type {any} */ (line));
	line.begin();
	return [line, session];
}

test("what is said before anybody is there is said then, in its order", () => {
	const line = new Line(), session = new Session(/** @type {any} */ (line));
	session.open("game", { link: "a" }, () => {}).send("run", { speed: 3 });
	assert.deepEqual(line.said, []);
	line.begin();
	assert.deepEqual(line.words, ["hello", "game1 open", "game1 run"]);
	assert.equal(session.state.peek(), "ready");
});

test("every eighth message is acknowledged", () => {
	const [line] = meet();
	for (let i = 0; i < 20; i++) line.tell({ ch: "x", type: "y" });
	assert.deepEqual(line.said.filter((m) => m.type === "ack").map((m) => m.data.n), [8, 16]);
});

test("somebody else is told what was open, with what was seen, and channels hear so", () => {
	const [line, session] = meet();
	const heard = [];
	let turn = 0;
	session.open("game", { link: "a" }, (type) => heard.push(type), () => ({ link: `a&turn=${turn}` }));
	const closed = session.open("game", { link: "b" }, () => heard.push("of b"));
	line.tell({ ch: "game1", type: "opened" });
	line.tell({ ch: "game2", type: "opened" });
	closed.close();
	turn = 7;
	line.onclose("gone");
	assert.equal(session.state.peek(), "lost");
	line.begin();
	assert.deepEqual(line.said.slice(1), [{ ch: "game1", type: "open", data: { kind: "game", link: "a&turn=7" } }]);
	line.tell({ ch: "game1", type: "opened" });
	line.tell({ ch: "game1", type: "opened" }); // as some say again by themselves
	assert.deepEqual(heard, ["opened", "of b", "reopened", "opened"]);
	for (let i = 0; i < 5; i++) line.tell({ ch: "game1", type: "key" });
	assert.deepEqual(line.said.at(-1), { type: "ack", data: { n: 8 } }); // counted anew
});

test("what is opened while nobody is there is opened once, with all that was said to it", () => {
	const [line, session] = meet();
	line.onclose("gone");
	const heard = [];
	session.open("game", { link: "a" }, (type) => heard.push(type)).send("run", { speed: 3 }); // into the void
	line.begin();
	assert.deepEqual(line.words, ["hello", "game1 open", "game1 run"]);
	line.tell({ ch: "game1", type: "opened" });
	assert.deepEqual(heard, ["opened"]);
});

test("where there is no room, one more waits for those that are about to end", () => {
	const line = new Line(), session = new Session(/** @type {any} */ (line));
	line.begin({ channels: 2 });
	const [first, second] = ["a", "b"].map((link) => session.open("game", { link }, () => {}));
	first.close();
	second.close();
	session.open("game", { link: "c" }, () => {}).send("run", { speed: 3 });
	session.open("game", { link: "d" }, () => {}).close(); // before it was its turn
	session.open("game", { link: "e" }, () => {});
	assert.deepEqual(line.words, ["hello", "game1 open", "game2 open", "game1 end", "game2 end"]);
	line.said = [];
	line.tell({ ch: "game2", type: "ended" });
	assert.deepEqual(line.words, ["game3 open", "game3 run"]);
	line.tell({ ch: "game1", type: "error", data: { message: "broken", fatal: true } });
	line.tell({ ch: "game1", type: "ended" });
	assert.deepEqual(line.words, ["game3 open", "game3 run", "game5 open"]);
	session.open("game", { link: "f" }, () => {}); // all are in use: the engine says so
	assert.equal(line.words.at(-1), "game6 open");
});

test("what waits when the engine is another one is opened there once", () => {
	const line = new Line(), session = new Session(/** @type {any} */ (line));
	line.begin({ channels: 1 });
	session.open("game", { link: "a" }, () => {}).close();
	session.open("game", { link: "b" }, () => {});
	line.onclose("gone");
	line.begin({ channels: 1 });
	assert.deepEqual(line.words, ["hello", "game2 open"]);
});

test("after a short while away it is as if nothing had been", () => {
	const [line, session] = meet();
	session.open("game", {}, () => {});
	line.onclose("gone");
	line.said = [];
	line.onresume();
	assert.equal(session.state.peek(), "ready");
	assert.deepEqual(line.said, []);
});

test("the last texts are kept, and it is known which are missing", () => {
	const kept = new Kept();
	for (let i = 0; i < 2000; i++) kept.add(String(i));
	assert.deepEqual(kept.after(1998), ["1998", "1999"]);
	assert.deepEqual(kept.after(2000), []);
	assert.equal(kept.after(2001), null);
	assert.equal(kept.after(3), null);
	assert.equal(kept.after(2000 - 512).length, 512);
	kept.add("x".repeat(5_000_000)); // more than is kept at all
	assert.equal(kept.after(1999), null);
	assert.deepEqual(kept.after(2001), []);
	kept.clear();
	assert.deepEqual(kept.after(0), []);
});
