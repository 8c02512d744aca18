// Passes data that is too large for an address from one page to another, such as a game
// from a file.

/** @type {Map<string, any>} the data, by the name of the page that will take it */
const waiting = new Map();

/** @param {string} page @param {any} what */
export function handOver(page, what) { waiting.set(page, what); }

/** Returns and removes the data for a page; null if there is none. @param {string} page */
export function takeOver(page) {
	const what = waiting.get(page) ?? null;
	waiting.delete(page);
	return what;
}
