import assert from "node:assert/strict";
import { test } from "node:test";
import { Talk } from "../views/position/talk.js";

/** A session that notes what is said. */
function pretend() {
	/** @type {{type: string, data: any}[]} */
	const said = [];
	/** @type {(type: string, data: any) => void} */
	let tell = () => {};
	const session = /** @type {any} */ ({ open: (_, __, hear) => { tell = hear; return { send: (type, data) => said.push({ type, data }), close: () => {} }; } });
	return { said, session, tell: (type, data) => tell(type, data) };
}

test("answers go to who asked, once, and all else to the page", () => {
	const p = pretend(), heard = [], answers = [];
	const talk = new Talk(p.session, {}, (type) => heard.push(type));
	talk.ask("move", { dirs: [0] }, (type, data) => answers.push([type, data.id]));
	const { id } = p.said[0].data;
	p.tell("board", { position: "drawn" });
	p.tell("moved", { id });
	p.tell("moved", { id });
	assert.deepEqual(answers, [["moved", id]]);
	assert.deepEqual(heard, ["board", "moved"]);
});

test("of the jobs of one name only the last one counts", () => {
	const p = pretend(), heard = [];
	const talk = new Talk(p.session, {}, (type, data) => heard.push([type, data.id]));
	talk.start("exact", {});
	talk.start("exact", {});
	talk.start("line", {});
	const [first, second, line] = p.said.map((m) => m.data.id);
	p.tell("exact", { id: first });
	p.tell("progress", { id: first, job: "exact" });
	p.tell("progress", { id: second, job: "exact" });
	p.tell("line", { id: line });
	talk.cancel("line");
	p.tell("line", { id: line });
	p.tell("failed", { id: line, job: "line" });
	p.tell("exact", { id: second });
	assert.deepEqual(heard, [["progress", second], ["line", line], ["exact", second]]);
});

test("jobs that are under way when the engine is lost are told of, and heard of no more", () => {
	const p = pretend(), heard = [];
	const talk = new Talk(p.session, {}, (type) => heard.push(type));
	for (const job of ["exact", "ask", "accuracy"]) talk.start(job, {});
	const [exact, ask, accuracy] = p.said.map((m) => m.data.id);
	p.tell("exact", { id: exact });
	p.tell("failed", { id: accuracy, job: "accuracy" });
	assert.deepEqual(talk.drop(), ["ask"]);
	p.tell("thought", { id: ask });
	assert.deepEqual(heard, ["exact", "failed"]);
});
