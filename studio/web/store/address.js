// Reads and writes addresses. The address #/PAGE?key=value&key=value names a page and what it
// shows. A long query is compressed by DEFLATE into the field z, as URL-safe base64.
//
// The Go package studio/link reads and writes the same format. It validates addresses, so this
// module accepts invalid ones.

/** @typedef {{page: string, fields: URLSearchParams}} Address */

const longest = 1 << 16; // most characters of a query, compressed or not
const packFrom = 300; // a query of this many characters or more is compressed

/**
 * Parses an address. A compressed query stays in the field z; `read` decompresses it.
 * @param {string} hash of the location
 * @returns {Address}
 */
export function parse(hash) {
	const text = hash.replace(/^#/, "");
	const path = /^\/([^?]*)\??/.exec(text);
	return { page: path?.[1] || "watch", fields: parseQuery(path ? text.slice(path[0].length) : text) };
}

/**
 * Reports whether an address names neither a page nor a game.
 * @param {string} hash of the location
 */
export function isBare(hash) { return /^#?\/?$/.test(hash); }

/**
 * Returns the page for an address. An address with several solvers opens Compare instead of Watch.
 * Request.Page in the Go package studio/link chooses the same page.
 * @param {Address} address
 */
export function pageOf({ page, fields }) { return page === "watch" && fields.getAll("solver").length > 1 ? "compare" : page; }

/**
 * Formats an address without compression; `short` compresses it.
 * @param {Address} address
 */
export function format({ page, fields }) {
	const text = query(fields);
	return `#/${page}${text ? "?" + text : ""}`;
}

/**
 * Formats fields as the `link` of a message "open".
 * @param {URLSearchParams} fields
 */
export function query(fields) {
	return [...fields].map(([key, value]) => `${escape(key)}=${escape(value)}`).join("&");
}

/**
 * Parses and decompresses an address.
 * @param {string} hash
 * @returns {Promise<Address>}
 */
export async function read(hash) {
	const address = parse(hash);
	const packed = address.fields.get("z");
	if (packed === null || address.fields.size > 1) return address;
	try {
		return { page: address.page, fields: parseQuery(await inflate(packed)) };
	} catch {
		return address; // the engine reports the error in z
	}
}

/**
 * Formats an address for sharing. A long address is compressed if that makes it shorter.
 * @param {Address} address
 */
export async function short(address) {
	const text = query(address.fields);
	if (text.length < packFrom) return format(address);
	const packed = "z=" + await deflate(text);
	return packed.length < text.length ? `#/${address.page}?${packed}` : format(address);
}

/**
 * Parses a query. A pair that cannot be decoded becomes a key without a value, which the engine rejects.
 * @param {string} text
 */
function parseQuery(text) {
	const fields = new URLSearchParams();
	if (text === "") return fields;
	for (const pair of text.split("&")) {
		const at = pair.indexOf("=");
		try {
			if (at < 1) throw new Error("no key=value");
			const [key, value] = [unescape(pair.slice(0, at)), unescape(pair.slice(at + 1))];
			fields.append(key, value);
		} catch {
			fields.append(pair, "");
		}
	}
	return fields;
}

/** @param {string} text */
function unescape(text) { return decodeURIComponent(text.replaceAll("+", " ")); }

/** @param {string} text */
function escape(text) {
	return encodeURIComponent(text.toWellFormed())
		.replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase())
		.replace(/%(3A|2C|2F|3D|20)/g, (_, code) => plain[code]);
}

/** @type {Record<string, string>} */
const plain = { "3A": ":", "2C": ",", "2F": "/", "3D": "=", "20": "+" };

/** @param {string} text */
async function deflate(text) {
	const packed = await drain(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
	return btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
async function inflate(text) {
	if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new Error("not packed");
	const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
	const bytes = await drain(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
	return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * Reads a stream to its end. It fails if the stream has more bytes than an address may have.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function drain(stream) {
	let bytes = new Uint8Array(0);
	const reader = stream.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return bytes;
		if (bytes.length + value.length > longest) {
			reader.cancel().catch(() => {});
			throw new Error("too long");
		}
		const more = new Uint8Array(bytes.length + value.length);
		more.set(bytes);
		more.set(value, bytes.length);
		bytes = more;
	}
}
