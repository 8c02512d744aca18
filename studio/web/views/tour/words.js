// A figure that searches a grid of letters for words, step by step.
import { h, replace, write } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { count } from "../../parts/panel.js";

/** @typedef {import("../../session/client.js").Session} Session */
/** @typedef {{back?: boolean, cell: number, text: string, word?: boolean, goes?: boolean}} Step */

const own = "snt/kao/eru", pace = 260; // milliseconds per step during play

export class WordSearch {
	/** @type {import("../../session/client.js").Channel | undefined} */ #channel;
	#session;
	/** @type {Step[]} */ #steps = [];
	#at = 0; // number of steps shown
	#done = false;
	#requested = false;
	/** Called when more steps arrive. @type {(() => void) | null} */ #then = null;
	#w = 3; #h = 3;
	/** @type {string[]} */ #faces = [];
	#timer = 0;
	#grid = h("div", { class: "letters", role: "img", "aria-label": "grid of letters" });
	#status = h("p", { class: "verdict", role: "status" });
	#trail = h("p", { class: "trail mono" });
	#found = h("ul", { class: "found", role: "list", "aria-label": "words found" });
	#count = h("p", { class: "small dim" });
	#play = h("button", { type: "button", class: "icon", "aria-label": "play", onclick: () => this.#toggle() }, icon("play"));
	#input = h("input", { type: "text", value: own.toUpperCase(), "aria-label": "letters, a slash between rows", autocomplete: "off", spellcheck: false, maxLength: 29 });

	/** @param {Session} session */
	constructor(session) {
		this.#session = session;
		const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ does) => h("button", { type: "button", class: "icon", "aria-label": label, title: label, onclick: does }, icon(name));
		this.element = h("figure", { class: "tour-figure words-figure" },
			h("div", { class: "words-board" }, this.#grid,
				h("div", { class: "stack" }, this.#trail, this.#status, this.#count, this.#found)),
			h("div", { class: "row" }, h("div", { class: "group" }, button("first", "to the start", () => this.#go(0)), button("back", "step back", () => this.#go(this.#at - 1)), this.#play,
				button("forth", "step", () => this.#go(this.#at + 1)), button("last", "to the next word", () => this.#nextWord())),
			h("form", { class: "row grow", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); this.#open(this.#input.value); } }, this.#input, h("button", { type: "submit" }, "Search these"))),
			h("figcaption", {}, h("p", {}, "Blue is the trail, green is a word, and orange is a trail with which no word begins. The list has words of two to five letters. You can type other letters, up to 5 by 5, with a slash between rows.")));
		this.#open(own);
	}

	stop() {
		clearTimeout(this.#timer);
		this.#channel?.close();
	}

	/** @param {string} grid */
	#open(grid) {
		this.stop();
		this.#pause();
		Object.assign(this.#input, { value: grid.toUpperCase() });
		const channel = this.#session.open("words", { grid: grid.trim().toLowerCase() }, (type, data) => {
			if (channel !== this.#channel) return;
			if (type === "opened") {
				this.#steps = [];
				this.#at = 0;
				this.#done = this.#requested = false;
				({ w: this.#w, h: this.#h, faces: this.#faces } = data);
				this.#input.removeAttribute("aria-invalid");
				this.#ask();
				this.#draw();
			} else if (type === "steps") {
				this.#requested = false;
				this.#steps.push(...data.steps);
				this.#done = data.done;
				const then = this.#then;
				this.#then = null;
				then?.();
			} else if (type === "error") {
				this.#input.setAttribute("aria-invalid", "true");
				write(this.#status, data.message);
			}
		});
		this.#channel = channel;
	}

	#ask() {
		if (this.#done || this.#requested) return;
		this.#requested = true;
		this.#channel?.send("steps", { n: 512 });
	}

	/** @param {number} to the number of steps to show */
	#go(to, keepsPlaying = false) {
		if (!keepsPlaying) this.#pause();
		if (to > this.#steps.length && !this.#done) {
			this.#then = () => this.#go(to, keepsPlaying);
			return this.#ask();
		}
		this.#at = Math.min(Math.max(0, to), this.#steps.length);
		if (this.#at + 100 > this.#steps.length) this.#ask();
		this.#draw();
	}

	#nextWord() {
		let i = this.#at;
		while (i < this.#steps.length && !this.#steps[i].word) i++;
		if (i >= this.#steps.length && !this.#done) {
			this.#then = () => this.#nextWord();
			return this.#ask();
		}
		this.#go(i + 1);
	}

	#toggle() {
		if (this.#timer) return this.#pause();
		replace(this.#play, icon("pause"));
		this.#play.setAttribute("aria-label", "pause");
		const step = () => {
			this.#timer = setTimeout(step, pace);
			if (this.#done && this.#at >= this.#steps.length) return this.#pause();
			this.#go(this.#at + 1, true);
		};
		step();
	}

	#pause() {
		clearTimeout(this.#timer);
		this.#timer = 0;
		replace(this.#play, icon("play"));
		this.#play.setAttribute("aria-label", "play");
	}

	#draw() {
		/** @type {number[]} */
		const trail = [];
		/** @type {string[]} */
		const words = [];
		for (const s of this.#steps.slice(0, this.#at)) {
			if (s.back) trail.pop();
			else {
				trail.push(s.cell);
				if (s.word) words.push(s.text);
			}
		}
		const last = this.#steps[this.#at - 1];
		this.#grid.style.setProperty("--w", String(this.#w));
		const kind = !last ? "" : last.back ? "on" : last.word ? "word" : last.goes ? "on" : "dead";
		const cells = this.#faces.map((f, c) => {
			const at = trail.indexOf(c);
			return h("div", { class: `letter ${at >= 0 ? "on" : ""} ${at >= 0 && at === trail.length - 1 ? kind : ""}` }, f === "Qu" ? f : f.toUpperCase(), at >= 0 ? h("span", { class: "nth" }, at + 1) : null);
		});
		replace(this.#grid, cells, this.#lines(trail));
		write(this.#trail, trail.length > 0 ? trail.map((c) => this.#faces[c].toUpperCase()).join(" → ") : "start");
		write(this.#status, this.#verdict(last));
		this.#status.className = `verdict ${last?.back ? "" : kind}`;
		write(this.#count, `${count(this.#at, "step")}${this.#done && this.#at >= this.#steps.length ? ", the whole search" : ""}, ${count(words.length, "word")}`);
		replace(this.#found, words.slice(-40).map((w) => h("li", {}, w)));
	}

	/** @param {Step | undefined} s */
	#verdict(s) {
		if (!s) return "From every letter, in every direction.";
		if (s.back) return s.text ? `Back to “${s.text}”.` : "Back to the start, for the next letter.";
		if (s.word) return `“${s.text}” is a word${s.goes ? "; longer words begin like it: continue" : ", and no longer word begins like it"}.`;
		return s.goes ? `Words begin with “${s.text}”: continue.` : `No word begins with “${s.text}”: stop here.`;
	}

	/** Draws the trail as a line. @param {number[]} trail */
	#lines(trail) {
		const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
		svg.setAttribute("viewBox", `0 0 ${this.#w} ${this.#h}`);
		svg.setAttribute("aria-hidden", "true");
		line.setAttribute("points", trail.map((c) => `${c % this.#w + 0.5},${Math.floor(c / this.#w) + 0.5}`).join(" "));
		svg.append(line);
		return svg;
	}
}
