// Passes data from one page to another if the data is too large for an address, such as a game from
// a file.

/** @type {Map<string, any>} the data, by the name of the page that will take it */
const waiting = new Map();

/** Stores the data for the next start of a page. @param {string} page @param {any} data */
export function handOver(page, data) { waiting.set(page, data); }

/** Returns and removes the data for a page; null if there is none. @param {string} page */
export function takeOver(page) {
	const data = waiting.get(page) ?? null;
	waiting.delete(page);
	return data;
}
