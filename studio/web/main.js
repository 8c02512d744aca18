// The shell: it opens the page that the address names, and has what all of them share:
// navigation, theme, help, the state of the connection.
//
// A page is a file of views/ whose default export is an element with
//
//	start(session, fields)  shows what the fields of the address say
//	stop()                  ends what it began
//	moved(fields)           optional: other fields of the same page; true if it shows
//	                        them in place, else it is stopped and begun anew
//	keys()                  optional: the keys that work now, see parts/keys.js
//	notes                   optional: lines for the help below the keys
//
// and a row in the table below.
import { effect } from "./store/signal.js";
import { format, pageOf, read } from "./store/address.js";
import { theme, themes } from "./store/prefs.js";
import { arrive, forget } from "./store/place.js";
import { Session } from "./session/client.js";
import { Socket } from "./session/socket.js";
import { Engine } from "./session/worker.js";
import { h, put, replace, write } from "./parts/dom.js";
import { icon } from "./parts/icons.js";
import { help } from "./parts/help.js";
import { press } from "./parts/keys.js";
import { wrong } from "./parts/toast.js";

/**
 * @typedef {object} View
 * @property {(session: Session, fields: URLSearchParams) => void} start
 * @property {() => void} stop
 * @property {(fields: URLSearchParams) => boolean} [moved]
 * @property {() => import("./parts/keys.js").Key[]} [keys]
 * @property {string[]} [notes]
 */

/** The pages, each with the kind of channel that it needs, and who offers that where not all do. */
const pages = [
	{ name: "watch", title: "Watch", kind: "game" },
	{ name: "compare", title: "Compare", kind: "game" },
	{ name: "position", title: "Position", kind: "position" },
	{ name: "replay", title: "Replay", kind: "replay" },
	{ name: "play", title: "Play", kind: "game" },
	{ name: "hunter", title: "Snake Hunter", kind: "hunt" },
	{ name: "bench", title: "Bench", kind: "bench" },
	{ name: "tour", title: "Tour", kind: "words" },
	{ name: "arena", title: "Arena", kind: "arena", from: "No tournaments are shown here: ouro studio on your own machine, without --store none, shows those that ouro arena run has kept." },
	{ name: "server", title: "Server", kind: "serving", from: "No snakes are served here: ouro serve --studio shows what it is playing." },
];

const here = document.documentElement.dataset.engine === "worker"; // as in a site without a server
const session = new Session(here ? new Engine() : new Socket(new URL("session", location.href.replace(/^http/, "ws").replace(/#.*/, ""))));
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const nav = /** @type {HTMLElement} */ (document.querySelector("nav"));

/** @type {{page: string, view: HTMLElement & View} | null} */
let open = null;
/** Kinds of channels. @type {string[] | null} */
let offered = null;
let showing = 0; // how many pages were asked for: of several under way the last one counts

async function show() {
	const own = ++showing;
	const address = await read(location.hash), { fields } = address, path = pageOf(address);
	if (own !== showing) return;
	const name = path.split("/")[0]; // what follows is for the page to read
	const page = pages.find((p) => p.name === name);
	for (const a of nav.querySelectorAll("a")) {
		if (a.dataset.page === name) a.setAttribute("aria-current", "page");
		else a.removeAttribute("aria-current");
	}
	if (nav.matches(":popover-open")) nav.hidePopover();
	if (open?.page === name) {
		arrive();
		if (open.view.moved?.(fields)) return;
	}
	/** @type {any} */
	let module = null;
	try {
		module = page && await import(`./views/${name}.js`);
	} catch (e) {
		if (own === showing) fail(`The page ${name} cannot be loaded: ${e instanceof Error ? e.message : e}`);
		return;
	}
	if (own !== showing) return;
	if (page?.from && offered && !offered.includes(page.kind)) return fail(page.from);
	if (!page) return fail(`There is no page ${path}. There are ${pages.map((p) => p.name).join(", ")}.`);
	end();
	arrive();
	document.title = `${page.title} · Ouro`;
	const view = new module.default();
	main.replaceChildren(view);
	open = { page: name, view };
	view.start(session, fields);
	main.dataset.page = name;
}

function end() {
	open?.view.stop();
	open = null;
	forget();
	document.body.classList.remove("whole-screen");
}

/** Says why there is no page, with a way to one. @param {string} why */
function fail(why) {
	end();
	document.title = "Ouro";
	replace(main, h("div", { class: "page stack" }, wrong(why, h("a", { class: "button", href: "#/watch" }, "Watch a game"))));
}

for (const p of pages) {
	nav.append(h("a", { href: format({ page: p.name, fields: new URLSearchParams() }), "data-page": p.name }, p.title));
}
session.ready.then(({ kinds }) => { // what the engine does not offer is not shown
	offered = kinds;
	for (const p of pages) {
		const a = nav.querySelector(`[data-page=${p.name}]`);
		if (a instanceof HTMLElement) a.hidden = p.kind !== "" && !kinds.includes(p.kind);
		if (p.from && p.name === open?.page && !kinds.includes(p.kind)) fail(p.from);
	}
});
put(/** @type {Element} */ (document.querySelector(".pages-button")), icon("menu"));

const status = /** @type {HTMLElement} */ (document.querySelector(".status"));
effect(() => {
	const state = session.state.value;
	status.dataset.state = state;
	const says = { connecting: "connecting", ready: here ? "in this browser" : "connected", lost: session.asleep.value ? "not connected" : "reconnecting" }[state] ?? state;
	write(/** @type {Element} */ (status.querySelector(".says")), says);
	const engine = here ? "the engine runs in this browser" : "the engine runs in the server";
	status.title = state === "ready" ? engine : session.why.value || says;
});

// Below the head, and not in it where there may be no room: why nothing moves.
const lostWhy = h("span", {});
const lost = h("div", { class: "lost", role: "status", hidden: true }, lostWhy, h("button", { type: "button", onclick: () => session.again() }, "Try now"));
/** @type {Element} */ (document.querySelector("header")).after(lost);
const bearable = 1500; // milliseconds without a connection
let lostSince = 0;
effect(() => {
	const why = session.why.value || "the connection is lost", tries = session.asleep.value ? "Not connected" : "Reconnecting";
	if (session.state.value !== "lost") {
		clearTimeout(lostSince);
		lostSince = 0;
		lost.hidden = true;
		return;
	}
	write(lostWhy, `${offered ? tries : "Nothing can be shown yet"}: ${why}.`);
	lostSince ||= setTimeout(() => { lost.hidden = false; }, bearable);
});

const themeButton = /** @type {HTMLElement} */ (document.querySelector("#theme"));
effect(() => {
	const t = theme.value;
	replace(themeButton, icon({ system: "system", light: "sun", dark: "moon" }[t] ?? "system"));
	themeButton.title = `colours: ${t}`;
	themeButton.setAttribute("aria-label", `colours: ${t}; change`);
});
themeButton.addEventListener("click", () => {
	theme.value = themes[(themes.indexOf(/** @type {any} */ (theme.peek())) + 1) % themes.length];
});

/** The keys of all pages. @type {import("./parts/keys.js").Key[]} */
const shellKeys = [
	{ keys: ["f"], name: "f", does: "full screen", do: wholeScreen },
	{ keys: ["?"], name: "?", does: "these keys", do: showHelp },
];

function keys() { return [...(open?.view.keys?.() ?? []), ...shellKeys]; }

function showHelp() {
	const title = pages.find((p) => p.name === open?.page)?.title ?? "Ouro";
	help(`Keys: ${title}`, keys(), open?.view.notes);
}

function wholeScreen() {
	if (document.fullscreenElement) document.exitFullscreen();
	else document.documentElement.requestFullscreen?.().catch(() => {});
}
document.addEventListener("ouro-whole", wholeScreen); // a button of a page asks for it
document.addEventListener("fullscreenchange", () => document.body.classList.toggle("whole-screen", document.fullscreenElement !== null));

const helpButton = /** @type {HTMLElement} */ (document.querySelector("#help"));
helpButton.append(icon("help"));
helpButton.addEventListener("click", showHelp);
addEventListener("keydown", (event) => { press(event, keys()); });
/** @type {HTMLElement} */ (document.querySelector(".skip")).addEventListener("click", (e) => {
	e.preventDefault(); // the fragment is the address of what is seen
	main.focus();
});

addEventListener("hashchange", show);
show();
