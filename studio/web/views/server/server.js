// The page Server shows the games that ouro serve is playing: their boards, the times of the answers
// and the depths of the searches. The user can enlarge a game.
import { go } from "../../store/place.js";
import { Chart } from "../../draw/chart.js";
import { h, replace, write } from "../../parts/dom.js";
import { Facts, count, group } from "../../parts/panel.js";
import { Announcer } from "../../parts/announcer.js";
import { errorBox } from "../../parts/toast.js";
import { Detail } from "./detail.js";
import { Tile } from "./tile.js";

/** @typedef {import("../../session/client.js").Session} Session */
/** @typedef {{id: string, n: number, title: string, turn: number, over?: boolean, board: {w: number, h: number, wraps: boolean}, seats: {name: string, color?: string}[], ours: string[], lane?: any}} ServedGame */
/** @typedef {{games: number, moves: number, failed: number, p50: number, p99: number, longest: number, edges: number[], latency: number[], depth: number[]}} Counts */

export default class Server extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {import("../../session/client.js").Channel | null} */ #channel = null;
	/** @type {Map<string, Tile>} */ #tiles = new Map();
	/** @type {Detail | null} */ #detail = null;
	#announcer = new Announcer();
	#facts = new Facts();
	#latency = new Chart({ label: "Answers by their time", x: { name: "milliseconds", log: true }, y: { name: "answers", zero: true, whole: true } });
	#depth = new Chart({ label: "Answers by the turns that the solver looked ahead", x: { name: "turns looked ahead", whole: true }, y: { name: "answers", zero: true, whole: true } });
	#boards = h("ul", { role: "list", class: "served" });
	#others = h("p", { class: "small dim" });
	#near = h("div", {});
	#none = h("p", { class: "dim served-none" }, "No game is running. A board appears here when an engine requests a move.");
	#up = h("p", { class: "dim small" });

	/**
	 * @param {Session} session
	 * @param {URLSearchParams} fields
	 */
	start(session, fields) {
		this.#session = session;
		this.append(this.#announcer.element, h("div", { class: "page serving" },
			h("header", { class: "row apart" }, h("h1", {}, "Server"), this.#up), this.#near,
			h("section", { class: "stack", "aria-label": "games" }, this.#none, this.#boards, this.#others),
			h("div", { class: "served-figures" },
				h("section", { class: "card" }, h("h2", {}, "Answers"), this.#facts.element),
				h("section", { class: "card" }, h("h2", {}, "Time per answer"), this.#latency.element),
				h("section", { class: "card" }, h("h2", {}, "Depth"), this.#depth.element))));
		this.#boards.hidden = true;
		const channel = this.#channel = session.open("serving", {}, (type, data) => {
			if (channel !== this.#channel) return;
			if (type === "now") this.#now(data);
			else if (type === "error") replace(this, errorBox(data.message));
		});
		this.#select(fields);
	}

	stop() {
		this.#channel?.close();
		this.#channel = null;
		this.#detail?.stop();
		this.#announcer.stop();
		for (const tile of this.#tiles.values()) tile.stop();
		this.#latency.close();
		this.#depth.close();
	}

	/** @param {URLSearchParams} fields */
	update(fields) {
		this.#select(fields);
		return true;
	}

	keys() { return this.#detail ? [{ keys: ["Escape"], name: "esc", does: "all boards", do: () => go("server", new URLSearchParams()) }] : []; }

	notes = ["The boards show the last requests to the server. Watching does not affect the games."];

	/** Enlarges the game of the address. @param {URLSearchParams} fields */
	#select(fields) {
		const id = fields.get("id") ?? "";
		if (this.#detail?.id === id) return;
		this.#detail?.stop();
		this.#detail = id ? new Detail(this.#session, id) : null;
		replace(this.#near, this.#detail?.element);
	}

	/** @param {{games: ServedGame[], more: number, counts: Counts, up: number}} now */
	#now({ games, more, counts, up }) {
		for (const [id, tile] of this.#tiles) {
			if (games.some((g) => g.id === id)) continue;
			tile.stop();
			this.#tiles.delete(id);
		}
		let hidden = more;
		for (const g of games) {
			let tile = this.#tiles.get(g.id);
			if (!tile && !g.lane) {
				hidden++;
				continue;
			}
			if (!tile) {
				tile = new Tile(g);
				this.#tiles.set(g.id, tile);
				this.#boards.append(tile.element);
			}
			tile.show(g);
		}
		const playing = more + games.filter((g) => !g.over).length;
		this.#none.hidden = games.length > 0;
		this.#boards.hidden = games.length === 0;
		write(this.#others, hidden > 0 ? `${count(hidden, "more game")} not shown` : "");
		write(this.#up, `up for ${upFor(up)}`);
		this.#announcer.say(`${count(playing, "game")} running, ${count(counts.moves, "answer")}`);
		this.#figures(counts, playing);
	}

	/** @param {Counts} c @param {number} playing */
	#figures(c, playing) {
		this.#facts.set("games running", group(playing));
		this.#facts.set("games so far", group(c.games));
		this.#facts.set("answers", group(c.moves));
		this.#facts.set("fallbacks", group(c.failed), c.failed > 0 ? "bad" : "");
		this.#facts.set("median", c.moves > 0 ? `${c.p50} ms` : "");
		this.#facts.set("99th percentile", c.moves > 0 ? `${c.p99} ms` : "");
		this.#facts.set("longest", c.moves > 0 ? `${c.longest} ms` : "");
		this.#latency.set({ series: [{ kind: "bars", name: "answers", xs: c.edges, ys: c.latency }] });
		this.#depth.set({ series: [{ kind: "bars", name: "answers", xs: Array.from({ length: c.depth.length + 1 }, (_, i) => i - 0.5), ys: c.depth }] });
	}
}

/** @param {number} seconds */
function upFor(seconds) {
	if (seconds < 120) return `${Math.round(seconds)} s`;
	if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
	return `${Math.round(seconds / 3600)} h`;
}

customElements.define("ouro-server", Server);
