// An Analysis keeps the data that the engine sends about the turns of a game, except positions: the
// thoughts of solvers, the facts of turns, and the lengths and scores over the whole game.
import { Samples } from "./samples.js";

/** @typedef {import("./lane.js").Position} Position */
/** @typedef {import("./lane.js").Change} Change */
/** @typedef {import("./messages.js").Thought} Thought */
/** @typedef {import("./messages.js").TurnFacts} TurnFacts */

const mostThoughts = 512; // most turns whose thoughts are kept, and most turns whose facts are kept

export class Analysis {
	/** Lengths by lane and seat. @type {Samples[][]} */ lengths = [];
	/** The solvers' scores of their moves, by lane and seat. @type {Samples[][]} */ scores = [];
	/** The last turn up to which all lengths are known. */ known = 0;
	/** Labels of all thoughts, by lane and seat; undefined before a seat's first thought. @type {(string[] | undefined)[][]} */ labels = [];
	/** @type {Map<number, Thought[]>} */ #thoughts = new Map();
	/** @type {Map<number, TurnFacts>} */ #facts = new Map();

	/** Starts over with another game. @param {import("./messages.js").Opened} opened */
	reset({ lanes }) {
		this.known = 0;
		this.lengths = lanes.map((l) => l.seats.map(() => new Samples()));
		this.scores = lanes.map((l) => l.seats.map(() => new Samples()));
		this.labels = lanes.map(() => []);
		this.forget();
	}

	/** Forgets thoughts and facts. */
	forget() {
		this.#thoughts.clear();
		this.#facts.clear();
	}

	/** Whether the thoughts and facts of a turn are in memory. @param {number} turn */
	has(turn) { return this.#facts.has(turn) && this.#thoughts.has(turn); }

	/** @param {number} turn @param {number} lane @param {number} seat */
	thought(turn, lane, seat) { return this.#thoughts.get(turn)?.find((t) => t.lane === lane && t.seat === seat); }

	/** Returns the facts of a turn or, if it has none, of the last earlier turn with facts. @param {number} turn */
	facts(turn) {
		let best = null;
		for (const [t, f] of this.#facts) if (t <= turn && (!best || t > best.turn)) best = f;
		return best;
	}

	/**
	 * Adds the lengths after changes, because the engine's messages "series", which have them, are rarer.
	 * @param {Position[] | null} begin the positions before the changes
	 * @param {number} from
	 * @param {Change[][]} lanes
	 */
	measure(begin, from, lanes) {
		if (!begin) return;
		const end = from + Math.max(0, ...lanes.map((changes) => changes.length));
		if (from <= this.known || this.lengths.every((l) => l.every((s) => s.turns.length === 0))) this.known = Math.max(this.known, end);
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

	/** @param {Thought} t */
	addThought(t) {
		const all = this.#thoughts.get(t.turn) ?? [];
		const i = all.findIndex((o) => o.lane === t.lane && o.seat === t.seat);
		if (i >= 0) all[i] = t;
		else all.push(t);
		keep(this.#thoughts, t.turn, all);
		const labels = this.labels[t.lane];
		if (labels) labels[t.seat] = t.labels ?? labels[t.seat] ?? [];
	}

	/** @param {TurnFacts} f */
	addFacts(f) {
		keep(this.#facts, f.turn, f);
	}

	/** @param {{reset?: boolean, to: number, lanes: {seats: {lengths: [number, number][], from: number, every: number, scores: (number | null)[]}[]}[]}} data */
	addSeries({ reset, to, lanes }) {
		this.known = Math.max(reset ? 0 : this.known, to);
		lanes.forEach((l, lane) => l.seats.forEach((s, seat) => {
			const lengths = this.lengths[lane]?.[seat], scores = this.scores[lane]?.[seat];
			if (reset) {
				lengths?.clear();
				scores?.clear();
			}
			for (const [turn, length] of s.lengths) lengths?.add(turn, length);
			s.scores.forEach((v, i) => { if (v !== null) scores?.add(s.from + i * s.every, v); });
		}));
	}
}

/**
 * Stores a value under a turn, and drops the oldest entry if there are too many.
 * @template T
 * @param {Map<number, T>} all
 * @param {number} turn
 * @param {T} one
 */
function keep(all, turn, one) {
	all.delete(turn);
	all.set(turn, one);
	if (all.size > mostThoughts) {
		const [oldest] = all.keys();
		all.delete(oldest);
	}
}
