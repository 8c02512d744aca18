// The element <ouro-board> shows a game on any page. Usage:
//
//	<script src="ouro-board.js"></script>
//	<ouro-board src="game.html" controls></ouro-board>
//	<ouro-board solver="ouroboros" board="10x10" controls autoplay></ouro-board>
//
// The attribute src names a page of `ouro share`, a record or a log. A page needs no engine. For a
// record or a log, the engine for browsers computes the turns. Without src, the engine plays a game of
// the solvers in the other attributes. `ouro studio --export` writes the engine into a folder, which
// the attribute engine names; the default is the folder of this script.
//
// The element sends the events ouro-ready, ouro-turn, ouro-end and ouro-error.
import { effect } from "../store/signal.js";
import { Game } from "../session/game.js";
import { h } from "../parts/dom.js";
import { press } from "../parts/keys.js";
import { Stage } from "../parts/stage.js";
import { reducedMotion } from "../draw/theme.js";
import { TapePlayer } from "./player.js";
import { Overlay, unpack } from "./tape.js";

/** A game on the page. @typedef {{game: Game, stage: Stage, keys: () => import("../parts/keys.js").Key[], element: HTMLElement, stop: () => void}} Shown */

const style = "{style}";
const here = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
const piece = 600_000; // bytes of a file in one message

/** The attributes that select the game, and the attributes that select how the game is shown. */
const gameAttributes = ["src", "engine", "link", "solver", "snake", "rules", "board", "level", "seed", "game", "nodes", "show"], viewAttributes = ["theme", "controls", "speed"];

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);

/** The sessions with engines, by folder: all elements of a page share one. @type {Map<string, Promise<any>>} */
const sessions = new Map();

/** @param {string} folder */
function sessionIn(folder) {
	let session = sessions.get(folder);
	if (!session) {
		session = Promise.all([import(folder + "session/client.js"), import(folder + "session/worker.js")]).then(([client, worker]) => new client.Session(new worker.Engine()));
		sessions.set(folder, session);
		session.catch(() => sessions.delete(folder)); // a later element tries again
	}
	return session;
}

const escapes = /** @type {Record<string, string>} */ ({ "&lt;": "<", "&gt;": ">", "&amp;": "&", "&#34;": '"', "&#39;": "'" });

/**
 * Returns the tape in the text of a shared page, or null. tapeIn does not parse the text as a page:
 * then the security policy of the surrounding page could report the style of the shared page.
 * @param {string} text
 */
function tapeIn(text) {
	const game = /<script [^<>]*data-game>([^<]*)</.exec(text);
	if (!game) return null;
	const overlays = [...text.matchAll(/<script [^<>]*data-overlay="([^"]*)">([^<]*)</g)].map(([, label, packed]) => new Overlay(label.replace(/&[^;]*;/g, (e) => escapes[e] ?? e), packed));
	return unpack(game[1], overlays);
}

class OuroBoard extends HTMLElement {
	static observedAttributes = [...gameAttributes, ...viewAttributes];

	/** @type {Shown | null} */ #shown = null;
	#root = this.attachShadow({ mode: "open" });
	#opening = 0; // increases with each game; a game that has loaded is shown only if no later game was opened
	#soon = false;

	constructor() {
		super();
		this.#root.adoptedStyleSheets = [sheet];
		this.#root.addEventListener("keydown", (e) => { if (this.#shown) press(/** @type {KeyboardEvent} */ (e), this.#shown.keys()); });
	}

	connectedCallback() { this.#open(); }

	disconnectedCallback() {
		this.#opening++;
		this.#close();
	}

	/** @param {string} name @param {string | null} before @param {string | null} value */
	attributeChangedCallback(name, before, value) {
		if (before === value || !this.isConnected) return;
		if (name === "speed") this.#shown?.stage.speed.set(Number(value) || 20);
		else this.#open();
	}

	get turn() { return this.#shown?.game.turn.peek() ?? 0; }
	set turn(turn) { this.#shown?.stage.player.go(turn); }

	/** The last turn that is known. */
	get turns() { return this.#shown?.game.turns.peek() ?? 0; }

	get playing() { return this.#shown?.stage.player.playing.peek() ?? false; }

	play() { this.#shown?.stage.player.play(); }
	pause() { this.#shown?.stage.player.pause(); }

	/** Opens the game that the attributes describe. If several attributes change at the same time, it opens the game only once. */
	#open() {
		if (this.#soon) return;
		this.#soon = true;
		queueMicrotask(async () => {
			this.#soon = false;
			const opening = ++this.#opening;
			this.#close();
			if (!this.isConnected) return;
			try {
				const shown = await this.#make();
				if (opening === this.#opening) this.#show(shown);
				else shown.stop();
			} catch (e) {
				if (opening === this.#opening) this.#fail(e instanceof Error ? e.message : String(e));
			}
		});
	}

	#close() {
		this.#shown?.stop();
		this.#shown = null;
		this.#root.replaceChildren();
	}

	get #engine() { return new URL((this.getAttribute("engine") ?? ".").replace(/\/*$/, "/"), this.hasAttribute("engine") ? document.baseURI : here).href; }

	async #make() {
		const src = this.getAttribute("src");
		if (src === null) return this.#live(new Game(await sessionIn(this.#engine), { link: this.#link() }));
		const answer = await fetch(src);
		if (!answer.ok) throw new Error(`${src}: ${answer.status} ${answer.statusText}`);
		const bytes = new Uint8Array(await answer.arrayBuffer());
		if (!/^\s*<!doctype html/i.test(new TextDecoder().decode(bytes.subarray(0, 40)))) return this.#file(src, bytes);
		const tape = tapeIn(new TextDecoder().decode(bytes));
		if (!tape) throw new Error(`${src}: want a page of ouro share, a record or a log`);
		return new TapePlayer(await tape, { speed: this.#speed });
	}

	/** The speed in turns a second; undefined without the attribute. */
	get #speed() { return Number(this.getAttribute("speed")) || undefined; }

	/** Returns the link of the studio for the game of the attributes. */
	#link() {
		const fields = new URLSearchParams(this.getAttribute("link") ?? "");
		for (const name of ["solver", "snake", "rules", "board", "level", "seed", "game", "nodes"]) {
			for (const value of this.getAttribute(name)?.split(" ").filter((v) => v) ?? []) fields.append(name, value);
		}
		const show = this.getAttribute("show");
		if (show) fields.set("show", show.replaceAll(" ", ","));
		return fields.toString();
	}

	/** Returns the game of a file, which the engine derives. @param {string} src @param {Uint8Array} bytes */
	async #file(src, bytes) {
		const game = new Game(await sessionIn(this.#engine), { name: src.split("/").pop() }, "replay");
		game.onreopen = () => {
			for (let i = 0; i === 0 || i < bytes.length; i += piece) {
				let text = "";
				for (const b of bytes.subarray(i, i + piece)) text += String.fromCharCode(b);
				game.send("chunk", { base64: btoa(text), last: i + piece >= bytes.length });
			}
		};
		game.onreopen();
		return this.#live(game);
	}

	/** Returns the stage for a game of the engine, with its keys and a function that ends it. @param {Game} game */
	#live(game) {
		const stage = new Stage(game, { speed: this.#speed ?? 20 }), labels = this.#labels;
		stage.element.setAttribute("role", "group"); // not a landmark, because a page may have several
		stage.follow({ onTurn: () => {}, refresh: () => {
			const thought = game.thought(game.turn.peek(), 0);
			if (labels.length > 0 && (thought || !stage.player.playing.peek())) stage.notes(0, (thought?.notes ?? []).filter((n) => labels.includes(n.label)));
		} });
		const end = effect(() => {
			if (!game.opened.value) return;
			if (labels.length > 0) game.show({ labels, seat: 0, tree: false });
		}), endError = effect(() => { if (game.error.value) this.#fail(game.error.value.message); });
		return { game, stage, element: stage.element, keys: () => stage.keys(), stop() { end(); endError(); stage.stop(); game.close(); } };
	}

	get #labels() { return (this.getAttribute("show") ?? "").split(/[ ,]+/).filter((l) => l); }

	/** @param {Shown} shown */
	#show(shown) {
		this.#shown = shown;
		const box = h("div", { class: this.hasAttribute("controls") ? "box" : "box bare", tabIndex: 0, role: "group", "aria-label": "game of Snake; space plays, arrows step, home and end go to its ends" }, shown.element);
		this.#root.replaceChildren(box);
		if (shown instanceof TapePlayer) shown.show(this.#labels);
		let ready = false, over = false;
		const ends = [effect(() => {
			const opened = shown.game.opened.value;
			if (!opened || ready) return;
			ready = true;
			this.#send("ouro-ready", { title: opened.title, turns: shown.game.turns.peek() });
			if (this.hasAttribute("autoplay") && !reducedMotion()) shown.stage.player.play();
		}), effect(() => {
			const turn = shown.game.turn.value, [p] = shown.game.lanes.value;
			if (!p) return;
			this.#send("ouro-turn", { turn });
			if (p.ended && !over) this.#send("ouro-end", { turn, words: p.ended.words });
			over = p.ended !== undefined;
		})];
		const stop = shown.stop.bind(shown);
		shown.stop = () => { for (const end of ends) end(); stop(); };
	}

	/** @param {string} message */
	#fail(message) {
		this.#root.replaceChildren(h("p", { class: "failed", role: "alert" }, message));
		this.#send("ouro-error", { message });
	}

	/** @param {string} type @param {object} detail */
	#send(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true })); }
}

if (!customElements.get("ouro-board")) customElements.define("ouro-board", OuroBoard);
