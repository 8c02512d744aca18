// Keys. A page that has some says so by a method
//
//	keys() { return [
//		{ keys: [" ", "p"], name: "space", does: "pause", do: () => this.pause() },
//		{ keys: ["1"], name: "1-9", does: "overlays", do: () => ... },
//	]; }
//
// which is asked at every key press and by the help, so that it tells those that work
// now. `keys` are values of KeyboardEvent.key; `name` is what the help calls them.
// A key is not for the page while somebody types, or a dialog is open.

/**
 * @typedef {object} Key
 * @property {string[]} keys
 * @property {string} [name] for the help; without one it is not told there
 * @property {string} does
 * @property {(event: KeyboardEvent) => void} do
 */

/**
 * Does what a key press means, if it is one of these keys.
 * @param {KeyboardEvent} event
 * @param {Key[]} keys
 */
export function press(event, keys) {
	if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || elsewhere(event)) return false;
	const found = keys.find((k) => k.keys.includes(event.key));
	if (!found) return false;
	event.preventDefault();
	found.do(event);
	return true;
}

/** Whether the key belongs to what has the focus. @param {KeyboardEvent} event */
function elsewhere(event) {
	if (document.querySelector("dialog[open]")) return true;
	const at = event.composedPath()[0];
	if (!(at instanceof HTMLElement)) return false;
	if (at.isContentEditable || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return true;
	if (at instanceof HTMLInputElement) {
		const typed = !["range", "checkbox", "radio", "button", "submit", "file", "color"].includes(at.type);
		return typed || /^(Arrow|Home|End|Page| )/.test(event.key);
	}
	if (at.closest("[role=slider], [role=listbox], [role=tree], [role=grid], [role=tablist]") && /^(Arrow|Home|End|Page| |Enter)/.test(event.key)) return true;
	return (event.key === " " || event.key === "Enter") && at.closest("button, a, summary") !== null;
}
