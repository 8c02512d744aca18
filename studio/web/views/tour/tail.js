// Chapter 3: the tutorial, with the reason why the shortest way loses, and the virtual
// snake.
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
			choices: [{ words: "Shortest way" }, { words: "The first way found", link: "solver=dfs" }, { words: "Walk about when stuck", link: "solver=wander" }],
			caption: ["The numbers are steps to the food around the body, computed by breadth-first search; the snake follows them downwards. Press play: it looks clever for thirty meals, then it locks itself in."],
		});
		const virtual = new Figure(session, {
			link: "solver=lookahead&board=10x10&seed=3&turn=300", speed: 12, labels: ["virtual", "food"],
			choices: [{ words: "The virtual snake", labels: ["virtual"] }, { words: "Distances", labels: ["food"] }, { words: "What it does", labels: ["plan", "scores"] }],
			caption: ["The virtual snake walks to the food. If it can reach its own tail from there, the real one follows. If not, the real one follows its tail by the longest way, and asks again after each step."],
		});
		return {
			parts: [
				h("p", {}, "A first program for Snake is quickly written: find the shortest way to the food, breadth first, and walk it. It never considers what follows the meal. The body grows, walls off a corner, and one day the shortest way leads into it."),
				shortest.element,
				h("p", {}, "Walking at random when there is no way only delays the end."),
				h("h2", {}, "Is my tail still there?"),
				h("p", {}, "The tail is the one thing on the board that always moves away. A snake that can reach its own tail can follow it for ever, and cannot die. So before it eats, the snake sends out a virtual one that walks the way, eats, and looks for its tail. The real snake follows only if the tail is found. To eat, take the shortest way; to wait, take the longest, so that cells become free."),
				virtual.element,
				h("p", {}, "This is far better, but not safe. In some positions every meal locks the snake in: it follows its tail round and round, and never eats. And for one step it may have no tail to follow."),
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
