// Tests of the computations before drawing: cells, bodies, notes and axes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contrast, css, lab, light, mix, parse } from "../draw/colour.js";
import { NONE, along, cellAt, cellX, cellY, dirTo, fit, margin, next } from "../draw/layout.js";
import { CYCLE, FIRST, LEVEL, MARK, bounds, fitting, inOrder, scores, short, treeSize, words, writeLines, writeTints } from "../draw/notes.js";
import { paintSeries } from "../draw/marks.js";
import { Scale, axisNumbers, logTicks, nearest, place, ticks, visiblePoints } from "../draw/scale.js";
import { SPAN, Strand, POINTS, centreLine } from "../draw/strand.js";
import { HEAT, heat, looks } from "../draw/theme.js";
import { dice } from "./random-games.js";

test("every board fits its room, with the largest whole cells", () => {
	for (const [w, h] of [[2, 2], [10, 10], [64, 64], [30, 7], [5, 64]]) {
		for (const room of [80, 130, 390, 1170, 2000]) {
			const l = fit(w, h, room, room);
			assert.ok(l.width <= room && l.height <= room, `${w}x${h} in ${room}: ${l.width}x${l.height}`);
			const c = l.c + 1, m = margin(c);
			assert.ok(w * c + 2 * m > room || h * c + 2 * m > room, `${w}x${h} in ${room} could have cells of ${c}`);
			for (let cell = 0; cell < w * h; cell++) assert.equal(cellAt(l, cellX(l, cell) + l.c / 2, cellY(l, cell) + l.c / 2), cell);
		}
	}
	assert.equal(cellAt(fit(3, 3, 100, 100), 0, 0), -1);
	assert.equal(cellY(fit(3, 3, 100, 100), 0) > cellY(fit(3, 3, 100, 100), 8), true); // row 0 is at the bottom
});

test("directions lead to neighbours and back, across edges too", () => {
	for (const wraps of [false, true]) {
		for (const [w, h] of [[3, 3], [4, 7], [10, 3]]) {
			for (let cell = 0; cell < w * h; cell++) {
				for (let dir = 0; dir < 4; dir++) {
					const to = next(w, h, wraps, cell, dir);
					if (to < 0) continue;
					assert.equal(dirTo(w, h, wraps, cell, to), dir, `${w}x${h} ${wraps} ${cell} ${to}`);
					assert.equal(next(w, h, wraps, to, (dir + 2) & 3), cell);
				}
				assert.equal(dirTo(w, h, wraps, cell, cell), NONE);
			}
		}
	}
	assert.deepEqual(along({ w: 3, h: 3 }, 0, [0, 1, 2, 2]), [0, 3, 4, 1]);
});

test("the line of a body has each cell once and joins them", () => {
	const s = new Strand();
	s.set([6, 7, 8, 13, 13, 13], 5, 5, false);
	assert.deepEqual([...s.cells.slice(0, s.length)], [6, 7, 8, 13]);
	assert.deepEqual([...s.fore.slice(0, 4)], [NONE, 3, 3, 2]);
	assert.deepEqual([...s.aft.slice(0, 4)], [1, 1, 0, NONE]);
	assert.equal(s.blunt, 1);
	s.set([-1, 4], 5, 5, false); // the head of a dead snake, off the board
	assert.deepEqual([s.length, s.cells[0], s.fore[0], s.aft[0]], [1, 4, NONE, NONE]);
	s.set([0, 4], 5, 5, true);
	assert.deepEqual([s.aft[0], s.fore[1]], [3, 1]);
});

test("a body glides from one position to the next", () => {
	const s = new Strand();
	s.glide([1, 0], [2, 1], 0.25, { w: 5, h: 5 });
	assert.deepEqual([...s.cells.slice(0, s.length)], [2, 1, 0]);
	assert.deepEqual([s.from, s.to, s.moves], [0.75, 1.75, true]);
	s.glide([1, 0], [2, 1, 0], 0.25, { w: 5, h: 5 }); // grows: the tail stays
	assert.deepEqual([s.length, s.from, s.to], [3, 0.75, 2]);
	s.glide([1], [2], 0.5, { w: 5, h: 5 });
	assert.deepEqual([s.length, s.from, s.to], [2, 0.5, 0.5]);
	s.glide([1, 0], [24, 23], 0.5, { w: 5, h: 5 }); // jumps
	assert.deepEqual([s.length, s.from, s.to, s.moves], [2, 0, 1, false]);
	s.glide([1, 1, 1], [2, 1, 1], 0.5, { w: 5, h: 5 }); // unrolls
	assert.deepEqual([s.length, s.from, s.to, s.blunt], [2, 0.5, 1, 1]);
	s.glide([3, 8, 9], [4], 0.5, { w: 5, h: 5 }); // a body that became a single cell
	assert.equal(s.moves && s.length < 2, false);
});

test("the line through a cell has no gap at its sides", () => {
	const points = new Float64Array(SPAN * POINTS), side = [[0, -0.5], [0.5, 0], [0, 0.5], [-0.5, 0]];
	const at = (/** @type {number} */ i) => [points[SPAN * i], points[SPAN * i + 1]];
	for (let fore = 0; fore < 4; fore++) {
		for (let aft = 0; aft < 4; aft++) {
			if (fore === aft) continue;
			for (const [lo, hi] of [[-0.5, 0.5], [-0.5, 0.2], [-0.1, 0.5], [-0.5, 0], [0, 0.5], [-0.5, -0.2], [0.3, 0.5]]) {
				const n = centreLine(fore, aft, lo, hi, points);
				assert.ok(n >= 2 && n <= POINTS);
				if (lo === -0.5) at(0).forEach((v, i) => assert.ok(Math.abs(v - side[fore][i]) < 1e-9, `${fore} ${aft} ${lo} ${hi} begins at ${at(0)}`));
				if (hi === 0.5) at(n - 1).forEach((v, i) => assert.ok(Math.abs(v - side[aft][i]) < 1e-9, `${fore} ${aft} ${lo} ${hi} ends at ${at(n - 1)}`));
				for (let i = 1; i < n; i++) {
					const [a, b] = [at(i - 1), at(i)];
					assert.ok(Math.hypot(b[0] - a[0], b[1] - a[1]) < 0.25, "a jump");
					assert.ok(points[SPAN * i + 4] >= points[SPAN * (i - 1) + 4] - 1e-9, "places decrease");
				}
				for (let i = 0; i < n; i++) assert.ok(Math.abs(Math.hypot(points[SPAN * i + 2], points[SPAN * i + 3]) - 1) < 1e-9, "a normal of another length than 1");
			}
		}
	}
});

test("colours mix evenly and survive formatting", () => {
	const roll = dice(5);
	for (let i = 0; i < 200; i++) {
		const a = Math.floor(roll() * 0x1000000), b = Math.floor(roll() * 0x1000000);
		assert.equal(parse(css(a)), a);
		assert.equal(mix(a, b, 0), a);
		assert.equal(mix(a, b, 1), b);
		const middle = lab(mix(a, b, 0.5))[0];
		assert.ok(middle > Math.min(lab(a)[0], lab(b)[0]) - 0.06 && middle < Math.max(lab(a)[0], lab(b)[0]) + 0.06);
	}
	assert.equal(parse("#abc"), 0xaabbcc);
	assert.equal(parse("rgb(1, 2, 3)"), 0x010203);
	assert.equal(parse("tomato"), null);
	assert.equal(css(0xff0000, 0.5), "rgb(255 0 0 / 50%)");
	assert.equal(Math.round(contrast(0, 0xffffff)), 21);
	assert.ok(light(0xffffff) > 0.99 && light(0) < 0.01);
});

test("notes tint their cells", () => {
	const under = new Int32Array(9);
	writeTints([{ verb: "heat", label: "paths", heat: [0, 10, null, 5, 1.8e308] }, { verb: "cells", label: "searched", cells: [0, 8] }], under, 3);
	assert.deepEqual([...under].map((v) => v & LEVEL), [1, 64, 0, 33, 0, 0, 0, 0, 0]);
	assert.deepEqual([...under].map((v) => v & MARK ? 1 : 0), [1, 0, 0, 0, 0, 0, 0, 0, 1]);
	writeTints([{ verb: "heat", label: "food", heat: [0, 10] }], under, 3);
	assert.deepEqual([...under].slice(0, 2), [64, 1]); // near is hot
	writeTints([{ verb: "heat", label: "x", heat: [7, 7] }], under, 3);
	assert.equal(under[0] & LEVEL, 1);
	const far = { verb: /** @type {const} */ ("heat"), label: "paths", heat: [0.1, 1, 10, 100] };
	writeTints([far], under, 3);
	assert.deepEqual([...under].slice(0, 4).map((v) => v & LEVEL), [1, 22, 43, 64]); // equal factors are equal steps
	assert.equal(words(far), "0.1 to 100, logarithmic");

	const lines = new Int32Array(9), board = { w: 3, h: 3, wraps: false };
	writeLines([{ verb: "path", label: "plan", cells: [1, 2, 5] }], lines, board, 0);
	assert.deepEqual([...lines].map((v) => v >> FIRST & 15), [0, 8 | 2, 8 | 1, 0, 0, 4, 0, 0, 0]);
	writeLines([{ verb: "path", label: "plan", cells: [1, 2, 5] }], lines, board, 1); // after a step
	assert.deepEqual([...lines].map((v) => v >> FIRST & 15), [0, 0, 8 | 1, 0, 0, 4, 0, 0, 0]);
	writeLines([{ verb: "heat", label: "cycle", heat: [0, 3, null, 1, 2, null, null, null, null] }], lines, board, -1);
	assert.deepEqual([...lines].map((v) => v >> CYCLE & 15), [1 | 2, 1 | 8, 0, 2 | 4, 4 | 8, 0, 0, 0, 0]);
	for (const heat of [[3, null, 1, 2], [3.5, null, -1, 2], [30, null, 10, 20]]) assert.deepEqual(inOrder(heat), [2, 3, 0]);
	assert.deepEqual(inOrder([1, 1, 0]), [2, 0, 1]);
	assert.deepEqual(scores([{ verb: "moves", label: "scores", moves: [1, 2, 3, null] }], board, 0).map((s) => [s.cell, s.score, s.best]), [[3, 1, false], [1, 2, false]]);
});

test("the best score is the best of the possible directions", () => {
	assert.deepEqual(scores([{ verb: "moves", label: "scores", moves: [1, 2, null, null] }], { w: 3, h: 3 }, 0).map((s) => s.best), [false, true]);
});

test("numbers are short but distinct", () => {
	const cases = /** @type {[number|null, string][]} */ ([[null, "–"], [1.7976931348623157e308, "∞"], [-1.7976931348623157e308, "−∞"], [0, "0"], [-3.25, "−3.25"], [1 / 3, "0.333"], [99999, "99999"], [123456, "1.2e5"], [517.123, "517"]]);
	for (const [v, text] of cases) assert.equal(short(v), text);
	for (const [v, room, text] of /** @type {[number, number, string][]} */ ([[0.0625, 3, ".06"], [12.34, 3, "12"], [12.34, 4, "12.3"], [1234, 3, ""], [0.001, 3, ""], [-5, 3, "−5"], [100, 3, "100"]])) assert.equal(fitting(v, room), text, String(v));
	assert.deepEqual(bounds([null, 3, NaN, -1, Infinity]), [-1, 3]);
	assert.equal(bounds([null]), null);
	assert.equal(words({ verb: "path", label: "plan", cells: [1] }), "1 cell");
	assert.equal(words(...[-8.5, -9, 0].map((value) => /** @type {const} */ ({ verb: "path", label: "candidates", cells: [1], value }))), "−8.5  −9");
	assert.equal(words({ verb: "owners", label: "territory", owners: [0, 1, 1, -1] }), "1 : 2");
	/** @type {any} */
	let deep = { dir: 0, score: 0 };
	for (let i = 1; i < 100000; i++) deep = { dir: 0, score: 0, kids: [deep] };
	assert.deepEqual(treeSize(deep), [100000, 100000]);
});

test("ticks are round, within the range and not too many", () => {
	const roll = dice(9);
	for (let i = 0; i < 500; i++) {
		const lo = (roll() - 0.5) * 10 ** Math.floor(roll() * 9 - 3), hi = lo + 10 ** (roll() * 9 - 4), most = 2 + Math.floor(roll() * 10);
		const found = ticks(lo, hi, most);
		assert.ok(found.length >= 1 && found.length <= most + 1, `${lo} ${hi} ${most}: ${found}`);
		for (const [k, v] of found.entries()) {
			assert.ok(v >= lo - 1e-6 * (hi - lo) && v <= hi + 1e-6 * (hi - lo), `${v} in ${lo} to ${hi}`);
			if (k > 1) assert.ok(Math.abs((v - found[k - 1]) / (found[1] - found[0]) - 1) < 1e-3, "uneven");
		}
	}
	assert.deepEqual(ticks(0, 3, 10, true), [0, 1, 2, 3]);
	assert.deepEqual(ticks(0, 100, 5), [0, 20, 40, 60, 80, 100]);
	assert.deepEqual(logTicks(1, 1000, 5), [1, 10, 100, 1000]);
	assert.deepEqual(logTicks(1, 20, 6), [1, 2, 5, 10, 20]);
	assert.deepEqual(axisNumbers([0, 50000, 100000]), ["0", "50k", "100k"]);
});

test("a long line keeps the first, lowest, highest and last point of each pixel", () => {
	const roll = dice(3), n = 50000, xs = new Float64Array(n), ys = new Float64Array(n);
	for (let i = 0; i < n; i++) {
		xs[i] = i + roll();
		ys[i] = roll() < 0.001 ? roll() * 1000 : roll();
	}
	const x = new Scale(0, n, 0, 300), kept = visiblePoints(xs, ys, x, 300);
	assert.ok(kept.length <= 4 * 302, `${kept.length} points`);
	assert.deepEqual(kept, [...new Set(kept)].sort((a, b) => a - b));
	const columns = (/** @type {Iterable<number>} */ places) => {
		/** @type {Map<number, [number, number, number, number]>} */
		const found = new Map();
		for (const i of places) {
			const c = Math.floor(x.at(xs[i])), f = found.get(c);
			if (!f) found.set(c, [ys[i], ys[i], ys[i], ys[i]]);
			else found.set(c, [f[0], Math.min(f[1], ys[i]), Math.max(f[2], ys[i]), ys[i]]);
		}
		return found;
	};
	assert.deepEqual(columns(kept), columns(Array(n).keys()));
	assert.deepEqual(visiblePoints([1, 2, 3], [1, 2, 3], new Scale(1, 3, 0, 100), 100), [0, 1, 2]);
	// The visible part includes one point beyond each end, so that the line reaches the
	// edges.
	assert.deepEqual(visiblePoints([0, 1, 2, 3, 4, 5], [0, 0, 0, 0, 0, 0], new Scale(2, 3, 0, 100), 100), [1, 2, 3, 4]);
});

test("scales convert both ways", () => {
	for (const log of [false, true]) {
		const s = new Scale(1, 1000, 20, 320, log);
		assert.equal(Math.round(s.at(1)), 20);
		assert.equal(Math.round(s.at(1000)), 320);
		for (const v of [1, 3, 200, 999]) assert.ok(Math.abs(s.value(s.at(v)) - v) < 1e-9 * v);
	}
	assert.equal(new Scale(5, 5, 0, 10).at(5), 0); // a single number is a valid range
	assert.deepEqual([place([1, 3, 5], 3), place([1, 3, 5], 4), place([], 1)], [1, 2, 0]);
	assert.deepEqual([nearest([1, 3, 7], 5), nearest([1, 3, 7], 5.1), nearest([], 1), nearest([2], -9)], [1, 2, -1, 0]);
});

test("objects on the floor have enough contrast in both themes", () => {
	for (const [name, look] of Object.entries(looks)) {
		for (const what of /** @type {const} */ (["wall", "brick", "meal", "line", "hazard"])) {
			for (const floor of [look.floor, look.check]) assert.ok(contrast(look[what], floor) >= 3, `${name}: ${what} ${contrast(look[what], floor).toFixed(2)}`);
		}
		for (const what of /** @type {const} */ (["text", "dim", "good", "bad"])) assert.ok(contrast(look[what], look.floor) >= 4.5, `${name}: ${what}`);
	}
});

test("the lightness of a heat changes by even steps", () => {
	for (const dark of [true, false]) {
		const scale = heat(dark).map(light), step = (scale[scale.length - 1] - scale[0]) / (scale.length - 1);
		assert.equal(scale.length, HEAT);
		assert.equal(step > 0, dark);
		for (let i = 1; i < scale.length; i++) assert.ok(Math.abs((scale[i] - scale[i - 1]) / step - 1) < 0.8, `step ${i}: ${(scale[i] - scale[i - 1]) / step}`);
	}
});

test("an isolated point of a line is drawn as a dot", () => {
	const gap = NaN, x = new Scale(0, 10, 0, 100), y = new Scale(0, 10, 100, 0);
	for (const [kind, ys, want] of [
		["line", [5], [0]], ["steps", [5], [0]],
		["line", [5, 6], []], ["line", [5, 6, 7], []], ["line", [], []], ["line", [gap], []],
		["line", [5, gap, 6, 7], [0]], ["line", [5, 6, gap, 7], [3]], ["line", [gap, 5, gap, 6, gap], [1, 3]],
	]) {
		const dots = [], ctx = /** @type {any} */ (new Proxy({}, { get: (_, name) => name === "arc" ? (px, py) => dots.push([px, py]) : () => {}, set: () => true }));
		paintSeries(ctx, { kind, name: "", xs: ys.map((_, i) => i), ys }, { x, y }, "red", []);
		assert.deepEqual(dots, want.map((i) => [x.at(i), y.at(ys[i])]), `${kind} ${ys}`);
	}
});
