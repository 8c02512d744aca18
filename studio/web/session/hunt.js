// A Picture is the state of a game of Snake Hunter, collected from frames. It also has the data for
// drawing moments between two ticks. Times are in ticks of the game.

/**
 * @typedef {{number: number, name: string, w: number, h: number, step: number, seconds: number}} Level
 * @typedef {{cell: number, state: "active" | "down" | "out", lives: number, back?: number, shield?: number, score: number, kills: number, bot?: boolean}} HunterState
 * @typedef {{snake: number, body?: number[], push?: number[], drop?: number, state: "alive" | "stunned" | "dead", proof?: number, scores?: (number | null)[]}} SnakeUpdate
 * @typedef {{cell: number, hunter: number, due: number}} Bomb
 * @typedef {{cell: number, until: number}} Flame
 * @typedef {{tick: number, kind: string, cell: number, hunter: number, snake: number, count: number}} Event
 * @typedef {{tick: number, text: string, mood?: string}} News
 */

/**
 * A frame. With a level, the frame is complete; otherwise missing fields are unchanged.
 * @typedef {object} Frame
 * @property {number} tick
 * @property {Level} [level]
 * @property {string} [ground] one character for each cell: X is a wall, . an edible wall, a space floor
 * @property {string} [phase]
 * @property {number} [due]
 * @property {number} [score]
 * @property {HunterState[]} [hunters]
 * @property {SnakeUpdate[]} [snakes]
 * @property {Bomb[]} [bombs]
 * @property {Flame[]} [flames]
 * @property {number[]} [danger]
 * @property {number[]} [hedges]
 * @property {number[]} [bare]
 * @property {Event[]} [events]
 * @property {News[]} [news]
 */

/** A hunter; `from` is its cell before its last step, and `since` the tick of that step. @typedef {HunterState & {from: number, since: number, facing: number}} Hunter */

/**
 * A snake; `before` has its cells before its last step.
 * @typedef {object} Snake
 * @property {number[]} body
 * @property {number[]} before
 * @property {number} since the tick of its last step
 * @property {string} state
 * @property {number} proof
 * @property {(number | null)[]} scores
 */

/** The most news that are kept. */
const maxNews = 24;

export class Picture {
	tick = 0;
	/** @type {Level | null} */ level = null;
	/** The number of complete frames so far. A drawing of an earlier complete frame is stale. */
	fullFrames = 0;
	/** @type {string[]} */ ground = [];
	/** Cells whose ground changed since it was drawn. @type {Set<number>} */ changed = new Set();
	phase = "playing";
	due = 0;
	score = 0;
	/** @type {Hunter[]} */ hunters = [];
	/** @type {Snake[]} */ snakes = [];
	/** @type {Bomb[]} */ bombs = [];
	/** @type {Flame[]} */ flames = [];
	/** @type {number[]} */ danger = [];
	/** @type {News[]} */ news = [];

	/** @param {Frame} f */
	show(f) {
		const whole = f.level !== undefined;
		if (f.level) {
			this.level = f.level;
			this.fullFrames++;
			this.ground = [...f.ground ?? ""];
			this.changed.clear();
			if (f.tick < this.tick) this.news = [];
		}
		this.tick = f.tick;
		this.phase = f.phase ?? this.phase;
		this.due = f.due ?? this.due;
		this.score = f.score ?? this.score;
		this.bombs = f.bombs ?? this.bombs;
		this.flames = f.flames ?? this.flames;
		this.danger = f.danger ?? this.danger;
		if (f.hunters) this.hunters = f.hunters.map((h, i) => this.#walk(h, whole ? undefined : this.hunters[i]));
		if (whole) this.snakes = [];
		for (const s of f.snakes ?? []) this.snakes[s.snake] = this.#crawl(s, this.snakes[s.snake]);
		for (const c of f.hedges ?? []) this.#set(c, ".");
		for (const c of f.bare ?? []) this.#set(c, " ");
		if (f.news) this.news = [...this.news, ...f.news].slice(-maxNews);
	}

	/** @param {number} cell @param {string} sign */
	#set(cell, sign) {
		this.ground[cell] = sign;
		this.changed.add(cell);
	}

	/** @param {HunterState} h @param {Hunter | undefined} was @returns {Hunter} */
	#walk(h, was) {
		if (!was || was.state !== "active" || h.state !== "active") return { ...h, from: h.cell, since: this.tick, facing: was?.facing ?? 2 };
		if (was.cell === h.cell) return { ...h, from: was.from, since: was.since, facing: was.facing };
		const dir = this.dirTo(was.cell, h.cell);
		return { ...h, from: dir < 0 ? h.cell : was.cell, since: this.tick, facing: dir < 0 ? was.facing : dir };
	}

	/** @param {SnakeUpdate} s @param {Snake | undefined} was @returns {Snake} */
	#crawl(s, was) {
		const rest = { state: s.state, proof: s.proof ?? 0, scores: s.scores ?? [] };
		if (s.body || !was) return { body: s.body ?? [], before: s.body ?? [], since: this.tick, ...rest };
		const push = s.push ?? [], drop = s.drop ?? 0;
		if (push.length === 0 && drop === 0) return { ...was, ...rest };
		const body = [...push, ...was.body.slice(0, was.body.length - drop)];
		if (push.length === 0) return { body, before: was.before.slice(0, body.length + 1), since: was.since, ...rest };
		return { body, before: push.length === 1 ? was.body : [...push.slice(1), ...was.body], since: this.tick, ...rest };
	}

	/** Returns the direction from cell a to cell b (0 up, 1 right, 2 down, 3 left); -1 if they are not neighbours. @param {number} a @param {number} b */
	dirTo(a, b) {
		const w = this.level?.w ?? 1;
		return [w, 1, -w, -1].indexOf(b - a);
	}

	/** Returns the seconds until the level or the break ends. @param {number} ticks a second */
	left(ticks) { return Math.max(0, this.due - this.tick) / ticks; }
}
