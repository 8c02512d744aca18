// A file that the engine made, handed to the person.
import { h } from "./dom.js";

/** @param {{name: string, mime: string, base64: string}} file */
export function download({ name, mime, base64 }) {
	const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
	const address = URL.createObjectURL(new Blob([bytes], { type: mime }));
	const a = h("a", { href: address, download: name });
	document.body.append(a);
	a.click();
	a.remove();
	setTimeout(() => URL.revokeObjectURL(address), 10000);
}
