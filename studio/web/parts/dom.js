// Functions that make and fill elements. Usage:
//
//	h("button", { class: "first", type: "button", onclick: play, "aria-label": "play" }, icon("play"), "Play")
//
// "class", "role", "for", "list" and names with a dash become attributes. Names that
// begin with "on" become event listeners, and all other names become properties. Children
// are nodes, texts, lists of these, or nothing (null, undefined, false).

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
	const e = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (value === undefined || value === null) continue;
		if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
		else if (isAttribute(name)) e.setAttribute(name, value);
		else /** @type {any} */ (e)[name] = value;
	}
	put(e, ...children);
	return e;
}

/** Reports whether a property of `h` becomes an attribute. @param {string} name */
export function isAttribute(name) {
	return name === "class" || name === "role" || name === "for" || name === "list" || name.includes("-");
}

/**
 * Appends children, except null, undefined and false.
 * @param {ParentNode & Node} parent
 * @param {...(Child | Child[])} children
 */
export function put(parent, ...children) {
	for (const child of children.flat()) {
		if (child === null || child === undefined || child === false) continue;
		parent.append(typeof child === "number" ? String(child) : child);
	}
}

/**
 * Replaces all children.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replace(parent, ...children) {
	parent.replaceChildren();
	put(parent, ...children);
}

/**
 * Sets the text of an element, if it differs.
 * @param {Node} e
 * @param {string | number} text
 */
export function write(e, text) {
	const t = String(text);
	if (e.textContent !== t) e.textContent = t;
}

let ids = 0;

/** Returns an id that no other element has. @param {string} [prefix] */
export function uniqueID(prefix = "e") { return `${prefix}-${++ids}`; }
