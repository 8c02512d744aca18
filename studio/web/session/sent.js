// SentTexts keeps the last texts that were sent, because the server may have lost some of them.

const mostTexts = 512, mostLetters = 4_000_000;

export class SentTexts {
	/** @type {string[]} */ #texts = [];
	#letters = 0;
	#gone = 0; // number of texts that are no longer kept

	/** @param {string} text */
	add(text) {
		this.#texts.push(text);
		this.#letters += text.length;
		while (this.#texts.length > mostTexts || this.#letters > mostLetters) {
			this.#letters -= /** @type {string} */ (this.#texts.shift()).length;
			this.#gone++;
		}
	}

	/** Returns the texts sent after the first n; null if some of them are no longer kept. @param {number} n */
	after(n) {
		const begin = n - this.#gone;
		return begin < 0 || begin > this.#texts.length ? null : this.#texts.slice(begin);
	}

	clear() {
		this.#texts = [];
		this.#letters = this.#gone = 0;
	}
}
