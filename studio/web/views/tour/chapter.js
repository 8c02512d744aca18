// A chapter of the tour.

/**
 * @typedef {object} Chapter
 * @property {string} name in the address: #/tour/NAME
 * @property {string} title
 * @property {string} source
 * @property {string} about in a sentence
 * @property {(session: import("../../session/client.js").Session) => {parts: Node[], stop: () => void}} show
 */

export {};
