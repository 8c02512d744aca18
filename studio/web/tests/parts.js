// A page for tests of the timeline, charts, the legend, the tree of calls and exact values.
import { Chart } from "../draw/chart.js";
import { Legend } from "../parts/legend.js";
import { Timeline } from "../parts/timeline.js";
import { Tree } from "../parts/tree.js";
import { Questions } from "../views/position/questions.js";
import { Exact } from "../views/position/exact.js";
import { render, v } from "../parts/render.js";
import { Tour, dice } from "./random-games.js";

const main = document.getElementById("main");
main.style.cssText = "padding:1rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)";

/** Calls of callbacks, by their part. */
window.called = { seek: [], pick: [], x: [], exact: [] };

const turns = [0], values = [3];
for (let i = 1; i < 40; i++) {
	turns.push(turns[i - 1] + 3 + i % 5);
	values.push(3 + i);
}
const timeline = new Timeline({ seek: (turn) => { window.called.seek.push(turn); timeline.update(turn, 200); } });
timeline.element.id = "timeline";
main.append(timeline.element);
timeline.lines = [{ name: "length", turns, values }];
timeline.most = 100;
timeline.marks = [{ turn: 50, words: "another turn was recorded" }];
timeline.update(20, 200);

const chart = new Chart({ label: "Length against moves", x: { name: "moves", whole: true }, y: { name: "length", zero: true }, pick: (x) => window.called.x.push(x) });
main.append(chart.element);
const xs = Float64Array.from({ length: 300000 }, (_, i) => i);
chart.set({
	series: [{ kind: "line", name: "cell", xs, ys: xs.map((x) => Math.sqrt(x)) }, { kind: "steps", name: "tail", xs: [0, 1e5, 3e5], ys: [3, 200, 400] }],
	marks: [{ x: 1e5, words: "differs" }], rules: [{ y: 500, words: "all of it" }],
});

const histogram = new Chart({ label: "Time per move", x: { name: "µs", log: true }, y: { name: "moves" } });
main.append(histogram.element);
histogram.set({ series: [{ kind: "bars", name: "time per move", xs: [1, 2, 5, 10, 20, 50], ys: [3, 40, 80, 12, 1] }] });

const legend = new Legend();
main.append(legend.element);
legend.show([...new Tour(10, 10, 20, 1).notes(), { verb: "cells", label: "searched", cells: [1] }, { verb: "heat", label: "cycle", heat: [0, 1] }, { verb: "owners", label: "territory", owners: [0, 1, 1] }]);

const branch = (/** @type {number} */ deep) => deep === 0 ? [] : [0, 1, 3].map((dir) => ({ dir, score: deep * 10 + dir, pruned: dir === 3, kids: dir === 3 ? [] : branch(deep - 1) }));
const tree = new Tree({ pick: (dirs) => window.called.pick.push(dirs.join("")) });
tree.element.id = "tree";
main.append(tree.element);
tree.show({ dir: 1, score: 31, kids: branch(3), more: 2 });
window.again = () => tree.show({ dir: 1, score: 31, kids: branch(3) });

const exact = new Exact({
	compute: () => window.called.exact.push("compute"),
	stop: () => { window.called.exact.push("stop"); exact.failed("stopped"); },
});
exact.element.id = "exact";
main.append(exact.element);
const slow = { position: "5x6/s0.0/f3.3", exact: { can: true, quick: false }, lane: {} };
exact.of(slow);
window.reopened = () => exact.again(slow);

const questions = new Questions({ ask: () => {}, again: () => {}, pick: () => {}, walk: () => [], notes: (notes) => { window.called.notes = notes.length; }, play: () => {} });
questions.element.id = "questions";
main.append(questions.element);
questions.of(["cell"]);
questions.at("first");
const answer = questions.receiver();
const path = { verb: "path", label: "candidates", cells: [1, 2] };
/** Shows another position before the answer about the first one arrives. */
window.late = () => {
	questions.at("second");
	answer({ id: 1, index: 0, solver: "cell", seat: 0, dir: 1, score: -4, depth: 4, nodes: 9, took: 12, notes: [{ ...path, label: "plan" }, path, path, path, path, path] }, "cell");
};
window.back = () => questions.at("first");

/**
 * Draws random descriptions into one host, one after the other, and each into a new host.
 * Returns the first difference between the hosts, or an element that was replaced although
 * its key is in both descriptions; "" if all is well.
 * @param {number} seed
 */
window.redraw = (seed) => {
	const roll = dice(seed), host = document.createElement("div");
	const pick = (/** @type {any[]} */ from) => from[Math.floor(roll() * from.length)];
	const kids = (/** @type {number} */ deep) => {
		const all = Array.from({ length: Math.floor(roll() * 5) }, () => {
			if (roll() < 0.3 || deep === 0) return pick(["a", "b", 7, null, false, ""]);
			const props = { class: pick(["x", "y", undefined]), title: pick(["t", undefined]), "aria-label": pick(["l", undefined]), hidden: pick([true, false, undefined]) };
			return v(pick(["p", "b", "i"]), props, kids(deep - 1));
		});
		const keys = ["k1", "k2", "k3", "k4"].filter(() => roll() < 0.5).sort(() => roll() - 0.5);
		return deep < 3 ? all : [...keys.map((key) => v("li", { key, id: key }, kids(1))), ...all];
	};
	for (let n = 0; n < 40; n++) {
		const content = kids(3), before = new Map([...host.children].map((e) => [e.id, e])), other = document.createElement("div");
		render(host, content);
		render(other, content);
		const plain = (/** @type {any} */ e) => e instanceof Text ? e.data : `<${e.tagName} ${[...e.attributes].filter((x) => x.value || x.name === "hidden").map((x) => `${x.name}=${x.value}`).sort().join(" ")}>${[...e.childNodes].map(plain).join("|")}</>`;
		if (plain(host) !== plain(other)) return `${n}: ${plain(host)}, not ${plain(other)}`;
		for (const e of host.children) if (e.id && before.has(e.id) && before.get(e.id) !== e) return `${n}: ${e.id} was replaced`;
	}
	return "";
};
window.ready = true;
