// Package standings has the kind of channel on which pages look at tournaments: those of
// a file of results, the report of one and its games, also while it is played.
package standings

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ouro/arena"
	"ouro/internal/printable"
	"ouro/order"
	"ouro/results"
	"ouro/store"
)

// maxQuoted bounds what is repeated of a name.
const maxQuoted = 80

// So many tournaments are listed, and so many experiments that were changed.
const (
	mostTournaments = 200
	mostChanged     = 20
)

// playingFor is how long after its last game a tournament counts as being played.
const playingFor = time.Minute

// File is a file of results whose tournaments pages look at. It need not be there yet,
// and is open only while something is read. It may be used by several goroutines at once.
type File struct {
	name, flag string
	list       *shared[List]

	mu       sync.Mutex // guards what follows
	followed map[string]*tournament
}

// NewFile makes a File of its name. flag is what a command line needs to name the same
// file; "" if commands choose it anyway.
func NewFile(name, flag string) *File {
	return &File{name: name, flag: flag, list: newShared[List](), followed: map[string]*tournament{}}
}

// List is what tournaments there are.
type List struct {
	Tournaments []Tournament `json:"tournaments"` // the one in which a game was finished last is the first
	Changed     []string     `json:"changed"`     // experiments that were changed since they were written, in words
}

// Tournament is a tournament in a File.
type Tournament struct {
	Key      string    `json:"key"`
	Title    string    `json:"title"`
	Format   string    `json:"format"`
	Snakes   []string  `json:"snakes"`
	Games    int       `json:"games"`
	Changed  time.Time `json:"changed"` // when its last game was finished, or it was made
	Playing  bool      `json:"playing"`
	Unusable string    `json:"unusable,omitempty"` // why it cannot be shown
}

// List lists the tournaments of the file.
func (f *File) List(ctx context.Context) (List, error) {
	return f.list.get(ctx, func(ctx context.Context) (List, error) {
		list := List{Tournaments: []Tournament{}, Changed: []string{}}
		err := f.with(ctx, func(s *store.Store) error { return list.read(ctx, s) })
		if errors.Is(err, errNothing) {
			err = nil
		}
		all := list.Tournaments
		slices.SortStableFunc(all, func(a, b Tournament) int { return b.Changed.Compare(a.Changed) })
		list.Tournaments = all[:min(len(all), mostTournaments)]
		return list, err
	})
}

func (l *List) read(ctx context.Context, s *store.Store) error {
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
			l.Tournaments = append(l.Tournaments, tournamentOf(s, e, totals[e.ID].Last))
		}
	}
	changed, err := s.Changed(ctx)
	for _, what := range changed[:min(len(changed), mostChanged)] {
		l.Changed = append(l.Changed, printable.Line(what.Error()))
	}
	return err
}

// isTournament returns whether an experiment is one whose snakes play together.
func isTournament(e *store.Experiment) bool {
	return e.Kind == string(order.Arena) || e.Kind == string(order.Contest)
}

// tournamentOf describes an experiment. last is when its last game was finished, if it
// has any.
func tournamentOf(s *store.Store, e *store.Experiment, last time.Time) Tournament {
	t := Tournament{Key: e.Key, Title: printable.Line(e.Title), Snakes: []string{}, Games: e.Games, Changed: e.Created}
	if !last.IsZero() {
		t.Changed = last
		t.Playing = time.Since(last).Abs() < playingFor
	}
	sets, err := results.Sets(s, []store.Experiment{*e})
	if err != nil {
		t.Unusable = printable.Line(err.Error())
		return t
	}
	plan, err := sets[0].Plan()
	if err != nil {
		t.Unusable = printable.Line(err.Error())
		return t
	}
	for i := range plan.Entrants {
		t.Snakes = append(t.Snakes, plan.Entrants[i].Name)
	}
	if kind, ok := plan.Kind.(arena.Kind); ok {
		t.Format = string(kind.Tournament.Format)
	}
	return t
}

// errNothing is the error of a file in which nothing was kept yet.
var errNothing = errors.New("there is no file of results yet")

// with opens the file for as long as do works with it.
func (f *File) with(ctx context.Context, do func(*store.Store) error) error {
	if _, err := os.Stat(f.name); errors.Is(err, fs.ErrNotExist) { // nor, maybe, its directory
		return errNothing
	}
	s, err := store.OpenExisting(ctx, f.name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, store.ErrEmpty) {
		return errNothing
	}
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

// noTournamentError is about a key that no tournament of the file has.
type noTournamentError struct{ key, file string }

func (e *noTournamentError) Error() string {
	return fmt.Sprintf("%s is no tournament of %s", printable.Short(e.key, maxQuoted), e.file)
}

// find looks for the one tournament whose key begins like this.
func (f *File) find(ctx context.Context, s *store.Store, key string) (*results.Set, error) {
	all, err := s.Find(ctx, store.Query{})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(e store.Experiment) bool { return !isTournament(&e) || !strings.HasPrefix(e.Key, key) })
	switch {
	case len(key) < store.MinKey:
		return nil, &noTournamentError{key, f.shown()}
	case len(all) == 0:
		return nil, f.none(ctx, s, key)
	case len(all) > 1:
		return nil, fmt.Errorf("%d tournaments have keys that begin with %s: give more of it", len(all), key)
	}
	sets, err := results.Sets(s, all)
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}

// none is why there is no tournament whose key begins like this.
func (f *File) none(ctx context.Context, s *store.Store, key string) error {
	changed, err := s.Changed(ctx)
	for _, what := range changed {
		if strings.HasPrefix(what.Experiment, key) {
			return what
		}
	}
	if err == nil {
		err = &noTournamentError{key, f.shown()}
	}
	return err
}

// shown is the name of the file for people, who know where their home directory is.
func (f *File) shown() string {
	name := f.name
	if whole, err := filepath.Abs(name); err == nil {
		name = whole
	}
	if home, err := os.UserHomeDir(); err == nil {
		if rest, in := strings.CutPrefix(name, home+string(filepath.Separator)); in {
			name = filepath.Join("~", rest)
		}
	}
	return printable.Line(name)
}
