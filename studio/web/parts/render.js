// Makes elements from descriptions. A panel describes its whole content; `render` changes the child
// elements of a host until they match the description. Usage:
//
//	render(host, words && v("p", { class: "dim" }, words), rows.map((r) => v("li", { key: r.id }, r.name)));
//
// Properties are those of `h` in dom.js. A child with a `key` keeps its element even if its place
// among its siblings changes. A child without a key keeps the element at the same place if that has
// the same tag. A child can also be an element, which `render` inserts without a change.
import { isAttribute } from "./dom.js";

/** @typedef {{tag: string, props: Record<string, any>, kids: Kid[]}} Described */
/** @typedef {Described | Node | string | number | null | undefined | false} Kid */

/** Descriptions of the elements that were made here. @type {WeakMap<Node, Described>} */
const made = new WeakMap();

/**
 * Describes an element.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Kid | Kid[])} kids
 * @returns {Described}
 */
export function v(tag, props = {}, ...kids) { return { tag, props, kids: kids.flat() }; }

/**
 * Changes the children of an element until they match descriptions.
 * @param {Element} host
 * @param {...(Kid | Kid[])} kids
 */
export function render(host, ...kids) {
	const wanted = /** @type {(Described | Node | string | number)[]} */ (kids.flat().filter((k) => k !== null && k !== undefined && k !== false));
	const keys = new Set(wanted.map(keyOf));
	/** @type {Map<any, Node>} */
	const keyed = new Map();
	for (const node of host.childNodes) if (made.has(node)) keyed.set(keyOf(/** @type {Described} */ (made.get(node))), node);
	let at = host.firstChild;
	for (const kid of wanted) {
		while (at && keyOf(made.get(at)) !== undefined && !keys.has(keyOf(made.get(at)))) at = drop(at);
		const key = keyOf(kid), node = nodeOf(kid, key === undefined ? at : keyed.get(key));
		if (node === at) at = at.nextSibling;
		else host.insertBefore(node, at);
	}
	while (at) at = drop(at);
}

/** @param {Kid | undefined} kid */
function keyOf(kid) { return kid && typeof kid === "object" && "props" in kid ? kid.props.key : undefined; }

/** Removes a node and returns the next one. @param {ChildNode} node */
function drop(node) {
	const next = node.nextSibling;
	node.remove();
	return next;
}

/**
 * Returns the node of a child. It changes the old node if that has the same tag and key, and makes a
 * new node otherwise.
 * @param {Described | Node | string | number} kid
 * @param {Node | null | undefined} old
 * @returns {Node}
 */
function nodeOf(kid, old) {
	if (kid instanceof Node) return kid;
	if (typeof kid !== "object") {
		const text = String(kid);
		if (!(old instanceof Text)) return document.createTextNode(text);
		if (old.data !== text) old.data = text;
		return old;
	}
	const was = old && made.get(old), same = was?.tag === kid.tag && was.props.key === kid.props.key;
	const e = same ? /** @type {HTMLElement} */ (old) : document.createElement(kid.tag);
	change(e, same ? was.props : {}, kid.props);
	made.set(e, kid);
	render(e, ...kid.kids);
	return e;
}

/** @param {any} e @param {Record<string, any>} was @param {Record<string, any>} props */
function change(e, was, props) {
	for (const name of new Set([...Object.keys(was), ...Object.keys(props)])) {
		const value = props[name] ?? undefined;
		if (name === "key" || value === was[name] && e[name] === value) continue;
		if (isAttribute(name)) {
			if (value === undefined) e.removeAttribute(name);
			else if (e.getAttribute(name) !== String(value)) e.setAttribute(name, value);
		} else if (name.startsWith("on")) e[name] = value ?? null;
		else if (e[name] !== value) e[name] = value ?? (typeof was[name] === "boolean" ? false : "");
	}
}
