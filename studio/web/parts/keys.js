// A page defines its keys by a method:
//
//	keys() { return [
//		{ keys: [" ", "p"], name: "space", does: "pause", do: () => this.pause() },
//		{ keys: ["1"], name: "1-9", does: "overlays", do: () => ... },
//	]; }
//
// The shell calls the method at every key press and for the help, so it lists the keys that work at
// that moment. `keys` are values of KeyboardEvent.key; `name` is the name in the help. The page gets
// no keys while the user types or while a dialog is open.

/**
 * @typedef {object} Key
 * @property {string[]} keys
 * @property {string} [name] the name in the help, which omits keys without a name
 * @property {string} does
 * @property {(event: KeyboardEvent) => void} do
 */

/**
 * Performs the action of a pressed key if `keys` has one for it.
 * @param {KeyboardEvent} event
 * @param {Key[]} keys
 */
export function press(event, keys) {
	if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || belongsToFocus(event)) return false;
	const found = keys.find((k) => k.keys.includes(event.key));
	if (!found) return false;
	event.preventDefault();
	found.do(event);
	return true;
}

/** Reports whether the focused element itself uses the key. @param {KeyboardEvent} event */
function belongsToFocus(event) {
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
