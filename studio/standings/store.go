// Package standings has the kind of channel on which tournaments are looked at: those of
// a file of results, the report of one and its games, also while it is played.
package standings

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"time"

	"ouro/internal/printable"
	"ouro/order"
	"ouro/results"
	"ouro/store"
	"ouro/studio/offered"
)

// maxQuoted bounds what is repeated of a name.
const maxQuoted = 80

// mostTournaments is how many are listed.
const mostTournaments = 200

// File is the name of a file of results.
type File string

// Tournament is a tournament in a File.
type Tournament struct {
	Name     string    `json:"name"` // its key
	Title    string    `json:"title"`
	Changed  time.Time `json:"changed"` // when its last game was finished
	Snakes   []string  `json:"snakes"`
	Games    int       `json:"games"`
	Format   string    `json:"format"`
	Unusable string    `json:"unusable,omitempty"` // why it cannot be shown
}

// isTournament returns whether an experiment is one whose snakes play together.
func isTournament(e *store.Experiment) bool {
	return e.Kind == string(order.Arena) || e.Kind == string(order.Contest)
}

// Tournaments are those of the file, the one in which a game was finished last before
// the others.
func (f File) Tournaments(ctx context.Context) (all []Tournament, err error) {
	all = []Tournament{}
	err = f.with(ctx, func(s *store.Store) error {
		found, err := s.Find(ctx, store.Query{})
		if err != nil {
			return err
		}
		totals, err := s.Totals(ctx)
		if err != nil {
			return err
		}
		for i := range found {
			if e := &found[i]; isTournament(e) {
				all = append(all, tournament(s, e, totals[e.ID].Last))
			}
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b Tournament) int { return b.Changed.Compare(a.Changed) })
	return all[:min(len(all), mostTournaments)], err
}

func tournament(s *store.Store, e *store.Experiment, last time.Time) Tournament {
	t := Tournament{Name: e.Key, Title: printable.Line(e.Title), Changed: last, Snakes: append([]string{}, e.Solvers...), Games: e.Games}
	if last.IsZero() {
		t.Changed = e.Created
	}
	o, err := results.Order(s, e)
	if err == nil && o.Kind == order.Arena {
		setting, failed := o.Setting()
		if err = failed; err == nil {
			t.Format = string(setting.Tournament.Format)
			for i := range setting.Entrants {
				t.Snakes[i] = setting.Entrants[i].Name
			}
		}
	}
	if err != nil {
		t.Unusable = printable.Short(err.Error(), maxQuoted)
	}
	return t
}

// with opens the file for as long as do works with it.
func (f File) with(ctx context.Context, do func(*store.Store) error) error {
	s, err := store.OpenExisting(ctx, string(f))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, store.ErrEmpty) {
		return nil // nothing was kept yet
	}
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

// find is the tournament of this key.
func find(ctx context.Context, s *store.Store, key string) (*results.Set, error) {
	e, err := s.Experiment(ctx, key)
	if err != nil || e.Key != key || !isTournament(&e) {
		return nil, fmt.Errorf("%s is no tournament here", printable.Short(key, maxQuoted))
	}
	sets, err := results.Sets(s, []store.Experiment{e})
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}

// fileName is what the record of a game is called.
var fileName = regexp.MustCompile(`^([0-9a-f]{16,64})-([0-9]{1,9})-([0-9]{1,6})\.ouro$`)

// Open opens the record of a game. No other files are there ([fs.ErrNotExist]).
func (f File) Open(name string) (offered.File, error) {
	parts := fileName.FindStringSubmatch(name)
	if parts == nil {
		return offered.File{}, fs.ErrNotExist
	}
	ctx := context.Background() // of a request that is short
	group, _ := strconv.Atoi(parts[2])
	seating, _ := strconv.Atoi(parts[3])
	found := offered.File{}
	err := f.with(ctx, func(s *store.Store) error {
		set, err := find(ctx, s, parts[1])
		if err != nil {
			return fs.ErrNotExist
		}
		g, err := set.Game(ctx, group, seating)
		if err != nil || g == nil || g.Record == nil {
			return errors.Join(err, fs.ErrNotExist)
		}
		text, err := g.Record.MarshalText()
		found = offered.New(bytes.NewReader(text), set.Experiments[0].Created)
		return err
	})
	if err == nil && found.ReadSeeker == nil {
		err = fs.ErrNotExist
	}
	return found, err
}
