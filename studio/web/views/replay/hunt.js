// Shows the game of a record of Snake Hunter.
import { HuntBoard } from "../../draw/hunt.js";
import { Picture } from "../../session/hunt.js";
import { Samples } from "../../session/samples.js";
import { h, replace, write } from "../../parts/dom.js";
import { icon, iconButton } from "../../parts/icons.js";
import { group } from "../../parts/panel.js";
import { Timeline } from "../../parts/timeline.js";

const flameTicks = 10;

export class HuntReplay {
	#picture = new Picture();
	/** @type {HuntBoard | undefined} */ #board;
	#host = h("div", { class: "hunt-replay" });
	#play = iconButton("play", "play", () => this.toggle(), "space");
	#timeline = new Timeline({ seek: (tick) => this.go(tick), unit: "tick" });
	#score = new Samples();
	#known = 0; // the last tick up to which the score is known
	#tick = 0;
	#ticks = 0;
	#where = h("output", { class: "where" });
	#transport = h("div", { class: "transport" }, this.#play, this.#where);
	element = h("section", { class: "stage", "aria-label": "board" }, this.#host, this.#timeline.element, this.#transport);
	#running = false;
	#channel;

	/**
	 * @param {import("../../session/client.js").Session} session
	 * @param {string} record
	 * @param {(e: any) => void} failed
	 * @param {(file: import("../../parts/file.js").EngineFile) => void} [save] saves a page with the game; without it, the page offers no such button
	 */
	constructor(session, record, failed, save) {
		if (save) this.#transport.append(h("div", { class: "more" }, iconButton("save", "save as a page to share", () => this.take(), "e")));
		this.#channel = session.open("hunt", { record }, (type, data) => {
			if (type === "opened" || type === "reopened") this.#open(data);
			else if (type === "frame") this.#frame(data);
			else if (type === "progress") this.#progress(data);
			else if (type === "file") save?.(data);
			else if (type === "error") failed(data);
		});
	}

	/** @param {any} opened */
	#open(opened) {
		this.#board?.stop();
		const board = this.#board = new HuntBoard(this.#picture, { step: opened.step, fuse: opened.fuse, flame: flameTicks }, "a record of Snake Hunter");
		board.follows = opened.hunters.map((/** @type {any} */ _, /** @type {number} */ i) => i);
		replace(this.#host, board.canvas);
		board.wake();
		this.#channel.send("run", {});
	}

	/** @param {import("../../session/hunt.js").Frame} frame */
	#frame(frame) {
		this.#picture.show(frame);
		if (frame.level) {
			this.#host.style.setProperty("--ratio", String(frame.level.w / frame.level.h));
			this.#board?.jump();
		}
		this.#board?.animate(frame.events ?? []);
		this.#total({ tick: frame.tick, score: this.#picture.score });
		this.#at(frame.tick);
	}

	/** @param {{tick: number, score: number}} total */
	#total({ tick, score }) {
		this.#score.add(tick, score);
		this.#known = Math.max(this.#known, tick);
	}

	/** @param {number} tick */
	#at(tick) {
		this.#tick = tick;
		this.#timeline.lines = [{ name: "score", turns: this.#score.turns, values: this.#score.values }];
		this.#timeline.known = this.#known;
		this.#timeline.update(tick, this.#ticks);
		write(this.#where, `tick ${group(tick)} / ${group(this.#ticks)}`);
	}

	/** @param {{turn: number, turns: number, running: boolean, speed: number, totals: {tick: number, score: number}[]}} p totals has the scores of ticks without a frame too */
	#progress(p) {
		this.#running = p.running;
		if (this.#board) this.#board.speed = p.running ? p.speed : 0;
		this.#ticks = p.turns;
		for (const total of p.totals) this.#total(total);
		replace(this.#play, icon(p.running ? "pause" : "play"));
		this.#play.setAttribute("aria-label", p.running ? "pause" : "play");
		this.#at(p.turn);
	}

	take() { this.#channel.send("take", { what: "page" }); }

	toggle() { this.#channel.send(this.#running ? "pause" : "run", {}); }

	/** @param {number} tick */
	go(tick) { this.#channel.send("seek", { turn: tick }); }

	/** @param {number} by */
	step(by) { this.go(Math.max(0, this.#tick + by)); }

	stop() {
		this.#channel.close();
		this.#timeline.close();
		this.#board?.stop();
	}
}
