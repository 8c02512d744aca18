// The speed control, from one move a second to as fast as possible. Usage:
//
//	const s = new Speed(20, (speed) => ...); view.append(s.element); s.faster(); s.slower();
//
// A speed is in moves a second; 0 is as fast as possible.
import { h, write } from "./dom.js";
import { count } from "./panel.js";

/** The speeds that the keys choose, as in the terminal. */
export const ladder = [1, 2, 3, 5, 8, 12, 20, 30, 60, 100, 200, 300, 500, 1000, 0];

/** @param {number} speed */
export function speedWords(speed) { return speed === 0 ? "fastest" : `${speed}/s`; }

/** Returns the index in the ladder that is nearest to a speed. @param {number} speed */
function placeOf(speed) {
	if (!(speed > 0)) return ladder.length - 1;
	let best = 0;
	for (let i = 0; i < ladder.length - 1; i++) {
		if (Math.abs(Math.log(ladder[i] / speed)) < Math.abs(Math.log(ladder[best] / speed))) best = i;
	}
	return best;
}

export class Speed {
	#input; #text;
	#changed;

	/**
	 * @param {number} speed
	 * @param {(speed: number) => void} changed
	 */
	constructor(speed, changed) {
		this.#changed = changed;
		this.#input = h("input", { type: "range", min: "0", max: String(ladder.length - 1), step: "1", "aria-label": "speed", title: "speed: arrows up and down" });
		this.#text = h("output", {});
		this.element = h("div", { class: "speed" }, this.#input, this.#text);
		this.#input.addEventListener("input", () => this.set(ladder[Number(this.#input.value)], true));
		this.value = speed;
		this.set(speed);
	}

	/**
	 * @param {number} speed
	 * @param {boolean} [notify] calls `changed`
	 */
	set(speed, notify = false) {
		this.value = speed;
		this.#input.value = String(placeOf(speed));
		this.#input.setAttribute("aria-valuetext", speed === 0 ? "as fast as possible" : `${count(speed, "move")} a second`);
		write(this.#text, speedWords(speed));
		if (notify) this.#changed(speed);
	}

	faster() { this.#step(1); }
	slower() { this.#step(-1); }

	/** @param {number} by */
	#step(by) { this.set(ladder[Math.min(ladder.length - 1, Math.max(0, placeOf(this.value) + by))], true); }
}
