// Package order represents experiments as data. The text of an [Order] fixes all games of an
// experiment. It is stored with the results and sent to the machines that play. Two programs of
// the same build play the same games for the same Order, unless the Order has a time limit.
package order

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

// kinds lists the kinds of order: plan makes the plan for counting games, and open, if set, the
// plan for playing them.
var kinds = []struct {
	kind Kind
	plan func(o *Order) (lab.Plan, error)
	open func(o *Order, ctx context.Context) (lab.Plan, error)
}{
	{Bench, (*Order).bench, nil},
	{Arena, (*Order).arena, (*Order).openArena},
	{Contest, (*Order).contest, nil},
	{Exact, noPlan("an optimum is computed and not played"), nil},
	{Hunter, (*Order).hunter, nil},
	{Tune, noPlan("a tuning has steps, not games"), nil},
}

// Order fixes all games of an experiment, but not which or how many of them are played.
type Order struct {
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
	Seatings     [][]int       `json:"seatings,omitempty"`         // set only if they are not those of the format
	Names        []string      `json:"names,omitempty"`            // names of the entrants, if they are not their specs
	GuestTimeout time.Duration `json:"guest_timeout_ns,omitempty"` // time limit for each answer of a remote snake

	Bots       int    `json:"bots,omitempty"`
	Snakes     int    `json:"snakes,omitempty"`      // snakes in every level; 0 means the number of each level
	Levels     string `json:"levels,omitempty"`      // text of hunter.FormatLevels
	FirstLevel int    `json:"first_level,omitempty"` // from 1
}

// MaxText is the maximum length of an Order's text, in bytes.
const MaxText = 1 << 20

// Parse parses the text of an Order. It accepts only results of [Order.Text].
func Parse(text string) (o Order, err error) {
	if len(text) > MaxText {
		return o, fmt.Errorf("order: %d bytes, want at most %d", len(text), MaxText)
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return o, fmt.Errorf("order: %w", err)
	}
	if o.Text() != text {
		return o, errors.New("order: the text is not the canonical form of an order")
	}
	return o, nil
}

// ParseStored parses the text of a stored Order, which must have this kind and these solvers.
func ParseStored(text, kind string, solvers []string) (Order, error) {
	o, err := Parse(text)
	if err == nil && (string(o.Kind) != kind || !slices.Equal(o.Solvers, solvers)) {
		err = errors.New("order: the kind or the entrants differ from those stored with the order")
	}
	return o, err
}

// Text returns the Order as JSON. Equal Orders have equal texts.
func (o *Order) Text() string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(o); err != nil {
		panic(err) // numbers and texts can be encoded
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// Plan returns a plan for counting games that were played. It starts no program and reads no
// file. The caller chooses the games.
func (o *Order) Plan() (lab.Plan, error) {
	var known []string
	for _, k := range kinds {
		if k.kind == o.Kind {
			return k.plan(o)
		}
		known = append(known, string(k.kind))
	}
	return lab.Plan{}, fmt.Errorf("order: unknown kind %q%s", o.Kind, english.Suggestion(string(o.Kind), known))
}

// Open returns a plan for playing games. It starts programs, reads files and queries remote
// snakes.
func (o *Order) Open(ctx context.Context) (lab.Plan, error) {
	for _, k := range kinds {
		if k.kind == o.Kind && k.open != nil {
			return k.open(o, ctx)
		}
	}
	return o.Plan()
}

// Alone returns the Order for one of the solvers of a bench.
func (o Order) Alone(entrant int) Order {
	o.Solvers, o.Names = o.Solvers[entrant:entrant+1:entrant+1], nil // a name does not change any game
	return o
}

func (o *Order) Budget() ouro.Budget { return ouro.Budget{Nodes: o.Nodes, Time: o.Time, CPU: o.CPU} }

// setGame sets the fields from which game makes the GameSpec.
func (o *Order) setGame(g ouro.GameSpec) {
	o.Rules = g.Rules.String()
	o.StartLength = g.StartLength
	switch {
	case g.Position != nil:
		o.Position = g.Position.String()
	case g.Level != nil:
		o.Level = g.Level.String()
	default:
		o.Board = fmt.Sprintf("%dx%d", g.W, g.H)
	}
}

// ReportKey returns a key that is equal for benches in which solvers play the same games, so that
// they share a report. For other kinds it is "".
func (o Order) ReportKey() string {
	if o.Kind != Bench {
		return ""
	}
	o.Solvers, o.Names = nil, nil
	return o.Text()
}

// Reproducible reports whether every machine plays the same games: the order uses no clock,
// remote snakes, programs or files.
func (o *Order) Reproducible() bool {
	sure, _ := o.Determinism()
	return sure
}

// Determinism returns two facts: sameEverywhere means that games are the same on every machine,
// dependsOnLoad that they depend on the number of games that are played at once.
func (o *Order) Determinism() (sameEverywhere, dependsOnLoad bool) {
	b := o.Budget()
	sameEverywhere, dependsOnLoad = b.Time == 0 && b.CPU == 0, b.Time > 0
	for _, name := range o.Solvers {
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
