// The keys of the hunters. A single player has all keys; two players share the keyboard.
// A hunter walks as long as a key is down.

/** @typedef {{walk: Record<string, number>, bomb: string[], names: {walk: string, bomb: string}}} Pad */

const arrows = { ArrowUp: 0, ArrowRight: 1, ArrowDown: 2, ArrowLeft: 3 };
const letters = { KeyW: 0, KeyD: 1, KeyS: 2, KeyA: 3 }; // codes name the place of a key on the keyboard, regardless of the layout

export const dirNames = ["up", "right", "down", "left"];

/**
 * Returns the keys of each player.
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
 * Turns keys into input of hunters.
 * @typedef {(hunter: number, what: "press" | "release" | "bomb", dir?: number) => void} Steer
 */
export class Keys {
	#pads;
	#steer;
	/** @type {Set<string>} */ #down = new Set();

	/** @param {number} people @param {Steer} steer */
	constructor(people, steer) {
		this.#pads = pads(people);
		this.#steer = steer;
	}

	/** Handles a key, and returns whether it belongs to a hunter. @param {KeyboardEvent} e */
	press(e) {
		if (e.ctrlKey || e.altKey || e.metaKey || e.key === "?") return false; // "?" opens the help on every layout
		for (const [i, pad] of this.#pads.entries()) {
			const dir = pad.walk[e.code];
			if (dir === undefined && !pad.bomb.includes(e.code)) continue;
			if (!this.#down.has(e.code)) {
				this.#down.add(e.code);
				if (dir === undefined) this.#steer(i, "bomb");
				else this.#steer(i, "press", dir);
			}
			return true;
		}
		return false;
	}

	/** @param {KeyboardEvent} e */
	release(e) {
		if (!this.#down.delete(e.code)) return;
		for (const [i, pad] of this.#pads.entries()) {
			if (pad.walk[e.code] !== undefined) this.#steer(i, "release", pad.walk[e.code]);
		}
	}

	/** Treats all keys as released, for example when the game is paused. */
	clear() { this.#down.clear(); }
}
