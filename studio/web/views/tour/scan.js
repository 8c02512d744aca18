// Chapter 2 is about the blog post: Spot, a Battlesnake that scores maps.
import { h } from "../../parts/dom.js";
import { Figure } from "./figure.js";
import { table } from "./table.js";

/** @type {import("./chapter.js").Chapter} */
export default {
	name: "scored-map",
	title: "Score the map, shallow scans first",
	source: "After “How the snake slithers”, the story of the Battlesnake Spot",
	about: "Many snakes on one board, and half a second to think: score every cell, and look one step ahead in all directions before two steps in any.",
	show(session) {
		const post = new Figure(session, {
			link: "rules=standard&snake=spot=spot:style=post&snake=floodfill&seed=9&nodes=300&turn=40", speed: 3, labels: ["scored map", "scores"],
			choices: [
				{ words: "The map", labels: ["scored map", "scores"] },
				{ words: "The best series", labels: ["plan", "scores"] },
				{ words: "Our scoring", link: "snake=spot&snake=floodfill", labels: ["scored map", "scores"] },
			],
			caption: ["The map shows how the first snake scores the board after the step that it chooses. Food attracts the snake, and so do the cells around the head of a shorter snake, here the blue one. The head of a snake that is not shorter would repel it. The labels around its own head are the scores of its directions."],
		});
		const deep = new Figure(session, {
			link: "rules=standard&snake=spot=spot:style=post&snake=floodfill&position=11x11/t40/s2.6D3RDR2U2,h97,g3/s10.6U3,h64,g36/f7.9", speed: 3, labels: ["plan", "scores"],
			choices: [{ words: "10 scans", link: "nodes=10" }, { words: "100", link: "nodes=100" }, { words: "1000", link: "nodes=1000" }, { words: "10000", link: "nodes=10000" }],
			caption: ["The board shows the best series of steps that this number of scans finds. Ten times as many scans reach only about three steps deeper, because the scans spread in all directions."],
		});
		const four = new Figure(session, {
			link: "rules=standard&snake=spot&snake=greedy&snake=hungry&snake=floodfill&seed=2&nodes=200&turn=20", speed: 4, labels: ["scored map"],
			choices: [{ words: "Four snakes" }, { words: "Royale", link: "rules=royale" }, { words: "Wrapped", link: "rules=wrapped" }],
			caption: ["Four snakes on one board. An easy meal is often a trap: three other snakes can reach it too, and at most one head survives."],
		});
		return {
			parts: [
				h("p", {}, "In Battlesnake all snakes move at once, and each has half a second for its answer. No snake can examine everything that might happen: an enemy has three possible moves at each step, so after one move it has 3 possible positions, then 9, 27 and 81, and after six moves there are too many to count."),
				h("p", {}, "Spot examines its own possible series of steps, one by one. For each series it draws a map: every cell gets a score for what is on the cell, or what may be on it by then. Food scores high for a hungry snake. The head of a shorter snake is prey; the head of a longer one is deadly. A flood fill from Spot's head adds up all cells that it could still reach. A region that is too small for its body lowers the score."),
				post.element,
				h("h2", {}, "Shallow scans first"),
				h("p", {}, "If Spot searched each direction to its end before the next, one direction would take the whole half second. So the scans wait in a queue ordered by depth. Several workers examine the shallowest scans first, and when the time is over, all directions are equally deep. Then the scores are passed from the leaves of the tree to its root, and Spot moves in the direction with the best series."),
				deep.element,
				h("p", {}, "With four snakes there are more threats, and more chances."),
				four.element,
				table("Standard rules on 11x11, each start from both seats", ["spot against", "games", "won", "95 % interval"], [
					["greedy", "200", "97.5 %", "93.8 to 99.4"],
					["floodfill", "200", "99.5 %", "96.4 to 100.0"],
				], "ouro arena run spot floodfill --games 200 --seed 20261121"),
				table("The post's scoring alone, with 500 scans per move", ["against", "games", "won", "95 % interval"], [
					["floodfill", "60", "91.7 %", "80.6 to 97.6"],
				], "ouro arena run spot:style=post floodfill --games 60 --seed 20261122 --nodes 500"),
				h("p", {}, "Play yourself: ", h("a", { href: "#/play?rules=standard&snake=you=hand&snake=spot:workers=1" }, "play against Spot"), "."),
			],
			stop() { for (const f of [post, deep, four]) f.stop(); },
		};
	},
};
