// The page Tour has a chapter for each of the four texts behind Ouro, and a chapter for our champion.
// Its figures are boards that readers can step through, change and open in Watch.
import { parse } from "../../store/address.js";
import { h, replace } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";
import { errorBox } from "../../parts/toast.js";
import backtracking from "./backtracking.js";
import scan from "./scan.js";
import tail from "./tail.js";
import paper from "./paper.js";
import champion from "./champion.js";

/** @typedef {import("./chapter.js").Chapter} Chapter */

/** @type {Chapter[]} */
const chapters = [backtracking, scan, tail, paper, champion];

/** @param {Chapter} c */
function address(c) { return `#/tour/${c.name}`; }

export default class Tour extends HTMLElement {
	/** @type {(() => void) | null} */ #end = null;

	/** @param {import("../../session/client.js").Session} session */
	start(session) {
		const name = parse(location.hash).page.split("/")[1] ?? "", chapter = chapters.find((c) => c.name === name);
		if (chapter) this.#chapter(session, chapter);
		else this.#contents(name);
	}

	stop() { this.#end?.(); }

	/** @param {string} missing the name of an unknown chapter, or "" */
	#contents(missing) {
		replace(this, h("div", { class: "page tour" },
			h("header", {}, h("h1", {}, "Tour"), h("p", { class: "lead" }, "Ouro began with four texts: an article, a story, a tutorial and a paper. Each has an idea of how a snake can think. The tour explains these ideas in our own words and lets you try them. The last chapter is about our champion.")),
			missing !== "" && errorBox(`There is no chapter "${missing}".`),
			h("ol", { class: "chapters", role: "list" }, chapters.map((c, i) => h("li", {}, h("a", { class: "card", href: address(c) },
				h("span", { class: "nth" }, i + 1), h("h2", {}, c.title), h("p", {}, c.about), h("p", { class: "small dim" }, c.source)))))));
	}

	/** @param {import("../../session/client.js").Session} session @param {Chapter} chapter */
	#chapter(session, chapter) {
		const i = chapters.indexOf(chapter), before = chapters[i - 1], after = chapters[i + 1];
		const { parts, stop } = chapter.show(session);
		this.#end = stop;
		document.title = `${chapter.title} · Ouro`;
		replace(this, h("article", { class: "page tour" },
			h("header", {}, h("p", { class: "small" }, h("a", { href: "#/tour" }, "Tour"), ` · ${i + 1} of ${chapters.length}`), h("h1", {}, chapter.title), h("p", { class: "lead" }, chapter.about), h("p", { class: "small dim" }, chapter.source + ".")),
			parts,
			h("nav", { class: "row apart turn-page", "aria-label": "chapters" },
				before ? h("a", { class: "button", href: address(before) }, icon("back"), before.title) : h("a", { class: "button", href: "#/tour" }, icon("back"), "All chapters"),
				after ? h("a", { class: "button first", href: address(after) }, after.title, icon("forth")) : h("a", { class: "button first", href: "#/watch" }, "Watch the champion", icon("forth")))));
		scrollTo(0, 0);
	}
}

customElements.define("ouro-tour", Tour);
