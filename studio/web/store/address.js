// What is seen is in the address: #/PAGE?key=value&key=value. Long ones are packed
// into one field: z=, the query deflated and in the alphabet of addresses.
//
// The page reads and writes them as studio/link does in Go, to the letter; what is
// wrong with them is for Go to say, so nonsense is handed on and never refused here.

/** @typedef {{page: string, fields: URLSearchParams}} Address */

const longest = 1 << 16; // of an address, packed and unpacked
const packFrom = 300; // the length of a query that is packed

/**
 * Reads an address as it stands: a packed one is the field z. See `read`.
 * @param {string} hash of the location
 * @returns {Address}
 */
export function parse(hash) {
	const text = hash.replace(/^#/, "");
	const path = /^\/([^?]*)\??/.exec(text);
	return { page: path?.[1] || "watch", fields: parseQuery(path ? text.slice(path[0].length) : text) };
}

/**
 * The page that shows what an address says: games side by side, which solvers play by
 * themselves, are seen on Compare, where each has its name. Go chooses so too.
 * @param {Address} address
 */
export function pageOf({ page, fields }) { return page === "watch" && fields.getAll("solver").length > 1 ? "compare" : page; }

/**
 * Writes an address in full. See `short`.
 * @param {Address} address
 */
export function format({ page, fields }) {
	const text = query(fields);
	return `#/${page}${text ? "?" + text : ""}`;
}

/**
 * Fields as the engine takes them: the `link` of what is opened.
 * @param {URLSearchParams} fields
 */
export function query(fields) {
	return [...fields].map(([key, value]) => `${escape(key)}=${escape(value)}`).join("&");
}

/**
 * Reads an address, and unpacks it.
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
		return address; // with z as it is, for Go to say what is wrong with it
	}
}

/**
 * An address as it is passed on: packed if it is long and that makes it shorter.
 * @param {Address} address
 */
export async function short(address) {
	const text = query(address.fields);
	if (text.length < packFrom) return format(address);
	const packed = "z=" + await deflate(text);
	return packed.length < text.length ? `#/${address.page}?${packed}` : format(address);
}

/**
 * A pair that cannot be read is a key by itself: one that nobody knows.
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
 * All bytes of a stream, of which no more are read than an address may have.
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
