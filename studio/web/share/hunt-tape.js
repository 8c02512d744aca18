// A HuntTape is a recorded game of Snake Hunter that a page contains. It answers a HuntReplay like an
// engine. Usage:
//
//	const replay = new HuntReplay(new HuntTape(doc, 120), "", fail);
//
// The Go type hunt.Tape makes the document.
import { reducedMotion } from "../draw/theme.js";

/** @typedef {import("../session/hunt.js").Frame} Frame */
/** @typedef {{opened: {speed: number}, every: number, frames: Frame[]}} Doc frames by tick; a frame is whole if its tick is a multiple of every */

const most = 100; // longest time between two drawings whose ticks are all delivered, in milliseconds

export class HuntTape {
	/** @type {(type: string, data: any) => void} */ #deliver = () => {};
	#doc;
	#at;
	#started = false;
	#running = false;
	#request = 0;
	#before = 0; // the time of the last drawing
	#due = 0; // part of a tick that is due
	#totals;

	/** @param {Doc} doc @param {number} start the tick that is shown first; if it is not 0, the game waits until the user starts it */
	constructor(doc, start) {
		this.#doc = doc;
		let score = 0;
		this.#totals = doc.frames.map((f) => ({ tick: f.tick, score: score = f.score ?? score }));
		this.#at = Math.min(start, this.last);
	}

	get last() { return this.#doc.frames.length - 1; }

	/**
	 * @param {string} _kind
	 * @param {object} _options
	 * @param {(type: string, data: any) => void} deliver
	 */
	open(_kind, _options, deliver) {
		this.#deliver = deliver;
		queueMicrotask(() => {
			deliver("opened", this.#doc.opened);
			this.#seek(this.#at);
		});
		return { send: (/** @type {string} */ type, /** @type {any} */ data) => queueMicrotask(() => this.#receive(type, data)), close: () => this.#stop() };
	}

	/** @param {string} type @param {any} data */
	#receive(type, data) {
		if (type === "seek") this.#seek(data.turn);
		if (type === "pause") this.#stop();
		if (type === "run") {
			// HuntReplay sends the first "run" itself, before the user does anything.
			const waits = !this.#started && (reducedMotion() || this.#at > 0);
			this.#started = true;
			if (!waits && !this.#running) this.#run();
		}
	}

	#run() {
		if (this.#at === this.last) this.#seek(0);
		this.#running = true;
		this.#due = 0;
		this.#before = performance.now();
		this.#progress();
		this.#request = requestAnimationFrame((now) => this.#tick(now));
	}

	#stop() {
		cancelAnimationFrame(this.#request);
		this.#running = false;
		this.#progress();
	}

	/** Delivers the frames that are due. @param {number} now */
	#tick(now) {
		this.#due += Math.min(most, Math.max(0, now - this.#before)) / 1000 * this.#doc.opened.speed;
		this.#before = now;
		for (; this.#due >= 1 && this.#at < this.last; this.#due--) this.#deliver("frame", this.#doc.frames[++this.#at]);
		if (this.#at === this.last) return this.#stop();
		this.#request = requestAnimationFrame((then) => this.#tick(then));
	}

	/** Delivers the last whole frame before a tick, and the later frames up to the tick. @param {number} tick */
	#seek(tick) {
		const { frames, every } = this.#doc, to = Math.min(Math.max(tick, 0), this.last);
		for (this.#at = to - to % every; ; this.#at++) {
			this.#deliver("frame", { ...frames[this.#at], events: [] }); // without the events, which would animate skipped ticks
			if (this.#at === to) break;
		}
		this.#progress();
	}

	#progress() { this.#deliver("progress", { turn: this.#at, turns: this.last, running: this.#running, speed: this.#doc.opened.speed, totals: this.#totals }); }
}
