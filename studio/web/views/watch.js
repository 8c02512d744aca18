import { h } from "../parts/dom.js";

/** @typedef {import("../session/client.js").Session} Session */

/** A game at play. */
export default class Watch extends HTMLElement {
	/** @type {import("../session/client.js").Channel | undefined} */ #channel;

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		const says = h("pre");
		this.append(h("h1", { class: "unseen" }, "Watch"), says);
		this.#channel = session.open("game", { link: fields.toString() }, (type, data) => {
			says.textContent = `${type} ${JSON.stringify(data).slice(0, 400)}`;
		});
		this.#channel.send("run", { speed: 20 });
	}

	stop() { this.#channel?.close(); }
}

customElements.define("ouro-watch", Watch);
