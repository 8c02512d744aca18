// The start page of the studio: a live board, one sentence and three links. Before the
// engine is ready, the board shows a picture.
import { effect } from "../../store/signal.js";
import { query } from "../../store/address.js";
import { handOver } from "../../store/handover.js";
import { go } from "../../store/place.js";
import { Game } from "../../session/game.js";
import { Board } from "../../draw/board.js";
import { reducedMotion } from "../../draw/theme.js";
import { h, replace, write } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { Player } from "../../parts/player.js";
import { group } from "../../parts/panel.js";
import { picture } from "./picture.js";

const speed = 14; // moves a second
const begin = "240"; // turn at which a game begins on this page
const pause = 2500; // milliseconds for which the end of a game is shown

export default class Home extends HTMLElement {
	/** @type {import("../../session/client.js").Session} */ #session = /** @type {any} */ (null);
	/** @type {Game | null} */ #game = null;
	/** @type {Player | null} */ #player = null;
	/** @type {(() => void)[]} */ #ends = [];
	#number = 0; // of the game
	#later = 0;
	#seen = true; // whether the board is in the window
	#host = h("div", { class: "board-host", role: "img", "aria-label": "watch this game:" });
	/** @type {Board | null} */ #board = null;
	#caption = h("p", { class: "home-caption dim small" }, h("span", {}, "\u00a0"), h("span", {}));
	#file = h("input", { type: "file", class: "unseen", tabIndex: -1, "aria-label": "file with a game", onchange: () => this.#drop(this.#file.files?.[0]) });
	#watch = homeLink("play", "Watch", "Any solver on any board, with its thoughts", { href: "#/watch" });
	#end = new AbortController();

	notes = ["You can drop a file with a game anywhere on this page."];

	/** @param {import("../../session/client.js").Session} session */
	start(session) {
		this.#session = session;
		replace(this, h("div", { class: "home" },
			h("div", { class: "home-words" },
				h("h1", {}, "Programs play Snake and show what they think."),
				h("nav", { class: "ways", "aria-label": "choose how to start" }, this.#watch, homeLink("keys", "Play it", "By keyboard or touch, with hints", { href: "#/play" }),
					h("button", { type: "button", class: "way", onclick: () => this.#file.click() }, words("save", "Drop your game", "A record or a log, checked move by move"))), this.#file),
			h("a", { class: "home-board", href: "#/watch" }, this.#host, this.#caption)));
		this.#board = new Board(this.#host);
		this.#board.show(picture);
		const how = { signal: this.#end.signal };
		addEventListener("dragover", (e) => { e.preventDefault(); this.classList.add("dropping"); }, how);
		addEventListener("dragleave", (e) => { if (!e.relatedTarget) this.classList.remove("dropping"); }, how);
		addEventListener("drop", (e) => {
			e.preventDefault();
			this.#drop(e.dataTransfer?.files[0]);
		}, how);
		document.addEventListener("visibilitychange", () => this.#follow(), how);
		const seen = new IntersectionObserver(([entry]) => {
			this.#seen = entry.isIntersecting;
			this.#follow();
		});
		seen.observe(this.#host);
		this.#end.signal.addEventListener("abort", () => seen.disconnect());
		this.#open();
	}

	stop() {
		this.#end.abort();
		this.#close();
		this.#board?.close();
	}

	get #fields() { return new URLSearchParams({ ...(this.#number > 0 ? { game: String(this.#number) } : {}), turn: begin }); }

	#close() {
		clearTimeout(this.#later);
		for (const end of this.#ends.splice(0)) end();
		this.#player?.stop();
		this.#game?.close();
		this.#game = this.#player = null;
	}

	#open() {
		this.#close();
		const game = this.#game = new Game(this.#session, { link: query(this.#fields) });
		const player = this.#player = new Player(game, { speed, draw: ([position], from, t) => this.#board?.show(position, from ? { from: from[0], t } : {}) });
		this.#ends.push(effect(() => { if (game.opened.value) this.#follow(); }), effect(() => {
			const [position] = game.lanes.value, [seat] = game.opened.peek()?.lanes[0]?.seats ?? [];
			if (!position || !seat) return;
			const cells = position.w * position.h, length = position.snakes[0]?.body.length ?? 0;
			write(/** @type {Node} */ (this.#caption.firstChild), seat.name);
			write(/** @type {Node} */ (this.#caption.lastChild), `length ${length} of ${cells} · move ${group(position.turn)}`);
			const f = this.#fields;
			f.set("turn", String(position.turn));
			f.set("play", "true");
			for (const a of this.querySelectorAll('a[href^="#/watch"]')) a.setAttribute("href", `#/watch?${query(f)}`);
		}), effect(() => {
			if (!game.over.value || game.turn.value < game.turns.value || game.turn.value === 0 || !player) return;
			clearTimeout(this.#later);
			this.#later = setTimeout(() => {
				this.#number++;
				this.#open();
			}, pause);
		}));
	}

	/** Plays the game while the board is visible. If the user prefers reduced motion, it shows a single position. */
	#follow() {
		const game = this.#game, player = this.#player;
		if (!game?.opened.peek() || !player) return;
		if (reducedMotion()) return game.seek(120);
		if (this.#seen && !document.hidden) player.play();
		else player.pause();
	}

	/** @param {File | null | undefined} file */
	#drop(file) {
		this.classList.remove("dropping");
		if (!file) return;
		handOver("replay", file);
		go("replay", new URLSearchParams());
	}
}

customElements.define("ouro-home", Home);

/** @param {string} name @param {string} title @param {string} what */
function words(name, title, what) { return [icon(name), h("span", {}, h("b", {}, title), h("span", { class: "small" }, what))]; }

/** @param {string} name @param {string} title @param {string} what @param {{href: string}} to */
function homeLink(name, title, what, to) { return h("a", { class: "way", ...to }, words(name, title, what)); }
