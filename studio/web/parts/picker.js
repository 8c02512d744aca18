// The dialog for choosing a solver by name, idea, guarantee and cost, and for setting its
// options. Usage:
//
//	const text = await pickSolver(catalog, { chosen: "cell", home: "classic Snake", try: check });
//	if (text !== null) ... // null if the user cancelled
//
// `try` asks the engine about a spec. It returns why the engine refuses the spec, or "".
import { h, put, replace, write } from "./dom.js";
import { isAccepted } from "./check.js";
import { term } from "./glossary.js";
import { icon } from "./icons.js";
import { dialog } from "./help.js";
import { optionFields } from "./options.js";
import { byHome, capitalise, spec, specText } from "./catalog.js";

/** @typedef {import("./catalog.js").Catalog} Catalog */
/** @typedef {import("./catalog.js").Solver} Solver */

/**
 * Opens the dialog. The promise resolves with the chosen spec, or with null if the user cancels.
 * @param {Catalog} catalog
 * @param {object} how
 * @param {string} [how.title]
 * @param {string} [how.chosen] the spec to begin with
 * @param {string} [how.home] the game whose solvers are listed first
 * @param {(spec: string) => Promise<string>} [how.try]
 * @returns {Promise<string | null>}
 */
export function pickSolver(catalog, how) { return new Picker(catalog, how).open(); }

class Picker {
	#catalog;
	#home;
	#attempt;
	#begin; // the spec that is selected at first
	#dialog;
	#search = h("input", { type: "search", class: "search", placeholder: "Search", "aria-label": "search solvers", autocomplete: "off", spellcheck: false });
	#list = h("div", { class: "list", role: "listbox", "aria-label": "solvers", tabIndex: -1 });
	#about = h("section", { class: "about", "aria-live": "polite" });
	#problem = h("p", { class: "field-wrong grow", role: "alert" });
	#use = h("button", { type: "submit", class: "first" }, "Use it");
	#form = h("form", { method: "dialog" });
	/** @type {Solver | undefined} */ #current;
	/** @type {() => Map<string, string>} values of the options */ #values = () => new Map();
	/** @type {string | null} */ #answer = null;

	/** @param {Catalog} catalog @param {{title?: string, chosen?: string, home?: string, try?: (spec: string) => Promise<string>}} how */
	constructor(catalog, { title = "Solvers", chosen = "", home = "", try: attempt }) {
		this.#catalog = catalog;
		this.#home = home;
		this.#attempt = attempt;
		this.#begin = spec(chosen);
		this.#dialog = dialog(title, "picker");
	}

	/** @returns {Promise<string | null>} */
	open() {
		const { dialog: d, head, body } = this.#dialog;
		head.insertBefore(this.#search, head.lastElementChild);
		put(this.#form, head, body, h("footer", {}, this.#problem, h("button", { type: "button", onclick: () => d.close() }, "Cancel"), this.#use));
		replace(body, this.#list, this.#about);
		d.append(this.#form);
		document.body.append(d);
		this.#search.addEventListener("input", () => this.#fill());
		this.#search.addEventListener("keydown", (e) => {
			if (e.key === "ArrowDown" || e.key === "ArrowUp") { e.preventDefault(); this.#move(e.key === "ArrowDown" ? 1 : -1); }
		});
		this.#list.addEventListener("keydown", (e) => {
			const by = { ArrowDown: 1, ArrowUp: -1, Home: -1000, End: 1000 }[e.key];
			if (by) { e.preventDefault(); this.#move(by)?.focus(); }
			if (e.key === "Enter") { e.preventDefault(); this.#form.requestSubmit(); }
		});
		this.#form.addEventListener("submit", (e) => { e.preventDefault(); this.#submit(); });
		this.#fill();
		d.showModal();
		this.#search.focus();
		for (const b of this.#list.querySelectorAll("[aria-selected=true]")) b.scrollIntoView({ block: "center" });
		return new Promise((resolve) => d.addEventListener("close", () => resolve(this.#answer)));
	}

	/** @param {Solver} s */
	#show(s) {
		this.#current = s;
		write(this.#problem, "");
		for (const b of this.#list.querySelectorAll("button")) {
			const own = b.dataset.name === s.name;
			b.setAttribute("aria-selected", String(own));
			b.tabIndex = own ? 0 : -1;
			if (own) b.scrollIntoView({ block: "nearest" });
		}
		const options = s.options ?? [];
		const fields = optionFields(options, s.name === this.#begin.name ? this.#begin.options : new Map(), () => write(this.#problem, ""));
		this.#values = fields.values;
		replace(this.#about, h("div", {}, h("h2", {}, s.name), h("p", {}, capitalise(s.idea) + ".")),
			h("dl", { class: "facts about-facts" }, fact("guarantee", s.guarantee), fact("cost", s.cost), fact("source", s.source), fact("made for", s.home)),
			options.length > 0 && h("fieldset", {}, h("legend", {}, "Options"), fields.element));
		this.#about.scrollTop = 0;
	}

	/** Lists the solvers that match the search. */
	#fill() {
		const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
		const fit = this.#catalog.solvers.filter((s) => words.every((w) => `${s.name} ${s.idea} ${s.guarantee} ${s.source} ${s.home}`.toLowerCase().includes(w)));
		fit.sort((a, b) => Number(b.name.startsWith(words[0] ?? "")) - Number(a.name.startsWith(words[0] ?? "")));
		const homes = byHome(fit).sort(([a], [b]) => Number(b === this.#home) - Number(a === this.#home));
		replace(this.#list, homes.map(([of, solvers]) => h("div", { role: "group", "aria-label": of }, h("h3", { "aria-hidden": "true" }, capitalise(of)),
			solvers.map((s) => h("button", { type: "button", role: "option", "data-name": s.name, onclick: () => this.#show(s), ondblclick: () => this.#form.requestSubmit() }, s.name)))));
		if (fit.length === 0) put(this.#list, h("p", { class: "dim small" }, "No solver matches."));
		const begin = words.length === 0 ? fit.find((s) => s.name === this.#begin.name) : undefined;
		const keep = fit.find((s) => s === this.#current) ?? begin ?? homes[0]?.[1][0];
		if (keep) this.#show(keep);
		this.#use.disabled = fit.length === 0;
	}

	/** @param {number} by */
	#move(by) {
		const all = [...this.#list.querySelectorAll("button")];
		const to = all[Math.min(all.length - 1, Math.max(0, all.findIndex((b) => b.dataset.name === this.#current?.name) + by))];
		to?.click();
		return to;
	}

	async #submit() {
		if (!this.#current || this.#use.disabled) return;
		const text = specText(this.#current.name, this.#values());
		if (!await isAccepted(text, this.#attempt, this.#use, this.#problem)) return;
		this.#answer = text;
		this.#dialog.dialog.close();
	}
}

/** @param {string} name @param {string} value */
function fact(name, value) { return value ? [h("dt", {}, term(name)), h("dd", {}, value)] : []; }

/**
 * A card that describes a solver, with buttons to change and to remove it.
 * @param {Catalog} catalog
 * @param {string} text the spec
 * @param {object} how
 * @param {string} [how.colour] of its snake
 * @param {string} [how.heading]
 * @param {string} [how.certificate] what the solver knows about its board
 * @param {() => void} [how.change]
 * @param {() => void} [how.remove]
 */
export function solverCard(catalog, text, { colour, heading, certificate, change, remove }) {
	const s = catalog.solvers.find((one) => one.name === spec(text).name);
	const swatch = h("span", { class: "swatch" });
	if (colour) swatch.style.background = colour;
	return h("section", { class: "card solver-card" },
		h("header", {}, h("div", { class: "row grow" }, colour ? swatch : null, h("h2", { class: "grow" }, heading ?? text)),
			h("div", { class: "row" },
				change && h("button", { type: "button", onclick: change, "aria-label": `change solver ${text}` }, "Change"),
				remove && h("button", { type: "button", class: "plain icon", "aria-label": `remove ${text}`, onclick: remove }, icon("close")))),
		s && h("p", { class: "small" }, capitalise(s.idea) + "."),
		certificate && h("p", { class: "small certificate" }, `This board: ${certificate}.`),
		s && h("p", { class: "small dim" }, `Guarantee: ${s.guarantee}. Cost: ${s.cost}.`));
}
