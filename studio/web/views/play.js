// Play: classic Snake, the maze and Battlesnake by hand, with a solver that gives hints.
import { effect } from "../store/signal.js";
import { query } from "../store/address.js";
import { go, note } from "../store/place.js";
import { Board } from "../draw/board.js";
import { h, replace, write } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { check } from "../parts/check.js";
import { nothing, rulesOf, sentence, several, spec } from "../parts/catalog.js";
import { pickGame } from "../parts/game-form.js";
import { pickSolver } from "../parts/picker.js";
import { download } from "../parts/file.js";
import { Live } from "../parts/live.js";
import { Facts, arrows, dirs } from "../parts/panel.js";
import { Sound, sounds } from "../parts/sound.js";
import { toast, wrong } from "../parts/toast.js";
import { Hand, HandGame } from "./play/hand.js";
import { seatOf, seated, solverOfSnake } from "./play/setup.js";
import { onSwipe } from "./play/swipe.js";

/** @typedef {import("../session/client.js").Session} Session */

const ours = ["speed", "hint", "turn", "play", "show", "seat"];
const usualSpeed = 5, usualHint = { "classic Snake": "cell", "the maze": "backtrack" };
const keysOf = [["ArrowUp", "w", "k"], ["ArrowRight", "d", "l"], ["ArrowDown", "s", "j"], ["ArrowLeft", "a", "h"]];

export default class Play extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	#catalog = nothing;
	/** The game's fields, with a person in a seat. */ #fields = new URLSearchParams();
	#hint = "";
	#hinted = false;
	#advised = true; // the engine thinks about hints, shown or not
	#speed = usualSpeed;
	/** Whether it waits at each turn; null until the rules say what is usual. @type {boolean | null} */ #waits = null;
	/** @type {HandGame | null} */ #game = null;
	/** @type {Hand | null} */ #hand = null;
	/** @type {Board | null} */ #board = null;
	/** @type {(() => void)[]} */ #ends = [];
	#length = 0;
	#lives = new Live();
	#sound = new Sound();
	#facts = new Facts();
	#over = h("div", { class: "play-over" });
	#host = h("div", { class: "board-host", role: "img", "aria-label": "board" });
	#what = h("aside", { class: "side what", "aria-label": "what is played" });
	#side = h("aside", { class: "side facts-side", "aria-label": "how it stands" });
	#body = h("div", { class: "watching playing" });
	#end = new AbortController();

	/** @param {Session} session @param {URLSearchParams} fields */
	start(session, fields) {
		this.#session = session;
		replace(this, h("h1", { class: "unseen" }, "Play"), this.#lives.element, this.#body);
		const how = { signal: this.#end.signal };
		document.addEventListener("visibilitychange", () => { if (document.hidden) this.#hand?.pause(); }, how);
		addEventListener("blur", () => this.#hand?.pause(), how);
		for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => this.#sound.unlock(), { ...how, capture: true });
		onSwipe(this.#host, (dir) => this.#steer(dir), this.#end.signal);
		this.#hint = fields.get("hint") ?? "";
		this.#hinted = this.#hint !== "";
		this.#speed = Math.min(30, Math.max(1, Number(fields.get("speed")) || usualSpeed));
		session.ready.then(({ catalog }) => {
			this.#catalog = { ...nothing, ...catalog };
			this.#open(fields);
		});
	}

	stop() {
		this.#close();
		this.#end.abort();
		this.#lives.stop();
		this.#sound.stop();
	}

	keys() {
		const steer = keysOf.map((keys, dir) => ({ keys, name: dir === 0 ? "↑ ↓ ← →" : undefined, does: "steer; also W A S D and h j k l", do: () => this.#steer(dir) }));
		return [...steer,
			{ keys: [" ", "p"], name: "space", does: "pause, go on", do: () => this.#hand?.toggle() },
			{ keys: ["t"], name: "t", does: "hints on and off", do: () => this.#toggleHint() },
			{ keys: ["+", "="], name: "+", does: "faster", do: () => this.#pace(this.#speed + 1) },
			{ keys: ["-"], name: "-", does: "slower", do: () => this.#pace(this.#speed - 1) },
			{ keys: ["Enter"], name: "enter", does: "play again, when it is over", do: () => { if (this.#hand?.at.peek() === "over") this.#again(); } },
			{ keys: ["r"], name: "r", does: "start again", do: () => this.#again() },
			{ keys: ["n"], name: "n", does: "next game", do: () => this.#next() },
			{ keys: ["m"], name: "m", does: "sound on or off", do: () => { sounds.value = sounds.peek() === "on" ? "off" : "on"; } },
		];
	}

	notes = ["The game waits for your first move.", "On a phone swipe over the board."];

	get #rules() { return rulesOf(this.#catalog, this.#fields.get("rules") ?? ""); }

	/** @param {URLSearchParams} fields @param {string} [why] what was wrong */
	#open(fields, why = "") {
		this.#close();
		const own = new URLSearchParams(fields);
		for (const key of ours) own.delete(key);
		this.#fields = seated(this.#catalog, own);
		this.#waits ??= several(this.#rules);
		const hint = this.#advised ? this.#chosenHint : "";
		const game = this.#game = new HandGame(this.#session, { link: query(this.#fields), hint });
		game.onlost = () => {
			toast("The engine was begun anew, and the game is lost.", { error: true });
			this.#again();
		};
		game.onmessage = (type, data) => { if (type === "file") download(data); };
		const seat = seatOf(this.#fields);
		const hand = this.#hand = new Hand(game, { seat, speed: this.#speed, waits: this.#waits, draw: (p, from, t) => this.#board?.show(p, from ? { from, t } : {}) });
		this.#length = 0;
		if (hint) game.show({ labels: ["plan"], seat, tree: false });
		replace(this.#body, why && h("div", { class: "banner" }, wrong(why)), h("section", { class: "stage", "data-lanes": "1", "aria-label": "board" }, h("div", { class: "boards" }, h("figure", {}, this.#host)), this.#over), this.#what, this.#side);
		this.#ends.push(effect(() => {
			const opened = game.opened.value;
			if (opened) this.#begin(opened);
		}), effect(() => {
			const e = game.error.value;
			if (!e) return;
			if (!e.fatal || game.opened.peek()) toast(e.message, { error: true });
			else if (this.#advised && (e.field === "hint" || e.field === undefined)) this.#unadvised(fields, e.message);
			else if (!why) this.#open(new URLSearchParams(), e.message);
			else replace(this.#body, wrong(e.message));
		}), effect(() => {
			game.turn.value;
			game.lanes.value;
			game.thinking.value;
			hand.at.value;
			this.#tell();
		}));
		this.#note();
	}

	/** Plays without hints, where that solver can give none. @param {URLSearchParams} fields @param {string} why */
	#unadvised(fields, why) {
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

	/** @param {import("../session/game.js").Opened} opened */
	#begin(opened) {
		const stage = /** @type {HTMLElement} */ (this.#host.closest(".stage"));
		stage.style.setProperty("--ratio", String(opened.board.w / opened.board.h));
		this.#host.setAttribute("aria-label", `board ${opened.board.w} by ${opened.board.h}`);
		this.#board?.close();
		this.#board = new Board(this.#host);
		this.#describe(opened.title);
		this.#tell();
	}

	get #chosenHint() { return this.#hint || usualHint[/** @type {keyof typeof usualHint} */ (this.#rules?.home ?? "")] || this.#rules?.solvers?.[0] || "cell"; }

	// What the person does.

	/** @param {number} dir */
	#steer(dir) {
		const hand = this.#hand, p = hand?.position;
		if (!hand || !p) return;
		const body = p.snakes[hand.seat]?.body ?? [];
		if (hand.at.peek() === "ready" && !this.#mayStart(p, body[0], dir)) return toast("There is a wall: another direction starts the game.");
		if (hand.waits && body.length > 1 && body[1] === body[0] + [p.w, 1, -p.w, -1][dir] && body[1] !== body[body.length - 1]) return; // straight back
		hand.steer(dir);
	}

	/** @param {import("../session/lane.js").Position} p @param {number} head @param {number} dir */
	#mayStart(p, head, dir) {
		const x = head % p.w, y = Math.floor(head / p.w), to = head + [p.w, 1, -p.w, -1][dir];
		if (!p.wraps && [y === p.h - 1, x === p.w - 1, y === 0, x === 0][dir]) return false;
		return p.wraps || p.ground[to] !== 1;
	}

	/** @param {number} speed */
	#pace(speed) {
		this.#speed = Math.min(30, Math.max(1, speed));
		this.#hand?.pace(this.#speed);
		const input = this.#what.querySelector("input[type=range]");
		if (input instanceof HTMLInputElement) input.value = String(this.#speed);
		write(this.#what.querySelector(".pace") ?? this.#over, `${this.#speed} moves a second`);
		this.#note();
	}

	#again() { this.#open(this.#fields); }

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

	#note() {
		const fields = new URLSearchParams(this.#fields);
		if (!several(this.#rules)) fields.delete("solver");
		if (this.#hinted) fields.set("hint", this.#chosenHint);
		if (this.#speed !== usualSpeed) fields.set("speed", String(this.#speed));
		note("play", fields);
	}

	/** @param {URLSearchParams} fields */
	#to(fields) {
		this.#waits = null;
		this.#open(fields);
	}

	// What is told.

	#title = "";

	/** @param {string} [title] */
	#describe(title = this.#title) {
		this.#title = title;
		const rules = this.#rules, many = several(rules);
		const range = h("input", { type: "range", min: "1", max: "30", value: String(this.#speed), "aria-label": "speed", oninput: () => this.#pace(Number(range.value)) });
		const waits = h("input", { type: "checkbox", checked: this.#waits === true, id: "play-waits", onchange: () => { this.#waits = waits.checked; this.#hand?.wait(waits.checked); this.#describe(); } });
		const hints = h("input", { type: "checkbox", checked: this.#hinted, id: "play-hints", onchange: () => this.#toggleHint() });
		replace(this.#what, h("section", { class: "card" }, h("header", {}, h("h2", {}, sentence(title)), h("button", { type: "button", onclick: () => this.#choose() }, icon("change"), "Change")),
			rules && h("p", { class: "small dim" }, sentence(rules.idea) + ".")),
		h("section", { class: "card" }, h("h2", {}, "Pace"), h("label", { class: "row", for: "play-waits" }, waits, "wait for each of my moves"),
			!this.#waits && h("div", {}, range, h("p", { class: "small dim pace" }, `${this.#speed} moves a second`))),
		h("section", { class: "card" }, h("header", {}, h("h2", {}, "Hints"), h("button", { type: "button", onclick: () => this.#chooseHint() }, "Change")),
			h("label", { class: "row", for: "play-hints" }, hints, `what ${spec(this.#chosenHint).name} would do`), h("p", { class: "hint", role: "status" })),
		many && this.#others());
		replace(this.#side, h("section", { class: "card" }, h("header", {}, h("h2", {}, "You play")), this.#facts.element),
			h("div", { class: "row" }, h("button", { type: "button", onclick: () => this.#again() }, icon("again"), "Again"), h("button", { type: "button", onclick: () => this.#next() }, icon("next"), "Next game")));
		this.#tell();
	}

	/** The other snakes. */
	#others() {
		const snakes = this.#fields.getAll("snake"), own = seatOf(this.#fields), seats = this.#game?.opened.peek()?.lanes[0]?.seats ?? [];
		/** @param {(all: string[]) => void} change */
		const change = (change) => {
			const all = [...snakes], fields = new URLSearchParams(this.#fields);
			change(all);
			fields.delete("snake");
			for (const s of all) fields.append("snake", s);
			this.#to(fields);
		};
		return h("section", { class: "card" }, h("header", {}, h("h2", {}, "Snakes"),
			h("button", { type: "button", disabled: snakes.length >= (this.#rules?.snakes ?? 1), onclick: () => this.#pick("Another snake", this.#rules?.partners?.[0] ?? "", (s) => change((all) => all.push(s))) }, icon("plus"), "Add")),
		h("ul", { class: "others", role: "list" }, snakes.map((s, i) => {
			const swatch = h("span", { class: "swatch" });
			swatch.style.background = seats[i]?.color ?? "";
			return h("li", { class: "row" }, swatch, h("span", { class: "grow" }, i === own ? "you" : seats[i]?.name ?? s), h("span", { class: "mono", "data-length": String(i) }),
				i !== own && h("button", { type: "button", class: "plain icon", "aria-label": `change snake ${s}`, onclick: () => this.#pick("A snake", solverOfSnake(s), (to) => change((all) => { all[i] = to; })) }, icon("change")),
				i !== own && snakes.length > 2 && h("button", { type: "button", class: "plain icon", "aria-label": `take snake ${s} away`, onclick: () => change((all) => all.splice(i, 1)) }, icon("close")));
		})));
	}

	/** @param {string} title @param {string} chosen @param {(solver: string) => void} then */
	async #pick(title, chosen, then) {
		this.#hand?.pause();
		const solver = await pickSolver(this.#catalog, { title, chosen, home: this.#rules?.home });
		if (solver !== null) then(solver);
	}

	#chooseHint() {
		this.#pick("Who gives hints", this.#chosenHint, (solver) => {
			this.#hint = solver;
			this.#hinted = this.#advised = true;
			this.#open(this.#fields);
		});
	}

	async #choose() {
		this.#hand?.pause();
		const fields = await pickGame(this.#catalog, this.#fields, { try: (link) => check(this.#session, "game", { link }) });
		if (!fields) return;
		go("play", fields);
	}

	/** Tells how it stands, and shows what the solver would do. */
	#tell() {
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
		this.#advise(game, hand, p);
		this.#cover(at, p, hand);
		this.#lives.say(`length ${me.body.length}, move ${p.turn}`);
	}

	/** @param {HandGame} game @param {Hand} hand @param {import("../session/lane.js").Position} p */
	#advise(game, hand, p) {
		const says = this.#what.querySelector(".hint"), thought = game.thought(p.turn, 0, hand.seat);
		if (says && this.#hinted && thought?.error) return write(says, thought.error);
		const shown = this.#hinted && thought?.dir !== undefined && !p.ended;
		if (says) write(says, shown ? `${arrows[/** @type {number} */ (thought.dir)]} ${dirs[/** @type {number} */ (thought.dir)]}` : "");
		if (!shown) return this.#board?.notes([], { seat: hand.seat });
		const notes = (thought.notes ?? []).filter((n) => n.label === "plan");
		const head = p.snakes[hand.seat].body[0], next = head + [p.w, 1, -p.w, -1][/** @type {number} */ (thought.dir)];
		this.#board?.notes(notes.length > 0 ? notes : [{ verb: "path", label: "plan", cells: [head, next] }], { seat: hand.seat });
	}

	#said = "";

	/** What lies over the board. @param {string} at @param {import("../session/lane.js").Position} p @param {Hand} hand */
	#cover(at, p, hand) {
		const gone = hand.dead && !p.ended && at === "playing" && hand.waits;
		const key = `${at} ${gone} ${at === "over" ? p.turn : ""}`;
		if (key === this.#said && this.#over.childElementCount > 0 === (at !== "playing" || gone)) return;
		this.#said = key;
		const action = (/** @type {string} */ words, /** @type {() => void} */ does, first = false) => h("button", { type: "button", class: first ? "first" : "", onclick: does }, words);
		if (gone) return replace(this.#over, h("p", {}, "Your snake is dead."), action("Watch the others", () => hand.watch(), true), action("Play again", () => this.#again()));
		switch (at) {
		case "ready": return replace(this.#over, h("p", {}, matchMedia("(pointer: coarse)").matches ? "Swipe over the board to start." : "Press an arrow to start."));
		case "paused": return replace(this.#over, h("p", {}, "Paused."), action("Go on", () => hand.toggle(), true));
		case "over": {
			const words = this.#ending(p, hand.seat);
			this.#lives.say(words, true);
			this.#sound.play(this.#won(p, hand.seat) ? "won" : "lost");
			return replace(this.#over, h("p", {}, words), action("Play again", () => this.#again(), true), action("Next game", () => this.#next()), action("Save the record", () => this.#game?.send("take", { what: "record" })));
		}
		default: return replace(this.#over);
		}
	}

	/** @param {import("../session/lane.js").Position} p @param {number} seat */
	#won(p, seat) { return several(this.#rules) ? p.ended?.winner === seat : p.ended?.ending === "won"; }

	/** @param {import("../session/lane.js").Position} p @param {number} seat */
	#ending(p, seat) {
		const me = p.snakes[seat], how = p.ended?.words ?? me.dead ?? "";
		const words = `${sentence(how)}: length ${me.body.length}.`;
		return this.#won(p, seat) ? `You win! ${words}` : words;
	}
}

customElements.define("ouro-play", Play);
