// Input for steering: keys and swipes. A finger steers each time when it has moved 24 CSS pixels, so it
// can steer several times without leaving the screen.

export const keysOf = [["ArrowUp", "w", "k"], ["ArrowRight", "d", "l"], ["ArrowDown", "s", "j"], ["ArrowLeft", "a", "h"]];

const far = 24; // distance of a swipe, in CSS pixels

/**
 * Calls `steer` for each swipe over an element.
 * @param {HTMLElement} on
 * @param {(dir: number) => void} steer
 * @param {AbortSignal} signal ends the calls
 */
export function onSwipe(on, steer, signal) {
	let finger = -1, x = 0, y = 0;
	on.style.touchAction = "none";
	on.addEventListener("pointerdown", (e) => {
		finger = e.pointerId;
		[x, y] = [e.clientX, e.clientY];
		on.setPointerCapture(finger);
	}, { signal });
	on.addEventListener("pointermove", (e) => {
		if (e.pointerId !== finger) return;
		const dx = e.clientX - x, dy = e.clientY - y;
		if (Math.max(Math.abs(dx), Math.abs(dy)) < far) return;
		steer(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : (dy > 0 ? 2 : 0));
		[x, y] = [e.clientX, e.clientY];
	}, { signal });
	for (const end of ["pointerup", "pointercancel"]) on.addEventListener(end, () => { finger = -1; }, { signal });
}
