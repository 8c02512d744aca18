// The dialog "Export": pictures of the game, its record, its link, and the command line
// that makes the same file. How it is used:
//
//	exportGame(game, { lane: 0, speed: 20, link: () => linkTo("watch", fields) });
import { effect } from "../store/signal.js";
import { copy } from "./copy.js";
import { h, put, replace, write } from "./dom.js";
import { download } from "./file.js";
import { field } from "./game-form.js";
import { dialog } from "./help.js";
import { icon } from "./icons.js";

/** The formats, with the engine's names for them. */
const kinds = [
	{ what: "svg", name: "SVG", doc: "An animated picture for any web page: smooth, and small however long the game. Readers who prefer reduced motion see the last turn." },
	{ what: "gif", name: "GIF", doc: "An animated picture for every program. It is larger, and skips turns above 50 turns a second." },
	{ what: "png", name: "PNG", doc: "The board after one turn." },
	{ what: "cast", name: "Cast", doc: "A recording of the terminal, for asciinema." },
	{ what: "record", name: "Record", doc: "The game itself. Replay it here or with ouro replay, and check it with ouro verify." },
];

/**
 * Opens the dialog for a game.
 * @param {import("../session/game.js").Game} game
 * @param {object} how
 * @param {number} how.speed turns a second
 * @param {() => Promise<string>} [how.link] missing for a game from a file
 * @param {boolean} [how.record] whether the game has a record
 */
export function exportGame(game, { speed, link, record = true }) {
	const { dialog: d, head, body } = dialog("Export", "take");
	const lanes = game.opened.peek()?.lanes ?? [], first = game.first, last = game.turns.peek(), now = game.turn.peek();
	const offered = kinds.filter((k) => record || k.what !== "record");
	let chosen = offered[0];

	const doc = h("p", { class: "small dim" });
	const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ min, /** @type {number} */ max) =>
		h("input", { type: "number", name, min, max, step: 1, value, required: true });
	const from = number("from", first, first, last), to = number("to", last, first, last);
	const pace = h("input", { type: "number", name: "speed", min: 1, max: 1000, step: "any", value: speed > 0 ? Math.min(1000, speed) : 60, required: true });
	const theme = h("select", { name: "theme" }, ["dark", "light", "auto"].map((t) => h("option", { value: t }, t === "auto" ? "the reader's theme" : t)));
	const lane = h("select", { name: "lane" }, lanes.map((l, i) => h("option", { value: String(i) }, l.seats.map((s) => s.name).join(", "))));
	const fields = { lane: field("Game", lane), from: field("From turn", from), to: field("To turn", to), pace: field("Turns a second", pace), theme: field("Colours", theme) };
	const preview = h("img", { alt: "", class: "take-preview", hidden: true });
	const command = h("code", { tabIndex: 0 }), commandRow = h("div", { class: "row take-command" }, command, copyButton("command line", async () => command.textContent ?? "", "Copy"));
	const save = h("button", { type: "submit", class: "first" }, icon("save"), "Save");
	const choice = h("div", { class: "group", role: "radiogroup", "aria-label": "format" }, offered.map((k) => h("button", {
		type: "button", role: "radio", "aria-checked": "false", "data-what": k.what, onclick: () => choose(k),
	}, k.name)));

	/** Returns the request for the engine. */
	function request() {
		/** @type {Record<string, any>} */
		const a = { what: chosen.what, lane: Number(lane.value) };
		if (chosen.what === "record") return a;
		const all = to.valueAsNumber >= last && game.over.peek();
		if (chosen.what === "png") a.from = a.to = to.valueAsNumber;
		else {
			if (from.valueAsNumber > first) a.from = from.valueAsNumber;
			if (!all) a.to = to.valueAsNumber;
			a.speed = pace.valueAsNumber;
		}
		if (chosen.what !== "cast") a.theme = theme.value;
		return a;
	}

	/** @param {typeof kinds[0]} kind */
	function choose(kind) {
		const was = chosen;
		chosen = kind;
		for (const b of choice.children) {
			const own = b.getAttribute("data-what") === kind.what;
			b.setAttribute("aria-checked", String(own));
			/** @type {HTMLElement} */ (b).tabIndex = own ? 0 : -1;
		}
		const still = kind.what === "png", moving = !still && kind.what !== "record";
		if (still !== (was.what === "png")) to.value = String(still ? now : last);
		write(doc, kind.doc);
		fields.lane.hidden = lanes.length < 2;
		fields.from.hidden = fields.pace.hidden = !moving;
		fields.to.hidden = kind.what === "record";
		write(/** @type {Node} */ (fields.to.querySelector("label")), still ? "Turn" : "To turn");
		fields.theme.hidden = kind.what === "record" || kind.what === "cast";
		const auto = /** @type {HTMLOptionElement} */ (theme.options[2]);
		auto.disabled = kind.what !== "svg";
		if (auto.disabled && theme.value === "auto") theme.value = "dark";
		preview.hidden = true;
		requestCommand();
	}

	/** Requests the command line that makes the same file. */
	function requestCommand() {
		commandRow.hidden = true;
		if (chosen.what !== "record" && form.checkValidity()) game.send("command", request());
	}

	choice.addEventListener("keydown", (e) => {
		const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
		if (!by) return;
		e.preventDefault();
		const at = (offered.indexOf(chosen) + by + offered.length) % offered.length;
		choose(offered[at]);
		/** @type {HTMLElement} */ (choice.children[at]).focus();
	});

	const before = game.onmessage;
	game.onmessage = (type, data) => {
		if (type === "command") {
			commandRow.hidden = !data.command;
			write(command, data.command ?? "");
		} else if (type === "file") {
			save.disabled = false;
			download(data);
			if (!data.mime.startsWith("image/")) return;
			preview.src = `data:${data.mime};base64,${data.base64}`;
			preview.hidden = false;
		} else before(type, data);
	};
	const error = game.error.peek();
	const stop = effect(() => { if (game.error.value !== error) save.disabled = false; }); // the view shows the error
	d.addEventListener("close", () => { stop(); game.onmessage = before; });

	replace(body, choice, doc, h("div", { class: "fields" }, fields.lane, fields.from, fields.to, fields.pace, fields.theme), commandRow, preview);
	const form = h("form", { method: "dialog" }, head, body,
		h("footer", {}, link && copyButton("link", link), h("span", { class: "grow" }), h("button", { type: "button", onclick: () => d.close() }, "Close"), save));
	form.addEventListener("change", requestCommand);
	form.addEventListener("submit", (e) => {
		e.preventDefault();
		save.disabled = true;
		game.send("take", request());
	});
	put(d, form);
	document.body.append(d);
	choose(chosen);
	d.showModal();
}

/** @param {string} what @param {() => Promise<string>} text @param {string} [label] */
function copyButton(what, text, label = `Copy the ${what}`) {
	return h("button", { type: "button", "aria-label": `Copy the ${what}`, onclick: () => copy(text(), what) }, icon("link"), label);
}
