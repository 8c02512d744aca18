// A signal is a value, and an effect is a function that reads signals. When a signal changes, all
// effects that have read it run again, in a microtask. An effect runs only once for all changes
// before that microtask.

/** @typedef {{run: () => void, reads: Set<Set<Effect>>}} Effect */

/** The effect that is running. @type {Effect | null} */
let reading = null;
/** Effects that run in the next microtask. @type {Set<Effect>} */
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
 * A value. An effect that reads `s.value` depends on it; `s.peek()` reads it without a dependency.
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
 * Runs a function now, and again whenever a signal that its last run has read changes.
 * @param {() => void} run
 * @returns {() => void} ends the effect
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
 * Returns a signal whose value is computed from other signals.
 * @template T
 * @param {() => T} from
 * @returns {Signal<T>}
 */
export function computed(from) {
	const s = /** @type {Signal<T>} */ (new Signal(/** @type {any} */ (undefined)));
	effect(() => { s.value = from(); });
	return s;
}
