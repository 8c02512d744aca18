// Package doctor examines somebody's Battlesnake server: [Examine] asks it as an
// official engine would, about positions of games of every ruleset, and reports
// what is wrong with its answers and what to do about it.
//
// The positions are taken from games of cheap solvers, the same for a seed, and
// chosen for what they ask: one way out, a tail that stays, the last health. From
// each the game goes on for a few turns with the snake's own moves. Whether a move
// kills is judged over all that the other snakes may do.
//
// Whatever the server does, an examination ends: every request has its time, of an
// answer only so much is read, and a server that no longer answers is asked no more.
package doctor

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"time"

	"ouro/battlesnake/guest"
	"ouro/battlesnake/wire"
)

// DefaultPositions are asked about unless told otherwise.
const DefaultPositions = 100

const (
	turnsOfAGame = 3  // that each game goes on
	crowd        = 8  // games at once
	patience     = 2  // times the timeout: how long is waited to see how late an answer is
	silence      = 20 // requests without an answer in a row, after which no more are made

	// wakeTime is how long the first answer may take, for which the server may have
	// to be started.
	wakeTime = 10 * time.Second
)

// Config says what is examined.
type Config struct {
	URL       string
	Positions int           // 0 is DefaultPositions
	Seed      uint64        // of the positions
	Timeout   time.Duration // for an answer; 0 is that of the official engine

	// Progress, unless nil, is told how many of the positions are done.
	Progress func(done, of int)

	wake time.Duration // 0 is wakeTime
}

// Report is what was found.
type Report struct {
	URL     string
	Info    wire.Info // what the snake says of itself
	Proto   string    // of its answers, such as HTTP/1.1
	Timeout time.Duration

	Positions  int      // asked about, one after the other
	Games      int      // that they are of
	Rulesets   []string // of these games
	Situations []Situation

	Moves Times // of the answers to these
	Crowd Times // of answers to games at once

	Findings []Finding // the heaviest first
	Silent   bool      // it stopped answering, and was asked no more
	Partial  bool      // the examination was stopped before its end
}

// Situation is something that was asked of the snake, and how often.
type Situation struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Healthy tells whether nothing has to be mended.
func (r *Report) Healthy() bool {
	return !slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Kind.Weight() == Error })
}

// Examine asks the snake at a URL. The error is nil unless the snake cannot be
// reached at all, or ctx ended: then the report holds what was found so far.
func Examine(ctx context.Context, cfg Config) (*Report, error) {
	cfg.Positions = cmp.Or(cfg.Positions, DefaultPositions)
	cfg.Timeout = cmp.Or(cfg.Timeout, wire.DefaultTimeout)
	cfg.wake = cmp.Or(cfg.wake, wakeTime)
	if cfg.Progress == nil {
		cfg.Progress = func(int, int) {}
	}
	line, err := dial(cfg.URL)
	if err != nil {
		return nil, err
	}
	defer line.close()
	e := &exam{
		cfg: cfg, line: line, name: rand.Text(), deals: scenes{seed: cfg.Seed},
		report: &Report{URL: cfg.URL, Timeout: cfg.Timeout}, found: map[Kind]*Finding{},
	}
	err = e.run(ctx)
	e.finish(ctx)
	return e.report, err
}

// exam is an examination in progress.
type exam struct {
	cfg    Config
	line   *line
	name   string // new for each examination: part of the games' ids
	deals  scenes
	report *Report
	found  map[Kind]*Finding
	asked  [kinds]int // how often a kind could have been found, where that is told
	silent int        // requests without an answer in a row
	first  []sample   // positions for the games at once
}

// run makes all requests.
func (e *exam) run(ctx context.Context) error {
	if err := e.introduce(ctx); err != nil {
		return err
	}
	for e.report.Positions < e.cfg.Positions && !e.mute() {
		if err := e.game(ctx); err != nil {
			return err
		}
	}
	if e.mute() {
		e.report.Silent = true
		return nil
	}
	if err := e.strange(ctx); err != nil {
		return err
	}
	return e.together(ctx)
}

// mute tells whether the server has stopped answering.
func (e *exam) mute() bool { return e.silent >= silence }

// introduce asks the snake who it is. A server that has to be woken has more time
// for it; one that cannot be reached is the only error.
func (e *exam) introduce(ctx context.Context) error {
	r := e.line.ask(ctx, http.MethodGet, "", nil, e.cfg.Timeout, max(e.cfg.wake, e.cfg.Timeout))
	if err := ctx.Err(); err != nil {
		return err
	}
	var failed *guest.Error
	if errors.As(r.err, &failed) && (failed.Fault == guest.Unreachable || failed.Fault == guest.TimedOut) && r.answer == nil {
		return errors.New(failed.Error()) // whose time is not that of the command
	}
	if r.answer != nil {
		e.report.Proto = quote(r.answer.Proto)
	}
	if r.heard() && r.took > e.cfg.Timeout {
		e.note(note{Asleep, round(r.took).String()}, nil)
	}
	info, notes := r.readInfo()
	e.report.Info = info
	for _, n := range notes {
		e.note(n, nil)
	}
	return nil
}
