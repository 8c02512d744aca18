// The page's side of the protocol: a Session speaks to the engine over a transport
// and has channels, each of what is open under a name.

import { signal } from "../store/signal.js";

/**
 * Carries texts of messages, whatever lies between: `send` may be called once
 * `onopen` was.
 * @typedef {object} Transport
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {() => void} onopen
 * @property {(text: string) => void} ontext
 * @property {(why: string) => void} onclose
 */

/** @typedef {{ch?: string, type: string, data?: any}} Message */

/**
 * What the engine says of itself: kinds of channels, bounds, and what can be chosen.
 * @typedef {{version: number, build: string, kinds: string[], limits: Record<string, number>, catalog: any}} Hello
 */

export const version = 1;

export class Session {
	/** @type {Map<string, Channel>} */ #channels = new Map();
	/** @type {Transport} */ #transport;
	/** @type {string[]} */ #waiting = [];
	#received = 0;
	#names = 0;
	#ready = false;
	/** @type {(hello: Hello) => void} */ #greeted = () => {};

	/** How it stands: "connecting", "ready" or "lost". */
	state = signal("connecting");
	/** Why it is lost. */
	why = "";
	/** The first hello, once it has come. @type {Promise<Hello>} */
	ready = new Promise((resolve) => { this.#greeted = resolve; });

	/** @param {Transport} transport */
	constructor(transport) {
		this.#transport = transport;
		transport.onopen = () => transport.send(JSON.stringify({ type: "hello", data: { version } }));
		transport.ontext = (text) => this.#receive(JSON.parse(text));
		transport.onclose = (why) => {
			this.why = why;
			this.state.value = "lost";
		};
	}

	/**
	 * Opens a channel of this kind.
	 * @param {string} kind
	 * @param {object} data what it is opened with
	 * @param {(type: string, data: any) => void} hear is told what comes on it
	 */
	open(kind, data, hear) {
		const name = `${kind}${++this.#names}`;
		const channel = new Channel(name, (m) => this.#send(m), hear);
		this.#channels.set(name, channel);
		channel.send("open", { kind, ...data });
		return channel;
	}

	close() { this.#transport.close(); }

	/** @param {Message} m */
	#send(m) {
		const text = JSON.stringify(m);
		if (this.#ready) this.#transport.send(text);
		else this.#waiting.push(text);
	}

	/** @param {Message} m */
	#receive(m) {
		if (++this.#received % 8 === 0) this.#transport.send(JSON.stringify({ type: "ack", data: { n: this.#received } }));
		if (m.type === "hello") {
			this.#ready = true;
			for (const text of this.#waiting.splice(0)) this.#transport.send(text);
			this.state.value = "ready";
			this.#greeted(m.data);
			return;
		}
		const channel = this.#channels.get(m.ch ?? "");
		if (m.type === "ended") this.#channels.delete(m.ch ?? "");
		channel?.hear(m.type, m.data);
	}
}

/** What is open under a name. */
export class Channel {
	#send;
	/**
	 * @param {string} name
	 * @param {(m: Message) => void} send
	 * @param {(type: string, data: any) => void} hear
	 */
	constructor(name, send, hear) {
		this.name = name;
		this.#send = send;
		this.hear = hear;
	}

	/**
	 * @param {string} type
	 * @param {object} [data]
	 */
	send(type, data) { this.#send({ ch: this.name, type, data }); }

	/** Nothing more is heard of it. */
	close() {
		this.hear = () => {};
		this.send("end");
	}
}
