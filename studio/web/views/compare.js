// Compare: two to four solvers, each in a game of its own, on the same food.
import { effect } from "../store/signal.js";
import { query } from "../store/address.js";
import { go, linkTo, note } from "../store/place.js";
import { Game } from "../session/game.js";
import { h, replace, write } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { nothing, rulesOf, sentence } from "../parts/catalog.js";
import { copyLink, mended, without } from "../parts/links.js";
import { Live } from "../parts/live.js";
import { Overlays } from "../parts/overlays.js";
import { group } from "../parts/panel.js";
import { Stage, iconButton, letter } from "../parts/stage.js";
import { takeAway } from "../parts/take.js";
import { toast, wrong } from "../parts/toast.js";
import { usualSolvers } from "../parts/usual.js";
import { onLook, themeOf } from "../draw/theme.js";
import { css } from "../draw/colour.js";
import { Charts } from "./compare/charts.js";
import { Choices, most } from "./compare/choices.js";
import { byMeals, leadWords } from "./compare/lead.js";

/** @typedef {import("../session/client.js").Session} Session */
/** @typedef {import("../session/lane.js").Position} Position */

const ours = ["turn", "speed", "show", "seat", "play", "by"];
const usualSpeed = 20;
const chartTime = 200; // milliseconds between two drawings of the charts

export default class Compare extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {import("../parts/catalog.js").Catalog} */ #catalog = nothing;
	#fields = new URLSearchParams();
	/** @type {Game | null} */ #game = null;
	/** @type {Stage | null} */ #stage = null;
	/** @type {(() => void)[]} */ #ends = [];
	#choices = /** @type {Choices} */ (/** @type {any} */ (null));
	#meals = false;
	#stopped = false;
	#live = new Live();
	#overlays = new Overlays(() => this.#show());
	/** @type {HTMLElement[]} what is said above each board */ #says = [];
	#lead = h("ul", { class: "lead", role: "list" });
	/** @type {Charts | null} */ #charts = null;
	#charting = 0;
	/** @type {(() => void) | undefined} */ #unlook;
	/** @type {string[]} colours of the lanes */ #colours = [];
	#body = h("div", { class: "watching comparing" });

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		this.#session = session;
		this.#choices = new Choices({
			session, catalog: () => this.#catalog, fields: () => this.#fields, pause: () => this.#stage?.player.pause(), other: (f) => go("compare", this.#look(f)),
			solvers: () => this.#game?.opened.peek()?.lanes.map((l) => l.seats[0].spec) ?? [],
		});
		this.append(h("h1", { class: "unseen" }, "Compare"), this.#live.element, this.#body);
		session.ready.then(({ catalog }) => {
			this.#catalog = { ...nothing, ...catalog };
			this.#fill(fields);
		});
	}

	stop() {
		this.#stopped = true;
		this.#end();
		this.#live.stop();
	}

	/**
	 * Opens games with two solvers at least, if the rules have as many.
	 * @param {URLSearchParams} fields
	 * @param {string[]} [why] what was wrong before
	 */
	async #fill(fields, why) {
		const f = new URLSearchParams(fields), taken = f.getAll("solver");
		const more = f.has("position") ? [] : await usualSolvers(this.#session, this.#catalog, without(f, ours), { n: 2 - taken.length, last: ["cell", "lookahead"], taken });
		for (const solver of more) f.append("solver", solver);
		if (!this.#stopped) this.#open(f, why);
	}

	/**
	 * @param {URLSearchParams} fields
	 * @param {string[]} [why] what was wrong before
	 */
	#open(fields, why = []) {
		this.#end();
		this.#fields = without(fields, ours);
		this.#meals = fields.get("by") === "meals";
		const game = this.#game = new Game(this.#session, { link: query(fields) });
		const stage = this.#stage = new Stage(game, {
			paced: () => this.#note(),
			more: [
				iconButton("next", "next game", () => this.#next(), "n"),
				iconButton("link", "copy the link to this position", () => copyLink("compare", this.#seen())),
				iconButton("save", "take away: pictures, record, link", () => this.#take(), "e"),
				iconButton("whole", "full screen", () => document.dispatchEvent(new CustomEvent("ouro-whole")), "f"),
			],
		});
		stage.instead = (lanes) => this.#meals ? this.#atMeals(lanes) : lanes;
		const side = h("aside", { class: "side", "aria-label": "what is known" });
		replace(this.#body, why.length > 0 && h("div", { class: "banner" }, wrong(why.join(" · "))), stage.element, side);
		this.#ends.push(effect(() => {
			const e = game.error.value;
			if (!e) return;
			if (e.fatal && !game.opened.peek()) this.#mend(fields, e, why);
			else toast(e.message, { error: true });
		}), effect(() => {
			const opened = game.opened.value;
			if (opened) this.#opened(opened, side);
		}));
	}

	/**
	 * Opens what is left of a link without what is wrong with it.
	 * @param {URLSearchParams} fields
	 * @param {import("../session/game.js").Wrong} e
	 * @param {string[]} why
	 */
	#mend(fields, e, why) {
		const left = mended(fields, e, why.length);
		if (left && why.length < 5) this.#fill(left, [...why, e.message]);
		else replace(this.#body, wrong(e.message));
	}

	/**
	 * @param {import("../session/game.js").Opened} opened
	 * @param {HTMLElement} side
	 */
	#opened(opened, side) {
		const game = /** @type {Game} */ (this.#game), stage = /** @type {Stage} */ (this.#stage);
		if (opened.link) this.#fields = without(new URLSearchParams(opened.link), ours);
		stage.speed.set(opened.speed ?? usualSpeed, true);
		this.#overlays.offer(opened.show ?? []);
		this.#overlays.on = opened.show ?? [];
		this.#describe(opened, side);
		stage.follow({ tell: () => this.#tell(), moved: () => this.#note() });
		this.#ends.push(
			effect(() => {
				game.received.value;
				this.#charting ||= setTimeout(() => this.#draw(), chartTime);
			}),
			effect(() => {
				if (game.over.value && game.turn.value >= game.turns.value) this.#live.say(game.lanes.peek().map((p, i) => `${letter(i)} ${p.ended?.words ?? ""}`).join(". "), true);
			}),
		);
		if (opened.play) stage.player.play();
	}

	#end() {
		clearTimeout(this.#charting);
		this.#charting = 0;
		this.#unlook?.();
		for (const end of this.#ends.splice(0)) end();
		this.#charts?.close();
		this.#stage?.stop();
		this.#game?.close();
		this.#stage = this.#game = this.#charts = null;
		this.#overlays.clear();
	}

	/**
	 * @param {import("../session/game.js").Opened} opened
	 * @param {HTMLElement} side
	 */
	#describe(opened, side) {
		const stage = /** @type {Stage} */ (this.#stage), lanes = opened.lanes, n = lanes.length;
		this.#unlook?.();
		this.#unlook = onLook(() => this.#paint(n));
		this.#says = lanes.map((lane, i) => {
			const spec = lane.seats.map((s) => s.spec).join(", "), says = h("span", { class: "says" });
			const badge = h("span", { class: "lane-letter" }, letter(i));
			replace(stage.heads[i], h("div", { class: "lane-head" }, badge,
				h("button", { type: "button", class: "plain name", title: `${spec}: choose another`, "aria-label": `${letter(i)}: ${spec}; choose another`, onclick: () => this.#choices.solver(i) }, spec), says,
				n > 1 && h("button", { type: "button", class: "plain icon", "aria-label": `take ${spec} away`, onclick: () => this.#choices.drop(i) }, icon("close"))));
			return says;
		});
		const step = h("div", { class: "group", role: "group", "aria-label": "in step by" }, ["moves", "meals"].map((by) =>
			h("button", { type: "button", "data-by": by, "aria-pressed": String((by === "meals") === this.#meals), onclick: () => this.#by(by === "meals") }, by)));
		this.#charts = new Charts();
		const rules = rulesOf(this.#catalog, opened.rules ?? ""), seed = this.#fields.get("seed");
		replace(side, 
			h("section", { class: "card" }, h("header", {}, h("h2", {}, opened.title), h("button", { type: "button", "aria-label": "change the game", onclick: () => this.#choices.game() }, "Change")),
				rules && h("p", { class: "small" }, sentence(rules.idea) + "."),
				h("p", { class: "small dim" }, [seed && `seed ${seed}`, this.#fields.has("game") && `game ${this.#fields.get("game")}`].filter(Boolean).join(" · ") || "seed 1"),
				h("div", { class: "row apart" }, h("span", { class: "small" }, "In step by"), step),
				n < most && h("button", { type: "button", onclick: () => this.#choices.solver(n) }, icon("plus"), "Add a solver")),
			h("section", { class: "card" }, h("header", {}, h("h2", {}, "Who leads")), this.#lead),
			this.#charts.elements,
			h("section", { class: "card" }, h("header", {}, h("h2", {}, "What they think")), this.#overlays.element));
		this.#paint(n);
		this.#tell();
	}

	/** Colours of so many lanes, dark or light. @param {number} n */
	#paint(n) {
		const seats = themeOf(this).seats;
		this.#colours = Array.from({ length: n }, (_, i) => css(seats[i % seats.length]));
		this.#body.querySelectorAll(".lane-letter").forEach((badge, i) => { if (badge instanceof HTMLElement) badge.style.setProperty("--own", this.#colours[i]); });
		this.#draw();
	}

	/** What is drawn of games in step by meals. @param {Position[]} lanes */
	#atMeals(lanes) {
		const game = /** @type {Game} */ (this.#game);
		const turns = byMeals(game.lengths.map((l) => l[0]), game.turn.peek());
		return lanes.map((p, i) => game.positions(turns[i])?.[i] ?? p);
	}

	/** @param {boolean} meals */
	#by(meals) {
		this.#meals = meals;
		for (const b of this.#body.querySelectorAll("[data-by]")) b.setAttribute("aria-pressed", String((b.getAttribute("data-by") === "meals") === meals));
		this.#stage?.redraw();
		this.#tell();
		this.#note();
	}

	#tell() {
		const game = this.#game, stage = this.#stage, lanes = game?.lanes.peek() ?? [];
		if (!game || !stage || lanes.length === 0) return;
		const turn = game.turn.peek(), lengths = game.lengths.map((l) => l[0]);
		const turns = this.#meals ? byMeals(lengths, turn) : lanes.map(() => turn);
		const whole = game.facts(turn)?.lanes[0]?.whole ?? 0;
		lanes.forEach((p, i) => {
			const at = this.#meals ? game.positions(turns[i])?.[i] ?? p : p, length = at.snakes[0].body.length;
			const moves = at.ended ? at.turn : turns[i];
			const words = [at.ended ? ending(at.ended.ending) : "", `move ${group(moves)}`, `length ${length}`, whole ? `${Math.floor(100 * length / whole)} %` : ""];
			write(this.#says[i], words.filter(Boolean).join(" · "));
			this.#overlays.offer(game.labels[i]?.[0] ?? []);
			const thought = this.#meals ? undefined : game.thought(turn, i), on = this.#overlays.on;
			if (thought || !stage.player.playing.peek()) stage.notes(i, (thought?.notes ?? []).filter((note) => on.includes(note.label)));
		});
		const words = leadWords(lengths, turn, lanes.map((_, i) => letter(i)));
		if (words.join() !== this.#lead.dataset.words) {
			this.#lead.dataset.words = words.join();
			replace(this.#lead, words.map((w) => h("li", {}, w)));
		}
		this.#live.say(`move ${turn}. ${words.join(". ")}`);
		if (this.#charts) this.#charts.cursor = turn;
	}

	/** Draws the charts anew. */
	#draw() {
		this.#charting = 0;
		const game = this.#game;
		if (game) this.#charts?.set(game.lengths.map((l) => l[0]), game.turns.peek(), this.#colours);
	}

	/** All fields of what is seen. */
	#seen() {
		const f = new URLSearchParams(this.#fields), game = /** @type {Game} */ (this.#game), stage = /** @type {Stage} */ (this.#stage);
		const turn = game.turn.peek(), playing = stage.player.playing.peek();
		if (turn > game.first) f.set("turn", String(turn));
		if (playing !== (turn === game.first)) f.set("play", String(playing));
		return this.#look(f);
	}

	/** Says in the fields how the games are looked at. @param {URLSearchParams} f */
	#look(f) {
		const speed = this.#stage?.speed.value ?? usualSpeed;
		if (speed !== usualSpeed) f.set("speed", String(speed));
		if (this.#overlays.on.length > 0) f.set("show", this.#overlays.on.join(","));
		if (this.#meals) f.set("by", "meals");
		return f;
	}

	#note() { if (this.#game && this.#game.lanes.peek().length > 0) note("compare", this.#seen()); }

	#show() {
		this.#game?.show({ labels: this.#overlays.on, seat: 0, tree: false });
		this.#stage?.askSoon();
		this.#tell();
		this.#note();
	}

	#take() {
		const game = this.#game, stage = this.#stage;
		if (!game?.opened.peek() || !stage) return;
		stage.player.pause();
		takeAway(game, { speed: stage.speed.value, link: () => linkTo("compare", this.#seen()) });
	}

	#next() {
		const f = new URLSearchParams(this.#fields);
		f.set("game", String(Number(f.get("game") ?? 0) + 1));
		go("compare", this.#look(f));
	}

	/** @returns {import("../parts/keys.js").Key[]} */
	keys() {
		const stage = this.#stage;
		if (!stage) return [];
		return [
			...stage.keys(),
			{ keys: [..."123456789"], name: "1-9", does: "overlays", do: (e) => {
				if (!this.#overlays.flip(Number(e.key))) toast(`No overlay ${e.key} here.`);
			} },
			{ keys: ["m"], name: "m", does: `in step by ${this.#meals ? "moves" : "meals"}`, do: () => this.#by(!this.#meals) },
			{ keys: ["e"], name: "e", does: "take away", do: () => this.#take() },
			{ keys: ["n"], name: "n", does: "next game", do: () => this.#next() },
			{ keys: ["r"], name: "r", does: "again from the start", do: () => { stage.player.go(0); stage.player.play(); } },
			{ keys: ["c", "/"], name: "c", does: "one more solver", do: () => { this.#choices.another(); } },
		];
	}
}

/** How a game ended, in a word. @param {string} ending */
function ending(ending) { return ending === "unfinished" ? "ends here" : ending; }

customElements.define("ouro-compare", Compare);
