// The list of a tournament's games. A game with a record can be opened in Replay.
import { format } from "../../store/address.js";
import { uniqueID, h, replace, write } from "../../parts/dom.js";
import { count } from "../../parts/panel.js";

/** @typedef {{group: number, seating: number, seats: number[], winner: number, ending: string, turns: number, mishaps: number, file?: string}} Game */

const page = 100; // number of rows shown at first; "Show more" adds ten times as many

export class Games {
	/** @type {Game[]} */ #all = [];
	#snakes;
	#shown = page;
	#timer = 0;
	#rows = h("tbody", {});
	#status = h("span", { class: "dim small" });
	#who = h("select", { id: uniqueID("who"), onchange: () => this.#restart() });
	#how = h("select", { id: uniqueID("how"), onchange: () => this.#restart() });
	#more = h("button", { type: "button", onclick: () => { this.#shown += 10 * page; this.#show(); } }, "Show more");

	/** @param {string[]} snakes */
	constructor(snakes) {
		this.#snakes = snakes;
		replace(this.#who, h("option", { value: "" }, "all snakes"), snakes.map((s, i) => h("option", { value: String(i) }, s)));
		replace(this.#how, [["", "all games"], ["lost", "games not won"], ["won", "games won"], ["mishaps", "games with faults"]].map(([value, text]) => h("option", { value }, text)));
		this.element = h("section", { class: "card arena-games" },
			h("header", { class: "row apart" }, h("h2", {}, "Games"), this.#status),
			h("div", { class: "row" }, h("label", { for: this.#who.id, class: "unseen" }, "snake"), this.#who, h("label", { for: this.#how.id, class: "unseen" }, "which games"), this.#how),
			h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "games" }, h("table", {},
				h("thead", {}, h("tr", {}, ["game", "snakes", "won by", "ending", "turns", "faults"].map((name, i) => h("th", { scope: "col", class: i > 3 ? "number" : "" }, name)))), this.#rows)),
			h("div", {}, this.#more));
	}

	/** Replaces all games from the index `from` on. @param {number} from @param {Game[]} games */
	add(from, games) {
		this.#all.length = Math.min(this.#all.length, from);
		this.#all.push(...games);
		if (!this.#timer) this.#timer = setTimeout(() => { this.#timer = 0; this.#show(); }, 50);
	}

	#restart() {
		this.#shown = page;
		this.#show();
	}

	#show() {
		const who = this.#who.value === "" ? -1 : Number(this.#who.value), how = this.#how.value;
		const chosen = this.#all.filter((g) => {
			if (who >= 0 && !g.seats.includes(who)) return false;
			const winner = g.winner < 0 ? -1 : g.seats[g.winner];
			if (how === "mishaps") return g.mishaps > 0;
			if (how === "won") return who >= 0 ? winner === who : winner >= 0;
			return how !== "lost" || (who >= 0 ? winner !== who : winner < 0);
		}).sort((a, b) => b.group - a.group || a.seating - b.seating);
		write(this.#status, chosen.length === this.#all.length ? count(chosen.length, "game") : `${count(chosen.length, "game")} of ${this.#all.length}`);
		replace(this.#rows, chosen.slice(0, this.#shown).map((g) => this.#row(g)));
		this.#more.hidden = chosen.length <= this.#shown;
	}

	/** @param {Game} g */
	#row(g) {
		const name = `${g.group + 1}.${g.seating + 1}`, won = g.winner < 0 ? "–" : this.#snakes[g.seats[g.winner]];
		const watch = g.file ? h("a", { href: format({ page: "replay", fields: new URLSearchParams({ file: g.file }) }), "aria-label": `watch game ${name}` }, name)
			: [name, h("span", { class: "dim small" }, " no record")];
		return h("tr", {}, h("th", { scope: "row", title: g.file ? "" : "this game has no record and cannot be replayed" }, watch),
			h("td", {}, g.seats.map((s) => this.#snakes[s]).join(", ")), h("td", {}, won), h("td", {}, g.ending),
			h("td", { class: "number" }, String(g.turns)), h("td", { class: "number" }, g.mishaps > 0 ? String(g.mishaps) : ""));
	}
}
