// A Stage shows a Game: its boards, and below them a timeline, buttons and a speed control. Usage:
//
//	const stage = new Stage(game, { speed: 20 });
//	view.append(stage.element); ... stage.stop();
//	keys() { return [...stage.keys(), ...] }
//	stage.notes(lane, notes, seat)   shows overlays on a board
//
// stage.player is the Player. Boards are drawn as soon as the game is open.
import { Board } from "../draw/board.js";
import { effect } from "../store/signal.js";
import { h, replace, write } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { Player } from "./player.js";
import { Speed } from "./speed.js";
import { Timeline } from "./timeline.js";
import { group } from "./panel.js";

/** @typedef {import("../session/game.js").Game} Game */
/** @typedef {import("../session/lane.js").Position} Position */

/** Returns the letter that names one of several games side by side. @param {number} lane */
export function letter(lane) { return String.fromCharCode(65 + lane); }

const wait = 150; // milliseconds for which a turn is shown before its thoughts are requested

export class Stage {
	/** @type {Board[]} */ boards = [];
	/** @type {HTMLElement[]} the captions above the boards */ heads = [];
	#game;
	/** @type {(() => void)[]} */ #ends = [];
	#boards = h("div", { class: "boards" });
	#play = iconButton("play", "play", () => this.player.toggle(), "space");
	#where = h("input", { class: "turn", inputMode: "numeric", "aria-label": "turn", title: "turn; press : to enter one", autocomplete: "off" });
	#of = h("span", { class: "of" });
	/** The line under the boards. */ timeline = new Timeline({ seek: (turn) => this.player.go(turn) });
	/** The seat whose score is drawn. */ seat = 0;
	/** Returns the positions to draw instead of the given ones, for example those of other turns. @type {((lanes: Position[]) => Position[]) | null} */ instead = null;
	/** The colours of the snakes, by lane; without a colour, snakes have those of the theme. @type {string[]} */ colours = [];
	#drawn = "";
	#asking = 0;

	/**
	 * @param {Game} game
	 * @param {object} [how]
	 * @param {number} [how.speed]
	 * @param {(speed: number) => void} [how.onSpeed] called after a change of the speed
	 * @param {(lane: number, cell: number) => void} [how.onCell] called after a press on a cell
	 * @param {Node[]} [how.more] more buttons
	 * @param {{lanes: number, size?: string}} [how.room] the number and the size (COLUMNSxROWS) of the boards for which the page reserves room until the game is open
	 */
	constructor(game, { speed = 20, onSpeed = () => {}, onCell, more = [], room = { lanes: 1 } } = {}) {
		this.#game = game;
		this.player = new Player(game, { speed, draw: (lanes, from, t) => this.#draw(lanes, from, t) });
		this.speed = new Speed(speed, (s) => {
			this.player.pace(s);
			onSpeed(s);
		});
		const p = this.player;
		this.element = h("section", { class: "stage", "aria-label": "board" }, this.#boards, this.timeline.element,
			h("div", { class: "transport" },
				h("div", { class: "group" }, iconButton("first", "first move", () => p.go(0), "home"), iconButton("back", "step back", () => p.step(-1), "left arrow"),
				this.#play, iconButton("forth", "step forward", () => p.step(1), "right arrow"), iconButton("last", "last move so far", () => this.last(), "end")),
				h("label", { class: "where" }, this.#where, this.#of), this.speed.element, h("div", { class: "group more" }, more)));
		this.#reserve(room);
		this.#ends.push(
			effect(() => {
				const opened = game.opened.value;
				if (opened) this.#open(opened, onCell);
			}),
			effect(() => {
				const playing = game.seeking || p.playing.value;
				replace(this.#play, icon(playing ? "pause" : "play"));
				this.#play.setAttribute("aria-label", playing ? "pause" : "play");
				this.#play.title = `${playing ? "pause" : "play"}: space`;
			}),
			effect(() => {
				game.received.value;
				this.chart();
				this.timeline.update(game.turn.value, game.turns.value);
			}),
			effect(() => {
				const turn = group(game.turn.value, game.turns.value);
				if (document.activeElement !== this.#where && this.#where.value !== turn) this.#where.value = turn;
				write(this.#of, `/ ${group(game.turns.value)}`);
				const width = `${Math.max(3, group(game.turns.value).length) + 1.5}ch`;
				if (this.#where.style.width !== width) this.#where.style.width = width;
			}),
		);
		this.#where.addEventListener("focus", () => this.#where.select());
		this.#where.addEventListener("keydown", (e) => {
			if (e.key === "Enter") this.#goTo();
			if (e.key === "Enter" || e.key === "Escape") this.#where.blur();
		});
		this.#where.addEventListener("blur", () => { this.#where.value = group(game.turn.peek(), game.turns.peek()); });
	}

	/** Reserves room for boards. @param {{lanes: number, size?: string}} room */
	#reserve({ lanes, size = "" }) {
		const [, w, rows] = /^(\d+)x(\d+)$/.exec(size) ?? [];
		this.element.dataset.lanes = String(lanes);
		if (w) this.element.style.setProperty("--ratio", String(Number(w) / Number(rows)));
		replace(this.#boards, Array.from({ length: lanes }, () => h("figure", {}, h("figcaption", {}, lanes > 1 && h("div", { class: "lane-head" }, h("span", { class: "lane-letter" }), h("span", { class: "says" }))), h("div", { class: "board-host" }))));
	}

	/** Goes to the typed turn. */
	#goTo() {
		const turn = Number(this.#where.value.replace(/\D/g, ""));
		if (this.#where.value.trim() !== "" && Number.isSafeInteger(turn)) this.player.go(turn);
	}

	redraw() {
		const lanes = this.#game.lanes.peek();
		if (lanes.length > 0) this.#draw(lanes, null, 1);
	}

	/** Updates the lines of the timeline, if they changed. */
	chart() {
		const g = this.#game, opened = g.opened.peek();
		if (!opened) return;
		const alone = g.lengths.length === 1, whole = g.facts(g.turns.peek())?.lanes[0]?.whole ?? 0;
		const drawn = `${g.known} ${g.lengths.map((l) => l.map((s) => s.version)).join()} ${g.scores[0]?.[this.seat]?.version} ${this.seat} ${whole}`;
		if (drawn === this.#drawn) return;
		this.#drawn = drawn;
		const many = alone && g.lengths[0].length > 1;
		this.timeline.lines = g.lengths.flatMap((seats, lane) => seats.map(({ turns, values }, seat) => ({
			name: many ? opened.lanes[lane].seats[seat].name : alone ? "length" : letter(lane), turns, values,
			...(many ? { colour: opened.lanes[lane].seats[seat].color } : {}),
		})));
		this.timeline.known = g.known;
		this.timeline.score = alone ? g.scores[0]?.[this.seat] ?? null : null;
		this.timeline.most = alone ? whole : 0;
	}

	/** Goes to the last move played so far. */
	last() { this.player.go(this.#game.turns.peek()); }

	/**
	 * Shows overlays on the board of a lane.
	 * @param {number} lane
	 * @param {import("../draw/notes.js").Note[]} notes
	 * @param {number} [seat] the snake that they belong to
	 */
	notes(lane, notes, seat = 0) { this.boards[lane]?.notes(notes, { seat }); }

	/** The keys of every page with a stage; as in the terminal. @returns {import("./keys.js").Key[]} */
	keys() {
		const p = this.player;
		return [
			{ keys: [" ", "p"], name: "space", does: p.playing.peek() || this.#game.seeking ? "pause" : "play", do: () => p.toggle() },
			{ keys: ["ArrowLeft", ","], name: "←", does: "step back", do: () => p.step(-1) },
			{ keys: ["ArrowRight", "."], name: "→", does: "step forward", do: () => p.step(1) },
			{ keys: ["ArrowUp", "+", "="], name: "↑", does: "faster", do: () => this.speed.faster() },
			{ keys: ["ArrowDown", "-"], name: "↓", does: "slower", do: () => this.speed.slower() },
			{ keys: ["PageUp"], name: "pgup", does: "50 moves back", do: () => p.step(-50) },
			{ keys: ["PageDown"], name: "pgdn", does: "50 moves forward", do: () => p.step(50) },
			{ keys: ["Home", "g"], name: "home", does: "first move", do: () => p.go(0) },
			{ keys: ["End", "G"], name: "end", does: "last move so far", do: () => this.last() },
			{ keys: [":"], name: ":", does: "go to a turn", do: () => this.#where.focus() },
		];
	}

	/**
	 * Reports changes of the shown turn. `refresh` is called at each turn, and when thoughts or facts
	 * arrive. `onTurn` is called at each turn, and when playing begins or ends. If a turn stays on the
	 * screen, the stage requests its thoughts.
	 * @param {{refresh: () => void, onTurn: (playing: boolean) => void}} does
	 */
	follow({ refresh, onTurn }) {
		const game = this.#game;
		let frame = 0; // in which to refresh
		this.#ends.push(() => cancelAnimationFrame(frame), effect(() => {
			game.turn.value;
			game.lanes.value;
			game.thinking.value;
			if (!this.player.playing.peek()) return refresh();
			frame ||= requestAnimationFrame(() => { // once for all messages about a turn
				frame = 0;
				refresh();
			});
		}), effect(() => {
			game.turn.value;
			onTurn(this.player.playing.value);
			this.askSoon();
		}));
	}

	/** Requests the thoughts of the shown turn after a short wait, unless another turn is shown by then. */
	askSoon() {
		clearTimeout(this.#asking);
		this.#asking = setTimeout(() => { if (!this.player.playing.peek()) this.#game.ask(); }, wait);
	}

	stop() {
		clearTimeout(this.#asking);
		for (const end of this.#ends) end();
		this.player.stop();
		this.timeline.close();
		for (const b of this.boards) b.close();
		this.boards = [];
	}

	/**
	 * @param {import("../session/game.js").Opened} opened
	 * @param {((lane: number, cell: number) => void) | undefined} onCell
	 */
	#open(opened, onCell) {
		for (const b of this.boards) b.close();
		const { w, h: rows } = opened.board, n = opened.lanes.length;
		this.element.dataset.lanes = String(n);
		this.element.style.setProperty("--ratio", String(w / rows));
		const hosts = opened.lanes.map((lane) => ({
			head: h("figcaption", {}),
			host: h("div", { class: "board-host", role: "img", "aria-label": `board ${w} by ${rows}: ${lane.seats.map((s) => s.name).join(", ")}` }),
		}));
		this.heads = hosts.map(({ head }) => head);
		replace(this.#boards, hosts.map(({ head, host }) => h("figure", {}, head, host)));
		this.boards = hosts.map(({ host }, lane) => new Board(host, onCell ? { onCell: (cell, phase) => { if (phase === "down") onCell(lane, cell); } } : {}));
	}

	/** @param {Position} p @param {number} lane @returns {Position} */
	#withColour(p, lane) {
		const color = this.colours[lane];
		return color ? { ...p, snakes: p.snakes.map((s) => ({ ...s, color })) } : p;
	}

	/** @param {Position[]} lanes @param {Position[] | null} from @param {number} t */
	#draw(lanes, from, t) {
		if (this.instead) [lanes, from] = [this.instead(lanes), null];
		lanes.forEach((p, i) => {
			const before = from?.[i];
			this.boards[i]?.show(this.#withColour(p, i), before && before !== p ? { from: this.#withColour(before, i), t } : {});
			const data = this.boards[i]?.host.dataset; // tests read this data
			if (data && !this.player.playing.peek() && (p.hash || data.turn !== String(p.turn))) Object.assign(data, { turn: p.turn, hash: p.hash });
		});
	}
}
