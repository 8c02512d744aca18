// The page Arena lists the tournaments in a results file, or shows the report of one tournament, which
// is updated during play. The engine computes all figures and tables; the page lays them out and draws
// charts. The page Replay opens the listed games.
import { format } from "../../store/address.js";
import { onTheme, themeOf } from "../../draw/theme.js";
import { css } from "../../draw/colour.js";
import { copy } from "../../parts/copy.js";
import { h, replace, write } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { Announcer } from "../../parts/announcer.js";
import { count, group } from "../../parts/panel.js";
import { errorBox } from "../../parts/toast.js";
import { Games } from "./games.js";
import { Plots } from "./plots.js";
import { table } from "./table.js";
import { command, describe, nameList, progress, shortKey, titleOf } from "./words.js";

/** @typedef {import("../../session/client.js").Session} Session */
/** @typedef {import("./words.js").Tournament} Tournament */
/** @typedef {{title: string, heads: string[], labels: number, rows: string[][]}} Table */
/** @typedef {{edges: number[], counts: number[]}} Bars */
/** @typedef {{key: string, title: string, lead: string, tables: Table[], notes: string[], games: number, snakes: string[], ranks: number[], ratings: {name: string, value: number | null, lo: number | null, hi: number | null}[], course: {groups: number[], scores: (number | null)[][]}, turns: Bars, think: Bars[]}} Report */

export default class Arena extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {import("../../session/client.js").Channel | null} */ #channel = null;
	/** @type {Plots | null} */ #plots = null;
	/** @type {Games | null} */ #games = null;
	/** @type {Report | null} */ #report = null;
	#requested = ""; // the tournament that the address names
	#file = ""; // name of the results file
	#flag = ""; // the flag that selects this file in commands
	#began = -1; // the number of games when the page was opened; -1 before the first message
	#announcer = new Announcer();
	#body = h("div", { class: "page arena" });
	#title = h("h1", {});
	#how = h("p", { class: "dim small" }); // the format of the tournament
	#lead = h("p", {});
	#playing = h("span", { class: "row arena-playing" }, h("span", { class: "dot" }), "being played");
	#status = h("span", {});
	#tables = h("div", { class: "stack arena-tables" });
	#notes = h("ul", { class: "small dim arena-notes" });
	/** @type {() => void} */ #stopTheme = () => {};

	notes = ["The figures are those of ouro results show. During a tournament, the page updates them."];

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		this.#session = session;
		this.append(this.#announcer.element, this.#body);
		this.#stopTheme = onTheme(() => this.#draw());
		this.#open(fields);
	}

	stop() {
		this.#leave();
		this.#stopTheme();
		this.#announcer.stop();
	}

	/** @param {URLSearchParams} fields */
	update(fields) {
		if ((fields.get("tournament") ?? "") !== this.#requested || fields.has("folder")) this.#open(fields);
		return true;
	}

	#leave() {
		this.#channel?.close();
		this.#channel = null;
		this.#forget();
	}

	/** Drops all data of the tournament. */
	#forget() {
		this.#plots?.close();
		this.#plots = this.#games = this.#report = null;
		this.#began = -1;
	}

	/** Lists the tournaments, or shows the one of the address. @param {URLSearchParams} fields */
	#open(fields) {
		this.#leave();
		const tournament = this.#requested = fields.get("tournament") ?? "", folder = fields.get("folder");
		if (folder !== null && !tournament) {
			this.#refuse(`This link names the folder "${folder || "."}" of an earlier version. Tournaments are in a file of results now; import the folder with ouro results import.`);
			return;
		}
		const channel = this.#channel = this.#session.open("arena", { tournament }, (type, data) => {
			if (channel !== this.#channel) return;
			if (type === "opened" || type === "reopened") this.#onOpened(data);
			else if (type === "list") this.#list(data.list);
			else if (type === "progress") this.#progress(data);
			else if (type === "report") this.#show(data);
			else if (type === "games") this.#games?.add(data.from, data.games);
			else if (type === "error") this.#refuse(data.message);
		});
	}

	/** @param {string} why */
	#refuse(why) {
		this.#forget();
		const again = h("button", { type: "button", onclick: () => this.#open(new URLSearchParams()) }, "Try again");
		replace(this.#body, h("h1", {}, "Arena"), errorBox(why, location.hash.includes("?") ? this.#back() : again));
	}

	#head() { return h("header", { class: "row apart" }, h("div", {}, this.#title, this.#how), this.#back()); }

	#back() { return h("a", { class: "button", href: "#/arena" }, "All tournaments"); }

	/** @param {any} data */
	#onOpened(data) {
		this.#file = data.file;
		this.#flag = data.flag;
		if (data.list) return this.#list(data.list);
		this.#forget();
		this.#name(data);
		write(this.#status, "Reading the games …");
		replace(this.#body, this.#head(), h("section", { class: "card" }, this.#status));
	}

	/** @param {{tournaments: Tournament[], changed: string[]}} list */
	#list({ tournaments: all, changed }) {
		const focused = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.getAttribute("href") : null;
		const head = h("header", { class: "row apart" }, h("h1", {}, "Arena"), h("span", { class: "dim" }, count(all.length, "tournament")));
		const where = h("p", { class: "small dim" }, "The tournaments are from ", h("code", {}, this.#file), ".");
		const lost = changed.map((text) => errorBox(`${text}; it cannot be shown`));
		const start = this.#command("ouro arena run spot greedy hungry");
		if (all.length === 0) {
			replace(this.#body, head, lost, h("section", { class: "card" }, h("h2", {}, "No tournament yet"), h("p", {}, "Play one. It appears here during play:"),
				start, where, h("p", { class: "small dim" }, "To import a folder of an earlier version: ", h("code", {}, "ouro results import FOLDER"), ".")));
			return;
		}
		replace(this.#body, head, lost, h("h2", { class: "unseen" }, "Tournaments"), h("ul", { role: "list", class: "arena-list" }, all.map((t) => h("li", { class: "card" },
			h("div", { class: "row apart" }, h("h3", {}, t.unusable ? t.title : h("a", { href: format({ page: "arena", fields: new URLSearchParams({ tournament: shortKey(t.key) }) }) }, titleOf(t))),
				t.playing ? h("span", { class: "row small arena-playing" }, h("span", { class: "dot" }), "being played") : null),
			h("p", {}, t.title),
			h("p", { class: "small dim" }, describe(t)),
			h("p", { class: "small dim" }, t.unusable ?? `${t.games > 0 ? "last game" : "created"} ${new Date(t.changed).toLocaleString()}`)))),
			h("section", { class: "card" }, h("h2", {}, "Play another tournament"), start, where));
		if (focused) for (const a of this.#body.querySelectorAll("a")) if (a.getAttribute("href") === focused) a.focus();
	}

	/** Returns a command line with a button that copies it. @param {string} line */
	#command(line) {
		const text = command(line, this.#flag);
		return h("div", { class: "row take-command" }, h("code", { tabIndex: 0 }, text),
			h("button", { type: "button", "aria-label": "Copy the command", onclick: () => copy(text, "command") }, icon("link"), "Copy"));
	}

	/** @param {{games: number, playing: boolean}} p */
	#progress({ games, playing }) {
		if (this.#began < 0) this.#began = games;
		this.#playing.hidden = !playing;
		write(this.#status, progress(games, this.#began));
	}

	/** @param {Report} r */
	#show(r) {
		if (!this.#report) this.#layOut(r);
		this.#report = r;
		this.#name(r);
		write(this.#lead, r.lead);
		this.#lead.hidden = r.lead === "";
		replace(this.#tables, r.tables.map((t) => h("section", { class: "card" }, t.title ? h("h2", {}, t.title) : null, table(t))));
		replace(this.#notes, r.notes.map((n) => h("li", {}, n)));
		this.#announcer.say(`${group(r.games)} games; ${r.ratings[0]?.name ?? "no entrant"} leads`);
		this.#draw();
	}

	/** Shows the names of the snakes as the title, and the tournament's own title below. @param {{title: string, snakes: string[]}} t */
	#name(t) {
		write(this.#title, titleOf(t));
		write(this.#how, t.snakes.length > 4 ? `${t.title}. ${nameList(t.snakes)}` : t.title);
		document.title = `${titleOf(t)} · Arena · Ouro`;
	}

	/** @param {Report} r */
	#layOut(r) {
		this.#plots = new Plots(r.ratings.length);
		this.#games = new Games(r.snakes);
		replace(this.#body, this.#head(),
			h("section", { class: "card" }, this.#lead, h("p", { class: "row small dim" }, this.#playing, this.#status)),
			this.#plots.element, this.#tables, this.#games.element,
			h("section", { class: "card" }, h("h2", {}, "What the figures mean"), this.#notes, h("p", { class: "small" }, "The same figures in the terminal, and as JSON, CSV and Markdown:"), this.#command(`ouro results show ${shortKey(r.key)}`)));
	}

	#draw() {
		if (!this.#report) return;
		const { seats } = themeOf(this);
		this.#plots?.show(this.#report, this.#report.ratings.map((_, i) => css(seats[i % seats.length])));
	}
}

customElements.define("ouro-arena", Arena);
