// Shows facts about a game and one of its snakes, in rows. The terminal uses the same words.
import { h, write } from "../../parts/dom.js";
import { capitalise } from "../../parts/catalog.js";
import { Facts, arrows, count, dirs, duration, group, short } from "../../parts/panel.js";

/** @typedef {import("../../session/game.js").Game} Game */
/** @typedef {import("../../session/game.js").Thought} Thought */

const fullHealth = 100;

/** Rows about a lane that change with the turn. */
export class LaneFacts {
	#facts = new Facts();
	#expects = false; // whether the solver estimates the moves to go
	#ending = h("p", { class: "ending", hidden: true });
	element = h("div", { class: "stack" }, this.#ending, this.#facts.element);
	#game; #lane;
	/** The snake whose thoughts are shown. */ seat = 0;

	/** @param {Game} game @param {number} lane */
	constructor(game, lane) {
		this.#game = game;
		this.#lane = lane;
	}

	/** Updates the rows for the shown turn. */
	show() {
		const g = this.#game, f = this.#facts, lane = this.#lane;
		const p = g.lanes.peek()[lane], info = g.opened.peek()?.lanes[lane];
		if (!p || !info) return;
		this.#ending.hidden = !p.ended;
		if (p.ended) {
			write(this.#ending, capitalise(p.ended.words) + ".");
			this.#ending.classList.toggle("good", p.ended.ending === "won");
			this.#ending.classList.toggle("bad", p.ended.ending !== "won");
		}
		const turn = g.turn.peek(), facts = g.facts(turn)?.lanes[lane];
		f.set("moves", group(facts && facts.turn === turn ? facts.moves : turn - g.first), "large");
		if (info.seats.length === 1) this.#one(p.snakes[0], facts, info);
		this.#thought(turn, facts);
		this.#above(facts, info.seats.length === 1 && info.meal !== "edible wall");
		f.set("faults", facts?.seats[this.seat]?.mishap ?? "", "bad");
		if (!facts?.seats[this.seat]?.mishap) f.remove("faults");
	}

	/**
	 * @param {import("../../session/lane.js").Snake} snake
	 * @param {import("../../session/game.js").LaneFacts | undefined} facts
	 * @param {import("../../session/game.js").LaneInfo} info
	 */
	#one(snake, facts, info) {
		const f = this.#facts, length = snake.body.length, seat = facts?.seats[0];
		const walls = info.meal === "edible wall", whole = facts?.whole ?? 0;
		f.set("length", whole && !walls ? `${group(length)} of ${group(whole)}` : group(length), "large");
		if (whole && walls && facts) f.set("to eat", count(whole - facts.done, "wall"));
		if (whole) f.bar(walls ? "to eat" : "length", walls && facts ? facts.done / whole : length / whole);
		if (info.hungerLimit) {
			f.set("hunger", `${seat ? group(seat.hunger) : "–"} of ${group(info.hungerLimit)}`);
			f.bar("hunger", (seat?.hunger ?? 0) / info.hungerLimit, true);
		} else if (!info.hungerLimit) {
			f.set("health", `${snake.health} of ${fullHealth}`);
			f.bar("health", snake.health / fullHealth);
		}
	}

	/** Shows by how much the moves exceed the distances to the food, and the optimum. @param {import("../../session/game.js").LaneFacts | undefined} facts @param {boolean} alone whether the snake is alone */
	#above(facts, alone) {
		const f = this.#facts;
		if (facts?.aboveDistance !== undefined) f.set("above the distance", `${percent(facts.aboveDistance)}, ${group(facts.mealMoves ?? 0)} for ${group(facts.distance ?? 0)}`);
		else if (alone) f.set("above the distance", "–");
		else f.remove("above the distance");
		if (facts?.aboveOptimum !== undefined) f.set("above the optimum", percent(facts.aboveOptimum));
		else f.remove("above the optimum");
	}

	/** @param {number} turn @param {import("../../session/game.js").LaneFacts | undefined} facts */
	#thought(turn, facts) {
		const f = this.#facts, g = this.#game;
		const over = g.over.peek() && turn >= g.turns.peek();
		const t = g.thought(turn, this.#lane, this.seat) ?? (over ? g.thought(turn - 1, this.#lane, this.seat) : undefined);
		f.set("decides", t ? decision(t) : "–");
		const looked = t ? [t.nodes ? count(t.nodes, "node") : "", t.depth ? `${t.depth} ahead` : ""].filter(Boolean).join(", ") : "";
		if (looked) f.set("looked", looked);
		else f.set("looked", "–");
		const togo = t?.expected;
		this.#expects ||= typeof togo === "number";
		if (this.#expects) f.set("to go", typeof togo === "number" && !over ? `${count(Math.round(togo), "move")} expected` : "–");
		const mean = facts?.seats[this.seat]?.mean;
		f.set("thinking", [t?.took !== undefined ? duration(t.took) : "", mean ? `mean ${duration(mean)}` : ""].filter(Boolean).join(", ") || "–");
	}
}

/** Formats a move and its score. @param {Thought} t */
export function decision(t) {
	if (t.error) return t.error;
	if (t.dir === undefined) return "";
	return `${arrows[t.dir]} ${dirs[t.dir]}${t.score ? `, score ${short(t.score)}` : ""}`;
}

/** @param {number} n */
function percent(n) { return `${n >= 0 ? "+" : "−"}${Math.abs(n).toFixed(Math.abs(n) < 10 ? 1 : 0)} %`; }
