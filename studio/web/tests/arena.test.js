// What the page Arena says of tournaments.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, described, named, progress } from "../views/arena/words.js";

test("of many snakes the first are named", () => {
	const all = ["a", "b", "c", "d", "e", "f", "g", "h"];
	assert.equal(named(all.slice(0, 2)), "a, b");
	assert.equal(named(all.slice(0, 7)), "a, b, c, d, e, f, g"); // one more would be as long
	assert.equal(named(all), "a, b, c, d, e, f and 2 more");
});

test("a tournament of the list is described by format, games and key", () => {
	const t = { key: "98b346687b4c0de5", title: "", snakes: [], changed: "", playing: false };
	assert.equal(described({ ...t, format: "roundrobin", games: 5004 }), "round robin, 5004 games, 98b346687b");
	assert.equal(described({ ...t, format: "sprt", games: 1 }), "sequential test, 1 game, 98b346687b");
	assert.equal(described({ ...t, format: "", games: 0 }), "no game yet, 98b346687b");
	assert.equal(described({ ...t, format: "newer", games: 2 }), "newer, 2 games, 98b346687b");
});

test("games that were finished since the page was opened are counted", () => {
	assert.equal(progress(0, 0), "No game is finished yet.");
	assert.equal(progress(12, 12), "12 games.");
	assert.equal(progress(18, 12), "18 games, 6 of them since this page was opened.");
});

test("commands name the file where they would choose another one", () => {
	assert.equal(command("ouro arena run spot", ""), "ouro arena run spot");
	assert.equal(command("ouro arena run spot", "--store x.db"), "ouro arena run spot --store x.db");
});
