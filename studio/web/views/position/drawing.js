// What is drawn on the board goes to the engine one thing after the other: cells of one
// drag that wait go together.

/** @typedef {import("./editor.js").Edit} Edit */

export class Drawing {
	#does;
	#waits = false; // for what was sent
	/** @type {Edit[]} what is to be drawn then */ #todo = [];

	/**
	 * @param {object} does
	 * @param {(edit: Edit, told: (type: string, data: any) => void) => boolean} does.send tells whether there is a board to draw on
	 * @param {(board: any) => void} does.drawn
	 * @param {(message: string) => void} does.failed
	 */
	constructor(does) { this.#does = does; }

	/** Forgets what waits: nothing of it will come back. */
	forget() {
		this.#waits = false;
		this.#todo = [];
	}

	/** Draws something, once what was drawn before has been. @param {Edit} edit */
	edit(edit) {
		if (this.#waits) {
			const last = this.#todo.at(-1);
			if (last?.cells && last.put === edit.put && edit.put !== "snake") last.cells.push(...edit.cells ?? []);
			else this.#todo.push(edit);
			return;
		}
		this.#waits = this.#does.send(edit, (type, data) => {
			this.#waits = false;
			if (type === "failed") this.#does.failed(data.message);
			else this.#does.drawn(data);
			const next = this.#todo.shift();
			if (next) this.edit(next);
		});
	}
}
