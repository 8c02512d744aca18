// Shows one game of the server on a large board, move by move.
import { Board } from "../../draw/board.js";
import { after, fromKey } from "../../session/lane.js";
import { h, replace, write } from "../../parts/dom.js";
import { errorBox } from "../../parts/toast.js";
import { snakes } from "./tile.js";

/** @typedef {import("../../session/lane.js").Position} Position */

const glide = 160; // milliseconds in which the board moves from one turn to the next

export class Detail {
	/** @type {Board | null} */ #board = null;
	/** @type {Position | null} */ #position = null;
	/** @type {Position | null} */ #from = null;
	/** @type {any} */ #opened = null;
	#since = 0;
	#frame = 0;
	#title = h("h2", {});
	#where = h("span", { class: "dim" });
	#host = h("div", { class: "board" });
	#who = h("ul", { role: "list", class: "served-who" });
	#channel;

	/**
	 * @param {import("../../session/client.js").Session} session
	 * @param {string} id of the game
	 */
	constructor(session, id) {
		this.id = id;
		this.element = h("section", { class: "card served-close", "aria-label": "one game" },
			h("header", {}, this.#title, h("a", { class: "button", href: "#/server" }, "All boards")), this.#host, h("div", { class: "stack" }, this.#where, this.#who));
		this.#channel = session.open("live", { game: id }, (type, data) => this.#receive(type, data));
	}

	stop() {
		this.#channel.close();
		cancelAnimationFrame(this.#frame);
		this.#board?.close();
	}

	/** @param {string} type @param {any} data */
	#receive(type, data) {
		if (type === "opened" || type === "reopened") {
			this.#opened = data;
			write(this.#title, data.title);
			this.#host.style.aspectRatio = `${data.board.w} / ${data.board.h}`;
			this.#board ??= new Board(this.#host);
		} else if (type === "key") this.#show(fromKey(data.lanes[0], this.#opened.board, this.#opened.lanes[0].seats), null);
		else if (type === "frames" && this.#position) {
			const next = after(this.#position, data.lanes[0]);
			this.#show(next, data.lanes[0].length === 1 ? this.#position : null);
		} else if (type === "error") replace(this.element, errorBox(data.message, h("a", { class: "button", href: "#/server" }, "All boards")));
	}

	/** @param {Position} position @param {Position | null} from */
	#show(position, from) {
		this.#position = position;
		this.#from = from;
		this.#since = performance.now();
		const alive = position.snakes.filter((s) => !s.dead).length;
		write(this.#where, position.ended ? `${position.ended.words}, at turn ${position.turn}` : `turn ${position.turn}, ${alive} of ${position.snakes.length} alive`);
		replace(this.#who, snakes(position));
		cancelAnimationFrame(this.#frame);
		this.#draw(this.#since);
	}

	/** @param {number} now */
	#draw(now) {
		const t = Math.min(1, Math.max(0, (now - this.#since) / glide));
		if (this.#position) this.#board?.show(this.#position, this.#from ? { from: this.#from, t } : {});
		if (this.#from && t < 1) this.#frame = requestAnimationFrame((n) => this.#draw(n));
	}
}
