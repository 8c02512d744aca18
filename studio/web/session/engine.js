// The script of the worker in which the engine runs as WebAssembly. It loads the module
// and passes messages between the engine and the page, see worker.js. The script itself
// answers pings, whenever the engine yields.
//
// `make engine` builds the module and copies the script of Go that runs it, see
// studio/site.

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
 * Fetches the module, and decompresses it unless the server or the browser has done so.
 * @returns {Promise<ArrayBuffer>}
 */
async function load() {
	const response = await fetch(assetURL("engine.wasm.gz"));
	if (!response.ok) throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
	const bytes = await response.arrayBuffer();
	const [first, second] = new Uint8Array(bytes);
	if (first !== 0x1f || second !== 0x8b) return bytes;
	return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

try {
	const [module] = await Promise.all([load(), import(assetURL("wasm_exec.js").href)]);
	const go = new /** @type {any} */ (globalThis).Go();
	const { instance } = await WebAssembly.instantiate(module, go.importObject);
	await go.run(instance);
	postMessage({ lost: "the engine has ended" });
} catch (e) {
	postMessage({ lost: `the engine cannot be loaded: ${e instanceof Error ? e.message : e}` });
}
