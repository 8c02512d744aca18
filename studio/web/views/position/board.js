// The board of the page Position, with the arrows around the head, the overlays of a solver, and the
// snake that the user is drawing.
import { Board } from "../../draw/board.js";
import { reducedMotion } from "../../draw/theme.js";
import { fromKey } from "../../session/lane.js";
import { h } from "../../parts/dom.js";
import { Arrows } from "./exact.js";
import { MarksLayer, markOf } from "./marks.js";

const glides = 120; // milliseconds in which the board moves from one position to the next

export class PositionBoard {
	/** Colours of the snakes, by seat. @type {string[]} */ colors = [];
	element = h("div", { class: "board-host", role: "group", "aria-label": "the board" });
	#board;
	#arrows;
	#marks = new MarksLayer();
	#end = new AbortController();
	#shows = 0; // number of calls of show and preview; a new call ends the animation of the last one
	/** @type {() => void} */ #again = () => {};
	#resized = new ResizeObserver(() => requestAnimationFrame(() => this.#again()));

	/** @param {{onCell: (cell: number, phase: "down" | "move" | "up") => void, play: (dir: number) => void, mark: (mark: string) => void}} how mark is called after a drag with the right button */
	constructor({ onCell, play, mark }) {
		this.#board = new Board(this.element, { onCell });
		this.#arrows = new Arrows(play);
		this.element.append(this.#marks.element, this.#arrows.element);
		let from = -1;
		this.element.addEventListener("contextmenu", (e) => e.preventDefault());
		this.element.addEventListener("pointerdown", (e) => {
			if (e.button !== 2) return;
			from = this.#board.cellAt(e);
			e.stopPropagation();
		}, { capture: true });
		addEventListener("pointerup", (e) => {
			const to = from < 0 ? -1 : this.#board.cellAt(e);
			if (to >= 0) mark(markOf(from, to));
			from = -1;
		}, { signal: this.#end.signal });
		this.#resized.observe(this.element);
	}

	close() {
		this.#end.abort();
		this.#resized.disconnect();
		this.#board.close();
	}

	/** @param {any} lane @param {{w: number, h: number, wraps: boolean}} size */
	#position(lane, size) {
		return fromKey(lane, size, lane.snakes.length > 1 ? this.colors.map((color) => ({ color })) : []);
	}

	/** @param {any} board as the engine sends it @param {any} [from] the board from which the animation starts */
	show(board, from) {
		const own = ++this.#shows, to = this.#position(board.lane, board.board);
		const same = from && !reducedMotion() && from.lane.snakes.length === board.lane.snakes.length && from.position !== board.position;
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
	 * Shows the snake that the user is drawing.
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
	 * Shows the arrows of a head if the tool is "move" and the snake can move. With other tools a finger on
	 * the board draws, and does not scroll the page.
	 * @param {any} board
	 * @param {number} seat
	 * @param {import("./exact.js").Exact | null} exact null if values must not be shown
	 * @param {boolean} can whether the tool is "move"
	 * @param {string[]} marks
	 */
	head(board, seat, exact, can, marks) {
		this.#board.canvas.style.touchAction = can ? "manipulation" : "none";
		this.#again = () => {
			const snake = board?.lane.snakes[seat];
			const open = can && snake && !board.wrong && !board.lane.ended;
			this.#arrows.show(this.#board, open ? board.board : null, snake?.body[0] ?? -1, exact);
			if (board) this.#marks.show(this.#board, board.board, marks);
		};
		this.#again();
	}

	/** Returns the direction of the arrow on a cell; -1 if the cell has none. @param {number} cell */
	over(cell) { return this.#arrows.at(cell); }

	/** @param {any[]} notes @param {number} seat the snake that they belong to */
	notes(notes, seat) {
		this.#board.notes(notes, { seat });
		this.#arrows.element.classList.toggle("quiet", notes.some((n) => n.verb === "moves"));
	}

	/** @param {number} cell */
	mark(cell) { this.#board.mark(cell); }
}
