// What is known of a game for one snake, in rows; the words are those of the terminal.
import { Facts, arrows, count, dirs, duration, group, short } from "../../parts/panel.js";

/** @typedef {import("../../session/game.js").Game} Game */

/** Rows about a lane that change with the turn. */
export class LaneFacts {
	#facts = new Facts();
	element = this.#facts.element;
	#game; #lane;

	/** @param {Game} game @param {number} lane */
	constructor(game, lane) {
		this.#game = game;
		this.#lane = lane;
	}

	/** Tells what is shown now. */
	show() {
		const g = this.#game, f = this.#facts, p = g.lanes.peek()[this.#lane], opened = g.opened.peek();
		if (!p || !opened) return;
		const facts = opened.facts ?? {}, snake = p.snakes[0], turn = g.turn.peek();
		const whole = facts.longest ?? p.w * p.h, length = snake.body.length;
		f.set("moves", group(turn));
		f.set("length", `${group(length)} of ${group(whole)}`);
		f.bar("length", length / whole);
		if (facts.hunger) f.set("hunger limit", group(facts.hunger));
		this.#thought(turn);
	}

	/** @param {number} turn */
	#thought(turn) {
		const f = this.#facts, t = this.#game.thought(turn, this.#lane);
		if (!t) {
			for (const name of ["decides", "looked", "thinking"]) f.remove(name);
			return;
		}
		const { dir, score, nodes, depth, took } = t;
		f.set("decides", dir === undefined ? "" : `${arrows[dir]} ${dirs[dir]}${score ? `, score ${short(score)}` : ""}`);
		const looked = [nodes ? `at ${count(nodes, "node")}` : "", depth ? `${count(depth, "move")} ahead` : ""];
		f.set("looked", looked.filter(Boolean).join(", "));
		f.set("thinking", took === undefined ? "" : duration(took));
	}
}
