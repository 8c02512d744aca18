// Numbers counted as they come, in bins whose bounds grow by the same factor: for times,
// which are from nanoseconds to seconds. A number more costs nothing, so that millions
// can be counted.

const perDecade = 10, least = -1, decades = 10; // from 0.1 to 1e9

export class Histogram {
	counts = new Float64Array(perDecade * decades);
	n = 0;
	sum = 0;
	least = Infinity;
	greatest = -Infinity;

	/** @param {number} v at least 0 */
	add(v) {
		if (!(v >= 0)) return;
		this.n++;
		this.sum += v;
		if (v < this.least) this.least = v;
		if (v > this.greatest) this.greatest = v;
		this.counts[bin(v)]++;
	}

	clear() {
		this.counts.fill(0);
		this.n = this.sum = 0;
		this.least = Infinity;
		this.greatest = -Infinity;
	}

	get mean() { return this.n === 0 ? NaN : this.sum / this.n; }

	/**
	 * What a part of the numbers does not exceed, as exact as the bins: within a
	 * quarter.
	 * @param {number} q from 0 to 1
	 */
	quantile(q) {
		let left = q * this.n;
		for (let i = 0; i < this.counts.length; i++) {
			left -= this.counts[i];
			if (left <= 0 && this.counts[i] > 0) return Math.min(this.greatest, bound(i + 1));
		}
		return this.n === 0 ? NaN : this.greatest;
	}

	/**
	 * The bins that are in use, as a series of a Chart with a logarithmic x.
	 * @param {string} name
	 * @param {string} [colour]
	 * @returns {import("./chart.js").Series}
	 */
	series(name, colour) {
		let first = this.counts.findIndex((c) => c > 0), last = this.counts.findLastIndex((c) => c > 0);
		if (first < 0) return { kind: "bars", name, colour, xs: [], ys: [] };
		first = Math.max(0, first - 1);
		last = Math.min(this.counts.length - 1, last + 1);
		return {
			kind: "bars", name, colour, ys: this.counts.slice(first, last + 1),
			xs: Array.from({ length: last - first + 2 }, (_, i) => bound(first + i)),
		};
	}
}

/** @param {number} v */
function bin(v) {
	const i = Math.floor((Math.log10(v) - least) * perDecade + 1e-9);
	return Math.min(perDecade * decades - 1, Math.max(0, i));
}

/** The lower bound of a bin. @param {number} i */
function bound(i) { return Number((10 ** (least + i / perDecade)).toPrecision(6)); }
