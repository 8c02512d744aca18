// Starts the animations of events in Snake Hunter.
import { css } from "../colour.js";

/** @typedef {{kind: string, cell: number, hunter: number, snake: number, count: number}} Event */

/**
 * Starts the animation of an event.
 * @param {import("./sparks.js").Sparks} sparks
 * @param {Event} e
 * @param {{w: number, h: number}} level
 * @param {import("./look.js").Look} look
 * @param {number} now
 */
export function showEvent(sparks, e, level, look, now) {
	const x = e.cell % level.w, y = level.h - 1 - Math.floor(e.cell / level.w);
	const snakeColour = css(look.snakes[e.snake] ?? look.text);
	switch (e.kind) {
	case "hedge burnt": sparks.burst(x, y, { n: 14, colour: css(look.brick), speed: 4, now }); break;
	case "hedge eaten": sparks.burst(x, y, { n: 6, colour: css(look.brickLit), speed: 1.5, size: 0.1, now }); break;
	case "bomb exploded": sparks.burst(x, y, { n: 16, colour: css(look.spark), speed: 5, size: 0.1, now }); break;
	case "snake hit":
		sparks.burst(x, y, { n: 24, colour: snakeColour, speed: 4, size: 0.2, now });
		sparks.rise(x, y, `+${10 * e.count}`, css(look.text), now);
		break;
	case "snake died":
		sparks.burst(x, y, { n: 48, colour: snakeColour, speed: 5, size: 0.24, life: 800, now });
		sparks.rise(x, y, `+${100 + 10 * e.count}`, css(look.good), now);
		break;
	case "snake stunned": sparks.burst(x, y, { n: 14, colour: snakeColour, speed: 2, now }); break;
	case "hunter caught": case "hunter blasted":
		sparks.burst(x, y, { n: 30, colour: css(look.suits[e.hunter] ?? look.text), speed: 3, size: 0.18, life: 800, now });
		break;
	case "hunter back": sparks.burst(x, y, { n: 20, colour: css(look.spark), speed: 2.5, size: 0.1, now }); break;
	}
}
