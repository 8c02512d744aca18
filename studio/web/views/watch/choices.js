// Lets the user of the page Watch choose other solvers, snakes and games.
import { query } from "../../store/address.js";
import { check } from "../../parts/check.js";
import { rulesOf } from "../../parts/catalog.js";
import { pickGame } from "../../parts/game-form.js";
import { setAll } from "../../parts/links.js";
import { pickSolver } from "../../parts/picker.js";

/** @typedef {import("../../session/game.js").Seat} Seat */

export class Choices {
	#session; #catalog; #fields; #seats; #pause; #other;

	/**
	 * @param {object} how
	 * @param {import("../../session/client.js").Session} how.session
	 * @param {() => import("../../parts/catalog.js").Catalog} how.catalog
	 * @param {() => URLSearchParams} how.fields of the game
	 * @param {() => Seat[]} how.seats of the game
	 * @param {() => void} how.pause called before a choice
	 * @param {(change: (fields: URLSearchParams) => void) => void} how.other opens the chosen game
	 */
	constructor({ session, catalog, fields, seats, pause, other }) {
		this.#session = session;
		this.#catalog = catalog;
		this.#fields = fields;
		this.#seats = seats;
		this.#pause = pause;
		this.#other = other;
	}

	/** Returns why the engine refuses a game, or "". @param {URLSearchParams} fields */
	#check(fields) { return check(this.#session, "game", { link: query(fields) }); }

	/** @param {(fields: URLSearchParams, spec: string) => void} change @param {Parameters<typeof pickSolver>[1]} how */
	async #pick(change, how) {
		this.#pause();
		const text = await pickSolver(this.#catalog(), { ...how, try: (spec) => {
			const f = new URLSearchParams(this.#fields());
			change(f, spec);
			return this.#check(f);
		} });
		if (text !== null) this.#other((f) => change(f, text));
	}

	/** Lets the user choose the solver of a lone snake. */
	solver() {
		const chosen = this.#fields().get("solver") ?? this.#seats()[0]?.spec ?? "";
		const home = rulesOf(this.#catalog(), this.#fields().get("rules") ?? "")?.home;
		return this.#pick((f, spec) => f.set("solver", spec), { chosen, home });
	}

	/** Lets the user choose one of several snakes, or an additional one. @param {number} seat */
	snake(seat) {
		const snakes = this.#snakes();
		const withSnake = (/** @type {string} */ spec) => snakes.map((s, i) => i === seat ? spec : s).concat(seat === snakes.length ? [spec] : []);
		return this.#pick((f, spec) => setAll(f, "snake", withSnake(spec)), { title: "Snakes", chosen: this.#seats()[seat]?.spec ?? "", home: "Battlesnake" });
	}

	/** @param {number} seat */
	drop(seat) { this.#other((f) => setAll(f, "snake", this.#snakes().filter((_, i) => i !== seat))); }

	/** Returns the snakes in the form of a link. */
	#snakes() {
		const linked = this.#fields().getAll("snake");
		return linked.length > 0 ? linked : this.#seats().map((s) => s.spec);
	}

	async game() {
		this.#pause();
		const fields = await pickGame(this.#catalog(), this.#fields(), { try: (link) => check(this.#session, "game", { link }) });
		if (fields) this.#other((f) => {
			for (const key of [...f.keys()]) f.delete(key);
			for (const [key, value] of fields) f.append(key, value);
		});
	}
}
