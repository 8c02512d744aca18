/**
 * An element with properties and children. A property "class" or one with a dash is
 * an attribute; one that begins with "on" is a listener.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
	const e = document.createElement(tag);
	for (const [name, value] of Object.entries(properties)) {
		if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
		else if (name === "class" || name.includes("-") || name === "role" || name === "for") e.setAttribute(name, value);
		else /** @type {any} */ (e)[name] = value;
	}
	e.append(...children);
	return e;
}
