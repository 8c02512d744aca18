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

const maxGaps = 200 // most missing games that are read one at a time; if more are missing, all games are read again

// state is the state of a tournament that a channel sends to its page. All channels share one state
// and must not change it.
type state struct {
	series  int // increases when earlier games no longer count, for example after ouro results forget
	games   int // number of games in the file
	playing bool
	report  json.RawMessage // nil without games
	list    []gameData      // in the order in which the games were read; while series is unchanged, the list only grows
}

// tournament is a tournament that one or more pages follow. Each of its games is read once for all
// these pages.
type tournament struct {
	file    *File
	key     string
	viewers int // number of pages; guarded by the mutex of file
	cache   *cached[state]

	// The fields below belong to the goroutine that refreshes cache; no other goroutine uses them.
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
		t = &tournament{file: f, key: key, cache: newCached[state](f.every)}
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
	if t.count == nil || plan.Groups != t.plan.Groups { // the number of groups also changes if the first group does
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
		var change *store.ChangedError
		if errors.As(err, &change) {
			if at := (gameKey{change.Group, change.Seating}); !change.IsGame() {
				t.flaws = append(t.flaws, printable.Line(change.What()))
			} else if !t.has(at) {
				t.changed[at] = true
			}
			continue
		}
		if err != nil {
			return err
		}
		at := gameKey{int(g.Tally.Group), int(g.Tally.Seating)}
		if t.has(at) || at.group >= plan.First+plan.Groups { // the game is counted already, or was added to the file during this reading
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

func (t *tournament) has(key gameKey) bool {
	return t.changed[key] || t.count.Has(lab.Task{Group: key.group, Seating: key.seating})
}

// missing returns the games that are not counted yet. It can also return games that are counted.
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

// restFactor limits how often a value is read again: the time to the next reading is at least this
// multiple of the duration of the last one.
const restFactor = 10

// cached is a value that all channels share. A channel that needs the value when it is old reads it
// again for all of them.
type cached[T any] struct {
	every time.Duration // shortest time from one reading to the next
	busy  chan struct{} // has an item while a goroutine uses the fields below

	value T
	at    time.Time     // end of the last reading; zero before the first one
	took  time.Duration // duration of the last reading
}

func newCached[T any](every time.Duration) *cached[T] {
	return &cached[T]{every: every, busy: make(chan struct{}, 1)}
}

// get returns the value. If the value is old, get first reads it again. If reading fails, the next
// call of get tries again.
func (s *cached[T]) get(ctx context.Context, read func(context.Context) (T, error)) (value T, err error) {
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return value, ctx.Err()
	}
	if !s.at.IsZero() && time.Since(s.at) < max(s.every, restFactor*s.took) {
		return s.value, nil
	}
	began := time.Now()
	if value, err = read(ctx); err == nil {
		s.at = time.Now()
		s.value, s.took = value, s.at.Sub(began)
	}
	return value, err
}
