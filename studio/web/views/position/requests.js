// Sends the requests of the page Position to the engine. A request has one answer. A job is a request
// with several answers; a new job replaces an earlier one of the same name, whose answers are dropped.

/** @typedef {"exact" | "ask" | "line" | "accuracy"} Job */

/** The jobs by the types of their messages. @type {Record<string, Job>} */
const jobOf = { exact: "exact", thought: "ask", asked: "ask", line: "line", lined: "line", costs: "accuracy", accuracy: "accuracy" };

/** The types of last messages of jobs. */
const last = ["exact", "asked", "lined", "accuracy", "failed"];

export class Requests {
	#id = 0;
	/** @type {Map<number, (type: string, data: any) => void>} requests without an answer yet */ #open = new Map();
	/** @type {Partial<Record<Job, number>>} ids of the latest jobs */ #jobs = {};
	#channel;
	#receive;

	/**
	 * @param {import("../../session/client.js").Session} session
	 * @param {object} data of the message "open"
	 * @param {(type: string, data: any) => void} receive called with all messages that do not answer `ask`
	 */
	constructor(session, data, receive) {
		this.#receive = receive;
		this.#channel = session.open("position", data, (type, body) => this.#dispatch(type, body));
	}

	close() { this.#channel.close(); }

	/** @param {string} type @param {object} [data] */
	send(type, data) { this.#channel.send(type, data); }

	/**
	 * Sends a request; `answer` gets the reply, a board or an error.
	 * @param {string} type
	 * @param {object} data
	 * @param {(type: string, data: any) => void} answer
	 */
	ask(type, data, answer) {
		const id = ++this.#id;
		this.#open.set(id, answer);
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

	/** Drops all requests and jobs, as after a loss of the engine. @returns {Job[]} the jobs that were running */
	drop() {
		const jobs = /** @type {Job[]} */ (Object.keys(this.#jobs));
		this.#jobs = {};
		this.#open.clear();
		return jobs;
	}

	/** @param {string} type @param {any} data */
	#dispatch(type, data) {
		const answer = this.#open.get(data?.id);
		if (answer && ["board", "moved", "followed", "failed"].includes(type)) {
			this.#open.delete(data.id);
			return answer(type, data);
		}
		const job = jobOf[type] ?? data?.job;
		if (data?.id && job && this.#jobs[/** @type {Job} */ (job)] !== data.id) return;
		if (job && last.includes(type)) delete this.#jobs[/** @type {Job} */ (job)];
		this.#receive(type, data);
	}
}
