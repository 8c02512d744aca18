import assert from "node:assert/strict";
import { test } from "node:test";
import { seatPlayer } from "../views/play/setup.js";

/** @type {any} */
const catalog = { rules: [
	{ name: "standard", snakes: 4, several: true, solvers: ["spot"], partners: [] },
] };

test("a person takes a seat, and a lone opponent stays", () => {
	const who = (/** @type {string} */ link) => seatPlayer(catalog, new URLSearchParams(link)).getAll("snake");
	assert.deepEqual(who("rules=standard&snake=spot"), ["you=hand", "spot"]);
	assert.deepEqual(who("rules=standard&snake=spot&snake=greedy"), ["you=hand", "greedy"]);
	assert.deepEqual(who("rules=standard&snake=spot&snake=hand"), ["spot", "hand"]);
});
