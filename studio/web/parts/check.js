// Asks the engine whether something can be opened, without opening it for long. How it
// is used:
//
//	const bad = await check(session, "game", { link: fields.toString() }); // "" if it can

/**
 * @param {import("../session/client.js").Session} session
 * @param {string} kind
 * @param {object} data
 * @returns {Promise<string>} what is wrong, or nothing
 */
export function check(session, kind, data) {
	return new Promise((resolve) => {
		const channel = session.open(kind, data, (type, said) => {
			if (type === "opened") resolve("");
			else if (type === "error" || type === "ended") resolve(said?.message ?? "it cannot be opened");
			else return;
			channel.close();
		});
	});
}
