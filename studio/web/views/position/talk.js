// What the page Position says to the engine: questions with one answer, and jobs that
// are done beside, of which only the last one of each name counts.

/** @typedef {"exact" | "ask" | "line" | "accuracy"} Job */

/** The jobs that messages tell of. @type {Record<string, Job>} */
const tells = { exact: "exact", thought: "ask", asked: "ask", line: "line", lined: "line", costs: "accuracy", accuracy: "accuracy" };

/** What is said last of a job. */
const last = ["exact", "asked", "lined", "accuracy", "failed"];

export class Talk {
	#id = 0;
	/** @type {Map<number, (type: string, data: any) => void>} */ #asked = new Map();
	/** @type {Partial<Record<Job, number>>} by name, the number of the one that counts */ #jobs = {};
	#channel;
	#hear;

	/**
	 * @param {import("../../session/client.js").Session} session
	 * @param {object} data that the channel is opened with
	 * @param {(type: string, data: any) => void} hear is told of all that was not asked for by `ask`
	 */
	constructor(session, data, hear) {
		this.#hear = hear;
		this.#channel = session.open("position", data, (type, said) => this.#take(type, said));
	}

	close() { this.#channel.close(); }

	/** @param {string} type @param {object} [data] */
	send(type, data) { this.#channel.send(type, data); }

	/**
	 * Asks for something; `answer` is told what comes, a board or why there is none.
	 * @param {string} type
	 * @param {object} data
	 * @param {(type: string, data: any) => void} answer
	 */
	ask(type, data, answer) {
		const id = ++this.#id;
		this.#asked.set(id, answer);
		this.send(type, { ...data, id });
	}

	/** @param {Job} job @param {object} data */
	start(job, data) {
		const id = this.#jobs[job] = ++this.#id;
		this.send(job, { ...data, id });
	}

	/** @param {Job} job */
	cancel(job) {
		delete this.#jobs[job];
		this.send("cancel", { job });
	}

	/** Forgets the jobs that were under way, as when the engine was lost. @returns {Job[]} */
	drop() {
		const jobs = /** @type {Job[]} */ (Object.keys(this.#jobs));
		this.#jobs = {};
		this.#asked.clear();
		return jobs;
	}

	/** @param {string} type @param {any} data */
	#take(type, data) {
		const answer = this.#asked.get(data?.id);
		if (answer && ["board", "moved", "failed"].includes(type)) {
			this.#asked.delete(data.id);
			return answer(type, data);
		}
		const job = tells[type] ?? data?.job;
		if (data?.id && job && this.#jobs[/** @type {Job} */ (job)] !== data.id) return;
		if (job && last.includes(type)) delete this.#jobs[/** @type {Job} */ (job)];
		this.#hear(type, data);
	}
}
