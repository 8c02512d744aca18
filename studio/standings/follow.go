package standings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/results"
	"ouro/store"
)

// mostGames is how many games of a tournament are listed.
const mostGames = 20_000

// mostGaps is how many games are looked for one at a time. Where more are missing, all
// games are read, as at first.
const mostGaps = 200

// state is how a tournament stands. Pages share it, and change nothing.
type state struct {
	series  int // another one where earlier games count no more, as after ouro results forget
	games   int // in the file
	playing bool
	report  json.RawMessage // of the games; nil without any
	list    []gameData      // in the order in which they were found; those of a series only grow
}

// tournament is one that pages follow. Each of its games is read once for all of them.
type tournament struct {
	file    *File
	key     string
	viewers int // guarded by the mutex of file
	look    *shared[state]

	// For look alone:
	id      int64
	created time.Time
	state   state
	grown   time.Time // when the last new games were seen
	plan    lab.Plan  // of count
	count   *lab.Count
	games   []*lab.Finished // without their records
	changed map[place]bool  // games that are not what was written
	flaws   []string        // what else is not
}

// place is where a game stands in its tournament.
type place struct{ group, seating int }

// follow has the tournament of this key followed until leave is called.
func (f *File) follow(key string) (t *tournament, leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t = f.followed[key]
	if t == nil {
		t = &tournament{file: f, key: key, look: newShared[state]()}
		f.followed[key] = t
	}
	t.viewers++
	return t, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if t.viewers--; t.viewers == 0 {
			delete(f.followed, key)
		}
	}
}

// now is how the tournament stands, as it was read a short time ago.
func (t *tournament) now(ctx context.Context) (state, error) {
	return t.look.get(ctx, func(ctx context.Context) (state, error) {
		err := t.file.with(ctx, func(s *store.Store) error {
			set, err := t.file.find(ctx, s, t.key)
			if err != nil {
				return err
			}
			return t.read(ctx, set)
		})
		if errors.Is(err, errNothing) {
			err = &noTournamentError{t.key, t.file.shown()}
		}
		t.state.playing = !t.grown.IsZero() && time.Since(t.grown) < playingFor
		return t.state, err
	})
}

// read reads what is new of the tournament.
func (t *tournament) read(ctx context.Context, set *results.Set) error {
	e := &set.Experiments[0]
	first := t.id != e.ID || !t.created.Equal(e.Created) || e.Games < t.state.games
	if first {
		t.id, t.created, t.state = e.ID, e.Created, state{series: t.state.series + 1}
		t.count, t.games, t.changed, t.grown = nil, nil, map[place]bool{}, time.Time{}
	}
	if e.Games == t.state.games {
		return nil
	}
	if err := t.add(ctx, set); err != nil {
		return err
	}
	report, err := reportOf(e.Key, t.count.Report())
	if err != nil {
		return err
	}
	if n := len(t.changed); n > 0 {
		report.Notes = append(report.Notes, fmt.Sprintf("Left out: %s changed since they were written. ouro results verify %s names them.", english.Count(n, "game"), e.Short()))
	}
	for _, flaw := range t.flaws {
		report.Notes = append(report.Notes, flaw+"; the games that are there are counted.")
	}
	if t.state.report, err = json.Marshal(report); err != nil {
		return err
	}
	t.state.games = e.Games
	if !first {
		t.grown = time.Now()
	}
	return nil
}

// add counts the games that are new.
func (t *tournament) add(ctx context.Context, set *results.Set) error {
	plan, err := set.Plan()
	if err != nil {
		return err
	}
	if t.count == nil || plan.Groups != t.plan.Groups { // its first group changes only with that
		count, err := lab.NewCount(plan)
		if err != nil {
			return err
		}
		for _, g := range t.games {
			if err := count.Add(g); err != nil {
				return err
			}
		}
		t.plan, t.count = plan, count
	}
	for g, err := range t.missing(ctx, set) {
		var what *store.ChangedError
		if errors.As(err, &what) {
			if at := (place{what.Group, what.Seating}); !what.IsGame() {
				t.flaws = append(t.flaws, printable.Line(what.What()))
			} else if !t.has(at) {
				t.changed[at] = true
			}
			continue
		}
		if err != nil {
			return err
		}
		at := place{int(g.Tally.Group), int(g.Tally.Seating)}
		if t.has(at) || at.group >= plan.First+plan.Groups { // or it was finished while others were read
			continue
		}
		if len(t.state.list) < mostGames {
			t.state.list = append(t.state.list, gameOf(set.Experiments[0].Short(), g))
		}
		g.Record, g.Log = nil, nil
		if err := t.count.Add(g); err != nil {
			return err
		}
		t.games = append(t.games, g)
	}
	return nil
}

func (t *tournament) has(at place) bool {
	return t.changed[at] || t.count.Has(lab.Task{Group: at.group, Seating: at.seating})
}

// missing are the games that may not be counted yet.
func (t *tournament) missing(ctx context.Context, set *results.Set) iter.Seq2[*lab.Finished, error] {
	if len(t.games) == 0 || t.count.Total()-t.count.Games()-len(t.changed) > mostGaps {
		t.flaws = nil
		return set.Games(ctx)
	}
	return func(yield func(*lab.Finished, error) bool) {
		for i := range t.count.Total() {
			at := place{t.plan.First + i/len(t.plan.Seatings), i % len(t.plan.Seatings)}
			if t.has(at) {
				continue
			}
			g, err := set.Game(ctx, at.group, at.seating)
			if (g != nil || err != nil) && !yield(g, err) {
				return
			}
		}
	}
}
