// A Player shows a Game at a given speed. It moves smoothly from turn to turn through the positions
// that the page has received. Shortly before the last of them, it lets the engine play on. Usage:
//
//	const player = new Player(game, { speed: 20, draw(lanes, from, t) { ... } });
//	player.play(); player.step(-1); player.go(100); player.stop();
//
// The Player calls `draw` with the positions to draw. Between two turns it also passes the previous
// positions and t, the elapsed part of the turn (0 to 1).
import { effect, signal } from "../store/signal.js";

/** @typedef {import("../session/game.js").Game} Game */
/** @typedef {import("../session/lane.js").Position} Position */

const maxGlide = 40; // moves a second; at higher speeds nothing is drawn between two turns
const maxPaced = 60; // moves a second; at higher speeds the turns of a running engine are shown as soon as they arrive

export class Player {
	playing = signal(false);
	speed;
	#game;
	#draw;
	#head = 0; // the turn that is shown, with a fraction between two turns
	#drawn = -1; // the turn that was drawn last
	#frame = 0;
	#before = 0; // time of the last frame
	#ends;

	/**
	 * @param {Game} game
	 * @param {{speed?: number, draw: (lanes: Position[], from: Position[] | null, t: number) => void}} how
	 */
	constructor(game, { speed = 20, draw }) {
		this.#game = game;
		this.#draw = draw;
		this.speed = signal(speed);
		this.#ends = effect(() => { // draws the turn that the game shows
			const lanes = game.lanes.value, turn = game.turn.value;
			if (lanes.length === 0) { // draw the next position, whatever its turn
				this.#drawn = -1;
				return;
			}
			if (turn === this.#drawn && this.playing.peek()) return;
			this.#head = this.#drawn = turn;
			draw(lanes, null, 1);
		});
	}

	play() {
		if (this.playing.peek()) return;
		const g = this.#game;
		if (g.over.peek() && g.turn.peek() >= g.turns.peek()) g.seek(0);
		this.#head = g.turn.peek();
		this.playing.value = true;
		this.#before = 0;
		this.#frame ||= requestAnimationFrame((now) => this.#tick(now));
	}

	pause() {
		if (!this.playing.peek()) return;
		if (this.#game.seeking) return this.#halt();
		this.playing.value = false;
		this.#game.pause();
		this.#head = Math.ceil(this.#head);
		this.#game.seek(this.#head);
	}

	/** Toggles between play and pause. It also stops a seek to a turn far ahead. */
	toggle() {
		if (this.#game.seeking) this.#halt();
		else if (this.playing.peek()) this.pause();
		else this.play();
	}

	#halt() {
		this.playing.value = false;
		this.#game.halt();
	}

	/** Pauses at a turn. @param {number} turn */
	go(turn) {
		this.pause();
		this.#game.seek(turn);
	}

	/** @param {number} by number of turns; negative goes back */
	step(by) { this.go(this.#game.turn.peek() + by); }

	/** @param {number} speed */
	pace(speed) {
		this.speed.value = speed;
		if (this.#game.running.peek()) this.#game.run(speed);
	}

	/** Ends playing and drawing. */
	stop() {
		cancelAnimationFrame(this.#frame);
		this.playing.value = false;
		this.#ends();
	}

	/** @param {number} now */
	#tick(now) {
		this.#frame = 0;
		if (!this.playing.peek()) return;
		const dt = this.#before ? Math.min(0.25, (now - this.#before) / 1000) : 0;
		this.#before = now;
		this.#advance(dt);
		if (this.playing.peek()) this.#frame = requestAnimationFrame((t) => this.#tick(t));
	}

	/** @param {number} dt seconds */
	#advance(dt) {
		const g = this.#game, speed = this.speed.peek();
		if (g.lanes.peek().length === 0 || g.waiting) return;
		if (g.turn.peek() !== this.#drawn) this.#head = this.#drawn = g.turn.peek(); // the game jumped to another turn
		const live = g.running.peek();
		let end = g.until;
		const was = this.#head;
		if (live && g.latest > end && was >= end && g.has(g.latest)) end = this.#head = g.latest; // the engine skipped turns
		const behind = end - this.#head;
		let pace = speed;
		if (speed === 0 || live && speed > maxPaced) pace = Infinity;
		else if (live && behind > speed / 2 + 3) pace = Math.max(speed * 1.3, behind * 2); // catch up after a delay
		this.#head = pace === Infinity ? end : Math.min(end, this.#head + dt * pace);
		if (!live && end - this.#head <= Math.max(1, speed / 4)) {
			if (!(g.over.peek() && end >= g.turns.peek())) g.run(speed);
			else if (this.#head >= end) this.playing.value = false;
		}
		if (this.#head === was) return;
		this.#show(speed > 0 && speed <= maxGlide);
	}

	/** @param {boolean} glide */
	#show(glide) {
		const g = this.#game, at = Math.floor(this.#head), t = this.#head - at;
		const from = glide && t > 0 ? g.positions(at) : null;
		this.#drawn = from ? at + 1 : at;
		g.seek(this.#drawn);
		this.#draw(g.lanes.peek(), from, from ? t : 1);
	}
}
