// The dialog in which a solver is chosen: by name, idea, guarantee and cost, with its
// options. How it is used:
//
//	const text = await pickSolver(catalog, { chosen: "cell", home: "classic Snake", try: check });
//	if (text !== null) ... // null if it was cancelled
//
// `try` asks the engine about a spec and returns why it refuses it, or "".
import { h, put, replace, write } from "./dom.js";
import { icon } from "./icons.js";
import { dialog } from "./help.js";
import { optionFields } from "./options.js";
import { byHome, sentence, spec, specText } from "./catalog.js";

/** @typedef {import("./catalog.js").Catalog} Catalog */
/** @typedef {import("./catalog.js").Solver} Solver */

/**
 * Opens the dialog, and resolves with the chosen spec, or with null.
 * @param {Catalog} catalog
 * @param {object} how
 * @param {string} [how.title]
 * @param {string} [how.chosen] the spec to begin with
 * @param {string} [how.home] a game, whose solvers are listed first
 * @param {(spec: string) => Promise<string>} [how.try]
 * @returns {Promise<string | null>}
 */
export function pickSolver(catalog, { title = "Solvers", chosen = "", home = "", try: attempt }) {
	const { dialog: d, head, body } = dialog(title, "picker");
	const search = h("input", { type: "search", class: "search", placeholder: "Search", "aria-label": "search solvers", autocomplete: "off", spellcheck: false });
	head.insertBefore(search, head.lastElementChild);
	const list = h("div", { class: "list", role: "listbox", "aria-label": "solvers", tabIndex: -1 });
	const about = h("section", { class: "about", "aria-live": "polite" });
	const problem = h("p", { class: "field-wrong grow", role: "alert" });
	const use = h("button", { type: "submit", class: "first" }, "Use it");
	const form = h("form", { method: "dialog" }, head, body, h("footer", {}, problem,
		h("button", { type: "button", onclick: () => d.close() }, "Cancel"), use));
	replace(body, list, about);
	d.append(form);
	document.body.append(d);

	const begin = spec(chosen);
	/** @type {Solver | undefined} */
	let current;
	/** @type {() => Map<string, string>} */
	let values = () => new Map();

	/** @param {Solver} s */
	function show(s) {
		current = s;
		write(problem, "");
		for (const b of list.querySelectorAll("button")) {
			const own = b.dataset.name === s.name;
			b.setAttribute("aria-selected", String(own));
			b.tabIndex = own ? 0 : -1;
			if (own) b.scrollIntoView({ block: "nearest" });
		}
		const options = s.options ?? [];
		const fields = optionFields(options, s.name === begin.name ? begin.options : new Map(), () => write(problem, ""));
		values = fields.values;
		replace(about, h("div", {}, h("h2", {}, s.name), h("p", {}, sentence(s.idea) + ".")),
			h("dl", { class: "facts about-facts" }, fact("guarantee", s.guarantee), fact("cost", s.cost), fact("source", s.source), fact("made for", s.home)),
			options.length > 0 && h("fieldset", {}, h("legend", {}, "Options"), fields.element));
		about.scrollTop = 0;
	}

	function fill() {
		const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
		const fit = catalog.solvers.filter((s) => words.every((w) => `${s.name} ${s.idea} ${s.guarantee} ${s.source} ${s.home}`.toLowerCase().includes(w)));
		fit.sort((a, b) => Number(b.name.startsWith(words[0] ?? "")) - Number(a.name.startsWith(words[0] ?? "")));
		const homes = byHome(fit).sort(([a], [b]) => Number(b === home) - Number(a === home));
		replace(list, homes.map(([of, solvers]) => h("div", { role: "group", "aria-label": of }, h("h3", { "aria-hidden": "true" }, sentence(of)),
			solvers.map((s) => h("button", { type: "button", role: "option", "data-name": s.name, onclick: () => show(s), ondblclick: () => form.requestSubmit() }, s.name)))));
		if (fit.length === 0) put(list, h("p", { class: "dim small" }, "No solver matches."));
		const keep = fit.find((s) => s === current) ?? (words.length === 0 ? fit.find((s) => s.name === begin.name) : undefined) ?? homes[0]?.[1][0];
		if (keep) show(keep);
		use.disabled = fit.length === 0;
	}

	/** @param {number} by */
	function move(by) {
		const all = [...list.querySelectorAll("button")];
		const to = all[Math.min(all.length - 1, Math.max(0, all.findIndex((b) => b.dataset.name === current?.name) + by))];
		to?.click();
		return to;
	}
	search.addEventListener("input", fill);
	search.addEventListener("keydown", (e) => {
		if (e.key === "ArrowDown" || e.key === "ArrowUp") { e.preventDefault(); move(e.key === "ArrowDown" ? 1 : -1); }
	});
	list.addEventListener("keydown", (e) => {
		const by = { ArrowDown: 1, ArrowUp: -1, Home: -1000, End: 1000 }[e.key];
		if (by) { e.preventDefault(); move(by)?.focus(); }
		if (e.key === "Enter") { e.preventDefault(); form.requestSubmit(); }
	});

	/** @type {(value: string | null) => void} */
	let done;
	/** @type {string | null} */
	let answer = null;
	form.addEventListener("submit", async (e) => {
		e.preventDefault();
		if (!current || use.disabled) return;
		const text = specText(current.name, values());
		if (attempt) {
			use.disabled = true;
			const bad = await attempt(text);
			use.disabled = false;
			if (bad) return write(problem, bad);
		}
		answer = text;
		d.close();
	});
	d.addEventListener("close", () => done(answer));
	fill();
	d.showModal();
	search.focus();
	for (const b of list.querySelectorAll("[aria-selected=true]")) b.scrollIntoView({ block: "center" });
	return new Promise((resolve) => { done = resolve; });
}

/** @param {string} name @param {string} value */
function fact(name, value) { return value ? [h("dt", {}, name), h("dd", {}, value)] : []; }

/**
 * A card that describes a solver, with buttons to change and to remove it.
 * @param {Catalog} catalog
 * @param {string} text the spec
 * @param {object} how
 * @param {string} [how.colour] of its snake
 * @param {string} [how.heading]
 * @param {() => void} [how.change]
 * @param {() => void} [how.remove]
 */
export function solverCard(catalog, text, { colour, heading, change, remove }) {
	const s = catalog.solvers.find((one) => one.name === spec(text).name);
	const swatch = h("span", { class: "swatch" });
	if (colour) swatch.style.background = colour;
	return h("section", { class: "card solver-card" },
		h("header", {}, h("div", { class: "row grow" }, colour ? swatch : null, h("h2", { class: "grow" }, heading ?? text)),
			h("div", { class: "row" },
				change && h("button", { type: "button", onclick: change, "aria-label": `change solver ${text}` }, "Change"),
				remove && h("button", { type: "button", class: "plain icon", "aria-label": `remove ${text}`, onclick: remove }, icon("close")))),
		s && h("p", { class: "small" }, sentence(s.idea) + "."),
		s && h("p", { class: "small dim" }, `Guarantee: ${s.guarantee}. Cost: ${s.cost}.`));
}
