// Tests of the choice of default solvers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultSolvers } from "../parts/default-solvers.js";

/** @type {any} */
const catalog = {
	rules: [{ name: "classic", home: "snake", solvers: ["any", "slow:deep=true"] }, { name: "maze", home: "maze", solvers: ["back"] }, { name: "standard", home: "battle", snakes: 4, solvers: ["spot"] }],
	solvers: [["even", "snake"], ["any", "snake"], ["slow", "snake"], ["back", "maze"], ["spot", "battle"]].map(([name, home]) => ({ name, home })),
};

/** An engine in which "even" plays only on boards with an even number of cells. */
function engine() {
	const requests = [];
	return { requests, open(kind, { link }, receive) {
		requests.push(`${kind} ${link}`);
		const f = new URLSearchParams(link), [w, h] = (f.get("board") ?? "10x10").split("x").map(Number);
		const bad = !w || (f.get("solver") === "even" && w * h % 2 === 1);
		queueMicrotask(() => bad ? receive("error", { message: "it cannot" }) : receive("opened", {}));
		return { close() {} };
	} };
}

test("preferred solvers come first, then those of the rules, if they can play", async () => {
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
	]) assert.deepEqual(await defaultSolvers(/** @type {any} */ (engine()), catalog, new URLSearchParams(link), how), want, link);
});

test("the engine is asked about no more solvers than needed", async () => {
	const session = engine();
	await defaultSolvers(/** @type {any} */ (session), catalog, new URLSearchParams("board=5x5&solver=hand"), { first: ["even"] });
	assert.deepEqual(session.requests, ["game board=5x5&solver=even", "game board=5x5&solver=any"]);
});
