// Chapter 5: our champion. Rings, detours, and how far it is from the best.
import { h } from "../../parts/dom.js";
import { Figure } from "./figure.js";
import { table } from "./table.js";
import { ExactFigure } from "./exact.js";

/** @type {import("./chapter.js").Chapter} */
export default {
	name: "champion",
	title: "Rings and detours",
	source: "Our own: the solver ouroboros",
	about: "A snake that always wins, walks nearly straight to the food, and knows at every meal how it will get out. And how far it is from perfect.",
	show(session) {
		const ring = new Figure(session, {
			link: "solver=ouroboros&board=10x10&seed=1&turn=250", speed: 12, labels: ["cycle", "plan"],
			choices: [{ words: "10x10" }, { words: "An odd board", link: "board=9x9" }, { words: "30x30", link: "board=30x30&turn=2000" }, { words: "Thinking longer", link: "solver=ouroboros:nodes=100" }],
			caption: ["The plan, and the ring that it keeps for the time after the meal. Step from meal to meal: each time it edits the ring, so that the next food is near."],
		});
		const exact = new ExactFigure(session);
		return {
			parts: [
				h("p", {}, "Our champion begins with the cycle, for a cycle is a proof: as long as the body lies on one in order, the snake can walk on for ever and fill the board. But it is not married to it. At each meal it tries many edits: open the ring here, close it there, turn a part of it round. Each makes another ring, on which the way to the food is shorter, and from which the next food, wherever it comes, is near."),
				ring.element,
				h("h2", {}, "Detours"),
				h("p", {}, "Still too careful: on a small board a snake that must lie on a ring at every meal needs 13 % more moves than the best. So a plan may be bold. At the meal the body need not lie on a ring yet, if it will some steps later. For each cell where the next food would come too early, the plan holds a detour: another ring, for that case alone. And while the snake is short, the way to the food may be any way at all, if from the meal on there is such a plan. All of it is checked before the first step: it has won every game that was ever counted."),
				table("Expected moves on small boards: how much each freedom is worth", ["board", "rings alone", "any way, a ring at each meal", "detours once", "twice", "four times", "the best there is"], [
					["4x4", "47.04", "45.49", "43.75", "42.43", "41.71", "41.57"],
					["4x5", "67.59", "65.49", "62.83", "60.89", "60.04", "59.61"],
					["4x6", "91.15", "88.46", "84.43", "82.14", "81.11", "80.37"],
				], "ouro exact --board 4x4", "So the last column; the others are in docs/decisions/0007-champion.md."),
				h("h2", {}, "The best there is"),
				h("p", {}, "On boards of up to 36 cells the best can be computed: every position, every food that may come, from the full board backwards. On 4x4 that takes a moment. Then each direction has a value, the moves that are still to come if all later ones are best."),
				exact.element,
				table("Mean moves, and the best", ["board", "ouroboros", "thinking longer", "the best there is"], [
					["6x6", "163.4 ± 1.0", "160.4 ± 0.9", "151.31"],
					["10x10", "884.4 ± 1.1", "868.7 ± 3.4", "not known"],
					["20x20", "9729 ± 26", "9475 ± 46", "not known"],
					["30x30", "41618 ± 269", "40753 ± 373", "not known"],
				], "ouro bench --solver ouroboros --board 10x10 --vs-distance --games 10000 --seed 20261123", "The other boards likewise; thinking longer is nodes=100, on 6x6 nodes=400. See docs/results/solo.md."),
			],
			stop() { for (const f of [ring, exact]) f.stop(); },
		};
	},
};
