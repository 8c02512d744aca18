// What a channel tells of games, beside positions.

/** @typedef {{name: string, spec: string, color?: string, idea?: string, hand?: boolean, address?: string}} Seat */
/** @typedef {{seats: Seat[], meal?: string, optimum?: number, hungerLimit?: number}} LaneInfo */
/**
 * What is told of a game when it opens. What else a kind says is there too.
 * @typedef {object} Opened
 * @property {string} [link] of the same game
 * @property {{kind: string, name: string, cut?: boolean}} [file] that it is from
 * @property {string} title
 * @property {string} [rules]
 * @property {{w: number, h: number, wraps?: boolean}} board
 * @property {LaneInfo[]} lanes
 * @property {number} [first] the turn that it begins with
 * @property {number} [turns] the last that is known
 * @property {boolean} [over]
 * @property {number} [turn] that was asked for, as are speed, play, show and seat
 * @property {number} [speed]
 * @property {boolean} [play]
 * @property {string[]} [show]
 * @property {number} [seat]
 * @property {string} [commandLine] that does the same
 */
/** @typedef {{message: string, field?: string, line?: number, column?: number, fatal?: boolean}} Wrong */
/**
 * What a solver thought of a move.
 * @typedef {object} Thought
 * @property {number} turn at which it was asked
 * @property {number} lane
 * @property {number} seat
 * @property {number} [dir]
 * @property {number | null} [score]
 * @property {number | null} [expected] moves to the end, if it tells that
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [took] microseconds
 * @property {string[]} [labels] of all that it ever told
 * @property {any[]} [notes] those that are shown
 * @property {string} [error]
 */
/** @typedef {{length: number, meals: number, health: number, hunger: number, latency: number, mean: number, mishaps?: number, mishap?: string}} SeatFacts */
/** @typedef {{counts: number[], total: number, most: number}} Took */
/**
 * What there is to say about a turn of a lane.
 * @typedef {object} LaneFacts
 * @property {number} turn
 * @property {number} moves
 * @property {number} done
 * @property {number} [whole]
 * @property {SeatFacts[]} seats
 * @property {string} [failed]
 * @property {number} [distance]
 * @property {number} [mealMoves]
 * @property {number} [aboveDistance] per cent
 * @property {number} [aboveOptimum]
 * @property {Took} [took] of all answers, by powers of two of microseconds
 */
/** @typedef {{turn: number, lanes: LaneFacts[]}} TurnFacts */
/** @typedef {{turn: number, seat: number, dir: string}} Tried */

export {};
