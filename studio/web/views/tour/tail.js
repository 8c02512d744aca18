// Chapter 3 is about the tutorial: why the shortest way loses, and the virtual snake.
import { h } from "../../parts/dom.js";
import { Figure } from "./figure.js";
import { table } from "./table.js";

/** @type {import("./chapter.js").Chapter} */
export default {
	name: "virtual-snake",
	title: "Look before you eat",
	source: "After a tutorial in Chinese on how to write a Snake that plays by itself, in Python",
	about: "The shortest way to the food kills snakes. Send a virtual snake first, and check whether it can still reach its tail.",
	show(session) {
		const shortest = new Figure(session, {
			link: "solver=bfs&board=10x10&seed=2", speed: 12, labels: ["food", "plan"],
			choices: [{ words: "Shortest way" }, { words: "The first way found", link: "solver=dfs" }, { words: "Random moves when stuck", link: "solver=wander" }],
			caption: ["The number in a cell is the number of steps from there to the food, around the body, computed by breadth-first search. The snake always moves to a smaller number. Press play: it plays well for about thirty meals, and then locks itself in."],
		});
		const virtual = new Figure(session, {
			link: "solver=lookahead&board=10x10&seed=3&turn=300", speed: 12, labels: ["virtual", "food"],
			choices: [{ words: "The virtual snake", labels: ["virtual"] }, { words: "Distances", labels: ["food"] }, { words: "What it does", labels: ["plan", "scores"] }],
			caption: ["The virtual snake goes to the food. If it can reach its own tail from there, the real snake follows. If not, the real snake follows its own tail by the longest way, and sends a virtual snake again after each step."],
		});
		return {
			parts: [
				h("p", {}, "A first program for Snake is quickly written: find the shortest way to the food by breadth-first search, and take it. The program never considers what follows the meal. The body grows and encloses a corner, and at some point the shortest way leads into that corner."),
				shortest.element,
				h("p", {}, "Random moves when no way exists only delay the end."),
				h("h2", {}, "Is my tail still there?"),
				h("p", {}, "The tail is the only part of the body that always moves away. A snake that can reach its own tail can follow it for ever, and cannot die. So before it eats, the snake sends out a virtual snake, which goes to the food, eats, and looks for its tail. The real snake follows only if the virtual one finds its tail. It takes the shortest way to eat. To wait, it takes the longest way, while cells become free."),
				virtual.element,
				h("p", {}, "This is far better, but not safe. In some positions every meal would lock the snake in: it follows its tail for ever, and never eats. And just after a meal it may have no way to its tail."),
				table("1000 games on 10x10 from one cell", ["solver", "won", "trapped", "in a loop", "mean length"], [
					["bfs", "0 %", "1000", "0", "31.0"],
					["dfs", "0 %", "1000", "0", "22.5"],
					["wander", "0 %", "1000", "0", "28.0"],
					["lookahead", "26.2 %", "316", "422", "94.4"],
				], "ouro bench --games 1000 --seed 20261121"),
			],
			stop() { for (const f of [shortest, virtual]) f.stop(); },
		};
	},
};
