// Opens the games of links in the engine for browsers, as a page does, and plays each to its end.
// It reads a JSON object {engine: folder, links: [...]}. For each link it writes a line of JSON:
// {lanes: [hash of the last position, ...], turns, milliseconds, processor: milliseconds}, or
// {error}. If the object has stop: true, it closes each game while the solver thinks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const { engine, links, stop } = JSON.parse(readFileSync(0, "utf8"));

let receive;
let received = 0;
let hear = () => {};
const opened = new Promise((open) => {
	globalThis.ouro = {
		open(to) { receive = to; open(); },
		emit(text) {
			if (++received % 8 === 0) setTimeout(() => receive(JSON.stringify({ type: "ack", data: { n: received } })));
			hear(JSON.parse(text));
		},
		lost(why) { console.log(JSON.stringify({ error: why })); process.exit(1); },
	};
});
await import(join(engine, "wasm_exec.js"));
const go = new Go();
const { instance } = await WebAssembly.instantiate(gunzipSync(readFileSync(join(engine, "engine.wasm.gz"))), go.importObject);
go.run(instance);
await opened;
const say = (message) => receive(JSON.stringify(message));
say({ type: "hello", data: { version: 1 } });

for (const [i, link] of links.entries()) {
	const ch = "c" + i;
	const began = performance.now(), busy = process.cpuUsage();
	const result = await new Promise((done) => {
		hear = (m) => {
			if (m.ch !== ch) return;
			if (m.type === "error") done({ error: m.data.message });
			if (m.type === "opened") say({ ch, type: "seek", data: { turn: 20_000_000 } });
			if (m.type === "opened" && stop) setTimeout(() => say({ ch, type: "end" }), 100);
			if (m.type === "ended") done({});
			if (m.type === "key" && m.data.ended) done({ lanes: m.data.lanes.map((lane) => lane.hash), turns: m.data.turns });
		};
		say({ ch, type: "open", data: { kind: "game", link } });
	});
	say({ ch, type: "end" });
	const { user, system } = process.cpuUsage(busy); // of all threads, those that compile as well
	console.log(JSON.stringify({ ...result, milliseconds: performance.now() - began, processor: (user + system) / 1000 }));
}
process.exit(0);
