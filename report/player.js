// The player for games on the page. It has the boards, buttons and keys of the studio. A
// game consists of full positions at some turns and of changes between them, as in the
// protocol of the studio. If a change only moves the single snake, it is a number: the step
// of the head.
import { effect } from "./store/signal.js";
import { Game } from "./session/game.js";
import { Stage } from "./parts/stage.js";
import { h, replace } from "./parts/dom.js";
import { press } from "./parts/keys.js";

const chunk = 1024; // turns in one message

// Tape is the session of one recorded game. It answers like a server.
class Tape {
	constructor(tape) { this.tape = tape; }

	open(kind, options, deliver) {
		this.deliver = deliver;
		const { board, title, seats, first, changes } = this.tape;
		queueMicrotask(() => {
			deliver("opened", { title, board, lanes: [{ seats }], first, turns: first + changes.length, over: true, turn: first + changes.length });
			deliver("series", { reset: true, lanes: [{ seats: this.lengths() }] });
			this.seek(first + changes.length);
		});
		return { send: (type, data) => queueMicrotask(() => this.receive(type, data)), close: () => {} };
	}

	receive(type, data) {
		if (type === "seek") this.seek(data.turn);
		if (type === "run") {
			this.frames(this.at);
			this.deliver("progress", { running: false });
		}
	}

	// seek sends the last full position at or before a turn, and the changes from there to
	// the turn.
	seek(turn) {
		const { first, every, keys, changes } = this.tape, to = Math.min(Math.max(turn - first, 0), changes.length);
		const k = Math.min(keys.length - 1, Math.floor(to / every));
		this.deliver("key", { turn: first + k * every, turns: first + changes.length, lanes: [keys[k]] });
		this.at = k * every;
		while (this.at < to) this.frames(this.at);
		this.deliver("progress", { turn: first + to });
	}

	// frames sends the changes that follow a turn, counted from 0.
	frames(from) {
		const { first, changes } = this.tape, to = Math.min(from + chunk, changes.length);
		this.at = to;
		if (to > from) this.deliver("frames", { from: first + from, lanes: [changes.slice(from, to)] });
	}

	// lengths returns the lengths over the whole game, for the timeline.
	lengths() {
		const { first, keys, changes } = this.tape, now = keys[0].snakes.map((s) => s.body.length), all = now.map((n) => [[first, n]]);
		changes.forEach((c, i) => {
			for (const m of c.snakes ?? []) {
				const n = m.body ? m.body.length : now[m.seat] + (m.push?.length ?? 0) - (m.drop ?? 0);
				if (n !== now[m.seat]) all[m.seat].push([first + i + 1, now[m.seat] = n]);
			}
		});
		return all.map((lengths) => ({ lengths, from: first, every: 1, scores: [] }));
	}
}

// unfold replaces steps by changes.
function unfold(tape) {
	let turn = tape.first, head = tape.keys[0].snakes[0].body[0];
	tape.changes = tape.changes.map((c) => {
		if (typeof c === "number") c = { turn: turn + 1, snakes: [{ seat: 0, push: [head + c], drop: 1 }] };
		turn = c.turn;
		for (const m of c.snakes ?? []) if (m.seat === 0) head = m.push?.[0] ?? m.body?.[0] ?? head;
		return c;
	});
	return tape;
}

// load decodes a game of the page, which is deflated and in base64.
async function load(id) {
	const bytes = Uint8Array.from(atob(document.getElementById(id).textContent.trim().replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
	const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
	return unfold(JSON.parse(text));
}

function place(cell, { w }) { return cell < 0 ? "off the board" : `(${cell % w},${Math.floor(cell / w)})`; }

// words describes a position, snake by snake.
function words(p, seats) {
	const snakes = p.snakes.map((s, i) => {
		const text = `length ${s.body.length}, head ${place(s.body[0], p)}${s.dead ? `, ${s.dead}` : ""}`;
		if (p.snakes.length === 1) return text;
		const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
		swatch.style.background = seats[i].color;
		return h("span", { class: "seat" }, swatch, `${seats[i].name}: ${text}`);
	});
	const food = p.food.length === 1 ? `food ${place(p.food[0], p)}` : p.food.length > 1 ? `${p.food.length} food` : "";
	return [...snakes, food, p.ended?.words ?? ""].filter((s) => s).flatMap((s, i) => i > 0 ? [" · ", s] : [s]);
}

// Games shows one game of an experiment at a time.
class Games {
	shown = null;

	constructor(element) {
		this.host = element.querySelector(".player");
		this.buttons = [...element.querySelectorAll("[data-game]")];
		for (const b of this.buttons) {
			b.hidden = false;
			b.addEventListener("click", () => this.show(b, true));
		}
		this.host.addEventListener("keydown", (e) => { if (this.shown) press(e, this.shown.stage.keys()); });
	}

	async show(button, wanted = false) {
		const tape = await load(button.dataset.game);
		for (const b of this.buttons) b.setAttribute("aria-pressed", String(b === button));
		this.shown?.close();
		const game = new Game(new Tape(tape), {}), stage = new Stage(game, { speed: 20 });
		stage.element.setAttribute("role", "group"); // a group is no landmark, and there are several
		const says = h("p", { class: "says small" });
		const end = effect(() => {
			const [p] = game.lanes.value;
			if (p) replace(says, words(p, tape.seats));
		});
		this.host.hidden = false;
		this.host.replaceChildren(h("h3", {}, button.dataset.title), stage.element, says);
		this.shown = { stage, close() { end(); stage.stop(); game.close(); } };
		if (wanted) this.host.focus();
	}
}

for (const element of document.querySelectorAll(".picks")) {
	const games = new Games(element);
	if (games.buttons.length > 0) games.show(games.buttons[0]);
}
