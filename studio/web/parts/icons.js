// Icons, such as icon("play"). They are strokes on a grid of 24 by 24, in the colour of the
// text. If a button contains only an icon, it needs an aria-label.
import { h } from "./dom.js";

/** Paths; a "!" in front means filled. @type {Record<string, string[]>} */
const drawings = {
	play: ["!M8 5.5v13l10.5-6.5z"],
	pause: ["!M7 5.5h3.4v13H7z", "!M13.6 5.5H17v13h-3.4z"],
	first: ["M6 6v12", "M18 6l-8 6 8 6z"],
	last: ["M18 6v12", "M6 6l8 6-8 6z"],
	back: ["M15 6l-7 6 7 6"],
	forth: ["M9 6l7 6-7 6"],
	again: ["M19 12a7 7 0 1 1-2.1-5", "M19.5 3.5v4.2h-4.2"],
	next: ["M5 5v14l9-7z", "M19 5v14"],
	whole: ["M4 9V4h5", "M15 4h5v5", "M20 15v5h-5", "M9 20H4v-5"],
	link: ["M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1", "M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1"],
	copy: ["M9 9h10v10H9z", "M15 9V5H5v10h4"],
	compare: ["M4 5h7v14H4z", "M13 5h7v14h-7z"],
	change: ["M4 8h9", "M17 8h3", "M4 16h3", "M11 16h9", "M15 5.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 1 0 0-4.6z", "M9 13.7a2.3 2.3 0 1 0 0 4.6a2.3 2.3 0 1 0 0-4.6z"],
	plus: ["M12 5v14", "M5 12h14"],
	minus: ["M5 12h14"],
	close: ["M6 6l12 12", "M18 6L6 18"],
	search: ["M11 4.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13z", "M16 16l4.5 4.5"],
	help: ["M9 9a3 3 0 1 1 4.2 2.75c-.8.4-1.2.9-1.2 1.75v.5", "M12 17.2v.2"],
	warn: ["M12 4L3 19.5h18z", "M12 10v4.5", "M12 17v.2"],
	menu: ["M4 7h16", "M4 12h16", "M4 17h16"],
	sun: ["M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8z", "M12 2.5v2", "M12 19.5v2", "M2.5 12h2", "M19.5 12h2", "M5.3 5.3l1.4 1.4", "M17.3 17.3l1.4 1.4", "M5.3 18.7l1.4-1.4", "M17.3 6.7l1.4-1.4"],
	moon: ["M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"],
	system: ["M4 5h16v11H4z", "M9 20h6", "M12 16v4"],
	eye: ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z", "M12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6z"],
	tree: ["M5 4v13h6", "M5 9h6", "M14 9h6", "M14 17h6"],
	branch: ["M7 4v16", "M7 14c0-4 10-2 10-8", "M14.5 8L17 5l2.5 3"],
	save: ["M12 4v11", "M7.5 11l4.5 4.5 4.5-4.5", "M5 19.5h14"],
	dice: ["M5 5h14v14H5z", "!M9 8a1 1 0 1 0 0 2a1 1 0 1 0 0-2z", "!M15 14a1 1 0 1 0 0 2a1 1 0 1 0 0-2z", "!M12 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2z"],
	keys: ["M9 4.5h6v6H9z", "M2.5 13h6v6h-6z", "M9 13h6v6H9z", "M15.5 13h6v6h-6z"],
	check: ["M5 12.5l4.5 4.5L19 7.5"],
	sound: ["M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z", "M15.5 9a4 4 0 0 1 0 6", "M18 6.5a8 8 0 0 1 0 11"],
	mute: ["M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z", "M16 9.5l5 5", "M21 9.5l-5 5"],
	up: ["M6 15l6-7 6 7"],
	right: ["M9 6l7 6-7 6"],
	down: ["M6 9l6 7 6-7"],
	left: ["M15 6l-7 6 7 6"],
};

/**
 * Returns the icon of this name; a circle if the name is unknown.
 * @param {string} name
 */
export function icon(name) {
	const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	svg.setAttribute("viewBox", "0 0 24 24");
	svg.setAttribute("class", "icon");
	svg.setAttribute("aria-hidden", "true");
	for (const drawing of drawings[name] ?? ["M12 5a7 7 0 1 0 0 14a7 7 0 1 0 0-14z"]) {
		const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
		path.setAttribute("d", drawing.replace("!", ""));
		if (drawing.startsWith("!")) path.setAttribute("class", "full");
		svg.append(path);
	}
	return svg;
}

/**
 * @param {string} name of the icon
 * @param {string} label
 * @param {() => void} press
 * @param {string} [key]
 */
export function iconButton(name, label, press, key) {
	return h("button", { type: "button", class: "icon", "aria-label": label, title: key ? `${label}: ${key}` : label, onclick: press }, icon(name));
}
