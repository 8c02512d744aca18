// A page for tests and benchmarks of boards. compare(seed) checks that painting only
// changes gives the same pixels as painting everything at once. run({...}) keeps boards
// busy.
import { Board } from "../draw/board.js";
import { Tour, Wander } from "./random-games.js";

const main = document.getElementById("main");

/** @param {number} size @param {number} [height] */
function host(size, height = size) {
	const e = document.createElement("div");
	e.style.cssText = `width:${size}px;height:${height}px`;
	main.append(e);
	return e;
}

/** Describes the first pixel in which two canvases differ; "" if they are equal. @param {HTMLCanvasElement} a @param {HTMLCanvasElement} b @param {string} what */
function differ(a, b, what, most = 8) {
	if (a.width !== b.width || a.height !== b.height) return `${what}: ${a.width}x${a.height}, not ${b.width}x${b.height}`;
	const p = a.getContext("2d").getImageData(0, 0, a.width, a.height).data, q = b.getContext("2d").getImageData(0, 0, a.width, a.height).data;
	for (let i = 0; i < p.length; i++) {
		// Blending causes rounding errors, above all where lines meet that were drawn one
		// by one. The colour of nearly transparent pixels is ignored.
		const alpha = i | 3;
		if (Math.abs(i === alpha ? p[i] - q[i] : (p[i] * p[alpha] - q[i] * q[alpha]) / 255) > most) {
			const at = i >> 2;
			return `${what}: pixel ${at % a.width},${Math.floor(at / a.width)} is ${p.slice(4 * at, 4 * at + 4)}, not ${q.slice(4 * at, 4 * at + 4)}`;
		}
	}
	return "";
}

/**
 * Compares a board with a new board that is given the same state at once. Returns the first
 * difference, or "".
 * @param {Board} board
 * @param {{lane: any, motion?: any, notes?: any[], now: number}} state
 */
function differsFromNew(board, { lane, motion = {}, notes = [], now }) {
	const other = new Board(host(board.host.clientWidth, board.host.clientHeight));
	other.show(lane, motion);
	other.notes(notes);
	other.draw(now);
	other.draw(now + 1000);
	const wrong = differ(board.canvas, other.canvas, "board") || differ(board.overlay.canvas, other.overlay.canvas, "overlay", 24);
	other.close();
	return wrong;
}

/**
 * Lets a snake of one cell eat and move on, in frames of a twentieth of a move, and then
 * compares the board with a new one. Returns the first difference, or "".
 * @param {number} size of the board in CSS pixels
 */
window.meal = (size) => {
	const board = new Board(host(size));
	let now = performance.now();
	const bodies = [[42], [43, 42], [53, 43], [54, 53]];
	const lanes = bodies.map((body) => ({ w: 10, h: 10, snakes: [{ body }], food: body.length < 2 ? [43] : [77] }));
	for (let i = 1; i < lanes.length; i++) {
		for (let t = 1; t <= 20; t++) {
			board.show(lanes[i], t < 20 ? { from: lanes[i - 1], t: t / 20 } : {});
			board.draw(now += 5);
		}
	}
	while (board.draw(now += 500));
	const wrong = differsFromNew(board, { lane: lanes[lanes.length - 1], now });
	board.close();
	main.replaceChildren();
	return wrong && `cells of ${board.layout.c}: ${wrong}`;
};

/**
 * Plays a random game on one board, and compares it at intervals with a new board that is
 * given the same state at once. Returns the first difference, or "".
 * @param {number} seed
 * @param {number} moves
 */
window.compare = (seed, moves) => {
	const game = new Wander(seed), size = [60, 130, 260, 420][seed % 4];
	const board = new Board(host(size, size * 0.8));
	let now = performance.now(), before = game.position(), notes = [];
	for (let move = 1; move <= moves; move++) {
		game.step();
		const lane = game.position();
		if (game.roll() < 0.5) board.notes(notes = game.notes());
		const t = game.roll() < 0.3 ? 1 : game.roll(), motion = t < 1 ? { from: before, t } : {};
		board.show(lane, motion);
		board.draw(now += 5 + game.roll() * 100);
		before = lane;
		if (move % 20 !== 0) continue;
		while (board.draw(now += 500)); // repeat until all animations have ended
		const wrong = differsFromNew(board, { lane, motion, notes, now });
		if (wrong) return `seed ${seed}, move ${move}, ${game.w}x${game.h}, cells of ${board.layout.c}, t ${t}: ${wrong}`;
	}
	board.close();
	main.replaceChildren();
	return "";
};

/**
 * Compares a board that got a position and notes before it was attached to a dark page
 * with a board that was created on that page. Returns the first difference, or "".
 */
window.late = async () => {
	const game = new Tour(10, 10, 20, 1);
	document.documentElement.style.colorScheme = "dark";
	const there = host(260), away = document.createElement("div");
	away.style.cssText = there.style.cssText;
	const boards = [new Board(away), new Board(there)];
	for (const b of boards) {
		b.show(game.position());
		b.notes(game.notes());
	}
	main.append(away);
	for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); // time for the observers of sizes to run and for frames to be drawn
	for (const b of boards) while (b.draw(performance.now() + 1000));
	const wrong = differ(boards[0].canvas, boards[1].canvas, "board") || differ(boards[0].overlay.canvas, boards[1].overlay.canvas, "overlay");
	for (const b of boards) b.close();
	main.replaceChildren();
	document.documentElement.style.colorScheme = "";
	return wrong;
};

/** What boards have done since run was called. */
window.counted = { frames: 0, moves: 0, painted: 0, script: 0 };

/**
 * Plays a tour on each board. The snakes glide, and the boards show notes on request.
 * @param {{lanes: number, side: number, length: number, size: number, speed: number, notes: boolean, moves?: number}} how speed is in moves a second; moves instead is a number of moves in each frame
 */
window.run = ({ lanes, side, length, size, speed, notes, moves = 0 }) => {
	main.style.cssText = `display:grid;gap:8px;grid-template-columns:repeat(2,${size}px)`;
	const count = window.counted;
	const games = Array.from({ length: lanes }, (_, i) => {
		const tour = new Tour(side, side, length, i + 1);
		return { tour, board: new Board(host(size)), from: null, to: tour.position() };
	});
	for (const { board } of games) {
		const { painter } = board, paint = painter.paintCell.bind(painter), draw = board.draw.bind(board);
		painter.paintCell = (...a) => { count.painted++; paint(...a); };
		board.draw = (now) => {
			const begin = performance.now(), more = draw(now);
			count.script += performance.now() - begin;
			return more;
		};
	}
	let begin = 0, turn = 0;
	/** @param {number} now */
	const tick = (now) => {
		begin ||= now;
		const at = moves ? turn + moves : (now - begin) / 1000 * speed, until = Math.floor(at);
		for (const game of games) {
			const { tour, board } = game;
			for (let k = turn; k < until; k++) {
				tour.step();
				if (k < until - 2) continue; // the board glides between the last two positions
				game.from = game.to;
				game.to = tour.position();
			}
			board.show(game.to, moves || !game.from ? {} : { from: game.from, t: at - until });
			if (notes && until > turn) board.notes(tour.notes());
		}
		count.moves += until - turn;
		count.frames++;
		turn = until;
		requestAnimationFrame(tick);
	};
	requestAnimationFrame(tick);
};
window.ready = true;
