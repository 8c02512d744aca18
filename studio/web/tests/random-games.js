// Random games for tests of drawing. Snakes move without rules, even through each other.
// Boards and notes have all possible features.

/** Returns a generator of numbers from 0 to 1, reproducible by its seed. @param {number} seed */
export function dice(seed) {
	let s = seed >>> 0 || 1;
	return () => {
		s ^= s << 13; s >>>= 0;
		s ^= s >>> 17;
		s ^= s << 5; s >>>= 0;
		return s / 4294967296;
	};
}

/** @param {number} w @param {number} h even @returns {number[]} the cells of a cycle through the board */
export function cycle(w, h) {
	const cells = [];
	for (let y = 0; y < h; y++) cells.push(y * w);
	for (let y = h - 1; y >= 0; y--) {
		for (let i = 1; i < w; i++) cells.push(y * w + ((h - 1 - y) % 2 === 0 ? i : w - i));
	}
	return cells;
}

/** A snake that follows the cycle and grows where it eats. */
export class Tour {
	/** @param {number} w @param {number} h @param {number} length @param {number} seed */
	constructor(w, h, length, seed) {
		Object.assign(this, { w, h, length });
		this.roll = dice(seed);
		this.cycle = cycle(w, h);
		this.place = new Int32Array(w * h);
		this.cycle.forEach((c, i) => { this.place[c] = i; });
		this.head = length - 1;
		this.ground = new Uint8Array(w * h);
		this.feed();
	}

	body() {
		const n = this.cycle.length;
		return Array.from({ length: this.length }, (_, i) => this.cycle[((this.head - i) % n + n) % n]);
	}

	feed() {
		const taken = new Set(this.body());
		do this.food = Math.floor(this.roll() * this.w * this.h); while (taken.has(this.food));
		const fx = this.food % this.w, fy = Math.floor(this.food / this.w);
		this.steps = Array.from({ length: this.w * this.h }, (_, c) => Math.abs(c % this.w - fx) + Math.abs(Math.floor(c / this.w) - fy));
	}

	/** Makes a move. A full board starts over. */
	step() {
		this.head = (this.head + 1) % this.cycle.length;
		if (this.cycle[this.head] !== this.food) return;
		if (++this.length > this.cycle.length - 2) this.length = 3;
		this.feed();
	}

	position() { return { w: this.w, h: this.h, wraps: false, ground: this.ground, food: [this.food], snakes: [{ body: this.body(), health: 100 }] }; }

	notes() {
		const n = this.cycle.length;
		return [
			{ verb: "path", label: "plan", cells: Array.from({ length: 40 }, (_, i) => this.cycle[(this.head + 1 + i) % n]) },
			{ verb: "heat", label: "food", heat: this.steps },
			{ verb: "moves", label: "scores", moves: [this.head, null, -3.25, 1] },
		];
	}
}

/** Snakes that move at random. */
export class Wander {
	/** @param {number} seed */
	constructor(seed) {
		const roll = this.roll = dice(seed * 7919 + 1);
		this.w = 4 + Math.floor(roll() * 14);
		this.h = 4 + Math.floor(roll() * 14);
		this.wraps = roll() < 0.5;
		const n = this.w * this.h;
		this.ground = Uint8Array.from({ length: n }, () => roll() < 0.1 ? 1 : roll() < 0.08 ? 2 : 0);
		this.hazards = Uint8Array.from({ length: n }, () => roll() < 0.15 ? 1 + Math.floor(roll() * 4) : 0);
		this.food = [this.cell(), this.cell()];
		const colours = [undefined, "#E69F00", "#56b4e9", "rgb(0, 158, 115)", "black"];
		this.snakes = Array.from({ length: 1 + Math.floor(roll() * 4) }, (_, i) => {
			const at = this.cell();
			return { body: new Array(1 + Math.floor(roll() * 4)).fill(at), health: 100, color: colours[i] };
		});
	}

	cell() { return Math.floor(this.roll() * this.w * this.h); }

	/** Makes a move; earlier positions are not modified. */
	step() {
		const { w, h, roll } = this;
		this.snakes = this.snakes.map((s) => {
			if (s.dead) return roll() < 0.9 ? s : { ...s, dead: undefined, body: [this.cell()] };
			const [x, y] = [s.body[0] % w, Math.floor(s.body[0] / w)], dir = Math.floor(roll() * 4);
			let nx = x + [0, 1, 0, -1][dir], ny = y + [1, 0, -1, 0][dir];
			if (this.wraps) [nx, ny] = [(nx + w) % w, (ny + h) % h];
			if (nx < 0 || ny < 0 || nx >= w || ny >= h) return roll() < 0.1 ? { ...s, dead: "a wall", body: [-1, ...s.body.slice(0, -1)] } : s;
			if (roll() < 0.02) return { ...s, dead: "hunger" };
			const head = ny * w + nx, grows = roll();
			const body = [head, ...s.body];
			if (grows > 0.3) body.pop();
			if (grows > 0.95) body.push(body[body.length - 1]);
			return { ...s, body };
		});
		this.food = this.food.filter((f) => !this.snakes.some((s) => s.body[0] === f));
		if (roll() < 0.3) this.food = [...this.food, this.cell()];
		if (roll() < 0.05) (this.hazards = this.hazards.slice())[this.cell()] = Math.floor(roll() * 4);
		if (roll() < 0.05) (this.ground = this.ground.slice())[this.cell()] = Math.floor(roll() * 3);
	}

	position() {
		const { w, h, wraps, ground, hazards, food, snakes } = this;
		return { w, h, wraps, ground, hazards, food, snakes };
	}

	/** Returns a random selection of notes. */
	notes() {
		const { roll, w, h } = this, n = w * h;
		const number = () => roll() < 0.1 ? null : Math.round(roll() * 500) / 10;
		const all = [
			{ verb: "path", label: "plan", cells: this.walk(12) }, { verb: "path", label: "virtual", cells: this.walk(8) },
			{ verb: "heat", label: roll() < 0.5 ? "food" : "paths", heat: Array.from({ length: n }, number) },
			{ verb: "heat", label: "cycle", heat: h % 2 === 0 ? cycle(w, h).reduce((heat, c, i) => { heat[c] = i; return heat; }, new Array(n).fill(null)) : new Array(n).fill(null) },
			{ verb: "cells", label: "searched", cells: Array.from({ length: 10 }, () => this.cell()) },
			{ verb: "moves", label: "scores", moves: [number(), number(), null, 1.7e308] },
			{ verb: "owners", label: "territory", owners: Array.from({ length: n }, () => Math.floor(roll() * 4) - 1) },
			{ verb: "value", label: "fill", value: 0.5 },
		];
		return all.filter(() => roll() < 0.4);
	}

	/** @param {number} length */
	walk(length) {
		const cells = [];
		let at = Math.max(0, this.snakes[0].body[0]);
		for (let i = 0; i < length; i++) {
			const x = at % this.w, y = Math.floor(at / this.w), dir = Math.floor(this.roll() * 4);
			const nx = x + [0, 1, 0, -1][dir], ny = y + [1, 0, -1, 0][dir];
			if (nx < 0 || ny < 0 || nx >= this.w || ny >= this.h) continue;
			cells.push(at = ny * this.w + nx);
		}
		return cells;
	}
}
