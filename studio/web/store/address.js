// What is seen is in the address: #/PAGE?key=value&key=value.

/** @typedef {{page: string, fields: URLSearchParams}} Address */

/**
 * @param {string} hash of the location
 * @returns {Address}
 */
export function parse(hash) {
	const [path, query] = hash.replace(/^#\/?/, "").split("?", 2);
	return { page: path || "watch", fields: new URLSearchParams(query ?? "") };
}

/** @param {Address} address */
export function format({ page, fields }) {
	const query = fields.toString();
	return `#/${page}${query ? "?" + query : ""}`;
}
