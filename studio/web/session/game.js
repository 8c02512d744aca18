// A Game is one game, or several games side by side, received over a channel. It keeps positions by
// turn, and can show any turn: at once if its positions are in memory, otherwise after the engine
// has sent them. Usage:
//	const game = new Game(session, { link: fields.toString() });
//	effect(() => draw(game.lanes.value));   // the positions at game.turn
//	game.seek(100); game.run(20); game.pause(); game.close();
//
// The Player of parts/player.js shows a Game smoothly at a given speed.
import { signal } from "../store/signal.js";
import { fromKey } from "./lane.js";
import { History } from "./history.js";
import { Analysis } from "./analysis.js";

/** @typedef {import("./lane.js").Position} Position */
/** @typedef {import("./lane.js").Change} Change */
/** @typedef {import("./messages.js").Seat} Seat */
/** @typedef {import("./messages.js").LaneInfo} LaneInfo */
/** @typedef {import("./messages.js").Opened} Opened */
/** @typedef {import("./messages.js").GameError} GameError */
/** @typedef {import("./messages.js").Thought} Thought */
/** @typedef {import("./messages.js").SeatFacts} SeatFacts */
/** @typedef {import("./messages.js").AnswerTimes} AnswerTimes */
/** @typedef {import("./messages.js").LaneFacts} LaneFacts */
/** @typedef {import("./messages.js").TurnFacts} TurnFacts */
/** @typedef {import("./messages.js").OtherMove} OtherMove */

export class Game {
	/** The description of the game; null until it is open. */ opened = signal(/** @type {Opened | null} */ (null));
	/** The last error; a fatal one ends the game. */ error = signal(/** @type {GameError | null} */ (null));
	/** The turn that is shown. */ turn = signal(0);
	/** The positions at the shown turn, one for each lane. */ lanes = signal(/** @type {Position[]} */ ([]));
	/** The last turn that the games are known to have. */ turns = signal(0);
	/** Whether all games are over at the last known turn. */ over = signal(false);
	/** Whether the engine is playing. */ running = signal(false);
	/** A number that increases with each thought received. */ thinking = signal(0);
	/** A number that increases with each message received. */ received = signal(0);
	/** The move with which the shown variation leaves the game; null if the game itself is shown. */ variation = signal(/** @type {OtherMove | null} */ (null));
	first = 0;

	/** Called when another engine opens the game again. It must send the messages that the new engine needs. */ onreopen = () => {};
	/** Called with messages that the game does not handle itself. @type {(type: string, data: any) => void} */ onmessage = () => {};

	#history = new History();
	#analysis = new Analysis();
	#channel;
	#goal = signal(-1); // the turn that was requested and has not arrived yet, or -1
	#halting = false; // whether to show the position at which the engine stops
	#showsNext = true; // whether to show the next position, whatever its turn
	#engineAt = 0; // the turn at which the engine is
	#speed = 0; // speed of the last "run"
	#later = false; // whether to ask when the engine has stopped
	#stale = false; // whether thoughts of an earlier choice may still arrive
	/** @type {object | null} */ #choice = null; // the choice of thoughts in the last "show"

	/**
	 * @param {{open: (kind: string, data: object, receive: (type: string, data: any) => void, again?: () => object) => import("./client.js").Channel}} session
	 * @param {object} data of the message "open"
	 * @param {string} [kind]
	 */
	constructor(session, data, kind = "game") {
		this.#channel = session.open(kind, data, (type, body) => this.receive(type, body), () => ({ ...data, link: this.opened.peek()?.link ?? /** @type {any} */ (data).link }));
		this.#channel.onreopen = () => this.onreopen();
	}

	/**
	 * Handles a message of the channel.
	 * @param {string} type
	 * @param {any} data
	 */
	receive(type, data) {
		switch (type) {
			case "opened": return this.#open(data);
			case "reopened": return this.#reopen(data);
			case "key": return this.#key(data);
			case "frames": return this.#frames(data);
			case "thought": this.#analysis.addThought(data); this.thinking.value++; return;
			case "progress": return this.#progress(data);
			case "facts": this.#analysis.addFacts(data); this.thinking.value++; return;
			case "series": this.#analysis.addSeries(data); this.received.value++; return;
			case "branched": return this.#onBranched(data.tried);
			case "error":
				this.error.value = data;
				if (data.fatal) this.running.value = false;
				return;
			default: this.onmessage(type, data);
		}
	}

	/** Whether the positions at a turn are in memory. @param {number} turn */
	has(turn) { return this.#history.at(turn) !== null; }

	/** The positions at a turn; null if they are not in memory. @param {number} turn */
	positions(turn) { return this.#history.at(turn); }

	/** The last turn such that all turns from the shown one to it are in memory. */
	get until() { return this.#history.until(this.turn.peek()); }

	/** The first turn in memory after the first turn that is not; -1 if there is none. */
	get beyond() { return this.#history.beyond(this.until); }

	/** The engine's current turn. */
	get latest() { return this.#engineAt; }

	/** Whether a requested turn has not arrived yet. */
	get waiting() { return this.#requested >= 0; }

	/** Whether a turn after the next one was requested and has not arrived yet. */
	get seeking() { return this.#goal.value > this.turn.value + 1; }

	get #requested() { return this.#goal.peek(); }
	set #requested(turn) { this.#goal.value = turn; }

	/**
	 * Shows a turn: at once if it is in memory, otherwise as soon as it arrives.
	 * @param {number} turn
	 * @returns {boolean} whether it is shown already
	 */
	seek(turn) {
		this.#halting = false;
		turn = Math.max(this.first, turn);
		if (this.over.peek()) turn = Math.min(turn, this.turns.peek());
		if (this.#show(turn)) {
			this.#requested = -1;
			return true;
		}
		if (this.#requested !== turn) {
			this.#showsNext = false; // the next position may answer an older request
			this.running.value = false;
			this.#request(turn);
		}
		return false;
	}

	/**
	 * Lets the engine play on from the turn `until`, the end of the positions in memory.
	 * @param {number} speed moves a second; 0 is as fast as possible
	 */
	run(speed) {
		this.#halting = false;
		const from = this.until;
		if (this.#engineAt !== from) {
			this.#engineAt = from;
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

	/** Stops the engine before it reaches a requested turn, and shows the turn that it has reached. */
	halt() {
		this.#requested = -1;
		this.#halting = true;
		this.#channel.send("pause");
		this.#channel.send("key");
	}

	/**
	 * Chooses which thoughts the engine sends.
	 * @param {{labels: string[], seat: number, tree: boolean}} choice
	 */
	show(choice) {
		this.#choice = choice;
		this.#analysis.forget(); // the stored thoughts were sent for another choice
		this.#stale = true;
		this.#channel.send("show", choice);
	}

	/** Requests thoughts and facts of the shown turn, if they are not in memory. While the engine plays, it requests them later. */
	ask() {
		const turn = this.turn.peek();
		this.#later = this.running.peek();
		if (!this.opened.peek() || this.#later || this.waiting || this.#halting || !this.#stale && this.#analysis.has(turn)) return;
		this.#stale = false;
		this.#request(turn);
	}

	/** @param {number} turn */
	#request(turn) {
		this.#requested = this.#engineAt = turn;
		this.#channel.send("seek", { turn });
	}

	/** @param {number} turn @param {number} lane @param {number} [seat] */
	thought(turn, lane, seat = 0) { return this.#analysis.thought(turn, lane, seat); }

	/** The facts of a turn or, if it has none, of the last earlier turn with facts. @param {number} turn */
	facts(turn) { return this.#analysis.facts(turn); }

	/** The last turn up to which all lengths are known. */
	get known() { return this.#analysis.known; }

	get lengths() { return this.#analysis.lengths; }

	/** The solvers' scores of their moves, by lane and seat. */
	get scores() { return this.#analysis.scores; }

	/** Labels of all thoughts, by lane and seat; undefined before a seat's first thought. */
	get labels() { return this.#analysis.labels; }

	/**
	 * Shows the variation that begins with another move at a turn.
	 * @param {number} turn
	 * @param {number} seat
	 * @param {number} dir
	 */
	try(turn, seat, dir) { this.#channel.send("try", { turn, seat, dir: ["up", "right", "down", "left"][dir] }); }

	/** Leaves the variation and shows the game itself. */
	back() { this.#channel.send("back"); }

	/** Sends a message for which there is no method. @param {string} type @param {object} [data] */
	send(type, data) { this.#channel.send(type, data); }

	close() { this.#channel.close(); }

	/** @param {Opened} opened */
	#open(opened) {
		this.first = this.turn.value = opened.first ?? 0;
		this.#analysis.reset(opened);
		this.#forget();
		this.#requested = Math.max(this.first, opened.turn ?? 0);
		this.turns.value = opened.turns ?? this.first;
		this.over.value = opened.over ?? false;
		this.opened.value = opened;
	}

	/** Drops all received data, which belongs to another game. */
	#forget() {
		this.#history.clear();
		this.#analysis.forget();
		this.#requested = this.first;
		this.#showsNext = true;
		this.#halting = false;
	}

	/** @param {OtherMove | null} move */
	#onBranched(move) {
		this.#forget();
		this.running.value = this.over.value = false;
		this.turns.value = this.first;
		this.variation.value = move;
	}

	/**
	 * Resumes the game with another engine. The game continues if the new engine computes the same
	 * positions, which it does unless the solvers have time limits. Otherwise the game starts again.
	 * @param {Opened} opened
	 */
	#reopen(opened) {
		const running = this.running.peek(), before = this.opened.peek();
		const clocked = /[?&](time|cpu)=/.test("?" + opened.link);
		if (!before || clocked || before.link !== opened.link || this.variation.peek()) {
			this.variation.value = null;
			this.lanes.value = [];
			this.turn.value = 0;
			this.#open(opened);
		}
		const wish = this.#requested;
		this.#engineAt = this.#requested = -1;
		this.#halting = false;
		if (this.#choice) this.#channel.send("show", this.#choice);
		if (running) this.run(this.#speed);
		else if (wish > this.turn.peek()) this.seek(wish);
		else this.#channel.send("seek", { turn: this.turn.peek() });
	}

	/** @param {{turn: number, turns?: number, lanes: import("./lane.js").KeyLane[]}} key */
	#key({ turn, turns = turn, lanes }) {
		const opened = this.opened.peek();
		if (!opened) return;
		const alone = opened.lanes.every((l) => l.seats.length === 1);
		const positions = lanes.map((l, i) => fromKey(l, opened.board, alone ? [] : opened.lanes[i]?.seats));
		this.#history.key(turn, positions);
		this.#engineAt = turn;
		this.#reached(Math.max(turn, turns), turn, positions);
		const fresh = this.#showsNext || this.#halting || this.lanes.peek().length === 0;
		this.#showsNext = this.#halting = false;
		if (fresh || this.#requested >= turn) { // a position after the requested turn answers an older request
			if (turn >= this.#requested || this.over.peek() && turn >= this.turns.peek()) this.#requested = -1;
			this.#show(turn);
		}
		if (this.turn.peek() === turn) this.lanes.value = positions; // the new positions have their hashes
	}

	/** @param {{from: number, lanes: Change[][]}} frames */
	#frames({ from, lanes }) {
		this.#analysis.measure(this.#history.at(from), from, lanes);
		this.#history.changes(from, lanes, this.turn.peek());
		const end = from + Math.max(0, ...lanes.map((l) => l.length));
		this.#engineAt = end;
		const positions = this.#history.at(end);
		this.#reached(end, end, positions ?? []);
		if (this.waiting && this.#requested <= end) this.seek(this.#requested);
	}

	/**
	 * Updates the last known turn, and whether the games are over.
	 * @param {number} turns
	 * @param {number} turn of the positions
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

	/** @param {{turn?: number, turns?: number, running?: boolean, ended?: boolean}} data */
	#progress({ turn, turns = 0, running, ended }) {
		if (turns > this.turns.peek()) this.turns.value = turns;
		if (running !== undefined) this.running.value = running;
		if (turn !== undefined && ended && this.#requested > turn) { // the game ends before the requested turn
			this.#requested = -1;
			this.#show(turn);
		}
		if (this.#later) this.ask();
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
