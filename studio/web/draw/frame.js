// One animation frame for all boards and charts of a page.

/**
 * @typedef {object} Drawn
 * @property {(now: number) => boolean} draw draws; whether it wants the next frame too
 */

/** @type {Set<Drawn>} */
let waiting = new Set();
let asked = false;

/**
 * nextFrame has the thing drawn once in the next frame, however often it is asked.
 * @param {Drawn} thing
 */
export function nextFrame(thing) {
	waiting.add(thing);
	if (!asked) {
		asked = true;
		requestAnimationFrame(frame);
	}
}

/**
 * forget is for a thing that is gone.
 * @param {Drawn} thing
 */
export function forget(thing) { waiting.delete(thing); }

/** @param {number} now */
function frame(now) {
	asked = false;
	const these = waiting;
	waiting = new Set();
	for (const thing of these) {
		if (thing.draw(now)) nextFrame(thing);
	}
}
