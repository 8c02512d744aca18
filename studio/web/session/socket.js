/** @typedef {import("./client.js").Transport} Transport */

/**
 * Carries messages to the server by a WebSocket.
 * @implements {Transport}
 */
export class Socket {
	onopen = () => {};
	/** @type {(text: string) => void} */ ontext = () => {};
	/** @type {(why: string) => void} */ onclose = () => {};
	#socket;

	/** @param {string | URL} url */
	constructor(url) {
		this.#socket = new WebSocket(url);
		this.#socket.onopen = () => this.onopen();
		this.#socket.onmessage = (e) => this.ontext(e.data);
		this.#socket.onclose = (e) => this.onclose(e.reason);
	}

	/** @param {string} text */
	send(text) { this.#socket.send(text); }
	close() { this.#socket.close(); }
}
