// Draws all boards and charts of a page in one shared animation frame.

/**
 * @typedef {object} Drawable
 * @property {(now: number) => boolean} draw draws, and returns whether to draw in the next frame too
 */

/** @type {Set<Drawable>} */
let waiting = new Set();
let requested = false;

/**
 * Draws a thing in the next frame, once for any number of calls before that frame.
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
 * Cancels the requested drawing of a thing that no longer exists.
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
