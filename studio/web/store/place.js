// Where the page is: its address, which says all that is seen. How a view uses it:
//
//	go("watch", fields)   opens a page, as a link does: back comes back here
//	note(fields)          the same page shows something else now: a reload keeps it
//
// A view whose address changes under it, by a link, back or forward, is told by
// `moved(fields)`, see main.js.
import { format, short } from "./address.js";

/**
 * @param {string} page
 * @param {URLSearchParams} fields
 */
export function go(page, fields) {
	forget();
	location.hash = format({ page, fields });
}

/** The address of the page that is open. Another one leads away from it. */
let here = "";

/** The page that the address names is open from now on, and may note what it shows. */
export function arrive() {
	forget();
	here = location.hash;
}

/** @type {{page: string, fields: URLSearchParams} | null} */
let wanted = null;
let timer = 0;
const pause = 700; // milliseconds between two notes: browsers allow only so many

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

/** Writes what was noted, unless somebody is on the way to another address. */
function write() {
	if (!wanted) return;
	const to = format(wanted);
	wanted = null;
	if (location.hash !== here || to === here) return;
	history.replaceState(history.state, "", to);
	here = location.hash;
}

/**
 * The whole address of a place, as it is passed on: packed where it is long.
 * @param {string} page
 * @param {URLSearchParams} fields
 */
export async function linkTo(page, fields) { return new URL(await short({ page, fields }), location.href).href; }

/** Forgets what was noted and not written, as when another page opens. */
export function forget() {
	wanted = null;
	clearTimeout(timer);
	timer = 0;
}
