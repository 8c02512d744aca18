import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree } from "../views/position/tree.js";

/** @param {Tree} tree @param {import("../views/position/tree.js").Node} from @param {string} moves */
function play(tree, from, moves) {
	for (const m of moves) from = tree.add(from, { dirs: ["URDL".indexOf(m)], position: from.position + m });
	return from;
}

/** @param {Tree} tree */
function line(tree) { return tree.line().map((n) => n.position).at(-1); }

test("a line passes the shown node and continues to its end", () => {
	const tree = new Tree();
	const end = play(tree, tree.root, "UURR");
	assert.equal(line(tree), "UURR");
	const fork = tree.line()[2];
	const other = play(tree, fork, "LL");
	assert.equal(line(tree), "UURR");
	tree.at = other;
	assert.equal(line(tree), "UULL");
	assert.equal(tree.end(tree.root), end);
	assert.ok(tree.isMain(end));
	assert.ok(!tree.isMain(other));
	assert.equal(tree.siblings(other).length, 1);
	assert.equal(tree.siblings(/** @type {any} */ (other.above)).length, 2);
});

test("a repeated move leads to the same node", () => {
	const tree = new Tree();
	const a = play(tree, tree.root, "UR");
	assert.equal(play(tree, tree.root, "UR"), a);
	assert.equal(tree.size, 3);
	const food = tree.add(tree.root, { dirs: [0], position: "other food" });
	assert.notEqual(food, a.above);
	assert.equal(tree.root.kids.length, 2);
	assert.equal(tree.after(tree.root, [0])?.position, "U");
	assert.equal(tree.after(tree.root, [3]), undefined);
});

test("variations are promoted and deleted", () => {
	const tree = new Tree();
	const main = play(tree, tree.root, "UU"), other = play(tree, tree.root, "RR");
	assert.ok(tree.promote(other));
	assert.ok(tree.isMain(other) && !tree.isMain(main));
	assert.ok(!tree.promote(other));
	tree.at = other;
	assert.ok(tree.remove(/** @type {any} */ (other.above)));
	assert.equal(tree.at, tree.root);
	assert.equal(tree.find(other.id), undefined);
	assert.equal(tree.size, 3);
	assert.ok(!tree.remove(tree.root));
});

test("an opened game is the main line, and variations are derived from where they leave it", () => {
	const tree = Tree.of({ turn: 2, lane: { turn: 7 }, game: { first: 5, moves: ["URDL", "DD.."] } });
	assert.equal(tree.at.turn, 7);
	assert.deepEqual(tree.end(tree.root).dirs, [3, -1]);
	assert.equal(tree.derivable().from, null);
	assert.equal(tree.derivable().moves.length, 4);
	const left = tree.at;
	tree.at = play(tree, left, "UU");
	assert.equal(tree.derivable().from, left);
	assert.deepEqual(tree.derivable().moves.map((n) => n.turn), [8, 9]);
	const alone = Tree.of({ turn: 0, lane: { turn: 7 } });
	alone.at = play(alone, alone.root, "R");
	assert.equal(alone.derivable().from, alone.root);
	assert.equal(alone.derivable().moves.length, 1);
});

test("variations survive a link, with their order and food", () => {
	const opened = { turn: 2, lane: { turn: 2 }, game: { first: 0, moves: ["UURR"] } };
	const tree = Tree.of(opened);
	const fork = /** @type {any} */ (tree.line()[2]);
	const left = tree.add(fork, { dirs: [3], spawned: [12], position: "a" });
	play(tree, left, "DD");
	play(tree, left, "LU");
	tree.add(tree.root, { dirs: [1], spawned: [3, 4], position: "b" });
	assert.ok(tree.promote(left));
	const text = tree.write();
	assert.equal(text, "0:R~3~4,p2:L~12DD,v2:LU");
	const again = Tree.of(opened);
	again.read(text, 1);
	assert.equal(again.write(), text);
	assert.deepEqual(again.named("v2")?.spawned, [12]);
	assert.equal(again.named("v4")?.above?.above, again.named("v2"));
	assert.equal(again.named("2")?.played, 2);
	const { from, moves } = again.way(/** @type {any} */ (again.named("v4")));
	assert.deepEqual([from.played, moves.length], [2, 3]);
	// The position of a node becomes known when its move is made again.
	const known = again.add(/** @type {any} */ (again.named("2")), { dirs: [3], spawned: [12], position: "a" });
	assert.deepEqual([known, known.position], [again.named("v2"), "a"]);
});

test("variations of several snakes survive a link", () => {
	const tree = new Tree({ position: "start" });
	tree.add(tree.add(tree.root, { dirs: [0, -1, 2], spawned: [7], position: "a" }), { dirs: [1, -1, 1], position: "b" });
	const again = new Tree({ position: "start" });
	again.read(tree.write(), 3);
	assert.equal(again.write(), "0:U.D~7R.R");
	for (const wrong of ["0:U", "7:UUU", "x", "0:UUUQ", ""]) again.read(wrong, 3);
	assert.equal(again.write(), "0:U.D~7R.R");
});
