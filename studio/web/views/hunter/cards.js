// The cards over the board of Snake Hunter: the menu, the instructions before the start, the card of a
// pause, and the card at the end. The keys up and down move between the controls of a card.
import { h, put } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { pads } from "./keys.js";
import { ownName, scores } from "./scores.js";
import { isTouchOnly } from "./touch.js";

/** @typedef {import("../../parts/dom.js").Child} Child */

/**
 * Returns a card with a title. The page gives the focus to the control with the attribute data-first.
 * @param {string} title
 * @param {{mood?: string, kind?: string}} how
 * @param {...(Child | Child[])} children
 */
export function card(title, { mood = "", kind = "" }, ...children) {
	const c = h("section", { class: `hunt-card ${kind} ${mood}`, "aria-label": title }, h("h2", {}, title));
	put(c, ...children);
	c.addEventListener("keydown", (e) => {
		if ((e.key !== "ArrowDown" && e.key !== "ArrowUp") || e.target instanceof HTMLSelectElement) return;
		const all = [.../** @type {NodeListOf<HTMLElement>} */ (c.querySelectorAll("button:not(:disabled), select, input, a[href]"))];
		const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
		e.preventDefault();
		all[(at + (e.key === "ArrowDown" ? 1 : all.length - 1)) % all.length]?.focus();
	});
	return c;
}

/** Returns a button of a card. @param {string} words @param {() => void} does @param {{first?: boolean, icon?: string, record?: boolean}} [how] record: the action needs the game's record */
export function action(words, does, { first = false, icon: name, record = false } = {}) {
	return h("button", { type: "button", class: first ? "first" : "", "data-first": first ? "" : undefined, "data-record": record ? "" : undefined, onclick: does }, name ? icon(name) : null, words);
}

/** The choices of players, with the values of the link's fields. */
export const teams = [
	{ key: "1", words: "One player", hunters: 1, bots: 0 },
	{ key: "2", words: "Two players", hunters: 2, bots: 0 },
	{ key: "1b", words: "You and a bot", hunters: 2, bots: 1 },
	{ key: "b", words: "Watch bots", hunters: 2, bots: 2 },
];

/**
 * Returns the menu.
 * @param {object} now
 * @param {number} now.hunters
 * @param {number} now.bots
 * @param {number} now.level
 * @param {number} now.snakes
 * @param {string} now.solver
 * @param {{number: number, name: string, snakes: number}[]} now.levels
 * @param {boolean} now.lost whether the connection was lost during a game
 * @param {object} does
 * @param {(hunters: number, bots: number) => void} does.team
 * @param {(level: number) => void} does.level
 * @param {(snakes: number) => void} does.snakes
 * @param {() => void} does.solver
 * @param {() => void} does.start
 */
export function menu(now, does) {
	const chosen = (/** @type {typeof teams[0]} */ t) => t.hunters === now.hunters && t.bots === now.bots;
	const offered = teams.filter((t) => t.hunters - t.bots < 2 || chosen(t) || !isTouchOnly());
	const team = h("div", { class: "teams", role: "group", "aria-label": "players" }, offered.map((t) => h("button", {
		type: "button", "aria-pressed": String(chosen(t)), onclick: () => does.team(t.hunters, t.bots),
	}, t.words)));
	const level = h("select", { "aria-label": "level", onchange: () => does.level(Number(level.value)) },
		now.levels.map((l) => h("option", { value: String(l.number), selected: l.number === now.level }, `Level ${l.number}: ${l.name}`)));
	const snakes = h("select", { "aria-label": "snakes", onchange: () => does.snakes(Number(snakes.value)) },
		[0, 1, 2, 3, 4].map((n) => h("option", { value: String(n), selected: n === now.snakes }, n === 0 ? "Snakes by level" : n === 1 ? "1 snake" : `${n} snakes`)));
	return card("Snake Hunter", { kind: "menu" }, now.lost && h("p", { class: "bad", role: "alert" }, "The connection was lost, and your game with it."),
		h("p", { class: "dim" }, "Snakes eat the walls of brick. Your bombs halve long snakes and kill short ones."),
		team, h("div", { class: "choices" }, level, snakes),
		h("button", { type: "button", class: "solver", onclick: does.solver }, icon("change"), `The snakes' solver: ${now.solver}`),
		action("Start", does.start, { first: true, icon: "play" }),
		table());
}

/** Returns the table of the best games; null without any. @param {number} [own] the rank of the last game */
export function table(own = -1) {
	const all = scores();
	if (all.length === 0) return null;
	return h("table", { class: "scores" }, h("caption", {}, "Best games"), h("tbody", {}, all.map((s, i) => h("tr", { class: i === own ? "own" : "" },
		h("td", {}, `${i + 1}`), h("td", {}, s.name || "anonymous"), h("td", {}, s.won ? "won" : `level ${s.level}`), h("td", {}, String(s.score))))));
}

/**
 * Returns the instructions before the start.
 * @param {{name: string, goal: string, people: number, touch: boolean}} about
 * @param {() => void} start
 */
export function ready({ name, goal, people, touch }, start) {
	const rows = pads(people).map((pad, i) => h("p", { class: "pad-keys" }, people > 1 ? h("b", {}, `P${i + 1}`) : null,
		pad.names.walk.split(" ").map((k) => h("kbd", {}, k)), "walk", h("kbd", {}, pad.names.bomb), "bomb"));
	return card(name, { kind: "ready" }, h("p", { class: "goal" }, goal), h("ul", { class: "rules" },
		h("li", {}, "A bomb halves the snake that it hits; a snake of four cells or fewer dies."),
		h("li", {}, "A trapped snake is stunned: bomb it before it wakes."),
		h("li", {}, "Avoid your own flames, and the snakes' heads.")),
	touch ? h("p", { class: "pad-keys" }, "Walk with the left thumb, bomb with the right.") : rows,
	action(touch ? "Tap to start" : "Press one of your keys to start", start, { first: true }));
}

/** Returns the card of a break between two levels; null if there is no break. @param {string} phase @param {number} score @param {{name: string}} [next] */
export function between(phase, score, next) {
	if (phase === "timed-out") return card("Time is up", { mood: "bad", kind: "banner" }, h("p", {}, "Every hunter loses a life."));
	if (phase !== "cleared") return null;
	return card("Level cleared", { mood: "good", kind: "banner" }, h("p", { class: "points" }, String(score)), next ? h("p", {}, `Next: ${next.name}`) : null);
}

/**
 * Returns the card at the end of a game.
 * @param {{won: boolean, score: number, facts: string, place: number, people: number}} end
 * @param {{again: () => void, menu: () => void, save: () => void, page: () => void, replay: () => void, keep: (name: string) => void}} does
 */
export function over({ won, score, facts, place, people }, does) {
	const name = h("input", { type: "text", maxLength: 16, value: ownName.peek(), "aria-label": "your name", placeholder: "Your name", autocomplete: "off", spellcheck: false });
	const own = place >= 0 && people > 0 ? h("form", { class: "own-name", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); does.keep(name.value.trim()); } },
		h("p", {}, place === 0 ? "This is the best game so far." : `This game is number ${place + 1}.`), h("div", { class: "row" }, name, h("button", { type: "submit" }, "Keep"))) : null;
	return card(won ? "You win" : "Game over", { mood: won ? "good" : "bad", kind: "over" },
		h("p", { class: "points" }, String(score)), h("p", { class: "dim" }, facts), own ?? table(),
		h("div", { class: "actions" }, action("Play again", does.again, { first: true, icon: "again" }), action("Menu", does.menu, { icon: "menu" }), action("Replay", does.replay, { icon: "eye", record: true }), action("Save the record", does.save, { icon: "save", record: true }), action("Save a page to share", does.page, { icon: "link", record: true })));
}

/** @param {{go: () => void, again: () => void, menu: () => void}} does */
export function paused(does) {
	return card("Paused", { kind: "paused" }, h("div", { class: "actions" }, action("Resume", does.go, { first: true, icon: "play" }), action("Restart", does.again, { icon: "again" }), action("Menu", does.menu, { icon: "menu" })));
}
