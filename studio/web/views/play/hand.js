// Plays a Game by hand. The engine keeps the time: it goes on at a speed with the
// direction that was asked for last, or a turn at a time where it waits for the
// person. What is shown glides from turn to turn and is never a turn late.
import { effect, signal } from "../../store/signal.js";
import { Game } from "../../session/game.js";

/** @typedef {import("../../session/lane.js").Position} Position */

/** A game by hand, which another engine cannot play again: it was not there. */
export class HandGame extends Game {
	/** Is told when the game is lost. */ onlost = () => {};

	/** @param {string} type @param {any} data */
	hear(type, data) {
		if (type === "reopened") this.onlost();
		else super.hear(type, data);
	}
}

export const dirNames = ["up", "right", "down", "left"];
const ahead = 3; // keys that may be typed before their turns
const most = 220; // milliseconds that a step glides at most

export class Hand {
	/** "ready" for the first key, "playing", "paused" or "over". */
	at = signal(/** @type {"ready" | "playing" | "paused" | "over"} */ ("ready"));
	#game; #draw; #seat;
	#began = 0; // when the last step began to glide
	#frame = 0;
	#shown = -1;
	#goal = 0; // the turn that was asked for, where it waits
	/** @type {(() => void)[]} */ #ends = [];
	/** Moves a second. */ speed;
	/** Whether it waits for the person at every turn. */ waits;

	/**
	 * @param {Game} game
	 * @param {object} how
	 * @param {number} how.seat the person's
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

	/** Whether the person's snake is dead while others live. */
	get dead() { return this.position?.snakes[this.#seat]?.dead !== undefined; }

	/** Asks for a direction; the first one begins the game. @param {number} dir */
	steer(dir) {
		const at = this.at.peek();
		if (at === "over" || !this.position) return;
		this.#game.send("steer", { lane: 0, seat: this.#seat, dir: dirNames[dir] });
		if (this.waits && !this.dead) {
			this.at.value = "playing";
			const turns = this.#game.turns.peek();
			this.#goal = Math.min(turns + ahead, Math.max(turns, this.#goal) + 1); // a turn for each key, also of quick ones
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

	/** Goes on, or stands still. */
	toggle() {
		if (this.at.peek() === "playing") this.pause();
		else if (this.at.peek() === "paused") {
			if (this.waits && !this.dead) this.at.value = "playing";
			else this.#go();
		}
	}

	/** The others play on when the person's snake is dead. */
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
