// A game, or several side by side, as a channel tells of it: positions at turns, and
// going to any of them, within what was received or by asking. How it is used:
//
//	const game = new Game(session, { link: fields.toString() });
//	effect(() => draw(game.lanes.value));   // the positions at game.turn
//	game.seek(100); game.run(20); game.pause(); game.close();
//
// What plays it at a speed, smoothly, is the Player of parts/player.js.
import { signal } from "../store/signal.js";
import { fromKey } from "./lane.js";
import { History } from "./history.js";
import { Samples } from "./samples.js";

/** @typedef {import("./lane.js").Position} Position */
/** @typedef {import("./lane.js").Change} Change */
/** @typedef {{name: string, spec: string, color?: string}} Seat */
/**
 * What is told of a game when it opens. What else a kind says is there too.
 * @typedef {{link: string, title: string, rules?: string, board: {w: number, h: number, wraps?: boolean}, lanes: {seats: Seat[]}[], turns?: number, over?: boolean, [more: string]: any}} Opened
 */
/** @typedef {{message: string, field?: string, line?: number, column?: number, fatal?: boolean}} Wrong */
/**
 * What a solver thought of a move.
 * @typedef {object} Thought
 * @property {number} turn at which it was asked
 * @property {number} lane
 * @property {number} seat
 * @property {number} [dir]
 * @property {number} [score]
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [took] microseconds
 * @property {any[]} [notes]
 */

const mostThoughts = 512; // turns of which thoughts are kept

export class Game {
	/** What it is; null until it is open. */ opened = signal(/** @type {Opened | null} */ (null));
	/** What went wrong the last time; a fatal one is the end. */ error = signal(/** @type {Wrong | null} */ (null));
	/** The turn that is shown. */ turn = signal(0);
	/** The positions there, one for each lane. */ lanes = signal(/** @type {Position[]} */ ([]));
	/** The furthest turn that was heard of. */ turns = signal(0);
	/** Whether all games are over at that turn. */ over = signal(false);
	/** Whether the engine plays on by itself. */ running = signal(false);
	/** Grows with each thought that comes. */ thinking = signal(0);
	/** Grows with all that is received. */ received = signal(0);

	/** Lengths by lane and seat. @type {Samples[][]} */ lengths = [];
	/** What the solvers say that their moves are worth, by lane and seat. @type {Samples[][]} */ scores = [];
	/** Labels of all notes that were told. @type {Set<string>} */ labels = new Set();
	/** Is told of each thought as it comes. @type {(thought: Thought) => void} */ onthought = () => {};
	/** Is told of messages that are not known here. @type {(type: string, data: any) => void} */ onmessage = () => {};

	#history = new History();
	/** @type {Map<number, Thought[]>} */ #thoughts = new Map();
	#channel;
	#asked = -1; // the turn that was asked for and has not come
	#at = 0; // where the engine is

	/**
	 * @param {{open: (kind: string, data: object, hear: (type: string, data: any) => void) => import("./client.js").Channel}} session
	 * @param {object} data that it is opened with
	 * @param {string} [kind]
	 */
	constructor(session, data, kind = "game") {
		this.#channel = session.open(kind, data, (type, said) => this.hear(type, said));
	}

	/**
	 * Takes a message.
	 * @param {string} type
	 * @param {any} data
	 */
	hear(type, data) {
		switch (type) {
			case "opened": return this.#open(data);
			case "key": return this.#key(data);
			case "frames": return this.#frames(data);
			case "thought": return this.#thought(data);
			case "progress": return this.#progress(data);
			case "error":
				this.error.value = data;
				if (data.fatal) this.running.value = false;
				return;
			default: this.onmessage(type, data);
		}
	}

	/** Whether the positions at a turn have been received and kept. @param {number} turn */
	has(turn) { return this.#history.at(turn) !== null; }

	/** The positions at a turn, null where they are not kept. @param {number} turn */
	positions(turn) { return this.#history.at(turn); }

	/** The last turn that is known without a gap from the one that is shown. */
	get until() { return this.#history.until(this.turn.peek()); }

	/** The first known turn over a gap, or -1. */
	get beyond() { return this.#history.beyond(this.until); }

	/** How many changes are kept. */
	get kept() { return this.#history.kept; }

	/**
	 * Shows a turn: at once if it was received, else as soon as it comes.
	 * @param {number} turn
	 * @returns {boolean} whether it was at once
	 */
	seek(turn) {
		turn = Math.max(0, turn);
		if (this.over.peek()) turn = Math.min(turn, this.turns.peek());
		if (this.#show(turn)) {
			this.#asked = -1;
			return true;
		}
		if (this.#asked !== turn) {
			this.#asked = this.#at = turn;
			this.running.value = false;
			this.#channel.send("seek", { turn });
		}
		return false;
	}

	/**
	 * Lets the engine go on from what was received without a gap.
	 * @param {number} speed moves a second; 0 is as fast as it goes
	 */
	run(speed) {
		const from = this.until;
		if (this.#at !== from) {
			this.#at = from;
			this.#channel.send("seek", { turn: from });
		}
		this.running.value = true;
		this.#channel.send("run", { speed });
	}

	pause() {
		if (!this.running.peek()) return;
		this.running.value = false;
		this.#channel.send("pause");
	}

	/**
	 * Says what of the thinking is to be told.
	 * @param {{labels: string[], seat: number, tree: boolean}} what
	 */
	show(what) { this.#channel.send("show", what); }

	/** Asks for the thinking at the turn that is shown, if something of it is to be seen. */
	think() {
		const turn = this.turn.peek();
		if (this.running.peek() || this.#thoughts.has(turn)) return;
		this.#at = turn;
		this.#channel.send("seek", { turn });
	}

	/** What was thought at a turn in a lane by a seat. @param {number} turn @param {number} lane @param {number} [seat] */
	thought(turn, lane, seat = 0) {
		return this.#thoughts.get(turn)?.find((t) => t.lane === lane && t.seat === seat);
	}

	/** Says something else to the engine. @param {string} type @param {object} [data] */
	send(type, data) { this.#channel.send(type, data); }

	close() { this.#channel.close(); }

	/** @param {Opened} opened */
	#open(opened) {
		this.#history.clear();
		this.#thoughts.clear();
		this.lengths = opened.lanes.map((l) => l.seats.map(() => new Samples()));
		this.scores = opened.lanes.map((l) => l.seats.map(() => new Samples()));
		this.turns.value = opened.turns ?? 0;
		this.over.value = opened.over ?? false;
		this.opened.value = opened;
	}

	/** @param {{turn: number, turns?: number, lanes: import("./lane.js").KeyLane[]}} key */
	#key({ turn, turns = turn, lanes }) {
		const opened = this.opened.peek();
		if (!opened) return;
		const alone = opened.lanes.every((l) => l.seats.length === 1);
		const positions = lanes.map((l, i) => fromKey(l, opened.board, alone ? [] : opened.lanes[i]?.seats));
		this.#history.key(turn, positions);
		positions.forEach((p, lane) => p.snakes.forEach((s, seat) => this.lengths[lane]?.[seat]?.add(turn, s.body.length)));
		this.#at = turn;
		this.#reached(Math.max(turn, turns), turn, positions);
		if (this.#asked >= 0 || this.lanes.peek().length === 0) {
			if (turn >= this.#asked || this.over.peek()) this.#asked = -1;
			this.#show(turn);
		}
	}

	/** @param {{from: number, lanes: Change[][]}} frames */
	#frames({ from, lanes }) {
		this.#measure(from, lanes);
		this.#history.changes(from, lanes, this.turn.peek());
		const end = from + Math.max(0, ...lanes.map((l) => l.length));
		this.#at = end;
		const positions = this.#history.at(end);
		this.#reached(end, end, positions ?? []);
		if (this.#asked >= 0 && this.#asked <= end) this.seek(this.#asked);
	}

	/**
	 * Notes the lengths after each change.
	 * @param {number} from
	 * @param {Change[][]} lanes
	 */
	#measure(from, lanes) {
		const begin = this.#history.at(from);
		if (!begin) return;
		lanes.forEach((changes, lane) => {
			const lengths = begin[lane]?.snakes.map((s) => s.body.length) ?? [];
			changes.forEach((c, i) => {
				for (const m of c?.snakes ?? []) {
					lengths[m.seat] = m.body ? m.body.length : lengths[m.seat] + (m.push?.length ?? 0) - (m.drop ?? 0);
					this.lengths[lane]?.[m.seat]?.add(from + i + 1, lengths[m.seat]);
				}
			});
		});
	}

	/**
	 * Notes how far the games are, and whether they are over.
	 * @param {number} turns
	 * @param {number} turn that these positions are of
	 * @param {Position[]} positions
	 */
	#reached(turns, turn, positions) {
		if (turns > this.turns.peek()) this.turns.value = turns;
		if (positions.length > 0 && turn >= this.turns.peek() && positions.every((p) => p.ended)) {
			this.over.value = true;
			this.running.value = false;
		}
		this.received.value++;
	}

	/** @param {{turns?: number, running?: boolean, ended?: boolean}} said */
	#progress({ turns, running }) {
		if (turns !== undefined && turns > this.turns.peek()) this.turns.value = turns;
		if (running !== undefined) this.running.value = running;
		this.received.value++;
	}

	/** @param {Thought} t */
	#thought(t) {
		const all = this.#thoughts.get(t.turn) ?? [];
		const i = all.findIndex((o) => o.lane === t.lane && o.seat === t.seat);
		if (i >= 0) all[i] = t;
		else all.push(t);
		this.#thoughts.set(t.turn, all);
		if (this.#thoughts.size > mostThoughts) {
			const [oldest] = this.#thoughts.keys();
			this.#thoughts.delete(oldest);
		}
		for (const n of t.notes ?? []) this.labels.add(n.label);
		if (t.score) this.scores[t.lane]?.[t.seat]?.add(t.turn, t.score);
		this.onthought(t);
		this.thinking.value++;
	}

	/** @param {number} turn */
	#show(turn) {
		const lanes = this.#history.at(turn);
		if (!lanes) return false;
		this.turn.value = turn;
		this.lanes.value = lanes;
		return true;
	}
}
