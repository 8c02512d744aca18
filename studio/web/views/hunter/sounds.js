// The sounds of Snake Hunter.

/** @type {Record<string, string>} */
export const soundOf = {
	"bomb laid": "bomb", "bomb exploded": "blast", "hedge eaten": "bite", "snake hit": "hit", "snake died": "kill", "snake stunned": "stun", "snake woke": "wake",
	"hunter caught": "lost", "hunter blasted": "lost", "hunter back": "back", "level won": "level", "level started": "begin", "game won": "won", "game lost": "over",
};
