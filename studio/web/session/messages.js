// Types of the messages about games, except those with positions.

/** @typedef {{name: string, spec: string, color?: string, idea?: string, hand?: boolean, address?: string, certificate?: string}} Seat */
/** @typedef {{seats: Seat[], meal?: string, optimum?: number, hungerLimit?: number}} LaneInfo */
/**
 * The description of an open game. Some kinds of channels add fields.
 * @typedef {object} Opened
 * @property {string} [link] that opens the same game
 * @property {{kind: string, name: string, cut?: boolean}} [file] from which the game is
 * @property {string} title
 * @property {string} [rules]
 * @property {{w: number, h: number, wraps?: boolean}} board
 * @property {LaneInfo[]} lanes
 * @property {number} [first] the first turn
 * @property {number} [turns] the last turn that is known
 * @property {boolean} [over]
 * @property {number} [turn] from the link, like speed, play, show and seat
 * @property {number} [speed]
 * @property {boolean} [play]
 * @property {string[]} [show]
 * @property {number} [seat]
 * @property {string} [commandLine] the command that plays the same game
 */
/** @typedef {{message: string, field?: string, line?: number, column?: number, fatal?: boolean}} GameError */
/**
 * A solver's thought about a move.
 * @typedef {object} Thought
 * @property {number} turn
 * @property {number} lane
 * @property {number} seat
 * @property {number} [dir]
 * @property {number | null} [score]
 * @property {number | null} [expected] moves to the end, if the solver estimates them
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [took] microseconds
 * @property {string[]} [labels] of all thoughts of this solver so far
 * @property {any[]} [notes] the overlays to show
 * @property {string} [error]
 */
/** @typedef {{length: number, meals: number, health: number, hunger: number, latency: number, mean: number, mishaps?: number, mishap?: string}} SeatFacts */
/** @typedef {{counts: number[], total: number, most: number}} AnswerTimes */
/**
 * The facts of a turn in a lane.
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
 * @property {AnswerTimes} [took] times of all answers, counted by powers of two of microseconds
 */
/** @typedef {{turn: number, lanes: LaneFacts[]}} TurnFacts */
/** @typedef {{turn: number, seat: number, dir: string}} OtherMove */

export {};
