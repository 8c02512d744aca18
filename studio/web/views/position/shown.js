// The board of the page Position with what lies over it: the moves of the head, what a
// solver tells, a snake as it is being drawn.
import { Board } from "../../draw/board.js";
import { still } from "../../draw/theme.js";
import { fromKey } from "../../session/lane.js";
import { h } from "../../parts/dom.js";
import { Arrows } from "./exact.js";

const glides = 120; // milliseconds from one position to the next

export class Shown {
	/** Of the snakes, by seat. @type {string[]} */ colors = [];
	element = h("div", { class: "board-host", role: "group", "aria-label": "the board" });
	#board;
	#arrows;
	#showing = 0;
	/** @type {() => void} */ #again = () => {};
	#resized = new ResizeObserver(() => requestAnimationFrame(() => this.#again()));

	/** @param {{onCell: (cell: number, phase: "down" | "move" | "up") => void, play: (dir: number) => void}} how */
	constructor({ onCell, play }) {
		this.#board = new Board(this.element, { onCell });
		this.#arrows = new Arrows(play);
		this.element.append(this.#arrows.element);
		this.#resized.observe(this.element);
	}

	close() {
		this.#resized.disconnect();
		this.#board.close();
	}

	/** @param {any} lane @param {{w: number, h: number, wraps: boolean}} size */
	#position(lane, size) {
		return fromKey(lane, size, lane.snakes.length > 1 ? this.colors.map((color) => ({ color })) : []);
	}

	/** @param {any} board as the engine tells of it @param {any} [from] one that it glides from */
	show(board, from) {
		const own = ++this.#showing, to = this.#position(board.lane, board.board);
		const same = from && !still() && from.lane.snakes.length === board.lane.snakes.length && from.position !== board.position;
		if (!same) return this.#board.show(to);
		const before = this.#position(from.lane, from.board), began = performance.now();
		const tick = () => {
			if (own !== this.#showing) return;
			const t = Math.min(1, (performance.now() - began) / glides);
			this.#board.show(to, t < 1 ? { from: before, t } : {});
			if (t < 1) requestAnimationFrame(tick);
		};
		tick();
	}

	/**
	 * Shows a snake as it is being drawn.
	 * @param {any} board
	 * @param {number[]} cells
	 * @param {number | undefined} seat in whose place
	 */
	preview(board, cells, seat) {
		this.#showing++;
		const snakes = board.lane.snakes.filter((/** @type {any} */ s) => !s.dead);
		const one = board.has.snakes === 1 && snakes.length > 0 ? 0 : seat;
		if (one === undefined) snakes.push({ body: cells, health: 100 });
		else snakes[one] = { ...snakes[one], body: cells };
		this.#board.show(this.#position({ ...board.lane, snakes }, board.board));
	}

	/**
	 * Puts the moves of a head around it, if any can be made. A finger draws with other
	 * tools than the hand, so it can only scroll the page with that.
	 * @param {any} board
	 * @param {number} seat
	 * @param {import("./exact.js").Exact} exact
	 * @param {boolean} can
	 */
	head(board, seat, exact, can) {
		this.#board.canvas.style.touchAction = can ? "manipulation" : "none";
		this.#again = () => {
			const snake = board?.lane.snakes[seat];
			const open = can && snake && !board.wrong && !board.lane.ended;
			this.#arrows.show(this.#board, open ? board.board : null, snake?.body[0] ?? -1, exact);
		};
		this.#again();
	}

	/** The direction of the button over a cell, -1 without one. @param {number} cell */
	over(cell) { return this.#arrows.at(cell); }

	/** @param {any[]} notes @param {number} seat whose they are */
	notes(notes, seat) {
		this.#board.notes(notes, { seat });
		this.#arrows.element.classList.toggle("quiet", notes.some((n) => n.verb === "moves"));
	}

	/** @param {number} cell */
	mark(cell) { this.#board.mark(cell); }
}
