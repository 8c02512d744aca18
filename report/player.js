// Shows the selected games of a report, with the boards, buttons and keys of the studio.
import { h } from "./parts/dom.js";
import { press } from "./parts/keys.js";
import { TapePlayer } from "./share/player.js";
import { unpack } from "./share/tape.js";

// Games shows one game of an experiment at a time.
class Games {
	shown = null;

	constructor(element) {
		this.host = element.querySelector(".player");
		this.buttons = [...element.querySelectorAll("[data-game]")];
		for (const b of this.buttons) {
			b.hidden = false;
			b.addEventListener("click", () => this.show(b, true));
		}
		this.host.addEventListener("keydown", (e) => { if (this.shown) press(e, this.shown.keys()); });
	}

	// show shows the game of a button. If focus is true, the player gets the keyboard focus.
	async show(button, focus = false) {
		const tape = await unpack(document.getElementById(button.dataset.game).textContent);
		for (const b of this.buttons) b.setAttribute("aria-pressed", String(b === button));
		this.shown?.stop();
		this.shown = new TapePlayer(tape, { start: tape.last });
		this.host.hidden = false;
		this.host.replaceChildren(h("h3", {}, button.dataset.title), this.shown.element);
		if (focus) this.host.focus();
	}
}

for (const element of document.querySelectorAll(".picks")) {
	const games = new Games(element);
	if (games.buttons.length > 0) games.show(games.buttons[0]);
}
