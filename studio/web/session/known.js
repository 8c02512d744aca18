// What was told of the turns of a game besides its positions: what solvers thought, what
// there is to say of a turn, and lengths and scores over all of it.
import { Samples } from "./samples.js";

/** @typedef {import("./lane.js").Position} Position */
/** @typedef {import("./lane.js").Change} Change */
/** @typedef {import("./told.js").Thought} Thought */
/** @typedef {import("./told.js").TurnFacts} TurnFacts */

const mostThoughts = 512; // turns of which thoughts and facts are kept

export class Known {
	/** Lengths by lane and seat. @type {Samples[][]} */ lengths = [];
	/** What the solvers say that their moves are worth, by lane and seat. @type {Samples[][]} */ scores = [];
	/** Labels of all that was told, by lane and seat; none of a seat before its first thought. @type {(string[] | undefined)[][]} */ labels = [];
	/** @type {Map<number, Thought[]>} */ #thoughts = new Map();
	/** @type {Map<number, TurnFacts>} */ #facts = new Map();

	/** Begins anew with a game. @param {import("./told.js").Opened} opened */
	of({ lanes }) {
		this.lengths = lanes.map((l) => l.seats.map(() => new Samples()));
		this.scores = lanes.map((l) => l.seats.map(() => new Samples()));
		this.labels = lanes.map(() => []);
		this.forget();
	}

	/** Forgets what was thought and said of turns. */
	forget() {
		this.#thoughts.clear();
		this.#facts.clear();
	}

	/** Whether something was said of a turn. @param {number} turn */
	has(turn) { return this.#facts.has(turn); }

	/** @param {number} turn @param {number} lane @param {number} seat */
	thought(turn, lane, seat) { return this.#thoughts.get(turn)?.find((t) => t.lane === lane && t.seat === seat); }

	/** What was said of a turn, or of the last one before it. @param {number} turn */
	facts(turn) {
		let best = null;
		for (const [t, f] of this.#facts) if (t <= turn && (!best || t > best.turn)) best = f;
		return best;
	}

	/**
	 * Notes the lengths after each change, which the engine tells more seldom.
	 * @param {Position[] | null} begin the positions before them
	 * @param {number} from
	 * @param {Change[][]} lanes
	 */
	measure(begin, from, lanes) {
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

	/** @param {Thought} t */
	hear(t) {
		const all = this.#thoughts.get(t.turn) ?? [];
		const i = all.findIndex((o) => o.lane === t.lane && o.seat === t.seat);
		if (i >= 0) all[i] = t;
		else all.push(t);
		keep(this.#thoughts, t.turn, all);
		const labels = this.labels[t.lane];
		if (labels) labels[t.seat] = t.labels ?? labels[t.seat] ?? [];
	}

	/** @param {TurnFacts} f */
	tell(f) {
		keep(this.#facts, f.turn, f);
	}

	/** @param {{reset?: boolean, to: number, lanes: {seats: {lengths: [number, number][], from: number, every: number, scores: (number | null)[]}[]}[]}} data */
	series({ reset, lanes }) {
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
 * Keeps something under a turn, and of many the latest.
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
