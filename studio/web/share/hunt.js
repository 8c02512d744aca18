// The script of a page with a game of Snake Hunter. The address game.html#120 shows tick 120.
import { h } from "../parts/dom.js";
import { press } from "../parts/keys.js";
import { HuntReplay } from "../views/replay/hunt.js";
import { HuntTape } from "./hunt-tape.js";
import { inflate } from "./tape.js";

const host = /** @type {HTMLElement} */ (document.querySelector(".player"));

/** @param {unknown} e */
function fail(e) { host.replaceChildren(h("p", { class: "bad", role: "alert" }, `This file is damaged, or this browser is too old: ${e instanceof Error ? e.message : e}`)); }

/** Returns the tick in the address, or 0. */
function wantedTick() { return /^#\d{1,9}$/.test(location.hash) ? Number(location.hash.slice(1)) : 0; }

try {
	const doc = JSON.parse(await inflate(document.querySelector("script[data-game]")?.textContent ?? ""));
	const tape = new HuntTape(doc, wantedTick()), replay = new HuntReplay(/** @type {any} */ (tape), "", fail);
	const second = doc.opened.ticks;
	/** @type {import("../parts/keys.js").Key[]} */
	const keys = [
		{ keys: [" ", "p"], name: "space", does: "play or pause", do: () => replay.toggle() },
		{ keys: ["ArrowLeft", ","], name: "←", does: "a tick back", do: () => replay.step(-1) },
		{ keys: ["ArrowRight", "."], name: "→", does: "a tick forward", do: () => replay.step(1) },
		{ keys: ["PageUp"], name: "pgup", does: "5 seconds back", do: () => replay.step(-5 * second) },
		{ keys: ["PageDown"], name: "pgdn", does: "5 seconds forward", do: () => replay.step(5 * second) },
		{ keys: ["Home", "g"], name: "home", does: "to the start", do: () => replay.go(0) },
		{ keys: ["End", "G"], name: "end", does: "to the end", do: () => replay.go(tape.last) },
	];
	host.replaceChildren(replay.element);
	document.querySelector("aside")?.append(h("details", { class: "card" }, h("summary", {}, "Keys"), h("dl", { class: "facts keys-list" }, keys.flatMap((k) => [h("dt", {}, h("kbd", {}, k.name ?? "")), h("dd", {}, k.does)]))));
	addEventListener("keydown", (e) => { press(e, keys); });
	addEventListener("hashchange", () => replay.go(wantedTick()));
} catch (e) {
	fail(e);
}
