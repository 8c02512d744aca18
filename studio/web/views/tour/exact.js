// A figure with exact values on 4x4. The reader plays the game and sees the value of each direction.
import { format, query } from "../../store/address.js";
import { fromKey } from "../../session/lane.js";
import { Board } from "../../draw/board.js";
import { h, write } from "../../parts/dom.js";
import { Arrows, Exact } from "../position/exact.js";

/** @typedef {import("../../session/client.js").Session} Session */

const begin = { rules: "classic", board: "4x4", seed: "4", turn: "12", solver: "ouroboros" };

export class ExactFigure {
	/** @type {import("../../session/client.js").Channel | undefined} */ #channel;
	#session;
	#id = 0;
	/** The shown board, as the engine sent it. @type {any} */ #shown = null;
	#spent = 0; // the cost of all moves so far
	#host = h("div", { class: "board-host", role: "group", "aria-label": "board 4 by 4" });
	/** Created when the figure is on the page, because it takes the page's colours. @type {Board | null} */ #board = null;
	#exact = new Exact({ compute: () => this.#compute(), stop: () => {} });
	#arrows = new Arrows((dir) => this.#move(dir));
	#status = h("p", { role: "status" });
	#open = h("a", { class: "button", href: "#/position" }, "Open in Position");
	#resized = new ResizeObserver(() => requestAnimationFrame(() => this.#head()));
	element = h("figure", { class: "tour-figure exact-figure" },
		h("div", { class: "exact-board" }, h("section", { class: "stage", "data-lanes": "1", "aria-label": "board of exact values" }, h("div", { class: "boards" }, h("figure", {}, this.#host))), this.#exact.element),
		h("figcaption", {}, h("p", {}, "The number on an arrow is the expected number of moves still to come if every later move is best. Play, and see the cost of your moves."),
			this.#status, h("div", { class: "row apart" }, h("button", { type: "button", onclick: () => this.#begin() }, "Restart"), this.#open)));

	/** @param {Session} session */
	constructor(session) {
		this.#session = session;
		this.#resized.observe(this.#host);
		this.#begin();
	}

	stop() {
		this.#channel?.close();
		this.#board?.close();
		this.#resized.disconnect();
	}

	#begin() {
		this.#channel?.close();
		this.#spent = 0;
		const channel = this.#session.open("position", { link: query(new URLSearchParams(begin)) }, (type, data) => {
			if (channel !== this.#channel) return;
			switch (type) {
			case "opened": case "board": return this.#show(data);
			case "moved": return this.#show(data.board);
			case "exact": this.#exact.receive(data); return this.#refresh();
			case "progress": return this.#exact.progress(data);
			case "failed": case "error": return write(this.#status, data.message);
			}
		});
		this.#channel = channel;
	}

	#compute() { this.#channel?.send("exact", { id: ++this.#id, position: this.#shown.position }); }

	/** @param {any} board */
	#show(board) {
		this.#shown = board;
		if (!this.#board) {
			this.#board = new Board(this.#host);
			this.#host.append(this.#arrows.element);
		}
		this.#board.show(fromKey(board.lane, board.board));
		this.#exact.of(board);
		this.#open.href = format({ page: "position", fields: new URLSearchParams({ position: board.position }) });
		this.#refresh();
	}

	/** @param {number} dir */
	#move(dir) {
		const v = this.#exact.values, c = v?.choices[dir];
		if (this.#shown?.lane.ended) return;
		if (v && c && c.moves !== null && v.moves !== null) this.#spent += c.moves - v.moves;
		this.#channel?.send("move", { id: ++this.#id, position: this.#shown.position, dirs: [dir], seat: 0, seed: Math.floor(Math.random() * 1e9) });
	}

	#refresh() {
		const ended = this.#shown?.lane.ended;
		const dead = this.#shown?.lane.snakes[0].dead !== undefined, cost = this.#spent.toFixed(2);
		write(this.#status, ended && dead ? "The snake is dead." : ended ? `The board is full. Your moves cost ${cost} more than the best.` : this.#spent > 0.0005 ? `So far your moves cost ${cost} more than the best.` : "");
		requestAnimationFrame(() => this.#head());
	}

	#head() {
		if (!this.#board) return;
		const snake = this.#shown?.lane.snakes[0], can = snake && !this.#shown.lane.ended;
		this.#arrows.show(this.#board, can ? this.#shown.board : null, snake?.body[0] ?? -1, this.#exact);
	}
}
