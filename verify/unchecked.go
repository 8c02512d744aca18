package verify

import (
	"slices"

	"ouro/saved"
)

// Unchecked is a claim of a file that does not follow from the rest of the file.
type Unchecked struct {
	What string // a description for people

	// Fields of game logs with the claim, as paths without indices.
	Fields []string

	// Same is set if the values are only checked to be equal wherever they occur.
	Same bool

	needed bool // the fields may not be missing
}

// unchecked lists by kind all claims of a file that are not checked.
var unchecked = map[saved.Kind][]Unchecked{
	saved.Record: {
		{What: "that these solvers chose these moves, within this budget"},
		{What: "mishaps"},
	},
	saved.Hunter: {
		{What: "who controlled the hunters"},
	},
	saved.Transitions: {
		{What: "food and hazards that the map adds after a turn"},
		{What: "whether a turn begins with the position after the turn before"},
		{What: "hazards of the ruleset royale"},
	},
	saved.Log: {
		{What: "latencies and shouts", Fields: []string{"board.snakes.latency", "you.latency", "board.snakes.shout", "you.shout"}},
		{What: "where and when chance added food and hazards, among the possible cells; the walls of a new maze"},
		{What: "whether a game whose source is \"position\" began there, and where its hazards spread"},
		{What: "the last moves of snakes that died, and so their bodies as you, if several moves explain the next frame"},
		{What: "settings and a map on which no frame depends; they must be the same on every line", Same: true, needed: true, Fields: []string{
			"game.map", "game.ruleset.name", "game.ruleset.settings.foodSpawnChance", "game.ruleset.settings.minimumFood",
			"game.ruleset.settings.hazardDamagePerTurn", "game.ruleset.settings.royale.shrinkEveryNTurns",
		}},
		{What: "id, timeout, source and version of the game and unused settings; they must be the same on every line", Same: true, Fields: []string{
			"game.id", "game.timeout", "game.source", "game.ruleset.version",
			"game.ruleset.settings.hazardMap", "game.ruleset.settings.hazardMapAuthor",
			"game.ruleset.settings.squad", "game.ruleset.settings.squad.allowBodyCollisions", "game.ruleset.settings.squad.sharedElimination",
			"game.ruleset.settings.squad.sharedHealth", "game.ruleset.settings.squad.sharedLength",
		}},
		{What: "ids, names, squads and looks of snakes; they must be the same in every frame", Same: true, Fields: []string{
			"board.snakes.id", "board.snakes.name", "board.snakes.squad", "board.snakes.customizations",
			"board.snakes.customizations.color", "board.snakes.customizations.head", "board.snakes.customizations.tail",
			"you.id", "you.name", "you.squad", "you.customizations", "you.customizations.color", "you.customizations.head", "you.customizations.tail",
		}},
	},
}

// mayMiss reports whether a field of a log may be missing.
func mayMiss(path string) bool {
	for _, u := range unchecked[saved.Log] {
		if slices.Contains(u.Fields, path) {
			return !u.needed
		}
	}
	return false
}
