// One animation frame, which all boards and charts of a page share.

/**
 * @typedef {object} Drawable
 * @property {(now: number) => boolean} draw draws, and returns whether to draw in the next frame too
 */

/** @type {Set<Drawable>} */
let waiting = new Set();
let requested = false;

/**
 * Draws the thing once in the next frame, however often nextFrame is called.
 * @param {Drawable} thing
 */
export function nextFrame(thing) {
	waiting.add(thing);
	if (!requested) {
		requested = true;
		requestAnimationFrame(frame);
	}
}

/**
 * Cancels the drawing of a thing that is gone.
 * @param {Drawable} thing
 */
export function forget(thing) { waiting.delete(thing); }

/** @param {number} now */
function frame(now) {
	requested = false;
	const these = waiting;
	waiting = new Set();
	for (const thing of these) {
		if (thing.draw(now)) nextFrame(thing);
	}
}
