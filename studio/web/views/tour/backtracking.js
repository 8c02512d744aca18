// Chapter 1 is about the magazine article: a search for words, and a snake in a maze.
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
			caption: ["Larger levels, twenty steps ahead. Press play: the snake eats all walls, and then moves in circles."],
		});
		return {
			parts: [
				h("p", {}, "How do you find every word in a grid of letters? Start on a letter and step to a neighbour, in any direction, but never to a cell twice. Before each further step, look into the list: does any word begin with these letters? If no word does, step back and try the next neighbour. This is recursive backtracking: a function calls itself for each neighbour, and returns when it has tried all neighbours."),
				words.element,
				h("p", {}, "The list avoids nearly all of the work. A grid of three by three letters has 10,305 trails, and a grid of four by four has 12,029,640. The list ends nearly every trail after two or three letters."),
				h("h2", {}, "The same search steers a snake"),
				h("p", {}, "Put a snake of one cell into a maze of walls and edible walls. The snake examines every path from its head with a fixed number of steps. A step over floor scores 1. An edible wall scores 2, because it makes the snake longer. The score of a path that ends early, in a dead end, is divided: a path without a dead end is better, and a long dead end is better than a short one. The snake makes the first step of the best path, and then searches again."),
				maze.element,
				h("p", {}, "A snake that looks only a few steps ahead enters dead ends whose end it cannot see. Each further step helps, but makes the tree up to three times as large. Our search returns exactly the scores of the simple recursion, and skips the calls that cannot change them."),
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
