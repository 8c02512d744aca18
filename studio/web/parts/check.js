// Asks the engine whether something can be opened, without keeping it open. How it is
// used:
//
//	const problem = await check(session, "game", { link: fields.toString() }); // "" if it can

/**
 * @param {import("../session/client.js").Session} session
 * @param {string} kind
 * @param {object} data
 * @returns {Promise<string>} why it cannot be opened, or ""
 */
export function check(session, kind, data) {
	return new Promise((resolve) => {
		const channel = session.open(kind, data, (type, body) => {
			if (type === "opened") resolve("");
			else if (type === "error" || type === "ended") resolve(body?.message ?? "it cannot be opened");
			else return;
			channel.close();
		});
	});
}
