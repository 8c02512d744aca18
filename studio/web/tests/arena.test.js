// Tests of the texts on the page Arena.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, describe, nameList, progress } from "../views/arena/words.js";

test("a long list of snakes is abbreviated", () => {
	const all = ["a", "b", "c", "d", "e", "f", "g", "h"];
	assert.equal(nameList(all.slice(0, 2)), "a, b");
	assert.equal(nameList(all.slice(0, 7)), "a, b, c, d, e, f, g"); // "and 1 more" would be as long
	assert.equal(nameList(all), "a, b, c, d, e, f and 2 more");
});

test("a tournament of the list is described by format, games and key", () => {
	const t = { key: "98b346687b4c0de5", title: "", snakes: [], changed: "", playing: false };
	assert.equal(describe({ ...t, format: "roundrobin", games: 5004 }), "round robin, 5004 games, 98b346687b");
	assert.equal(describe({ ...t, format: "sprt", games: 1 }), "sequential test, 1 game, 98b346687b");
	assert.equal(describe({ ...t, format: "", games: 0 }), "no game yet, 98b346687b");
	assert.equal(describe({ ...t, format: "newer", games: 2 }), "newer, 2 games, 98b346687b");
});

test("games finished since the page was opened are counted", () => {
	assert.equal(progress(0, 0), "No game is finished yet.");
	assert.equal(progress(12, 12), "12 games.");
	assert.equal(progress(18, 12), "18 games, 6 of them since you opened this page.");
});

test("commands name the file if it is not the default one", () => {
	assert.equal(command("ouro arena run spot", ""), "ouro arena run spot");
	assert.equal(command("ouro arena run spot", "--store x.db"), "ouro arena run spot --store x.db");
});
