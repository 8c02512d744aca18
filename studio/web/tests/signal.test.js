import assert from "node:assert/strict";
import { test } from "node:test";
import { computed, effect, signal } from "../store/signal.js";

const settled = () => new Promise((done) => setTimeout(done));

test("an effect runs again, once, after signals that it read have changed", async () => {
	const a = signal(1), b = signal(2), other = signal(0);
	/** @type {number[]} */
	const seen = [];
	const end = effect(() => { seen.push(a.value + b.value); });
	a.value = 10;
	b.value = 20;
	other.value = 1;
	await settled();
	assert.deepEqual(seen, [3, 30]);
	a.value = 10; // the same value
	await settled();
	assert.deepEqual(seen, [3, 30]);
	end();
	a.value = 11;
	await settled();
	assert.deepEqual(seen, [3, 30]);
});

test("an effect depends only on signals that it read last time", async () => {
	const which = signal(true), a = signal(1), b = signal(2);
	let runs = 0;
	effect(() => { runs++; which.value ? a.value : b.value; });
	b.value = 3;
	await settled();
	assert.equal(runs, 1);
	which.value = false;
	await settled();
	a.value = 5;
	await settled();
	assert.equal(runs, 2);
	b.value = 6;
	await settled();
	assert.equal(runs, 3);
});

test("a computed signal follows its sources, and effects follow it", async () => {
	const a = signal(2);
	const square = computed(() => a.value ** 2);
	let seen = 0;
	effect(() => { seen = square.value + 1; });
	a.value = 3;
	await settled();
	assert.equal(square.value, 9);
	assert.equal(seen, 10);
});
