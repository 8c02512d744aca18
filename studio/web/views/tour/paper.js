// Chapter 4: the paper, with a Hamiltonian cycle against predictive A*.
import { h } from "../../parts/dom.js";
import { Figure } from "./figure.js";
import { table } from "./table.js";

/** @type {import("./chapter.js").Chapter} */
export default {
	name: "cycle",
	title: "Safe and slow, or quick and at risk",
	source: "After “Predictive Dynamic Shortest Path Algorithms” by David Buyck, 2021",
	about: "A cycle through all cells always wins, but slowly. A search that knows when the tail will have left is quick, and often loses.",
	show(session) {
		const both = new Figure(session, {
			link: "solver=hamilton&solver=predictive&board=10x10&seed=5", speed: 20, labels: ["plan"], page: "compare",
			choices: [
				{ words: "Cycle and A*" },
				{ words: "With shortcuts", link: "solver=shortcut&solver=predictive" },
				{ words: "Cycle repaired", link: "solver=hamilton&solver=repair" },
			],
			caption: ["Both get the same food. The first follows its cycle; the second takes the shortest way through the cells that the tail will have left by then."],
		});
		const cycle = new Figure(session, {
			link: "solver=shortcut&board=10x10&seed=5&turn=400", speed: 15, labels: ["cycle", "plan"],
			choices: [{ words: "Shortcuts" }, { words: "The cycle alone", link: "solver=hamilton" }, { words: "An odd board", link: "solver=hamilton&board=9x9" }],
			caption: ["The colours are places in the cycle, in its direction. A shortcut jumps ahead in it but never past the tail, so the proof still holds. An odd board has no cycle through all cells: one corner is left, and the snake can switch to another one."],
		});
		return {
			parts: [
				h("p", {}, "On a board with an even side there is a way that visits every cell once and returns to its start. A snake that follows it meets every food sooner or later and never hits itself, because the tail always leaves a cell before the head arrives. It wins every game. But for each meal it passes half of the board, however near the food is."),
				h("p", {}, "The opposite is A*, which finds the shortest way. The tail blocks that way only for a time: after n steps the last n cells of the body are free. The paper's search takes this into account, and checks, as the tutorial does, that the tail can be reached after the meal."),
				both.element,
				table("Published results: 10x10 at one move a second", ["snake", "games", "won", "seconds when won"], [
					["Hamiltonian cycle", "25", "25", "5411 (4571 to 6382)"],
					["predictive A*", "46", "25", "1325 (1100 to 1577)"],
				], "", "These are the paper's own tests. Of the other 21 games of the search 9 were lost, and 12 never ended."),
				table("Our results, 1000 games from one cell", ["solver", "won", "95 % interval", "moves when won", "trapped", "in a loop"], [
					["hamilton", "100.0 %", "99.6 to 100.0", "2524 ± 10", "0", "0"],
					["predictive", "32.7 %", "29.9 to 35.7", "1520 ± 17", "315", "358"],
					["shortcut", "100.0 %", "99.6 to 100.0", "1464 ± 6", "0", "0"],
					["repair", "100.0 %", "99.6 to 100.0", "1309 ± 7", "0", "0"],
					["cell", "100.0 %", "99.6 to 100.0", "975 ± 4", "0", "0"],
				], "ouro bench --games 1000 --seed 20261121"),
				h("p", {}, "So you need not choose. A cycle with shortcuts is quicker than the search, and it never loses. Repair the cycle around each way, or grow it as a tree of small cells, and it is quicker still."),
				cycle.element,
			],
			stop() { for (const f of [both, cycle]) f.stop(); },
		};
	},
};
