// Chapter 1: the magazine article, with words and with a snake in a maze.
import { h } from "../../parts/dom.js";
import { Figure } from "./figure.js";
import { table } from "./table.js";
import { WordSearch } from "./words.js";

/** @type {import("./chapter.js").Chapter} */
export default {
	name: "backtracking",
	title: "Try, and step back",
	source: "After “Snakes, and an introduction to recursive backtracking” by Andrew Gillett, in a magazine for makers of games",
	about: "A search that finds all words in a grid of letters steers a snake through a maze as well.",
	show(session) {
		const words = new WordSearch(session);
		const maze = new Figure(session, {
			link: "rules=maze&level=nook&solver=backtrack:depth=8&seed=1", labels: ["paths", "scores"], calls: true, speed: 2,
			choices: [{ words: "4 steps ahead", link: "solver=backtrack:depth=4" }, { words: "8 steps", link: "solver=backtrack:depth=8" }, { words: "20 steps", link: "solver=backtrack:depth=20" }],
			caption: ["A small level. The number in a cell is the best score of all paths through it; the arrows show the scores of the directions. Choose a call in the tree of calls, and the board shows its path."],
		});
		const long = new Figure(session, {
			link: "rules=maze&level=brickyard&solver=backtrack:depth=20&seed=1", labels: ["plan", "paths"], speed: 10,
			choices: [{ words: "Brickyard" }, { words: "Rooms", link: "level=rooms" }, { words: "Ring", link: "level=ring" }],
			caption: ["Larger levels, twenty steps ahead. Press play: the snake eats its way through, and circles when no food is left."],
		});
		return {
			parts: [
				h("p", {}, "How do you find every word in a grid of letters? Start on a letter and step to a neighbour, in any direction, but never to a cell twice. Before each further step look into the list: does any word begin like this? If none does, step back and try the next neighbour. This is recursive backtracking: one function that calls itself for each neighbour, and returns when all neighbours are tried."),
				words.element,
				h("p", {}, "Nearly all of the work is avoided. A grid of three by three has 10,305 trails, one of four by four has 12,029,640. The look into the list cuts off nearly every one of them after two or three letters."),
				h("h2", {}, "The same search steers a snake"),
				h("p", {}, "Put a snake of one cell into a maze of blocks and edible walls. From its head it imagines every path of a number of steps. A step over floor scores 1, a wall of bricks 2, because it makes the snake longer. The score of a path that ends early, in a dead end, is divided: any long way out is better, but a long dead end still beats a short one. The snake takes the first step of the best path, and searches again after it."),
				maze.element,
				h("p", {}, "With few steps ahead the snake enters pockets whose end it cannot see. Each further step makes it wiser, and the tree up to three times as large. Our search returns exactly the scores of the simple recursion, and skips what cannot change them."),
				long.element,
				table("Calls of the recursion that a search replaces, per second", ["level", "depth", "recursion in Go", "ours", "ratio"], [
					["lattice 18x7", "14", "21 million", "805 million", "37"],
					["orchard 19x11", "14", "31 million", "330 million", "11"],
					["rooms 24x13", "11", "46 million", "1512 million", "33"],
				], "go test ./solve/backtrack -run xxx -bench Calls -benchtime 20x -cpu 1"),
				h("p", {}, "The article's game hunts such snakes with bombs: ", h("a", { href: "#/hunter" }, "play Snake Hunter"), "."),
			],
			stop() { for (const f of [words, maze, long]) f.stop(); },
		};
	},
};
