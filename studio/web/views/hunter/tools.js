// The buttons beside the board of Snake Hunter.
import { h, replace } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { sounds } from "../../parts/sound.js";

export class Tools {
	element = h("div", { class: "tools" });
	#sound;
	#does;

	/** @param {import("../../parts/sound.js").Sound} sound @param {{pause: () => void, again: () => void, scores: () => void}} does */
	constructor(sound, does) {
		this.#sound = sound;
		this.#does = does;
		this.#draw();
	}

	#draw() {
		const on = sounds.peek() === "on", sound = tool(on ? "sound" : "mute", "sound: m", () => this.mute());
		sound.dataset.tool = "sound";
		sound.setAttribute("aria-pressed", String(on));
		replace(this.element, tool("pause", "pause: p", this.#does.pause), tool("again", "restart: r", this.#does.again), sound, tool("eye", "scores of the snakes: 2", this.#does.scores));
	}

	/** Toggles the sound. */
	mute() {
		sounds.value = sounds.peek() === "on" ? "off" : "on";
		this.#sound.unlock();
		this.#draw();
	}
}

/** @param {string} name @param {string} words @param {() => void} does */
function tool(name, words, does) {
	return h("button", { type: "button", class: "plain icon", "aria-label": words, title: words, onclick: does }, icon(name));
}
