// The page's side of the protocol: a Session speaks to the engine over a transport
// and has channels, each of what is open under a name.

import { signal } from "../store/signal.js";

/**
 * Carries texts of messages, whatever lies between. `onopen` is called when somebody
 * is there who knows nothing yet, at first and maybe again later: who was there
 * before is gone then, with all that was open. `send` may be called from then on.
 * After `onclose`, which says why and whether it waits until the page is used before it
 * tries again, `onresume` says
 * that it is as if nothing had been.
 * @typedef {object} Transport
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {() => void} onopen
 * @property {(text: string) => void} ontext
 * @property {(why: string, asleep?: boolean) => void} onclose
 * @property {() => void} [onresume]
 * @property {() => void} [again] tries at once
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
	/** What was said before anybody was there. @type {Message[]} */ #waiting = [];
	/** The channels that the engine has. @type {Set<string>} */ #held = new Set();
	#most = Infinity; // of them
	/** What waits until it has room for one more, by channel. @type {Map<string, Message[]>} */ #late = new Map();
	#received = 0;
	#names = 0;
	#greetings = 0;
	#ready = false;
	/** @type {(hello: Hello) => void} */ #greeted = () => {};

	/** How it stands: "connecting", "ready" or "lost". */
	state = signal("connecting");
	/** Why it is lost. */
	why = signal("");
	/** Whether nothing is tried then until the page is used. */
	asleep = signal(false);
	/** The first hello, once it has come. @type {Promise<Hello>} */
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
	 * Opens a channel of this kind.
	 * @param {string} kind
	 * @param {object} data what it is opened with
	 * @param {(type: string, data: any) => void} hear is told what comes on it. When the
	 *   engine was lost with all that was open, and there is another one, the channel is
	 *   opened again, and hears "reopened" in the place of "opened"
	 * @param {() => object} [again] what it is opened with then, if not the same
	 */
	open(kind, data, hear, again = () => data) {
		const name = `${kind}${++this.#names}`;
		const channel = new Channel(name, (m) => this.#send(m), hear);
		this.#channels.set(name, channel);
		channel.send("open", { kind, ...data });
		channel.again = () => ({ kind, ...again() });
		return channel;
	}

	close() { this.#transport.close(); }

	/** Does not wait any longer before the connection is tried again. */
	again() { this.#transport.again?.(); }

	/** @param {Message} m */
	#send(m) {
		if (m.type === "end") this.#channels.delete(m.ch ?? "");
		if (this.#ready) this.#put(m);
		else this.#waiting.push(m);
	}

	/**
	 * Sends a message. While the engine is full, and some of what it has is about to
	 * end, one more channel waits for that, with all that is said to it.
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

	/** The engine has room for another one. @param {string} name of the channel that ended */
	#ended(name) {
		this.#held.delete(name);
		for (const [late, said] of this.#late) {
			if (this.#held.size >= this.#most) return;
			this.#late.delete(late);
			for (const m of said) this.#put(m);
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
			for (const said of waiting) if (!again.has(said.ch)) this.#put(said);
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
		channel.hear(type, m.data);
	}

	/**
	 * Opens again what was open at the engine that is gone, and says again all that was
	 * said to what was not open yet: to those whose names it returns.
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

/** What is open under a name. */
export class Channel {
	#send;
	/** What it is opened with again. @type {() => object} */ again = () => ({});
	/** Whether it was ever open. */ opened = false;
	/** What it said before that. @type {Message[]} */ early = [];
	/** Whether it is being opened again. */ reopening = false;
	/** Is called then, to say again what it needs before it is open. */ onreopen = () => {};
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
	send(type, data) {
		const m = { ch: this.name, type, data };
		if (!this.opened) this.early.push(m);
		this.#send(m);
	}

	/** Nothing more is heard of it. */
	close() {
		this.hear = () => {};
		this.send("end");
	}
}
