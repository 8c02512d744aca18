// Snake Hunter: one or two people at one keyboard, or fingers on a screen, or bots,
// against one to four snakes. The menu lies over a game of bots.
import { query } from "../store/address.js";
import { note } from "../store/place.js";
import { Picture } from "../session/hunt.js";
import { HuntBoard } from "../draw/hunt.js";
import { h, replace, write } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { Live } from "../parts/live.js";
import { pickSolver } from "../parts/picker.js";
import { Sound, sounds } from "../parts/sound.js";
import { toast, wrong } from "../parts/toast.js";
import { card, menu, over, paused, ready } from "./hunter/cards.js";
import { Hud, clock } from "./hunter/hud.js";
import { dirNames, Keys, pads } from "./hunter/keys.js";
import { keep, ownName, placeOf } from "./hunter/scores.js";
import { touched, touchPad } from "./hunter/touch.js";
import { download } from "../parts/file.js";

/** @typedef {import("../session/client.js").Session} Session */
/** @typedef {import("../session/client.js").Channel} Channel */

/** @typedef {{link: string, ticks: number, step: number, fuse: number, lives: number, hunters: {bot: boolean}[], solvers: string[], levels: {number: number, name: string, snakes: number, seconds: number}[]}} Opened */

/** What this page is at. @typedef {"menu" | "ready" | "playing" | "paused" | "over" | "wrong"} At */

const flameTicks = 10, usualSolver = "backtrack:depth=12,discount=0.99";

export default class Hunter extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {Channel | undefined} */ #channel;
	/** @type {Opened | undefined} */ #opened;
	#fields = new URLSearchParams();
	#picture = new Picture();
	/** @type {HuntBoard | undefined} */ #board;
	#hud = new Hud();
	#live = new Live();
	#sound = new Sound();
	#keys = new Keys(0, () => {});
	/** @type {At} */ #at = "menu";
	#lastSecond = 0;
	#kept = false;
	/** The levels that there are: a game tells those from its first on. @type {Opened["levels"]} */ #levels = [];

	#stage = h("div", { class: "stage" });
	#cover = h("div", { class: "cover" });
	#tools = h("div", { class: "tools" });
	#pad = h("div", { class: "pad-place" });
	#foot = h("p", { class: "hints dim small" });
	#end = new AbortController();

	/** @param {Session} session @param {URLSearchParams} fields */
	start(session, fields) {
		this.#session = session;
		this.#fields = new URLSearchParams(fields);
		for (const key of ["speed", "play", "turn"]) this.#fields.delete(key);
		replace(this, h("h1", { class: "unseen" }, "Snake Hunter"), this.#hud.element, this.#tools, this.#stage, this.#hud.news, this.#pad, this.#foot, this.#live.element);
		const how = { signal: this.#end.signal };
		addEventListener("keydown", (e) => this.#press(e), { ...how, capture: true });
		addEventListener("keyup", (e) => this.#keys.release(e), how);
		addEventListener("blur", () => this.#pause(), how);
		document.addEventListener("visibilitychange", () => { if (document.hidden) this.#pause(); }, how);
		addEventListener("pointerdown", () => this.#sound.unlock(), how);
		this.#makeTools();
		this.#menu();
	}

	stop() {
		this.#end.abort();
		this.#channel?.close();
		this.#board?.stop();
		this.#live.stop();
		this.#sound.stop();
	}

	keys() {
		const people = this.#people;
		const walk = pads(people).map((pad, i) => ({ keys: [], name: `${pad.names.walk} ${pad.names.bomb}`, does: people > 1 ? `player ${i + 1} walks, bombs` : "walk, bomb", do: () => {} }));
		return [...walk,
			{ keys: ["p", "Escape"], name: "p esc", does: "pause, go on", do: () => this.#toggle() },
			{ keys: ["r"], name: "r", does: "start again", do: () => this.#again() },
			{ keys: ["m"], name: "m", does: "sound on or off", do: () => this.#mute() },
			{ keys: ["1"], name: "1", does: "reach of the bombs", do: () => this.#show("danger") },
			{ keys: ["2"], name: "2", does: "scores of the snakes", do: () => this.#show("scores") },
		];
	}

	notes = ["A hunter walks as long as a key is down.", "Bombs set each other off. A block stops a blast, and so does a wall of bricks, which falls."];

	get #hunters() { return Math.max(Number(this.#fields.get("hunters") ?? 1), Number(this.#fields.get("bots") ?? 0), 1); }
	get #bots() { return Number(this.#fields.get("bots") ?? 0); }
	get #people() { return Math.max(0, this.#hunters - this.#bots); }

	/** Opens a game. @param {URLSearchParams} fields @param {() => void} then */
	#open(fields, then) {
		this.#channel?.close();
		this.#board?.stop();
		this.#picture = new Picture();
		this.#opened = undefined;
		this.#kept = false;
		const channel = this.#session.open("hunt", { link: query(fields) }, (type, data) => {
			if (channel !== this.#channel) return;
			switch (type) {
			case "opened": this.#begin(data); then(); break;
			case "reopened": // the engine is another one, which knows nothing of the game
				if (this.#at !== "menu") toast("The engine was begun anew, and the game is lost.", { error: true });
				this.#menu();
				break;
			case "frame": this.#frame(data); break;
			case "progress": this.#progress(data); break;
			case "file": download(data); break;
			case "error":
				if (data.fatal) this.#wrong(data.message);
				else toast(data.message, { error: true });
			}
		});
		this.#channel = channel;
	}

	/** @param {Opened} opened */
	#begin(opened) {
		this.#opened = opened;
		if (opened.levels.length > this.#levels.length) this.#levels = opened.levels;
		const board = new HuntBoard(this.#picture, { step: opened.step, fuse: opened.fuse, flame: flameTicks }, "the board of Snake Hunter");
		board.follows = opened.hunters.flatMap((w, i) => (w.bot ? [] : [i]));
		if (board.follows.length === 0) board.follows = opened.hunters.map((_, i) => i);
		board.shows = this.#board?.shows ?? board.shows;
		this.#board = board;
		this.#stage.replaceChildren(board.canvas, this.#cover);
		if (board.shows.scores) this.#channel?.send("show", { labels: ["scores"] });
		board.wake();
	}

	/** @param {import("../session/hunt.js").Frame} frame */
	#frame(frame) {
		const p = this.#picture, phase = p.phase;
		p.show(frame);
		if (frame.level) this.#board?.jump();
		this.#board?.happen(frame.events ?? []);
		if (this.#at === "playing") for (const e of frame.events ?? []) this.#sounds(e.kind);
		const facts = { lives: this.#opened?.lives ?? 3, ticks: this.#opened?.ticks ?? 30, before: (this.#opened?.levels[0]?.number ?? 1) - 1 };
		this.#hud.show(p, facts);
		if (this.#at !== "playing") return;
		if (phase !== p.phase || frame.level) this.#banner();
		const second = Math.ceil(p.left(facts.ticks));
		if (p.phase === "playing" && second !== this.#lastSecond && second <= 10 && second > 0) this.#sound.play("late");
		this.#lastSecond = second;
		const last = p.news.at(-1);
		if (last && last.tick === p.tick) this.#live.say(last.text);
	}

	/** @param {string} kind */
	#sounds(kind) {
		const name = { "bomb laid": "bomb", "bomb exploded": "blast", "hedge eaten": "bite", "snake hit": "hit", "snake died": "kill", "snake stunned": "stun", "snake woke": "wake",
			"hunter caught": "lost", "hunter blasted": "lost", "hunter back": "back", "level won": "level", "level started": "begin", "game won": "won", "game lost": "over" }[kind];
		if (name) this.#sound.play(name);
	}

	/** @param {{running: boolean, speed: number, ended: boolean, error?: string}} state */
	#progress(state) {
		if (this.#board) this.#board.speed = state.running ? state.speed : 0;
		if (state.error) return this.#wrong(state.error);
		if (!state.ended && !state.running && this.#at === "playing") this.#stopTime(); // it was alone
		if (!state.ended) return;
		if (this.#at === "menu") this.#demo(); // the bots begin again
		else this.#over();
	}

	// What lies over the board.

	/** @param {HTMLElement | null} what @param {At} at */
	#put(what, at) {
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

	/** A game of bots under the menu. */
	#demo() {
		const fields = new URLSearchParams(this.#fields);
		fields.set("hunters", String(this.#hunters));
		fields.set("bots", String(this.#hunters));
		fields.set("seed", String(Math.floor(Math.random() * 1e6)));
		this.#open(fields, () => {
			this.#drawMenu();
			this.#channel?.send("run", {});
		});
		if (!this.#stage.contains(this.#cover)) this.#stage.append(this.#cover);
	}

	#drawMenu() {
		if (this.#at !== "menu") return;
		const focus = document.activeElement?.getAttribute("aria-label") ?? "";
		if (this.#levels.length === 0 || (this.#levels[0]?.number ?? 1) > 1) this.#fillLevels();
		const solver = this.#fields.getAll("solver").join(", ") || usualSolver;
		/** @param {string} key @param {string} value @param {string} usual */
		const set = (key, value, usual) => {
			if (value === usual) this.#fields.delete(key);
			else this.#fields.set(key, value);
			this.#noted();
		};
		const level = Number(this.#fields.get("start-level") ?? 1);
		this.#put(menu({ hunters: this.#hunters, bots: this.#bots, level, snakes: Number(this.#fields.get("snakes") ?? 0), solver: solver.split(":")[0], levels: this.#levels }, {
			team: (hunters, bots) => { set("hunters", String(hunters), "1"); set("bots", String(bots), "0"); this.#menu(); },
			level: (n) => { set("start-level", String(n), "1"); this.#menu(); },
			snakes: (n) => { set("snakes", String(n), "0"); this.#menu(); },
			solver: () => this.#choose(solver),
			start: () => this.#deal(),
		}), "menu");
		if (focus) /** @type {HTMLElement | null} */ (this.#cover.querySelector(`[aria-label="${CSS.escape(focus)}"]`))?.focus();
	}

	/** Asks for all levels, where the link begins with a later one. */
	#fillLevels() {
		const channel = this.#session.open("hunt", { link: "bots=1&seed=1" }, (type, data) => {
			if (type !== "opened") return;
			channel.close();
			this.#levels = data.levels;
			this.#drawMenu();
		});
	}

	/** @param {string} chosen */
	async #choose(chosen) {
		const { catalog } = await this.#session.ready;
		const solver = await pickSolver(catalog, { title: "What the snakes think with", chosen, home: "the maze" });
		if (solver === null || this.#at !== "menu") return;
		if (solver === usualSolver) this.#fields.delete("solver");
		else this.#fields.set("solver", solver);
		this.#noted();
		this.#menu();
	}

	#noted() { note("hunter", this.#fields); }

	/** Deals the game of the menu. @param {boolean} [same] the same one again */
	#deal(same = false) {
		this.#sound.unlock();
		const chance = String(Math.floor(Math.random() * 1e9));
		const fields = new URLSearchParams(this.#fields);
		if (!fields.has("seed")) fields.set("seed", same ? this.#seed : chance);
		this.#seed = fields.get("seed") ?? chance;
		const people = this.#people;
		this.#keys = new Keys(people, (hunter, what, dir) => this.#steer(hunter, what, dir));
		this.#put(null, "ready");
		this.#open(fields, () => {
			if (people === 0) return this.#run();
			const level = this.#opened?.levels[0];
			const n = level?.snakes ?? 1;
			this.#put(ready({ name: level ? `Level ${level.number}: ${level.name}` : "", goal: `Hunt down ${n === 1 ? "a snake" : `${n} snakes`} in ${clock(level?.seconds ?? 0)}.`, people, touch: touched() }, () => this.#run()), "ready");
		});
		replace(this.#pad, people > 0 && touched() && touchPad((hunter, what, dir) => { this.#sound.unlock(); this.#steer(hunter, what, dir); }));
		write(this.#foot, pads(people).map((pad, i) => `${people > 1 ? `P${i + 1} ` : ""}${pad.names.walk} walk, ${pad.names.bomb} bomb`).join(" · ") + (people ? " · " : "") + "p pause · ? all keys");
		this.#live.say(`Level ${this.#fields.get("start-level") ?? 1}. Press one of your keys to start.`, true);
	}

	#seed = "1";

	/** @param {number} hunter @param {"press" | "release" | "bomb"} what @param {number} [dir] */
	#steer(hunter, what, dir) {
		if (this.#at === "ready" && what !== "release") this.#run();
		if (this.#at !== "playing") return;
		this.#channel?.send("input", { hunter, do: what, dir: dir === undefined ? undefined : dirNames[dir] });
	}

	#run() {
		if (!this.#opened) return;
		this.#put(null, "playing");
		this.#channel?.send("run", {});
		this.#banner();
	}

	/** What a break is for. */
	#banner() {
		const p = this.#picture;
		if (this.#at !== "playing") return;
		if (p.phase === "cleared") {
			const next = this.#opened?.levels[p.level?.number ?? 0];
			replace(this.#cover, card("Level cleared", { mood: "good", kind: "banner" }, h("p", { class: "points" }, String(p.score)), next ? h("p", {}, `Next: ${next.name}`) : null));
		} else if (p.phase === "timed-out") {
			replace(this.#cover, card("Time is up", { mood: "bad", kind: "banner" }, h("p", {}, "Every hunter loses a life.")));
		} else replace(this.#cover);
	}

	#pause() {
		if (this.#at !== "playing" || this.#people === 0 && !document.hidden) return;
		this.#stopTime();
	}

	#stopTime() {
		this.#channel?.send("pause");
		this.#keys.clear();
		this.#put(paused({ go: () => this.#run(), again: () => this.#again(), menu: () => this.#menu() }), "paused");
	}

	#toggle() {
		if (this.#at === "playing") this.#stopTime();
		else if (this.#at === "paused") this.#run();
		else if (this.#at === "ready" || this.#at === "over") this.#menu();
	}

	#again() { if (this.#at !== "menu") this.#deal(true); }

	/** @param {number} [own] the place of a score that was kept */
	#over(own = -1) {
		const p = this.#picture, before = (this.#opened?.levels[0]?.number ?? 1) - 1;
		const kills = p.hunters.reduce((sum, w) => sum + w.kills, 0), level = (p.level?.number ?? 1) + before;
		const place = this.#kept ? -1 : placeOf(p.score), won = p.phase === "won";
		const facts = `${kills} ${kills === 1 ? "snake" : "snakes"} killed, level ${level}, ${clock(p.tick / (this.#opened?.ticks ?? 30))} played`;
		this.#put(over({ won, score: p.score, facts, place, people: this.#people }, {
			again: () => this.#deal(), menu: () => this.#menu(), save: () => this.#channel?.send("take", { what: "record" }),
			keep: (name) => {
				ownName.value = name;
				keep({ name, score: p.score, level, hunters: this.#hunters, won, day: new Date().toISOString().slice(0, 10) });
				this.#kept = true;
				this.#over(place);
			},
		}), "over");
		this.#cover.querySelector(`.scores tr:nth-child(${own + 1})`)?.classList.toggle("own", own >= 0);
		this.#live.say(`${won ? "You win" : "Game over"} with ${p.score} points.`, true);
	}

	/** @param {string} why */
	#wrong(why) {
		this.#put(h("div", { class: "hunt-card" }, wrong(why, h("button", { type: "button", "data-first": "", onclick: () => {
			this.#fields = new URLSearchParams();
			this.#noted();
			this.#menu();
		} }, "To the menu"))), "wrong");
		if (!this.#stage.contains(this.#cover)) this.#stage.append(this.#cover);
	}

	// Keys and tools.

	/** @param {KeyboardEvent} e */
	#press(e) {
		this.#sound.unlock();
		if (document.querySelector("dialog[open]") || (this.#at !== "playing" && this.#at !== "ready")) return;
		if (this.#at === "ready" && e.code === "Tab") return;
		if (this.#keys.press(e)) {
			e.preventDefault();
			e.stopPropagation();
		}
	}

	#makeTools() {
		const tool = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ does) =>
			h("button", { type: "button", class: "plain icon", "aria-label": words, title: words, onclick: does }, icon(name));
		const sound = tool(sounds.peek() === "on" ? "sound" : "mute", "sound: m", () => this.#mute());
		sound.dataset.tool = "sound";
		sound.setAttribute("aria-pressed", String(sounds.peek() === "on"));
		replace(this.#tools, tool("pause", "pause: p", () => this.#toggle()), tool("again", "start again: r", () => this.#again()), sound,
			tool("eye", "scores of the snakes: 2", () => this.#show("scores")));
	}

	#mute() {
		sounds.value = sounds.peek() === "on" ? "off" : "on";
		this.#sound.unlock();
		this.#makeTools();
	}

	/** @param {"danger" | "scores"} what */
	#show(what) {
		if (!this.#board) return;
		this.#board.shows[what] = !this.#board.shows[what];
		if (what === "scores") this.#channel?.send("show", { labels: this.#board.shows.scores ? ["scores"] : [] });
	}
}

customElements.define("ouro-hunter", Hunter);
