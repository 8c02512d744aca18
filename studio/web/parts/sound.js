// Sounds, synthesised from tones and noise. Usage:
//
//	const sound = new Sound();
//	sound.unlock();           in a handler of a key or a touch, because browsers require that
//	sound.play("bomb");
//
// The preference for sound is stored for all pages.
import { stored } from "../store/prefs.js";

/** "on" or "off". */
export const sounds = stored("sound", "on", ["on", "off"]);

/**
 * A tone or a noise. It begins after `at` seconds, lasts `long` seconds, and its pitch changes from
 * `from` to `to` Hz.
 * @typedef {{at?: number, long: number, from: number, to?: number, loud?: number, wave?: OscillatorType | "noise"}} Tone
 */

/** @type {Record<string, Tone[]>} */
const scores = {
	bomb: [{ long: 0.07, from: 190, to: 90, wave: "triangle", loud: 0.5 }],
	blast: [{ long: 0.5, from: 900, to: 60, wave: "noise", loud: 0.8 }, { long: 0.35, from: 110, to: 38, wave: "sine", loud: 0.9 }],
	bite: [{ long: 0.05, from: 2600, to: 1200, wave: "noise", loud: 0.16 }],
	hit: [{ long: 0.16, from: 620, to: 210, wave: "square", loud: 0.22 }, { at: 0.05, long: 0.12, from: 420, to: 140, wave: "sawtooth", loud: 0.16 }],
	kill: [{ long: 0.1, from: 523, wave: "square", loud: 0.2 }, { at: 0.09, long: 0.1, from: 659, wave: "square", loud: 0.2 }, { at: 0.18, long: 0.24, from: 784, wave: "square", loud: 0.2 }],
	stun: [0, 1, 2].map((i) => ({ at: i * 0.1, long: 0.09, from: 880 - 160 * i, to: 700 - 160 * i, wave: /** @type {const} */ ("triangle"), loud: 0.35 })),
	wake: [{ long: 0.15, from: 240, to: 480, wave: "triangle", loud: 0.3 }],
	lost: [{ long: 0.55, from: 420, to: 70, wave: "sawtooth", loud: 0.28 }],
	back: [{ long: 0.1, from: 330, to: 500, wave: "triangle", loud: 0.35 }, { at: 0.1, long: 0.16, from: 500, to: 760, wave: "triangle", loud: 0.35 }],
	level: [523, 659, 784, 1047].map((f, i) => ({ at: i * 0.12, long: i === 3 ? 0.4 : 0.12, from: f, wave: /** @type {const} */ ("square"), loud: 0.17 })),
	begin: [392, 523].map((f, i) => ({ at: i * 0.11, long: 0.14, from: f, wave: /** @type {const} */ ("triangle"), loud: 0.35 })),
	late: [{ long: 0.07, from: 980, wave: "square", loud: 0.1 }],
	over: [392, 330, 262, 196].map((f, i) => ({ at: i * 0.2, long: 0.24, from: f, to: f * 0.94, wave: /** @type {const} */ ("triangle"), loud: 0.4 })),
	won: [523, 659, 784, 1047, 784, 1047, 1319].map((f, i) => ({ at: i * 0.13, long: i === 6 ? 0.6 : 0.14, from: f, wave: /** @type {const} */ ("square"), loud: 0.16 })),
	eat: [{ long: 0.07, from: 520, to: 880, wave: "triangle", loud: 0.35 }],
};

const volume = 0.35;
const most = 12; // most tones at once

export class Sound {
	/** @type {AudioContext | undefined} */ #context;
	/** @type {AudioBuffer | undefined} */ #noise;
	#sounding = 0;

	/** Enables sound. Browsers allow this only in a handler of a user's action. */
	unlock() {
		if (sounds.peek() === "off") return;
		try {
			this.#context ??= new AudioContext();
			if (this.#context.state === "suspended") this.#context.resume().catch(() => {});
		} catch { /* the browser has no sound */ }
	}

	/** @param {keyof typeof scores} name */
	play(name) {
		if (sounds.peek() === "off" || this.#context?.state !== "running") return;
		for (const tone of scores[name] ?? []) this.#sound(this.#context, tone);
	}

	/** @param {AudioContext} context @param {Tone} tone */
	#sound(context, { at = 0, long, from, to = from, loud = 0.3, wave = "sine" }) {
		if (this.#sounding >= most) return;
		const begin = context.currentTime + at, end = begin + long;
		const gain = context.createGain();
		gain.gain.setValueAtTime(0, begin);
		gain.gain.linearRampToValueAtTime(loud * volume, begin + Math.min(0.008, long / 4));
		gain.gain.exponentialRampToValueAtTime(0.0005, end);
		gain.connect(context.destination);
		const source = wave === "noise" ? this.#playNoise(gain, { from, to }, begin, end) : context.createOscillator();
		if (source instanceof OscillatorNode) {
			source.type = wave === "noise" ? "sine" : wave;
			source.frequency.setValueAtTime(from, begin);
			source.frequency.exponentialRampToValueAtTime(Math.max(20, to), end);
			source.connect(gain);
		}
		this.#sounding++;
		source.onended = () => { this.#sounding--; gain.disconnect(); };
		source.start(begin);
		source.stop(end + 0.02);
	}

	/** Returns a source of noise through a low-pass filter whose frequency changes. @param {GainNode} gain @param {{from: number, to: number}} pitch @param {number} begin @param {number} end */
	#playNoise(gain, { from, to }, begin, end) {
		const { context } = gain;
		if (!this.#noise) {
			this.#noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
			const data = this.#noise.getChannelData(0);
			for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
		}
		const source = context.createBufferSource(), filter = context.createBiquadFilter();
		source.buffer = this.#noise;
		source.loop = true;
		filter.type = "lowpass";
		filter.frequency.setValueAtTime(from, begin);
		filter.frequency.exponentialRampToValueAtTime(to, end);
		source.connect(filter).connect(gain);
		return source;
	}

	stop() {
		this.#context?.close().catch(() => {});
		this.#context = undefined;
	}
}
