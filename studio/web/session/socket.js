// A Socket exchanges messages with the server over a WebSocket. If the connection is lost, it
// reconnects after growing delays; the server keeps the session for a minute. Each side then reports
// how many messages it has received, and the other side repeats the later ones. If the server no
// longer has the session, a new session starts.
import { SentTexts } from "./sent.js";

/** @typedef {import("./client.js").Transport} Transport */

const idle = 4000; // the code with which the server closes the connection of an unused page; studio/server/socket.go has the same number

const first = 400, longest = 15_000; // shortest and longest delay before a retry, in milliseconds
const steady = 10_000; // a connection that lasts this many milliseconds resets the delay

/** @implements {Transport} */
export class Socket {
	onopen = () => {};
	/** @type {(text: string) => void} */ ontext = () => {};
	/** @type {(why: string, asleep?: boolean) => void} */ onclose = () => {};
	onresume = () => {};
	#url;
	/** @type {WebSocket | null} */ #socket = null;
	#key = ""; // key of the session
	#received = 0; // number of texts received in this session
	#sent = new SentTexts(); // texts sent in this session
	#wait = first;
	#timer = 0;
	#asleep = false; // whether to retry only when the page is used
	#closed = false;

	/** @param {string | URL} url */
	constructor(url) {
		this.#url = url;
		this.#connect();
		for (const type of ["pointerdown", "keydown", "online", "visibilitychange"]) addEventListener(type, () => this.#wake(type), { passive: true });
	}

	/** @param {string} text */
	send(text) {
		this.#sent.add(text);
		if (this.#socket?.readyState === WebSocket.OPEN && this.#key) this.#socket.send(text);
	}

	close() {
		this.#closed = true;
		clearTimeout(this.#timer);
		this.#socket?.close();
	}

	/** Connects now, unless the socket is connected. */
	again() {
		if (this.#closed || this.#socket) return;
		clearTimeout(this.#timer);
		this.#asleep = false;
		this.#connect();
	}

	/** Reconnects after an event, unless the page is hidden. @param {string} type of the event */
	#wake(type) {
		if (type === "visibilitychange" && document.hidden) return;
		if (this.#asleep || type === "online" || type === "visibilitychange") this.again();
	}

	#connect() {
		const url = new URL(this.#url);
		if (this.#key) url.search = new URLSearchParams({ resume: this.#key, n: String(this.#received) }).toString();
		const socket = this.#socket = new WebSocket(url);
		let since = 0, joined = false;
		socket.onmessage = (e) => {
			if (joined) {
				this.#received++;
				this.ontext(e.data);
				return;
			}
			joined = true;
			since = Date.now();
			this.#join(JSON.parse(e.data).data);
		};
		socket.onclose = (e) => {
			if (socket !== this.#socket) return;
			this.#socket = null;
			if (since && Date.now() - since > steady) this.#wait = first;
			this.#lost(e, joined);
		};
	}

	/**
	 * Starts a session, or resumes it.
	 * @param {{key: string, resumed: boolean, n: number}} line
	 */
	#join({ key, resumed, n }) {
		if (resumed) {
			const missed = this.#sent.after(n);
			if (missed) {
				for (const text of missed) this.#socket?.send(text);
				this.onresume();
				return;
			}
			this.#key = ""; // texts that are no longer kept would be missing
			this.#socket?.close();
			return;
		}
		this.#key = key;
		this.#received = 0;
		this.#sent.clear();
		this.onopen();
	}

	/**
	 * @param {CloseEvent} e
	 * @param {boolean} joined
	 */
	async #lost(e, joined) {
		if (this.#closed) return;
		if (e.wasClean) this.#key = ""; // the server ended the session
		this.#asleep = e.code === idle;
		let why = e.reason || (joined ? "the connection is lost" : "the studio does not answer");
		this.onclose(this.#asleep ? why + "; click or press a key to connect again" : why, this.#asleep);
		if (this.#asleep) return;
		this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
		this.#wait = Math.min(longest, this.#wait * 2);
		if (!joined && (why = await this.#refusal())) this.onclose(why);
	}

	/** Returns the server's reason for refusing connections, which a WebSocket does not reveal. */
	async #refusal() {
		try {
			const answer = await fetch(this.#url.toString().replace(/^ws/, "http"), { cache: "no-store" });
			return answer.status === 403 || answer.status === 503 ? (await answer.text()).trim() : "";
		} catch {
			return "";
		}
	}
}
