// The page Replay shows the game of a file while the engine verifies the file. If a file cannot be
// opened, the page shows the error and its place in the file, and keeps the last game on the screen.
import { effect } from "../../store/signal.js";
import { handOver, takeOver } from "../../store/handover.js";
import { go } from "../../store/place.js";
import { Game } from "../../session/game.js";
import { h, replace } from "../../parts/dom.js";
import { icon, iconButton } from "../../parts/icons.js";
import { Announcer } from "../../parts/announcer.js";
import { Facts, count, group } from "../../parts/panel.js";
import { Stage } from "../../parts/stage.js";
import { exportGame } from "../../parts/export.js";
import { downloadPage } from "../../parts/file.js";
import { toast, errorBox } from "../../parts/toast.js";
import { HuntReplay } from "./hunt.js";
import { Thinking } from "./thinking.js";
import { Verdict, errorText } from "./verdict.js";

const piece = 600_000; // bytes of the file in one message
const whole = 900_000; // most bytes of a record that is sent in one message

/** The open file: a game of snakes, or one of Snake Hunter. @typedef {{game?: Game, stage?: Stage, thinking?: Thinking, hunt?: HuntReplay, verdict: Verdict, ends: (() => void)[]}} Shown */

export default class Replay extends HTMLElement {
	/** @type {import("../../session/client.js").Session} */ #session = /** @type {any} */ (null);
	/** @type {Shown | null} */ #shown = null;
	/** @type {Game | null} the file that is being opened */ #opening = null;
	#record = ""; // the text of the file, if the page Position can analyse it
	#wrong = h("div", { class: "warned" });
	#body = h("div");
	#announcer = new Announcer();
	#file = h("input", { type: "file", class: "unseen", tabIndex: -1, "aria-label": "file with a game", onchange: () => { const f = this.#file.files?.[0]; if (f) this.#take(f); this.#file.value = ""; } });
	#end = new AbortController();
	#requested = ""; // the file that was requested from the server

	notes = ["You can also drop a file anywhere on this page.", "The line under the board marks turns that violate the rules."];

	/**
	 * @param {import("../../session/client.js").Session} session
	 * @param {URLSearchParams} fields one of which may name a file that the server offers
	 */
	start(session, fields) {
		this.#session = session;
		replace(this, h("h1", { class: "unseen" }, "Replay"), this.#announcer.element, this.#file, this.#body);
		replace(this.#body, this.#wrong, h("div", { class: "page stack" }, this.#invite()));
		const how = { signal: this.#end.signal };
		addEventListener("dragover", (e) => { e.preventDefault(); this.classList.add("dropping"); }, how);
		addEventListener("dragleave", (e) => { if (!e.relatedTarget) this.classList.remove("dropping"); }, how);
		addEventListener("drop", (e) => {
			e.preventDefault();
			this.classList.remove("dropping");
			const f = e.dataTransfer?.files[0];
			if (f) this.#take(f);
		}, how);
		/** @type {File | null} */
		const handed = takeOver("replay");
		if (handed) this.#take(handed);
		else this.#fetch(fields.get("file") ?? "");
	}

	stop() {
		this.#end.abort();
		this.#opening?.close();
		this.#leave();
		this.#announcer.stop();
	}

	/** @param {URLSearchParams} fields */
	update(fields) {
		this.#fetch(fields.get("file") ?? "");
		return true;
	}

	/** Opens a file of the server. Links of ouro replay --web and of the page Arena name such files. @param {string} name */
	async #fetch(name) {
		if (!name || name === this.#requested) return;
		this.#requested = name;
		try {
			const answer = await fetch(new URL(`file/${name.split("/").map(encodeURIComponent).join("/")}`, location.href));
			if (!answer.ok) return this.#refuse(name, (await answer.text()).trim());
			if (this.#requested === name) this.#take(new File([await answer.blob()], name.split("/").at(-1) ?? name));
		} catch {
			this.#refuse(name, "the studio does not answer");
		}
	}

	/** Opens the sample game, whose record is one of the page's files. */
	async #sample() {
		const name = "sample.txt", answer = await fetch(new URL(`./${name}`, import.meta.url));
		if (!answer.ok) return this.#refuse(name, `the studio answers ${answer.status}`);
		this.#take(new File([await answer.blob()], "hydra against spot.ouro"));
	}

	#invite() {
		return h("section", { class: "drop" }, icon("save"), h("h2", {}, "Drop a file with a game here"),
			h("div", { class: "row" }, h("button", { type: "button", class: "first", onclick: () => this.#file.click() }, "Choose a file"),
				h("button", { type: "button", class: "sample", onclick: () => this.#sample() }, "Open a sample")),
			h("ul", { class: "small dim", role: "list" }, ["records of Ouro: exported on the page Watch, or written by ouro bench --records, by ouro game --record, or by the key w of ouro watch and W of ouro play", "game logs of Battlesnake, as the official engine writes them (JSON lines)", "records of Snake Hunter", "lists of positions"].map((t) => h("li", {}, t))),
			h("p", { class: "small" }, "While it plays, the studio verifies it against the rules."));
	}

	/** Opens a file. The last file stays on the screen until the new one is open. @param {File} file */
	async #take(file) {
		replace(this.#wrong);
		const { limits } = await this.#session.ready;
		const most = Number(limits.file ?? 32 << 20);
		if (file.size > most) return this.#refuse(file.name, `it has ${group(file.size)} bytes; the studio reads at most ${group(most)}`);
		const bytes = new Uint8Array(await file.arrayBuffer());
		this.#opening?.close();
		const game = this.#opening = new Game(this.#session, { name: file.name }, "replay");
		const verdict = new Verdict((turn) => this.#go(turn));
		/** @type {(() => void)[]} */
		const ends = [];
		let opened = false;
		game.onmessage = (type, data) => {
			if (type === "verified") this.#onVerified(verdict, game, data);
			else if (type === "held") { this.#onOther(data, verdict, game, ends); opened = true; }
			else if (type === "position") this.#analyse(data);
		};
		ends.push(effect(() => {
			const e = game.error.value;
			if (!e || game !== this.#opening && game !== this.#shown?.game) return;
			if (opened && !e.fatal) return toast(e.message, { error: true });
			if (!opened) this.#opening = null;
			this.#refuse(file.name, errorText(e));
		}), effect(() => {
			if (!game.opened.value || opened || game !== this.#opening) return;
			opened = true;
			this.#show(game, file.name, verdict, ends);
			this.#record = bytes.length <= whole && game.opened.peek()?.file?.kind === "record" ? new TextDecoder().decode(bytes) : "";
		}));
		game.onreopen = () => {
			for (let i = 0; i === 0 || i < bytes.length; i += piece) {
				game.send("chunk", { base64: base64(bytes.subarray(i, i + piece)), last: i + piece >= bytes.length });
			}
		};
		game.onreopen();
	}

	/** @param {string} name @param {string} why */
	#refuse(name, why) {
		const w = errorBox(`${name}: ${why}`, h("button", { type: "button", onclick: () => this.#file.click() }, "Choose another"));
		replace(this.#wrong, w);
	}

	#leave() {
		const s = this.#shown;
		this.#shown = null;
		this.#record = "";
		if (!s) return;
		for (const end of s.ends) end();
		s.stage?.stop();
		s.hunt?.stop();
		s.game?.close();
	}

	/** @param {Game} game @param {string} name @param {Verdict} verdict @param {(() => void)[]} ends */
	#show(game, name, verdict, ends) {
		this.#leave();
		this.#opening = null;
		const stage = new Stage(game, { more: [iconButton("save", "export: pictures, page", () => this.#export(), "e"), iconButton("whole", "full screen", () => document.dispatchEvent(new CustomEvent("ouro-whole")), "f")] });
		const opened = /** @type {import("../../session/game.js").Opened} */ (game.opened.peek());
		stage.speed.set(opened.speed ?? 20, true);
		const facts = new Facts();
		const thinking = new Thinking(game, stage);
		ends.push(() => thinking.stop());
		this.#shown = { game, stage, verdict, thinking, ends };
		ends.push(effect(() => {
			const p = game.lanes.value[0], turn = game.turn.value;
			if (!p) return;
			facts.set("turn", `${group(turn, game.turns.value)} of ${group(game.turns.value)}`);
			p.snakes.forEach((s, i) => facts.set(opened.lanes[0].seats[i]?.name ?? `snake ${i + 1}`, s.dead ? s.dead : `length ${s.body.length}${s.health ? ` · health ${s.health}` : ""}`, s.dead ? "bad" : ""));
			if (p.ended) facts.set("end", p.ended.words);
			else facts.remove("end");
		}));
		replace(this.#body, this.#wrong, h("div", { class: "watching" }, stage.element,
			h("aside", { class: "side what", "aria-label": "the file" },
				h("section", { class: "card" }, h("header", {}, h("h2", {}, opened.title || name)), h("p", { class: "small dim" }, [name, opened.file?.cut ? "the file ends before the game" : ""].filter(Boolean).join(" · ")), facts.element,
					opened.lanes[0].seats.filter((s) => s.address).map((s) => h("p", { class: "small dim" }, `${s.name}: ${s.address}`)),
					h("div", { class: "row" }, h("button", { type: "button", class: "first", onclick: () => this.#askHere() }, "Analyse here"), h("button", { type: "button", onclick: () => this.#file.click() }, "Another file")))),
			h("aside", { class: "side facts-side", "aria-label": "facts" }, thinking.element, verdict.element)));
		this.#announcer.say(`${name} is open`, true);
		stage.player.play();
	}

	/**
	 * Shows a file with a game of Snake Hunter or a list of positions.
	 * @param {any} data
	 * @param {Verdict} verdict
	 * @param {Game} game
	 * @param {(() => void)[]} ends
	 */
	#onOther(data, verdict, game, ends) {
		this.#leave();
		this.#opening = null;
		const again = h("button", { type: "button", onclick: () => this.#file.click() }, "Another file");
		const about = h("aside", { class: "side what", "aria-label": "the file" }, h("section", { class: "card" }, h("header", {}, h("h2", {}, data.name)), h("p", { class: "small dim" }, data.kind), h("div", { class: "row" }, again)));
		if (data.record) {
			const hunt = new HuntReplay(this.#session, data.record, (e) => this.#refuse(data.name, errorText(e)), (page) => downloadPage(page, "share-hunt.html"));
			this.#shown = { game, hunt, verdict, ends };
			replace(this.#body, this.#wrong, h("div", { class: "watching" }, hunt.element, about, h("aside", { class: "side facts-side", "aria-label": "facts" }, verdict.element)));
			return;
		}
		this.#shown = { game, verdict, ends };
		const rows = (data.positions ?? []).map((/** @type {{line: number, text: string}} */ p) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => go("position", new URLSearchParams([["position", p.text], ...rulesOf(p.text)])) },
			h("b", {}, `line ${p.line}`), h("span", { class: "mono small" }, p.text))));
		replace(this.#body, this.#wrong, h("div", { class: "page stack" }, h("section", { class: "card" }, h("header", {}, h("h2", {}, `${data.name}: positions`), again), h("ol", { class: "differences" }, rows), data.more > 0 && h("p", { class: "small dim" }, `and ${group(data.more)} more`))));
	}

	/** @param {Verdict} verdict @param {Game} game @param {import("./verdict.js").Verified} data */
	#onVerified(verdict, game, data) {
		verdict.show(data);
		const stage = this.#shown?.game === game ? this.#shown.stage : null;
		if (stage) stage.timeline.marks = data.differences.map((d) => ({ turn: d.turn, words: d.what }));
		if (data.differences.length > 0) this.#announcer.say(count(data.differences.length, "wrong turn"), true);
	}

	/** @param {number} turn */
	#go(turn) {
		this.#shown?.stage?.player.go(turn);
		this.#shown?.hunt?.go(turn);
	}

	/** Requests the link of the shown position. #analyse then opens the link. */
	#askHere() {
		const game = this.#shown?.game;
		if (!game || !this.#shown?.stage) return;
		this.#shown.stage.player.pause();
		game.send("position", { turn: game.turn.peek() });
	}

	#export() {
		const s = this.#shown;
		if (!s?.game || !s.stage) return;
		s.stage.player.pause();
		exportGame(s.game, { speed: s.stage.speed.value, record: false });
	}

	/** @param {{link: string, turn: number}} at */
	#analyse({ link, turn }) {
		if (this.#record) handOver("position", { record: this.#record, turn: turn - (this.#shown?.game?.first ?? 0) });
		location.hash = link.startsWith("#") ? link : "#" + link;
	}

	/** @returns {import("../../parts/keys.js").Key[]} */
	keys() {
		const s = this.#shown;
		/** @type {import("../../parts/keys.js").Key[]} */
		const keys = [{ keys: ["o"], name: "o", does: "choose a file", do: () => this.#file.click() }];
		if (s?.stage) return [...s.stage.keys(), ...s.thinking?.keys() ?? [], { keys: ["a"], name: "a", does: "analyse here", do: () => this.#askHere() }, { keys: ["e"], name: "e", does: "export", do: () => this.#export() }, ...keys];
		if (s?.hunt) return [{ keys: ["e"], name: "e", does: "save as a page", do: () => s.hunt?.take() }, { keys: [" "], name: "space", does: "pause", do: () => s.hunt?.toggle() }, { keys: ["ArrowLeft"], name: "←", does: "step back", do: () => s.hunt?.step(-1) }, { keys: ["ArrowRight"], name: "→", does: "step forward", do: () => s.hunt?.step(1) }, ...keys];
		return keys;
	}
}

/** Returns the fields with the rules of a position from a list: standard rules if its snakes have health, otherwise none. @param {string} text @returns {[string, string][]} */
function rulesOf(text) { return /,h\d/.test(text) ? [["rules", "standard"]] : []; }

/** @param {Uint8Array} bytes */
function base64(bytes) {
	let text = "";
	for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
	return btoa(text);
}

customElements.define("ouro-replay", Replay);
