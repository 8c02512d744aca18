// Chapter 2: the blog post, with Spot, a Battlesnake that scores maps.
import { h } from "../../parts/dom.js";
import { Figure } from "./figure.js";
import { table } from "./table.js";

/** @type {import("./chapter.js").Chapter} */
export default {
	name: "scored-map",
	title: "Score the map, shallow scans first",
	source: "After “How the snake slithers”, the story of the Battlesnake Spot",
	about: "Many snakes on one board, half a second to think: score every cell, and look a step ahead in all directions before two in one.",
	show(session) {
		const post = new Figure(session, {
			link: "rules=standard&snake=spot=spot:style=post&snake=floodfill&seed=9&nodes=300&turn=40", speed: 3, labels: ["scored map", "scores"],
			choices: [
				{ words: "The map", labels: ["scored map", "scores"] },
				{ words: "The best series", labels: ["plan", "scores"] },
				{ words: "Our scoring", link: "snake=spot&snake=floodfill", labels: ["scored map", "scores"] },
			],
			caption: ["How the first snake scores the board after the step that it chooses: food attracts it, and so do the next cells of a shorter head, here the blue one's. A head that is not shorter would repel it. The labels around its own head are the scores of its directions."],
		});
		const deep = new Figure(session, {
			link: "rules=standard&snake=spot=spot:style=post&snake=floodfill&position=11x11/t40/s2.6D3RDR2U2,h97,g3/s10.6U3,h64,g36/f7.9", speed: 3, labels: ["plan", "scores"],
			choices: [{ words: "10 scans", link: "nodes=10" }, { words: "100", link: "nodes=100" }, { words: "1000", link: "nodes=1000" }, { words: "10000", link: "nodes=10000" }],
			caption: ["The best series found in so many scans. Ten times as many scans reach about three steps deeper, because they spread in all directions."],
		});
		const four = new Figure(session, {
			link: "rules=standard&snake=spot&snake=greedy&snake=hungry&snake=floodfill&seed=2&nodes=200&turn=20", speed: 4, labels: ["scored map"],
			choices: [{ words: "Four snakes" }, { words: "Royale", link: "rules=royale" }, { words: "Wrapped", link: "rules=wrapped" }],
			caption: ["Four snakes on one board. A lone easy meal is often a trap: three others may get there, and only one head survives."],
		});
		return {
			parts: [
				h("p", {}, "In Battlesnake all snakes move at once, and each has half a second for its answer. No snake can examine everything that might happen: every step of ours meets three of each enemy, so the enemy has 3 positions, then 9, 27 and 81, and after six moves there are too many to count."),
				h("p", {}, "Spot examines its own possible series of steps, one by one. For each it draws a map: every cell gets a score by what is there, or may be there by then. Food scores high for a hungry snake; a shorter head is prey; a longer one is death. A flood fill from its head adds up all cells that it could still reach. A sector too small for its body counts against it."),
				post.element,
				h("h2", {}, "Shallow scans first"),
				h("p", {}, "If each direction were searched to its end before the next, one of them would take the whole half second. So the scans wait in a queue ordered by depth: the shallowest is examined first, by several workers at once, and when the time is over all directions are equally deep. Then the scores are passed from the leaves of the tree to its root, and the answer is the direction with the best series."),
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
