// Package standings implements the kind of channel that shows the tournaments in a results file, with
// their reports and games. Pages can follow a tournament while it is played.
package standings

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ouro/arena"
	"ouro/definition"
	"ouro/internal/printable"
	"ouro/results"
	"ouro/store"
	"ouro/studio/session"
)

const maxQuoted = 80 // most bytes of a name in an error

// Most items in the fields of a List.
const (
	maxTournaments = 200
	maxChanged     = 20
)

const playingTime = time.Minute // a tournament counts as being played if its last game ended less than this time ago

// File is a results file with tournaments. The file may not exist yet. It is open only
// while it is read. A File is safe for concurrent use.
type File struct {
	name, flag string
	every      time.Duration // shortest time from one reading to the next, regardless of the number of pages
	list       *cached[List]

	mu       sync.Mutex // guards followed
	followed map[string]*tournament
}

// NewFile returns the File with this name. flag is the command-line flag that selects this file, or ""
// if commands use the file by default.
func NewFile(name, flag string) *File { return newFile(name, flag, time.Second) }

func newFile(name, flag string, every time.Duration) *File {
	return &File{name: name, flag: flag, every: every, list: newCached[List](every), followed: map[string]*tournament{}}
}

type List struct {
	Tournaments []Tournament `json:"tournaments"` // ordered by the time of the last game, newest first
	Changed     []string     `json:"changed"`     // descriptions of experiments that were changed after they were written
}

type Tournament struct {
	Key      string    `json:"key"`
	Title    string    `json:"title"`
	Format   string    `json:"format"`
	Snakes   []string  `json:"snakes"`
	Games    int       `json:"games"`
	Changed  time.Time `json:"changed"` // end of its last game, or its creation
	Playing  bool      `json:"playing"`
	Unusable string    `json:"unusable,omitempty"` // why the tournament cannot be shown; "" if it can
}

func (f *File) List(ctx context.Context) (List, error) {
	return f.list.get(ctx, func(ctx context.Context) (List, error) {
		list := List{Tournaments: []Tournament{}, Changed: []string{}}
		err := f.withStore(ctx, func(s *store.Store) error { return list.read(ctx, s) })
		if errors.Is(err, errNoFile) {
			err = nil
		}
		all := list.Tournaments
		slices.SortStableFunc(all, func(a, b Tournament) int { return b.Changed.Compare(a.Changed) })
		list.Tournaments = all[:min(len(all), maxTournaments)]
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
	for _, change := range changed[:min(len(changed), maxChanged)] {
		l.Changed = append(l.Changed, printable.Line(change.Error()))
	}
	return err
}

// isTournament reports whether an experiment is a tournament: in each of its games, several snakes
// play together.
func isTournament(e *store.Experiment) bool {
	return e.Kind == string(definition.Arena) || e.Kind == string(definition.Contest)
}

// tournamentOf returns the description of an experiment that is a tournament. lastEnd is the time at
// which its last game ended, or zero if it has no game.
func tournamentOf(s *store.Store, e *store.Experiment, lastEnd time.Time) Tournament {
	t := Tournament{Key: e.Key, Title: printable.Line(e.Title), Snakes: []string{}, Games: e.Games, Changed: e.Created}
	if !lastEnd.IsZero() {
		t.Changed = lastEnd
		t.Playing = time.Since(lastEnd).Abs() < playingTime
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

var errNoFile = errors.New("the results file does not exist yet")

func (f *File) withStore(ctx context.Context, do func(*store.Store) error) error {
	if _, err := os.Stat(f.name); errors.Is(err, fs.ErrNotExist) { // OpenExisting needs the directory to exist
		return errNoFile
	}
	s, err := store.OpenExisting(ctx, f.name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, store.ErrEmpty) {
		return errNoFile
	}
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

type noTournamentError struct{ key, file string }

func (e *noTournamentError) Error() string {
	return fmt.Sprintf("%s has no tournament %s", e.file, printable.Short(e.key, maxQuoted))
}

// find returns the tournament whose key begins with key. It fails if there is no such tournament or
// more than one.
func (f *File) find(ctx context.Context, s *store.Store, key string) (*results.Set, error) {
	all, err := s.Find(ctx, store.Query{})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(e store.Experiment) bool { return !isTournament(&e) || !strings.HasPrefix(e.Key, key) })
	switch {
	case len(key) < store.MinKey:
		return nil, &noTournamentError{key, f.displayName()}
	case len(all) == 0:
		return nil, f.noTournament(ctx, s, key)
	case len(all) > 1:
		return nil, fmt.Errorf("%d tournaments have keys that begin with %s: give more letters of the key", len(all), key)
	}
	sets, err := results.Sets(s, all)
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}

// noTournament returns the error for a key with which no tournament's key begins. If a changed
// experiment has such a key, the error describes the change.
func (f *File) noTournament(ctx context.Context, s *store.Store, key string) error {
	changed, err := s.Changed(ctx)
	for _, change := range changed {
		if strings.HasPrefix(change.Experiment, key) {
			return change
		}
	}
	if err == nil {
		err = &noTournamentError{key, f.displayName()}
	}
	return err
}

// displayName returns the full name of the file, with ~ for the home directory.
func (f *File) displayName() string {
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

// fileName matches the names under which the page requests records. A name has the beginning of the
// tournament's key, the number of the group and the number of the seating.
var fileName = regexp.MustCompile(`^([0-9a-f]{10,64})-([0-9]{1,9})-([0-9]{1,6})\.ouro$`)

func fileOf(key string, group, seating int) string {
	return fmt.Sprintf("%s-%d-%d.ouro", key, group, seating)
}

// Open opens the record of a game, by a name that fileOf returned. If no game has this name, the error
// is [fs.ErrNotExist]. If the record cannot be shown, the error is a [session.Error].
func (f *File) Open(name string) (content io.ReadSeeker, modified time.Time, err error) {
	parts := fileName.FindStringSubmatch(name)
	if parts == nil {
		return nil, modified, fs.ErrNotExist
	}
	group, _ := strconv.Atoi(parts[2])
	seating, _ := strconv.Atoi(parts[3])
	ctx := context.Background() // the request takes little time
	err = f.withStore(ctx, func(s *store.Store) error {
		set, err := f.find(ctx, s, parts[1])
		if err != nil {
			return err
		}
		g, err := set.Game(ctx, group, seating)
		switch {
		case err != nil:
			return &session.Error{Message: err.Error()}
		case g == nil:
			return fs.ErrNotExist
		case g.Record == nil:
			return &session.Error{Message: "the results file has no record of this game, so the game cannot be shown"}
		}
		text, err := g.Record.MarshalText()
		content, modified = bytes.NewReader(text), set.Experiments[0].Created
		return err
	})
	var noTournament *noTournamentError
	if errors.Is(err, errNoFile) || errors.As(err, &noTournament) {
		err = fs.ErrNotExist
	}
	return content, modified, err
}
