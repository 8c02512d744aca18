// Animates particles of bursts, and scores that rise. If the user prefers reduced motion, only the
// scores are shown.

/**
 * @typedef {object} Spark
 * @property {number} x in cells from the left
 * @property {number} y in cells from the top
 * @property {number} dx cells a second
 * @property {number} dy
 * @property {number} born
 * @property {number} life milliseconds
 * @property {number} size of a cell
 * @property {string} colour
 * @property {string} [text]
 */

const most = 400;

export function reducedMotion() { return matchMedia("(prefers-reduced-motion: reduce)").matches; }

export class Sparks {
	/** @type {Spark[]} */ #all = [];

	/**
	 * @param {number} x @param {number} y
	 * @param {{n: number, colour: string, speed?: number, size?: number, life?: number, now: number}} how
	 */
	burst(x, y, { n, colour, speed = 3, size = 0.14, life = 450, now }) {
		if (reducedMotion()) return;
		for (let i = 0; i < n && this.#all.length < most; i++) {
			const a = Math.random() * 2 * Math.PI, v = speed * (0.3 + Math.random());
			this.#all.push({
				x: x + 0.5 + (Math.random() - 0.5) * 0.6, y: y + 0.5 + (Math.random() - 0.5) * 0.6,
				dx: Math.cos(a) * v, dy: Math.sin(a) * v - 1, born: now, life: life * (0.6 + 0.6 * Math.random()), size: size * (0.5 + Math.random()), colour,
			});
		}
	}

	/** @param {number} x @param {number} y @param {string} text @param {string} colour @param {number} now */
	rise(x, y, text, colour, now) {
		if (this.#all.length < most) this.#all.push({ x: x + 0.5, y: y + 0.2, dx: 0, dy: reducedMotion() ? 0 : -1.1, born: now, life: 1100, size: 0.5, colour, text });
	}

	clear() { this.#all.length = 0; }

	/**
	 * @param {CanvasRenderingContext2D} ctx
	 * @param {number} c
	 * @param {string} halo around texts
	 * @param {number} now
	 */
	draw(ctx, c, halo, now) {
		this.#all = this.#all.filter((s) => now - s.born < s.life);
		for (const s of this.#all) {
			const t = (now - s.born) / s.life, seconds = (now - s.born) / 1000;
			const x = (s.x + s.dx * seconds) * c, y = (s.y + s.dy * seconds + (s.text ? 0 : 5 * seconds * seconds)) * c;
			ctx.globalAlpha = t < 0.6 ? 1 : (1 - t) / 0.4;
			ctx.fillStyle = s.colour;
			if (s.text) {
				ctx.font = `800 ${Math.max(12, Math.round(c * s.size))}px system-ui, sans-serif`;
				ctx.textAlign = "center";
				ctx.textBaseline = "middle";
				ctx.lineWidth = Math.max(2, c * 0.12);
				ctx.strokeStyle = halo;
				ctx.lineJoin = "round";
				ctx.strokeText(s.text, x, y);
				ctx.fillText(s.text, x, y);
			} else {
				const r = s.size * c;
				ctx.fillRect(x - r / 2, y - r / 2, r, r);
			}
		}
		ctx.globalAlpha = 1;
	}
}
