// Opens pages, and keeps the address of the open page up to date. Usage in a view:
//
//	go("watch", fields)     opens a page as a link does: the back button returns to this page
//	note("watch", fields)   changes the address of this page, so a reload shows the same
//
// When a link or the back or forward button changes the address, the shell calls
// `update(fields)` of the view, see main.js.
import { format, short } from "./address.js";

/**
 * @param {string} page
 * @param {URLSearchParams} fields
 */
export function go(page, fields) {
	forget();
	location.hash = format({ page, fields });
}

/** The fragment of the open page's address, when the page was opened or last changed it. */
let here = "";

/** Records that the page of the current address is open. */
export function setOpenPage() {
	forget();
	here = location.hash;
}

/** @type {{page: string, fields: URLSearchParams} | null} */
let wanted = null;
let timer = 0;
const pause = 700; // milliseconds from one update of the address to the next, because browsers limit their rate

/**
 * @param {string} page
 * @param {URLSearchParams} fields
 */
export function note(page, fields) {
	wanted = { page, fields: new URLSearchParams(fields) };
	if (timer) return;
	write();
	timer = setTimeout(() => { timer = 0; if (wanted) write(); }, pause);
}

/** Writes the noted address, unless the user has opened another address. */
function write() {
	if (!wanted) return;
	const to = format(wanted);
	wanted = null;
	if (location.hash !== here || to === here) return;
	history.replaceState(history.state, "", to);
	here = location.hash;
}

/**
 * Returns the URL of a page for sharing, compressed if it is long.
 * @param {string} page
 * @param {URLSearchParams} fields
 */
export async function linkTo(page, fields) { return new URL(await short({ page, fields }), location.href).href; }

/** Drops an address that was noted but not written yet, for example when another page opens. */
export function forget() {
	wanted = null;
	clearTimeout(timer);
	timer = 0;
}
