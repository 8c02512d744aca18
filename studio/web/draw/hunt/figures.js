// Draws the figures of Snake Hunter: snakes, hunters, stunned snakes, bombs and flames. Each figure is
// drawn around a point, for cells of c pixels.
import { css, mix } from "../colour.js";
import { flameAt } from "./look.js";

/** @typedef {import("./look.js").Look} Look */
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {[number, number]} Point */

const full = 2 * Math.PI;
/** Angles of the directions on the screen: up, right, down, left. */
const angles = [-Math.PI / 2, 0, Math.PI / 2, Math.PI];

/** @param {Context} ctx @param {number} x @param {number} y @param {number} r */
function disc(ctx, x, y, r) {
	ctx.beginPath();
	ctx.arc(x, y, Math.max(0, r), 0, full);
	ctx.fill();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} c @param {Look} look */
function shadow(ctx, x, y, c, look) {
	ctx.fillStyle = css(look.ink, look.dark ? 0.4 : 0.18);
	ctx.beginPath();
	ctx.ellipse(x, y + c * 0.36, c * 0.32, c * 0.12, 0, 0, full);
	ctx.fill();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} r */
function star(ctx, x, y, r) {
	ctx.beginPath();
	for (let i = 0; i < 10; i++) {
		const a = i * Math.PI / 5 - Math.PI / 2, l = i % 2 ? r * 0.45 : r;
		ctx.lineTo(x + Math.cos(a) * l, y + Math.sin(a) * l);
	}
	ctx.fill();
}

/** Returns the angle of a direction on the screen. @param {number} dir */
export function angleOf(dir) { return angles[dir] ?? 0; }

/** Draws figures in cells of c pixels. */
export class Figures {
	/** @param {Context} ctx @param {number} c @param {Look} look */
	constructor(ctx, c, look) {
		this.ctx = ctx;
		this.c = c;
		this.look = look;
	}

	/**
	 * Draws a snake: a thick line along `way`, a disc at each point, and a face at the first point.
	 * @param {Point[]} points
	 * @param {Point[]} way
	 * @param {number} colour
	 * @param {{angle: number, chews: number}} head its direction, and how far its mouth is open (0 to 1)
	 */
	snake(points, way, colour, head) {
		const { ctx, c, look } = this;
		ctx.lineJoin = ctx.lineCap = "round";
		for (const [wide, style] of /** @type {[number, string][]} */ ([[0.8, css(mix(colour, look.ink, 0.55))], [0.66, css(mix(colour, look.ink, 0.2))]])) {
			ctx.strokeStyle = style;
			ctx.lineWidth = wide * c;
			ctx.beginPath();
			way.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
			if (way.length === 1) ctx.lineTo(way[0][0] + 0.01, way[0][1]);
			ctx.stroke();
		}
		for (let i = points.length - 1; i > 0; i--) {
			const [x, y] = points[i];
			const pale = mix(colour, look.floor, 0.25 * i / Math.max(6, points.length));
			ctx.fillStyle = css(pale);
			disc(ctx, x, y, c * 0.3);
			ctx.fillStyle = css(mix(pale, 0xffffff, 0.35), 0.8);
			disc(ctx, x - c * 0.09, y - c * 0.11, c * 0.09);
		}
		this.#face(points[0][0], points[0][1], colour, head);
	}

	/** @param {number} x @param {number} y @param {number} colour @param {{angle: number, chews: number}} head */
	#face(x, y, colour, { angle, chews }) {
		const { ctx, c, look } = this;
		ctx.save();
		ctx.translate(x, y);
		ctx.rotate(angle);
		ctx.fillStyle = css(mix(colour, look.ink, 0.55));
		disc(ctx, 0, 0, c * 0.46);
		ctx.fillStyle = css(mix(colour, 0xffffff, 0.08));
		disc(ctx, 0, 0, c * 0.4);
		if (chews > 0) {
			ctx.fillStyle = css(look.ink);
			ctx.beginPath();
			ctx.moveTo(c * 0.05, 0);
			ctx.arc(0, 0, c * 0.44, -0.55 * chews, 0.55 * chews);
			ctx.fill();
		}
		for (const side of [-1, 1]) {
			ctx.fillStyle = "#fff";
			disc(ctx, c * 0.1, side * c * 0.2, c * 0.14);
			ctx.fillStyle = css(look.ink);
			disc(ctx, c * 0.15, side * c * 0.2, c * 0.075);
		}
		ctx.restore();
	}

	/**
	 * Draws a hunter.
	 * @param {number} x
	 * @param {number} y
	 * @param {object} who
	 * @param {number} who.suit
	 * @param {number} who.band
	 * @param {number} who.facing a direction
	 * @param {number} who.stride the completed part of a step, 0 to 1; 0 if the hunter stands
	 * @param {string} [who.sign] a text on the body
	 */
	hunter(x, y, { suit, band, facing, stride, sign }) {
		const { ctx, c, look } = this;
		shadow(ctx, x, y, c, look);
		const bob = Math.abs(Math.sin(stride * full)) * c * 0.05, swing = Math.sin(stride * full) * c * 0.12;
		const u = c * 0.01, outline = css(look.ink);
		y -= bob;
		ctx.lineWidth = Math.max(1, 4 * u);
		ctx.strokeStyle = outline;
		// legs
		ctx.fillStyle = css(mix(band, look.ink, 0.35));
		for (const side of [-1, 1]) {
			ctx.beginPath();
			ctx.roundRect(x + side * 12 * u - 8 * u, y + 20 * u + (facing % 2 ? 0 : side * swing * 0.5), 16 * u, 22 * u + bob, 6 * u);
			ctx.fill();
			ctx.stroke();
		}
		// body and arms
		ctx.fillStyle = css(suit);
		for (const side of [-1, 1]) {
			ctx.beginPath();
			ctx.arc(x + side * 27 * u, y + 12 * u - side * swing * 0.7, 9 * u, 0, full);
			ctx.fill();
			ctx.stroke();
		}
		ctx.beginPath();
		ctx.roundRect(x - 23 * u, y - 6 * u, 46 * u, 36 * u, 14 * u);
		ctx.fill();
		ctx.stroke();
		if (sign && c >= 22) {
			ctx.fillStyle = css(band);
			ctx.font = `700 ${Math.round(22 * u)}px system-ui, sans-serif`;
			ctx.textAlign = "center";
			ctx.textBaseline = "middle";
			ctx.fillText(sign, x, y + 19 * u);
		}
		// head
		ctx.fillStyle = css(suit);
		ctx.beginPath();
		ctx.arc(x, y - 16 * u, 27 * u, 0, full);
		ctx.fill();
		ctx.stroke();
		ctx.save();
		ctx.clip();
		ctx.fillStyle = css(band);
		ctx.fillRect(x - 30 * u, y - 34 * u, 60 * u, 10 * u);
		ctx.restore();
		if (facing === 0) return; // the hunter faces away
		const look2 = facing === 1 ? 9 : facing === 3 ? -9 : 0;
		ctx.fillStyle = "#f6c9a0";
		ctx.beginPath();
		ctx.roundRect(x + look2 * u - 17 * u, y - 22 * u, 34 * u, 22 * u, 10 * u);
		ctx.fill();
		ctx.fillStyle = outline;
		for (const side of [-1, 1]) {
			ctx.beginPath();
			ctx.ellipse(x + (look2 * 1.25 + side * 8) * u, y - 12 * u, 3.6 * u, 6.5 * u, 0, 0, full);
			ctx.fill();
		}
	}

	/**
	 * Draws a stunned snake as a swaying figure with stars.
	 * @param {number} x @param {number} y @param {number} colour @param {number} seconds
	 */
	stunned(x, y, colour, seconds) {
		const { ctx, c, look } = this;
		shadow(ctx, x, y, c, look);
		const sway = Math.sin(seconds * 5) * c * 0.04;
		ctx.strokeStyle = css(look.ink);
		ctx.lineWidth = Math.max(1, c * 0.04);
		ctx.fillStyle = css(colour);
		ctx.beginPath();
		ctx.roundRect(x - c * 0.2 + sway / 2, y - c * 0.02, c * 0.4, c * 0.38, c * 0.14);
		ctx.fill();
		ctx.stroke();
		ctx.beginPath();
		ctx.arc(x + sway, y - c * 0.1, c * 0.28, 0, full);
		ctx.fill();
		ctx.stroke();
		ctx.beginPath();
		for (const side of [-1, 1]) {
			const ex = x + sway + side * c * 0.11, ey = y - c * 0.11, r = c * 0.05;
			ctx.moveTo(ex - r, ey - r);
			ctx.lineTo(ex + r, ey + r);
			ctx.moveTo(ex + r, ey - r);
			ctx.lineTo(ex - r, ey + r);
		}
		ctx.stroke();
		ctx.fillStyle = css(look.spark);
		for (let i = 0; i < 3; i++) {
			const a = seconds * 3 + i * full / 3;
			star(ctx, x + Math.cos(a) * c * 0.34, y - c * 0.38 + Math.sin(a) * c * 0.09, c * 0.1);
		}
	}

	/**
	 * Draws a bomb.
	 * @param {number} x @param {number} y
	 * @param {number} left the remaining share of the fuse
	 * @param {number} band the colour of its hunter
	 * @param {number} seconds
	 */
	bomb(x, y, left, band, seconds) {
		const { ctx, c, look } = this;
		shadow(ctx, x, y, c, look);
		const beat = 1 + 0.07 * Math.sin(seconds * (8 + 14 * (1 - left)));
		const r = c * 0.33 * beat;
		ctx.fillStyle = css(look.bomb);
		ctx.strokeStyle = css(mix(look.bomb, 0xffffff, look.dark ? 0.45 : 0.1));
		ctx.lineWidth = Math.max(1, c * 0.05);
		ctx.beginPath();
		ctx.arc(x, y + c * 0.04, r, 0, full);
		ctx.fill();
		ctx.stroke();
		ctx.fillStyle = css(band);
		ctx.beginPath();
		ctx.arc(x, y + c * 0.04, r * 0.42, 0, full);
		ctx.fill();
		ctx.fillStyle = "rgb(255 255 255 / .75)";
		disc(ctx, x - r * 0.42, y - r * 0.35, r * 0.17);
		// the fuse, and the spark that runs down it
		ctx.strokeStyle = css(mix(look.brick, look.text, 0.3));
		ctx.beginPath();
		ctx.moveTo(x + r * 0.55, y - r * 0.7);
		const ex = x + r * (0.6 + 0.7 * left), ey = y - r * (0.75 + 0.55 * left);
		ctx.quadraticCurveTo(x + r * 0.7, y - r * 1.2 * (0.6 + 0.4 * left), ex, ey);
		ctx.stroke();
		const s = c * (0.1 + 0.04 * Math.sin(seconds * 40));
		ctx.fillStyle = css(look.spark);
		star(ctx, ex, ey, s * 1.5);
		ctx.fillStyle = "#fff";
		disc(ctx, ex, ey, s * 0.5);
	}

	/**
	 * Draws a flame, joined to flames beside it.
	 * @param {number} x @param {number} y
	 * @param {number} t the share of its time that has passed
	 * @param {boolean[]} joins by direction
	 */
	flame(x, y, t, joins) {
		const { ctx, c, look } = this;
		const grow = t < 0.15 ? t / 0.15 : 1 - (t - 0.15) / 0.85;
		for (const [wide, early] of [[0.98, 0.25], [0.66, 0.1], [0.34, 0]]) {
			const r = c * wide / 2 * (0.35 + 0.65 * grow);
			ctx.fillStyle = css(flameAt(look, Math.min(1, t * 0.7 + early * 1.6)), 0.92);
			ctx.beginPath();
			ctx.roundRect(x - r, y - r, 2 * r, 2 * r, r * 0.7);
			for (const [d, [dx, dy]] of [[0, -1], [1, 0], [0, 1], [-1, 0]].entries()) {
				if (!joins[d]) continue;
				const q = c / 2;
				if (dx) ctx.rect(dx < 0 ? x - q : x, y - r, q, 2 * r);
				else ctx.rect(x - r, dy < 0 ? y - q : y, 2 * r, q);
			}
			ctx.fill();
		}
	}

	/**
	 * Writes the score that a snake gives a cell.
	 * @param {number} x @param {number} y @param {number} colour @param {number} score
	 */
	scoreText(x, y, colour, score) {
		const { ctx, c, look } = this;
		const text = score >= 1 ? String(Math.round(score)) : score.toPrecision(1);
		ctx.font = `700 ${Math.max(9, Math.round(c * 0.34))}px system-ui, sans-serif`;
		ctx.textAlign = "center";
		ctx.textBaseline = "middle";
		ctx.lineJoin = "round";
		ctx.lineWidth = Math.max(2, c * 0.14);
		ctx.strokeStyle = css(colour);
		ctx.strokeText(text, x, y);
		ctx.fillStyle = look.dark ? "#000" : "#fff";
		ctx.fillText(text, x, y);
	}
}
