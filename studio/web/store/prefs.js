// What a person has chosen once and for all pages: it is remembered by the browser,
// where that is allowed, and never part of a link.
import { effect, signal } from "./signal.js";

/**
 * A signal that is remembered under a name.
 * @param {string} name
 * @param {string} usual where nothing was chosen
 * @param {readonly string[]} [known] what may be chosen; none is anything
 */
export function remembered(name, usual, known) {
	let value = usual;
	try { value = localStorage.getItem("ouro." + name) ?? usual; } catch { /* not allowed here */ }
	const s = signal(known && !known.includes(value) ? usual : value);
	effect(() => {
		const v = s.value;
		try {
			if (v === usual) localStorage.removeItem("ouro." + name);
			else localStorage.setItem("ouro." + name, v);
		} catch { /* not allowed here */ }
	});
	return s;
}

/** Light, dark, or as the system has it. */
export const themes = /** @type {const} */ (["system", "light", "dark"]);

export const theme = remembered("theme", "system", themes);

effect(() => {
	if (typeof document === "undefined") return;
	if (theme.value === "system") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme.value;
});
