// Computes where the cells of a board are on its canvas, in device pixels. Cells are numbered row by
// row from the bottom left, as in the rules.

/** The steps up, right, down and left on the screen, where y grows downwards. */
export const DX = [0, 1, 0, -1];
export const DY = [-1, 0, 1, 0];
/** No direction. */
export const NONE = 4;

/**
 * @typedef {object} Layout
 * @property {number} w columns
 * @property {number} h rows
 * @property {number} c the side of a cell
 * @property {number} left the left side of the first column
 * @property {number} top the upper side of the top row
 * @property {number} width of the canvas
 * @property {number} height of the canvas
 */

/**
 * Returns the layout with the largest cells for which the board and its frame fit into the room. The
 * side of a cell is a whole number of pixels, so neighbouring cells join without seams.
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
 * Returns the room for the frame around cells of c pixels.
 * @param {number} c
 */
export function margin(c) { return c < 6 ? 1 : Math.min(5, Math.max(2, Math.round(c / 12))); }

/** @param {Layout} l @param {number} cell */
export function cellX(l, cell) { return l.left + cell % l.w * l.c; }

/** @param {Layout} l @param {number} cell */
export function cellY(l, cell) { return l.top + (l.h - 1 - Math.floor(cell / l.w)) * l.c; }

/**
 * Returns the cell at a pixel; -1 outside the board.
 * @param {Layout} l
 * @param {number} x
 * @param {number} y
 */
export function cellAt(l, x, y) {
	const column = Math.floor((x - l.left) / l.c), row = Math.floor((y - l.top) / l.c);
	return column < 0 || row < 0 || column >= l.w || row >= l.h ? -1 : (l.h - 1 - row) * l.w + column;
}

/**
 * Returns the direction from one cell to a neighbour; NONE if the cells are not neighbours. On a board
 * that wraps, cells at opposite edges are neighbours.
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
 * Returns the neighbour in a direction; -1 beyond the edge.
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
 * Returns the cells of the path that begins at a cell and follows directions, up to the board's edge.
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
