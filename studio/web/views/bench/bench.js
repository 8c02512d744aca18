// The page Bench measures solvers on the same games. It shows their results and intervals, which
// shrink during play.
import { query } from "../../store/address.js";
import { go, linkTo, note } from "../../store/place.js";
import { onTheme } from "../../draw/theme.js";
import { check } from "../../parts/check.js";
import { copy } from "../../parts/copy.js";
import { emptyCatalog, rulesOf } from "../../parts/catalog.js";
import { h, replace, write } from "../../parts/dom.js";
import { download } from "../../parts/file.js";
import { pickGame } from "../../parts/game-form.js";
import { icon } from "../../parts/icons.js";
import { Announcer } from "../../parts/announcer.js";
import { group } from "../../parts/panel.js";
import { seedWords } from "../../parts/seed.js";
import { pickSolver } from "../../parts/picker.js";
import { toast, errorBox } from "../../parts/toast.js";
import { defaultSolvers } from "../../parts/default-solvers.js";
import { coloursOf } from "./colours.js";
import { Plots } from "./plots.js";
import { pairsTable, solversTable } from "./tables.js";
import { meanText } from "./figures.js";

/** @typedef {import("../../session/client.js").Session} Session */
/** @typedef {import("./figures.js").Report} Report */
/** @typedef {import("./figures.js").Opened} Opened */

/** The default solvers, if they can play the game. */
const usual = ["ouroboros", "cell", "shortcut"];

/** The report before any game. @type {Report} */
const unplayed = { games: 0, asked: 0, first: 0, running: false, seed: "", command: "", bins: { start: 0, width: 1 } };

/** The formats for export, with the engine's names. */
const files = [["csv", "CSV"], ["json", "JSON"], ["markdown", "Markdown"], ["games-csv", "every game as CSV"], ["meals-csv", "meals as CSV"]];

export default class Bench extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {import("../../parts/catalog.js").Catalog} */ #catalog = emptyCatalog;
	/** @type {import("../../session/client.js").Channel | null} */ #channel = null;
	/** @type {Opened | null} */ #opened = null;
	/** The engine's latest report. @type {Report} */ #report = unplayed;
	/** The last report of an engine that was lost, until the games of the next engine begin. @type {Report | null} */ #kept = null;
	/** @type {Plots | null} */ #plots = null;
	/** @type {() => void} */ #stopTheme = () => {};
	#fields = new URLSearchParams();
	/** The default solvers, used because the address names none. @type {string[]} */ #usual = [];
	#stopped = false;
	#announcer = new Announcer();
	#begin = h("button", { type: "button", class: "first", onclick: () => this.#go() });
	#games = h("input", { type: "number", min: 1, max: 10000, step: 1, onchange: () => this.#setGames() });
	#done = h("div", { class: "bar", role: "progressbar", "aria-label": "games played", "aria-valuemin": "0" }, h("span", {}));
	#status = h("p", { class: "small dim" });
	#who = h("ul", { role: "list", class: "bench-who" });
	#what = h("div", { class: "row" });
	#solvers = h("table", {});
	#pairs = h("table", {});
	#charts = h("div", {});
	#command = h("code", { tabIndex: 0 });
	#files = files.map(([what, name]) => h("button", { type: "button", "data-what": what, onclick: () => this.#channel?.send("take", { what }) }, icon("save"), name));
	#body = h("div", { class: "page bench" });

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		this.#session = session;
		this.append(this.#announcer.element, this.#body);
		this.#stopTheme = onTheme(() => { if (this.#opened) { this.#chips(); this.#show(); } });
		this.#fields = new URLSearchParams(fields);
		session.ready.then(async ({ catalog }) => {
			this.#catalog = { ...emptyCatalog, ...catalog };
			if (!fields.has("solver")) this.#usual = await defaultSolvers(session, this.#catalog, fields, { n: usual.length, first: usual });
			if (!this.#stopped) this.#open();
		});
	}

	stop() {
		this.#stopped = true;
		this.#stopTheme();
		this.#announcer.stop();
		this.#plots?.close();
		this.#channel?.close();
		this.#channel = null;
	}

	/** @param {URLSearchParams} fields */
	update(fields) { return query(fields) === query(this.#fields); }

	keys() {
		return [
			{ keys: [" "], name: "space", does: "start, or stop", do: () => this.#go() },
			{ keys: ["/"], name: "/", does: "add a solver", do: () => this.#add() },
		];
	}

	notes = ["Every solver plays the same games with the same food. ouro bench prints the same figures."];

	/** The address with all solvers. */
	get #whole() {
		const f = new URLSearchParams(this.#fields);
		for (const s of this.#usual) f.append("solver", s);
		return f;
	}

	#open() {
		const channel = this.#channel = this.#session.open("bench", { link: query(this.#whole) }, (type, data) => {
			if (channel !== this.#channel) return;
			if (type === "opened" || type === "reopened") {
				if (this.#report.games) this.#kept = this.#report; // a new engine starts without games, so keep the last results
				this.#onOpened(data);
			} else if (type === "report") this.#onReport(data);
			else if (type === "file") download(data);
			else if (type === "failed") toast(data.message, { error: true });
			else if (type === "error") this.#wrong(data);
		}, () => ({ link: query(this.#whole) })); // the link is read when the channel is opened again, because the number of games may have changed
	}

	/** @param {{message: string, field?: string}} e */
	#wrong(e) {
		const left = new URLSearchParams(this.#fields);
		if (e.field) left.delete(e.field);
		replace(this.#body, h("h1", {}, "Bench"), errorBox(e.message, h("button", { type: "button", onclick: () => go("bench", e.field ? left : new URLSearchParams()) }, "Continue without it")));
	}

	/** @param {Opened} opened */
	#onOpened(opened) {
		this.#opened = opened;
		this.#report = { ...unplayed, asked: opened.games };
		const names = this.#names, [w, ht] = /(\d+)x(\d+)$/.exec(opened.title)?.slice(1).map(Number) ?? [1, 1];
		this.#plots?.close();
		this.#plots = new Plots(names, { cells: w * ht, meals: opened.meals });
		this.#games.value = String(opened.games);
		this.#games.max = String(opened.most);
		this.#games.id = "bench-games";
		replace(this.#what, h("b", {}, opened.title), h("span", { class: "dim small" }, this.#fields.has("seed") ? seedWords(this.#fields, ["seed"]) : "seed 1"),
			h("button", { type: "button", onclick: () => this.#pickGame(), "aria-label": "change the game" }, "Change"));
		this.#chips();
		replace(this.#charts, this.#plots.element);
		const several = names.length > 1;
		replace(this.#body,
			h("header", { class: "row apart" }, h("h1", {}, "Bench"), this.#what),
			h("section", { class: "card" }, this.#who,
				h("div", { class: "row bench-run" }, this.#begin, h("div", { class: "row" }, this.#games, h("label", { for: "bench-games", class: "small" }, "games each")),
					h("div", { class: "grow bench-done" }, this.#done, this.#status))),
			h("section", { class: "card" }, h("h2", {}, "Results"), scroll(this.#solvers, "results of the solvers"),
				h("p", { class: "small dim" }, "Moves are those of won games: mean ± half of the 95 % interval. The bold row won most games, in the fewest moves.")),
			this.#charts,
			several && h("section", { class: "card" }, h("h2", {}, "In the same games"), scroll(this.#pairs, "differences between solvers"),
				h("p", { class: "small dim" }, "Each interval is for one comparison: of twenty comparisons between equal solvers, expect one to show a difference by chance.")),
			h("section", { class: "card" }, h("h2", {}, "Export"), h("div", { class: "row" }, this.#files.filter((b) => b.dataset.what !== "meals-csv" || opened.meals),
			h("button", { type: "button", onclick: () => copy(linkTo("bench", this.#whole), "link") }, icon("link"), "Copy the link")),
			h("p", { class: "small" }, "The same on the command line:"),
			h("div", { class: "row bench-command" }, this.#command, h("button", { type: "button", onclick: () => copy(this.#command.textContent ?? "", "command line") }, "Copy"))));
		this.#show();
	}

	get #names() { return this.#opened?.solvers.map((s) => s.name) ?? []; }

	get #colours() { return coloursOf(this, this.#names.length); }

	#chips() {
		const colours = this.#colours, names = this.#names;
		replace(this.#who, names.map((name, i) => {
			const swatch = h("span", { class: "swatch" });
			swatch.style.background = colours[i];
			return h("li", { class: "chip" }, swatch, h("button", { type: "button", class: "plain", onclick: () => this.#add(i), "aria-label": `change solver ${name}` }, name),
				names.length > 1 && h("button", { type: "button", class: "plain icon", "aria-label": `remove ${name}`, onclick: () => this.#other(names.filter((_, k) => k !== i)) }, icon("close")));
		}), names.length < 8 && h("li", {}, h("button", { type: "button", onclick: () => this.#add() }, icon("plus"), "Add a solver")));
	}

	/** @param {Report} r */
	#onReport(r) {
		const was = this.#report;
		this.#report = r;
		if (r.running || r.games > 0) this.#kept = null;
		this.#show();
		if (was.running && !r.running && r.games > 0) this.#announcer.say(`${r.games} games played. ` + this.#names.map((n, i) => `${n}: ${meanText(r.solvers?.[i]?.moves)} moves`).join(", "), true);
	}

	#show() {
		const now = this.#report, kept = this.#kept, r = kept ?? now, over = now.games >= now.asked;
		this.#charts.hidden = r.games === 0;
		replace(this.#begin, icon(now.running ? "pause" : "play"), now.running ? "Stop" : now.games === 0 ? "Go" : over ? "More games" : "Continue");
		const fill = /** @type {HTMLElement} */ (this.#done.firstElementChild);
		fill.style.width = `${(100 * Math.min(1, r.games / Math.max(1, r.asked))).toFixed(1)}%`;
		this.#done.setAttribute("aria-valuenow", String(r.games));
		this.#done.setAttribute("aria-valuemax", String(r.asked));
		write(this.#status, `${group(r.games)} of ${group(r.asked)} games each` + (kept ? ", played before the connection was lost · press Go to play them again" : r.seed && !over && r.games > 0 ? ` · next: game ${r.first + r.games} of seed ${r.seed}` : ""));
		for (const b of this.#files) b.disabled = kept !== null;
		solversTable(this.#solvers, r, this.#names, this.#colours);
		pairsTable(this.#pairs, r, this.#names);
		this.#plots?.show(r, this.#colours);
		write(this.#command, now.command);
	}

	#go() {
		const r = this.#report;
		if (!this.#opened) return;
		if (r.running) return this.#channel?.send("stop");
		if (r.games >= r.asked) {
			this.#games.value = String(Math.min(this.#opened.most, 2 * r.asked));
			this.#setGames();
		}
		this.#channel?.send("go");
	}

	#setGames() {
		const n = Number(this.#games.value);
		this.#channel?.send("games", { games: n });
		if (!Number.isInteger(n) || n < 1) return;
		this.#fields.set("games", String(n));
		note("bench", this.#fields);
	}

	/** Measures other solvers. @param {string[]} solvers */
	#other(solvers) {
		const f = new URLSearchParams(this.#fields);
		f.delete("solver");
		for (const s of solvers) f.append("solver", s);
		go("bench", f);
	}

	/** Lets the user choose a solver, to add or to replace one. @param {number} [at] */
	async #add(at = this.#names.length) {
		if (!this.#opened || at >= 8) return;
		const names = this.#names;
		const withSolver = (/** @type {string} */ spec) => [...names.slice(0, at), spec, ...names.slice(at + 1)];
		const home = rulesOf(this.#catalog, this.#fields.get("rules") ?? "")?.home;
		const spec = await pickSolver(this.#catalog, { title: at < names.length ? "Change the solver" : "Add a solver", chosen: names[at] ?? "", home, try: (one) => {
			const f = new URLSearchParams(this.#fields);
			f.delete("solver");
			for (const s of withSolver(one)) f.append("solver", s);
			return check(this.#session, "bench", { link: query(f) });
		} });
		if (spec !== null) this.#other(withSolver(spec));
	}

	async #pickGame() {
		const fields = await pickGame(this.#catalog, this.#fields, {
			title: "Game to measure on", rules: (r) => (r.snakes ?? 1) === 1, try: (link) => check(this.#session, "bench", { link }),
		});
		if (!fields) return;
		const games = this.#fields.get("games");
		if (games) fields.set("games", games);
		go("bench", fields);
	}
}

customElements.define("ouro-bench", Bench);

/** Wraps a table that may be wider than the page. @param {HTMLElement} table @param {string} name */
function scroll(table, name) { return h("div", { class: "scroll", role: "region", "aria-label": name, tabIndex: 0 }, table); }
