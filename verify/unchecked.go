package verify

import (
	"slices"

	"ouro/saved"
)

// Unchecked is something that a file claims and that does not follow from
// anything else in it.
type Unchecked struct {
	What string // for people

	// Fields of game logs that claim it, as paths without places in lists.
	Fields []string

	// Same says that it is checked to be the same wherever it is told, and
	// nothing more.
	Same bool

	needed bool // the fields may not be missing
}

// unchecked lists what is not checked of files, by kind. Everything else is.
var unchecked = map[saved.Kind][]Unchecked{
	saved.Record: {
		{What: "that these solvers chose these moves, within this budget"},
		{What: "mishaps"},
	},
	saved.Hunter: {
		{What: "who pressed the keys"},
	},
	saved.Transitions: {
		{What: "food and hazards that the map adds after a turn"},
		{What: "whether one turn is what the turn before it led to"},
		{What: "hazards of the ruleset royale"},
	},
	saved.Log: {
		{What: "latencies and shouts", Fields: []string{"board.snakes.latency", "you.latency", "board.snakes.shout", "you.shout"}},
		{What: "which of the cells that chance allows food and hazards came to, and when; how the walls of a new maze run"},
		{What: "whether a game whose source is \"position\" began so, and where hazards spread to in it"},
		{What: "the last moves of snakes that died, and so how they lie as you, where several lead to what follows"},
		{What: "settings and a map on which no frame depends, beyond being the same on every line", Same: true, needed: true, Fields: []string{
			"game.map", "game.ruleset.name", "game.ruleset.settings.foodSpawnChance", "game.ruleset.settings.minimumFood",
			"game.ruleset.settings.hazardDamagePerTurn", "game.ruleset.settings.royale.shrinkEveryNTurns",
		}},
		{What: "id, timeout, source and version of the game and settings out of use, beyond being the same on every line", Same: true, Fields: []string{
			"game.id", "game.timeout", "game.source", "game.ruleset.version",
			"game.ruleset.settings.hazardMap", "game.ruleset.settings.hazardMapAuthor",
			"game.ruleset.settings.squad", "game.ruleset.settings.squad.allowBodyCollisions", "game.ruleset.settings.squad.sharedElimination",
			"game.ruleset.settings.squad.sharedHealth", "game.ruleset.settings.squad.sharedLength",
		}},
		{What: "ids, names, squads and looks of snakes, beyond being the same in every frame", Same: true, Fields: []string{
			"board.snakes.id", "board.snakes.name", "board.snakes.squad", "board.snakes.customizations",
			"board.snakes.customizations.color", "board.snakes.customizations.head", "board.snakes.customizations.tail",
			"you.id", "you.name", "you.squad", "you.customizations", "you.customizations.color", "you.customizations.head", "you.customizations.tail",
		}},
	},
}

// mayMiss tells whether a field of a log may be missing.
func mayMiss(path string) bool {
	for _, u := range unchecked[saved.Log] {
		if slices.Contains(u.Fields, path) {
			return !u.needed
		}
	}
	return false
}
