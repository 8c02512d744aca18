// The page Watch shows a game that solvers play, by default a game of the champion.
import { effect } from "../../store/signal.js";
import { query } from "../../store/address.js";
import { go, linkTo, note } from "../../store/place.js";
import { Game } from "../../session/game.js";
import { h, replace, write } from "../../parts/dom.js";
import { emptyCatalog, rulesOf, capitalise, several } from "../../parts/catalog.js";
import { solverCard } from "../../parts/picker.js";
import { download } from "../../parts/file.js";
import { Legend } from "../../parts/legend.js";
import { copyLink, repairLink, without } from "../../parts/links.js";
import { Announcer } from "../../parts/announcer.js";
import { Overlays } from "../../parts/overlays.js";
import { seedWords } from "../../parts/seed.js";
import { iconButton } from "../../parts/icons.js";
import { Stage } from "../../parts/stage.js";
import { Times } from "../../parts/times.js";
import { short } from "../../parts/panel.js";
import { exportGame } from "../../parts/export.js";
import { toast, errorBox } from "../../parts/toast.js";
import { Calls } from "./calls.js";
import { Choices } from "./choices.js";
import { LaneFacts } from "./facts.js";
import { Snakes } from "./snakes.js";
import { WhatIf } from "./whatif.js";

/** @typedef {import("../../session/client.js").Session} Session */
/** @typedef {import("../../parts/catalog.js").Catalog} Catalog */

/** The fields of an address that belong to the view, not to the game. */
const ours = ["turn", "speed", "show", "seat", "play"];

const mostFactsDelay = 1500; // longest time for which facts wait for the first thought, in milliseconds

export default class Watch extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {Catalog} */ #catalog = emptyCatalog;
	/** The fields of the game, without ours. */ #fields = new URLSearchParams();
	/** @type {Game | null} */ #game = null;
	/** @type {Stage | null} */ #stage = null;
	/** @type {WhatIf | null} */ #whatIf = null;
	/** @type {Calls | null} */ #calls = null;
	#legend = new Legend();
	/** @type {(() => void)[]} */ #ends = [];
	#choices = /** @type {Choices} */ (/** @type {any} */ (null));
	/** The panels that show the current turn. @type {{show: (seat: number) => void}[]} */ #panels = [];
	#seat = 0;
	#usual = 20; // moves a second, unless the link has a speed
	#overlays = new Overlays(() => this.#show());
	#announcer = new Announcer();
	#what = h("aside", { class: "side what", "aria-label": "the game" });
	#side = h("aside", { class: "side facts-side", "aria-label": "facts" });
	#body = h("div", { class: "watching" });

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		this.#session = session;
		this.#choices = new Choices({
			session, catalog: () => this.#catalog, fields: () => this.#fields, seats: () => this.#seats(),
			pause: () => this.#stage?.player.pause(), other: (change) => this.#other(change),
		});
		this.append(h("h1", { class: "unseen" }, "Watch"), this.#announcer.element, this.#body);
		session.ready.then(({ catalog }) => {
			this.#catalog = { ...emptyCatalog, ...catalog };
			if (this.#game?.opened.peek()) this.#describe();
		});
		this.#open(fields);
	}

	stop() {
		this.#end();
		this.#legend.close();
		this.#announcer.stop();
	}

	/**
	 * Opens the game of these fields. If that fails, it opens the game without the field in error, and
	 * shows the error above the boards.
	 * @param {URLSearchParams} fields
	 * @param {string[]} [why] earlier errors
	 */
	#open(fields, why = []) {
		this.#end();
		this.#fields = without(fields, ours);
		const game = this.#game = new Game(this.#session, { link: query(fields) });
		const stage = this.#stage = new Stage(game, {
			room: { lanes: 1, size: fields.get("board") ?? "" },
			onSpeed: () => this.#note(),
			more: [
				iconButton("compare", "compare solvers", () => this.#compare(), "c"),
				iconButton("branch", "analyse this position", () => this.#analyse(), "a"),
				iconButton("next", "next game", () => this.#next(), "n"),
				iconButton("link", "copy the link to this position", () => copyLink("watch", this.#address())),
				iconButton("save", "export: pictures, page, record, link", () => this.#export(), "e"),
				iconButton("whole", "full screen", () => document.dispatchEvent(new CustomEvent("ouro-whole")), "f"),
			],
		});
		game.onmessage = (type, data) => { if (type === "file") download(data); };
		replace(this.#body, why.length > 0 && h("div", { class: "banner" }, errorBox(why.join(" · "))), stage.element, this.#what, this.#side);
		this.#ends.push(effect(() => {
			const e = game.error.value;
			if (!e) return;
			if (e.fatal && !game.opened.peek()) this.#retry(fields, e, why);
			else toast(e.message, { error: true });
		}), effect(() => {
			const opened = game.opened.value;
			if (opened) this.#onOpened(opened, why.length > 0);
		}));
	}

	/**
	 * Opens a link without the field in error.
	 * @param {URLSearchParams} fields
	 * @param {import("../../session/game.js").GameError} e
	 * @param {string[]} why
	 */
	#retry(fields, e, why) {
		const rest = repairLink(fields, e, why.length);
		if (rest) this.#open(rest, [...why, e.message]);
		else replace(this.#body, errorBox(e.message));
	}

	/** @param {import("../../session/game.js").Opened} opened @param {boolean} repaired */
	#onOpened(opened, repaired) {
		const game = /** @type {Game} */ (this.#game), stage = /** @type {Stage} */ (this.#stage);
		if (opened.link) this.#fields = without(new URLSearchParams(opened.link), ours);
		this.#seat = stage.seat = opened.seat ?? 0;
		this.#usual = (opened.lanes[0]?.seats.length ?? 1) > 1 ? 8 : 20;
		stage.speed.set(opened.speed ?? this.#usual, true);
		this.#overlays.offer(opened.show ?? []);
		this.#overlays.on = (opened.show ?? []).filter((l) => l !== "calls");
		this.#calls = null;
		this.#describe();
		stage.follow({ refresh: () => this.#refresh(), onTurn: (playing) => { if (!repaired || !playing) this.#note(); } });
		this.#ends.push(effect(() => { if (game.over.value && game.turn.value >= game.turns.value) this.#announcer.say(this.#ending(), true); }));
		if (opened.play) stage.player.play();
	}

	#end() {
		for (const end of this.#ends.splice(0)) end();
		this.#whatIf?.stop();
		this.#stage?.stop();
		this.#game?.close();
		this.#stage = this.#game = this.#whatIf = null;
		this.#overlays.clear();
	}

	/** Updates the address. */
	#note() {
		if (this.#game && this.#game.lanes.peek().length > 0) note("watch", this.#address());
	}

	/** Returns the fields of the address of this view. */
	#address() {
		const f = new URLSearchParams(this.#fields), game = /** @type {Game} */ (this.#game), stage = /** @type {Stage} */ (this.#stage);
		const turn = game.turn.peek(), playing = stage.player.playing.peek();
		if (!game.variation.peek()) {
			if (turn > game.first) f.set("turn", String(turn));
			if (playing !== (turn === game.first)) f.set("play", String(playing));
		}
		this.#setView(f);
		return f;
	}

	/** @param {URLSearchParams} f */
	#setView(f) {
		const speed = this.#stage?.speed.value ?? this.#usual;
		if (speed !== this.#usual) f.set("speed", String(speed));
		const shown = this.#labels();
		if (shown.length > 0) f.set("show", shown.join(","));
		if (this.#seat > 0) f.set("seat", String(this.#seat));
	}

	#export() {
		const game = this.#game, stage = this.#stage;
		if (!game?.opened.peek() || !stage) return;
		stage.player.pause();
		exportGame(game, { speed: stage.speed.value, link: () => linkTo("watch", this.#address()) });
	}

	/** Opens the game at this turn on the page Position. */
	#analyse() {
		if (!this.#game) return;
		const f = without(this.#fields, []);
		f.set("turn", String(this.#game.turn.peek()));
		go("position", f);
	}

	/** Fills the cards beside the board. */
	#describe() {
		const game = /** @type {Game} */ (this.#game), opened = game.opened.peek();
		if (!opened) return;
		const fields = this.#fields, rules = rulesOf(this.#catalog, opened.rules ?? "");
		const seats = opened.lanes[0]?.seats ?? [];
		const chance = seedWords(fields, ["seed", "game", "nodes", "time"]);
		const gameCard = h("section", { class: "card" },
			h("header", {}, h("h2", {}, opened.title), h("button", { type: "button", onclick: () => this.#choices.game(), "aria-label": "change the game" }, "Change")),
			rules && h("p", { class: "small" }, capitalise(rules.idea) + "."),
			chance.length > 0 && h("p", { class: "small dim" }, chance));
		const facts = new LaneFacts(game, 0);
		this.#panels = [{ show: (seat) => { facts.seat = seat; facts.show(); } }];
		if (seats.length > 1 || several(rules)) {
			const snakes = new Snakes(game, {
				choose: (seat) => this.#choose(seat),
				change: (seat) => this.#choices.snake(seat), remove: (seat) => { this.#seat = 0; this.#choices.drop(seat); }, add: () => this.#choices.snake(seats.length),
				most: rules?.snakes ?? 16,
			});
			this.#panels.push(snakes);
			replace(this.#what, snakes.element, gameCard);
		} else {
			replace(this.#what, seats.map((s) => solverCard(this.#catalog, s.spec, { certificate: s.certificate, change: () => this.#choices.solver() })), gameCard);
		}
		this.#whatIf?.stop();
		this.#whatIf = new WhatIf(game, { halt: () => this.#stage?.player.pause(), seat: () => this.#seat });
		const times = new Times(), timesCard = h("section", { class: "card" }, h("header", {}, h("h2", {}, "Time per move")), times.element);
		this.#panels.push({ show: () => {
			const took = game.facts(game.turn.peek())?.lanes[0]?.took;
			timesCard.hidden = !took;
			if (took) times.show(took);
		} });
		const none = h("p", { class: "small dim" });
		this.#panels.push({ show: (seat) => {
			none.hidden = this.#overlays.labels.length > 0;
			const thinks = !game.labels[0]?.[seat] && !game.over.peek() && !game.lanes.peek()[0].snakes[seat]?.dead;
			write(none, thinks ? "The solver is thinking." : "This solver has no overlays.");
		} });
		const open = this.#calls?.open ?? opened.show?.includes("calls") ?? false;
		this.#calls = new Calls(game, { open, onToggle: () => { this.#stage?.player.pause(); this.#show(); }, onPick: () => this.#refresh() });
		replace(this.#side, h("section", { class: "card" }, facts.element),
			h("section", { class: "card" }, h("header", {}, h("h2", {}, "Overlays")), this.#overlays.element, none, this.#legend.element),
			this.#calls.element, timesCard, this.#whatIf.element);
		this.#settle();
		this.#refresh();
	}

	/** Hides the facts until the first thought and the first facts have arrived, because the rows would change their places until then. */
	#settle() {
		const side = this.#side, game = this.#game;
		side.classList.add("settling");
		const settled = () => side.classList.remove("settling");
		const late = setTimeout(settled, mostFactsDelay);
		this.#ends.push(() => clearTimeout(late), effect(() => {
			game?.thinking.value;
			if (game?.over.value || game?.labels[0]?.[this.#seat] && game.facts(game.turn.peek())) requestAnimationFrame(settled);
		}));
	}

	/** Updates all panels for the shown turn. */
	#refresh() {
		const game = this.#game, stage = this.#stage;
		if (!game || !stage || game.lanes.peek().length === 0) return;
		const seat = this.#seat, turn = game.turn.peek();
		this.#overlays.offer(game.labels[0]?.[seat] ?? []);
		for (const p of this.#panels) p.show(seat);
		const thought = game.thought(turn, 0, seat);
		if (thought || !stage.player.playing.peek()) {
			const on = this.#overlays.on, notes = (thought?.notes ?? []).filter((n) => on.includes(n.label));
			const path = this.#calls?.show(seat) ?? [];
			stage.notes(0, [...notes, ...path], seat);
			this.#legend.show(notes);
			this.#overlays.summarise((label) => on.includes(label) && thought && !notes.some((n) => n.label === label) ? "nothing here" : "");
		}
		const lengths = game.lanes.peek()[0].snakes.map((s) => s.body.length).join(", ");
		this.#announcer.say(`move ${turn}, length ${lengths}${thought?.score ? `, score ${short(thought.score)}` : ""}`);
	}

	#ending() { return this.#game?.lanes.peek().map((p) => p.ended?.words ?? "").filter(Boolean).map(capitalise).join(". ") ?? ""; }

	/** Selects the snake whose thoughts are shown. @param {number} seat */
	#choose(seat) {
		this.#seat = seat;
		if (this.#stage) {
			this.#stage.seat = seat;
			this.#stage.chart();
		}
		this.#overlays.clear();
		this.#show();
	}

	/** Returns the labels that the engine should send. */
	#labels() { return this.#calls?.open ? [...this.#overlays.on, "calls"] : this.#overlays.on; }

	/** Requests the overlays that are switched on. */
	#show() {
		this.#game?.show({ labels: this.#labels(), seat: this.#seat, tree: false });
		this.#stage?.askSoon();
		this.#refresh();
		this.#note();
	}

	#seats() { return this.#game?.opened.peek()?.lanes[0]?.seats ?? []; }

	/** Opens another game. @param {(fields: URLSearchParams) => void} change */
	#other(change) {
		const f = new URLSearchParams(this.#fields);
		change(f);
		this.#setView(f);
		go("watch", f);
	}

	/** Opens the next game: the next number within the seed or, for several snakes, the next seed. */
	#next() {
		const key = (this.#game?.opened.peek()?.lanes[0]?.seats.length ?? 1) > 1 || this.#fields.has("snake") ? "seed" : "game";
		this.#other((f) => f.set(key, String(BigInt(f.get(key) ?? (key === "seed" ? 1 : 0)) + 1n)));
	}

	#compare() {
		const f = new URLSearchParams(this.#fields);
		if (f.has("snake")) return toast("Compare needs a game for one snake.");
		if (!f.has("solver")) f.set("solver", this.#game?.opened.peek()?.lanes[0]?.seats[0]?.spec ?? "");
		go("compare", f);
	}

	/** @returns {import("../../parts/keys.js").Key[]} */
	keys() {
		const stage = this.#stage;
		const other = this.#whatIf?.keys();
		if (!stage || !other) return [];
		if (other.only) return other.keys;
		return [
			...stage.keys(),
			...other.keys,
			{ keys: [..."123456789"], name: "1-9", does: "overlays", do: (e) => {
				if (!this.#overlays.flip(Number(e.key))) toast(this.#overlays.labels.length === 0 ? "This solver has no overlays." : `There is no overlay ${e.key}, only 1 to ${this.#overlays.labels.length}.`);
			} },
			...(this.#calls?.keys() ?? []),
			{ keys: ["w"], name: "w", does: "write the game to a file", do: () => this.#game?.send("take", { what: "record" }) },
			{ keys: ["e"], name: "e", does: "export", do: () => this.#export() },
			{ keys: ["n"], name: "n", does: "next game", do: () => this.#next() },
			{ keys: ["r"], name: "r", does: "restart", do: () => { stage.player.go(0); stage.player.play(); } },
			{ keys: ["c"], name: "c", does: "compare solvers", do: () => this.#compare() },
			{ keys: ["a"], name: "a", does: "analyse this position", do: () => this.#analyse() },
			{ keys: ["/"], name: "/", does: "search solvers", do: () => { this.#seats().length > 1 ? this.#choices.snake(this.#seat) : this.#choices.solver(); } },
		];
	}
}

customElements.define("ouro-watch", Watch);
