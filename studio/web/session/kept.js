// The last texts that were sent, for when somebody has not got them.

const mostTexts = 512, mostLetters = 4_000_000;

export class Kept {
	/** @type {string[]} */ #texts = [];
	#letters = 0;
	#gone = 0; // texts that are not kept any more

	/** @param {string} text */
	add(text) {
		this.#texts.push(text);
		this.#letters += text.length;
		while (this.#texts.length > mostTexts || this.#letters > mostLetters) {
			this.#letters -= /** @type {string} */ (this.#texts.shift()).length;
			this.#gone++;
		}
	}

	/** The texts after the first n of all, or null where they are not all kept. @param {number} n */
	after(n) {
		const begin = n - this.#gone;
		return begin < 0 || begin > this.#texts.length ? null : this.#texts.slice(begin);
	}

	clear() {
		this.#texts = [];
		this.#letters = this.#gone = 0;
	}
}
