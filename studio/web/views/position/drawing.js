// A Drawing sends the user's edits of the board to the engine, one at a time. Edits that wait and fill
// cells with the same thing are sent together.

/** @typedef {import("./editor.js").Edit} Edit */

export class Drawing {
	#does;
	#waits = false; // whether the last edit has no answer yet
	/** @type {Edit[]} edits to send after that answer */ #todo = [];

	/**
	 * @param {object} does
	 * @param {(edit: Edit, answer: (type: string, data: any) => void) => boolean} does.send returns whether there is a board to edit
	 * @param {(board: any) => void} does.drawn
	 * @param {(message: string) => void} does.failed
	 */
	constructor(does) { this.#does = does; }

	/** Drops all edits, for example after the loss of the engine, which cannot answer them any more. */
	forget() {
		this.#waits = false;
		this.#todo = [];
	}

	/** Sends an edit after all earlier edits. @param {Edit} edit */
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
