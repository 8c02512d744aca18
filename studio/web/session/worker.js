/** @typedef {import("./client.js").Transport} Transport */

const patience = 10_000; // milliseconds without an answer, after which the worker hangs
const pause = 1000; // between two looks

/**
 * Carries messages to the engine in a worker of this page. One that hangs, which no
 * solver should bring about, is ended: the connection is lost, and the next one is a
 * new worker.
 * @implements {Transport}
 */
export class Engine {
	onopen = () => {};
	/** @type {(text: string) => void} */ ontext = () => {};
	/** @type {(why: string) => void} */ onclose = () => {};
	#worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module", name: "engine" });
	#asked = performance.now();
	#looked = performance.now();
	#answered = true;
	#timer = setInterval(() => this.#look(), pause);

	constructor() {
		this.#worker.onmessage = ({ data }) => {
			if (typeof data === "string") this.ontext(data);
			else if (data.open) this.onopen();
			else if (data.lost) this.#lose(data.lost);
			else this.#answered = true;
		};
		this.#worker.onerror = (e) => {
			e.preventDefault();
			this.#lose(`the engine broke off: ${e.message || "its worker cannot be started"}`);
		};
	}

	/** @param {string} text */
	send(text) { this.#worker.postMessage(text); }

	close() {
		clearInterval(this.#timer);
		this.#worker.terminate();
	}

	/** @param {string} why */
	#lose(why) {
		this.close();
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
			this.#worker.postMessage({ ping: now });
		} else if (now - this.#asked > patience) {
			this.#lose("the engine did not answer, and was ended");
		}
	}
}
