// Where the cells of a board are on its canvas, in pixels of the device. Cells
// are counted as the rules do: from the bottom left, row by row upwards.

/** The directions in their order: up, right, down, left. On the screen y grows downwards. */
export const DX = [0, 1, 0, -1];
export const DY = [-1, 0, 1, 0];
/** No direction. */
export const NONE = 4;

/**
 * @typedef {object} Layout
 * @property {number} w columns
 * @property {number} h rows
 * @property {number} c pixels of a cell's side
 * @property {number} left where the first column begins
 * @property {number} top where the upper row begins
 * @property {number} width of the canvas
 * @property {number} height of the canvas
 */

/**
 * fit is the layout with the largest cells for which the board and its frame
 * have room. Cells are whole pixels, so that pieces join without seams.
 * @param {number} w
 * @param {number} h
 * @param {number} width room in pixels
 * @param {number} height
 * @param {number} [most] the largest cell
 * @returns {Layout}
 */
export function fit(w, h, width, height, most = Infinity) {
	let c = Math.max(1, Math.floor(Math.min(width / w, height / h, most)));
	while (c > 1 && (w * c + 2 * margin(c) > width || h * c + 2 * margin(c) > height)) c--;
	const m = margin(c);
	return { w, h, c, left: m, top: m, width: w * c + 2 * m, height: h * c + 2 * m };
}

/**
 * margin is the room for the frame around cells of c pixels.
 * @param {number} c
 */
export function margin(c) { return c < 6 ? 1 : Math.min(5, Math.max(2, Math.round(c / 12))); }

/** @param {Layout} l @param {number} cell */
export function cellX(l, cell) { return l.left + cell % l.w * l.c; }

/** @param {Layout} l @param {number} cell */
export function cellY(l, cell) { return l.top + (l.h - 1 - Math.floor(cell / l.w)) * l.c; }

/**
 * cellAt is the cell at a pixel, -1 beside the board.
 * @param {Layout} l
 * @param {number} x
 * @param {number} y
 */
export function cellAt(l, x, y) {
	const column = Math.floor((x - l.left) / l.c), row = Math.floor((y - l.top) / l.c);
	return column < 0 || row < 0 || column >= l.w || row >= l.h ? -1 : (l.h - 1 - row) * l.w + column;
}

/**
 * dirTo is the direction of the step from one cell to a neighbour, maybe over
 * the edge of a board that wraps; NONE if they are no neighbours.
 * @param {number} w
 * @param {number} h
 * @param {boolean} wraps
 * @param {number} from
 * @param {number} to
 */
export function dirTo(w, h, wraps, from, to) {
	let x = to % w - from % w, y = Math.floor(to / w) - Math.floor(from / w);
	if (wraps) {
		if (Math.abs(x) === w - 1 && w > 2) x = -Math.sign(x);
		if (Math.abs(y) === h - 1 && h > 2) y = -Math.sign(y);
	}
	if (x === 0) return y === 1 ? 0 : y === -1 ? 2 : NONE;
	return y !== 0 ? NONE : x === 1 ? 1 : x === -1 ? 3 : NONE;
}

/**
 * next is the neighbour in a direction, -1 beyond the edge.
 * @param {number} w
 * @param {number} h
 * @param {boolean} wraps
 * @param {number} cell
 * @param {number} dir
 */
export function next(w, h, wraps, cell, dir) {
	let x = cell % w + DX[dir], y = Math.floor(cell / w) - DY[dir];
	if (wraps) {
		x = (x + w) % w;
		y = (y + h) % h;
	}
	return x < 0 || y < 0 || x >= w || y >= h ? -1 : y * w + x;
}

/**
 * along is the cells of a walk from a cell in these directions, as far as the board goes.
 * @param {{w: number, h: number, wraps?: boolean}} board
 * @param {number} cell
 * @param {number[]} dirs
 */
export function along({ w, h, wraps = false }, cell, dirs) {
	const cells = [cell];
	for (const dir of dirs) {
		cell = next(w, h, wraps, cell, dir);
		if (cell < 0) break;
		cells.push(cell);
	}
	return cells;
}
