// The types of the messages of a channel of the kind "bench", and texts for their figures. The Go
// package studio/bench describes the messages.

/** @typedef {{mean: number | null, lo: number | null, hi: number | null}} Mean */
/**
 * @typedef {object} Solver
 * @property {number} won
 * @property {number} died
 * @property {number} trapped
 * @property {number} looped
 * @property {Mean} wonRate
 * @property {Mean} moves of won games
 * @property {number | null} median
 * @property {number | null} min
 * @property {number | null} max
 * @property {number | null} length mean at the end of all games
 * @property {Mean} [aboveOptimum] percent
 * @property {Mean} [aboveDistance]
 * @property {number} [mishaps]
 * @property {string} [firstMishap]
 * @property {number[]} [bins] won games by their moves
 * @property {number[]} [meals] triples of length, moves per meal, distance of a meal
 */
/** @typedef {{a: number, b: number, both: number, moves: Mean, clear: boolean, won: Mean, wonClear: boolean, bins?: number[], from: number | null, width: number | null}} Pair */
/**
 * @typedef {object} Report
 * @property {number} games played, of each solver
 * @property {number} asked number of games of each solver in the whole experiment
 * @property {number} first
 * @property {boolean} running
 * @property {string} seed of the next game
 * @property {string} command
 * @property {{start: number, width: number}} bins
 * @property {Solver[]} [solvers]
 * @property {Pair[]} [pairs]
 */
/** @typedef {{link: string, title: string, games: number, most: number, solvers: {name: string, color: string}[], meals: boolean, optimum: number | null}} Opened */

/** Formats a number with some decimals; unknown numbers become a dash. @param {number | null | undefined} v @param {number} [digits] */
export function fixedText(v, digits = 1) { return v === null || v === undefined ? "–" : v.toFixed(digits).replace("-", "−"); }

/** Returns the number of decimals for an interval of this width. @param {Mean} m */
function digits(m) {
	const half = m.lo === null || m.hi === null ? 1 : (m.hi - m.lo) / 2;
	return half >= 10 ? 0 : half >= 1 ? 1 : 2;
}

/** Formats a mean ± half of its interval. @param {Mean | undefined} m */
export function meanText(m) {
	if (!m || m.mean === null) return "–";
	const n = digits(m);
	return m.lo === null || m.hi === null ? fixedText(m.mean, 1) : `${fixedText(m.mean, n)} ± ${fixedText((m.hi - m.lo) / 2, n)}`;
}

/** Formats a difference with its sign. @param {number | null} v @param {number} [digits] */
function signedText(v, digits) { return (v !== null && v > 0 ? "+" : "") + fixedText(v, digits); }

/** Formats a mean difference in moves, and its interval. @param {Mean} m */
export function movesTexts(m) { return [signedText(m.mean), spanText(m, digits(m))]; }

/** Formats a difference of shares in percent, with the decimals of ouro bench. @param {Mean} m */
export function percentTexts({ mean, lo, hi }) {
	const percent = (/** @type {number | null} */ v) => v === null ? null : 100 * v;
	return [signedText(percent(mean)), spanText({ mean, lo: percent(lo), hi: percent(hi) }, 1)];
}

/** @param {Mean} m @param {number} digits */
function spanText(m, digits) { return m.lo === null || m.hi === null ? "–" : `${signedText(m.lo, digits)} to ${signedText(m.hi, digits)}`; }

/**
 * Returns the verdict on two solvers. The solver that wins significantly more games is better. The
 * moves, which are those of won games only, decide only if the shares of won games do not differ.
 * @param {Pair} p
 * @param {string[]} names
 */
export function verdict(p, names) {
	if (p.wonClear) return `${names[Number(p.won.mean) > 0 ? p.a : p.b]} wins more games`;
	if (p.clear) return `${names[Number(p.moves.mean) < 0 ? p.a : p.b]} needs fewer moves`;
	return p.won.lo === null || p.moves.lo === null ? "too few games" : "no significant difference";
}
