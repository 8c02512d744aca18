import { format, parse } from "./store/address.js";
import { Session } from "./session/client.js";
import { Socket } from "./session/socket.js";
import { h } from "./parts/dom.js";

const pages = [
	{ name: "watch", title: "Watch" },
];

const session = new Session(new Socket(new URL("session", location.href.replace(/^http/, "ws").replace(/#.*/, ""))));
const status = /** @type {HTMLOutputElement} */ (document.querySelector(".status"));
session.onhello = (hello) => { status.textContent = hello.build; };
session.onlost = (why) => { status.textContent = why || "the connection is lost"; };

const nav = /** @type {HTMLElement} */ (document.querySelector("nav"));
for (const page of pages) {
	nav.append(h("a", { href: format({ page: page.name, fields: new URLSearchParams() }) }, page.title));
}

/** @type {any} */
let view = null;

async function show() {
	const { page, fields } = parse(location.hash);
	view?.stop();
	const { default: View } = await import(`./views/${pages.some((p) => p.name === page) ? page : "watch"}.js`);
	view = new View();
	/** @type {HTMLElement} */ (document.querySelector("main")).replaceChildren(view);
	view.start(session, fields);
}

addEventListener("hashchange", show);
show();
