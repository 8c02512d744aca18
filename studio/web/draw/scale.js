// The scales of charts. This module computes the pixel of a number, the numbers on an axis, and the
// visible points of a long line. It draws nothing.

/** Maps a range of numbers to a range of pixels, on a linear or logarithmic scale. */
export class Scale {
	/**
	 * @param {number} lo
	 * @param {number} hi
	 * @param {number} from the pixel of lo
	 * @param {number} to
	 * @param {boolean} [log] lo must be above 0
	 */
	constructor(lo, hi, from, to, log = false) {
		if (!(hi > lo)) {
			hi = log ? lo * 10 : lo + 1;
		}
		this.lo = lo;
		this.hi = hi;
		this.log = log;
		this.from = from;
		this.a = log ? Math.log(lo) : lo;
		this.factor = (to - from) / ((log ? Math.log(hi) : hi) - this.a);
	}

	/** Returns the pixel of a number. @param {number} v */
	at(v) { return this.from + ((this.log ? Math.log(Math.max(v, this.lo * 1e-3)) : v) - this.a) * this.factor; }

	/** Returns the number at a pixel. @param {number} pixel */
	value(pixel) {
		const v = this.a + (pixel - this.from) / this.factor;
		return this.log ? Math.exp(v) : v;
	}
}

/**
 * Returns at most `most` round numbers of a range, in steps of 1, 2 or 5 times a power of ten.
 * @param {number} lo
 * @param {number} hi
 * @param {number} most
 * @param {boolean} [whole] no fractions
 * @returns {number[]}
 */
export function ticks(lo, hi, most, whole = false) {
	if (!Number.isFinite(lo) || !Number.isFinite(hi)) return [];
	if (!(hi > lo)) return [lo];
	most = Math.max(1, most);
	const rough = (hi - lo) / most, power = 10 ** Math.floor(Math.log10(rough));
	let step = 10 * power;
	for (const k of [1, 2, 5]) {
		if (k * power >= rough * (1 - 1e-9)) {
			step = k * power;
			break;
		}
	}
	if (whole) step = Math.max(1, step);
	const found = [], first = Math.ceil(lo / step - 1e-9);
	for (let i = first; i * step <= hi + step * 1e-9; i++) found.push(i === 0 ? 0 : tidy(i * step));
	return found.length > 0 ? found : ticks(lo, hi, 2 * most, whole).slice(0, most);
}

/** Rounds away errors of binary fractions. @param {number} v */
function tidy(v) { return Number(v.toPrecision(12)); }

/**
 * Returns round numbers of a logarithmic range: powers of ten and, if there is enough room, also 2 and
 * 5 times these powers.
 * @param {number} lo above 0
 * @param {number} hi
 * @param {number} most
 */
export function logTicks(lo, hi, most) {
	const decades = Math.log10(hi / lo), found = [];
	const steps = decades * 3 <= most ? [1, 2, 5] : [1], skip = Math.max(1, Math.ceil(decades / most));
	for (let p = Math.floor(Math.log10(lo)); p <= Math.ceil(Math.log10(hi)); p++) {
		if (p % skip !== 0) continue;
		for (const k of steps) {
			const v = tidy(k * 10 ** p);
			if (v >= lo * (1 - 1e-9) && v <= hi * (1 + 1e-9)) found.push(v);
		}
	}
	return found;
}

/**
 * Returns the indices of the visible points of a line: in each column of pixels the first, the lowest,
 * the highest and the last point. A line through these points covers the same pixels as a line through
 * all points.
 * @param {ArrayLike<number>} xs ascending
 * @param {ArrayLike<number>} ys gaps are NaN
 * @param {Scale} x
 * @param {number} width pixels
 * @param {number} [n] number of points
 * @returns {number[]} ascending
 */
export function visiblePoints(xs, ys, x, width, n = Math.min(xs.length, ys.length)) {
	// The range includes one point beyond each end, because the line must reach the edges.
	const begin = Math.max(0, place(xs, x.lo, n) - 1), end = Math.min(n, place(xs, x.hi, n) + 2);
	const out = [];
	if (end - begin <= 2 * width) {
		for (let i = begin; i < end; i++) out.push(i);
		return out;
	}
	for (let i = begin; i < end;) {
		const column = Math.floor(x.at(xs[i]));
		let last = i, least = i, most = i;
		for (let k = i; k < end && Math.floor(x.at(xs[k])) === column; k++) {
			last = k;
			if (ys[k] < ys[least] || Number.isNaN(ys[least])) least = k;
			if (ys[k] > ys[most] || Number.isNaN(ys[most])) most = k;
		}
		const a = Math.min(least, most), b = Math.max(least, most);
		out.push(i);
		if (a > i) out.push(a);
		if (b > a && b > i) out.push(b);
		if (last > b) out.push(last);
		i = last + 1;
	}
	return out;
}

/**
 * Returns the first index of an ascending list whose number is at least v.
 * @param {ArrayLike<number>} xs
 * @param {number} v
 * @param {number} [n]
 */
export function place(xs, v, n = xs.length) {
	let low = 0, high = n;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (xs[middle] < v) low = middle + 1;
		else high = middle;
	}
	return low;
}

/**
 * Returns the index of the number nearest to v; -1 in an empty list.
 * @param {ArrayLike<number>} xs ascending
 * @param {number} v
 */
export function nearest(xs, v) {
	if (xs.length === 0) return -1;
	const i = place(xs, v);
	if (i === 0) return 0;
	if (i === xs.length) return i - 1;
	return v - xs[i - 1] <= xs[i] - v ? i - 1 : i;
}

/**
 * Formats a number of an axis in few characters.
 * @param {number} v
 * @param {string} [unit] "k" for thousands, "M" for millions, or ""; the default depends on the number
 */
export function axisNumber(v, unit = unitOf(Math.abs(v))) {
	const size = Math.abs(v);
	if (size >= 1e9 || (size > 0 && size < 1e-3)) return v.toExponential(0).replace("e+", "e").replaceAll("-", "−");
	return (v === 0 ? "0" : String(tidy(v / (unit === "M" ? 1e6 : unit === "k" ? 1e3 : 1))) + unit).replace("-", "−");
}

/** @param {number} size */
function unitOf(size) { return size >= 1e6 ? "M" : size >= 1e4 ? "k" : ""; }

/**
 * Formats the numbers of one axis, all in the same unit.
 * @param {number[]} values
 */
export function axisNumbers(values) {
	const unit = unitOf(Math.max(0, ...values.map(Math.abs)));
	return values.map((v) => axisNumber(v, unit));
}
