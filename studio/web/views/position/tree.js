// A Tree has the variations of a game, as in a chess analysis. Each node is a position, which a move
// reaches from the position of the node above. The first kid of a node continues the line; the other
// kids are variations. This module neither draws nor asks the engine.

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {Node | null} above
 * @property {number} turn
 * @property {number[]} dirs the directions of the move to this node, by seat; -1 for a dead snake
 * @property {number[]} spawned cells of food that appeared in that move
 * @property {string} position the position as text; "" until the engine has sent it
 * @property {string} over how the game ended here, or ""
 * @property {number} played moves from the start of the opened game; -1 in a variation
 * @property {any} board the position as the engine sends it, or null
 * @property {string[]} marks arrows and circles that the user drew, see marks.js
 * @property {string} comment of the user, or ""
 * @property {Node[]} kids
 */

/** Letters of the directions, as in records. */
const letters = ["U", "R", "D", "L"];

/** Returns a line of one snake in the engine's format: its moves, and the food after them. @param {Node[]} moves */
export function lineOf(moves) {
	return { line: moves.map((n) => letters[n.dirs[0]]).join(""), foods: moves.flatMap((n, i) => n.spawned.map((c) => [i, c])) };
}

export class Tree {
	#ids = 0;
	#first;
	/** @type {Map<number, Node>} */ #nodes = new Map();
	/** @type {Node} */ root;
	/** @type {Node} */ at;

	/** @param {{position?: string, board?: any, played?: number, turn?: number}} [of] the start */
	constructor({ position = "", board = null, played = -1, turn = 0 } = {}) {
		this.#first = turn;
		this.root = this.at = this.#make(null, { dirs: [], position, board, played });
	}

	/**
	 * Returns the tree of a position, or of a game as its main line.
	 * @param {{turn: number, lane: {turn: number}, game?: {first: number, moves: string[]}}} opened
	 */
	static of({ turn, lane, game }) {
		const tree = new Tree({ played: game ? 0 : -1, turn: game ? game.first : lane.turn });
		if (!game) return tree;
		let at = tree.root;
		for (let i = 0; i < game.moves[0].length; i++) {
			at = tree.add(at, { dirs: game.moves.map((m) => letters.indexOf(m[i])), played: i + 1 });
			if (i + 1 === turn) tree.at = at;
		}
		return tree;
	}

	/**
	 * Writes the variations for a link: branches FROM:MOVES, separated by commas. FROM is a
	 * node's name, see `names`, with "p" before it if the branch goes before the move of the
	 * game. A move has a letter for each snake, or "." for a dead one, and "~CELL" for each
	 * food that appears after it.
	 */
	write() {
		const names = this.names();
		return this.#branches().map(({ from, nodes }) => {
			const first = from.kids.indexOf(nodes[0]) < from.kids.findIndex((k) => k.played >= 0) ? "p" : "";
			return `${first}${names.get(from)}:${nodes.map((n) => n.dirs.map((d) => letters[d] ?? ".").join("") + n.spawned.map((c) => `~${c}`).join("")).join("")}`;
		}).join(",");
	}

	/** Returns the names of nodes in links: turns of the opened game from 0, and v1, v2, … in variations. @returns {Map<Node, string>} */
	names() {
		const names = new Map([[this.root, "0"]]);
		for (/** @type {Node | undefined} */ let n = this.#next(this.root); n; n = this.#next(n)) names.set(n, String(n.played));
		let variations = 0;
		for (const { nodes } of this.#branches()) for (const n of nodes) names.set(n, `v${++variations}`);
		return names;
	}

	/** Returns the node of the opened game after a node. @param {Node} node */
	#next(node) { return node.kids.find((k) => k.played >= 0); }

	/** Returns all branches: those that leave the opened game or the root, and those that leave earlier branches. A branch follows first kids to its end. */
	#branches() {
		/** @type {{from: Node, nodes: Node[]}[]} */
		const branches = [];
		/** @type {Node[]} */
		const starts = [];
		for (let n = /** @type {Node | undefined} */ (this.root); n; n = this.#next(n)) starts.push(...n.kids.filter((k) => k.played < 0));
		for (const start of starts) {
			const nodes = [start];
			for (let [n] = start.kids; n; [n] = n.kids) nodes.push(n);
			branches.push({ from: /** @type {Node} */ (start.above), nodes });
			for (const n of nodes) starts.push(...n.kids.slice(1)); // the loop visits these too
		}
		return branches;
	}

	/**
	 * Adds variations that `write` wrote, up to the first error.
	 * @param {string} text
	 * @param {number} seats number of snakes
	 */
	read(text, seats) {
		/** @type {Map<string, Node>} */
		const nodes = new Map([...this.names()].map(([node, name]) => [name, node]));
		let variations = 0;
		const moves = new RegExp(`([URDL.]{${seats}})((?:~\\d+)*)`, "y");
		for (const branch of text.split(",")) {
			const [, first, name, line] = /^(p?)(v?\d+):([URDL.~\d]+)$/.exec(branch) ?? [];
			let at = nodes.get(name);
			if (!at) return;
			for (let end = 0; end < line.length; end = moves.lastIndex) {
				moves.lastIndex = end;
				const move = moves.exec(line);
				if (!move) return;
				const node = this.add(at, { dirs: [...move[1]].map((l) => letters.indexOf(l)), spawned: move[2].split("~").slice(1).map(Number) });
				if (first && end === 0) this.#beforeGame(at, node);
				nodes.set(`v${++variations}`, node);
				at = node;
			}
		}
	}

	/** Returns the nodes with marks or comments, with their names. */
	annotated() { return [...this.names()].filter(([node]) => node.marks.length > 0 || node.comment !== "").map(([node, name]) => ({ node, name })); }

	/** Moves a variation before the move of the game. @param {Node} above @param {Node} node */
	#beforeGame({ kids }, node) {
		kids.splice(kids.indexOf(node), 1);
		kids.splice(Math.max(0, kids.findIndex((k) => k.played >= 0)), 0, node);
	}

	/** @param {string} name */
	named(name) { return [...this.names()].find(([, own]) => own === name)?.[0]; }

	/**
	 * Returns the moves that lead to a node from the last earlier node whose position is known, or which
	 * belongs to the opened game, so that the engine knows the position.
	 * @param {Node} node
	 * @returns {{from: Node, moves: Node[]}}
	 */
	way(node) {
		/** @type {Node[]} */
		const moves = [];
		let from = node;
		while (from.position === "" && from.played < 0 && from.above) {
			moves.unshift(from);
			from = from.above;
		}
		return { from, moves };
	}

	/**
	 * Returns the shown line in a form that the engine can derive: the moves of the opened
	 * game, or else all moves after the line has left the game.
	 * @returns {{from: Node | null, moves: Node[]}} from is null for the opened game
	 */
	derivable() {
		const line = this.line(), own = line.findIndex((n) => n.played < 0 && n.above);
		if (own < 0 && this.root.played >= 0) return { from: null, moves: line.slice(1) };
		const first = Math.max(1, own);
		return { from: line[first - 1], moves: line.slice(first) };
	}

	/**
	 * @param {Node | null} above
	 * @param {{dirs: number[], spawned?: number[], position?: string, over?: string, board?: any, played?: number}} of
	 * @returns {Node}
	 */
	#make(above, { dirs, spawned = [], position = "", over = "", board = null, played = -1 }) {
		const node = { id: ++this.#ids, above, turn: above ? above.turn + 1 : this.#first, dirs, spawned, position, over, played, board, marks: [], comment: "", kids: [] };
		this.#nodes.set(node.id, node);
		return node;
	}

	/** @param {number} id */
	find(id) { return this.#nodes.get(id); }

	get size() { return this.#nodes.size; }

	/**
	 * Returns the node after a move. It reuses a node with the same move and the same, or a
	 * still unknown, position.
	 * @param {Node} from
	 * @param {{dirs: number[], spawned?: number[], position?: string, over?: string, board?: any, played?: number}} move
	 */
	add(from, move) {
		const unknown = (/** @type {Node} */ k) => k.position === "" && k.played < 0 && String(k.spawned) === String(move.spawned ?? []);
		const same = from.kids.find((k) => String(k.dirs) === String(move.dirs) && (k.position === (move.position ?? "") || unknown(k)));
		if (same) {
			same.position ||= move.position ?? "";
			same.over ||= move.over ?? "";
			return same;
		}
		const node = this.#make(from, move);
		from.kids.push(node);
		return node;
	}

	/** Returns the node after a joint move, regardless of the food that appeared. @param {Node} from @param {number[]} dirs */
	after(from, dirs) { return from.kids.find((k) => String(k.dirs) === String(dirs)); }

	/** Returns the line through the shown node, from the start to its end. */
	line() {
		const line = [];
		/** @type {Node | null} */
		let up = this.at;
		for (; up; up = up.above) line.push(up);
		line.reverse();
		for (let n = this.at.kids[0]; n; n = n.kids[0]) line.push(n);
		return line;
	}

	/** Returns the end of a node's line. @param {Node} node */
	end(node) {
		while (node.kids.length > 0) node = node.kids[0];
		return node;
	}

	/** Returns the variations of a node's move, itself included. @param {Node} node */
	siblings(node) { return node.above?.kids ?? [node]; }

	/** @param {Node} node */
	isMain(node) {
		for (/** @type {Node | null} */ let n = node; n?.above; n = n.above) if (n.above.kids[0] !== n) return false;
		return true;
	}

	/** Returns the rules of a node, even before its board is known. @param {Node} node @returns {string} */
	rules(node) {
		/** @type {Node | null} */
		let n = node;
		while (n && !n.board) n = n.above;
		return n?.board.rules ?? "";
	}

	/** Makes a variation the main line: of a node and the nodes above it, the lowest one that is not a first kid becomes the first kid. @param {Node} node */
	promote(node) {
		for (/** @type {Node | null} */ let n = node; n?.above; n = n.above) {
			const kids = n.above.kids, i = kids.indexOf(n);
			if (i === 0) continue;
			kids.splice(i, 1);
			kids.unshift(n);
			return true;
		}
		return false;
	}

	/**
	 * Removes a node with all nodes below it. The start stays.
	 * @param {Node} node
	 * @returns {boolean} whether a node was removed
	 */
	remove(node) {
		if (!node.above) return false;
		const kids = node.above.kids;
		kids.splice(kids.indexOf(node), 1);
		const gone = [node];
		let shown = false;
		for (let n = gone.pop(); n; n = gone.pop()) {
			shown ||= n === this.at;
			this.#nodes.delete(n.id);
			gone.push(...n.kids);
		}
		if (shown) this.at = node.above;
		return true;
	}
}
