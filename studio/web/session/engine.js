// The script of the worker in which the engine runs as WebAssembly. It loads the module, and passes
// messages between the engine and the page, where worker.js sends and receives them. The script
// itself answers pings, which it can do only while the engine waits.
//
// `make engine` builds the module, and copies the script of Go that runs the module; see the Go
// package studio/site.

/** @type {((text: string) => void) | null} */
let receive = null;

onmessage = ({ data }) => {
	if (typeof data === "string") receive?.(data);
	else postMessage({ pong: data.ping });
};

Object.assign(globalThis, {
	ouro: {
		/** @param {(text: string) => void} to */
		open(to) {
			receive = to;
			postMessage({ open: true });
		},
		/** @param {string} text */
		emit: (text) => postMessage(text),
		/** @param {string} why */
		lost: (why) => postMessage({ lost: why }),
	},
});

/** @param {string} name */
const assetURL = (name) => new URL(`../engine/${name}`, import.meta.url);

/**
 * Fetches the module as a stream, which the browser compiles while it loads. If the browser has not
 * decompressed the stream, which depends on the headers of the server, `load` decompresses it.
 * @returns {Promise<Response>}
 */
async function load() {
	const response = await fetch(assetURL("engine.wasm.gz"));
	if (!response.ok || !response.body) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
	const reader = response.body.getReader();
	const { value: first = new Uint8Array(0) } = await reader.read();
	/** @type {ReadableStream<any>} */
	const stream = new ReadableStream({
		start: (to) => to.enqueue(first),
		async pull(to) {
			const { done, value } = await reader.read();
			if (done) to.close();
			else to.enqueue(value);
		},
	});
	const packed = first[0] === 0x1f && first[1] === 0x8b;
	return new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream, { headers: { "Content-Type": "application/wasm" } });
}

try {
	const module = load();
	await import(assetURL("wasm_exec.js").href);
	const go = new /** @type {any} */ (globalThis).Go();
	const { instance } = await WebAssembly.instantiateStreaming(module, go.importObject);
	await go.run(instance);
	postMessage({ lost: "the engine has ended" });
} catch (e) {
	postMessage({ lost: `the engine cannot be loaded: ${e instanceof Error ? e.message : e}` });
}
