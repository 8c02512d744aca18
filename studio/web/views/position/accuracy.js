// Shows the costs of the moves in a line: as bars under the board, as a sum, and as a list of the worst
// moves. The engine computes the costs; the page only adds them up.
import { h, replace, write } from "../../parts/dom.js";
import { arrows, count } from "../../parts/panel.js";
import { onTheme } from "../../draw/theme.js";
import { chance } from "./exact.js";

/** @typedef {{turn: number, dir: number, best: number[], moves: number, chance?: number, half?: number, unknown?: boolean}} Cost */
/** @typedef {import("./tree.js").Node} Node */

const worst = 8; // most moves that are listed

export class Accuracy {
	/** @type {Cost[]} */ costs = [];
	/** @type {Node[]} the nodes after the moves */ #nodes = [];
	#of = 0;
	#running = false;
	#at = -1;
	#canvas = h("canvas", { class: "costs", role: "img", "aria-label": "cost of each move", onclick: (/** @type {MouseEvent} */ e) => this.#press(e) });
	#status = h("p", { class: "small" });
	#how = h("p", { class: "small dim" });
	#worst = h("ol", { class: "worst", "aria-label": "worst moves" });
	#drill = h("button", { type: "button", class: "first start-drill", hidden: true, onclick: () => this.how.drill() }, "Find the better move");
	#button = h("button", { type: "button", onclick: () => (this.#running ? this.how.stop() : this.how.judge()) }, "Judge the moves");
	element = h("section", { class: "card accuracy" }, h("header", {}, h("h2", {}, "Accuracy"), this.#button), this.#status, this.#canvas, this.#worst, this.#drill, this.#how);

	/** @param {{judge: () => void, stop: () => void, go: (node: Node) => void, drill: () => void, onCosts: (costs: Map<number, number>) => void}} how */
	constructor(how) {
		this.how = how;
		this.clear();
		this.stopTheme = onTheme(() => this.#draw());
		this.resized = new ResizeObserver(() => this.#draw());
		this.resized.observe(this.#canvas);
	}

	stop() {
		this.stopTheme();
		this.resized.disconnect();
	}

	clear() {
		this.costs = [];
		this.#nodes = [];
		this.#run(false);
		write(this.#status, "Compares every move of this line with the best one.");
		write(this.#how, "");
		this.#drill.hidden = this.#worst.hidden = this.#canvas.hidden = true;
	}

	/** Starts judging the moves that lead to these nodes. @param {Node[]} nodes */
	begin(nodes) {
		this.clear();
		this.#nodes = nodes;
		this.#of = nodes.length;
		this.#run(true);
		write(this.#status, "judging …");
	}

	/** @param {boolean} running */
	#run(running) {
		this.#running = running;
		write(this.#button, running ? "Stop" : "Judge the moves");
	}

	/** @param {{listing: boolean, length: number}} p */
	progress(p) {
		if (this.costs.length === 0) write(this.#status, `computing exact values: ${p.listing ? "listing bodies" : "computing positions"} of length ${p.length}`);
	}

	/** @param {{from: number, of: number, costs: Cost[]}} data */
	receive(data) {
		this.#of = data.of;
		data.costs.forEach((c, i) => { this.costs[data.from + i] = c; });
		this.#canvas.hidden = false;
		this.#sum();
		this.#draw();
	}

	/** @param {{exact: boolean, judges?: string[], meals?: number, games?: number}} how */
	done(how) {
		this.#run(false);
		this.#sum();
		write(this.#how, how.exact ? "Measured by exact values: the cost of a move is its increase of the expected moves of best play. Over many games the costs add up to the difference between the player and the optimum."
			: `Estimated by ${how.judges?.[0]}, which may be wrong: if it prefers another move, it plays on after every move with the same random food, in ${how.games} games of up to ${how.meals} meals${(how.judges?.length ?? 0) > 1 ? ` (so does ${how.judges?.slice(1).join(", ")}; the best result of each game counts)` : ""}. A cost is the mean difference from the best move, if it is significant.`);
		/** @type {Map<number, number>} */
		const marks = new Map();
		this.costs.forEach((c, i) => { if (this.#nodes[i]) marks.set(this.#nodes[i].id, weight(c)); });
		this.how.onCosts(marks);
		this.#drill.hidden = this.tasks().length === 0;
	}

	/** Returns the tasks of a drill: those of the worst moves for which a better move is known, in the order of the game. @returns {import("./drill.js").Task[]} */
	tasks() {
		return this.#order().filter(({ c, i }) => c.best.length > 0 && !c.best.includes(c.dir) && this.#nodes[i]?.above).sort((a, b) => a.i - b.i)
			.map(({ c, i }) => ({ cost: c, before: /** @type {Node} */ (this.#nodes[i].above), words: words(c) }));
	}

	/** Returns the worst moves with their indexes, the worst first. */
	#order() { return this.costs.map((c, i) => ({ c, i })).filter(({ c }) => weight(c) >= 0.005).sort((a, b) => weight(b.c) - weight(a.c)).slice(0, worst); }

	/** Ends judging without a result. @param {string} why "" shows the sum so far */
	failed(why) {
		this.#run(false);
		if (why) write(this.#status, why);
		else this.#sum();
	}

	/** Marks the move that led to a node. @param {Node} node */
	at(node) {
		this.#at = this.#nodes.indexOf(node);
		this.#draw();
	}

	#sum() {
		const all = this.costs, moves = all.reduce((sum, c) => sum + c.moves, 0), lost = all.reduce((sum, c) => sum + Math.max(0, c.chance ?? 0), 0);
		const free = all.filter((c) => !c.unknown && weight(c) < 0.005).length, unknown = all.filter((c) => c.unknown).length;
		write(this.#status, [`${count(all.length, "move")}${all.length < this.#of ? ` of ${this.#of}` : ""}: ${moves.toFixed(2)} moves lost`,
			lost > 0 ? `${chance(Math.min(1, lost))} of the chance to win lost` : "", `${(100 * free / Math.max(1, all.length)).toFixed(0)} % of the moves cost nothing`, unknown > 0 ? `${unknown} not judged` : ""].filter(Boolean).join(" · "));
		const order = this.#order();
		this.#worst.hidden = order.length === 0;
		replace(this.#worst, order.map(({ c, i }) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => this.#go(i) },
			h("span", { class: "dim" }, c.turn), h("b", {}, arrows[c.dir]), h("span", {}, words(c)), h("span", { class: "dim" }, c.best.length > 0 ? `best ${c.best.map((d) => arrows[d]).join(" ")}` : "")))));
	}

	/** Shows the position before a move. @param {number} i */
	#go(i) {
		const node = this.#nodes[i];
		if (node?.above) this.how.go(node.above);
	}

	/** @param {MouseEvent} e */
	#press(e) {
		const box = this.#canvas.getBoundingClientRect();
		this.#go(Math.min(this.#of - 1, Math.max(0, Math.floor((e.clientX - box.left) / box.width * this.#of))));
	}

	#draw() {
		const canvas = this.#canvas, ratio = Math.min(3, devicePixelRatio || 1), ctx = canvas.getContext("2d");
		if (canvas.hidden || !ctx || this.#of === 0) return;
		const w = Math.round(canvas.clientWidth * ratio), hgt = Math.round(canvas.clientHeight * ratio);
		if (canvas.width !== w || canvas.height !== hgt) {
			canvas.width = w;
			canvas.height = hgt;
		}
		ctx.clearRect(0, 0, w, hgt);
		const style = getComputedStyle(canvas), colour = (/** @type {string} */ name) => resolve(canvas, name, style);
		const most = this.costs.reduce((m, c) => Math.max(m, c.moves), 1), base = hgt - 2;
		const step = w / this.#of, wide = Math.max(1, step - (step > 4 * ratio ? ratio : 0));
		const [ink, bad, soft, line] = [colour("--accent"), colour("--bad"), colour("--hover"), colour("--edge")];
		if (this.#at >= 0) {
			ctx.fillStyle = soft;
			ctx.fillRect(this.#at * step - 1, 0, Math.max(3 * ratio, wide + 2), hgt);
		}
		this.costs.forEach((c, i) => {
			const lost = (c.chance ?? 0) > 0, tall = lost ? base : c.unknown ? base / 8 : Math.sqrt(c.moves / most) * (base - 2);
			ctx.fillStyle = lost ? bad : c.unknown ? line : ink;
			ctx.fillRect(i * step, base - tall, wide, tall);
		});
		ctx.fillStyle = line;
		ctx.fillRect(0, base, w, Math.max(1, ratio));
	}
}

/** Returns the weight of a move in the ranking, in which a lost chance to win counts most. @param {Cost} c */
function weight(c) { return c.moves + 1000 * Math.max(0, c.chance ?? 0); }

/** @param {Cost} c */
function words(c) {
	if ((c.chance ?? 0) > 0) return `−${chance(c.chance ?? 0)} to win`;
	return `+${c.moves.toFixed(2)}${c.half ? ` ± ${c.half.toFixed(2)}` : ""} moves`;
}

/** Resolves a colour of the style sheet for a canvas. @param {HTMLElement} e @param {string} name @param {CSSStyleDeclaration} style */
function resolve(e, name, style) {
	const was = e.style.color;
	e.style.color = `var(${name})`;
	const colour = style.color;
	e.style.color = was;
	return colour;
}
