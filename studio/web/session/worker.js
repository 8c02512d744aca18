// Messages to the engine in a worker of this page. When it breaks off, or hangs, which
// no solver should bring about, it is ended and begun anew, a little later each time:
// what was open is then opened again.

/** @typedef {import("./client.js").Transport} Transport */

const patience = 10_000; // milliseconds without an answer, after which the worker hangs
const pause = 1000; // between two looks
const first = 100, longest = 15_000; // milliseconds before it is begun anew
const steady = 30_000; // after so long an engine counts as one that works

/** @implements {Transport} */
export class Engine {
	onopen = () => {};
	/** @type {(text: string) => void} */ ontext = () => {};
	/** @type {(why: string) => void} */ onclose = () => {};
	/** @type {Worker | null} */ #worker = null;
	#begun = 0;
	#asked = 0;
	#looked = 0;
	#answered = true;
	#looking = 0;
	#wait = first;
	#timer = 0;
	#closed = false;

	constructor() { this.#begin(); }

	/** Whoever is not there yet is told later, when it opens. @param {string} text */
	send(text) { this.#worker?.postMessage(text); }

	close() {
		this.#closed = true;
		clearTimeout(this.#timer);
		this.#end();
	}

	/** Begins now, if it is not there. */
	again() {
		if (this.#closed || this.#worker) return;
		clearTimeout(this.#timer);
		this.#begin();
	}

	#begin() {
		const worker = this.#worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module", name: "engine" });
		this.#begun = this.#looked = performance.now();
		this.#answered = true;
		this.#looking = setInterval(() => this.#look(), pause);
		worker.onmessage = ({ data }) => {
			if (worker !== this.#worker) return;
			if (typeof data === "string") this.ontext(data);
			else if (data.open) this.onopen();
			else if (data.lost) this.#lose(data.lost);
			else this.#answered = true;
		};
		worker.onerror = (e) => {
			e.preventDefault();
			if (worker === this.#worker) this.#lose(`the engine broke off: ${e.message || "its worker cannot be started"}`);
		};
	}

	#end() {
		clearInterval(this.#looking);
		this.#worker?.terminate();
		this.#worker = null;
	}

	/** @param {string} why */
	#lose(why) {
		this.#end();
		if (performance.now() - this.#begun > steady) this.#wait = first;
		this.#timer = setTimeout(() => this.#begin(), this.#wait);
		this.#wait = Math.min(longest, this.#wait * 2);
		this.onclose(why);
	}

	// Asks whether the worker still hears. A page that did not look itself, because it
	// slept, gives it time anew.
	#look() {
		const now = performance.now();
		const slept = now - this.#looked > 3 * pause;
		this.#looked = now;
		if (this.#answered || slept) {
			this.#answered = false;
			this.#asked = now;
			this.#worker?.postMessage({ ping: now });
		} else if (now - this.#asked > patience) {
			this.#lose("the engine did not answer, and was ended");
		}
	}
}
