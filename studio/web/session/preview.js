// A Preview is the transport of an exported site, which has no server. Until the engine is ready, it
// answers with messages that an engine of the same build sent during an earlier visit: the hello, and
// the first moves of a game with the same link. Then the engine opens the game again, as after a lost
// connection, and continues it. The moves do not change, because solvers without a time limit make
// the same moves again. The engine starts to load when the first move is shown.
//
// While a page is used, its Preview records the messages, and the browser stores them. A preview ends
// at the first message of the page for which it has no recorded answer.

/** @typedef {import("./client.js").Transport} Transport */
/** @typedef {import("./client.js").Message} Message */
/**
 * A Tape has the messages of the engine to a channel. Each line has the time of the message in
 * milliseconds after the first move, or -1 if the message came before the page sent "run".
 * @typedef {object} Tape
 * @property {string} open the message with which the page opened the channel
 * @property {[number, string][]} lines
 */
/** @typedef {{build: string, hello: string, tapes: Tape[]}} Kept */

const most = 4; // tapes that are kept; the oldest is dropped first
const longest = 3000; // most milliseconds of a game on a tape
const largest = 100_000; // most characters of a tape
const afterMove = 60; // milliseconds from the first move to the start of the engine; by then the move is drawn
const longestWait = 1000; // longest time until the engine starts, even without a first move, in milliseconds
const key = "ouro.preview";

/** Messages that do not end a preview: a page that only watches a game sends them. */
const harmless = ["ack", "run", "show"];

/** @implements {Transport} */
export class Preview {
	onopen = () => {};
	/** @type {(text: string) => void} */ ontext = () => {};
	/** @type {(why: string, asleep?: boolean) => void} */ onclose = () => {};
	#load;
	/** @type {Transport | null} */ #engine = null;
	#build;
	/** The data of earlier visits; null without data of this build. @type {Kept | null} */ #kept;
	#showing; // whether the page shows messages of an earlier visit, because the engine is not ready
	/** The tape that is shown. @type {Tape | null} */ #shown = null;
	/** @type {number[]} */ #timers = [];
	#hello = ""; // the engine's hello
	/** The tape that is recorded. @type {Tape | null} */ #recorded = null;
	#size = 0; // characters of the recorded tape
	#running = false; // whether the recorded game has begun to run
	#moved = 0; // time of the recorded game's first move; 0 before that move
	#closed = false;
	#seen = false; // whether a game has been opened; only the first game is recorded

	/**
	 * @param {() => Transport} load makes the engine
	 * @param {string} build of the site; data of another build is ignored
	 */
	constructor(load, build) {
		this.#load = load;
		this.#build = build;
		this.#kept = read(build);
		this.#showing = this.#kept !== null;
		if (this.#showing) {
			queueMicrotask(() => { if (this.#showing) this.onopen(); });
			this.#startAfter(longestWait);
		} else {
			this.#start();
		}
	}

	/** Starts the engine, once. */
	#start() {
		if (this.#engine || this.#closed) return;
		const engine = this.#engine = this.#load();
		engine.onopen = () => {
			this.#end();
			this.onopen();
		};
		engine.ontext = (text) => {
			this.#record(text);
			this.ontext(text);
		};
		engine.onclose = (why, asleep) => {
			this.#end();
			this.#recorded = null;
			this.onclose(why, asleep);
		};
	}

	/** @param {number} delay milliseconds */
	#startAfter(delay) { setTimeout(() => this.#start(), delay); }

	/** @param {string} text */
	send(text) {
		if (this.#showing) this.#answer(text);
		else {
			this.#follow(text);
			this.#engine?.send(text);
		}
	}

	close() {
		this.#closed = true;
		this.#end();
		this.#engine?.close();
	}

	again() { this.#engine?.again?.(); }

	/** Ends the preview. */
	#end() {
		this.#showing = false;
		this.#stop();
	}

	#stop() {
		for (const t of this.#timers.splice(0)) clearTimeout(t);
		this.#shown = null;
	}

	/** Delivers each line to the page at its time. @param {[number, string][]} lines */
	#play(lines) {
		for (const [at, text] of lines) this.#timers.push(setTimeout(() => this.ontext(text), Math.max(0, at)));
	}

	/** Answers a message of the page from the kept messages. @param {string} text */
	#answer(text) {
		const { hello, tapes } = /** @type {Kept} */ (this.#kept);
		/** @type {Message} */
		const m = JSON.parse(text);
		if (m.type === "hello") return this.#play([[0, hello]]);
		if (m.type === "open") {
			const tape = tapes.find((t) => t.open === text);
			if (!tape) return this.#start();
			this.#seen = true; // this game need not be recorded again
			this.#shown = tape;
			this.#play(tape.lines.filter(([at]) => at < 0));
		} else if (m.ch && this.#shown && m.ch === JSON.parse(this.#shown.open).ch) {
			if (m.type === "run") {
				this.#play(this.#shown.lines.filter(([at]) => at >= 0));
				this.#startAfter(afterMove);
			} else if (!harmless.includes(m.type)) {
				this.#stop();
				this.#start();
			}
		}
	}

	/** Records a message of the page for a later visit. @param {string} text */
	#follow(text) {
		if (this.#seen && !this.#recorded) return;
		/** @type {Message} */
		const m = JSON.parse(text);
		if (m.type === "open" && !this.#seen) {
			this.#seen = true;
			const { kind, link } = m.data;
			if (kind === "game" && !/(^|&)(time|cpu)=/.test(link)) this.#recorded = { open: text, lines: [] };
		} else if (this.#recorded && m.ch === JSON.parse(this.#recorded.open).ch) {
			if (m.type === "run") this.#running = true;
			else if (!harmless.includes(m.type)) this.#keep();
		}
	}

	/** Records a message of the engine. @param {string} text */
	#record(text) {
		if (this.#seen && !this.#recorded) return;
		/** @type {Message} */
		const m = JSON.parse(text);
		if (m.type === "hello") this.#hello = text;
		if (!this.#recorded || m.ch !== JSON.parse(this.#recorded.open).ch) return;
		const played = (/** @type {any} */ lane) => lane.seats.some((/** @type {any} */ s) => s.hand);
		if (m.type === "error" || m.type === "opened" && m.data.lanes.some(played)) { // a person plays
			this.#recorded = null;
			return;
		}
		if (this.#running && m.type === "frames") this.#moved ||= performance.now();
		const at = this.#moved ? Math.round(performance.now() - this.#moved) : this.#running ? 0 : -1;
		this.#size += text.length;
		if (at > longest || this.#size > largest) return this.#keep();
		this.#recorded.lines.push([at, text]);
	}

	/** Keeps the recorded tape, if it has moves. */
	#keep() {
		const tape = this.#recorded;
		this.#recorded = null;
		if (!tape?.lines.some(([at]) => at >= 0)) return;
		const tapes = [tape, ...(this.#kept?.tapes ?? [])].slice(0, most);
		try {
			localStorage.setItem(key, JSON.stringify({ build: this.#build, hello: this.#hello, tapes }));
		} catch { /* not allowed here, or there is no room */ }
	}
}

/** Returns the data that earlier visits stored for a build; null without any. @param {string} build @returns {Kept | null} */
function read(build) {
	try {
		const kept = JSON.parse(localStorage.getItem(key) ?? "null");
		return kept?.build === build ? kept : null;
	} catch {
		return null; // not allowed here
	}
}
