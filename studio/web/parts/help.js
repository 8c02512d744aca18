// The dialog with the keys of a page and notes about it, and dialogs in general.
import { h, replace } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./keys.js").Key} Key */

/**
 * Returns a dialog with a title. The dialog's button, the key Escape, and a click outside close it.
 * @param {string} title
 * @param {string} [kind] a class
 */
export function dialog(title, kind = "") {
	const close = h("button", { type: "button", class: "plain icon", "aria-label": "close", onclick: () => d.close() }, icon("close"));
	const head = h("header", {}, h("h2", {}, title), close);
	const body = h("div", { class: "body" });
	const d = h("dialog", { class: kind, "aria-label": title }, head, body);
	d.addEventListener("click", (e) => { if (e.target === d) d.close(); });
	d.addEventListener("close", () => d.remove());
	return { dialog: d, head, body };
}

/**
 * Shows the keys that work now.
 * @param {string} title
 * @param {Key[]} keys
 * @param {string[]} [notes]
 */
export function help(title, keys, notes = []) {
	const { dialog: d, body } = dialog(title, "narrow help");
	replace(body, h("dl", { class: "keys" }, keys.filter((k) => k.name).map((k) => h("div", {},
		h("dt", {}, /** @type {string} */ (k.name).split(" ").map((n) => [h("kbd", {}, n), " "]).flat()), h("dd", {}, k.does)))),
	notes.length > 0 && h("ul", { class: "dim small" }, notes.map((n) => h("li", {}, n))));
	document.body.append(d);
	d.addEventListener("keydown", (e) => { if (e.key === "?") d.close(); });
	d.showModal();
}
