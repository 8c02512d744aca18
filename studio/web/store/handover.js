// Passes data that is too large for an address from one page to another, such as a game
// from a file.

/** @type {Map<string, any>} by the page that is to have it */
const waiting = new Map();

/** @param {string} page @param {any} what */
export function handOver(page, what) { waiting.set(page, what); }

/** Returns what was handed to a page, once; null if nothing was. @param {string} page */
export function takeOver(page) {
	const what = waiting.get(page) ?? null;
	waiting.delete(page);
	return what;
}
