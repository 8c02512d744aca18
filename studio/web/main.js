// The shell opens the page that the address names. It has the parts that all pages share:
// navigation, theme, help and the state of the connection.
//
// A page is a row of the table below and a file views/NAME/NAME.js whose default export
// is an element with
//
//	start(session, fields)  shows the game that the fields of the address describe
//	stop()                  releases what start acquired
//	update(fields)          optional: changes the page to other fields and returns true.
//	                        If it returns false, the shell stops the page and starts it again
//	keys()                  optional: the keys that work now, see parts/keys.js
//	notes                   optional: lines for the help below the keys
import { effect } from "./store/signal.js";
import { format, isBare, pageOf, read } from "./store/address.js";
import { theme, themes } from "./store/prefs.js";
import { setOpenPage, forget } from "./store/place.js";
import { Session } from "./session/client.js";
import { Socket } from "./session/socket.js";
import { Engine } from "./session/worker.js";
import { Preview } from "./session/preview.js";
import { h, put, replace, write } from "./parts/dom.js";
import { icon } from "./parts/icons.js";
import { help } from "./parts/help.js";
import { press } from "./parts/keys.js";
import { errorBox } from "./parts/toast.js";

/**
 * @typedef {object} View
 * @property {(session: Session, fields: URLSearchParams) => void} start
 * @property {() => void} stop
 * @property {(fields: URLSearchParams) => boolean} [update]
 * @property {() => import("./parts/keys.js").Key[]} [keys]
 * @property {string[]} [notes]
 */

/** The pages, each with the kind of channel that it needs. `missing` is the message if the engine does not offer that kind. */
const pages = [
	{ name: "watch", title: "Watch", kind: "game" },
	{ name: "compare", title: "Compare", kind: "game" },
	{ name: "position", title: "Position", kind: "position" },
	{ name: "replay", title: "Replay", kind: "replay" },
	{ name: "play", title: "Play", kind: "game" },
	{ name: "hunter", title: "Snake Hunter", kind: "hunt" },
	{ name: "bench", title: "Bench", kind: "bench" },
	{ name: "tour", title: "Tour", kind: "words" },
	{ name: "arena", title: "Arena", kind: "arena", missing: "This studio has no tournaments. Run ouro studio on your own machine, without --store none: it shows the tournaments of ouro arena run." },
	{ name: "server", title: "Server", kind: "serving", missing: "This studio serves no snakes. Run ouro serve --studio: it shows the games that it plays." },
];

/** The start page, which an address without a page and a game opens. A server of snakes opens its page of live games instead. */
const home = { name: "home", title: "Ouro", kind: "game", missing: undefined };

/** @param {string} name */
function pageNamed(name) { return [home, ...pages].find((p) => p.name === name); }

const inBrowser = document.documentElement.dataset.engine === "worker"; // set by a site without a server
const session = new Session(inBrowser ? new Preview(() => new Engine(), document.documentElement.dataset.build ?? "") : new Socket(new URL("session", location.href.replace(/^http/, "ws").replace(/#.*/, ""))));
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const nav = /** @type {HTMLElement} */ (document.querySelector("nav"));
const pageName = /** @type {HTMLElement} */ (document.querySelector(".page-name")); // shown if there is no room for the navigation

/** @type {{page: string, view: HTMLElement & View} | null} */
let open = null;
/** Kinds of channels. @type {string[] | null} */
let offered = null;
let requests = 0; // pages requested so far; only the last request is completed

async function show() {
	const request = ++requests;
	const address = await read(location.hash), { fields } = address, bare = isBare(location.hash);
	if (request !== requests) return;
	const path = !bare ? pageOf(address) : offered?.includes("serving") ? "server" : home.name;
	const name = path.split("/")[0]; // the page itself reads the part after the slash
	const page = pageNamed(name);
	write(pageName, page && page !== home ? page.title : "");
	for (const a of nav.querySelectorAll("a")) {
		if (a.dataset.page === name) a.setAttribute("aria-current", "page");
		else a.removeAttribute("aria-current");
	}
	if (nav.matches(":popover-open")) nav.hidePopover();
	if (open?.page === name) {
		setOpenPage();
		if (open.view.update?.(fields)) return;
	}
	/** @type {any} */
	let module = null;
	try {
		module = page && await import(`./views/${name}/${name}.js`);
	} catch (e) {
		if (request === requests) fail(`The page ${name} cannot be loaded: ${e instanceof Error ? e.message : e}`);
		return;
	}
	if (request !== requests) return;
	if (page?.missing && offered && !offered.includes(page.kind)) return fail(page.missing);
	if (!page) return fail(`There is no page "${path}". The pages are ${pages.map((p) => p.name).join(", ")}.`);
	end();
	setOpenPage();
	document.title = page === home ? "Ouro" : `${page.title} · Ouro`;
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

/** Shows why the page cannot be opened, with a link to another page. @param {string} why */
function fail(why) {
	end();
	document.title = "Ouro";
	replace(main, h("div", { class: "page stack" }, errorBox(why, h("a", { class: "button", href: "#/watch" }, "Watch a game"))));
}

for (const p of pages) {
	nav.append(h("a", { href: format({ page: p.name, fields: new URLSearchParams() }), "data-page": p.name }, p.title));
}
session.ready.then(({ kinds }) => { // hides the links to pages for which the engine offers no channel
	offered = kinds;
	if (isBare(location.hash) && kinds.includes("serving")) show();
	for (const p of pages) {
		const a = nav.querySelector(`[data-page=${p.name}]`);
		if (a instanceof HTMLElement) a.hidden = p.kind !== "" && !kinds.includes(p.kind);
		if (p.missing && p.name === open?.page && !kinds.includes(p.kind)) fail(p.missing);
	}
});
put(/** @type {Element} */ (document.querySelector(".pages-button")), icon("menu"));

const status = /** @type {HTMLElement} */ (document.querySelector(".status"));
effect(() => {
	const state = session.state.value;
	status.dataset.state = state;
	const label = { connecting: "connecting", ready: inBrowser ? "in this browser" : "connected", lost: session.asleep.value ? "not connected" : "reconnecting" }[state] ?? state;
	write(/** @type {Element} */ (status.querySelector(".says")), label);
	const engine = inBrowser ? "the engine runs in this browser" : "the engine runs on the server";
	status.title = state === "ready" ? engine : session.why.value || label;
});

// The notice of a lost connection is below the header, because it may not fit into the header.
const lostWhy = h("span", {});
const lost = h("div", { class: "lost", role: "status", hidden: true }, lostWhy, h("button", { type: "button", onclick: () => session.again() }, "Try now"));
/** @type {Element} */ (document.querySelector("header")).after(lost);
const noticeDelay = 1500; // milliseconds without a connection before the notice appears
let lostSince = 0;
effect(() => {
	const why = session.why.value || "the connection is lost", prefix = session.asleep.value ? "Not connected" : "Reconnecting";
	if (session.state.value !== "lost") {
		clearTimeout(lostSince);
		lostSince = 0;
		lost.hidden = true;
		return;
	}
	write(lostWhy, `${offered ? prefix : "Nothing can be shown yet"}: ${why}.`);
	lostSince ||= setTimeout(() => { lost.hidden = false; }, noticeDelay);
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

/** @type {import("./parts/keys.js").Key[]} */
const shellKeys = [
	{ keys: ["f"], name: "f", does: "full screen", do: wholeScreen },
	{ keys: ["?"], name: "?", does: "these keys", do: showHelp },
];

function keys() { return [...(open?.view.keys?.() ?? []), ...shellKeys]; }

function showHelp() {
	const title = pageNamed(open?.page ?? "")?.title ?? "Ouro";
	help(`Keys: ${title}`, keys(), open?.view.notes);
}

function wholeScreen() {
	if (document.fullscreenElement) document.exitFullscreen();
	else document.documentElement.requestFullscreen?.().catch(() => {});
}
document.addEventListener("ouro-whole", wholeScreen); // sent by the full-screen button of a page
document.addEventListener("fullscreenchange", () => document.body.classList.toggle("whole-screen", document.fullscreenElement !== null));

const helpButton = /** @type {HTMLElement} */ (document.querySelector("#help"));
helpButton.append(icon("help"));
helpButton.addEventListener("click", showHelp);
addEventListener("keydown", (event) => { press(event, keys()); });
/** @type {HTMLElement} */ (document.querySelector(".skip")).addEventListener("click", (e) => {
	e.preventDefault(); // this link must not change the fragment, which holds the address of the page
	main.focus();
});

addEventListener("hashchange", show);
show();
