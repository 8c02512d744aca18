// Short messages over the page, and errors within the page.
//
//	toast("The link is copied.")                  disappears after 4 seconds
//	toast("The game failed.", { error: true })    stays 12 seconds; screen readers read it at once
//	errorBox("unknown solver \"cel\"")               returns an element to put where the error belongs
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * @param {string} text
 * @param {{error?: boolean}} [how]
 */
export function toast(text, { error = false } = {}) {
	const host = place();
	for (const old of host.children) if (old.getAttribute("data-text") === text) old.remove();
	while (host.children.length >= 3) host.firstElementChild?.remove();
	const t = h("div", { class: "toast" + (error ? " error" : ""), role: error ? "alert" : "status", "data-text": text },
		h("span", {}, text), h("button", { type: "button", class: "plain icon", "aria-label": "dismiss", onclick: () => t.remove() }, icon("close")));
	host.append(t);
	if (host.showPopover && !host.matches(":popover-open")) host.showPopover(); // shows it above dialogs
	setTimeout(() => t.remove(), error ? 12000 : 4000);
}

/** Returns the element that holds the messages. */
function place() {
	let host = document.getElementById("toasts");
	if (!host) {
		host = h("div", { id: "toasts", popover: "manual" });
		document.body.append(host);
	}
	return host;
}

/**
 * Returns an element that shows an error.
 * @param {string} text
 * @param {...Node} more such as a button
 */
export function errorBox(text, ...more) {
	return h("div", { class: "wrong", role: "alert" }, icon("warn"), h("p", {}, text), h("div", { class: "row" }, ...more));
}
