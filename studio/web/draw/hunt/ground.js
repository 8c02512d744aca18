// The ground of Snake Hunter: floor, walls of stone, and edible walls of brick. It is painted once;
// later only the cells that change are repainted.
import { css } from "../colour.js";

/** @typedef {import("./look.js").Look} Look */
/** @typedef {CanvasRenderingContext2D} Context */

export class Ground {
	#canvas = document.createElement("canvas");
	#ctx = /** @type {Context} */ (this.#canvas.getContext("2d", { alpha: false }));

	/**
	 * Paints a whole level with cells of c device pixels.
	 * @param {string[]} signs by cell
	 * @param {number} w
	 * @param {number} h
	 * @param {number} c
	 * @param {Look} look
	 */
	paint(signs, w, h, c, look) {
		Object.assign(this, { signs, w, h, c, look });
		this.#canvas.width = w * c;
		this.#canvas.height = h * c;
		for (let cell = 0; cell < w * h; cell++) this.repaint(cell);
	}

	/** @type {string[]} */ signs = [];
	w = 0; h = 0; c = 0;
	/** @type {Look} */ look = /** @type {any} */ (null);

	/** @param {number} cell */
	repaint(cell) {
		const { c, w, h, look, signs } = this;
		const x = cell % w * c, y = (h - 1 - Math.floor(cell / w)) * c, ctx = this.#ctx;
		const odd = (cell % w + Math.floor(cell / w)) % 2;
		ctx.fillStyle = css(odd ? look.check : look.floor);
		ctx.fillRect(x, y, c, c);
		if (signs[cell] === "X") stone(ctx, x, y, c, look);
		if (signs[cell] === ".") bricks(ctx, x, y, c, look);
		// Raised cells cast a shadow on the floor below them.
		if (signs[cell] === " " && cell + w < w * h && signs[cell + w] !== " ") {
			ctx.fillStyle = css(look.ink, look.dark ? 0.35 : 0.12);
			ctx.fillRect(x, y, c, Math.max(1, Math.round(c * 0.12)));
		}
	}

	get canvas() { return this.#canvas; }
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} c @param {Look} look */
function stone(ctx, x, y, c, look) {
	const e = Math.max(1, Math.round(c * 0.11));
	ctx.fillStyle = css(look.stoneShade);
	ctx.fillRect(x, y, c, c);
	ctx.fillStyle = css(look.stoneLit);
	ctx.fillRect(x, y, c, c - e);
	ctx.fillStyle = css(look.stone);
	ctx.fillRect(x + Math.max(1, e >> 1), y + e, c - e, c - 2 * e);
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} c @param {Look} look */
export function bricks(ctx, x, y, c, look) {
	const rows = c < 14 ? 2 : 3, m = Math.max(1, Math.round(c * 0.05)), tall = c / rows;
	ctx.fillStyle = css(look.mortar);
	ctx.fillRect(x, y, c, c);
	ctx.save();
	ctx.beginPath();
	ctx.rect(x, y, c, c);
	ctx.clip();
	for (let row = 0; row < rows; row++) {
		const top = Math.round(y + row * tall), high = Math.round(y + (row + 1) * tall) - top - m;
		for (let i = -1; i < 2; i++) {
			const left = Math.round(x + (i + (row % 2 ? 0.5 : 0)) * c * 0.62), wide = Math.round(c * 0.62) - m;
			ctx.fillStyle = css(look.brick);
			ctx.fillRect(left, top, wide, high);
			ctx.fillStyle = css(look.brickLit);
			ctx.fillRect(left, top, wide, Math.max(1, Math.round(high * 0.3)));
		}
	}
	ctx.restore();
}
