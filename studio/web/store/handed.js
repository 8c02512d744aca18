// What one page hands over to another, since an address is too short for it: a game in a
// file.

/** @type {Map<string, any>} by the page that is to have it */
const waiting = new Map();

/** @param {string} page @param {any} what */
export function hand(page, what) { waiting.set(page, what); }

/** What was handed over to a page, once. @param {string} page */
export function take(page) {
	const what = waiting.get(page) ?? null;
	waiting.delete(page);
	return what;
}
