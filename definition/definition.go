// Package definition represents experiments as data. The text of a [Definition] fixes all games of
// an experiment. It is stored with the results and sent to the machines that play. Two programs of
// the same build play the same games for the same Definition, unless it has a time limit.
package definition

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/roster"
)

type Kind string

const (
	Arena   Kind = "arena"  // a tournament
	Bench   Kind = "bench"  // solvers play the same games, each alone
	Contest Kind = "game"   // entrants play together; written only by earlier versions
	Exact   Kind = "exact"  // best play is computed, not played
	Hunter  Kind = "hunter" // bots play Snake Hunter; written only by earlier versions
	Tune    Kind = "tune"   // the best values of a solver's parameters are searched
)

// kinds lists the kinds of definition. Calling plan makes the plan for counting games, and
// calling open the plan for playing them. If open is nil, the plan for counting also plays.
var kinds = []struct {
	kind Kind
	plan func(d *Definition) (lab.Plan, error)
	open func(d *Definition, ctx context.Context) (lab.Plan, error)
}{
	{Bench, (*Definition).bench, nil},
	{Arena, (*Definition).arena, (*Definition).openArena},
	{Contest, (*Definition).contest, nil},
	{Exact, noPlan("best play is computed and not played"), nil},
	{Hunter, (*Definition).hunter, nil},
	{Tune, noPlan("a tuning has steps, not games"), nil},
}

// Definition fixes all games of an experiment, but not which or how many of them are played.
type Definition struct {
	Kind Kind `json:"kind"`

	Rules       string `json:"rules,omitempty"`
	Board       string `json:"board,omitempty"`
	Level       string `json:"level,omitempty"` // the text of ouro.Level
	StartLength int    `json:"start_length,omitempty"`
	Position    string `json:"position,omitempty"`

	Seed  uint64        `json:"seed"`
	Nodes int64         `json:"nodes,omitempty"`
	Time  time.Duration `json:"time_ns,omitempty"`
	CPU   time.Duration `json:"cpu_ns,omitempty"`

	Solvers []string `json:"solvers,omitempty"` // the entrants

	Tournament   string        `json:"tournament,omitempty"`       // text of arena.Tournament
	Tuning       string        `json:"tuning,omitempty"`           // plan of a tuning as JSON, see package tune
	Seatings     [][]int       `json:"seatings,omitempty"`         // set only if they differ from those of the format
	Names        []string      `json:"names,omitempty"`            // names of the entrants; nil if the specs are the names
	GuestTimeout time.Duration `json:"guest_timeout_ns,omitempty"` // time limit for each answer of a remote snake

	Bots       int    `json:"bots,omitempty"`
	Snakes     int    `json:"snakes,omitempty"`      // snakes in every level; 0 means the number of each level
	Levels     string `json:"levels,omitempty"`      // text of hunter.FormatLevels
	FirstLevel int    `json:"first_level,omitempty"` // from 1
}

// MaxText is the maximum length of a Definition's text, in bytes.
const MaxText = 1 << 20

// Parse parses the text of a Definition. It accepts only results of [Definition.Text].
func Parse(text string) (d Definition, err error) {
	if len(text) > MaxText {
		return d, fmt.Errorf("definition: %d bytes, want at most %d", len(text), MaxText)
	}
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		return d, fmt.Errorf("definition: %w", err)
	}
	if d.Text() != text {
		return d, errors.New("definition: the text is not the canonical form of a definition")
	}
	return d, nil
}

// ParseStored parses the text of a stored Definition, which must have this kind and these solvers.
func ParseStored(text, kind string, solvers []string) (Definition, error) {
	d, err := Parse(text)
	if err == nil && (string(d.Kind) != kind || !slices.Equal(d.Solvers, solvers)) {
		err = errors.New("definition: the kind or the entrants differ from those stored with the definition")
	}
	return d, err
}

// Text returns the Definition as JSON. Equal Definitions have equal texts.
func (d *Definition) Text() string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(d); err != nil {
		panic(err) // numbers and texts can be encoded
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// Plan returns a plan for counting games that were played. It starts no program and reads no file.
// The plan has no games; the caller sets First and Groups.
func (d *Definition) Plan() (lab.Plan, error) {
	var known []string
	for _, k := range kinds {
		if k.kind == d.Kind {
			return k.plan(d)
		}
		known = append(known, string(k.kind))
	}
	return lab.Plan{}, fmt.Errorf("definition: unknown kind %q%s", d.Kind, english.Suggestion(string(d.Kind), known))
}

// Open returns a plan for playing games. It starts programs, reads files and queries remote
// snakes.
func (d *Definition) Open(ctx context.Context) (lab.Plan, error) {
	for _, k := range kinds {
		if k.kind == d.Kind && k.open != nil {
			return k.open(d, ctx)
		}
	}
	return d.Plan()
}

// Alone returns the Definition for one of the solvers of a bench.
func (d Definition) Alone(entrant int) Definition {
	d.Solvers, d.Names = d.Solvers[entrant:entrant+1:entrant+1], nil // a name does not change any game
	return d
}

func (d *Definition) Budget() ouro.Budget {
	return ouro.Budget{Nodes: d.Nodes, Time: d.Time, CPU: d.CPU}
}

// setGame sets the fields from which game makes the GameSpec.
func (d *Definition) setGame(g ouro.GameSpec) {
	d.Rules = g.Rules.String()
	d.StartLength = g.StartLength
	switch {
	case g.Position != nil:
		d.Position = g.Position.String()
	case g.Level != nil:
		d.Level = g.Level.String()
	default:
		d.Board = fmt.Sprintf("%dx%d", g.W, g.H)
	}
}

// ReportKey returns a key that is equal for all benches of the same games. Benches with equal keys
// share a report. For other kinds it is "".
func (d Definition) ReportKey() string {
	if d.Kind != Bench {
		return ""
	}
	d.Solvers, d.Names = nil, nil
	return d.Text()
}

// Reproducible reports whether every machine plays the same games: the definition uses no clock,
// remote snakes, programs or files.
func (d *Definition) Reproducible() bool {
	sure, _ := d.Determinism()
	return sure
}

// Determinism returns two facts about the games. sameEverywhere: they are the same on every
// machine. dependsOnLoad: they depend on the number of games that are played at once.
func (d *Definition) Determinism() (sameEverywhere, dependsOnLoad bool) {
	b := d.Budget()
	sameEverywhere, dependsOnLoad = b.Time == 0 && b.CPU == 0, b.Time > 0
	for _, name := range d.Solvers {
		if e, err := host.ParseEntrant(name); err == nil && e.Guest != nil {
			return false, true
		}
		if spec, err := ouro.ParseSpec(name); err == nil {
			if _, file := spec.Options.Get("file"); file || spec.Name == roster.Exec().Name {
				sameEverywhere = false // programs and files differ between machines
			}
		}
	}
	return sameEverywhere, dependsOnLoad
}
