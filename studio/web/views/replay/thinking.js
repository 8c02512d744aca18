// Shows the overlays of the solvers in a record. A record has no overlays: when the replay is paused,
// the engine asks a new copy of the solver about the shown turn. Usage:
//
//	const t = new Thinking(game, stage); side.append(t.element); ... t.stop();
//	keys() { return [...t.keys(), ...] }
import { effect } from "../../store/signal.js";
import { h, replace } from "../../parts/dom.js";
import { Legend } from "../../parts/legend.js";
import { Overlays } from "../../parts/overlays.js";
import { toast } from "../../parts/toast.js";

/** @typedef {import("../../session/game.js").Game} Game */
/** @typedef {import("../../parts/stage.js").Stage} Stage */

export class Thinking {
	element = h("section", { class: "card", hidden: true });
	#game;
	#stage;
	#legend = new Legend();
	#overlays = new Overlays(() => this.#show());
	#hint = h("p", { class: "small dim" }, "Pause to ask the solver again.");
	#seat = 0;
	#drawn = false;
	/** @type {(() => void)[]} */ #ends;

	/** @param {Game} game an open game @param {Stage} stage */
	constructor(game, stage) {
		this.#game = game;
		this.#stage = stage;
		const seats = game.opened.peek()?.lanes[0]?.seats ?? [];
		const known = seats.map((s, i) => ({ name: s.name, idea: s.idea, i })).filter((s) => s.idea);
		this.element.hidden = known.length === 0; // a log does not name the solvers
		this.#seat = known[0]?.i ?? 0;
		const whose = h("select", { "aria-label": "snake", onchange: () => this.#choose(Number(whose.value)) }, known.map((s) => h("option", { value: String(s.i) }, s.name)));
		replace(this.element, h("header", {}, h("h2", {}, "Overlays"), known.length > 1 && whose), this.#overlays.element, this.#hint, this.#legend.element);
		this.#ends = [
			effect(() => {
				game.turn.value;
				game.thinking.value;
				stage.player.playing.value;
				this.#refresh();
			}),
			effect(() => {
				game.turn.value;
				stage.player.playing.value;
				if (!this.element.hidden) stage.askSoon();
			}),
		];
	}

	stop() {
		for (const end of this.#ends) end();
		this.#legend.close();
	}

	/** @returns {import("../../parts/keys.js").Key[]} */
	keys() {
		if (this.element.hidden) return [];
		return [{ keys: [..."123456789"], name: "1-9", does: "overlays", do: (e) => {
			if (!this.#overlays.flip(Number(e.key))) toast(this.#overlays.labels.length === 0 ? "Pause first, to ask the solver again." : `There is no overlay ${e.key}, only 1 to ${this.#overlays.labels.length}.`);
		} }];
	}

	/** @param {number} seat */
	#choose(seat) {
		this.#seat = seat;
		this.#overlays.clear();
		this.#show();
	}

	/** Requests the overlays that are switched on. */
	#show() {
		this.#game.show({ labels: this.#overlays.on, seat: this.#seat, tree: false });
		this.#stage.askSoon();
	}

	/** Shows the thought about the shown turn. */
	#refresh() {
		const game = this.#game, on = this.#overlays.on;
		const thought = game.thought(game.turn.peek(), 0, this.#seat);
		this.#overlays.offer(game.labels[0]?.[this.#seat] ?? []);
		this.#hint.hidden = this.#overlays.labels.length > 0;
		const notes = (thought?.notes ?? []).filter((n) => on.includes(n.label));
		if (notes.length > 0 || this.#drawn) {
			this.#stage.notes(0, notes, this.#seat);
			this.#legend.show(notes);
		}
		this.#drawn = notes.length > 0;
		this.#overlays.summarise((label) => on.includes(label) && thought && !notes.some((n) => n.label === label) ? "nothing here" : "");
	}
}
