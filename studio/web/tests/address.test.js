import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { format, pageOf, parse, query, read, short } from "../store/address.js";

// Links that Go parses and formats in the same way. The tests of studio/link use the same
// file.
const vectors = JSON.parse(readFileSync(new URL("../../link/testdata/vectors.json", import.meta.url), "utf8"));

test("addresses are parsed and formatted as in Go", async () => {
	assert.ok(vectors.read.length >= 10);
	for (const { text, page, fields, again } of vectors.read) {
		const address = await read(text);
		assert.equal(address.page, page || "watch", text);
		assert.deepEqual([...address.fields], fields, text);
		if (again === undefined) continue;
		const formatted = page ? format(address) : query(address.fields);
		assert.equal(formatted, page ? "#" + again : again, text);
	}
});

test("invalid addresses are passed on for Go to report the error", async () => {
	for (const text of vectors.broken) {
		const address = await read(text);
		assert.ok(address.page !== "watch" || address.fields.size > 0, text);
	}
	assert.equal(query((await read("#/watch?seed")).fields), "seed=");
	assert.equal(query((await read("#/watch?seed=%zz")).fields), "seed=%25zz=");
});

test("several games side by side are shown on Compare", () => {
	for (const [text, want] of [
		["#solver=cell&solver=bfs", "compare"], ["#/watch?solver=cell&solver=bfs", "compare"], ["#/compare?solver=cell", "compare"],
		["#/watch?solver=cell", "watch"], ["", "watch"], ["#/watch?rules=standard&snake=spot&snake=greedy", "watch"], ["#/bench?solver=cell&solver=bfs", "bench"],
	]) assert.equal(pageOf(parse(text)), want, text);
});

test("long addresses are compressed and restored", async () => {
	const fields = new URLSearchParams({ rules: "maze", level: Array(64).fill("X . . ".repeat(10)).join("/"), seed: "7" });
	const packed = await short({ page: "watch", fields });
	assert.match(packed, /^#\/watch\?z=[A-Za-z0-9_-]+$/);
	assert.ok(packed.length < 300, packed);
	assert.deepEqual([...(await read(packed)).fields], [...fields]);
	assert.equal(await short({ page: "watch", fields: new URLSearchParams({ seed: "7" }) }), "#/watch?seed=7");
});

test("decompression stops at the bound of an address", async () => {
	const bomb = new Blob(["seed=" + "0".repeat(1 << 22)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
	const z = Buffer.from(await new Response(bomb).arrayBuffer()).toString("base64url");
	assert.equal((await read("#/watch?z=" + z)).fields.get("z"), z);
	assert.equal(parse("#/watch?z=!").fields.get("z"), "!");
});
