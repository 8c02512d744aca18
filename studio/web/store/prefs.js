// The user's preferences for all pages. The browser stores them if its settings allow that. Links
// never contain them.
import { effect, signal } from "./signal.js";

/**
 * Returns a signal whose value the browser stores under a name.
 * @param {string} name
 * @param {string} usual the default
 * @param {readonly string[]} [known] the possible values; all if omitted
 */
export function stored(name, usual, known) {
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

/** "light" and "dark" override the system's setting. */
export const themes = /** @type {const} */ (["system", "light", "dark"]);

export const theme = stored("theme", "system", themes);

effect(() => {
	if (typeof document === "undefined") return;
	if (theme.value === "system") delete document.documentElement.dataset.theme;
	else document.documentElement.dataset.theme = theme.value;
});
