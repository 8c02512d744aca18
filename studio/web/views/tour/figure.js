// A figure of the tour: a board with a game that readers can step through, change and open in Watch.
// Usage:
//
//	const f = new Figure(session, { link: "solver=bfs&board=10x10&seed=1", labels: ["plan"], caption: "..." });
//	view.append(f.element); ... f.stop();
import { effect } from "../../store/signal.js";
import { format, query } from "../../store/address.js";
import { Game } from "../../session/game.js";
import { uniqueID, h, replace, write } from "../../parts/dom.js";
import { capitalise } from "../../parts/catalog.js";
import { Legend } from "../../parts/legend.js";
import { Stage } from "../../parts/stage.js";
import { Calls } from "../watch/calls.js";

/** @typedef {import("../../session/client.js").Session} Session */
/** @typedef {import("../../parts/dom.js").Child} Child */

/** A variant of a figure: its name, and the fields of its link that differ from the figure's. @typedef {{words: string, link?: string, labels?: string[]}} Choice */

/**
 * @typedef {object} What
 * @property {string} link
 * @property {string[]} [labels] of overlays
 * @property {boolean} [calls] with the tree of calls
 * @property {number} [speed]
 * @property {Choice[]} [choices] the first is shown at the start
 * @property {Child[]} caption
 * @property {string} [page] the page that the button below the figure opens; the default is watch
 */


export class Figure {
	#session; #what;
	/** @type {Choice} */ #choice;
	/** @type {Game | null} */ #game = null;
	/** @type {Stage | null} */ #stage = null;
	/** @type {Calls | null} */ #calls = null;
	#legend = new Legend();
	#place = h("div", { class: "figure-board" });
	#status = h("p", { class: "figure-says small" });
	#choices = h("div", { class: "row figure-choices" });
	#open = h("a", { class: "button", href: "#/watch" }, "Open in Watch");
	#nth = uniqueID("n").replace("n-", "");
	/** @type {(() => void)[]} */ #ends = [];

	/** @param {Session} session @param {What} what */
	constructor(session, what) {
		this.#session = session;
		this.#what = what;
		this.#choice = what.choices?.[0] ?? { words: "" };
		this.element = h("figure", { class: "tour-figure" }, this.#choices, this.#place,
			h("figcaption", {}, h("p", {}, what.caption), this.#status, h("div", { class: "row apart" }, this.#legend.element, this.#open)));
		if (what.page === "compare") this.#open.textContent = "Open in Compare";
		this.#show();
	}

	stop() {
		for (const end of this.#ends.splice(0)) end();
		this.#stage?.stop();
		this.#legend.close();
		this.#game?.close();
		this.#game = this.#stage = null;
	}

	get #labels() { return this.#choice.labels ?? this.#what.labels ?? []; }

	#show() {
		this.stop();
		const what = this.#what, fields = new URLSearchParams(what.link), labels = this.#labels;
		for (const key of new Set(new URLSearchParams(this.#choice.link ?? "").keys())) fields.delete(key);
		for (const [key, value] of new URLSearchParams(this.#choice.link ?? "")) fields.append(key, value);
		const shown = what.calls ? [...labels, "calls"] : labels;
		if (shown.length > 0) fields.set("show", shown.join(","));
		const game = this.#game = new Game(this.#session, { link: query(fields) });
		const stage = this.#stage = new Stage(game, { speed: what.speed ?? 8 });
		stage.element.setAttribute("aria-label", `board of the figure ${this.#nth}`);
		const calls = this.#calls = what.calls ? new Calls(game, { open: true, onToggle: () => this.#refresh(), onPick: () => this.#refresh() }) : null;
		replace(this.#place, stage.element, calls?.element);
		replace(this.#choices, (what.choices ?? []).map((c) => h("button", {
			type: "button", "aria-pressed": String(c === this.#choice), onclick: () => { this.#choice = c; this.#show(); },
		}, c.words)));
		stage.follow({ refresh: () => this.#refresh(), onTurn: () => this.#address(fields) });
		this.#ends.push(
			effect(() => { // goes to the turn of the link
				const to = game.opened.value?.turn ?? 0;
				if (to > game.first) game.seek(to);
			}),
			effect(() => {
				const e = game.error.value;
				if (e) write(this.#status, e.message);
			}),
		);
	}

	/** @param {URLSearchParams} fields */
	#address(fields) {
		const f = new URLSearchParams(fields), turn = this.#game?.turn.peek() ?? 0;
		f.set("turn", String(turn));
		this.#open.href = format({ page: this.#what.page ?? "watch", fields: f });
	}

	/** Updates overlays and text for the shown turn. */
	#refresh() {
		const game = this.#game, stage = this.#stage;
		if (!game || !stage || game.lanes.peek().length === 0) return;
		const turn = game.turn.peek();
		/** @type {import("../../draw/notes.js").Note[]} */
		const all = [];
		for (const [lane, p] of game.lanes.peek().entries()) {
			const thought = game.thought(turn, lane, 0), notes = (thought?.notes ?? []).filter((n) => this.#labels.includes(n.label));
			if (thought || !stage.player.playing.peek()) stage.notes(lane, [...notes, ...lane === 0 ? this.#calls?.show(0) ?? [] : []], 0);
			all.push(...notes);
			const seats = game.opened.peek()?.lanes[lane]?.seats ?? [];
			const how = p.ended ? `: ${capitalise(p.ended.words)}` : "";
			if (stage.heads[lane] && game.lanes.peek().length > 1) replace(stage.heads[lane], h("b", {}, seats[0]?.spec ?? ""), h("span", { class: "says" }, `length ${p.snakes[0].body.length}, move ${p.turn}${how}`));
		}
		if (all.length > 0) this.#legend.show(all.filter((n, i) => all.findIndex((o) => o.label === n.label) === i));
		const p = game.lanes.peek()[0];
		if (game.lanes.peek().length === 1) write(this.#status, `Length ${p.snakes[0]?.body.length}, move ${p.turn}${p.ended ? `: ${p.ended.words}` : ""}.`);
		else write(this.#status, "");
	}
}
