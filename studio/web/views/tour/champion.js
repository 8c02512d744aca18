// Chapter 5 is about our champion: its rings, its detours and its distance from the optimum.
import { h } from "../../parts/dom.js";
import { Figure } from "./figure.js";
import { boards } from "./boards.js";
import { table } from "./table.js";
import { ExactFigure } from "./exact.js";

/** @type {import("./chapter.js").Chapter} */
export default {
	name: "champion",
	title: "Rings and detours",
	source: "Our own: the solver ouroboros",
	about: "A snake that always wins, goes nearly straight to the food, and has a way out after every meal. The chapter also shows how far it is from perfect.",
	show(session) {
		const ring = new Figure(session, {
			link: "solver=ouroboros&board=10x10&seed=1&turn=250", speed: 12, labels: ["cycle", "plan"],
			choices: [{ words: "10x10" }, { words: "An odd board", link: "board=9x9" }, { words: "30x30", link: "board=30x30&turn=2000" }, { words: "Thinking longer", link: "solver=ouroboros:nodes=100" }],
			caption: ["The plan, and the ring that the snake follows after the meal. Step from meal to meal: each time it edits the ring, so that the next food is near."],
		});
		const exact = new ExactFigure(session);
		return {
			parts: [
				h("p", {}, "Our champion follows a cycle, a ring through all cells, because the ring is a proof: as long as the body lies on the ring in order, the snake can move for ever and fill the board. But the ring can change. At each meal the snake tries many edits: it opens the ring in two places and closes it in another way, or reverses a part of it. The snake prefers a ring with a short way to the food, on which the next food is near wherever it appears."),
				ring.element,
				h("h2", {}, "Detours"),
				h("p", {}, "This is still too careful: on a small board, a snake that must lie on a ring at every meal needs 13 % more moves than the optimum. So a plan can take a risk for which it has an answer. At the meal the body need not lie on a ring, if it will lie on one some steps later. The next food may appear on a cell that the snake would reach before that. For each such cell, the plan has a detour: another ring, for that case only. While the snake is short, it can take any way to the food if such a plan begins at the end of that way. All of this is checked before the first step, and the champion won every game that we counted."),
				table("Expected moves on small boards, by the freedom of the plan", ["board", "rings only", "any way, a ring at each meal", "detours once", "twice", "four times", "optimum"], [
					["4x4", "47.04", "45.49", "43.75", "42.43", "41.71", "41.57"],
					["4x5", "67.59", "65.49", "62.83", "60.89", "60.04", "59.61"],
					["4x6", "91.15", "88.46", "84.43", "82.14", "81.11", "80.37"],
				], "ouro exact --board 4x4", "This gives the last column; the others are in docs/decisions/0007-champion.md."),
				h("h2", {}, "The optimum"),
				h("p", {}, "On boards of up to 36 cells the optimum can be computed: the values of all positions with every place of the food, backwards from the full board. On 4x4 that takes a moment. Each direction then has a value: the expected number of moves still to come if all later moves are best."),
				exact.element,
				table("Mean moves, and the optimum", ["board", "ouroboros", "thinking longer", "optimum"], [
					["6x6", "156.31 ± 0.44", "153.90 ± 0.88", "151.31"],
					["10x10", "825.6 ± 1.0", "803.2 ± 2.8", "not known"],
					["20x20", "8715.6 ± 22.4", "8394.1 ± 108.9", "not known"],
					["30x30", "36,415 ± 255", "35,972 ± 1035", "not known"],
				], "ouro bench --solver ouroboros --board 10x10 --vs-distance --games 10000 --seed 20261201", "Thinking longer is nodes=400 on 6x6, nodes=200,rehearse=4 on 10x10, nodes=500 on 20x20 and nodes=300 on 30x30. The commands of the other figures are in docs/results/solo.md, that of the optimum in docs/results/optimum.md."),
				h("h2", {}, "Every small board"),
				h("p", {}, "Which boards with walls can be won for certain, wherever the food appears? We examined every board of up to 20 cells. Boards with an even number of cells can be won if and only if they have a cycle through all cells. A board with an odd number of cells has no such cycle. It can be won if it has a cycle through all cells but one, the hole, and if another cell can take the place of the hole."),
				boards("All boards of 9 and 11 cells that are always won, and four of the 17 of 13 cells.", [
					["ooo", "ooo", "ooo"], ["oooo", "o.oo", "oooo"], [".ooo", "oooo", "oooo"],
					["oooo", "o..o", "o.oo", "oooo"], ["ooooo", "o..oo", "ooooo"], [".ooo", "oo.o", "oooo", "ooo."], [".oo.", "oooo", "oooo", "ooo."],
				]),
				table("Boards, up to rotation and reflection", ["cells", "boards", "a win is possible", "always won", "a cycle through all cells"], [
					["9", "1285", "300", "1", "0"],
					["10", "4655", "781", "6", "6"],
					["11", "17,073", "2097", "2", "0"],
					["12", "63,600", "5541", "25", "25"],
					["19", "742,624,232", "5,431,705", "3730", "0"],
					["20", "2,870,671,950", "14,431,236", "9708", "9708"],
				], "ouro atlas --cells 20", "See docs/results/atlas.md."),
			],
			stop() { for (const f of [ring, exact]) f.stop(); },
		};
	},
};
