// A Session is the page's side of the protocol in the Go package studio/session. It exchanges
// messages with the engine over a transport, which several named channels share.

import { signal } from "../store/signal.js";

/**
 * A Transport carries the texts of messages between the page and an engine:
 *
 * - It calls `onopen` when it is connected to an engine that has no channels of this page: at first,
 *   and again when another engine has replaced the first one.
 * - The page can call `send` after the first `onopen`.
 * - When the connection is lost, it calls `onclose` with the reason. The second argument is true if
 *   it retries only when the page is used.
 * - It calls `onresume` when the connection is restored and no message was lost.
 * @typedef {object} Transport
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {() => void} onopen
 * @property {(text: string) => void} ontext
 * @property {(why: string, asleep?: boolean) => void} onclose
 * @property {() => void} [onresume]
 * @property {() => void} [again] retries now
 */

/** @typedef {{ch?: string, type: string, data?: any}} Message */

/**
 * The engine's description of itself: kinds of channels, limits and the catalog.
 * @typedef {{version: number, build: string, kinds: string[], limits: Record<string, number>, catalog: any}} Hello
 */

export const version = 1;

export class Session {
	/** @type {Map<string, Channel>} */ #channels = new Map();
	/** @type {Transport} */ #transport;
	/** Messages sent before the first hello. @type {Message[]} */ #waiting = [];
	/** Names of the channels that are open at the engine, or that end there. @type {Set<string>} */ #held = new Set();
	#most = Infinity; // most channels that the engine holds at once
	/** Messages that wait until the engine has room for their channel, by channel. @type {Map<string, Message[]>} */ #late = new Map();
	#received = 0;
	#names = 0;
	#greetings = 0;
	#ready = false;
	/** @type {(hello: Hello) => void} */ #greeted = () => {};

	/** The state of the connection: "connecting", "ready" or "lost". */
	state = signal("connecting");
	/** Why the connection is lost. */
	why = signal("");
	/** Whether a lost connection is retried only when the page is used. */
	asleep = signal(false);
	/** Resolves with the first hello. @type {Promise<Hello>} */
	ready = new Promise((resolve) => { this.#greeted = resolve; });

	/** @param {Transport} transport */
	constructor(transport) {
		this.#transport = transport;
		transport.onopen = () => {
			this.#received = 0;
			this.#ready = false;
			transport.send(JSON.stringify({ type: "hello", data: { version } }));
		};
		transport.onresume = () => { this.state.value = "ready"; };
		transport.ontext = (text) => this.#receive(JSON.parse(text));
		transport.onclose = (why, asleep = false) => {
			this.why.value = why;
			this.asleep.value = asleep;
			this.state.value = "lost";
		};
	}

	/**
	 * Opens a channel.
	 * @param {string} kind
	 * @param {object} data of the message "open"
	 * @param {(type: string, data: any) => void} receive called with each message of the channel.
	 *   If another engine replaces the first one, the channel is opened again, and the first
	 *   message is "reopened" instead of "opened"
	 * @param {() => object} [again] returns the data of that second "open"; by default that of the first
	 */
	open(kind, data, receive, again = () => data) {
		const name = `${kind}${++this.#names}`;
		const channel = new Channel(name, (m) => this.#send(m), receive);
		this.#channels.set(name, channel);
		channel.send("open", { kind, ...data });
		channel.again = () => ({ kind, ...again() });
		return channel;
	}

	close() { this.#transport.close(); }

	/** Retries a lost connection now. */
	again() { this.#transport.again?.(); }

	/** @param {Message} m */
	#send(m) {
		if (m.type === "end") this.#channels.delete(m.ch ?? "");
		if (this.#ready) this.#put(m);
		else this.#waiting.push(m);
	}

	/**
	 * Sends a message. If the engine already has its maximum of channels and some of them are ending,
	 * the messages of a new channel wait.
	 * @param {Message} m
	 */
	#put(m) {
		const name = m.ch ?? "", late = this.#late.get(name);
		if (late) {
			if (m.type === "end") this.#late.delete(name);
			else late.push(m);
			return;
		}
		if (m.type === "open") {
			if (this.#held.size >= this.#most && [...this.#held].some((held) => !this.#channels.has(held))) {
				this.#late.set(name, [m]);
				return;
			}
			this.#held.add(name);
		}
		this.#transport.send(JSON.stringify(m));
	}

	/** Handles the end of a channel, and opens a channel that was waiting for its place. @param {string} name */
	#ended(name) {
		this.#held.delete(name);
		for (const [late, messages] of this.#late) {
			if (this.#held.size >= this.#most) return;
			this.#late.delete(late);
			for (const m of messages) this.#put(m);
		}
	}

	/** @param {Message} m */
	#receive(m) {
		if (++this.#received % 8 === 0) this.#transport.send(JSON.stringify({ type: "ack", data: { n: this.#received } }));
		if (m.type === "hello") {
			this.#ready = true;
			this.#held.clear();
			this.#late.clear();
			this.#most = m.data.limits?.channels ?? Infinity;
			const waiting = this.#waiting.splice(0);
			const again = this.#greetings++ > 0 ? this.#reopen() : new Set();
			for (const m of waiting) if (!again.has(m.ch)) this.#put(m);
			this.state.value = "ready";
			this.#greeted(m.data);
			return;
		}
		const channel = this.#channels.get(m.ch ?? "");
		if (m.type === "ended") this.#channels.delete(m.ch ?? "");
		if (m.type === "ended" || m.type === "error" && m.data?.fatal) this.#ended(m.ch ?? "");
		if (!channel) return;
		const type = m.type === "opened" && channel.reopening ? "reopened" : m.type;
		if (type === "reopened") channel.reopening = false;
		if (m.type === "opened") {
			channel.opened = true;
			channel.early = [];
		}
		channel.receive(type, m.data);
	}

	/**
	 * Opens all channels again at a new engine. For a channel that was not open yet, it sends all
	 * messages of the channel again. It returns the names of these channels.
	 */
	#reopen() {
		const again = new Set();
		for (const [name, channel] of this.#channels) {
			if (!channel.opened) {
				again.add(name);
				for (const m of channel.early) this.#put(m);
				continue;
			}
			channel.reopening = true;
			this.#put({ ch: name, type: "open", data: channel.again() });
			channel.onreopen();
		}
		return again;
	}
}

/** A Channel exchanges the messages about one thing that the page has opened, such as a game or a position. */
export class Channel {
	#send;
	/** Returns the data with which the channel is opened again. @type {() => object} */ again = () => ({});
	/** Whether the channel was ever open. */ opened = false;
	/** The messages sent before the channel was open. @type {Message[]} */ early = [];
	/** Whether the channel is being opened again. */ reopening = false;
	/** Called when the channel is reopened. It can send messages, which are the first after "open". */ onreopen = () => {};
	/**
	 * @param {string} name
	 * @param {(m: Message) => void} send
	 * @param {(type: string, data: any) => void} receive
	 */
	constructor(name, send, receive) {
		this.name = name;
		this.#send = send;
		this.receive = receive;
	}

	/**
	 * @param {string} type
	 * @param {object} [data]
	 */
	send(type, data) {
		const m = { ch: this.name, type, data };
		if (!this.opened) this.early.push(m);
		this.#send(m);
	}

	/** Ends the channel and drops messages that arrive later. */
	close() {
		this.receive = () => {};
		this.send("end");
	}
}
