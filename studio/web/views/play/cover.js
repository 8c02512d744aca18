// The messages over the board while a person plays: how to start the game, that it is paused, or how
// it ended.
import { h, replace } from "../../parts/dom.js";
import { capitalise } from "../../parts/catalog.js";

/** @typedef {import("../../session/lane.js").Position} Position */
/** @typedef {import("./hand.js").Hand} Hand */

export class Cover {
	element = h("div", { class: "play-over" });
	#does;
	#shown = "";
	/** Whether an earlier game was lost with its engine, which the cover reports until the new game begins. */ lost = false;

	/** @param {{again: () => void, next: () => void, save: () => void, ended: (words: string, won: boolean) => void}} does ended is called once, with the result */
	constructor(does) { this.#does = does; }

	/** @param {string} at @param {Position} p @param {Hand} hand @param {boolean} several whether there are other snakes */
	show(at, p, hand, several) {
		const gone = hand.dead && !p.ended && at === "playing" && hand.waits;
		if (at === "playing") this.lost = false;
		const key = `${at} ${gone} ${this.lost} ${at === "over" ? p.turn : ""}`, over = this.element, does = this.#does;
		if (key === this.#shown && over.childElementCount > 0 === (at !== "playing" || gone)) return;
		this.#shown = key;
		if (gone) return replace(over, h("p", {}, "Your snake is dead."), action("Watch the others", () => hand.watch(), true), action("Play again", does.again));
		switch (at) {
		case "ready": return replace(over, this.lost && h("p", { class: "bad", role: "alert" }, "The connection was lost, and your game with it."), h("p", {}, matchMedia("(pointer: coarse)").matches ? "Swipe over the board to start." : "Press an arrow to start."));
		case "paused": return replace(over, h("p", {}, "Paused."), action("Resume", () => hand.toggle(), true));
		case "over": {
			const won = several ? p.ended?.winner === hand.seat : p.ended?.ending === "won", me = p.snakes[hand.seat];
			const words = `${capitalise(p.ended?.words ?? me.dead ?? "")}: length ${me.body.length}.`, all = won ? `You win! ${words}` : words;
			does.ended(all, won);
			return replace(over, h("p", {}, all), action("Play again", does.again, true), action("Next game", does.next), action("Save the record", does.save));
		}
		default: return replace(over);
		}
	}
}

/** @param {string} words @param {() => void} does @param {boolean} [first] */
function action(words, does, first = false) {
	return h("button", { type: "button", class: first ? "first" : "", onclick: does }, words);
}
