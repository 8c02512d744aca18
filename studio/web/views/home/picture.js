// The picture on the start page's board before the engine is ready: a snake around the
// middle of the board, with food ahead of it.
import { along } from "../../draw/layout.js";

const size = { w: 10, h: 10 };
const head = 8 * size.w + 5; // in the ninth row from the bottom
const body = along(size, head, [..."LLLLDDDDDDDRRRRRRRUUUUU"].map((letter) => "URDL".indexOf(letter)));

/** @type {import("../../draw/board.js").Position} */
export const picture = { ...size, ground: new Uint8Array(size.w * size.h), food: [head + 2], snakes: [{ body, health: 100 }] };
