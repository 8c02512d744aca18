// A Hand lets a person play a Game. The engine keeps the time: it plays at a speed, with the player's
// last direction at each turn, or it plays one turn for each key. The board moves smoothly from turn
// to turn, and shows each turn at most 220 milliseconds late.
import { effect, signal } from "../../store/signal.js";
import { Game } from "../../session/game.js";

/** @typedef {import("../../session/lane.js").Position} Position */

/** A game that a person plays. Another engine cannot resume the game, because the keys are not stored. */
export class HandGame extends Game {
	/** Called when the game is lost with its engine. */ onlost = () => {};

	/** @param {string} type @param {any} data */
	receive(type, data) {
		if (type === "reopened") this.onlost();
		else super.receive(type, data);
	}
}

export const dirNames = ["up", "right", "down", "left"];
const ahead = 3; // most turns that are requested in advance
const most = 220; // longest time in which the board moves from one turn to the next, in milliseconds

export class Hand {
	/** The state: "ready" for the first key, "playing", "paused" or "over". */
	at = signal(/** @type {"ready" | "playing" | "paused" | "over"} */ ("ready"));
	#game; #draw; #seat;
	#began = 0; // time at which the board began to move to the shown turn
	#frame = 0;
	#shown = -1; // the turn that is shown
	#goal = 0; // the last turn that was requested, if the game waits for keys
	/** @type {(() => void)[]} */ #ends = [];
	/** Moves a second. */ speed;
	/** Whether the game waits for a key at every turn. */ waits;

	/**
	 * @param {Game} game
	 * @param {object} how
	 * @param {number} how.seat of the person
	 * @param {number} how.speed
	 * @param {boolean} how.waits
	 * @param {(p: Position, from: Position | null, t: number) => void} how.draw
	 */
	constructor(game, { seat, speed, waits, draw }) {
		this.#game = game;
		this.#seat = seat;
		this.#draw = draw;
		this.speed = speed;
		this.waits = waits;
		this.#ends.push(effect(() => { // shows the newest turn
			game.received.value;
			const turn = Math.max(game.until, game.beyond);
			if (game.lanes.value.length === 0 || turn === this.#shown && this.#shown >= 0) return;
			game.seek(turn);
			this.#shown = game.turn.peek();
			this.#began = performance.now();
			if (game.lanes.peek()[0]?.ended) this.at.value = "over";
			this.#frame ||= requestAnimationFrame((now) => this.#glide(now));
		}));
	}

	get position() { return this.#game.lanes.peek()[0]; }
	get seat() { return this.#seat; }

	/** Whether the person's snake is dead; other snakes may live. */
	get dead() { return this.position?.snakes[this.#seat]?.dead !== undefined; }

	/** Steers the person's snake. The first call starts the game. @param {number} dir */
	steer(dir) {
		const at = this.at.peek();
		if (at === "over" || !this.position) return;
		this.#game.send("steer", { lane: 0, seat: this.#seat, dir: dirNames[dir] });
		if (this.waits && !this.dead) {
			this.at.value = "playing";
			const turns = this.#game.turns.peek();
			this.#goal = Math.min(turns + ahead, Math.max(turns, this.#goal) + 1); // one turn for each key, even if keys come fast
			this.#game.send("seek", { turn: this.#goal });
		} else if (at !== "playing") this.#go();
	}

	#go() {
		this.at.value = "playing";
		this.#game.run(this.speed);
	}

	pause() {
		if (this.at.peek() !== "playing") return;
		this.#game.pause();
		this.at.value = "paused";
	}

	/** Toggles between play and pause. */
	toggle() {
		if (this.at.peek() === "playing") this.pause();
		else if (this.at.peek() === "paused") {
			if (this.waits && !this.dead) this.at.value = "playing";
			else this.#go();
		}
	}

	/** Lets the other snakes play on after the person's snake has died. */
	watch() {
		this.waits = false;
		this.#go();
	}

	/** @param {number} speed */
	pace(speed) {
		this.speed = speed;
		if (this.at.peek() === "playing" && !this.waits) this.#game.run(speed);
	}

	/** @param {boolean} waits */
	wait(waits) {
		this.waits = waits;
		if (this.at.peek() !== "playing") return;
		if (waits) this.#game.pause();
		else this.#game.run(this.speed);
	}

	stop() {
		cancelAnimationFrame(this.#frame);
		for (const end of this.#ends) end();
	}

	/** @param {number} now */
	#glide(now) {
		this.#frame = 0;
		const p = this.position;
		if (!p) return;
		const long = this.waits ? 110 : Math.min(most, 1000 / this.speed);
		const t = Math.min(1, Math.max(0, (now - this.#began) / long));
		const from = t < 1 ? this.#game.positions(this.#shown - 1)?.[0] ?? null : null;
		this.#draw(p, from, from ? t : 1);
		if (t < 1) this.#frame = requestAnimationFrame((next) => this.#glide(next));
	}
}
