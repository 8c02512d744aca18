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
import { Known } from "./known.js";

/** @typedef {import("./lane.js").Position} Position */
/** @typedef {import("./lane.js").Change} Change */
/** @typedef {import("./told.js").Seat} Seat */
/** @typedef {import("./told.js").LaneInfo} LaneInfo */
/** @typedef {import("./told.js").Opened} Opened */
/** @typedef {import("./told.js").Wrong} Wrong */
/** @typedef {import("./told.js").Thought} Thought */
/** @typedef {import("./told.js").SeatFacts} SeatFacts */
/** @typedef {import("./told.js").Took} Took */
/** @typedef {import("./told.js").LaneFacts} LaneFacts */
/** @typedef {import("./told.js").TurnFacts} TurnFacts */
/** @typedef {import("./told.js").Tried} Tried */

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
	/** The other move with which it goes another way; null is the game itself. */ tried = signal(/** @type {Tried | null} */ (null));
	/** The first turn. */ first = 0;

	/** Is called when it is opened again at another engine, to say what that needs. */ onreopen = () => {};
	/** Is told of messages that are not known here. @type {(type: string, data: any) => void} */ onmessage = () => {};

	#history = new History();
	#known = new Known();
	#channel;
	#wish = signal(-1); // the turn that was asked for and has not come
	#halting = false; // where the engine stops on its way there is shown
	#fresh = true; // whatever position comes next is shown
	#at = 0; // where the engine is
	#speed = 0; // at which it was last told to run
	/** @type {object | null} */ #shown = null; // what of the thinking was last asked for

	/**
	 * @param {{open: (kind: string, data: object, hear: (type: string, data: any) => void, again?: () => object) => import("./client.js").Channel}} session
	 * @param {object} data that it is opened with
	 * @param {string} [kind]
	 */
	constructor(session, data, kind = "game") {
		this.#channel = session.open(kind, data, (type, said) => this.hear(type, said), () => ({ ...data, link: this.opened.peek()?.link ?? /** @type {any} */ (data).link }));
		this.#channel.onreopen = () => this.onreopen();
	}

	/**
	 * Takes a message.
	 * @param {string} type
	 * @param {any} data
	 */
	hear(type, data) {
		switch (type) {
			case "opened": return this.#open(data);
			case "reopened": return this.#reopen(data);
			case "key": return this.#key(data);
			case "frames": return this.#frames(data);
			case "thought": this.#known.hear(data); this.thinking.value++; return;
			case "progress": return this.#progress(data);
			case "facts": this.#known.tell(data); this.thinking.value++; return;
			case "series": this.#known.series(data); this.received.value++; return;
			case "branched": return this.#branched(data.tried);
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

	/** The turn that the engine told last. */
	get latest() { return this.#at; }

	/** Whether a turn is waited for. */
	get waiting() { return this.#asked >= 0; }

	/** Whether the engine is on its way to a turn further on than the next one. */
	get seeking() { return this.#wish.value > this.turn.value + 1; }

	get #asked() { return this.#wish.peek(); }
	set #asked(turn) { this.#wish.value = turn; }

	/** How many changes are kept. */
	get kept() { return this.#history.kept; }

	/**
	 * Shows a turn: at once if it was received, else as soon as it comes.
	 * @param {number} turn
	 * @returns {boolean} whether it was at once
	 */
	seek(turn) {
		this.#halting = false;
		turn = Math.max(this.first, turn);
		if (this.over.peek()) turn = Math.min(turn, this.turns.peek());
		if (this.#show(turn)) {
			this.#asked = -1;
			return true;
		}
		if (this.#asked !== turn) {
			this.#asked = this.#at = turn;
			this.#fresh = false; // what comes may be the answer to an older wish
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
		this.#halting = false;
		const from = this.until;
		if (this.#at !== from) {
			this.#at = from;
			this.#channel.send("seek", { turn: from });
		}
		this.running.value = true;
		this.#speed = speed;
		this.#channel.send("run", { speed });
	}

	pause() {
		if (!this.running.peek()) return;
		this.running.value = false;
		this.#channel.send("pause");
	}

	/** Stops the engine on its way to a turn, and shows where it has come to. */
	halt() {
		this.#asked = -1;
		this.#halting = true;
		this.#channel.send("pause");
		this.#channel.send("key");
	}

	/**
	 * Says what of the thinking is to be told.
	 * @param {{labels: string[], seat: number, tree: boolean}} what
	 */
	show(what) {
		this.#shown = what;
		this.#known.forget(); // it was told without it
		this.#channel.send("show", what);
	}

	/** Asks for what is thought and known at the turn that is shown, if it was not told. */
	ask() {
		const turn = this.turn.peek();
		if (!this.opened.peek() || this.running.peek() || this.#asked >= 0 || this.#halting || this.#known.has(turn)) return;
		this.#asked = this.#at = turn;
		this.#channel.send("seek", { turn });
	}

	/** What was thought at a turn in a lane by a seat. @param {number} turn @param {number} lane @param {number} [seat] */
	thought(turn, lane, seat = 0) { return this.#known.thought(turn, lane, seat); }

	/** What there is to say about a turn, or about the last one before it of which something was told. @param {number} turn */
	facts(turn) { return this.#known.facts(turn); }

	/** Lengths by lane and seat. */
	get lengths() { return this.#known.lengths; }

	/** What the solvers say that their moves are worth, by lane and seat. */
	get scores() { return this.#known.scores; }

	/** Labels of all that was told, by lane and seat; none of a seat before its first thought. */
	get labels() { return this.#known.labels; }

	/**
	 * Tries another move at a turn: what comes of it is shown instead.
	 * @param {number} turn
	 * @param {number} seat
	 * @param {number} dir
	 */
	try(turn, seat, dir) { this.#channel.send("try", { turn, seat, dir: ["up", "right", "down", "left"][dir] }); }

	/** Goes back from there to the game itself. */
	back() { this.#channel.send("back"); }

	/** Says something else to the engine. @param {string} type @param {object} [data] */
	send(type, data) { this.#channel.send(type, data); }

	close() { this.#channel.close(); }

	/** @param {Opened} opened */
	#open(opened) {
		this.first = this.turn.value = opened.first ?? 0;
		this.#known.of(opened);
		this.#forget();
		this.#asked = Math.max(this.first, opened.turn ?? 0);
		this.turns.value = opened.turns ?? this.first;
		this.over.value = opened.over ?? false;
		this.opened.value = opened;
	}

	/** Forgets what was received: from now on it is of another game. */
	#forget() {
		this.#history.clear();
		this.#known.forget();
		this.#asked = this.first;
		this.#fresh = true;
		this.#halting = false;
	}

	/** @param {Tried | null} tried */
	#branched(tried) {
		this.#forget();
		this.running.value = this.over.value = false;
		this.turns.value = this.first;
		this.tried.value = tried;
	}

	/**
	 * Goes on where it was, with another engine: the same game has the same positions,
	 * unless solvers think by the clock.
	 * @param {Opened} opened
	 */
	#reopen(opened) {
		const running = this.running.peek(), before = this.opened.peek();
		const clocked = /[?&](time|cpu)=/.test("?" + opened.link);
		if (!before || clocked || before.link !== opened.link || this.tried.peek()) {
			this.tried.value = null;
			this.lanes.value = [];
			this.turn.value = 0;
			this.#open(opened);
		}
		this.#at = this.#asked = -1;
		this.#halting = false;
		if (this.#shown) this.#channel.send("show", this.#shown);
		if (running) this.run(this.#speed);
		else this.#channel.send("seek", { turn: this.turn.peek() });
	}

	/** @param {{turn: number, turns?: number, lanes: import("./lane.js").KeyLane[]}} key */
	#key({ turn, turns = turn, lanes }) {
		const opened = this.opened.peek();
		if (!opened) return;
		const alone = opened.lanes.every((l) => l.seats.length === 1);
		const positions = lanes.map((l, i) => fromKey(l, opened.board, alone ? [] : opened.lanes[i]?.seats));
		this.#history.key(turn, positions);
		this.#at = turn;
		this.#reached(Math.max(turn, turns), turn, positions);
		const fresh = this.#fresh || this.#halting || this.lanes.peek().length === 0;
		this.#fresh = this.#halting = false;
		if (fresh || this.#asked >= turn) { // else it is the answer to an older wish
			if (turn >= this.#asked || this.over.peek() && turn >= this.turns.peek()) this.#asked = -1;
			this.#show(turn);
			if (this.turn.peek() === turn) this.lanes.value = positions; // with their hashes
		}
	}

	/** @param {{from: number, lanes: Change[][]}} frames */
	#frames({ from, lanes }) {
		this.#known.measure(this.#history.at(from), from, lanes);
		this.#history.changes(from, lanes, this.turn.peek());
		const end = from + Math.max(0, ...lanes.map((l) => l.length));
		this.#at = end;
		const positions = this.#history.at(end);
		this.#reached(end, end, positions ?? []);
		if (this.#asked >= 0 && this.#asked <= end) this.seek(this.#asked);
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

	/** @param {{turn?: number, turns?: number, running?: boolean, ended?: boolean}} said */
	#progress({ turn, turns, running, ended }) {
		if (turns !== undefined && turns > this.turns.peek()) this.turns.value = turns;
		if (running !== undefined) this.running.value = running;
		if (turn !== undefined && ended && this.#asked > turn) { // it does not come to that
			this.#asked = -1;
			this.#show(turn);
		}
		this.received.value++;
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
