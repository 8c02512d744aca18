// Package verify derives games again by the rules and reports every difference from their files.
// It reads records of Ouro and of Snake Hunter, game logs of the official Battlesnake engine,
// files of transitions, and positions with their perft counts.
//
// Logs and transitions are compared turn by turn with a list of checks; see [Check].
package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro/derive"
	"ouro/hunter"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/saved"
)

// Difference is a difference between a file and the rules.
type Difference struct {
	Turn  int    `json:"turn"`            // turn; in Snake Hunter the tick
	Snake string `json:"snake,omitempty"` // "" if the difference is not about one snake
	What  string `json:"what"`
}

// Report is the result of Check.
type Report struct {
	Kind        saved.Kind
	Turns       int // number of derived turns, or of ticks in Snake Hunter
	Differences []Difference
	More        int      // number of differences beyond the first MaxDifferences
	Unknown     []string // unknown fields, which are not checked; at most MaxUnknown

	hasPlayers bool // whether the record has names of players
}

// NotChecked describes the claims of the file that Check does not check.
func (r *Report) NotChecked() []string {
	var all []string
	for _, u := range unchecked[r.Kind] {
		all = append(all, u.What)
	}
	if r.hasPlayers {
		all = append(all, "names and addresses of snakes; only their form is checked")
	}
	if len(r.Unknown) > 0 {
		all = append(all, "unknown fields: "+strings.Join(r.Unknown, ", "))
	}
	return all
}

const (
	MaxDifferences = 1000
	MaxUnknown     = 20
)

// Limits of a snake's name and of a difference's text, in bytes. Both come from the file.
const (
	maxName = 60
	maxWhat = 500
)

// differ adds a difference.
func (r *Report) differ(turn int, snake, format string, args ...any) {
	if len(r.Differences) == MaxDifferences {
		r.More++
		return
	}
	what := printable.Short(fmt.Sprintf(format, args...), maxWhat)
	r.Differences = append(r.Differences, Difference{turn, printable.Short(snake, maxName), what})
}

// unknown adds an unknown field.
func (r *Report) unknown(path string) {
	if path = printable.Short(path, maxName); len(r.Unknown) < MaxUnknown && !slices.Contains(r.Unknown, path) {
		r.Unknown = append(r.Unknown, path)
	}
}

// Check derives every turn of a file and reports the differences. An error means that the file
// cannot be read.
func Check(ctx context.Context, f *saved.File) (*Report, error) {
	report := &Report{Kind: f.Kind}
	var err error
	switch f.Kind {
	case saved.Record:
		var t lab.Tally
		t, err = derive.Record(ctx, f.Record)
		report.Turns, err = int(t.Turns)-f.Record.Begin(), report.addReplayError(err)
		report.hasPlayers = f.Record.Players != nil
	case saved.Hunter:
		var result hunter.Result
		result, err = derive.Hunter(ctx, f.Hunter)
		report.Turns, err = result.Ticks, report.addReplayError(err)
	case saved.Log:
		err = log(ctx, report, f.Log)
	case saved.Transitions:
		err = transitions(ctx, report, f.Lines)
	case saved.Positions:
		err = errors.New("the file holds single positions and no turns to derive")
	}
	if err != nil {
		return nil, err
	}
	return report, nil
}

// addReplayError reports a difference found in a record, and returns any other error.
func (r *Report) addReplayError(err error) error {
	var first *derive.DifferenceError
	if errors.As(err, &first) {
		r.differ(first.Turn, "", "%v", first)
		return nil
	}
	return err
}

// Unchecked is a claim of a file that cannot be checked by the rules.
type Unchecked struct {
	What string // description for users

	// Fields are the fields of game logs to which this claim applies, as paths without indices.
	Fields []string

	// Same means that Check requires only that the values are equal wherever they occur.
	Same bool

	needed bool // whether missing fields are a difference
}

// unchecked lists the claims that are not checked, by the kind of file.
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

// isOptional reports whether a field of a log may be missing.
func isOptional(path string) bool {
	for _, u := range unchecked[saved.Log] {
		if slices.Contains(u.Fields, path) {
			return !u.needed
		}
	}
	return false
}
