// An Engine exchanges messages with the engine that runs in a worker of this page. It replaces a
// worker that fails or hangs by a new one, after growing delays. The session then opens all channels
// again.

/** @typedef {import("./client.js").Transport} Transport */

const hangTime = 10_000; // milliseconds without a pong after which the worker counts as hung
const pause = 1000; // milliseconds from one check of the worker to the next
const first = 100, longest = 15_000; // shortest and longest delay before a restart, in milliseconds
const steady = 30_000; // a worker that lasts this many milliseconds resets the delay

/** @implements {Transport} */
export class Engine {
	onopen = () => {};
	/** @type {(text: string) => void} */ ontext = () => {};
	/** @type {(why: string) => void} */ onclose = () => {};
	/** @type {Worker | null} */ #worker = null;
	#begun = 0; // when the worker was started
	#pinged = 0; // when the last ping was sent
	#checked = 0; // when #check last ran
	#answered = true; // whether the worker has answered the last ping
	#checks = 0;
	#wait = first;
	#timer = 0;
	#closed = false;

	constructor() { this.#begin(); }

	/** Sends a message; it is dropped while there is no worker. @param {string} text */
	send(text) { this.#worker?.postMessage(text); }

	close() {
		this.#closed = true;
		clearTimeout(this.#timer);
		this.#end();
	}

	/** Starts a worker now, unless there is one. */
	again() {
		if (this.#closed || this.#worker) return;
		clearTimeout(this.#timer);
		this.#begin();
	}

	#begin() {
		const worker = this.#worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module", name: "engine" });
		this.#begun = this.#checked = performance.now();
		this.#answered = true;
		this.#checks = setInterval(() => this.#check(), pause);
		worker.onmessage = ({ data }) => {
			if (worker !== this.#worker) return;
			if (typeof data === "string") this.ontext(data);
			else if (data.open) this.onopen();
			else if (data.lost) this.#lose(data.lost);
			else this.#answered = true;
		};
		worker.onerror = (e) => {
			e.preventDefault();
			if (worker === this.#worker) this.#lose(`the engine failed: ${e.message || "its worker cannot be started"}`);
		};
	}

	#end() {
		clearInterval(this.#checks);
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

	/** Pings the worker, and ends a worker that has not answered for too long. Time in which the page was suspended does not count. */
	#check() {
		const now = performance.now();
		const slept = now - this.#checked > 3 * pause;
		this.#checked = now;
		if (this.#answered || slept) {
			this.#answered = false;
			this.#pinged = now;
			this.#worker?.postMessage({ ping: now });
		} else if (now - this.#pinged > hangTime) {
			this.#lose("the engine did not answer and was ended");
		}
	}
}
