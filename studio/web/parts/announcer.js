// An Announcer makes screen readers read new texts to people who cannot see the board, at
// most one text in two seconds.
//
//	const announcer = new Announcer(); view.append(announcer.element); announcer.say("length 12, score 11");
import { h } from "./dom.js";

const pause = 2000; // milliseconds between two announcements

export class Announcer {
	element = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
	#next = "";
	#timer = 0;

	/**
	 * @param {string} text
	 * @param {boolean} [now] without a pause, as at the end of a game
	 */
	say(text, now = false) {
		this.#next = text;
		if (now) this.#announce();
		else if (!this.#timer) this.#timer = setTimeout(() => this.#announce(), pause);
	}

	#announce() {
		clearTimeout(this.#timer);
		this.#timer = 0;
		if (this.element.textContent !== this.#next) this.element.textContent = this.#next;
	}

	stop() { clearTimeout(this.#timer); }
}
