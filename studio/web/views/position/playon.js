// The controls that let a solver play on from a position, for some moves or to the end of the game.
import { h, replace, write } from "../../parts/dom.js";
import { toast } from "../../parts/toast.js";

const lengths = /** @type {const} */ ([["1", "1 move"], ["10", "10 moves"], ["100", "100 moves"], ["5000", "to the end"]]);

export class PlayOn {
	/** @type {import("./tree.js").Node | null} the node to add moves to */ end = null;
	#running = false;
	#solver = h("select", { "aria-label": "solver that plays on" });
	#moves = h("select", { "aria-label": "how far" }, lengths.map(([value, label]) => h("option", { value, selected: value === "10" }, label)));
	#button = h("button", { type: "button", onclick: () => this.#press() }, "Play on");
	element = h("div", { class: "row play-on" }, this.#solver, this.#moves, this.#button);

	/** @param {{play: (solver: string, moves: number) => void, stop: () => void}} how */
	constructor(how) { this.how = how; }

	/** @param {string[]} solvers */
	offer(solvers) {
		const was = this.#solver.value;
		replace(this.#solver, solvers.map((s) => h("option", { value: s, selected: s === was }, s)));
		this.#button.disabled = solvers.length === 0;
	}

	#press() {
		if (this.#running) return this.how.stop();
		this.#run(true);
		this.how.play(this.#solver.value, Number(this.#moves.value));
	}

	/** @param {boolean} running */
	#run(running) {
		this.#running = running;
		write(this.#button, running ? "Stop" : "Play on");
	}

	/** Ends playing on. @param {string} why an error, or "" */
	done(why) {
		this.#run(false);
		if (why && why !== "stopped") toast(why, { error: true });
	}
}
