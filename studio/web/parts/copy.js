// Copying, for all buttons that do. How it is used:
//
//	copy(linkTo("watch", fields), "link");
import { h } from "./dom.js";
import { toast } from "./toast.js";

/**
 * Copies a text, and says whether it could.
 * @param {string | Promise<string>} text
 * @param {string} what it is, in words
 * @param {string} [instead] where it is to be had if it cannot
 */
export async function copy(text, what, instead = "") {
	if (await written(await text)) toast(`The ${what} is copied.`);
	else toast(`The browser does not let the ${what} be copied${instead && `: ${instead}`}.`, { error: true });
}

/** @param {string} text */
async function written(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch { // it is missing where the studio is reached by plain HTTP
		return selected(text);
	}
}

/** Copies as a person would: selects the text, and gives the focus back. @param {string} text */
function selected(text) {
	const focus = document.activeElement, area = h("textarea", { class: "unseen", readOnly: true, value: text, "aria-label": "copied" });
	(document.querySelector("dialog[open]") ?? document.body).append(area); // nothing beside a dialog can be selected
	area.focus({ preventScroll: true });
	area.select();
	try {
		return document.execCommand("copy");
	} finally {
		area.remove();
		if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
	}
}
