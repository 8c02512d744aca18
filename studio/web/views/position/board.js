// The board of the page Position, with the arrows around the head, the overlays of a
// solver, and a snake that is being drawn.
import { Board } from "../../draw/board.js";
import { still } from "../../draw/theme.js";
import { fromKey } from "../../session/lane.js";
import { h } from "../../parts/dom.js";
import { Arrows } from "./exact.js";

const glides = 120; // milliseconds in which the board glides from one position to the next

export class PositionBoard {
	/** Colours of the snakes, by seat. @type {string[]} */ colors = [];
	element = h("div", { class: "board-host", role: "group", "aria-label": "the board" });
	#board;
	#arrows;
	#shows = 0; // number of calls of show and preview; a new call ends the glide of the last one
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

	/** @param {any} board as the engine sends it @param {any} [from] a board to glide from */
	show(board, from) {
		const own = ++this.#shows, to = this.#position(board.lane, board.board);
		const same = from && !still() && from.lane.snakes.length === board.lane.snakes.length && from.position !== board.position;
		if (!same) return this.#board.show(to);
		const before = this.#position(from.lane, from.board), began = performance.now();
		const tick = () => {
			if (own !== this.#shows) return;
			const t = Math.min(1, (performance.now() - began) / glides);
			this.#board.show(to, t < 1 ? { from: before, t } : {});
			if (t < 1) requestAnimationFrame(tick);
		};
		tick();
	}

	/**
	 * Shows a snake that is being drawn.
	 * @param {any} board
	 * @param {number[]} cells
	 * @param {number | undefined} seat the snake that it replaces
	 */
	preview(board, cells, seat) {
		this.#shows++;
		const snakes = board.lane.snakes.filter((/** @type {any} */ s) => !s.dead);
		const one = board.has.snakes === 1 && snakes.length > 0 ? 0 : seat;
		if (one === undefined) snakes.push({ body: cells, health: 100 });
		else snakes[one] = { ...snakes[one], body: cells };
		this.#board.show(this.#position({ ...board.lane, snakes }, board.board));
	}

	/**
	 * Shows the arrows of a head, if it can move. With other tools a finger draws, so it
	 * cannot scroll the page there.
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

	/** Returns the direction of the arrow over a cell; -1 without one. @param {number} cell */
	over(cell) { return this.#arrows.at(cell); }

	/** @param {any[]} notes @param {number} seat the snake that they belong to */
	notes(notes, seat) {
		this.#board.notes(notes, { seat });
		this.#arrows.element.classList.toggle("quiet", notes.some((n) => n.verb === "moves"));
	}

	/** @param {number} cell */
	mark(cell) { this.#board.mark(cell); }
}
