// Package order holds experiments as data: an [Order] says all that makes the games
// what they are, as text, so that it can be kept beside their results and sent to
// whoever plays them elsewhere. Two programs of the same build that have the same
// Order play the same games, as long as nothing in it is a time.
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

// Kind is a kind of experiment.
type Kind string

// The kinds.
const (
	Arena   Kind = "arena"  // a tournament
	Bench   Kind = "bench"  // solvers that play the same games, each by itself
	Contest Kind = "game"   // entrants that play together, of earlier versions
	Exact   Kind = "exact"  // the optimum, which is computed and not played
	Hunter  Kind = "hunter" // Snake Hunter, played by bots, of earlier versions
	Tune    Kind = "tune"   // the search for the numbers with which a snake plays best
)

// kinds are how orders of each kind are made into plans: for counting and, where that
// is another, for playing.
var kinds = []struct {
	kind Kind
	plan func(o *Order) (lab.Plan, error)
	open func(o *Order, ctx context.Context) (lab.Plan, error)
}{
	{Bench, (*Order).bench, nil},
	{Arena, (*Order).arena, (*Order).openArena},
	{Contest, (*Order).contest, nil},
	{Exact, unplayed("an optimum is computed and not played"), nil},
	{Hunter, (*Order).hunter, nil},
	{Tune, unplayed("a tuning has steps, and no games of its own"), nil},
}

// Order is what is to be played. How many games, and which of them, is no part of it.
type Order struct {
	Kind Kind `json:"kind"`

	Rules       string `json:"rules,omitempty"`
	Board       string `json:"board,omitempty"`
	Level       string `json:"level,omitempty"` // as it is drawn
	StartLength int    `json:"start_length,omitempty"`
	Position    string `json:"position,omitempty"`

	Seed  uint64        `json:"seed"`
	Nodes int64         `json:"nodes,omitempty"`
	Time  time.Duration `json:"time_ns,omitempty"`
	CPU   time.Duration `json:"cpu_ns,omitempty"`

	Solvers []string `json:"solvers,omitempty"` // the entrants

	Tournament   string        `json:"tournament,omitempty"`       // its text
	Tuning       string        `json:"tuning,omitempty"`           // what is tuned, and how long
	Seatings     [][]int       `json:"seatings,omitempty"`         // where they are not those of its format
	Names        []string      `json:"names,omitempty"`            // theirs, where they have others than their specs
	GuestTimeout time.Duration `json:"guest_timeout_ns,omitempty"` // for an answer of a snake elsewhere

	Bots       int    `json:"bots,omitempty"`
	Snakes     int    `json:"snakes,omitempty"`      // in every level; 0 is as many as it says
	Levels     string `json:"levels,omitempty"`      // as they are written
	FirstLevel int    `json:"first_level,omitempty"` // from 1 on
}

// MaxText is the length of the longest text of an Order that is read.
const MaxText = 1 << 20

// Parse reads the text of an Order, and nothing that Text could not have written.
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
		return o, errors.New("order: it is not written in the one way in which orders are")
	}
	return o, nil
}

// ParseKept reads the text of an Order that is kept with its kind and entrants beside it,
// by which people know it: an Order of others is an error.
func ParseKept(text, kind string, solvers []string) (Order, error) {
	o, err := Parse(text)
	if err == nil && (string(o.Kind) != kind || !slices.Equal(o.Solvers, solvers)) {
		err = errors.New("order: it is of another kind or of other entrants than it says")
	}
	return o, err
}

// Text is the Order as JSON. The same Order has the same text.
func (o *Order) Text() string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(o); err != nil {
		panic(err) // numbers and texts can be encoded
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// Plan is the plan of the games, for counting those that were played: nothing is
// started and no file is read for it. Which games is for the caller to choose.
func (o *Order) Plan() (lab.Plan, error) {
	var known []string
	for _, k := range kinds {
		if k.kind == o.Kind {
			return k.plan(o)
		}
		known = append(known, string(k.kind))
	}
	return lab.Plan{}, fmt.Errorf("order: unknown kind %q%s", o.Kind, english.Known(string(o.Kind), known))
}

// Open is Plan for playing the games: programs that take part are started, files are
// read, and remote snakes are asked who they are.
func (o *Order) Open(ctx context.Context) (lab.Plan, error) {
	for _, k := range kinds {
		if k.kind == o.Kind && k.open != nil {
			return k.open(o, ctx)
		}
	}
	return o.Plan()
}

// Alone is the Order for one of the solvers, where each plays by itself.
func (o Order) Alone(entrant int) Order {
	o.Solvers, o.Names = o.Solvers[entrant:entrant+1:entrant+1], nil // a name changes no game
	return o
}

// Budget limits the thinking for a move.
func (o *Order) Budget() ouro.Budget { return ouro.Budget{Nodes: o.Nodes, Time: o.Time, CPU: o.CPU} }

// setGame writes down what games start from.
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

// Together is the same text for experiments that may be laid side by side: solvers that
// played the same games, each by itself. It is "" for an order whose entrants are all
// that it has.
func (o Order) Together() string {
	if o.Kind != Bench {
		return ""
	}
	o.Solvers, o.Names = nil, nil
	return o.Text()
}

// Reproducible returns whether every machine plays the same games: no clock, remote
// snake, program or file takes part.
func (o *Order) Reproducible() bool {
	sure, _ := o.Sure()
	return sure
}

// Sure returns whether the games of an order are the same on every machine, and racing
// whether it matters how many are played at once.
func (o *Order) Sure() (sure, racing bool) {
	b := o.Budget()
	sure, racing = b.Time == 0 && b.CPU == 0, b.Time > 0
	for _, name := range o.Solvers {
		if e, err := host.ParseEntrant(name); err == nil && e.Guest != nil {
			return false, true
		}
		if spec, err := ouro.ParseSpec(name); err == nil {
			if _, file := spec.Options.Get("file"); file || spec.Name == roster.Exec().Name {
				sure = false // programs and files of machines are what they are
			}
		}
	}
	return sure, racing
}
