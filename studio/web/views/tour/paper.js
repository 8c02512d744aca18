// Chapter 4 is about the paper: a Hamiltonian cycle against predictive A*.
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
			caption: ["Both snakes get the same food. The first follows its cycle. The second takes the shortest way through cells that its tail will have left by then."],
		});
		const cycle = new Figure(session, {
			link: "solver=shortcut&board=10x10&seed=5&turn=400", speed: 15, labels: ["cycle", "plan"],
			choices: [{ words: "Shortcuts" }, { words: "The cycle alone", link: "solver=hamilton" }, { words: "An odd board", link: "solver=hamilton&board=9x9" }],
			caption: ["The colours show the order of the cells in the cycle. A shortcut jumps ahead in the cycle but never past the tail, so the proof still holds. An odd board has no cycle through all cells: the cycle omits one corner, and the snake can switch to a cycle that omits another corner."],
		});
		return {
			parts: [
				h("p", {}, "On a board with an even side, a cycle visits every cell once and returns to its start. A snake that follows this cycle reaches every food sooner or later, and never hits itself, because the tail always leaves a cell before the head arrives. It wins every game. But on average it passes half of the board for each meal, even if the food is near."),
				h("p", {}, "The opposite is A*, which finds the shortest way. The body blocks a way only for a time: after n steps its last n cells are free. The paper's search takes this into account. It also checks, as the tutorial does, that the snake can reach its tail after the meal."),
				both.element,
				table("Published results: 10x10 at one move a second", ["snake", "games", "won", "seconds when won"], [
					["Hamiltonian cycle", "25", "25", "5411 (4571 to 6382)"],
					["predictive A*", "46", "25", "1325 (1100 to 1577)"],
				], "", "These are the paper's own tests. Of the other 21 games of predictive A*, 9 were lost and 12 never ended."),
				table("Our results, 1000 games from one cell", ["solver", "won", "95 % interval", "moves when won", "trapped", "in a loop"], [
					["hamilton", "100.0 %", "99.6 to 100.0", "2524 ± 10", "0", "0"],
					["predictive", "32.7 %", "29.9 to 35.7", "1520 ± 17", "315", "358"],
					["shortcut", "100.0 %", "99.6 to 100.0", "1464 ± 6", "0", "0"],
					["repair", "100.0 %", "99.6 to 100.0", "1309 ± 7", "0", "0"],
					["cell", "100.0 %", "99.6 to 100.0", "975 ± 4", "0", "0"],
				], "ouro bench --games 1000 --seed 20261121"),
				h("p", {}, "So you need not choose. A cycle with shortcuts is quicker than the search, and it never loses. It is even quicker if the snake repairs the cycle around each way to the food (repair), or grows the cycle as a tree of 2x2 cells (cell)."),
				cycle.element,
			],
			stop() { for (const f of [both, cycle]) f.stop(); },
		};
	},
};
