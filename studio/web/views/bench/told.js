// What a channel of the kind "bench" tells, see studio/bench in Go.

/** @typedef {{mean: number | null, lo: number | null, hi: number | null}} Mean */
/**
 * @typedef {object} Solver
 * @property {number} won
 * @property {number} died
 * @property {number} trapped
 * @property {number} looped
 * @property {Mean} wonRate
 * @property {Mean} moves over won games
 * @property {number | null} median
 * @property {number | null} min
 * @property {number | null} max
 * @property {number | null} length mean at the end
 * @property {Mean} [aboveOptimum] percent
 * @property {Mean} [aboveDistance]
 * @property {number} [mishaps]
 * @property {string} [firstMishap]
 * @property {number[]} [bins] won games by their moves
 * @property {number[]} [meals] length, moves a meal, distance of a meal; and again
 */
/** @typedef {{a: number, b: number, both: number, moves: Mean, clear: boolean, won: Mean, wonClear: boolean, bins?: number[], from: number | null, width: number | null}} Pair */
/**
 * @typedef {object} Report
 * @property {number} games played, of each solver
 * @property {number} asked
 * @property {number} first
 * @property {boolean} running
 * @property {string} seed of the next game
 * @property {string} command
 * @property {{start: number, width: number}} bins
 * @property {Solver[]} [solvers]
 * @property {Pair[]} [pairs]
 */
/** @typedef {{link: string, title: string, games: number, most: number, solvers: {name: string, color: string}[], meals: boolean, optimum: number | null}} Opened */

/** A number with so many digits after the point; a dash where it is not known. @param {number | null | undefined} v @param {number} [digits] */
export function fixed(v, digits = 1) { return v === null || v === undefined ? "–" : v.toFixed(digits).replace("-", "−"); }

/** How many digits an interval is worth. @param {Mean} m */
function digits(m) {
	const half = m.lo === null || m.hi === null ? 1 : (m.hi - m.lo) / 2;
	return half >= 10 ? 0 : half >= 1 ? 1 : 2;
}

/** A mean and half of its interval. @param {Mean | undefined} m */
export function meanText(m) {
	if (!m || m.mean === null) return "–";
	const n = digits(m);
	return m.lo === null || m.hi === null ? fixed(m.mean, 1) : `${fixed(m.mean, n)} ± ${fixed((m.hi - m.lo) / 2, n)}`;
}

/** A difference, with its sign. @param {number | null} v @param {number} [digits] */
function signed(v, digits) { return (v !== null && v > 0 ? "+" : "") + fixed(v, digits); }

/** A mean of differences in moves, and the ends of its interval. @param {Mean} m */
export function movesTexts(m) { return [signed(m.mean), spanText(m, digits(m))]; }

/** A difference of shares in percent, with so many digits as ouro bench gives it. @param {Mean} m */
export function percentTexts({ mean, lo, hi }) {
	const percent = (/** @type {number | null} */ v) => v === null ? null : 100 * v;
	return [signed(percent(mean)), spanText({ mean, lo: percent(lo), hi: percent(hi) }, 1)];
}

/** @param {Mean} m @param {number} digits */
function spanText(m, digits) { return m.lo === null || m.hi === null ? "–" : `${signed(m.lo, digits)} to ${signed(m.hi, digits)}`; }

/**
 * What the games of two solvers say of them. Who wins more is better: moves, which are
 * those of won games alone, decide only between solvers that are not told apart by that.
 * @param {Pair} p
 * @param {string[]} names
 */
export function verdict(p, names) {
	if (p.wonClear) return `${names[Number(p.won.mean) > 0 ? p.a : p.b]} wins more games`;
	if (p.clear) return `${names[Number(p.moves.mean) < 0 ? p.a : p.b]} needs fewer moves`;
	return p.won.lo === null || p.moves.lo === null ? "too few games to tell" : "no difference is shown";
}
