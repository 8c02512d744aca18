// The page Snake Hunter: one or two hunters play against one to four snakes. Players steer the hunters
// by keyboard or touch screen, or bots play them. Behind the menu, bots play a game.
import { query } from "../../store/address.js";
import { handOver } from "../../store/handover.js";
import { go } from "../../store/place.js";
import { Picture } from "../../session/hunt.js";
import { HuntBoard } from "../../draw/hunt.js";
import { h, replace, write } from "../../parts/dom.js";
import { bytesOf, download, downloadPage } from "../../parts/file.js";
import { Announcer } from "../../parts/announcer.js";
import { Sound } from "../../parts/sound.js";
import { toast, errorBox } from "../../parts/toast.js";
import { between, over, paused, ready } from "./cards.js";
import { soundOf } from "./sounds.js";
import { Hud, clock } from "./hud.js";
import { dirNames, Keys, pads } from "./keys.js";
import { keep, ownName, placeOf } from "./scores.js";
import { Setup } from "./setup.js";
import { Tools } from "./tools.js";
import { isTouch, touchPad } from "./touch.js";

/** @typedef {import("../../session/client.js").Session} Session */
/** @typedef {import("../../session/client.js").Channel} Channel */

/** @typedef {{link: string, ticks: number, step: number, fuse: number, lives: number, hunters: {bot: boolean}[], solvers: string[], levels: {number: number, name: string, snakes: number, seconds: number}[]}} Opened */

/** The state of the page. @typedef {"menu" | "ready" | "playing" | "paused" | "over" | "wrong"} At */

const flameTicks = 10;
const lateKeys = 700; // milliseconds after the end of a game in which pressed keys are assumed to be for the game

export default class Hunter extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {Channel | undefined} */ #channel;
	/** @type {Opened | undefined} */ #opened;
	/** @type {Setup} */ #setup = /** @type {any} */ (null);
	#picture = new Picture();
	/** @type {HuntBoard | undefined} */ #board;
	#hud = new Hud();
	#announcer = new Announcer();
	#sound = new Sound();
	#keys = new Keys(0, () => {});
	/** @type {At} */ #at = "menu";
	#since = 0; // time of the last change of #at
	#pending = 0; // number of messages "run" and "pause" without an answer
	#lastSecond = 0;
	#kept = false;
	#lost = false; // whether the connection was lost during a game
	#replays = false; // whether to replay the requested record instead of saving it

	#stage = h("div", { class: "stage" });
	#cover = h("div", { class: "cover" });
	#tools = new Tools(this.#sound, { pause: () => this.#toggle(), again: () => this.#again(), scores: () => this.#show("scores") });
	#pad = h("div", { class: "pad-place" });
	#foot = h("p", { class: "hints dim small" });
	#end = new AbortController();

	/** @param {Session} session @param {URLSearchParams} fields */
	start(session, fields) {
		this.#session = session;
		this.#setup = new Setup(session, fields);
		replace(this, h("h1", { class: "unseen" }, "Snake Hunter"), this.#hud.element, this.#tools.element, this.#stage, this.#hud.news, this.#pad, this.#foot, this.#announcer.element);
		const how = { signal: this.#end.signal };
		addEventListener("keydown", (e) => this.#press(e), { ...how, capture: true });
		addEventListener("keyup", (e) => {
			if (this.#isLateKey(e)) e.preventDefault();
			this.#keys.release(e);
		}, how);
		addEventListener("blur", () => this.#pause(), how);
		document.addEventListener("visibilitychange", () => { if (document.hidden) this.#pause(); }, how);
		addEventListener("pointerdown", () => this.#sound.unlock(), how);
		this.#menu();
	}

	stop() {
		this.#end.abort();
		this.#channel?.close();
		this.#board?.stop();
		this.#announcer.stop();
		this.#sound.stop();
	}

	keys() {
		const people = this.#setup.people;
		const walk = pads(people).map((pad, i) => ({ keys: [], name: `${pad.names.walk} ${pad.names.bomb}`, does: people > 1 ? `player ${i + 1}: walk, bomb` : "walk, bomb", do: () => {} }));
		return [...walk,
			{ keys: ["p", "Escape"], name: "p esc", does: "pause, resume", do: () => this.#toggle() },
			{ keys: ["r"], name: "r", does: "restart", do: () => this.#again() },
			{ keys: ["m"], name: "m", does: "sound on or off", do: () => this.#tools.mute() },
			{ keys: ["1"], name: "1", does: "reach of the bombs", do: () => this.#show("danger") },
			{ keys: ["2"], name: "2", does: "scores of the snakes", do: () => this.#show("scores") },
		];
	}

	notes = ["A hunter walks as long as a key is down.", "Bombs set each other off. Stone walls stop a blast. Walls of brick stop it too, and it destroys them."];

	/** @param {URLSearchParams} fields @param {() => void} then */
	#open(fields, then) {
		this.#channel?.close();
		this.#board?.stop();
		this.#picture = new Picture();
		this.#opened = undefined;
		this.#kept = false;
		this.#pending = 0;
		const channel = this.#session.open("hunt", { link: query(fields) }, (type, data) => {
			if (channel !== this.#channel) return;
			switch (type) {
			case "opened": this.#begin(data); then(); break;
			case "reopened": // there is a new engine, which does not have the game
				this.#loseGame();
				break;
			case "frame": this.#frame(data); break;
			case "progress": this.#progress(data); break;
			case "file": this.#file(data); break;
			case "error":
				if (data.fatal) this.#wrong(data.message);
				else toast(data.message, { error: true });
			}
		});
		this.#channel = channel;
	}

	/**
	 * Handles the loss of the engine, and with it of the game. During a game, it shows the menu, which
	 * reports the loss. A game that is over stays on the screen, but its record is lost.
	 */
	#loseGame() {
		if (this.#at === "over") {
			this.#channel?.close();
			this.#channel = undefined;
			return this.#disableRecord();
		}
		this.#lost ||= this.#at === "playing" || this.#at === "paused";
		this.#menu();
	}

	#disableRecord() { for (const b of this.#cover.querySelectorAll("[data-record]")) /** @type {HTMLButtonElement} */ (b).disabled = true; }

	/** @param {Opened} opened */
	#begin(opened) {
		this.#opened = opened;
		this.#setup.addLevels(opened.levels);
		const board = new HuntBoard(this.#picture, { step: opened.step, fuse: opened.fuse, flame: flameTicks }, "the board of Snake Hunter");
		board.follows = opened.hunters.flatMap((w, i) => (w.bot ? [] : [i]));
		if (board.follows.length === 0) board.follows = opened.hunters.map((_, i) => i);
		board.shows = this.#board?.shows ?? board.shows;
		this.#board = board;
		this.#stage.replaceChildren(board.canvas, this.#cover);
		if (board.shows.scores) this.#channel?.send("show", { labels: ["scores"] });
		board.wake();
	}

	/** @param {import("../../session/hunt.js").Frame} frame */
	#frame(frame) {
		const p = this.#picture, phase = p.phase;
		p.show(frame);
		if (frame.level) this.#board?.jump();
		this.#board?.animate(frame.events ?? []);
		if (this.#at === "playing") for (const e of frame.events ?? []) this.#sound.play(soundOf[e.kind] ?? "");
		const facts = { lives: this.#opened?.lives ?? 3, ticks: this.#opened?.ticks ?? 30, before: (this.#opened?.levels[0]?.number ?? 1) - 1 };
		this.#hud.show(p, facts);
		if (this.#at !== "playing") return;
		if (phase !== p.phase || frame.level) this.#banner();
		const second = Math.ceil(p.left(facts.ticks));
		if (p.phase === "playing" && second !== this.#lastSecond && second <= 10 && second > 0) this.#sound.play("late");
		this.#lastSecond = second;
		const last = p.news.at(-1);
		if (last && last.tick === p.tick) this.#announcer.say(last.text);
	}

	/** @param {{running: boolean, speed: number, ended: boolean, error?: string}} state */
	#progress(state) {
		if (this.#board) this.#board.speed = state.running ? state.speed : 0;
		if (state.error) return this.#wrong(state.error);
		this.#pending = Math.max(0, this.#pending - 1);
		if (this.#pending === 0 && !state.ended && !state.running && this.#at === "playing") this.#stopTime(); // the engine has paused the game itself
		if (!state.ended) return;
		if (this.#at === "menu") this.#demo(); // start the next game of bots
		else this.#over();
	}

	// The cards over the board.

	/** @param {HTMLElement | null} what @param {At} at */
	#put(what, at) {
		if (at !== this.#at) this.#since = performance.now();
		this.#at = at;
		this.dataset.at = at;
		replace(this.#cover, what);
		const first = what?.querySelector("[data-first]");
		if (first instanceof HTMLElement) first.focus({ preventScroll: true });
		else if (this.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
	}

	#menu() {
		this.#put(h("div"), "menu");
		write(this.#foot, "");
		replace(this.#pad);
		this.#demo();
	}

	/** Starts a game of bots behind the menu. */
	#demo() {
		this.#open(this.#setup.demo(), () => {
			this.#drawMenu();
			this.#time("run");
		});
		if (!this.#stage.contains(this.#cover)) this.#stage.append(this.#cover);
	}

	#drawMenu() {
		if (this.#at !== "menu") return;
		const focus = document.activeElement?.getAttribute("aria-label") ?? "";
		this.#put(this.#setup.card({ menu: () => this.#menu(), draw: () => this.#drawMenu(), start: () => this.#deal() }, this.#lost), "menu");
		if (focus) /** @type {HTMLElement | null} */ (this.#cover.querySelector(`[aria-label="${CSS.escape(focus)}"]`))?.focus();
	}

	/** Starts the game of the menu. @param {boolean} [same] with the same seed as before */
	#deal(same = false) {
		this.#sound.unlock();
		const { people } = this.#setup, fields = this.#setup.deal(same);
		this.#keys = new Keys(people, (hunter, what, dir) => this.#steer(hunter, what, dir));
		this.#lost = false;
		this.#put(null, "ready");
		this.#open(fields, () => {
			if (people === 0) return this.#run();
			const level = this.#opened?.levels[0];
			const n = level?.snakes ?? 1;
			this.#put(ready({ name: level ? `Level ${level.number}: ${level.name}` : "", goal: `Kill ${n === 1 ? "a snake" : `${n} snakes`} within ${clock(level?.seconds ?? 0)}.`, people, touch: isTouch() }, () => this.#run()), "ready");
		});
		replace(this.#pad, people > 0 && isTouch() && touchPad((hunter, what, dir) => { this.#sound.unlock(); this.#steer(hunter, what, dir); }));
		write(this.#foot, pads(people).map((pad, i) => `${people > 1 ? `P${i + 1} ` : ""}${pad.names.walk} walk, ${pad.names.bomb} bomb`).join(" · ") + (people ? " · " : "") + "p pause · ? all keys");
		this.#announcer.say(`Level ${this.#setup.level}. Press one of your keys to start.`, true);
	}

	/** @param {number} hunter @param {"press" | "release" | "bomb"} what @param {number} [dir] */
	#steer(hunter, what, dir) {
		if (this.#at === "ready" && what !== "release") this.#run();
		if (this.#at !== "playing") return;
		this.#channel?.send("input", { hunter, do: what, dir: dir === undefined ? undefined : dirNames[dir] });
	}

	#run() {
		if (!this.#opened) return;
		this.#put(null, "playing");
		this.#time("run");
		this.#banner();
	}

	/** Starts or stops the time. #pending counts the messages without an answer, because the page can send the next one before the answer arrives. @param {"run" | "pause"} what */
	#time(what) {
		this.#pending++;
		this.#channel?.send(what, {});
	}

	/** Shows the card of a break between two levels. */
	#banner() {
		const p = this.#picture;
		if (this.#at !== "playing") return;
		replace(this.#cover, between(p.phase, p.score, this.#opened?.levels[p.level?.number ?? 0]));
	}

	#pause() {
		if (this.#at !== "playing" || this.#setup.people === 0 && !document.hidden) return;
		this.#stopTime();
	}

	#stopTime() {
		this.#time("pause");
		this.#keys.clear();
		this.#put(paused({ go: () => this.#run(), again: () => this.#again(), menu: () => this.#menu() }), "paused");
	}

	#toggle() {
		if (this.#at === "playing") this.#stopTime();
		else if (this.#at === "paused") this.#run();
		else if (this.#at === "ready" || this.#at === "over") this.#menu();
	}

	#again() { if (this.#at !== "menu") this.#deal(true); }

	/** Shows the end of the game. @param {number} [own] the rank of a score that was kept */
	#over(own = -1) {
		const p = this.#picture, before = (this.#opened?.levels[0]?.number ?? 1) - 1;
		const kills = p.hunters.reduce((sum, w) => sum + w.kills, 0), level = (p.level?.number ?? 1) + before;
		const place = this.#kept ? -1 : placeOf(p.score), won = p.phase === "won";
		const facts = `${kills} ${kills === 1 ? "snake" : "snakes"} killed, level ${level}, ${clock(p.tick / (this.#opened?.ticks ?? 30))} played`;
		this.#put(over({ won, score: p.score, facts, place, people: this.#setup.people }, {
			again: () => this.#deal(), menu: () => this.#menu(), save: () => this.#channel?.send("take", { what: "record" }), page: () => this.#channel?.send("take", { what: "page" }),
			replay: () => { this.#replays = true; this.#channel?.send("take", { what: "record" }); },
			keep: (name) => {
				ownName.value = name;
				keep({ name, score: p.score, level, hunters: this.#setup.hunters, won, day: new Date().toISOString().slice(0, 10) });
				this.#kept = true;
				this.#over(place);
			},
		}), "over");
		if (!this.#channel) this.#disableRecord();
		this.#cover.querySelector(`.scores tr:nth-child(${own + 1})`)?.classList.toggle("own", own >= 0);
		this.#announcer.say(`${won ? "You win" : "Game over"} with ${p.score} points.`, true);
	}

	/** Saves a page, or saves or replays a record. @param {import("../../parts/file.js").EngineFile} made */
	#file(made) {
		if (made.mime === "text/html") return void downloadPage(made, "share-hunt.html");
		if (!this.#replays) return download(made);
		this.#replays = false;
		handOver("replay", new File([bytesOf(made)], made.name));
		go("replay", new URLSearchParams());
	}

	/** @param {string} why */
	#wrong(why) {
		this.#put(h("div", { class: "hunt-card" }, errorBox(why, h("button", { type: "button", "data-first": "", onclick: () => {
			this.#setup.clear();
			this.#menu();
		} }, "Back to the menu"))), "wrong");
		if (!this.#stage.contains(this.#cover)) this.#stage.append(this.#cover);
	}

	// Keys and tools.

	/** @param {KeyboardEvent} e */
	#press(e) {
		this.#sound.unlock();
		if (this.#isLateKey(e)) {
			e.preventDefault();
			e.stopPropagation();
			return;
		}
		if (document.querySelector("dialog[open]") || (this.#at !== "playing" && this.#at !== "ready")) return;
		if (this.#at === "ready" && e.code === "Tab") return;
		if (e.key === "?") this.#pause(); // the help will cover the game
		if (this.#keys.press(e)) {
			e.preventDefault();
			e.stopPropagation();
		}
	}

	/** Reports whether a key was pressed for the game that has just ended, and not for the card at its end. @param {KeyboardEvent} e */
	#isLateKey(e) { return this.#at === "over" && performance.now() - this.#since < lateKeys && ["Space", "Enter", "NumpadEnter"].includes(e.code); }

	/** @param {"danger" | "scores"} what */
	#show(what) {
		if (!this.#board) return;
		this.#board.shows[what] = !this.#board.shows[what];
		if (what === "scores") this.#channel?.send("show", { labels: this.#board.shows.scores ? ["scores"] : [] });
	}
}

customElements.define("ouro-hunter", Hunter);
