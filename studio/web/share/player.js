// A TapePlayer shows a Tape: its board, timeline, buttons and overlays, and the position in
// words. Usage:
//
//	const player = new TapePlayer(tape, { speed: 20 });
//	view.append(player.element, player.overlays); ... press(event, player.keys()); player.stop();
import { effect, signal } from "../store/signal.js";
import { Game } from "../session/game.js";
import { Announcer } from "../parts/announcer.js";
import { h, replace } from "../parts/dom.js";
import { Legend } from "../parts/legend.js";
import { Overlays } from "../parts/overlays.js";
import { Stage } from "../parts/stage.js";

/** @typedef {import("./tape.js").Tape} Tape */
/** @typedef {import("../session/lane.js").Position} Position */

/** @param {number} cell @param {Position} p */
function place(cell, { w }) { return cell < 0 ? "off the board" : `(${cell % w},${Math.floor(cell / w)})`; }

/**
 * Describes a position, snake by snake.
 * @param {Position} p
 * @param {{name: string, color?: string}[]} seats
 */
function words(p, seats) {
	const snakes = p.snakes.map((s, i) => {
		const text = `length ${s.body.length}, head ${place(s.body[0], p)}${s.dead ? `, ${s.dead}` : ""}`;
		if (p.snakes.length === 1) return text;
		const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
		swatch.style.background = seats[i].color ?? "";
		return h("span", { class: "seat" }, swatch, `${seats[i].name}: ${text}`);
	});
	const food = p.food?.length === 1 ? `food ${place(p.food[0], p)}` : p.food && p.food.length > 1 ? `${p.food.length} food` : "";
	return [...snakes, food, p.ended?.words ?? ""].filter((s) => s).flatMap((s, i) => i > 0 ? [" · ", s] : [s]);
}

export class TapePlayer {
	#tape;
	#seat = 0;
	#legend = new Legend();
	#overlays = new Overlays((labels) => this.#switch(labels));
	#loaded = signal(0); // increases with each overlay that was loaded
	#drawn = false;
	#announcer = new Announcer();
	/** @type {(() => void)[]} */ #ends;
	/** The switches of the overlays; null if the tape has none. @type {HTMLElement | null} */ overlays = null;

	/** @param {Tape} tape @param {{speed?: number, start?: number, onTurn?: (turn: number) => void}} [how] */
	constructor(tape, { speed = tape.doc.speed ?? 20, start = tape.doc.first, onTurn = () => {} } = {}) {
		this.#tape = tape;
		tape.start = start;
		const game = this.game = new Game(tape, {}), stage = this.stage = new Stage(game, { speed });
		stage.element.setAttribute("role", "group"); // not a landmark, because a page may have several
		stage.timeline.marks = tape.doc.marks ?? [];
		const says = h("p", { class: "says small" });
		this.element = h("div", { class: "tape" }, stage.element, says, this.#announcer.element);
		const labels = tape.overlays.map((o) => o.label), { seats } = tape.doc;
		if (labels.length > 0) {
			this.#overlays.offer(labels);
			const whose = h("select", { "aria-label": "snake", onchange: () => { this.#seat = Number(whose.value); this.#loaded.value++; } }, seats.map((s, i) => h("option", { value: String(i) }, s.name)));
			this.overlays = h("section", { class: "card" }, h("header", {}, h("h2", {}, "Overlays"), seats.length > 1 && whose), this.#overlays.element, this.#legend.element);
		}
		this.#ends = [effect(() => {
			const [p] = game.lanes.value;
			if (!p) return;
			replace(says, words(p, seats));
			this.#announcer.say(`move ${game.turn.peek()}, ${says.textContent}`, p.ended !== undefined && !stage.player.playing.peek());
		}), effect(() => {
			game.lanes.value;
			this.#loaded.value;
			this.#draw();
		}), effect(() => {
			const turn = game.turn.value;
			if (game.lanes.value.length > 0) onTurn(turn);
		})];
	}

	/** Loads the overlays that are switched on, and draws them. @param {string[]} labels */
	async #switch(labels) {
		this.#loaded.value++;
		await Promise.all(this.#tape.overlays.filter((o) => labels.includes(o.label)).map((o) => o.load()));
		this.#loaded.value++;
	}

	/** Draws the overlays of the shown turn. */
	#draw() {
		const on = this.#overlays.on, notes = this.#tape.notes(this.game.turn.peek(), this.#seat, on);
		if (notes.length > 0 || this.#drawn) {
			this.stage.notes(0, notes, this.#seat);
			this.#legend.show(notes);
		}
		this.#drawn = notes.length > 0;
	}

	/** Switches overlays on. @param {string[]} labels */
	show(labels) {
		this.#overlays.on = labels;
		return this.#switch(labels);
	}

	/** @returns {import("../parts/keys.js").Key[]} */
	keys() { return [...this.stage.keys(), { keys: [..."123456789"], name: "1-9", does: "overlays", do: (e) => { this.#overlays.flip(Number(e.key)); } }]; }

	stop() {
		for (const end of this.#ends) end();
		this.#announcer.stop();
		this.#legend.close();
		this.stage.stop();
		this.game.close();
	}
}
