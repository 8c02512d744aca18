// A game in a file that another page hands over, since an address is too short for it.

/** @type {{record: string, turn: number} | null} */
let waiting = null;

/** @param {{record: string, turn: number}} game */
export function hand(game) { waiting = game; }

/** What was handed over, once. */
export function take() {
	const game = waiting;
	waiting = null;
	return game;
}
