// What is told to whoever cannot see the board: new texts are read out, but no more
// than one in two seconds.
//
//	const live = new Live(); view.append(live.element); live.say("length 12, score 11");
import { h } from "./dom.js";

const pause = 2000; // milliseconds between two texts

export class Live {
	element = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
	#next = "";
	#timer = 0;

	/**
	 * @param {string} text
	 * @param {boolean} [now] do not wait, as for an ending
	 */
	say(text, now = false) {
		this.#next = text;
		if (now) this.#tell();
		else if (!this.#timer) this.#timer = setTimeout(() => this.#tell(), pause);
	}

	#tell() {
		clearTimeout(this.#timer);
		this.#timer = 0;
		if (this.element.textContent !== this.#next) this.element.textContent = this.#next;
	}

	stop() { clearTimeout(this.#timer); }
}
