// The form for choosing a game: rules, board or level, map, seed. Usage:
//
//	const fields = await pickGame(catalog, fieldsOfTheLink, { try: check });
//	if (fields) go("watch", fields) // URLSearchParams; null if the user cancelled
//
// The returned fields are those of a link: rules, board, level, start-length, seed, game, nodes and
// time. They also have the solvers and snakes of the given fields, if these belong to the new game.
import { h, uniqueID, replace, write } from "./dom.js";
import { icon } from "./icons.js";
import { isAccepted } from "./check.js";
import { dialog } from "./help.js";
import { optionFields } from "./options.js";
import { byHome, rulesOf, capitalise, several, spec, specText } from "./catalog.js";

/** @typedef {import("./catalog.js").Catalog} Catalog */
/** @typedef {import("./catalog.js").Rules} Rules */

/**
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [note]
 */
export function field(label, input, note) {
	input.id ||= uniqueID("field");
	const hint = note ? h("p", { class: "note", id: uniqueID("note") }, note) : null;
	if (hint) input.setAttribute("aria-describedby", hint.id);
	return h("div", { class: "field" }, h("label", { for: input.id }, label), input, hint);
}

/**
 * @param {string} name
 * @param {[string, string][]} values each with its text
 * @param {string} chosen
 */
function choice(name, values, chosen) {
	return h("select", { name }, values.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
}

/** @param {Record<string, any>} properties */
function text(properties) { return h("input", { autocomplete: "off", spellcheck: false, ...properties }); }

/**
 * Opens the form. The promise resolves with the fields of the chosen game, or with null if the user
 * cancels.
 * @param {Catalog} catalog
 * @param {URLSearchParams} fields the game to begin with
 * @param {object} [how]
 * @param {string} [how.title]
 * @param {(link: string) => Promise<string>} [how.try] asks the engine; returns why it refuses, or ""
 * @param {(rules: Rules) => boolean} [how.rules] which rules can be chosen
 * @returns {Promise<URLSearchParams | null>}
 */
export function pickGame(catalog, fields, { title = "Game", try: attempt, rules: fits = () => true } = {}) {
	const { dialog: d, head, body } = dialog(title, "game-form");
	const problem = h("p", { class: "field-wrong grow", role: "alert" });
	const use = h("button", { type: "submit", class: "first" }, "Play it");
	const form = h("form", {}, head, body, h("footer", {}, problem, h("button", { type: "button", onclick: () => d.close() }, "Cancel"), use));
	d.append(form);
	document.body.append(d);
	form.addEventListener("input", () => write(problem, ""));

	const begin = spec(fields.get("rules") ?? "classic");
	const rules = h("select", { name: "rules" }, byHome(catalog.rules.filter(fits)).map(([home, all]) => h("optgroup", { label: capitalise(home) },
		all.map((r) => h("option", { value: r.name, selected: r.name === begin.name }, `${r.name}: ${r.idea}`)))));
	const own = h("div", { class: "stack" }), chance = h("div", { class: "fields four" });
	/** @type {() => URLSearchParams} */
	let chosen = () => new URLSearchParams();

	const { inputs, index, game } = seedFields(chance, fields);
	function show() {
		const r = rulesOf(catalog, rules.value);
		if (!r) return;
		index.hidden = several(r); // a game of several snakes has only a seed, no number within the seed
		({ chosen } = rulesFields(own, catalog, r, r.name === begin.name ? begin.options : new Map(), (key, usual = "") => (r.name === begin.name && fields.get(key)) || usual));
	}
	rules.addEventListener("change", show);

	replace(body, field("Rules", rules), own, h("hr"), chance);
	show();

	/** @type {URLSearchParams | null} */
	let answer = null;
	form.addEventListener("submit", async (e) => {
		e.preventDefault();
		const f = chosen();
		for (const input of inputs) {
			const v = input.value.trim();
			if (v !== "" && !(input === game && (v === "0" || index.hidden))) f.set(input.name, v);
		}
		keepSolvers(catalog, fields, f);
		if (!await isAccepted(f.toString(), attempt, use, problem)) return;
		answer = f;
		d.close();
	});
	d.showModal();
	return new Promise((resolve) => d.addEventListener("close", () => resolve(answer)));
}

/**
 * Fills an element with the fields of seed and budget, which all rules have.
 * @param {HTMLElement} host
 * @param {URLSearchParams} fields the game to begin with
 */
function seedFields(host, fields) {
	const seed = text({ name: "seed", value: fields.get("seed") ?? "1", inputMode: "numeric" });
	const roll = h("button", { type: "button", class: "icon", "aria-label": "random seed", onclick: () => { seed.value = String(Math.floor(Math.random() * 1e9)); } }, icon("dice"));
	const seeded = field("Seed", seed);
	const place = h("div", { class: "row seed" });
	seed.replaceWith(place);
	place.append(seed, roll);
	const game = text({ name: "game", type: "number", min: 0, value: fields.get("game") ?? "0" });
	const nodes = text({ name: "nodes", inputMode: "numeric", value: fields.get("nodes") ?? "", placeholder: "no limit" });
	const time = text({ name: "time", value: fields.get("time") ?? "", placeholder: "no limit" });
	const index = field("Game of the seed", game, "0 is the first");
	replace(host, seeded, index,
		field("Nodes per move", nodes, "the same game on every machine"), field("Time per move", time, "such as 20ms; not reproducible"));
	return { inputs: [seed, game, nodes, time], index, game };
}

/**
 * Fills an element with the fields that depend on the rules: level, map, board, start
 * length and options.
 * @param {HTMLElement} host
 * @param {Catalog} catalog
 * @param {Rules} r
 * @param {Map<string, string>} was options chosen before
 * @param {(key: string, usual?: string) => string} keep returns the value chosen before, or the default
 * @returns {{chosen: () => URLSearchParams}} chosen returns the values of the fields
 */
function rulesFields(host, catalog, r, was, keep) {
	/** @type {HTMLElement[]} */
	const first = [];
	/** @type {[string, string][]} */
	const levels = catalog.levels.filter((l) => l.rules === r.name).map((l) => [l.name, [l.name, l.board, l.idea].filter(Boolean).join(" · ")]);
	if (!r.level) levels.unshift(["", "none: a board without walls"]);
	const level = levels.length > 1 ? choice("level", levels, keep("level", r.level)) : null;
	const map = r.options?.some((o) => o.key === "map") ? choice("map", catalog.maps.map((m) => [m.name, `${m.name}: ${m.idea}`]), was.get("map") ?? "standard") : null;
	const board = r.level ? null : text({ name: "board", value: keep("board", r.board), pattern: "[0-9]+x[0-9]+", placeholder: "10x10" });
	const length = r.startLength || r.level ? null : text({ name: "start-length", type: "number", min: 1, max: 4096, value: keep("start-length", "1") });
	if (level) first.push(field("Level", level));
	if (map) {
		const f = field("Map", map);
		f.classList.add("whole");
		first.push(f);
	}
	if (board) {
		const size = field("Board", board, "columns x rows, each side from 2 to 64");
		const showSize = () => { size.hidden = Boolean(level?.value); };
		level?.addEventListener("change", showSize);
		showSize();
		first.push(size);
	}
	if (length) first.push(field("Start length", length, "of the snake"));
	map?.addEventListener("change", () => { if (board) board.value = boardOf(catalog, map.value, board.value); });
	const options = optionFields((r.options ?? []).filter((o) => o.key !== "map"), was);
	replace(host, h("div", { class: "fields" }, first),
		(r.options ?? []).length > (map ? 1 : 0) && h("details", { open: options.values().size > 0 }, h("summary", {}, "Options of the rules"), options.element));
	return { chosen() {
		const f = new URLSearchParams();
		const o = options.values();
		if (map && map.value !== "standard") o.set("map", map.value);
		f.set("rules", specText(r.name, o));
		if (level?.value) f.set("level", level.value);
		else if (board) f.set("board", board.value.trim());
		if (length && length.value !== "1" && length.value !== "") f.set("start-length", length.value);
		return f;
	} };
}

/**
 * Returns a size that a map allows: the given size if the map allows it, otherwise the first one.
 * @param {Catalog} catalog
 * @param {string} name of the map
 * @param {string} board
 */
function boardOf(catalog, name, board) {
	const map = catalog.maps.find((m) => m.name === name);
	if (map?.sizes && map.sizes.length > 0) return map.sizes.includes(board) ? board : map.sizes[0];
	const least = map?.minSide ?? 0;
	return board.split("x").some((side) => Number(side) < least) ? `${least}x${least}` : board;
}

/**
 * Copies the solvers and snakes if the new rules belong to the same game. Otherwise the engine chooses
 * default solvers.
 * @param {Catalog} catalog
 * @param {URLSearchParams} from
 * @param {URLSearchParams} to
 */
function keepSolvers(catalog, from, to) {
	const a = rulesOf(catalog, from.get("rules") ?? ""), b = rulesOf(catalog, to.get("rules") ?? "");
	if (!a || !b || a.home !== b.home || several(a) !== several(b)) return;
	for (const key of ["solver", "snake"]) for (const v of from.getAll(key)) to.append(key, v);
}
