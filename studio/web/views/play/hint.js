// Shows the move that a solver would make, and checks the first move of the player.
import { write } from "../../parts/dom.js";
import { arrows, dirs } from "../../parts/panel.js";

/** @typedef {import("../../session/lane.js").Position} Position */

/**
 * Shows what the solver would do, in words and on the board.
 * @param {Element} text
 * @param {import("../../draw/board.js").Board} board
 * @param {Position} p
 * @param {number} seat
 * @param {import("../../session/game.js").Thought | undefined} thought
 */
export function advise(text, board, p, seat, thought) {
	const dir = p.ended ? undefined : thought?.dir;
	write(text, thought?.error ?? (dir === undefined ? "" : `${arrows[dir]} ${dirs[dir]}`));
	if (thought?.error) return;
	if (dir === undefined) return board.notes([], { seat });
	const notes = (thought?.notes ?? []).filter((n) => n.label === "plan");
	const head = p.snakes[seat].body[0], next = head + [p.w, 1, -p.w, -1][dir];
	board.notes(notes.length > 0 ? notes : [{ verb: "path", label: "plan", cells: [head, next] }], { seat });
}

/** Reports whether the first move of a game can go in a direction: it must not go into a wall or over the edge. @param {Position} p @param {number} head @param {number} dir */
export function mayStart(p, head, dir) {
	const x = head % p.w, y = Math.floor(head / p.w), to = head + [p.w, 1, -p.w, -1][dir];
	if (!p.wraps && [y === p.h - 1, x === p.w - 1, y === 0, x === 0][dir]) return false;
	return p.wraps || p.ground[to] !== 1;
}
