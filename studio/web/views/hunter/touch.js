// The controls on a touch screen: the left thumb walks, and the right thumb lays bombs.
import { h } from "../../parts/dom.js";
import { icon } from "../../parts/icons.js";

/** Reports whether the main pointer is a finger. */
export function isTouch() { return matchMedia("(pointer: coarse)").matches; }

/** Reports whether the device has no mouse either. Then only one player can play, with the touch pad. */
export function isTouchOnly() { return isTouch() && !matchMedia("(any-pointer: fine)").matches; }

/**
 * @param {import("./keys.js").Steer} steer
 * @returns {HTMLElement}
 */
export function touchPad(steer) {
	const stick = h("div", { class: "stick", role: "group", "aria-label": "walk" },
		["up", "right", "down", "left"].map((name) => h("span", { class: name }, icon(name))));
	let dir = -1, finger = -1;

	/** @param {number} to */
	function walk(to) {
		if (to === dir) return;
		if (dir >= 0) steer(0, "release", dir);
		dir = to;
		if (dir >= 0) steer(0, "press", dir);
		stick.dataset.dir = ["up", "right", "down", "left"][dir] ?? "";
	}

	/** @param {PointerEvent} e */
	function follow(e) {
		if (e.pointerId !== finger) return;
		const box = stick.getBoundingClientRect();
		const x = e.clientX - box.left - box.width / 2, y = e.clientY - box.top - box.height / 2;
		if (Math.hypot(x, y) < box.width * 0.1) return;
		walk(Math.abs(x) > Math.abs(y) ? (x > 0 ? 1 : 3) : (y > 0 ? 2 : 0));
	}
	stick.addEventListener("pointerdown", (e) => {
		finger = e.pointerId;
		stick.setPointerCapture(finger);
		e.preventDefault();
		follow(e);
	});
	stick.addEventListener("pointermove", follow);
	for (const end of ["pointerup", "pointercancel"]) {
		stick.addEventListener(end, (e) => {
			if (/** @type {PointerEvent} */ (e).pointerId !== finger) return;
			finger = -1;
			walk(-1);
		});
	}
	const bomb = h("button", { type: "button", class: "bomb", "aria-label": "lay a bomb" }, h("span", {}));
	bomb.addEventListener("pointerdown", (e) => { e.preventDefault(); steer(0, "bomb"); });
	bomb.addEventListener("contextmenu", (e) => e.preventDefault());
	return h("div", { class: "touch-pad" }, stick, bomb);
}
