import assert from "node:assert/strict";
import { test } from "node:test";

/** A fake of the browser's address. @type {any} */
const browser = globalThis;
browser.location = { hash: "#/watch", href: "http://here/" };
browser.history = { state: null, replaceState: (/** @type {any} */ _, /** @type {string} */ __, /** @type {string} */ to) => { browser.location.hash = to; } };
const { setOpenPage, note } = await import("../store/place.js");

/** @param {string} text */
const fields = (text) => new URLSearchParams(text);

test("a page updates its address, until the address leaves it", (t) => {
	t.mock.timers.enable({ apis: ["setTimeout"] });
	setOpenPage();
	note("watch", fields("turn=1"));
	assert.equal(browser.location.hash, "#/watch?turn=1");
	note("watch", fields("turn=2"));
	note("watch", fields("turn=3"));
	assert.equal(browser.location.hash, "#/watch?turn=1"); // browsers limit the rate
	t.mock.timers.tick(1000);
	assert.equal(browser.location.hash, "#/watch?turn=3");

	note("watch", fields("turn=4"));
	browser.location.hash = "#/replay"; // the user follows a link during a game
	t.mock.timers.tick(1000);
	note("watch", fields("turn=5"));
	t.mock.timers.tick(1000);
	assert.equal(browser.location.hash, "#/replay");

	setOpenPage();
	note("replay", fields("file=a"));
	assert.equal(browser.location.hash, "#/replay?file=a");
});
