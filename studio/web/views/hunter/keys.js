// The keys of the hunters: who is alone has all of them, two share the keyboard. A
// hunter walks as long as a key is down.

/** @typedef {{walk: Record<string, number>, bomb: string[], names: {walk: string, bomb: string}}} Pad */

const arrows = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };
const letters = { KeyW: 0, KeyD: 1, KeyS: 2, KeyA: 3 }; // where they are on the keyboard, whatever they write

export const dirNames = ["up", "right", "down", "left"];

/**
 * The keys of so many people.
 * @param {number} people
 * @returns {Pad[]}
 */
export function pads(people) {
	if (people === 0) return [];
	if (people === 1) {
		return [{ walk: { ...arrows, ...letters }, bomb: ["Space", "Enter", "NumpadEnter", "Slash"], names: { walk: "↑ ↓ ← →", bomb: "space" } }];
	}
	return [
		{ walk: arrows, bomb: ["Enter", "NumpadEnter", "Slash"], names: { walk: "↑ ↓ ← →", bomb: "enter" } },
		{ walk: letters, bomb: ["Space"], names: { walk: "W A S D", bomb: "space" } },
	];
}

/**
 * Turns keys into what hunters do.
 * @typedef {(hunter: number, what: "press" | "release" | "bomb", dir?: number) => void} Told
 */
export class Keys {
	#pads;
	#told;
	/** @type {Set<string>} */ #down = new Set();

	/** @param {number} people @param {Told} told */
	constructor(people, told) {
		this.#pads = pads(people);
		this.#told = told;
	}

	/** Whether the key was one of a hunter's. @param {KeyboardEvent} e */
	press(e) {
		if (e.ctrlKey || e.altKey || e.metaKey || e.key === "?") return false; // it is the help, on whatever key
		for (const [i, pad] of this.#pads.entries()) {
			const dir = pad.walk[e.code];
			if (dir === undefined && !pad.bomb.includes(e.code)) continue;
			if (!this.#down.has(e.code)) {
				this.#down.add(e.code);
				if (dir === undefined) this.#told(i, "bomb");
				else this.#told(i, "press", dir);
			}
			return true;
		}
		return false;
	}

	/** @param {KeyboardEvent} e */
	release(e) {
		if (!this.#down.delete(e.code)) return;
		for (const [i, pad] of this.#pads.entries()) {
			if (pad.walk[e.code] !== undefined) this.#told(i, "release", pad.walk[e.code]);
		}
	}

	/** Forgets what is down, as when the time stops. */
	clear() { this.#down.clear(); }
}
