// The page Compare shows two to four solvers, each in its own game, with the same food.
import { effect } from "../../store/signal.js";
import { query } from "../../store/address.js";
import { go, linkTo, note } from "../../store/place.js";
import { Game } from "../../session/game.js";
import { h, replace, write } from "../../parts/dom.js";
import { icon, iconButton } from "../../parts/icons.js";
import { emptyCatalog, rulesOf, capitalise } from "../../parts/catalog.js";
import { copyLink, repairLink, without } from "../../parts/links.js";
import { Announcer } from "../../parts/announcer.js";
import { Overlays } from "../../parts/overlays.js";
import { group } from "../../parts/panel.js";
import { seedWords } from "../../parts/seed.js";
import { Stage, letter } from "../../parts/stage.js";
import { exportGame } from "../../parts/export.js";
import { toast, errorBox } from "../../parts/toast.js";
import { defaultSolvers } from "../../parts/default-solvers.js";
import { onTheme, themeOf } from "../../draw/theme.js";
import { css } from "../../draw/colour.js";
import { Charts } from "./charts.js";
import { Choices, most } from "./choices.js";
import { byMeals, leadWords } from "./lead.js";

/** @typedef {import("../../session/client.js").Session} Session */
/** @typedef {import("../../session/lane.js").Position} Position */

const ours = ["turn", "speed", "show", "seat", "play", "by"]; // fields of the view, not of the game
const usualSpeed = 20;
const chartTime = 200; // milliseconds from one drawing of the charts to the next

export default class Compare extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {import("../../parts/catalog.js").Catalog} */ #catalog = emptyCatalog;
	#fields = new URLSearchParams();
	/** @type {Game | null} */ #game = null;
	/** @type {Stage | null} */ #stage = null;
	/** @type {(() => void)[]} */ #ends = [];
	#choices = /** @type {Choices} */ (/** @type {any} */ (null));
	#meals = false;
	#stopped = false;
	#announcer = new Announcer();
	#overlays = new Overlays(() => this.#show());
	/** @type {HTMLElement[]} the texts above the boards */ #status = [];
	#lead = h("ul", { class: "lead", role: "list" });
	/** @type {Charts | null} */ #charts = null;
	#charting = 0;
	/** @type {(() => void) | undefined} */ #stopTheme;
	/** @type {string[]} colours of the lanes */ #colours = [];
	#body = h("div", { class: "watching comparing" });

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		this.#session = session;
		this.#choices = new Choices({
			session, catalog: () => this.#catalog, fields: () => this.#fields, pause: () => this.#stage?.player.pause(), other: (f) => go("compare", this.#setView(f)),
			solvers: () => this.#game?.opened.peek()?.lanes.map((l) => l.seats[0].spec) ?? [],
		});
		this.append(h("h1", { class: "unseen" }, "Compare"), this.#announcer.element, this.#body);
		session.ready.then(({ catalog }) => {
			this.#catalog = { ...emptyCatalog, ...catalog };
			this.#fill(fields);
		});
	}

	stop() {
		this.#stopped = true;
		this.#end();
		this.#announcer.stop();
	}

	/**
	 * Opens games, and adds default solvers if the fields name fewer than two solvers.
	 * @param {URLSearchParams} fields
	 * @param {string[]} [why] earlier errors
	 */
	async #fill(fields, why) {
		const f = new URLSearchParams(fields), taken = f.getAll("solver");
		const more = f.has("position") ? [] : await defaultSolvers(this.#session, this.#catalog, without(f, ours), { n: 2 - taken.length, last: ["cell", "lookahead"], taken });
		for (const solver of more) f.append("solver", solver);
		if (!this.#stopped) this.#open(f, why);
	}

	/**
	 * @param {URLSearchParams} fields
	 * @param {string[]} [why] earlier errors
	 */
	#open(fields, why = []) {
		this.#end();
		this.#fields = without(fields, ours);
		this.#meals = fields.get("by") === "meals";
		const game = this.#game = new Game(this.#session, { link: query(fields) });
		const stage = this.#stage = new Stage(game, {
			room: { lanes: Math.max(1, fields.getAll("solver").length), size: fields.get("board") ?? "" },
			onSpeed: () => this.#note(),
			more: [
				iconButton("next", "next game", () => this.#next(), "n"),
				iconButton("link", "copy the link to this position", () => copyLink("compare", this.#address())),
				iconButton("save", "export: pictures, page, record, link", () => this.#export(), "e"),
				iconButton("whole", "full screen", () => document.dispatchEvent(new CustomEvent("ouro-whole")), "f"),
			],
		});
		stage.instead = (lanes) => this.#meals ? this.#atMeals(lanes) : lanes;
		const side = h("aside", { class: "side", "aria-label": "facts" });
		replace(this.#body, why.length > 0 && h("div", { class: "banner" }, errorBox(why.join(" · "))), stage.element, side);
		this.#ends.push(effect(() => {
			const e = game.error.value;
			if (!e) return;
			if (e.fatal && !game.opened.peek()) this.#retry(fields, e, why);
			else toast(e.message, { error: true });
		}), effect(() => {
			const opened = game.opened.value;
			if (opened) this.#onOpened(opened, side);
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
		if (rest && why.length < 5) this.#fill(rest, [...why, e.message]);
		else replace(this.#body, errorBox(e.message));
	}

	/**
	 * @param {import("../../session/game.js").Opened} opened
	 * @param {HTMLElement} side
	 */
	#onOpened(opened, side) {
		const game = /** @type {Game} */ (this.#game), stage = /** @type {Stage} */ (this.#stage);
		if (opened.link) this.#fields = without(new URLSearchParams(opened.link), ours);
		stage.speed.set(opened.speed ?? usualSpeed, true);
		this.#overlays.offer(opened.show ?? []);
		this.#overlays.on = opened.show ?? [];
		this.#describe(opened, side);
		stage.follow({ refresh: () => this.#refresh(), onTurn: () => this.#note() });
		this.#ends.push(
			effect(() => {
				game.received.value;
				this.#charting ||= setTimeout(() => this.#draw(), chartTime);
			}),
			effect(() => {
				if (game.over.value && game.turn.value >= game.turns.value) this.#announcer.say(game.lanes.peek().map((p, i) => `${letter(i)} ${p.ended?.words ?? ""}`).join(". "), true);
			}),
		);
		if (opened.play) stage.player.play();
	}

	#end() {
		clearTimeout(this.#charting);
		this.#charting = 0;
		this.#stopTheme?.();
		for (const end of this.#ends.splice(0)) end();
		this.#charts?.close();
		this.#stage?.stop();
		this.#game?.close();
		this.#stage = this.#game = this.#charts = null;
		this.#overlays.clear();
	}

	/**
	 * @param {import("../../session/game.js").Opened} opened
	 * @param {HTMLElement} side
	 */
	#describe(opened, side) {
		const stage = /** @type {Stage} */ (this.#stage), lanes = opened.lanes, n = lanes.length;
		this.#stopTheme?.();
		this.#stopTheme = onTheme(() => this.#paint(n));
		this.#status = lanes.map((lane, i) => {
			const spec = lane.seats.map((s) => s.spec).join(", "), text = h("span", { class: "says" });
			const badge = h("span", { class: "lane-letter" }, letter(i));
			replace(stage.heads[i], h("div", { class: "lane-head" }, badge,
				h("button", { type: "button", class: "plain name", title: `${spec}: choose another${lane.seats[0]?.certificate ? `. This board: ${lane.seats[0].certificate}` : ""}`, "aria-label": `${letter(i)}: ${spec}; choose another`, onclick: () => this.#choices.solver(i) }, spec), h("span", { class: "lane-line", "data-dash": String(i % 4), "aria-hidden": "true" }), text,
				n > 1 && h("button", { type: "button", class: "plain icon", "aria-label": `remove ${spec}`, onclick: () => this.#choices.drop(i) }, icon("close"))));
			return text;
		});
		const step = h("div", { class: "group", role: "group", "aria-label": "synchronise by" }, ["moves", "meals"].map((by) =>
			h("button", { type: "button", "data-by": by, "aria-pressed": String((by === "meals") === this.#meals), onclick: () => this.#synchronise(by === "meals") }, by)));
		this.#charts = new Charts();
		const rules = rulesOf(this.#catalog, opened.rules ?? ""), seeds = seedWords(this.#fields, ["seed", "game"]);
		replace(side,
			h("section", { class: "card" }, h("header", {}, h("h2", {}, opened.title), h("button", { type: "button", "aria-label": "change the game", onclick: () => this.#choices.game() }, "Change")),
				rules && h("p", { class: "small" }, capitalise(rules.idea) + "."),
				h("p", { class: "small dim" }, seeds.length > 0 ? seeds : "seed 1"),
				h("div", { class: "row apart" }, h("span", { class: "small" }, "Synchronise by"), step),
				n < most && h("button", { type: "button", onclick: () => this.#choices.solver(n) }, icon("plus"), "Add a solver")),
			h("section", { class: "card" }, h("header", {}, h("h2", {}, "Lead")), this.#lead),
			this.#charts.elements,
			h("section", { class: "card" }, h("header", {}, h("h2", {}, "Overlays")), this.#overlays.element));
		this.#paint(n);
		this.#refresh();
	}

	/** Sets the colours of n lanes for the theme. @param {number} n */
	#paint(n) {
		const seats = themeOf(this).seats;
		this.#colours = Array.from({ length: n }, (_, i) => css(seats[i % seats.length]));
		this.#body.querySelectorAll(".lane-head").forEach((head, i) => { if (head instanceof HTMLElement) head.style.setProperty("--own", this.#colours[i]); });
		if (this.#stage) {
			this.#stage.colours = this.#colours;
			this.#stage.redraw();
		}
		this.#draw();
	}

	/** Returns the positions at which all games have eaten the same number of meals, see byMeals. @param {Position[]} lanes */
	#atMeals(lanes) {
		const game = /** @type {Game} */ (this.#game);
		const turns = byMeals(game.lengths.map((l) => l[0]), game.turn.peek());
		return lanes.map((p, i) => game.positions(turns[i])?.[i] ?? p);
	}

	/** @param {boolean} meals */
	#synchronise(meals) {
		this.#meals = meals;
		for (const b of this.#body.querySelectorAll("[data-by]")) b.setAttribute("aria-pressed", String((b.getAttribute("data-by") === "meals") === meals));
		this.#stage?.redraw();
		this.#refresh();
		this.#note();
	}

	#refresh() {
		const game = this.#game, stage = this.#stage, lanes = game?.lanes.peek() ?? [];
		if (!game || !stage || lanes.length === 0) return;
		const turn = game.turn.peek(), lengths = game.lengths.map((l) => l[0]);
		const turns = this.#meals ? byMeals(lengths, turn) : lanes.map(() => turn);
		const whole = game.facts(turn)?.lanes[0]?.whole ?? 0;
		lanes.forEach((p, i) => {
			const at = this.#meals ? game.positions(turns[i])?.[i] ?? p : p, length = at.snakes[0].body.length;
			const moves = at.ended ? at.turn : turns[i];
			const words = [at.ended ? ending(at.ended.ending) : "", `move ${group(moves)}`, `length ${length}`, whole ? `${Math.floor(100 * length / whole)} %` : ""];
			write(this.#status[i], words.filter(Boolean).join(" · "));
			this.#overlays.offer(game.labels[i]?.[0] ?? []);
			const thought = this.#meals ? undefined : game.thought(turn, i), on = this.#overlays.on;
			if (thought || !stage.player.playing.peek()) stage.notes(i, (thought?.notes ?? []).filter((note) => on.includes(note.label)));
		});
		const words = leadWords(lengths, turn, lanes.map((_, i) => letter(i)));
		if (words.join() !== this.#lead.dataset.words) {
			this.#lead.dataset.words = words.join();
			replace(this.#lead, words.map((w) => h("li", {}, w)));
		}
		this.#announcer.say(`move ${turn}. ${words.join(". ")}`);
		if (this.#charts) this.#charts.cursor = turn;
	}

	/** Redraws the charts. */
	#draw() {
		this.#charting = 0;
		const game = this.#game;
		if (game) this.#charts?.set(game.lengths.map((l) => l[0]), game.turns.peek(), this.#colours);
	}

	/** Returns the fields of the address of this view. */
	#address() {
		const f = new URLSearchParams(this.#fields), game = /** @type {Game} */ (this.#game), stage = /** @type {Stage} */ (this.#stage);
		const turn = game.turn.peek(), playing = stage.player.playing.peek();
		if (turn > game.first) f.set("turn", String(turn));
		if (playing !== (turn === game.first)) f.set("play", String(playing));
		return this.#setView(f);
	}

	/** @param {URLSearchParams} f */
	#setView(f) {
		const speed = this.#stage?.speed.value ?? usualSpeed;
		if (speed !== usualSpeed) f.set("speed", String(speed));
		if (this.#overlays.on.length > 0) f.set("show", this.#overlays.on.join(","));
		if (this.#meals) f.set("by", "meals");
		return f;
	}

	#note() { if (this.#game && this.#game.lanes.peek().length > 0) note("compare", this.#address()); }

	#show() {
		this.#game?.show({ labels: this.#overlays.on, seat: 0, tree: false });
		this.#stage?.askSoon();
		this.#refresh();
		this.#note();
	}

	#export() {
		const game = this.#game, stage = this.#stage;
		if (!game?.opened.peek() || !stage) return;
		stage.player.pause();
		exportGame(game, { speed: stage.speed.value, link: () => linkTo("compare", this.#address()) });
	}

	#next() {
		const f = new URLSearchParams(this.#fields);
		f.set("game", String(Number(f.get("game") ?? 0) + 1));
		go("compare", this.#setView(f));
	}

	/** @returns {import("../../parts/keys.js").Key[]} */
	keys() {
		const stage = this.#stage;
		if (!stage) return [];
		return [
			...stage.keys(),
			{ keys: [..."123456789"], name: "1-9", does: "overlays", do: (e) => {
				if (!this.#overlays.flip(Number(e.key))) toast(`There is no overlay ${e.key}.`);
			} },
			{ keys: ["m"], name: "m", does: `synchronise by ${this.#meals ? "moves" : "meals"}`, do: () => this.#synchronise(!this.#meals) },
			{ keys: ["e"], name: "e", does: "export", do: () => this.#export() },
			{ keys: ["n"], name: "n", does: "next game", do: () => this.#next() },
			{ keys: ["r"], name: "r", does: "restart", do: () => { stage.player.go(0); stage.player.play(); } },
			{ keys: ["c", "/"], name: "c", does: "add a solver", do: () => { this.#choices.another(); } },
		];
	}
}

/** Describes how a game ended. @param {string} ending */
function ending(ending) { return ending === "unfinished" ? "ends here" : ending; }

customElements.define("ouro-compare", Compare);
