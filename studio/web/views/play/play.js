// The page Play: a person plays classic Snake, the maze or Battlesnake, with hints of a
// solver.
import { effect } from "../../store/signal.js";
import { query } from "../../store/address.js";
import { go, linkTo, note } from "../../store/place.js";
import { Board } from "../../draw/board.js";
import { h, replace, write } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { check } from "../../parts/check.js";
import { emptyCatalog, rulesOf, capitalise, several, spec } from "../../parts/catalog.js";
import { pickGame } from "../../parts/game-form.js";
import { without } from "../../parts/links.js";
import { pickSolver } from "../../parts/picker.js";
import { download } from "../../parts/file.js";
import { Announcer } from "../../parts/announcer.js";
import { Facts, count } from "../../parts/panel.js";
import { Sound, sounds } from "../../parts/sound.js";
import { exportGame } from "../../parts/export.js";
import { toast, errorBox } from "../../parts/toast.js";
import { defaultSolvers } from "../../parts/default-solvers.js";
import { Cover } from "./cover.js";
import { Hand, HandGame } from "./hand.js";
import { advise, mayStart } from "./hint.js";
import { others } from "./others.js";
import { seatOf, seatPlayer, withSnakes } from "./setup.js";
import { keysOf, onSwipe } from "./steer.js";

/** @typedef {import("../../session/client.js").Session} Session */

const ours = ["speed", "hint", "turn", "play", "show", "seat"]; // fields of the view, not of the game
const usualSpeed = 5, usualHints = ["cell", "backtrack"]; // the default solvers for hints, if they can play; otherwise those of the rules

export default class Play extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	#catalog = emptyCatalog;
	/** The game's fields of the address, in which the player has a seat. */ #fields = new URLSearchParams();
	#hint = "";
	#usualHint = ""; // the default solver for hints
	#hinted = false; // whether hints are shown
	#advised = true; // whether the engine computes hints, even if they are not shown
	#speed = usualSpeed;
	/** Whether the game waits for a key at each turn; null until the rules set the default. @type {boolean | null} */ #waits = null;
	/** @type {HandGame | null} */ #game = null;
	/** @type {Hand | null} */ #hand = null;
	/** @type {Board | null} */ #board = null;
	/** @type {(() => void)[]} */ #ends = [];
	#length = 0;
	#announcer = new Announcer();
	#sound = new Sound();
	#facts = new Facts();
	#cover = new Cover({ again: () => this.#again(), next: () => this.#next(), save: () => this.#game?.send("take", { what: "record" }),
		ended: (words, won) => {
			this.#announcer.say(words, true);
			this.#sound.play(won ? "won" : "lost");
		} });
	#host = h("div", { class: "board-host", role: "img", "aria-label": "board" });
	#what = h("aside", { class: "side what", "aria-label": "the game" });
	#side = h("aside", { class: "side facts-side", "aria-label": "facts" });
	#body = h("div", { class: "watching playing" });
	#end = new AbortController();

	/** @param {Session} session @param {URLSearchParams} fields */
	start(session, fields) {
		this.#session = session;
		replace(this, h("h1", { class: "unseen" }, "Play"), this.#announcer.element, this.#body);
		const how = { signal: this.#end.signal };
		document.addEventListener("visibilitychange", () => { if (document.hidden) this.#hand?.pause(); }, how);
		addEventListener("blur", () => this.#hand?.pause(), how);
		for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.#sound.unlock(), { ...how, capture: true });
		onSwipe(this.#host, (dir) => this.#steer(dir), this.#end.signal);
		this.#hint = fields.get("hint") ?? "";
		this.#hinted = this.#hint !== "";
		this.#speed = Math.min(30, Math.max(1, Number(fields.get("speed")) || usualSpeed));
		session.ready.then(async ({ catalog }) => {
			this.#catalog = { ...emptyCatalog, ...catalog };
			[this.#usualHint = ""] = await defaultSolvers(session, this.#catalog, without(fields, ours), { first: usualHints });
			if (!this.#end.signal.aborted) this.#open(fields);
		});
	}

	stop() {
		this.#close();
		this.#end.abort();
		this.#announcer.stop();
		this.#sound.stop();
	}

	keys() {
		const steer = keysOf.map((keys, dir) => ({ keys, name: dir === 0 ? "↑ ↓ ← →" : undefined, does: "steer; also W A S D and h j k l", do: () => this.#steer(dir) }));
		return [...steer,
			{ keys: [" ", "p"], name: "space", does: "pause, resume", do: () => this.#hand?.toggle() },
			{ keys: ["t"], name: "t", does: "hints on and off", do: () => this.#toggleHint() },
			{ keys: ["+", "="], name: "+", does: "faster", do: () => this.#pace(this.#speed + 1) },
			{ keys: ["-"], name: "-", does: "slower", do: () => this.#pace(this.#speed - 1) },
			{ keys: ["Enter"], name: "enter", does: "play again, when it is over", do: () => { if (this.#hand?.at.peek() === "over") this.#again(); } },
			{ keys: ["r"], name: "r", does: "restart", do: () => this.#again() },
			{ keys: ["n"], name: "n", does: "next game", do: () => this.#next() },
			{ keys: ["m"], name: "m", does: "sound on or off", do: () => { sounds.value = sounds.peek() === "on" ? "off" : "on"; } },
		];
	}

	notes = ["The game waits for your first move.", "On a phone swipe over the board."];

	get #rules() { return rulesOf(this.#catalog, this.#fields.get("rules") ?? ""); }

	/** @param {URLSearchParams} fields @param {string} [why] an earlier error */
	#open(fields, why = "") {
		this.#close();
		const own = new URLSearchParams(fields);
		for (const key of ours) own.delete(key);
		this.#fields = seatPlayer(this.#catalog, own);
		this.#waits ??= several(this.#rules);
		const hint = this.#advised ? this.#chosenHint : "";
		const game = this.#game = new HandGame(this.#session, { link: query(this.#fields), hint });
		game.onlost = () => {
			this.#cover.lost ||= hand.at.peek() !== "ready";
			this.#again();
		};
		game.onmessage = (type, data) => { if (type === "file") download(data); };
		const seat = seatOf(this.#fields);
		const hand = this.#hand = new Hand(game, { seat, speed: this.#speed, waits: this.#waits, draw: (p, from, t) => this.#board?.show(p, from ? { from, t } : {}) });
		this.#length = 0;
		if (hint) game.show({ labels: ["plan"], seat, tree: false });
		replace(this.#body, why && h("div", { class: "banner" }, errorBox(why)), h("section", { class: "stage", "data-lanes": "1", "aria-label": "board" }, h("div", { class: "boards" }, h("figure", {}, this.#host)), this.#cover.element), this.#what, this.#side);
		this.#ends.push(effect(() => {
			const opened = game.opened.value;
			if (opened) this.#begin(opened);
		}), effect(() => {
			const e = game.error.value;
			if (!e) return;
			if (!e.fatal || game.opened.peek()) toast(e.message, { error: true });
			else if (this.#advised && (e.field === "hint" || e.field === undefined)) this.#dropHints(fields, e.message);
			else if (!why) this.#open(new URLSearchParams(), e.message);
			else replace(this.#body, errorBox(e.message));
		}), effect(() => {
			game.turn.value;
			game.lanes.value;
			game.thinking.value;
			hand.at.value;
			this.#refresh();
		}));
		this.#note();
	}

	/** Plays without hints, after the solver for hints was refused. @param {URLSearchParams} fields @param {string} why */
	#dropHints(fields, why) {
		if (this.#hinted) toast(why, { error: true });
		this.#advised = this.#hinted = false;
		this.#open(fields);
	}

	#close() {
		for (const end of this.#ends.splice(0)) end();
		this.#hand?.stop();
		this.#game?.close();
		this.#board?.close();
		this.#board = this.#hand = this.#game = null;
	}

	/** @param {import("../../session/game.js").Opened} opened */
	#begin(opened) {
		const stage = /** @type {HTMLElement} */ (this.#host.closest(".stage"));
		stage.style.setProperty("--ratio", String(opened.board.w / opened.board.h));
		this.#host.setAttribute("aria-label", `board ${opened.board.w} by ${opened.board.h}`);
		this.#board?.close();
		this.#board = new Board(this.#host);
		this.#describe(opened.title);
		this.#refresh();
	}

	get #chosenHint() { return this.#hint || this.#usualHint || this.#rules?.solvers?.[0] || "cell"; }

	// Actions of the player.

	/** @param {number} dir */
	#steer(dir) {
		const hand = this.#hand, p = hand?.position;
		if (!hand || !p) return;
		const body = p.snakes[hand.seat]?.body ?? [];
		if (hand.at.peek() === "ready" && !mayStart(p, body[0], dir)) return toast("There is a wall. Press another direction to start.");
		if (hand.waits && body.length > 1 && body[1] === body[0] + [p.w, 1, -p.w, -1][dir] && body[1] !== body[body.length - 1]) return; // a turn back into the neck is ignored
		hand.steer(dir);
	}

	/** @param {number} speed */
	#pace(speed) {
		this.#speed = Math.min(30, Math.max(1, speed));
		this.#hand?.pace(this.#speed);
		const input = this.#what.querySelector("input[type=range]");
		if (input instanceof HTMLInputElement) input.value = String(this.#speed);
		const text = this.#what.querySelector(".pace");
		if (text) write(text, `${count(this.#speed, "move")} a second`);
		this.#note();
	}

	#again() { this.#open(this.#fields); }

	#export() {
		this.#hand?.pause();
		if (this.#game) exportGame(this.#game, { speed: this.#speed, link: () => linkTo("play", this.#address()) });
	}

	#next() {
		const fields = new URLSearchParams(this.#fields);
		if (several(this.#rules)) fields.set("seed", String(Number(fields.get("seed") ?? 1) + 1));
		else fields.set("game", String(Number(fields.get("game") ?? 0) + 1));
		this.#open(fields);
	}

	#toggleHint() {
		this.#hinted = !this.#hinted;
		if (this.#hinted && !this.#advised) this.#chooseHint();
		this.#describe();
		this.#note();
	}

	#note() { note("play", this.#address()); }

	#address() {
		const fields = new URLSearchParams(this.#fields);
		if (!several(this.#rules)) fields.delete("solver");
		if (this.#hinted) fields.set("hint", this.#chosenHint);
		if (this.#speed !== usualSpeed) fields.set("speed", String(this.#speed));
		return fields;
	}

	// The panels beside the board.

	#title = "";

	/** @param {string} [title] */
	#describe(title = this.#title) {
		this.#title = title;
		const rules = this.#rules, many = several(rules);
		const range = h("input", { type: "range", min: "1", max: "30", value: String(this.#speed), "aria-label": "speed", oninput: () => this.#pace(Number(range.value)) });
		const waits = h("input", { type: "checkbox", checked: this.#waits === true, id: "play-waits", onchange: () => { this.#waits = waits.checked; this.#hand?.wait(waits.checked); this.#describe(); } });
		const hints = h("input", { type: "checkbox", checked: this.#hinted, id: "play-hints", onchange: () => this.#toggleHint() });
		replace(this.#what, h("section", { class: "card" }, h("header", {}, h("h2", {}, capitalise(title)), h("button", { type: "button", onclick: () => this.#choose() }, icon("change"), "Change")),
			rules && h("p", { class: "small dim" }, capitalise(rules.idea) + ".")),
		h("section", { class: "card" }, h("h2", {}, "Pace"), h("label", { class: "row", for: "play-waits" }, waits, "wait for each move of mine"),
			!this.#waits && h("div", {}, range, h("p", { class: "small dim pace" }, `${count(this.#speed, "move")} a second`))),
		h("section", { class: "card" }, h("header", {}, h("h2", {}, "Hints"), h("button", { type: "button", class: "change-hint", onclick: () => this.#chooseHint() }, "Change")),
			h("label", { class: "row", for: "play-hints" }, hints, `show what ${spec(this.#chosenHint).name} would do`), h("p", { class: "hint", role: "status" })),
		many && others(this.#fields.getAll("snake"), {
			own: seatOf(this.#fields), seats: this.#game?.opened.peek()?.lanes[0]?.seats ?? [], rules, pick: (title, chosen, seat) => this.#chooseSnake(title, chosen, seat), change: (snakes) => this.#seat(snakes),
		}));
		replace(this.#side, h("section", { class: "card" }, h("header", {}, h("h2", {}, "You play")), this.#facts.element),
			h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.#again() }, icon("again"), "Play again"), h("button", { type: "button", onclick: () => this.#next() }, icon("next"), "Next game"),
				h("button", { type: "button", class: "take-away", onclick: () => this.#export() }, icon("save"), "Export …")));
		this.#refresh();
	}

	/** Starts a game with these snakes. @param {string[]} snakes */
	#seat(snakes) {
		this.#waits = null;
		this.#open(withSnakes(this.#fields, snakes));
	}

	/**
	 * @param {string} title @param {string} chosen @param {(solver: string) => void} then
	 * @param {(solver: string) => Promise<string>} attempt returns why the engine refuses it, or ""
	 */
	async #pick(title, chosen, then, attempt) {
		this.#hand?.pause();
		const solver = await pickSolver(this.#catalog, { title, chosen, home: this.#rules?.home, try: attempt });
		if (solver !== null) then(solver);
	}

	/** @param {string} title @param {string} chosen @param {(solver: string) => string[]} seat returns the snakes with that solver */
	#chooseSnake(title, chosen, seat) {
		this.#pick(title, chosen, (solver) => this.#seat(seat(solver)),
			(solver) => check(this.#session, "game", { link: query(withSnakes(this.#fields, seat(solver))) }));
	}

	#chooseHint() {
		this.#pick("Solver for hints", this.#chosenHint, (solver) => {
			this.#hint = solver;
			this.#hinted = this.#advised = true;
			this.#open(this.#fields);
		}, (hint) => check(this.#session, "game", { link: query(this.#fields), hint }));
	}

	async #choose() {
		this.#hand?.pause();
		const fields = await pickGame(this.#catalog, this.#fields, { try: (link) => check(this.#session, "game", { link }) });
		if (!fields) return;
		go("play", fields);
	}

	/** Updates the facts and the hint. */
	#refresh() {
		const game = this.#game, hand = this.#hand, p = hand?.position;
		if (!game || !hand || !p) return;
		const me = p.snakes[hand.seat], at = hand.at.peek(), facts = game.facts(p.turn)?.lanes[0], f = this.#facts;
		if (!me) return;
		if (this.#length && me.body.length > this.#length) this.#sound.play("eat");
		this.#length = me.body.length;
		f.set("length", facts?.whole ? `${me.body.length} of ${facts.whole}` : me.body.length, "large");
		f.set("moves", p.turn);
		if (several(this.#rules)) {
			f.set("health", me.health);
			f.bar("health", me.health / 100, me.health < 25);
		} else if (facts?.aboveDistance !== undefined) f.set("above the distance", `${Math.round(facts.aboveDistance)} %`);
		for (const e of this.#what.querySelectorAll("[data-length]")) {
			const s = p.snakes[Number(/** @type {HTMLElement} */ (e).dataset.length)];
			write(e, s?.dead ? "†" : s?.body.length ?? "");
		}
		const text = this.#what.querySelector(".hint");
		if (text && this.#board) advise(text, this.#board, p, hand.seat, this.#hinted ? game.thought(p.turn, 0, hand.seat) : undefined);
		this.#cover.show(at, p, hand, several(this.#rules));
		this.#announcer.say(`length ${me.body.length}, move ${p.turn}`);
	}
}

customElements.define("ouro-play", Play);
