// Watch: a game that solvers play. On opening the champion is playing.
import { effect } from "../store/signal.js";
import { query } from "../store/address.js";
import { forget, go, linkTo, note } from "../store/place.js";
import { Game } from "../session/game.js";
import { h, replace } from "../parts/dom.js";
import { check } from "../parts/check.js";
import { nothing, rulesOf, several } from "../parts/catalog.js";
import { gameWords, pickGame } from "../parts/game-form.js";
import { pickSolver, solverCard } from "../parts/picker.js";
import { Live } from "../parts/live.js";
import { Overlays } from "../parts/overlays.js";
import { Stage, iconButton } from "../parts/stage.js";
import { toast, wrong } from "../parts/toast.js";
import { LaneFacts } from "./watch/facts.js";
import { Snakes } from "./watch/snakes.js";

/** @typedef {import("../session/client.js").Session} Session */
/** @typedef {import("../parts/catalog.js").Catalog} Catalog */

/** What an address says besides the game itself. */
const ours = ["turn", "speed", "show", "seat", "play"];
const usualSpeed = 20;

/** A game at play. */
export default class Watch extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {Catalog} */ #catalog = nothing;
	/** The fields of the game, without ours. */ #fields = new URLSearchParams();
	/** @type {Game | null} */ #game = null;
	/** @type {Stage | null} */ #stage = null;
	/** @type {(() => void)[]} */ #ends = [];
	#overlays = new Overlays((labels) => this.#show(labels));
	#live = new Live();
	#body = h("div", { class: "watching" });

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		this.#session = session;
		this.append(h("h1", { class: "unseen" }, "Watch"), this.#live.element, this.#body);
		session.ready.then(({ catalog }) => {
			this.#catalog = catalog ?? nothing;
			this.#describe();
		});
		this.#open(fields);
	}

	stop() {
		this.#end();
		this.#live.stop();
	}

	/** @param {URLSearchParams} fields */
	moved(fields) {
		const game = without(fields, ours);
		if (!this.#stage || query(game) !== query(this.#fields)) return false;
		forget();
		this.#apply(fields);
		return true;
	}

	/**
	 * Opens the game that these fields are of. Where there can be none, it says why and
	 * opens what is left of them without what is wrong.
	 * @param {URLSearchParams} fields
	 * @param {string[]} [why] what was wrong before
	 */
	#open(fields, why = []) {
		this.#end();
		this.#fields = without(fields, ours);
		const game = this.#game = new Game(this.#session, { link: query(this.#fields) });
		const speed = fields.has("speed") ? Number(fields.get("speed")) || 0 : usualSpeed;
		const stage = this.#stage = new Stage(game, {
			speed, paced: () => this.#note(),
			more: [
				iconButton("compare", "compare solvers", () => this.#compare(), "c"),
				iconButton("next", "next game", () => this.#next(), "n"),
				iconButton("link", "copy the link to this position", () => this.#copy()),
				iconButton("whole", "full screen", () => document.dispatchEvent(new CustomEvent("ouro-whole")), "f"),
			],
		});
		replace(this.#body, why.length > 0 && h("div", { class: "banner" }, wrong(why.join(" · "))), stage.element, this.#what, this.#side);
		this.#ends.push(effect(() => {
			const e = game.error.value;
			if (!e) return;
			if (e.fatal && !game.opened.peek()) this.#mend(fields, e, why);
			else toast(e.message, { error: true });
		}), effect(() => {
			if (!game.opened.value) return;
			this.#opened(fields, why.length > 0);
		}));
	}

	/**
	 * Opens what is left of a link without what is wrong with it.
	 * @param {URLSearchParams} fields
	 * @param {import("../session/game.js").Wrong} e
	 * @param {string[]} why
	 */
	#mend(fields, e, why) {
		const left = new URLSearchParams(fields);
		if (e.field && left.has(e.field) && why.length < 4) left.delete(e.field);
		else if (query(without(fields, ours)) === "") return replace(this.#body, wrong(e.message));
		else for (const key of [...left.keys()]) left.delete(key);
		this.#open(left, [...why, e.message]);
	}

	/** @param {URLSearchParams} fields @param {boolean} mended */
	#opened(fields, mended) {
		const game = /** @type {Game} */ (this.#game);
		const link = new URLSearchParams(game.opened.peek()?.link ?? "");
		if (link.size > 0) this.#fields = without(link, ours);
		this.#describe();
		this.#ends.push(
			effect(() => { // what is said of the turn that is shown
				game.turn.value;
				game.thinking.value;
				this.#tell();
			}),
			effect(() => {
				game.turn.value;
				/** @type {Stage} */ (this.#stage).player.playing.value;
				if (!mended) this.#note();
			}),
			effect(() => { if (game.over.value) this.#live.say(this.#ending(), true); }),
		);
		this.#apply(fields);
	}

	/** Does what our own fields say. @param {URLSearchParams} fields */
	#apply(fields) {
		const { player, speed } = /** @type {Stage} */ (this.#stage);
		if (fields.has("speed")) speed.set(Number(fields.get("speed")) || 0, true);
		const labels = (fields.get("show") ?? "").split(",").filter(Boolean);
		this.#overlays.offer(labels);
		this.#overlays.on = labels;
		if (labels.length > 0) this.#show(labels);
		const turn = Number(fields.get("turn"));
		if (fields.has("turn") && Number.isInteger(turn)) player.go(turn);
		if (!fields.has("turn") || fields.get("play") === "1") player.play();
	}

	#end() {
		for (const end of this.#ends.splice(0)) end();
		this.#stage?.stop();
		this.#game?.close();
		this.#stage = this.#game = null;
		this.#overlays.clear();
	}

	/** Writes what is seen into the address. */
	#note() {
		if (!this.#game?.opened.peek()) return;
		note("watch", this.#seen());
	}

	/** All fields of what is seen. */
	#seen() {
		const f = new URLSearchParams(this.#fields), game = /** @type {Game} */ (this.#game), stage = /** @type {Stage} */ (this.#stage);
		f.set("turn", String(game.turn.peek()));
		if (stage.player.playing.peek()) f.set("play", "1");
		if (stage.speed.value !== usualSpeed) f.set("speed", String(stage.speed.value));
		if (this.#overlays.on.length > 0) f.set("show", this.#overlays.on.join(","));
		return f;
	}

	async #copy() {
		const f = this.#seen();
		f.delete("play"); // who opens it sees this position
		try {
			await navigator.clipboard.writeText(await linkTo("watch", f));
			toast("The link to this position is copied.");
		} catch {
			toast("The browser does not let the link be copied: it is in the address bar.", { error: true });
		}
	}

	#what = h("aside", { class: "side what", "aria-label": "what is played" });
	#side = h("aside", { class: "side facts-side", "aria-label": "what is known" });
	/** @type {{show: () => void}[]} */ #panels = [];

	/** Says who plays what. */
	#describe() {
		const game = this.#game, opened = game?.opened.peek();
		if (!game || !opened) return;
		const fields = this.#fields, rules = rulesOf(this.#catalog, fields.get("rules") ?? "");
		const seats = opened.lanes[0]?.seats ?? [];
		const many = several(rules) || seats.length > 1;
		const gameCard = h("section", { class: "card" },
			h("header", {}, h("h2", {}, opened.title || gameWords(fields)), h("button", { type: "button", onclick: () => this.#pickGame() }, "Change")),
			rules && h("p", { class: "small" }, `${rules.name}: ${rules.idea}.`),
			h("p", { class: "small dim" }, ["seed", "game", "nodes", "time"].filter((k) => fields.has(k)).map((k) => `${k} ${fields.get(k)}`).join(" · ")));
		const snakes = many ? new Snakes(game, { change: (seat) => this.#pickSnake(seat), remove: (seat) => this.#dropSnake(seat), add: () => this.#pickSnake(seats.length), most: rules?.snakes ?? 16 }) : null;
		replace(this.#what, snakes ? snakes.element : seats.map((s) => solverCard(this.#catalog, s.spec, { change: () => this.#pickSolver() })), gameCard);
		const facts = new LaneFacts(game, 0);
		replace(this.#side, h("section", { class: "card" }, facts.element),
			h("section", { class: "card" }, h("header", {}, h("h2", {}, "What it thinks")), this.#overlays.element));
		this.#panels = snakes ? [facts, snakes] : [facts];
		this.#tell();
	}

	/** Tells what is known of the turn that is shown. */
	#tell() {
		const game = this.#game, stage = this.#stage;
		if (!game || !stage) return;
		for (const p of this.#panels) p.show();
		this.#overlays.offer([...game.labels]);
		const turn = game.turn.peek(), on = this.#overlays.on;
		game.lanes.peek().forEach((_, lane) => {
			const notes = game.thought(turn, lane)?.notes ?? [];
			stage.notes(lane, notes.filter((n) => on.includes(n.label)));
		});
		const p = game.lanes.peek()[0];
		if (p) this.#live.say(`move ${turn}, length ${p.snakes[0]?.body.length}`);
	}

	#ending() {
		const words = this.#game?.lanes.peek().map((p) => p.ended?.words ?? "").filter(Boolean) ?? [];
		return words.join(" ");
	}

	/** @param {string[]} labels */
	#show(labels) {
		this.#game?.show({ labels, seat: 0, tree: false });
		this.#game?.think();
		this.#tell();
		this.#note();
	}

	/** Plays another game. @param {(fields: URLSearchParams) => void} change */
	#other(change) {
		const f = new URLSearchParams(this.#fields);
		change(f);
		const stage = this.#stage;
		if (stage && stage.speed.value !== usualSpeed) f.set("speed", String(stage.speed.value));
		if (this.#overlays.on.length > 0) f.set("show", this.#overlays.on.join(","));
		go("watch", f);
	}

	#next() { this.#other((f) => f.set("game", String(Number(f.get("game") ?? 0) + 1))); }

	#compare() {
		const f = new URLSearchParams(this.#fields);
		go("compare", f);
	}

	/** @param {string} link @returns {Promise<string>} */
	#try(link) { return check(this.#session, "game", { link }); }

	async #pickSolver() {
		this.#stage?.player.pause();
		const chosen = this.#fields.get("solver") ?? this.#game?.opened.peek()?.lanes[0].seats[0].spec ?? "";
		const home = rulesOf(this.#catalog, this.#fields.get("rules") ?? "")?.home;
		const text = await pickSolver(this.#catalog, { chosen, home, try: (spec) => {
			const f = new URLSearchParams(this.#fields);
			f.set("solver", spec);
			return this.#try(query(f));
		} });
		if (text !== null) this.#other((f) => f.set("solver", text));
	}

	/** @param {number} seat */
	async #pickSnake(seat) {
		const seats = this.#game?.opened.peek()?.lanes[0].seats.map((s) => s.spec) ?? [];
		const text = await pickSolver(this.#catalog, { title: "Snakes", chosen: seats[seat] ?? "", home: "Battlesnake" });
		if (text === null) return;
		seats[seat] = text;
		this.#other((f) => setAll(f, "snake", seats));
	}

	/** @param {number} seat */
	#dropSnake(seat) {
		const seats = this.#game?.opened.peek()?.lanes[0].seats.map((s) => s.spec) ?? [];
		this.#other((f) => setAll(f, "snake", seats.filter((_, i) => i !== seat)));
	}

	async #pickGame() {
		this.#stage?.player.pause();
		const fields = await pickGame(this.#catalog, this.#fields, { try: (link) => this.#try(link) });
		if (fields) this.#other((f) => {
			for (const key of [...f.keys()]) f.delete(key);
			for (const [key, value] of fields) f.append(key, value);
		});
	}

	/** @returns {import("../parts/keys.js").Key[]} */
	keys() {
		const stage = this.#stage;
		if (!stage) return [];
		return [
			...stage.keys(),
			{ keys: [..."123456789"], name: "1-9", does: "overlays", do: (e) => {
				if (!this.#overlays.flip(Number(e.key))) toast(this.#overlays.labels.length === 0 ? `No overlay ${e.key}: nothing is told here.` : `No overlay ${e.key}: there are 1 to ${this.#overlays.labels.length}.`);
			} },
			{ keys: ["n"], name: "n", does: "next game", do: () => this.#next() },
			{ keys: ["r"], name: "r", does: "again from the start", do: () => { stage.player.go(0); stage.player.play(); } },
			{ keys: ["c"], name: "c", does: "compare solvers", do: () => this.#compare() },
			{ keys: ["/"], name: "/", does: "search solvers", do: () => { this.#pickSolver(); } },
		];
	}
}

/** @param {URLSearchParams} fields @param {string[]} keys */
function without(fields, keys) {
	const f = new URLSearchParams(fields);
	for (const key of keys) f.delete(key);
	return f;
}

/** @param {URLSearchParams} fields @param {string} key @param {string[]} values */
function setAll(fields, key, values) {
	fields.delete(key);
	for (const v of values) fields.append(key, v);
}

customElements.define("ouro-watch", Watch);
