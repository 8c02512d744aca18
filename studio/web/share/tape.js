// A Tape is a recorded game that a page contains. It has full positions at some turns and the changes
// between them, in the format of the studio's protocol. Usage:
//
//	const tape = await unpack(text, overlays);
//	const game = new Game(tape, {});
//	tape.notes(12, 0, ["plan"])   what the solver of seat 0 thought about turn 12
//
// The Go package share writes tapes.

/** @typedef {import("../session/lane.js").Change} Change */
/** @typedef {import("../session/lane.js").KeyLane} KeyLane */
/** @typedef {import("../draw/notes.js").Note} Note */

/**
 * @typedef {object} Doc a game, as it is stored
 * @property {string} title
 * @property {{w: number, h: number, wraps?: boolean}} board
 * @property {{name: string, spec: string, color: string}[]} seats
 * @property {number} first the first turn
 * @property {number} [speed] turns a second
 * @property {number} every number of turns from one full position to the next
 * @property {KeyLane[]} keys the full positions
 * @property {(Change | number)[]} changes from each turn to the next. If only the single
 *   snake moved, the change is a number: the cell of its head minus the cell before
 * @property {{turn: number, words: string}[]} [marks] turns that violate the rules
 */

const chunk = 1024; // turns in one message

/** A Tape answers the messages of a Game like an engine. */
export class Tape {
	/** The turn that is shown first. */ start = 0;
	/** @type {(type: string, data: any) => void} */ #deliver = () => {};
	#at = 0; // the last turn that was sent, counted from 0
	/** @type {Change[]} */ #changes;

	/** @param {Doc} doc @param {Overlay[]} [overlays] */
	constructor(doc, overlays = []) {
		this.doc = doc;
		this.overlays = overlays;
		this.#changes = unfold(doc);
		this.last = doc.first + this.#changes.length;
	}

	/**
	 * @param {string} _kind
	 * @param {object} _options
	 * @param {(type: string, data: any) => void} deliver
	 * @returns {any} the channel
	 */
	open(_kind, _options, deliver) {
		this.#deliver = deliver;
		const { board, title, seats, first } = this.doc, turn = Math.min(Math.max(this.start, first), this.last);
		queueMicrotask(() => {
			deliver("opened", { title, board, lanes: [{ seats }], first, turns: this.last, over: true, turn });
			deliver("series", { reset: true, lanes: [{ seats: this.#lengths() }] });
			this.#seek(turn);
		});
		return { send: (/** @type {string} */ type, /** @type {any} */ data) => queueMicrotask(() => this.#receive(type, data)), close: () => {} };
	}

	/**
	 * Returns a solver's thoughts about a turn, for those labels whose overlay is loaded.
	 * @param {number} turn
	 * @param {number} seat
	 * @param {string[]} labels
	 */
	notes(turn, seat, labels) { return this.overlays.filter((o) => labels.includes(o.label)).flatMap((o) => o.notes(turn, seat)); }

	/** @param {string} type @param {any} data */
	#receive(type, data) {
		if (type === "seek") this.#seek(data.turn);
		if (type === "run") {
			this.#frames(this.#at);
			this.#deliver("progress", { running: false });
		}
	}

	/** Sends the last full position at or before a turn, and the changes from there to the turn. @param {number} turn */
	#seek(turn) {
		const { first, every, keys } = this.doc, to = Math.min(Math.max(turn - first, 0), this.#changes.length);
		const k = Math.min(keys.length - 1, Math.floor(to / every));
		this.#deliver("key", { turn: first + k * every, turns: this.last, lanes: [keys[k]] });
		this.#at = k * every;
		while (this.#at < to) this.#frames(this.#at);
		this.#deliver("progress", { turn: first + to });
	}

	/** Sends the changes that follow a turn. @param {number} from counted from 0 */
	#frames(from) {
		const to = Math.min(from + chunk, this.#changes.length);
		this.#at = to;
		if (to > from) this.#deliver("frames", { from: this.doc.first + from, lanes: [this.#changes.slice(from, to)] });
	}

	/** Returns the lengths over the whole game, for the timeline. */
	#lengths() {
		const { first, keys } = this.doc, now = keys[0].snakes.map((s) => s.body.length), all = now.map((n) => [[first, n]]);
		this.#changes.forEach((c, i) => {
			for (const m of c.snakes ?? []) {
				const n = m.body ? m.body.length : now[m.seat] + (m.push?.length ?? 0) - (m.drop ?? 0);
				if (n !== now[m.seat]) all[m.seat].push([first + i + 1, now[m.seat] = n]);
			}
		});
		return all.map((lengths) => ({ lengths, from: first, every: 1, scores: [] }));
	}
}

/** Returns the changes of a document, with full changes instead of numbers. @param {Doc} doc @returns {Change[]} */
function unfold({ first, keys, changes }) {
	let turn = first, head = keys[0].snakes[0]?.body[0] ?? -1;
	return changes.map((c) => {
		if (typeof c === "number") c = /** @type {Change} */ ({ turn: turn + 1, snakes: [{ seat: 0, push: [head + c], drop: 1 }] });
		turn = c.turn;
		for (const m of c.snakes ?? []) if (m.seat === 0) head = m.push?.[0] ?? m.body?.[0] ?? head;
		return c;
	});
}

/** The thoughts of all solvers with one label, unpacked on first use. */
export class Overlay {
	#packed;
	/** The entries of the overlay, by seat: the turn, the notes, and the number to add to each index of their ring. @type {Map<number, {turns: number[], notes: Note[][], turned: number[]}> | null} */ #seats = null;

	/** @param {string} label @param {string} packed */
	constructor(label, packed) {
		this.label = label;
		this.#packed = packed;
	}

	async load() {
		if (this.#seats) return;
		/** @type {[number, number, Note[] | number][]} */
		const entries = JSON.parse(await inflate(this.#packed));
		/** @type {Map<number, {turns: number[], notes: Note[][], turned: number[]}>} */
		const seats = new Map();
		for (const [turn, seat, notes] of entries) {
			const own = seats.get(seat) ?? { turns: [], notes: [], turned: [] }, isShift = typeof notes === "number";
			own.turns.push(turn);
			own.notes.push(isShift ? own.notes[own.notes.length - 1] : notes);
			own.turned.push(isShift ? notes : 0);
			seats.set(seat, own);
		}
		this.#seats = seats;
	}

	/** Returns the notes of a seat at a turn: those of the seat's last entry up to that turn. @param {number} turn @param {number} seat */
	notes(turn, seat) {
		const own = this.#seats?.get(seat);
		if (!own) return [];
		let low = 0, high = own.turns.length;
		while (low < high) {
			const middle = low + high >> 1;
			if (own.turns[middle] <= turn) low = middle + 1;
			else high = middle;
		}
		return low > 0 ? rotate(own.notes[low - 1], own.turned[low - 1]) : [];
	}
}

/** Adds a number to each index of a ring, modulo the number of its cells. @param {Note[]} notes @param {number} by @returns {Note[]} */
function rotate(notes, by) {
	if (by === 0) return notes;
	return notes.map((n) => {
		const heat = Array.from(n.heat ?? []), cells = heat.filter((v) => v !== null).length;
		return { ...n, heat: heat.map((v) => v === null ? null : (v + by) % cells) };
	});
}

/** Decodes base64 and decompresses the text. @param {string} text */
export async function inflate(text) {
	const bytes = Uint8Array.from(atob(text.trim().replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
	return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

/**
 * Returns the tape of a packed game.
 * @param {string} text
 * @param {Overlay[]} [overlays]
 */
export async function unpack(text, overlays = []) { return new Tape(JSON.parse(await inflate(text)), overlays); }

/**
 * Returns the tape that a page contains.
 * @param {ParentNode} page
 */
export function tapeOf(page) {
	const overlays = [...page.querySelectorAll("script[data-overlay]")].map((e) => new Overlay(e.getAttribute("data-overlay") ?? "", e.textContent ?? ""));
	return unpack(page.querySelector("script[data-game]")?.textContent ?? "", overlays);
}
