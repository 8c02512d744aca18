// Signals are values on which effects depend. When a signal changes, every effect that has
// read it runs again. Effects run together in a microtask after the changes, each only
// once.

/** @typedef {{run: () => void, reads: Set<Set<Effect>>}} Effect */

/** @type {Effect | null} */
let reading = null;
/** @type {Set<Effect>} */
const waiting = new Set();

function flush() {
	for (const e of waiting) {
		waiting.delete(e);
		e.run();
	}
}

/** @param {Effect} e */
function wake(e) {
	if (waiting.size === 0) queueMicrotask(flush);
	waiting.add(e);
}

/**
 * A value that can be read (`s.value`), set, and read without a dependency (`s.peek()`).
 * @template T
 */
export class Signal {
	/** @type {T} */ #value;
	/** @type {Set<Effect>} */ #readers = new Set();

	/** @param {T} value */
	constructor(value) { this.#value = value; }

	get value() {
		if (reading) {
			this.#readers.add(reading);
			reading.reads.add(this.#readers);
		}
		return this.#value;
	}

	set value(value) {
		if (Object.is(value, this.#value)) return;
		this.#value = value;
		for (const e of this.#readers) wake(e);
	}

	peek() { return this.#value; }
}

/**
 * @template T
 * @param {T} value
 * @returns {Signal<T>}
 */
export function signal(value) { return new Signal(value); }

/**
 * Runs a function now, and again whenever a signal that it read last time changes.
 * @param {() => void} run
 * @returns {() => void} ends it
 */
export function effect(run) {
	/** @type {Effect} */
	const e = { run: again, reads: new Set() };
	let ended = false;
	function forget() {
		for (const readers of e.reads) readers.delete(e);
		e.reads.clear();
	}
	function again() {
		if (ended) return;
		forget();
		const outer = reading;
		reading = e;
		try { run(); } finally { reading = outer; }
	}
	again();
	return () => { ended = true; forget(); waiting.delete(e); };
}

/**
 * Returns a signal computed from others.
 * @template T
 * @param {() => T} from
 * @returns {Signal<T>}
 */
export function computed(from) {
	const s = /** @type {Signal<T>} */ (new Signal(/** @type {any} */ (undefined)));
	effect(() => { s.value = from(); });
	return s;
}
