// An Announcer gives new texts to screen readers, for users who cannot see the board. It announces
// at most one text in two seconds, the latest.
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
	 * @param {boolean} [now] announces the text without a pause, for example at the end of a game
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
