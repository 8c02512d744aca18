// Lets the browser save files that the engine made.
import { h } from "./dom.js";

/** @typedef {{name: string, mime: string, base64: string}} EngineFile */

/** @param {EngineFile} file */
export function bytesOf({ base64 }) { return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)); }

/** @param {EngineFile} file */
export function download(file) { save(file, [bytesOf(file)]); }

/** Saves a page that shows a game. The engine's file has only the game, which goes into the page `template`. @param {EngineFile} file @param {string} [template] */
export async function downloadPage(file, template = "share.html") {
	const [before, after] = (await (await fetch(new URL(`../${template}`, import.meta.url))).text()).split("{game}");
	save(file, [before, bytesOf(file), after]);
}

/** @param {EngineFile} file @param {BlobPart[]} parts */
function save(file, parts) {
	const address = URL.createObjectURL(new Blob(parts, { type: file.mime }));
	const a = h("a", { href: address, download: file.name });
	document.body.append(a);
	a.click();
	a.remove();
	setTimeout(() => URL.revokeObjectURL(address), 10000);
}
