// A History keeps the positions of a game, or of several games side by side. It stores stretches of
// consecutive turns, each as a key frame and the changes after that frame. Its size is bounded: when
// it is full, it drops the stretch that is farthest from the shown turn.
import { after } from "./lane.js";

/** @typedef {import("./lane.js").Position} Position */
/** @typedef {import("./lane.js").Change} Change */
/**
 * @typedef {object} Stretch
 * @property {number} from its first turn
 * @property {Position[]} key the positions at that turn, one for each lane
 * @property {(Change | undefined)[][]} changes to each turn after it, by turn and lane
 */

const long = 128; // most turns of a stretch; it limits how many changes are applied to show a turn

/** The last turn of a stretch. @param {Stretch} s */
function end(s) { return s.from + s.changes.length; }

export class History {
	/** By turn, without overlaps. @type {Stretch[]} */ #stretches = [];
	/** The positions that `at` returned last. @type {{stretch: Stretch, turn: number, lanes: Position[]} | null} */ #last = null;
	/** The positions at the end of the stretch that is extended. @type {{stretch: Stretch, lanes: Position[]} | null} */ #tip = null;
	#kept = 0;
	#most;

	/** @param {number} [most] changes to keep, of all lanes together */
	constructor(most = 16384) { this.#most = most; }

	/** How many changes are in memory. */
	get kept() { return this.#kept; }

	/**
	 * Adds a key frame.
	 * @param {number} turn
	 * @param {Position[]} lanes
	 */
	key(turn, lanes) {
		const at = this.#stretchAt(turn);
		if (at) return; // this position is known from changes
		this.#insert({ from: turn, key: lanes, changes: [] });
		this.#bound(turn);
	}

	/**
	 * Adds changes, unless the turn before them is unknown.
	 * @param {number} from the turn before the first change
	 * @param {(Change | undefined)[][]} byLane
	 * @param {number} looking the shown turn
	 * @returns {boolean} whether they were added
	 */
	changes(from, byLane, looking) {
		const holding = this.#stretchAt(from);
		if (!holding) return false;
		/** @type {Stretch} */
		let stretch = holding;
		const turns = Math.max(0, ...byLane.map((l) => l.length));
		for (let i = end(stretch) - from; i < turns; i++) { // earlier changes are known already
			const next = this.#after(stretch);
			if (next?.from === from + i) { // the gap before the next stretch is closed
				stretch = next;
				i += next.changes.length - 1;
				continue;
			}
			stretch = this.#extensible(stretch);
			const tip = this.#tipOf(stretch);
			const row = byLane.map((l) => l[i]);
			stretch.changes.push(row);
			this.#kept += row.length;
			tip.lanes = tip.lanes.map((p, lane) => row[lane] ? after(p, [row[lane]]) : p);
		}
		this.#bound(looking);
		return true;
	}

	/** Returns the stretch to extend: this one or, if it is long already, a new one after it. @param {Stretch} stretch @returns {Stretch} */
	#extensible(stretch) {
		if (stretch.changes.length < long) return stretch;
		const key = this.#tipOf(stretch).lanes;
		const next = { from: end(stretch), key, changes: [] };
		this.#insert(next);
		this.#tip = { stretch: next, lanes: key };
		return next;
	}

	/** Returns the positions at the end of a stretch, and remembers them for extending it. @param {Stretch} stretch */
	#tipOf(stretch) {
		if (this.#tip?.stretch === stretch) return this.#tip;
		return this.#tip = { stretch, lanes: this.#play(stretch, stretch.key, 0, stretch.changes.length) };
	}

	/**
	 * Returns the positions at a turn, one for each lane; null if they are not in memory.
	 * @param {number} turn
	 * @returns {Position[] | null}
	 */
	at(turn) {
		const stretch = this.#stretchAt(turn);
		if (!stretch) return null;
		const last = this.#last;
		if (last?.stretch === stretch && last.turn === turn) return last.lanes;
		const tip = this.#tip;
		const near = last?.stretch === stretch && last.turn <= turn;
		const lanes = tip?.stretch === stretch && turn === end(stretch) ? tip.lanes
			: near ? this.#play(stretch, last.lanes, last.turn - stretch.from, turn - stretch.from)
				: this.#play(stretch, stretch.key, 0, turn - stretch.from);
		this.#last = { stretch, turn, lanes };
		return lanes;
	}

	/**
	 * Returns the last turn such that all turns from this one to it are in memory.
	 * @param {number} turn
	 */
	until(turn) {
		let stretch = this.#stretchAt(turn);
		for (; stretch; stretch = this.#after(stretch)) {
			turn = end(stretch);
			if (this.#after(stretch)?.from !== turn) break;
		}
		return turn;
	}

	/** Returns the first turn of the next stretch after a turn, or -1. @param {number} turn */
	beyond(turn) { return this.#stretches.find((s) => s.from > turn)?.from ?? -1; }

	clear() {
		this.#stretches = [];
		this.#last = this.#tip = null;
		this.#kept = 0;
	}

	/** @param {Stretch} stretch */
	#insert(stretch) {
		const i = this.#stretches.findIndex((s) => s.from > stretch.from);
		this.#stretches.splice(i < 0 ? this.#stretches.length : i, 0, stretch);
	}

	/** @param {Stretch} stretch @returns {Stretch | undefined} */
	#after(stretch) { return this.#stretches[this.#stretches.indexOf(stretch) + 1]; }

	/** Returns the stretch that contains a turn; of two stretches that meet there, the later one. @param {number} turn */
	#stretchAt(turn) {
		for (let i = this.#stretches.length - 1; i >= 0; i--) {
			const s = this.#stretches[i];
			if (s.from <= turn) return turn <= end(s) ? s : undefined;
		}
		return undefined;
	}

	/** @param {Stretch} stretch @param {Position[]} lanes @param {number} from @param {number} to */
	#play(stretch, lanes, from, to) {
		if (from === to) return lanes;
		const rows = stretch.changes.slice(from, to);
		return lanes.map((p, lane) => after(p, rows.map((row) => row[lane])));
	}

	/** Drops the stretches farthest from a turn until the limits are met. @param {number} looking */
	#bound(looking) {
		while ((this.#kept > this.#most || this.#stretches.length > this.#most / 8) && this.#stretches.length > 2) {
			let far = 0, distance = -1;
			this.#stretches.forEach((s, i) => {
				const d = Math.max(s.from - looking, looking - end(s));
				if (d > distance && s !== this.#tip?.stretch) [far, distance] = [i, d];
			});
			const [gone] = this.#stretches.splice(far, 1);
			this.#kept -= gone.changes.reduce((n, row) => n + row.length, 0);
			if (this.#last?.stretch === gone) this.#last = null;
		}
	}
}
