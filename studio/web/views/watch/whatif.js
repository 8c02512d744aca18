// "What if" shows a variation of the game, which begins with another move at the shown turn. The user
// can return to the game.
import { effect } from "../../store/signal.js";
import { h, replace } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { arrows, dirs } from "../../parts/panel.js";
import { toast } from "../../parts/toast.js";

/** @typedef {import("../../session/game.js").Game} Game */

/** Keys by direction, as in the terminal. */
const steering = [["ArrowUp", "w", "k"], ["ArrowRight", "d", "l"], ["ArrowDown", "s", "j"], ["ArrowLeft", "a", "h"]];

export class WhatIf {
	#game; #halt; #seat;
	#choosing = false; // whether the next key is a direction
	#end;
	#status = h("p", { class: "small" });
	#buttons = arrows.map((arrow, dir) => h("button", { type: "button", class: "icon", "aria-label": `try ${dirs[dir]}`, title: `try ${dirs[dir]}`, onclick: () => this.#try(dir) }, arrow));
	#back = h("button", { type: "button", onclick: () => this.#game.back() }, icon("back"), "Back to the game");
	element = h("section", { class: "card" }, h("header", {}, h("h2", {}, "What if")), this.#status,
		h("div", { class: "row" }, h("div", { class: "moves", role: "group", "aria-label": "another move" }, [3, 0, 2, 1].map((dir) => this.#buttons[dir])), this.#back));

	/**
	 * @param {Game} game
	 * @param {{halt: () => void, seat: () => number}} how
	 */
	constructor(game, { halt, seat }) {
		this.#game = game;
		this.#halt = halt;
		this.#seat = seat;
		this.#end = effect(() => {
			const move = game.variation.value;
			this.#back.hidden = !move;
			replace(this.#status, move ? h("b", { class: "bad" }, `${arrows[dirs.indexOf(move.dir)]} ${move.dir} at move ${move.turn}: this is a variation, not the game.`)
				: "What would happen after another move here? The random food stays the same.");
		});
	}

	stop() { this.#end(); }

	/** @param {number} dir */
	#try(dir) {
		this.#choosing = false;
		this.#halt();
		this.#game.try(this.#game.turn.peek(), this.#seat(), dir);
	}

	/** Returns the keys. While the user chooses a direction, `only` is true: all other keys have no effect. @returns {{only: boolean, keys: import("../../parts/keys.js").Key[]}} */
	keys() {
		const stop = () => { this.#choosing = false; };
		if (this.#choosing) {
			return { only: true, keys: [
				...steering.map((keys, dir) => ({ keys, name: `${arrows[dir]} ${keys[1]} ${keys[2]}`, does: `try ${dirs[dir]}`, do: () => this.#try(dir) })),
				{ keys: ["Escape"], name: "esc", does: "cancel", do: stop },
			] };
		}
		const keys = [{ keys: ["x"], name: "x", does: "what if: try another move", do: () => {
			this.#halt();
			this.#choosing = true;
			toast("What if: press an arrow for another move here, or escape.");
		} }];
		if (this.#game.variation.peek()) keys.push({ keys: ["o"], name: "o", does: "back to the game", do: () => this.#game.back() });
		return { only: false, keys };
	}
}
