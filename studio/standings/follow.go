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

const maxGames = 20_000 // most games in the list of a tournament

const maxGaps = 200 // most missing games that are read one at a time; if more are missing, all games are read

// state is the state of a tournament. Pages share it, and must not change it.
type state struct {
	series  int // increases when earlier games no longer count, for example after ouro results forget
	games   int // number of games in the file
	playing bool
	report  json.RawMessage // nil without games
	list    []gameData      // in the order of reading; within a series, the list only grows
}

// tournament is a tournament that pages follow. Each of its games is read once for all
// pages.
type tournament struct {
	file    *File
	key     string
	viewers int // number of pages; guarded by the mutex of file
	cache   *cached[state]

	// The fields below are used only while cache is read.
	id      int64
	created time.Time
	state   state
	grown   time.Time // time at which new games were last read
	plan    lab.Plan  // the plan for which count was made
	count   *lab.Count
	games   []*lab.Finished  // without records
	changed map[gameKey]bool // games whose data was changed after it was written
	flaws   []string         // other changes in the file, in words
}

type gameKey struct{ group, seating int }

// follow returns the tournament with this key, which all pages share. The caller must call
// leave when it no longer follows the tournament.
func (f *File) follow(key string) (t *tournament, leave func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t = f.followed[key]
	if t == nil {
		t = &tournament{file: f, key: key, cache: newCached[state]()}
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

// current returns the current state, which may be about a second old.
func (t *tournament) current(ctx context.Context) (state, error) {
	return t.cache.get(ctx, func(ctx context.Context) (state, error) {
		err := t.file.withStore(ctx, func(s *store.Store) error {
			set, err := t.file.find(ctx, s, t.key)
			if err != nil {
				return err
			}
			return t.read(ctx, set)
		})
		if errors.Is(err, errNoFile) {
			err = &noTournamentError{t.key, t.file.displayName()}
		}
		t.state.playing = !t.grown.IsZero() && time.Since(t.grown) < playingTime
		return t.state, err
	})
}

func (t *tournament) read(ctx context.Context, set *results.Set) error {
	e := &set.Experiments[0]
	first := t.id != e.ID || !t.created.Equal(e.Created) || e.Games < t.state.games
	if first {
		t.id, t.created, t.state = e.ID, e.Created, state{series: t.state.series + 1}
		t.count, t.games, t.changed, t.grown = nil, nil, map[gameKey]bool{}, time.Time{}
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
		report.Notes = append(report.Notes, fmt.Sprintf("Omitted: %s changed after they were written. ouro results verify %s lists them.", english.Count(n, "game"), e.Short()))
	}
	for _, flaw := range t.flaws {
		report.Notes = append(report.Notes, flaw+"; the remaining games are counted.")
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

func (t *tournament) add(ctx context.Context, set *results.Set) error {
	plan, err := set.Plan()
	if err != nil {
		return err
	}
	if t.count == nil || plan.Groups != t.plan.Groups { // if the first group changes, so does the number of groups
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
			if at := (gameKey{what.Group, what.Seating}); !what.IsGame() {
				t.flaws = append(t.flaws, printable.Line(what.What()))
			} else if !t.has(at) {
				t.changed[at] = true
			}
			continue
		}
		if err != nil {
			return err
		}
		at := gameKey{int(g.Tally.Group), int(g.Tally.Seating)}
		if t.has(at) || at.group >= plan.First+plan.Groups { // counted already, or added to the file during this reading
			continue
		}
		if len(t.state.list) < maxGames {
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

func (t *tournament) has(at gameKey) bool {
	return t.changed[at] || t.count.Has(lab.Task{Group: at.group, Seating: at.seating})
}

// missing returns all games that are not counted yet, and possibly others.
func (t *tournament) missing(ctx context.Context, set *results.Set) iter.Seq2[*lab.Finished, error] {
	if len(t.games) == 0 || t.count.Total()-t.count.Games()-len(t.changed) > maxGaps {
		t.flaws = nil
		return set.Games(ctx)
	}
	return func(yield func(*lab.Finished, error) bool) {
		for i := range t.count.Total() {
			at := gameKey{t.plan.First + i/len(t.plan.Seatings), i % len(t.plan.Seatings)}
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

// Limits of reading a value again, however many pages need it.
const (
	readEvery  = time.Second // shortest time between two readings
	restFactor = 10          // a rest is at least so many times as long as the reading before
)

// cached is a value that all pages share: one page reads it for all.
type cached[T any] struct {
	busy chan struct{} // has an item while a goroutine uses the fields below

	value T
	at    time.Time // time of the last reading; zero before the first
	took  time.Duration
}

func newCached[T any]() *cached[T] { return &cached[T]{busy: make(chan struct{}, 1)} }

// get returns the value. If it is old, get reads it again first. After an error, the next
// caller reads it again.
func (s *cached[T]) get(ctx context.Context, read func(context.Context) (T, error)) (value T, err error) {
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return value, ctx.Err()
	}
	if !s.at.IsZero() && time.Since(s.at) < max(readEvery, restFactor*s.took) {
		return s.value, nil
	}
	began := time.Now()
	if value, err = read(ctx); err == nil {
		s.at = time.Now()
		s.value, s.took = value, s.at.Sub(began)
	}
	return value, err
}
