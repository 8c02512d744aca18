// Makes the positions of one game: from the lane of a key frame, or from another position and
// changes. Positions are immutable and share their equal parts.

/** @typedef {{ending: string, winner: number, words: string}} Ended */
/** @typedef {{body: number[], health: number, dead?: string, died?: number, color?: string, name?: string}} Snake */
/**
 * A lane of a key frame.
 * @typedef {object} KeyLane
 * @property {number} turn
 * @property {number[]} walls
 * @property {number[]} hedges
 * @property {number[]} food
 * @property {number[]} hazards one entry for each layer
 * @property {{body: number[], health: number, dead?: string, died?: number}[]} snakes
 * @property {Ended} [ended]
 * @property {string} [hash]
 */
/** @typedef {{drop?: number[], add?: number[]}} Cells */
/** @typedef {{seat: number, push?: number[], drop?: number, body?: number[], health?: number, dead?: string, died?: number}} Moved */
/**
 * The difference to the next turn.
 * @typedef {{turn: number, snakes?: Moved[], food?: Cells, walls?: Cells, hedges?: Cells, hazards?: Cells, ended?: Ended, hash?: string}} Change
 */
/** @typedef {{w: number, h: number, wraps?: boolean}} Size */
/**
 * A position on a board. Cells count from the bottom left.
 * @typedef {object} Position
 * @property {number} w
 * @property {number} h
 * @property {boolean} wraps
 * @property {number} turn
 * @property {Uint8Array} ground FLOOR, WALL or HEDGE for each cell
 * @property {number[]} food
 * @property {Uint8Array} hazards layers in each cell
 * @property {Snake[]} snakes
 * @property {Ended | undefined} ended
 * @property {string} hash "" if the engine did not send it
 */

export const FLOOR = 0, WALL = 1, HEDGE = 2;

/**
 * Returns the position of a lane. `seats` add names and colours to the snakes.
 * @param {KeyLane} lane
 * @param {Size} board
 * @param {{name?: string, color?: string}[]} [seats]
 * @returns {Position}
 */
export function fromKey(lane, { w, h, wraps = false }, seats = []) {
	const ground = new Uint8Array(w * h), hazards = new Uint8Array(w * h);
	for (const c of lane.walls) ground[c] = WALL;
	for (const c of lane.hedges) ground[c] = HEDGE;
	for (const c of lane.hazards) hazards[c]++;
	return {
		w, h, wraps, turn: lane.turn, ground, hazards, food: lane.food, ended: lane.ended, hash: lane.hash ?? "",
		snakes: lane.snakes.map((s, i) => ({ ...seats[i], ...s })),
	};
}

/**
 * Returns the position after changes, in their order.
 * @param {Position} position
 * @param {(Change | null | undefined)[]} changes null means no change, as in a game that is over
 * @returns {Position}
 */
export function after(position, changes) {
	const p = { ...position };
	/** @type {Set<object>} */
	const own = new Set(); // parts that belong only to the new position, which may be modified
	for (const c of changes) {
		if (!c) continue;
		p.turn = c.turn;
		p.ended = c.ended;
		p.hash = c.hash ?? "";
		for (const m of c.snakes ?? []) move(p, m, own);
		if (c.food) p.food = changeList(p.food, c.food);
		if (c.hazards) layers(p, c.hazards, own);
		if (c.walls) ground(p, c.walls, WALL, own);
		if (c.hedges) ground(p, c.hedges, HEDGE, own);
	}
	return p;
}

/** @param {Position} p @param {Moved} m @param {Set<object>} own */
function move(p, m, own) {
	if (!own.has(p.snakes)) {
		p.snakes = [...p.snakes];
		own.add(p.snakes);
	}
	const was = p.snakes[m.seat];
	if (!was) return;
	const s = { ...was };
	if (m.body) s.body = m.body;
	else if (m.push || m.drop) {
		const body = own.has(s.body) ? s.body : [...s.body];
		body.length -= Math.min(body.length, m.drop ?? 0);
		if (m.push) body.unshift(...m.push);
		own.add(s.body = body);
	}
	if (m.health !== undefined) s.health = m.health;
	if (m.dead !== undefined) s.dead = m.dead;
	if (m.died !== undefined) s.died = m.died;
	p.snakes[m.seat] = s;
}

/**
 * Returns a copy of the list without one entry for each dropped cell, and with the added
 * cells at the end.
 * @param {number[]} list
 * @param {Cells} change
 */
function changeList(list, { drop = [], add = [] }) {
	const kept = [...list];
	for (const c of drop) {
		const i = kept.indexOf(c);
		if (i >= 0) kept.splice(i, 1);
	}
	return [...kept, ...add];
}

/** @param {Position} p @param {Cells} change @param {Set<object>} own */
function layers(p, { drop = [], add = [] }, own) {
	if (!own.has(p.hazards)) own.add(p.hazards = p.hazards.slice());
	for (const c of drop) p.hazards[c]--;
	for (const c of add) p.hazards[c]++;
}

/** @param {Position} p @param {Cells} change @param {number} kind WALL or HEDGE @param {Set<object>} own */
function ground(p, { drop = [], add = [] }, kind, own) {
	if (!own.has(p.ground)) own.add(p.ground = p.ground.slice());
	for (const c of drop) if (p.ground[c] === kind) p.ground[c] = FLOOR;
	for (const c of add) p.ground[c] = kind;
}
