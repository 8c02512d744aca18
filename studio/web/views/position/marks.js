// Arrows and circles that the user draws on a position. In a link, an arrow is FROM-TO and
// a circle is CELL; cells are numbers.

const namespace = "http://www.w3.org/2000/svg";

/** Returns the mark of a drag from one cell to another. @param {number} from @param {number} to */
export function markOf(from, to) { return from === to ? String(from) : `${from}-${to}`; }

/** Adds a mark to the list, or removes it if the list already has it. @param {string[]} marks @param {string} mark */
export function toggle(marks, mark) { return marks.includes(mark) ? marks.filter((m) => m !== mark) : [...marks, mark]; }

/** @param {string} text @returns {string[]} */
export function readMarks(text) { return text.split("~").filter((m) => /^\d+(-\d+)?$/.test(m)); }

export class MarksLayer {
	element = document.createElementNS(namespace, "svg");

	constructor() {
		this.element.setAttribute("class", "drawn-marks");
		this.element.setAttribute("aria-hidden", "true");
	}

	/**
	 * @param {import("../../draw/board.js").Board} board
	 * @param {{w: number, h: number}} size
	 * @param {string[]} marks
	 */
	show(board, size, marks) {
		const cell = board.layout.c / board.ratio, thick = Math.max(2, cell * 0.13);
		this.element.replaceChildren(...marks.flatMap((mark) => {
			const [from, to = from] = mark.split("-").map(Number);
			if (Math.max(from, to) >= size.w * size.h) return [];
			const a = board.middleOf(from), b = board.middleOf(to);
			if (from === to) return [shape("circle", { cx: a.x, cy: a.y, r: cell * 0.42, "stroke-width": thick })];
			const long = Math.hypot(b.x - a.x, b.y - a.y), ux = (b.x - a.x) / long, uy = (b.y - a.y) / long, tip = cell * 0.36;
			const neck = { x: b.x - ux * tip, y: b.y - uy * tip };
			const points = [[b.x, b.y], [neck.x - uy * tip * 0.6, neck.y + ux * tip * 0.6], [neck.x + uy * tip * 0.6, neck.y - ux * tip * 0.6]];
			return [shape("line", { x1: a.x, y1: a.y, x2: neck.x, y2: neck.y, "stroke-width": thick }), shape("polygon", { points: points.map((p) => p.join()).join(" ") })];
		}));
	}
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
	const e = document.createElementNS(namespace, name);
	for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, String(value));
	return e;
}
