// Form fields for the options of a solver or of rules, with defaults and descriptions.
// Usage:
//
//	const o = optionFields(entry.options ?? [], spec(text).options);
//	form.append(o.element); ... o.values() // Map of the options that differ from their defaults
import { h, uniqueID } from "./dom.js";

/** @typedef {import("./catalog.js").Option} Option */

/**
 * @param {Option[]} options
 * @param {Map<string, string>} chosen
 * @param {(values: Map<string, string>) => void} [changed]
 */
export function optionFields(options, chosen, changed) {
	/** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
	const inputs = new Map();
	function values() {
		/** @type {Map<string, string>} */
		const set = new Map();
		for (const o of options) {
			const v = inputs.get(o.key)?.value.trim() ?? "";
			if (v !== "" && v !== o.default) set.set(o.key, v);
		}
		return set;
	}
	const element = h("div", { class: "fields" }, options.map((o) => {
		const id = uniqueID("option"), note = uniqueID("note");
		const value = chosen.get(o.key) ?? "";
		const input = o.default === "true" || o.default === "false"
			? h("select", { id, name: o.key, "aria-describedby": note }, ["true", "false"].map((v) => h("option", { value: v, selected: v === (value || o.default) }, v)))
			: h("input", {
				id, name: o.key, value, placeholder: o.default || "none", autocomplete: "off", spellcheck: false,
				inputMode: /^-?[0-9.]+$/.test(o.default) ? "decimal" : "text", "aria-describedby": note,
			});
		input.addEventListener("input", () => changed?.(values()));
		inputs.set(o.key, input);
		return h("div", { class: "field" }, h("label", { for: id }, o.key), input, h("p", { class: "note", id: note }, o.doc));
	}));
	return { element, values };
}
