// Draws small boards with walls.
import { h } from "../../parts/dom.js";

const name = "http://www.w3.org/2000/svg";

/** Returns a figure with boards. A board is a list of rows, in which o is a free cell and any other character a wall. @param {string} caption @param {string[][]} boards */
export function boards(caption, boards) {
	return h("figure", { class: "tour-figure board-drawings" }, h("div", { class: "row" }, boards.map(drawing)), h("figcaption", {}, h("p", {}, caption)));
}

/** @param {string[]} rows */
function drawing(rows) {
	const svg = document.createElementNS(name, "svg"), cells = rows.join("").split("o").length - 1;
	const width = rows[0]?.length ?? 0, side = 18; // of a cell, in pixels
	for (const [key, value] of Object.entries({ viewBox: `0 0 ${width} ${rows.length}`, width: side * width, height: side * rows.length, role: "img", "aria-label": `a board of ${cells} cells` })) svg.setAttribute(key, String(value));
	rows.forEach((row, y) => [...row].forEach((sign, x) => {
		if (sign !== "o") return;
		const cell = document.createElementNS(name, "rect");
		for (const [key, value] of Object.entries({ x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.15 })) cell.setAttribute(key, String(value));
		svg.append(cell);
	}));
	return svg;
}
