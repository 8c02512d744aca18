// The dialog "Export" makes pictures, a page and the record of a game, and copies its link. For each
// file it shows the command line that makes the same file. Usage:
//
//	exportGame(game, { speed: 20, link: () => linkTo("watch", fields) });
import { effect } from "../store/signal.js";
import { copy } from "./copy.js";
import { h, put, replace, write } from "./dom.js";
import { download, downloadPage } from "./file.js";
import { field } from "./game-form.js";
import { dialog } from "./help.js";
import { icon } from "./icons.js";

/** The formats, with the engine's names for them. */
const kinds = [
	{ what: "svg", name: "SVG", doc: "An animated picture for any web page: smooth, and small even for a long game. Readers who prefer reduced motion see the last turn." },
	{ what: "gif", name: "GIF", doc: "An animated picture for every program. It is larger, and skips turns above 50 turns a second." },
	{ what: "png", name: "PNG", doc: "The board after one turn." },
	{ what: "cast", name: "Cast", doc: "A recording of the terminal, for asciinema." },
	{ what: "page", name: "Page", doc: "A file that shows the game in any browser, even without a network. It has the timeline, the keys, the overlays of the last turns and the record." },
	{ what: "record", name: "Record", doc: "The game as setup, seed and moves. Replay it here or with ouro replay, and verify it with ouro verify." },
];

/** @typedef {typeof kinds[0]} Kind */

/**
 * Opens the dialog for a game.
 * @param {import("../session/game.js").Game} game
 * @param {object} how
 * @param {number} how.speed turns a second
 * @param {() => Promise<string>} [how.link] returns the link of the game; missing for a game from a file
 * @param {boolean} [how.record] whether the dialog offers the record
 */
export function exportGame(game, how) { new Export(game, how).open(); }

/** Reports whether a file of this format always has the whole game. Then the user cannot choose turns. @param {Kind} kind */
function isWhole({ what }) { return what === "record" || what === "page"; }

/** @param {string} name @param {number} value @param {number} min @param {number} max */
function turnInput(name, value, min, max) { return h("input", { type: "number", name, min, max, step: 1, value, required: true }); }

class Export {
	#game;
	#dialog;
	#link;
	#offered;
	#chosen;
	#last; // the last turn when the dialog was opened
	#now; // the turn that was shown when the dialog was opened
	#preview = h("img", { alt: "", class: "take-preview", hidden: true });
	#command = h("code", { tabIndex: 0 });
	#commandRow = h("div", { class: "row take-command" }, this.#command, copyButton("command line", async () => this.#command.textContent ?? "", "Copy"));
	#doc = h("p", { class: "small dim" });
	#save = h("button", { type: "submit", class: "first" }, icon("save"), "Save");
	#form = h("form", { method: "dialog" });
	#choice;
	#inputs;
	#fields;

	/** @param {import("../session/game.js").Game} game @param {{speed: number, link?: () => Promise<string>, record?: boolean}} how */
	constructor(game, { speed, link, record = true }) {
		this.#game = game;
		this.#link = link;
		this.#dialog = dialog("Export", "take");
		this.#offered = kinds.filter((k) => record || k.what !== "record");
		this.#chosen = this.#offered[0];
		this.#choice = h("div", { class: "group", role: "radiogroup", "aria-label": "format" }, this.#offered.map((k) => h("button", {
			type: "button", role: "radio", "aria-checked": "false", "data-what": k.what, onclick: () => this.#choose(k),
		}, k.name)));
		const first = game.first, last = this.#last = game.turns.peek();
		this.#now = game.turn.peek();
		const { lane, from, to, pace, theme } = this.#inputs = {
			lane: h("select", { name: "lane" }, this.#lanes.map((l, i) => h("option", { value: String(i) }, l.seats.map((s) => s.name).join(", ")))),
			from: turnInput("from", first, first, last), to: turnInput("to", last, first, last),
			pace: h("input", { type: "number", name: "speed", min: 1, max: 1000, step: "any", value: speed > 0 ? Math.min(1000, speed) : 60, required: true }),
			theme: h("select", { name: "theme" }, ["dark", "light", "auto"].map((t) => h("option", { value: t }, t === "auto" ? "the reader's theme" : t))),
		};
		this.#fields = { lane: field("Game", lane), from: field("From turn", from), to: field("To turn", to), pace: field("Turns a second", pace), theme: field("Colours", theme) };
	}

	get #lanes() { return this.#game.opened.peek()?.lanes ?? []; }

	open() {
		const { dialog: d, head, body } = this.#dialog, f = this.#fields;
		this.#listen();
		this.#choice.addEventListener("keydown", (e) => this.#press(e));
		replace(body, this.#choice, this.#doc, h("div", { class: "fields" }, f.lane, f.from, f.to, f.pace, f.theme), this.#commandRow, this.#preview);
		put(this.#form, head, body, h("footer", {}, this.#link && copyButton("link", this.#link), h("span", { class: "grow" }),
			h("button", { type: "button", onclick: () => d.close() }, "Close"), this.#save));
		this.#form.addEventListener("change", () => this.#requestCommand());
		this.#form.addEventListener("submit", (e) => {
			e.preventDefault();
			this.#save.disabled = true;
			this.#game.send("take", this.#request());
		});
		put(d, this.#form);
		document.body.append(d);
		this.#choose(this.#chosen);
		d.showModal();
	}

	/** Receives the answers of the engine until the dialog is closed. */
	#listen() {
		const game = this.#game, before = game.onmessage, error = game.error.peek();
		game.onmessage = (type, data) => {
			if (type === "command") {
				this.#commandRow.hidden = !data.command;
				write(this.#command, data.command ?? "");
			} else if (type === "file") {
				this.#save.disabled = false;
				if (data.mime === "text/html") return void downloadPage(data);
				download(data);
				if (!data.mime.startsWith("image/")) return;
				this.#preview.src = `data:${data.mime};base64,${data.base64}`;
				this.#preview.hidden = false;
			} else before(type, data);
		};
		const stop = effect(() => { if (game.error.value !== error) this.#save.disabled = false; }); // an error ends the wait for the file; the view shows it
		this.#dialog.dialog.addEventListener("close", () => { stop(); game.onmessage = before; });
	}

	#request() {
		const { lane, from, to, pace, theme } = this.#inputs, { what } = this.#chosen;
		/** @type {Record<string, any>} */
		const a = { what, lane: Number(lane.value) };
		if (isWhole(this.#chosen)) return a;
		const all = to.valueAsNumber >= this.#last && this.#game.over.peek();
		if (what === "png") a.from = a.to = to.valueAsNumber;
		else {
			if (from.valueAsNumber > this.#game.first) a.from = from.valueAsNumber;
			if (!all) a.to = to.valueAsNumber;
			a.speed = pace.valueAsNumber;
		}
		if (what !== "cast") a.theme = theme.value;
		return a;
	}

	/** @param {Kind} kind */
	#choose(kind) {
		const was = this.#chosen, fields = this.#fields, { to, theme } = this.#inputs;
		this.#chosen = kind;
		for (const b of this.#choice.children) {
			const own = b.getAttribute("data-what") === kind.what;
			b.setAttribute("aria-checked", String(own));
			/** @type {HTMLElement} */ (b).tabIndex = own ? 0 : -1;
		}
		const still = kind.what === "png", moving = !still && !isWhole(kind);
		if (still !== (was.what === "png")) to.value = String(still ? this.#now : this.#last);
		write(this.#doc, kind.doc);
		fields.lane.hidden = this.#lanes.length < 2;
		fields.from.hidden = fields.pace.hidden = !moving;
		fields.to.hidden = isWhole(kind);
		write(/** @type {Node} */ (fields.to.querySelector("label")), still ? "Turn" : "To turn");
		fields.theme.hidden = isWhole(kind) || kind.what === "cast";
		const auto = /** @type {HTMLOptionElement} */ (theme.options[2]);
		auto.disabled = kind.what !== "svg";
		if (auto.disabled && theme.value === "auto") theme.value = "dark";
		this.#preview.hidden = true;
		this.#requestCommand();
	}

	/** Requests the command line that makes the same file. */
	#requestCommand() {
		this.#commandRow.hidden = true;
		if (this.#chosen.what !== "record" && this.#form.checkValidity()) this.#game.send("command", this.#request());
	}

	/** Chooses the next or the previous format by an arrow key. @param {KeyboardEvent} e */
	#press(e) {
		const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key], offered = this.#offered;
		if (!by) return;
		e.preventDefault();
		const at = (offered.indexOf(this.#chosen) + by + offered.length) % offered.length;
		this.#choose(offered[at]);
		/** @type {HTMLElement} */ (this.#choice.children[at]).focus();
	}
}

/** @param {string} what @param {() => Promise<string>} text @param {string} [label] */
function copyButton(what, text, label = `Copy the ${what}`) {
	return h("button", { type: "button", "aria-label": `Copy the ${what}`, onclick: () => copy(text(), what) }, icon(what === "link" ? "link" : "copy"), label);
}
