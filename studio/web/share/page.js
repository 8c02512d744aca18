// The script of a page with one game. The address game.html#120 shows turn 120.
import { reducedMotion } from "../draw/theme.js";
import { h } from "../parts/dom.js";
import { press } from "../parts/keys.js";
import { TapePlayer } from "./player.js";
import { tapeOf } from "./tape.js";

const host = /** @type {HTMLElement} */ (document.querySelector(".player"));

/** Returns the turn in the address, or null. */
function wantedTurn() { return /^#\d{1,9}$/.test(location.hash) ? Number(location.hash.slice(1)) : null; }

/** @param {TapePlayer} player */
function help(player) {
	return h("details", { class: "card" }, h("summary", {}, "Keys"), h("dl", { class: "facts keys-list" },
		player.keys().filter((k) => k.name !== "1-9" || player.overlays).flatMap((k) => [h("dt", {}, h("kbd", {}, k.name ?? "")), h("dd", {}, k.does)])));
}

try {
	const tape = await tapeOf(document), start = wantedTurn(), player = new TapePlayer(tape, { start: start ?? tape.doc.first });
	host.replaceChildren(player.element);
	const side = /** @type {HTMLElement} */ (document.querySelector("aside"));
	if (player.overlays) side.prepend(player.overlays);
	side.append(help(player));
	addEventListener("keydown", (e) => { press(e, player.keys()); });
	addEventListener("hashchange", () => {
		const turn = wantedTurn();
		if (turn !== null) player.stage.player.go(turn);
	});
	if (start === null && !reducedMotion()) player.stage.player.play();
} catch (e) {
	host.replaceChildren(h("p", { class: "bad", role: "alert" }, `This file is damaged, or this browser is too old: ${e instanceof Error ? e.message : e}`));
}
