// The setup of a game of Snake Hunter, which the user changes in the menu. The fields of the address
// have the same values.
import { note } from "../../store/place.js";
import { pickSolver } from "../../parts/picker.js";
import { menu } from "./cards.js";

/** @typedef {{number: number, name: string, snakes: number, seconds: number}} Level */

const usualSolver = "backtrack:depth=12,discount=0.99";

export class Setup {
	#session;
	#fields;
	#seed = "1";
	/** All levels; a game lists only the levels from its first one on. @type {Level[]} */ #levels = [];

	/** @param {import("../../session/client.js").Session} session @param {URLSearchParams} fields */
	constructor(session, fields) {
		this.#session = session;
		this.#fields = new URLSearchParams(fields);
		for (const key of ["speed", "play", "turn"]) this.#fields.delete(key);
	}

	get hunters() { return Math.max(this.#number("hunters", 1), this.bots, 1); }
	get bots() { return this.#number("bots", 0); }
	get people() { return Math.max(0, this.hunters - this.bots); }
	get level() { return this.#number("start-level", 1); }

	/** @param {string} key @param {number} usual */
	#number(key, usual) { return Number(this.#fields.get(key) ?? usual); }

	/** @param {string} key @param {string | number} value @param {string | number} usual the default, which the address omits */
	#set(key, value, usual) {
		if (value === usual) this.#fields.delete(key);
		else this.#fields.set(key, String(value));
		note("hunter", this.#fields);
	}

	/** Resets all fields. */
	clear() {
		this.#fields = new URLSearchParams();
		note("hunter", this.#fields);
	}

	/** @param {Level[]} levels */
	addLevels(levels) { if (levels.length > this.#levels.length) this.#levels = levels; }

	/** Returns the fields of a game of bots behind the menu. */
	demo() {
		const fields = new URLSearchParams(this.#fields);
		fields.set("hunters", String(this.hunters));
		fields.set("bots", String(this.hunters));
		fields.set("seed", String(Math.floor(Math.random() * 1e6)));
		return fields;
	}

	/** Returns the fields of the chosen game. @param {boolean} same whether the game has the seed of the last one */
	deal(same) {
		const fields = new URLSearchParams(this.#fields);
		if (!fields.has("seed")) fields.set("seed", same ? this.#seed : String(Math.floor(Math.random() * 1e9)));
		this.#seed = fields.get("seed") ?? "";
		return fields;
	}

	/**
	 * Returns the menu.
	 * @param {{menu: () => void, draw: () => void, start: () => void}} does menu is called after a choice, draw when more levels are known
	 * @param {boolean} lost whether the connection was lost during a game
	 */
	card(does, lost) {
		if (this.#levels.length === 0 || this.#levels[0].number > 1) this.#fill(does.draw);
		const solver = this.#fields.getAll("solver").join(", ") || usualSolver;
		return menu({ hunters: this.hunters, bots: this.bots, level: this.level, snakes: this.#number("snakes", 0), solver: solver.split(":")[0], levels: this.#levels, lost }, {
			team: (hunters, bots) => { this.#set("hunters", hunters, 1); this.#set("bots", bots, 0); does.menu(); },
			level: (n) => { this.#set("start-level", n, 1); does.menu(); },
			snakes: (n) => { this.#set("snakes", n, 0); does.menu(); },
			solver: () => this.#choose(solver, does.menu),
			start: does.start,
		});
	}

	/** Fetches all levels, which a game that begins with a later level does not list. @param {() => void} then */
	#fill(then) {
		const channel = this.#session.open("hunt", { link: "bots=1&seed=1" }, (type, data) => {
			if (type !== "opened") return;
			channel.close();
			this.#levels = data.levels;
			then();
		});
	}

	/** @param {string} chosen @param {() => void} then */
	async #choose(chosen, then) {
		const { catalog } = await this.#session.ready;
		const solver = await pickSolver(catalog, { title: "The snakes' solver", chosen, home: "the maze" });
		if (solver === null) return;
		this.#set("solver", solver, usualSolver);
		then();
	}
}
