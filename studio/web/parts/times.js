// A histogram of times by powers of two. Usage:
//
//	const t = new Times(); card.append(t.element); t.show({ counts, total, most });
//
// counts[i] counts times from 2^(i-1) to less than 2^i microseconds; counts[0] counts
// times below one microsecond.
import { h, replace, write } from "./dom.js";
import { duration, group } from "./panel.js";

export class Times {
	#bars = h("div", { class: "bars", role: "img" });
	#low = h("span", {});
	#high = h("span", {});
	#text = h("p", { class: "small dim" });
	element = h("div", { class: "times" }, this.#bars, h("div", { class: "row apart small dim" }, this.#low, this.#high), this.#text);
	#shown = "";

	/** @param {{counts: number[], total: number, most: number}} took */
	show({ counts, total, most }) {
		const first = Math.max(0, counts.findIndex((c) => c > 0)), n = counts.reduce((a, b) => a + b, 0);
		const key = `${n} ${most}`;
		if (n === 0 || key === this.#shown) return;
		this.#shown = key;
		const from = Math.max(0, first - 1), to = Math.max(counts.length, from + 8), high = Math.max(...counts);
		if (this.#bars.children.length !== to - from) replace(this.#bars, Array.from({ length: to - from }, () => h("span")));
		for (let i = from; i < to; i++) {
			const bar = /** @type {HTMLElement} */ (this.#bars.children[i - from]);
			bar.style.height = counts[i] ? `${Math.max(3, 100 * counts[i] / high)}%` : "0";
			bar.title = `${group(counts[i] ?? 0)} moves: ${below(i)}`;
		}
		write(this.#low, below(from));
		write(this.#high, below(to - 1));
		const words = `mean ${duration(total / n)}, longest ${duration(most)}, ${group(n)} answers`;
		write(this.#text, words);
		this.#bars.setAttribute("aria-label", `time per move: ${words}`);
	}
}

/** @param {number} i */
function below(i) { return `< ${duration(2 ** i)}`; }
