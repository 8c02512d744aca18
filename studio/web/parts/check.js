// Asks the engine whether it can open a channel, by opening the channel and closing it again. Usage:
//
//	const problem = await check(session, "game", { link: fields.toString() }); // "" if it can
import { write } from "./dom.js";

/**
 * @param {import("../session/client.js").Session} session
 * @param {string} kind
 * @param {object} data
 * @returns {Promise<string>} why the channel cannot be opened, or ""
 */
export function check(session, kind, data) {
	return new Promise((resolve) => {
		const channel = session.open(kind, data, (type, body) => {
			if (type === "opened") resolve("");
			else if (type === "error" || type === "ended") resolve(body?.message ?? "the engine cannot open it and gives no reason");
			else return;
			channel.close();
		});
	});
}

/**
 * Asks whether the text of a form is accepted. If it is not, isAccepted shows the reason in
 * `problem`. While it asks, the button is disabled.
 * @param {string} text
 * @param {((text: string) => Promise<string>) | undefined} attempt
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} problem
 * @returns {Promise<boolean>} whether the text is accepted
 */
export async function isAccepted(text, attempt, button, problem) {
	if (!attempt) return true;
	button.disabled = true;
	const why = await attempt(text);
	button.disabled = false;
	if (why) write(problem, why);
	return !why;
}
