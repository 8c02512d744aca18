// Tournaments: those of a folder, and the report of one, which grows while it is played.
// Every figure and every table comes from the engine as it stands in the report there;
// here it is laid out and drawn. A game of the list opens in Replay.
import { format } from "../store/address.js";
import { onLook, themeOf } from "../draw/theme.js";
import { css } from "../draw/colour.js";
import { h, replace, write } from "../parts/dom.js";
import { Live } from "../parts/live.js";
import { count, group } from "../parts/panel.js";
import { wrong } from "../parts/toast.js";
import { Games } from "./arena/games.js";
import { Plots } from "./arena/plots.js";
import { table } from "./arena/table.js";

/** @typedef {import("../session/client.js").Session} Session */
/** @typedef {{name: string, title: string, changed: string, snakes: number, planned: number, format: string, unusable?: string}} Folder */
/** @typedef {{title: string, heads: string[], labels: number, rows: string[][]}} Table */
/** @typedef {{edges: number[], counts: number[]}} Bars */
/** @typedef {{folder: string, title: string, lead: string, tables: Table[], notes: string[], games: number, planned: number, partial: boolean, snakes: string[], ranks: number[], ratings: {name: string, value: number | null, lo: number | null, hi: number | null}[], course: {groups: number[], scores: (number | null)[][]}, turns: Bars, think: Bars[]}} Report */

/** Tournaments. */
export default class Arena extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {import("../session/client.js").Channel | null} */ #channel = null;
	/** @type {Plots | null} */ #plots = null;
	/** @type {Games | null} */ #games = null;
	/** @type {Report | null} */ #report = null;
	#folder = "";
	#live = new Live();
	#body = h("div", { class: "page arena" });
	#lead = h("p", {});
	#done = h("div", { class: "bar", role: "progressbar", "aria-label": "games played", "aria-valuemin": "0" }, h("span", {}));
	#says = h("p", { class: "small dim" });
	#tables = h("div", { class: "stack arena-tables" });
	#notes = h("ul", { class: "small dim arena-notes" });
	/** @type {() => void} */ #unlook = () => {};

	notes = ["The figures are those of ouro arena report. While a tournament is played they follow it."];

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		this.#session = session;
		this.append(this.#live.element, this.#body);
		this.#unlook = onLook(() => this.#draw());
		this.#open(fields.get("folder") ?? "");
	}

	stop() {
		this.#leave();
		this.#unlook();
		this.#live.stop();
	}

	/** @param {URLSearchParams} fields */
	moved(fields) {
		const folder = fields.get("folder") ?? "";
		if (folder !== this.#folder) this.#open(folder);
		return true;
	}

	#leave() {
		this.#channel?.close();
		this.#channel = null;
		this.#plots?.close();
		this.#plots = this.#games = this.#report = null;
	}

	/** @param {string} folder "" lists all */
	#open(folder) {
		this.#leave();
		this.#folder = folder;
		const channel = this.#channel = this.#session.open("arena", { folder }, (type, data) => {
			if (channel !== this.#channel) return;
			if ((type === "opened" || type === "reopened") && !folder) this.#list(data.folders);
			else if (type === "report") this.#told(data);
			else if (type === "games") this.#games?.add(data.games);
			else if (type === "error") replace(this.#body, h("h1", {}, "Arena"), wrong(data.message, this.#back()));
		});
	}

	#back() { return h("a", { class: "button", href: "#/arena" }, "All tournaments"); }

	/** @param {Folder[]} folders */
	#list(folders) {
		const head = h("header", { class: "row apart" }, h("h1", {}, "Arena"), h("span", { class: "dim" }, count(folders.length, "tournament")));
		if (folders.length === 0) {
			replace(this.#body, head, h("section", { class: "card" }, h("h2", {}, "There is no tournament here yet"), h("p", {}, "Play one, and it is shown while it is played:"),
				h("pre", {}, "ouro arena run spot greedy hungry")));
			return;
		}
		replace(this.#body, head, h("ul", { role: "list", class: "arena-folders" }, folders.map((f) => h("li", { class: "card" },
			f.unusable ? h("h2", {}, f.title) : h("h2", {}, h("a", { href: format({ page: "arena", fields: new URLSearchParams({ folder: f.name }) }) }, f.title)),
			h("p", { class: "small dim" }, f.unusable ?? `${f.format}, ${count(f.snakes, "snake")}, ${count(f.planned, "game")} planned`),
			h("p", { class: "small dim" }, f.name === "." ? "" : f.name, new Date(f.changed).getTime() > 0 ? `, last game ${new Date(f.changed).toLocaleString()}` : "")))));
	}

	/** @param {Report} r */
	#told(r) {
		const fresh = !this.#report;
		this.#report = r;
		if (fresh) this.#layOut(r);
		write(this.#lead, r.lead);
		this.#lead.hidden = r.lead === "";
		const share = r.planned > 0 ? r.games / r.planned : 1;
		/** @type {HTMLElement} */ (this.#done.firstElementChild).style.width = `${(100 * Math.min(1, share)).toFixed(1)}%`;
		this.#done.setAttribute("aria-valuenow", String(r.games));
		this.#done.setAttribute("aria-valuemax", String(r.planned));
		write(this.#says, r.partial ? `${group(r.games)} of ${count(r.planned, "game")}; what is here follows the tournament` : `${count(r.games, "game")}, finished`);
		replace(this.#tables, r.tables.map((t) => h("section", { class: "card" }, t.title ? h("h2", {}, t.title) : null, table(t))));
		replace(this.#notes, r.notes.map((n) => h("li", {}, n)));
		this.#live.say(`${group(r.games)} games; ${r.ratings[0]?.name ?? "nobody"} leads`);
		this.#draw();
	}

	/** @param {Report} r */
	#layOut(r) {
		this.#plots = new Plots(r.ratings.length);
		this.#games = new Games(r.snakes);
		const [title, ...more] = r.title.split(", ");
		replace(this.#body, h("header", { class: "row apart" }, h("div", {}, h("h1", {}, title), h("p", { class: "dim small" }, more.join(", "))), this.#back()),
			h("section", { class: "card" }, this.#lead, this.#done, this.#says), this.#plots.element, this.#tables,
			this.#games.element, h("section", { class: "card" }, h("h2", {}, "What the figures mean"), this.#notes));
	}

	#draw() {
		if (!this.#report) return;
		const { seats } = themeOf(this);
		this.#plots?.show(this.#report, this.#report.ratings.map((_, i) => css(seats[i % seats.length])));
	}
}

customElements.define("ouro-arena", Arena);
