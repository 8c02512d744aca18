// Lets the browser save files that the engine made.
import { h } from "./dom.js";

/** @typedef {{name: string, mime: string, base64: string}} EngineFile */

/** @param {EngineFile} file */
export function bytesOf({ base64 }) { return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)); }

/** @param {EngineFile} file */
export function download(file) {
	const address = URL.createObjectURL(new Blob([bytesOf(file)], { type: file.mime }));
	const a = h("a", { href: address, download: file.name });
	document.body.append(a);
	a.click();
	a.remove();
	setTimeout(() => URL.revokeObjectURL(address), 10000);
}
