// Lets the user of the page Compare choose the solver of a lane, an additional solver, or another game.
import { query } from "../../store/address.js";
import { emptyCatalog, rulesOf, several } from "../../parts/catalog.js";
import { check } from "../../parts/check.js";
import { pickGame } from "../../parts/game-form.js";
import { setAll, without } from "../../parts/links.js";
import { pickSolver } from "../../parts/picker.js";
import { letter } from "../../parts/stage.js";
import { toast } from "../../parts/toast.js";

export const most = 4; // most lanes

export class Choices {
	#how;

	/**
	 * @param {object} how
	 * @param {import("../../session/client.js").Session} how.session
	 * @param {() => typeof emptyCatalog} how.catalog
	 * @param {() => URLSearchParams} how.fields of the games
	 * @param {() => string[]} how.solvers
	 * @param {() => void} how.pause
	 * @param {(fields: URLSearchParams) => void} how.other opens other games
	 */
	constructor(how) { this.#how = how; }

	/** @param {string} link */
	#check(link) { return check(this.#how.session, "game", { link }); }

	/** @param {string[]} solvers */
	#play(solvers) {
		const f = new URLSearchParams(this.#how.fields());
		setAll(f, "solver", solvers);
		this.#how.other(f);
	}

	/** Lets the user choose the solver of a lane, or of a new one. @param {number} lane */
	async solver(lane) {
		const all = this.#how.solvers(), fields = this.#how.fields();
		if (lane >= most) return toast(`Compare shows at most ${most} games. Remove one first.`);
		this.#how.pause();
		const home = rulesOf(this.#how.catalog(), fields.get("rules") ?? "")?.home;
		const text = await pickSolver(this.#how.catalog(), { title: `Solver ${letter(lane)}`, chosen: all[lane] ?? "", home, try: (spec) => {
			const f = without(fields, ["solver"]);
			f.append("solver", spec);
			return this.#check(query(f));
		} });
		if (text === null) return;
		all[lane] = text;
		this.#play(all);
	}

	/** Lets the user choose an additional solver. */
	another() { this.solver(this.#how.solvers().length); }

	/** @param {number} lane */
	drop(lane) { this.#play(this.#how.solvers().filter((_, i) => i !== lane)); }

	/** Lets the user choose another game. */
	async game() {
		this.#how.pause();
		const fields = await pickGame(this.#how.catalog(), this.#how.fields(), { rules: (r) => !several(r), try: (link) => this.#check(link) });
		if (fields) this.#how.other(fields);
	}
}
