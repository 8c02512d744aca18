// The page Position edits and analyses a position, as in a chess analysis. The user or solvers can
// play on from the position, and a tree keeps the variations.
import { iconButton } from "../../parts/icons.js";
import { query } from "../../store/address.js";
import { takeOver } from "../../store/handover.js";
import { note, go } from "../../store/place.js";
import { next } from "../../draw/layout.js";
import { h, replace } from "../../parts/dom.js";
import { emptyCatalog, rulesOf } from "../../parts/catalog.js";
import { copyLink } from "../../parts/links.js";
import { Announcer } from "../../parts/announcer.js";
import { pickSolver } from "../../parts/picker.js";
import { toast, errorBox } from "../../parts/toast.js";
import { Accuracy } from "./accuracy.js";
import { Questions } from "./questions.js";
import { Drawing } from "./drawing.js";
import { Drill } from "./drill.js";
import { Editor } from "./editor.js";
import { readMarks, toggle } from "./marks.js";
import { Evaluation, evaluationOf } from "./evaluation.js";
import { Exact } from "./exact.js";
import { Moves } from "./moves.js";
import { PlayOn } from "./playon.js";
import { PositionBoard } from "./board.js";
import { Requests } from "./requests.js";
import { lineOf, Tree } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("../../session/client.js").Session} Session */

const ofPage = ["tree", "node", "marks", "comment"]; // fields that only this page uses
const longestTree = 20000; // characters of variations in a link

export default class Position extends HTMLElement {
	/** @type {Session} */ #session = /** @type {any} */ (null);
	/** @type {Requests} */ #requests = /** @type {any} */ (null);
	#fields = new URLSearchParams();
	#written = ""; // the address of the shown position and variations
	#catalog = emptyCatalog;
	#tree = new Tree();
	/** @type {Tree[]} the trees from before edits of the board, the latest first; an undo shows one of them again */ #earlierTrees = [];
	#seat = 0; // seat of the snake that the user moves
	#later = 0;
	/** @type {{solvers: string[], receive: (thought: any, solver: string) => void} | null} the running questions */ #asked = null;
	#moving = false; // whether a move was sent and has no answer yet
	#drawing = new Drawing({
		send: (edit, answer) => {
			if (this.#tree.at.board) this.#requests.ask("edit", { ...this.#of(), ...edit }, answer);
			return Boolean(this.#tree.at.board);
		},
		drawn: (board) => this.#onBoard(board),
		failed: (message) => {
			toast(message, { error: true });
			this.#show(); // shows the board without the failed edit
		},
	});
	#handed = false; // whether the game is from a file, so that no link can open it

	notes = ["The value on an arrow is the expected number of moves if all later moves are best. The smallest value is best.", "In the list of moves, a dot means new food. To move that food, press another cell after the meal."];

	#stage = h("section", { class: "stage", "aria-label": "board", "data-lanes": "1" });
	#wrong = h("div", { class: "board-wrong" });
	#banner = h("div", { class: "warned" });
	#where = h("output", { class: "where", "aria-label": "turn" }, "opening …");
	#announcer = new Announcer();
	#drill = new Drill({ go: (node) => this.#go(node), changed: () => this.#onDrillChange() });
	#board = new PositionBoard({ onCell: (cell, phase) => this.#editor.pointer(cell, phase), play: (dir) => this.#move(dir), mark: (mark) => this.#drawMark(mark) });
	#editor = new Editor({
		edit: (e) => this.#drawing.edit(e), send: (type) => this.#requests.send(type), press: (cell) => this.#press(cell),
		preview: (cells, seat) => this.#board.preview(this.#tree.at.board, cells, seat), mark: (cell) => this.#board.mark(cell), chosen: () => this.#head(), drawMark: (mark) => this.#drawMark(mark),
		type: (text) => this.#type(text),
	});
	#exact = new Exact({ compute: () => this.#start("exact", {}), stop: () => this.#cancel("exact") });
	#questions = new Questions({ ask: () => this.#askSoon(), again: () => this.#askAgain(), pick: () => this.#pick(), walk: (dirs, seat) => this.#walk(dirs, seat), notes: (notes, seat) => this.#board.notes(this.#drill.waits ? [] : notes, seat), play: (t) => this.#move(t.dir, { seat: t.seat }) });
	#moves = new Moves(this.#tree, { go: (node) => this.#go(node), changed: () => this.#show() });
	#evaluation = new Evaluation();
	#comment = h("textarea", { rows: 2, placeholder: "Comment on this position", "aria-label": "comment on this position", maxLength: 500, oninput: () => { this.#tree.at.comment = this.#comment.value; this.#note(); } });
	#accuracy = new Accuracy({ judge: () => this.#judge(), stop: () => this.#cancel("accuracy"), go: (node) => this.#go(node), drill: () => this.#startDrill(), onCosts: (costs) => this.#moves.mark(costs) });
	#playOn = new PlayOn({ play: (solver, moves) => this.#line(solver, moves), stop: () => this.#cancel("line") });

	/** @param {Session} session @param {URLSearchParams} fields */
	start(session, fields) {
		this.#session = session;
		this.#fields = fields;
		this.classList.add("opening");
		const [, w, rows] = /^(\d+)x(\d+)/.exec(fields.get("position") ?? fields.get("board") ?? "") ?? [];
		if (w) this.#stage.style.setProperty("--ratio", String(Number(w) / Number(rows)));
		replace(this, h("h1", { class: "unseen" }, "Position"), this.#announcer.element, this.#banner, h("div", { class: "watching position" },
			this.#stage,
			h("aside", { class: "side what", "aria-label": "drawing and moves" }, this.#moves.element, h("section", { class: "card comment-card" }, h("h2", {}, "Comment"), this.#comment), this.#editor.element),
			h("aside", { class: "side facts-side", "aria-label": "facts" }, this.#exact.element, this.#questions.element)));
		replace(this.#stage, h("div", { class: "boards" }, h("figure", {}, this.#board.element)), this.#evaluation.element, this.#drill.element, this.#wrong,
			h("div", { class: "transport" },
				h("div", { class: "group" }, iconButton("first", "start", () => this.#go(this.#tree.root), "home"), iconButton("back", "step back", () => this.#step(-1), "left arrow"),
					iconButton("forth", "step forward", () => this.#step(1), "right arrow"), iconButton("last", "end of the line", () => this.#go(this.#tree.end(this.#tree.at)), "end")),
				this.#where, h("div", { class: "row more" }, iconButton("play", "watch from here", () => this.#watch()), iconButton("link", "copy the link", () => this.#copy())),
				this.#playOn.element),
			this.#accuracy.element);
		session.ready.then(({ catalog }) => {
			this.#catalog = catalog ?? emptyCatalog;
			this.#editor.offer(this.#catalog);
		});
		/** @type {{record: string, turn: number} | null} */
		const game = takeOver("position");
		this.#handed = game !== null;
		this.#requests = new Requests(session, game ?? { link: query(fields) }, (type, data) => this.#receive(type, data));
	}

	stop() {
		this.#requests.close();
		this.#board.close();
		this.#accuracy.stop();
		this.#announcer.stop();
		clearTimeout(this.#later);
	}

	/** @param {URLSearchParams} fields */
	update(fields) { return query(fields) === this.#written; }

	/** @param {string} type @param {any} data */
	#receive(type, data) {
		switch (type) {
			case "opened": return this.#onOpened(data);
			case "board": return this.#onBoard(data);
			case "exact": return this.#onExact(data);
			case "thought": return this.#onThought(data);
			case "asked":
				this.#asked = null;
				return;
			case "line": return this.#onLine(data);
			case "lined": return this.#playOn.done("");
			case "costs": return this.#accuracy.receive(data);
			case "accuracy": return this.#accuracy.done(data);
			case "progress": return data.job === "exact" ? this.#exact.progress(data) : this.#accuracy.progress(data);
			case "failed": return this.#onFailed(data);
			case "reopened":
				this.#moving = false;
				this.#drawing.forget();
				for (const job of this.#requests.drop()) if (job !== "exact") this.#onFailed({ job, message: "The connection was lost." });
				if (this.#tree.at.board) this.#exact.again(this.#tree.at.board);
				else this.#show();
				return;
			case "error": replace(this.#banner, errorBox(data.message));
		}
	}

	/** @param {{job: string, message: string}} f */
	#onFailed({ job, message }) {
		if (job === "exact") this.#exact.failed(message);
		else if (job === "accuracy") this.#accuracy.failed(message);
		else if (job === "line") this.#playOn.done(message);
		else toast(message, { error: true });
	}

	/** @param {any} o */
	#onOpened(o) {
		this.#board.colors = o.colors;
		const tree = this.#tree = Tree.of(o);
		this.#setBoard(tree.at, o);
		tree.read(this.#fields.get("tree") ?? "", o.lane.snakes.length);
		tree.at = tree.named(this.#fields.get("node") ?? "") ?? tree.at;
		this.#annotate(tree);
		if (this.#questions.solvers.length === 0) this.#suggest(o);
		this.#moves.of(tree);
		this.#moves.cut = Boolean(o.game?.cut);
		this.#show();
	}

	/** Adds the marks and comments of the address to a tree. @param {Tree} tree */
	#annotate(tree) {
		for (const text of (this.#fields.get("marks") ?? "").split(",")) {
			const [name, marks = ""] = text.split(":"), node = tree.named(name);
			if (node) node.marks = readMarks(marks);
		}
		for (const text of this.#fields.getAll("comment")) {
			const node = tree.named(text.slice(0, text.indexOf(":")));
			if (node) node.comment = text.slice(text.indexOf(":") + 1);
		}
	}

	/** Draws a mark on the shown position, or removes it. @param {string} mark */
	#drawMark(mark) {
		this.#tree.at.marks = toggle(this.#tree.at.marks, mark);
		this.#head();
		this.#note();
	}

	#startDrill() {
		this.#drill.start(this.#accuracy.tasks());
		this.#stage.scrollIntoView({ block: "start" });
	}

	/** Hides or shows all answers, after a change of the drill. */
	#onDrillChange() {
		this.classList.toggle("drilling", this.#drill.waits);
		this.#questions.redraw();
		this.#head();
	}

	/** Chooses solvers to ask, if the user chose none. @param {any} o */
	#suggest(o) {
		const linked = this.#fields.getAll("solver").concat(this.#fields.getAll("snake").map((s) => s.replace(/^[^=:]*=/, "")));
		this.#session?.ready.then(({ catalog }) => {
			const rules = rulesOf(catalog ?? emptyCatalog, o.rules);
			this.#questions.of([...new Set([o.champion, ...linked, ...(rules?.solvers ?? []), ...(rules?.partners ?? [])])].filter(Boolean).slice(0, 3));
			this.#playOn.offer(this.#questions.solvers);
			this.#askSoon();
		});
	}

	/** @param {Node} node @param {any} board */
	#setBoard(node, board) {
		node.board = board;
		node.position = board.position;
		if (board.lane.ended) node.over = board.lane.ended.words;
	}

	/** Shows a board after an edit, an undo or a redo. @param {any} board */
	#onBoard(board) {
		const back = [this.#tree, ...this.#earlierTrees].find((t) => t.root.position === board.position || t.at.position === board.position);
		if (back !== this.#tree) {
			this.#earlierTrees = [this.#tree, ...this.#earlierTrees.filter((t) => t !== back)].slice(0, 20);
			this.#tree = back ?? new Tree({ position: board.position, board, turn: board.lane.turn });
			this.#moves.of(this.#tree);
			this.#accuracy.clear();
		}
		this.#tree.at = this.#tree.at.position === board.position ? this.#tree.at : this.#tree.root;
		this.#setBoard(this.#tree.at, board);
		this.#show();
	}

	/** Returns the shown position as the engine needs it. */
	#of() {
		const { board } = this.#tree.at;
		return board ? { position: board.position, rules: board.rules } : {};
	}

	/** @param {import("./requests.js").Job} job @param {object} data */
	#start(job, data) { this.#requests.start(job, { ...this.#of(), ...data }); }

	/** @param {import("./requests.js").Job} job */
	#cancel(job) {
		this.#requests.cancel(job);
		this.#onFailed({ job, message: job === "accuracy" ? "" : "stopped" });
	}

	/** Handles a press on a cell with the tool "move": a move, or the place of new food. @param {number} cell */
	#press(cell) {
		const { board, spawned, dirs, above } = this.#tree.at;
		const snake = board?.lane.snakes[this.#seat];
		const other = board?.lane.snakes.findIndex((/** @type {any} */ s) => !s.dead && s.body[0] === cell);
		if (other >= 0 && other !== this.#seat) {
			this.#seat = other;
			return this.#show();
		}
		const dir = this.#board.over(cell);
		if (snake && dir >= 0) return this.#move(dir);
		if (spawned.length > 0 && above?.board) this.#requests.ask("move", { position: above.board.position, rules: above.board.rules, dirs, food: cell }, (type, data) => this.#onMove(above, type, data));
	}

	/** Moves the user's snake. @param {number} dir @param {{seat?: number}} [by] */
	#move(dir, { seat = this.#seat } = {}) {
		const from = this.#tree.at, board = from.board;
		if (!board || board.wrong || board.lane.ended) return;
		if (this.#drill.waits) return this.#drill.answer(dir);
		const alone = board.alive.length === 1;
		const known = alone && this.#tree.after(from, board.lane.snakes.map((/** @type {any} */ _, /** @type {number} */ i) => i === seat ? dir : -1));
		if (known) return this.#go(known);
		const dirs = board.lane.snakes.map((/** @type {any} */ _, /** @type {number} */ i) => i === seat ? dir : null);
		if (this.#moving) return;
		this.#moving = true;
		this.#requests.ask("move", { ...this.#of(), dirs, seat }, (type, data) => {
			this.#moving = false;
			this.#onMove(from, type, data);
		});
	}

	/** @param {Node} from @param {string} type @param {any} data */
	#onMove(from, type, data) {
		if (type === "failed") return toast(data.message, { error: true });
		const was = this.#tree.at, node = this.#tree.add(from, { ...data.step, board: data.board });
		this.#setBoard(node, data.board);
		this.#go(node, was === from);
	}

	/** Adds moves that a solver made. @param {{steps: any[]}} line */
	#onLine({ steps }) {
		if (!this.#playOn.end) return;
		let end = this.#playOn.end;
		for (const step of steps) end = this.#tree.add(end, step);
		this.#playOn.end = end;
		this.#go(end);
	}

	/** @param {string} solver @param {number} moves */
	#line(solver, moves) {
		const { board } = this.#tree.at;
		if (!board || board.wrong || board.lane.ended) return this.#playOn.done("");
		this.#playOn.end = this.#tree.at;
		this.#start("line", { solvers: [solver], moves });
	}

	/** Asks the solvers that have no answer yet. */
	#ask() {
		const { board } = this.#tree.at, solvers = this.#questions.missing();
		if (!board || board.wrong || board.lane.ended || solvers.length === 0) return;
		this.#asked = { solvers, receive: this.#questions.receiver() };
		this.#start("ask", { solvers, seat: this.#seat, time: this.#questions.time });
	}

	/** Asks solvers again, also those that have answered. */
	#askAgain() {
		this.#questions.forget();
		this.#ask();
	}

	/** Cancels the questions about an earlier position. If the user has chosen "at every position", it asks about the shown position 200 milliseconds later. */
	#askSoon() {
		clearTimeout(this.#later);
		if (this.#asked) this.#requests.cancel("ask");
		this.#asked = null;
		if (this.#questions.always) this.#later = setTimeout(() => this.#ask(), 200);
	}

	/** @param {import("./questions.js").Thought} thought */
	#onThought(thought) {
		const asked = this.#asked;
		asked?.receive(thought, asked.solvers[thought.index]);
		this.#evaluate();
	}

	/** Shows the evaluation of the shown position. */
	#evaluate() {
		const board = this.#tree.at.board, answers = [];
		for (const solver of this.#questions.solvers) {
			const thought = this.#questions.answer(solver);
			if (thought) answers.push({ solver, thought });
		}
		if (board) this.#evaluation.show(evaluationOf({ board, colors: this.#board.colors, values: this.#exact.values, answers }));
	}

	/** Returns the cells from a head in these directions. @param {number[]} dirs @param {number} seat */
	#walk(dirs, seat) {
		const { board, lane } = this.#tree.at.board, cells = [lane.snakes[seat].body[0]];
		for (const d of dirs) cells.push(next(board.w, board.h, board.wraps, cells[cells.length - 1], d));
		return cells.includes(-1) ? cells.slice(0, cells.indexOf(-1)) : cells;
	}

	async #pick() {
		const home = rulesOf(this.#catalog, this.#tree.at.board?.rules ?? "")?.home;
		const text = await pickSolver(this.#catalog, { title: "Ask a solver", home });
		if (text === null) return;
		this.#questions.of([...this.#questions.solvers.filter((s) => s !== text), text].slice(-8));
		this.#playOn.offer(this.#questions.solvers);
		this.#ask();
	}

	/** @param {any} values */
	#onExact(values) {
		this.#exact.receive(values);
		this.#evaluate();
		this.#head();
	}

	/** Requests the costs of the moves of the shown line. */
	#judge() {
		const { from, moves } = this.#tree.derivable();
		this.#accuracy.begin(moves);
		if (!from) return this.#start("accuracy", { position: "", line: "" });
		if (moves.length === 0) return this.#accuracy.failed("There is no move to judge yet: make some moves first.");
		if (!from.board) return this.#reach(from, () => this.#judge());
		this.#start("accuracy", { position: from.board.position, rules: from.board.rules, ...lineOf(moves) });
	}

	/** @param {number} by */
	#step(by) {
		const t = this.#tree, to = by < 0 ? t.at.above : t.at.kids[0];
		if (to) this.#go(to);
	}

	/** Goes to another variation of the same move. @param {number} by */
	#beside(by) {
		const all = this.#tree.siblings(this.#tree.at), to = all[all.indexOf(this.#tree.at) + by];
		if (to) this.#go(to);
	}

	/**
	 * Shows a node, as soon as its board is known.
	 * @param {Node} node
	 * @param {boolean} [glide]
	 * @returns {void}
	 */
	#go(node, glide = node.above === this.#tree.at) {
		const from = glide ? this.#tree.at : null;
		this.#tree.at = node;
		if (node.board) return this.#show(from);
		this.#reach(node, () => { if (this.#tree.at === node) this.#show(from); });
	}

	/** Requests the board of a node. @param {Node} node @param {() => void} then @returns {void} */
	#reach(node, then) {
		const { from, moves } = this.#tree.way(node);
		if (moves.length > 0 && !from.position) return this.#reach(from, () => this.#reach(node, then));
		const answer = (/** @type {string} */ type, /** @type {any} */ data) => {
			if (type === "failed") return toast(data.message, { error: true });
			moves.forEach((n, i) => { n.position = data.steps[i].position; });
			this.#setBoard(node, moves.length > 0 ? data.board : data);
			then();
		};
		const of = { position: from.position, rules: this.#tree.rules(from) };
		if (moves.length > 0) this.#requests.ask("follow", { ...of, steps: moves.map(({ dirs, spawned }) => ({ dirs, foods: spawned })) }, answer);
		else if (from.position) this.#requests.ask("show", of, answer);
		else this.#requests.ask("at", { turn: node.played, position: "" }, answer);
	}

	/**
	 * Shows the current node.
	 * @param {Node | null} [from] the node that the board glides from
	 * @returns {void}
	 */
	#show(from = null) {
		const node = this.#tree.at, board = node.board;
		if (!board) return this.#go(node);
		this.classList.remove("opening");
		replace(this.#banner); // the error belonged to what was shown before
		const size = board.board, ended = board.lane.ended;
		if (board.lane.snakes[this.#seat]?.dead !== undefined || !board.lane.snakes[this.#seat]) this.#seat = board.alive[0] ?? 0;
		this.#stage.style.setProperty("--ratio", String(size.w / size.h));
		this.#board.show(board, from?.board);
		const lengths = board.lane.snakes.map((/** @type {any} */ s) => s.body.length).join(", ");
		replace(this.#where, `turn ${board.lane.turn} · length ${lengths}`);
		replace(this.#wrong, ended ? h("p", { class: "ended" }, `The game is over: ${ended.words}.`) : board.wrong && errorBox(`No game can continue from here: ${board.wrong}.`));
		this.#editor.of(board);
		this.#exact.of(board);
		this.#questions.at(`${board.rules} ${board.position} ${this.#seat}`);
		this.#askSoon();
		this.#evaluate();
		this.#drill.follow(node);
		if (this.#comment.value !== node.comment) this.#comment.value = node.comment;
		this.#moves.show();
		this.#accuracy.at(node);
		this.#head();
		this.#announcer.say(`turn ${board.lane.turn}, length ${lengths}${ended ? `, ${ended.words}` : ""}`, Boolean(ended));
		this.#note();
	}

	/** Shows the arrows of the head, if the tool is "move". */
	#head() { this.#board.head(this.#tree.at.board, this.#seat, this.#drill.waits ? null : this.#exact, this.#editor.tool === "move", this.#tree.at.marks); }

	/** Updates the address: the opened game at a turn, or the position. */
	#note() {
		const f = this.#address();
		this.#written = query(f);
		note("position", f);
	}

	/** Returns the fields of the address of this view, with all variations if they are not too long. */
	#address() {
		const tree = this.#tree, { at, root } = tree;
		const game = root.played >= 0 && !this.#handed && !this.#fields.get("position");
		let base = at;
		while (game && base.played < 0 && base.above) base = base.above;
		const text = game || root.position ? tree.write() : "", whole = text.length <= longestTree;
		if (!whole || !game && !root.position) {
			const f = new URLSearchParams([["rules", at.board.rules], ["position", at.board.position]]);
			return this.#withNotes(f, [{ node: at, name: "0" }]);
		}
		const f = new URLSearchParams(game ? this.#fields : [["rules", tree.rules(root) || at.board.rules], ["position", root.position]]);
		for (const key of ofPage) f.delete(key);
		if (game) f.set("turn", String(base.turn));
		if (text) f.set("tree", text);
		if (at !== base && game || at !== root && !game) f.set("node", tree.names().get(at) ?? "0");
		return this.#withNotes(f, tree.annotated());
	}

	/** Adds marks and comments to the fields of an address. @param {URLSearchParams} f @param {{node: Node, name: string}[]} nodes */
	#withNotes(f, nodes) {
		const marks = nodes.filter(({ node }) => node.marks.length > 0).map(({ node, name }) => `${name}:${node.marks.join("~")}`);
		if (marks.length > 0) f.set("marks", marks.join(","));
		for (const { node, name } of nodes) if (node.comment) f.append("comment", `${name}:${node.comment}`);
		return f;
	}

	#copy() {
		if (this.#tree.at.board) copyLink("position", this.#address());
	}

	#watch() {
		const { board, played } = this.#tree.at, f = this.#address();
		if (!board) return;
		for (const key of ofPage) f.delete(key);
		go("watch", played >= 0 && f.has("turn") ? f : new URLSearchParams([["rules", board.rules], ["position", board.position]]));
	}

	/** Shows a typed position. @param {string} text */
	#type(text) {
		const rules = this.#tree.at.board?.rules;
		this.#requests.ask("show", { position: text, rules }, (type, data) => {
			if (type === "failed") replace(this.#banner, errorBox(data.message));
			else this.#onBoard(data);
		});
	}

	/** @returns {import("../../parts/keys.js").Key[]} */
	keys() {
		const t = this.#tree;
		return [
			...this.#editor.keys(),
			{ keys: ["ArrowLeft", ","], name: "←", does: "step back", do: () => this.#step(-1) },
			{ keys: ["ArrowRight", "."], name: "→", does: "step forward", do: () => this.#step(1) },
			{ keys: ["ArrowUp"], name: "↑", does: "variation above", do: () => this.#beside(-1) },
			{ keys: ["ArrowDown"], name: "↓", does: "variation below", do: () => this.#beside(1) },
			{ keys: ["Home"], name: "home", does: "start", do: () => this.#go(t.root) },
			{ keys: ["End"], name: "end", does: "end of the line", do: () => this.#go(t.end(t.at)) },
			...[..."wdsa"].map((key, dir) => ({ keys: [key], name: dir === 0 ? "w a s d" : undefined, does: "move", do: () => this.#move(dir) })),
			{ keys: ["Delete"], name: "del", does: "delete from this move on", do: () => this.#moves.remove() },
			{ keys: ["Enter"], name: "enter", does: "ask solvers", do: () => this.#askAgain() },
			{ keys: [..."123456789"], name: "1-9", does: "overlays", do: (e) => { this.#questions.flip(Number(e.key)); } },
			{ keys: ["/"], name: "/", does: "search solvers", do: () => { this.#pick(); } },
		];
	}
}

customElements.define("ouro-position", Position);
