package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"ouro/lab"
)

// ActiveRun is a run that plays an experiment. It returns the games in the file and adds new ones.
// It is safe for concurrent use.
type ActiveRun struct {
	store      *Store
	ctx        context.Context // context of reads; writes are not cancelled
	experiment Experiment
	run        int64

	mu    sync.Mutex
	err   error           // error of a read; it ends the experiment
	ahead map[place]*Game // games that were read ahead
	from  place           // place of the first game that was read ahead
	until place           // the first place after the games that were read ahead
	ended bool            // whether the file has no game from until on
}

// place identifies a game in its experiment.
type place struct{ group, seating int }

func (p place) before(o place) bool {
	return p.group < o.group || p.group == o.group && p.seating < o.seating
}

// readAhead is the number of games read at once.
const readAhead = 500

// StartRun starts a run of an experiment, and inserts the experiment if the file lacks it. Kind,
// Definition, Programs and Build identify the experiment. StartRun sets ID, Key and, if it is 0,
// Created; of the run, it sets all fields except Command and Machine.
func (s *Store) StartRun(ctx context.Context, e Experiment, run Run) (*ActiveRun, error) {
	if _, err := s.startWriter(ctx); err != nil {
		return nil, err
	}
	e.Key = e.key()
	if e.Created.IsZero() {
		e.Created = time.Now()
	}
	run = newRun(run)
	r := &ActiveRun{store: s, ctx: ctx, experiment: e}
	err := s.transaction(ctx, func(tx *sql.Tx) (err error) {
		if r.experiment.ID, err = s.put(ctx, tx, &e); err == nil {
			r.run, err = s.begin(ctx, tx, r.experiment.ID, &run)
		}
		return err
	})
	if err != nil {
		return nil, s.explain(err)
	}
	return r, nil
}

// Experiment returns the experiment, with its number in the file and its key.
func (r *ActiveRun) Experiment() Experiment { return r.experiment }

// Find returns a game from the file, or nil. It reads ahead by group and seating, so calls in that
// order are fastest.
func (r *ActiveRun) Find(group, seating int) (*Game, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return nil, r.err
	}
	at := place{group, seating}
	if r.ahead == nil || at.before(r.from) || !at.before(r.until) && !r.ended {
		if r.err = r.read(at); r.err != nil {
			return nil, r.err
		}
	}
	return r.ahead[at], nil
}

func (r *ActiveRun) read(from place) error {
	r.ahead, r.from, r.until, r.ended = map[place]*Game{}, from, from, true
	for g, err := range r.store.games(r.ctx, r.experiment.ID, false, `SELECT `+gameColumns+` FROM games
			WHERE experiment = ? AND (grp, seating) >= (?, ?) ORDER BY grp, seating LIMIT ?`, r.experiment.ID, from.group, from.seating, readAhead) {
		if err != nil {
			return err
		}
		at := place{g.Group, g.Seating}
		r.ahead[at] = g
		r.until = place{at.group, at.seating + 1}
	}
	r.ended = len(r.ahead) < readAhead
	return nil
}

// Known returns a game from the file in the form of package lab. If the file cannot be read, it
// returns false, and Keep and Close return the error.
func (r *ActiveRun) Known(group, seating int) (*lab.Finished, bool) {
	g, err := r.Find(group, seating)
	if err != nil || g == nil {
		return nil, false
	}
	f, err := g.Finished()
	if err != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.err = fmt.Errorf("%s: game %d, seating %d of experiment %s: %w", r.store.file, group, seating, r.experiment.Short(), err)
		return nil, false
	}
	return f, true
}

// Keep queues a finished game for writing. It waits only if games finish faster than they can be
// written. A game that is already in the file remains unchanged. The error may be about an earlier
// game.
func (r *ActiveRun) Keep(f *lab.Finished) error {
	g, err := NewGame(f)
	if err != nil {
		return err
	}
	return r.Put(g)
}

// Put is [ActiveRun.Keep] for a game that the caller converted. The caller must not use g
// afterwards.
func (r *ActiveRun) Put(g *Game) error {
	r.mu.Lock()
	err := r.err
	r.mu.Unlock()
	if err != nil {
		return err
	}
	if g.At.IsZero() {
		g.At = time.Now()
	}
	g.Run = r.run
	w, err := r.store.startWriter(r.ctx)
	if err != nil {
		return err
	}
	return w.put(row{r.experiment.ID, g, g.sum(r.experiment.Key)})
}

// Close writes all kept games and ends the run.
func (r *ActiveRun) Close() error {
	w, err := r.store.startWriter(r.ctx)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return r.err
	}
	return w.flush()
}

// ActiveRuns are the runs of a lab.Plan: one for all entrants, or one for each entrant that plays
// alone, so that its games do not depend on the other entrants.
type ActiveRuns []*ActiveRun

// Known returns the stored game of a task.
func (s ActiveRuns) Known(t lab.Task) (*lab.Finished, bool) {
	if len(s) == 1 {
		return s[0].Known(t.Group, t.Seating)
	}
	f, known := s[t.Seats[0]].Known(t.Group, 0)
	if known && len(f.Tally.Seats) == 1 {
		f.Tally.Seating, f.Tally.Seats[0].Entrant = int32(t.Seating), int32(t.Seats[0])
	}
	return f, known
}

// Keep queues a finished game for writing by its run.
func (s ActiveRuns) Keep(f *lab.Finished) error {
	if len(s) == 1 {
		return s[0].Keep(f)
	}
	seat := f.Tally.Seats[0]
	run := s[seat.Entrant]
	alone := *f
	seat.Entrant = 0
	alone.Tally.Seating, alone.Tally.Seats = 0, []lab.Seat{seat}
	return run.Keep(&alone)
}

func (s ActiveRuns) Close() error {
	var first error
	for _, run := range s {
		if err := run.Close(); first == nil {
			first = err // all runs share the writer and its error
		}
	}
	return first
}
