// Samples keeps the known values of a number that depends on the turn, such as a snake's length or
// a solver's score. It keeps only the turns at which the value changed. If there are too many, it
// drops every second one.

const most = 4096;

export class Samples {
	/** Ascending. @type {number[]} */ turns = [];
	/** @type {number[]} */ values = [];
	/** Increases with each change, so that drawings can detect that they are stale. */
	version = 0;

	/**
	 * @param {number} turn
	 * @param {number} value
	 */
	add(turn, value) {
		const i = this.#place(turn);
		if (this.turns[i] === turn) {
			if (this.values[i] === value) return;
			this.values[i] = value;
		} else {
			if (i > 0 && this.values[i - 1] === value) return;
			if (i < this.turns.length && this.values[i] === value) this.turns[i] = turn; // the value began earlier
			else {
				this.turns.splice(i, 0, turn);
				this.values.splice(i, 0, value);
			}
		}
		this.version++;
		if (this.turns.length > most) {
			this.turns = this.turns.filter((_, k) => k % 2 === 0);
			this.values = this.values.filter((_, k) => k % 2 === 0);
		}
	}

	/** Returns the value at a turn; NaN before the first sample. @param {number} turn */
	at(turn) {
		const i = this.#place(turn + 1) - 1;
		return i < 0 ? NaN : this.values[i];
	}

	/** Returns the first turn whose value is at least this value, or -1. @param {number} value */
	reached(value) {
		const i = this.values.findIndex((v) => v >= value);
		return i < 0 ? -1 : this.turns[i];
	}

	get last() { return this.values[this.values.length - 1] ?? NaN; }

	clear() {
		this.turns = [];
		this.values = [];
		this.version++;
	}

	/** The index of a turn, or the index at which it would be inserted. @param {number} turn */
	#place(turn) {
		let low = 0, high = this.turns.length;
		if (high > 0 && this.turns[high - 1] < turn) return high;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.turns[middle] < turn) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}
