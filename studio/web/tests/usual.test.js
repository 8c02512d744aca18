// Who plays where nobody was chosen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { usualSolvers } from "../parts/usual.js";

/** @type {any} */
const catalog = {
	rules: [{ name: "classic", home: "snake", solvers: ["any", "slow:deep=true"] }, { name: "maze", home: "maze", solvers: ["back"] }, { name: "standard", home: "battle", snakes: 4, solvers: ["spot"] }],
	solvers: [["even", "snake"], ["any", "snake"], ["slow", "snake"], ["back", "maze"], ["spot", "battle"]].map(([name, home]) => ({ name, home })),
};

/** An engine that says who can play: even only on even boards, and nobody on a board that is none. */
function engine() {
	const asked = [];
	return { asked, open(kind, { link }, hear) {
		asked.push(`${kind} ${link}`);
		const f = new URLSearchParams(link), [w, h] = (f.get("board") ?? "10x10").split("x").map(Number);
		const bad = !w || (f.get("solver") === "even" && w * h % 2 === 1);
		queueMicrotask(() => bad ? hear("error", { message: "it cannot" }) : hear("opened", {}));
		return { close() {} };
	} };
}

test("those play who can, of those that are wanted and then those of the rules", async () => {
	for (const [link, how, want] of [
		["", { first: ["even"] }, ["even"]],
		["board=5x5", { first: ["even"] }, ["any"]],
		["board=5x5&solver=hand", { n: 3, first: ["even"], last: ["slow"] }, ["any", "slow:deep=true", "slow"]],
		["", { n: 2, first: ["even"], taken: ["even"] }, ["any", "slow:deep=true"]],
		["", { n: 0, first: ["even"] }, []],
		["rules=maze", { n: 3, first: ["even"] }, ["back"]],
		["rules=standard", { first: ["even", "spot"] }, []],
		["snake=any", { first: ["even"] }, []],
		["board=banana", { n: 2, first: ["even"] }, []],
		["rules=nosuch", {}, []],
	]) assert.deepEqual(await usualSolvers(/** @type {any} */ (engine()), catalog, new URLSearchParams(link), how), want, link);
});

test("no more are asked about than are wanted, each by itself", async () => {
	const session = engine();
	await usualSolvers(/** @type {any} */ (session), catalog, new URLSearchParams("board=5x5&solver=hand"), { first: ["even"] });
	assert.deepEqual(session.asked, ["game board=5x5&solver=even", "game board=5x5&solver=any"]);
});
