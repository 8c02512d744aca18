import assert from "node:assert/strict";
import { test } from "node:test";
import { Requests } from "../views/position/requests.js";

/** Returns a session that records messages, and a function that sends one to the page. */
function fakeSession() {
	/** @type {{type: string, data: any}[]} */
	const sent = [];
	/** @type {(type: string, data: any) => void} */
	let receive = () => {};
	const session = /** @type {any} */ ({ open: (_, __, callback) => { receive = callback; return { send: (type, data) => sent.push({ type, data }), close: () => {} }; } });
	return { sent, session, receive: (type, data) => receive(type, data) };
}

test("a request gets its answer once; other messages go to the page", () => {
	const p = fakeSession(), received = [], answers = [];
	const requests = new Requests(p.session, {}, (type) => received.push(type));
	requests.ask("move", { dirs: [0] }, (type, data) => answers.push([type, data.id]));
	const { id } = p.sent[0].data;
	p.receive("board", { position: "drawn" });
	p.receive("moved", { id });
	p.receive("moved", { id });
	assert.deepEqual(answers, [["moved", id]]);
	assert.deepEqual(received, ["board", "moved"]);
});

test("of the jobs of one name only the last one counts", () => {
	const p = fakeSession(), received = [];
	const requests = new Requests(p.session, {}, (type, data) => received.push([type, data.id]));
	requests.start("exact", {});
	requests.start("exact", {});
	requests.start("line", {});
	const [first, second, line] = p.sent.map((m) => m.data.id);
	p.receive("exact", { id: first });
	p.receive("progress", { id: first, job: "exact" });
	p.receive("progress", { id: second, job: "exact" });
	p.receive("line", { id: line });
	requests.cancel("line");
	p.receive("line", { id: line });
	p.receive("failed", { id: line, job: "line" });
	p.receive("exact", { id: second });
	assert.deepEqual(received, [["progress", second], ["line", line], ["exact", second]]);
});

test("jobs running when the engine is lost are returned, and their messages dropped", () => {
	const p = fakeSession(), received = [];
	const requests = new Requests(p.session, {}, (type) => received.push(type));
	for (const job of ["exact", "ask", "accuracy"]) requests.start(job, {});
	const [exact, ask, accuracy] = p.sent.map((m) => m.data.id);
	p.receive("exact", { id: exact });
	p.receive("failed", { id: accuracy, job: "accuracy" });
	assert.deepEqual(requests.drop(), ["ask"]);
	p.receive("thought", { id: ask });
	assert.deepEqual(received, ["exact", "failed"]);
});
