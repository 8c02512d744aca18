// Copies texts to the clipboard for the buttons of all pages. Usage:
//
//	copy(linkTo("watch", fields), "link");
import { h } from "./dom.js";
import { toast } from "./toast.js";

/**
 * Copies a text to the clipboard, and shows whether that worked.
 * @param {string | Promise<string>} text
 * @param {string} what a name for the text
 * @param {string} [instead] where the user can find the text if copying is not allowed
 */
export async function copy(text, what, instead = "") {
	if (await writeClipboard(await text)) toast(`The ${what} is copied.`);
	else toast(`The browser does not allow copying the ${what}${instead && `: ${instead}`}.`, { error: true });
}

/** @param {string} text */
async function writeClipboard(text) {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch { // browsers offer no clipboard to a page that was loaded by HTTP instead of HTTPS
		return copySelection(text);
	}
}

/** Copies by selecting the text in the page, then restores the focus. @param {string} text */
function copySelection(text) {
	const focus = document.activeElement, area = h("textarea", { class: "unseen", readOnly: true, value: text, "aria-label": "copied" });
	(document.querySelector("dialog[open]") ?? document.body).append(area); // only a dialog's content can be selected while it is open
	area.focus({ preventScroll: true });
	area.select();
	try {
		return document.execCommand("copy");
	} finally {
		area.remove();
		if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
	}
}
