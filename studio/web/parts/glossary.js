// The glossary explains the names of figures. A term is a name that shows its explanation while it has
// the focus or the pointer is over it. Usage:
//
//	h("dt", {}, term("above the distance"))
//
// A name without an explanation stays plain text.
import { h, write } from "./dom.js";

/** Explanations by name. */
const meanings = new Map([
	["moves", "Moves that the snake has made."],
	["length", "Cells of the snake. On a board without walls the snake wins when it fills all cells."],
	["health", "Falls by 1 with every move, and returns to 100 with food. At 0 the snake dies."],
	["hunger", "Moves since the last meal. At the limit the game ends."],
	["to eat", "Edible walls that the snake has not eaten yet."],
	["above the distance", "By how much the moves of all meals exceed the distances to the food. The body may block the way, so no snake reaches 0 % in a whole game."],
	["above the optimum", "By how much the moves of the game exceed the expected moves of best play."],
	["decides", "The solver's move, with the solver's own score for it. Scores of different solvers cannot be compared."],
	["looked", "Nodes: positions that the solver examined for this move. Ahead: moves that it looked ahead."],
	["to go", "Moves to the end of the game that the solver expects."],
	["thinking", "The solver's time for this move, and its mean over the game."],
	["faults", "Moves for which the solver gave no valid answer: it was late, returned an illegal move or none, or crashed."],
	["fallbacks", "Moves that the server chose itself, because its solver gave no valid answer in time."],
	["answers", "Requests for a move that the server has answered."],
	["median", "Half of the values are smaller than this one."],
	["longest", "The longest time for one answer."],
	["cost", "How the time for a move grows. N is the number of cells of the board: O(N) means that twice as many cells take twice as long."],
	["guarantee", "What is proven about the solver's games."],
	["won", "Games that were won, of all games."],
	["interval", "With 95 % confidence the true mean lies in this range."],
	["95 % interval", "With 95 % confidence the true value lies in this range."],
	["min to max", "The shortest and the longest won game."],
	["rating", "Strength, as in chess: with 400 points more, a snake wins ten games for each loss. The mean of all snakes is 0."],
	["LOS %", "Likelihood of superiority: how likely the snake is really better, given these games."],
	["Elo", "Difference in rating: with 400 points more, a snake wins ten games for each loss."],
	["score %", "A win counts 1, a draw 1/2, of all games."],
	["turns", "Mean length of a game, in turns."],
	["drawn", "Games without a winner."],
]);

/**
 * Returns the name of a figure, with its explanation if there is one.
 * @param {string} name
 * @param {string} [text] shown instead of the name
 * @param {string} [meaning] shown instead of the glossary's
 */
export function term(name, text = name, meaning = meanings.get(name)) {
	if (!meaning) return text;
	listen();
	return h("span", { class: "term", tabIndex: 0, "data-meaning": meaning }, text);
}

/** @type {HTMLElement | null} */
let tip = null;

/** Listens for events that show and hide explanations. Only the first call, for the first term, has an effect. */
function listen() {
	if (tip) return;
	tip = h("div", { class: "meaning", id: "meaning", role: "tooltip", popover: "manual" });
	(document.querySelector("body > header") ?? document.body).append(tip); // inside a landmark, as accessibility requires
	for (const type of ["pointerover", "focusin"]) document.addEventListener(type, (e) => show(e.target));
	for (const type of ["pointerdown", "focusout", "scroll"]) document.addEventListener(type, (e) => { if (!(e.target instanceof Element && e.target.closest(".term"))) hide(); }, { capture: true, passive: true });
	document.addEventListener("focusout", hide);
	document.addEventListener("pointerout", (e) => { if (e.target instanceof Element && e.target.closest(".term") && !e.target.matches(":focus")) hide(); });
	document.addEventListener("keydown", (e) => { if (e.key === "Escape") hide(); }, { capture: true });
}

function hide() {
	document.querySelector("[aria-describedby=meaning]")?.removeAttribute("aria-describedby");
	if (tip?.matches(":popover-open")) tip.hidePopover();
}

/** @param {EventTarget | null} target */
function show(target) {
	const of = target instanceof Element ? target.closest(".term") : null;
	if (!(of instanceof HTMLElement) || !tip) return;
	hide();
	write(tip, of.dataset.meaning ?? "");
	of.setAttribute("aria-describedby", "meaning");
	tip.showPopover();
	const at = of.getBoundingClientRect(), own = tip.getBoundingClientRect(), gap = 6;
	const below = at.bottom + gap + own.height <= innerHeight;
	tip.style.left = `${Math.max(gap, Math.min(at.left, document.documentElement.clientWidth - own.width - gap))}px`;
	tip.style.top = `${below ? at.bottom + gap : at.top - own.height - gap}px`;
}
