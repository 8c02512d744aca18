package standings

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro/arena"
	"ouro/definition"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/results"
	"ouro/store"
	"ouro/studio/session"
)

// testFile is a tournament whose games the test adds to a file.
type testFile struct {
	t       *testing.T
	name    string
	games   []*lab.Finished // in the order of the plan
	what    definition.Definition
	created time.Time // time of the experiment; zero means now
}

func newTestFile(t *testing.T, groups int) *testFile {
	t.Helper()
	tournament := arena.Default()
	tournament.Board, tournament.Games, tournament.Seed = "7x7", 2*groups, 5
	tournament.Snakes = []arena.Snake{{Snake: "greedy"}, {Snake: "hungry"}}
	s, err := tournament.Setting()
	if err != nil {
		t.Fatal(err)
	}
	k := &testFile{t: t, name: filepath.Join(t.TempDir(), "results.db")}
	if k.what, err = definition.OfArena(s); err != nil {
		t.Fatal(err)
	}
	plan, err := s.Play(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	plan.Workers = 1
	plan.Keep = func(f *lab.Finished) error {
		k.games = append(k.games, f)
		return nil
	}
	if _, err := lab.Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	if len(k.games) != 2*groups {
		t.Fatalf("%d games, want %d", len(k.games), 2*groups)
	}
	return k
}

func (k *testFile) put(games ...*lab.Finished) {
	k.t.Helper()
	s, err := store.Open(k.t.Context(), k.name)
	if err != nil {
		k.t.Fatal(err)
	}
	e := store.Experiment{Kind: string(k.what.Kind), Definition: k.what.Text(), Title: "a test", Solvers: k.what.Solvers, Build: buildinfo.Identity{Commit: "0123456789abcdef"}, Created: k.created}
	activeRun, err := s.StartRun(k.t.Context(), e, store.Run{})
	for _, g := range games {
		err = errors.Join(err, activeRun.Keep(g))
	}
	if err := errors.Join(err, s.Close()); err != nil {
		k.t.Fatal(err)
	}
}

func (k *testFile) exec(query string) {
	k.t.Helper()
	db, err := sql.Open("sqlite", k.name)
	if err != nil {
		k.t.Fatal(err)
	}
	_, err = db.ExecContext(k.t.Context(), query)
	if err := errors.Join(err, db.Close()); err != nil {
		k.t.Fatal(err)
	}
}

// set calls action with the tournament as the file defines it.
func (k *testFile) set(f *File, action func(ctx context.Context, set *results.Set) error) {
	k.t.Helper()
	ctx := k.t.Context()
	err := f.withStore(ctx, func(s *store.Store) error {
		all, err := s.Find(ctx, store.Query{})
		if err != nil {
			return err
		}
		set, err := f.find(ctx, s, all[0].Key)
		if err != nil {
			return err
		}
		return action(ctx, set)
	})
	if err != nil {
		k.t.Fatal(err)
	}
}

// cache reads new games. It checks that the report equals one computed from all games in
// the file.
func (k *testFile) cache(f *File, tour *tournament) {
	k.t.Helper()
	k.set(f, func(ctx context.Context, set *results.Set) error {
		if err := tour.read(ctx, set); err != nil {
			return err
		}
		whole, changed, err := set.Report(ctx, nil)
		if err != nil {
			return err
		}
		want, err := reportOf(set.Experiments[0].Key, whole)
		if err != nil {
			return err
		}
		if len(changed) > 0 {
			return errors.Join(errors.New("unexpected"), changed[0])
		}
		text, err := json.Marshal(want)
		if string(tour.state.report) != string(text) {
			k.t.Errorf("with %d games the report is\n%s\nwant\n%s", tour.state.games, tour.state.report, text)
		}
		return err
	})
}

// listed checks that the list has these games.
func (k *testFile) listed(list []gameData, want ...*lab.Finished) {
	k.t.Helper()
	names := func(group, seating int) string { return fmt.Sprintf("%d-%d", group, seating) }
	var have, need []string
	for _, g := range list {
		have = append(have, names(g.Group, g.Seating))
	}
	for _, g := range want {
		need = append(need, names(int(g.Tally.Group), int(g.Tally.Seating)))
	}
	slices.Sort(have)
	slices.Sort(need)
	if !slices.Equal(have, need) {
		k.t.Errorf("listed are %v, want %v", have, need)
	}
}

// TestGrowing: games may arrive out of order and with gaps. Each is counted and listed
// exactly once.
func TestGrowing(t *testing.T) {
	k := newTestFile(t, 150)
	f := NewFile(k.name, "")
	tour, leave := f.follow("")
	defer leave()
	all := k.games
	var there []*lab.Finished
	for _, games := range [][]*lab.Finished{all[4:6], all[9:10], all[0:1], all[20:22], all[7:9], all[22:], all[1:4], all[6:7], all[10:20]} {
		there = append(there, games...)
		k.put(games...)
		k.cache(f, tour)
		k.listed(tour.state.list, there...)
		if tour.state.games != len(there) || tour.state.series != 1 {
			t.Errorf("%d games of series %d, want %d of the first", tour.state.games, tour.state.series, len(there))
		}
	}
}

// TestReadOnce: if a game is damaged after it was read, it still counts for pages that
// follow the tournament. Pages that open the tournament later show that the game was
// changed.
func TestReadOnce(t *testing.T) {
	k := newTestFile(t, 3)
	f := NewFile(k.name, "")
	tour, leave := f.follow("")
	k.put(k.games[:3]...)
	k.cache(f, tour)
	k.exec(`UPDATE games SET turns = turns + 1 WHERE grp = 0`)
	k.put(k.games[3:]...)
	read := func(ctx context.Context, set *results.Set) error { return tour.read(ctx, set) }
	k.set(f, read)
	const note = "Omitted: 2 games changed after they were written. ouro results verify "
	k.listed(tour.state.list, k.games...)
	if n := tour.count.Games(); n != len(k.games) || strings.Contains(string(tour.state.report), note) {
		t.Errorf("%d games are counted, want all %d:\n%s", n, len(k.games), tour.state.report)
	}
	leave()

	tour, leave = f.follow("")
	defer leave()
	k.set(f, read)
	k.listed(tour.state.list, k.games[2:]...)
	if tour.state.games != len(k.games) || !strings.Contains(string(tour.state.report), note) {
		t.Errorf("the report of %d games does not mention the changed ones:\n%s", tour.state.games, tour.state.report)
	}
}

// TestFinishedMeanwhile: games that finish between two queries of one reading count only from the
// next reading on.
func TestFinishedMeanwhile(t *testing.T) {
	k := newTestFile(t, maxGaps/2+10)
	f := NewFile(k.name, "")
	tour, leave := f.follow("")
	defer leave()
	early := maxGaps + 10
	k.put(k.games[:early]...)
	k.set(f, func(ctx context.Context, set *results.Set) error {
		k.put(k.games[early:]...)
		return tour.read(ctx, set)
	})
	k.listed(tour.state.list, k.games[:early]...)
	k.cache(f, tour)
	k.listed(tour.state.list, k.games...)
}

// TestSeries: if a tournament is removed and played again, a new list starts.
func TestSeries(t *testing.T) {
	k := newTestFile(t, 3)
	f := NewFile(k.name, "")
	tour, leave := f.follow("")
	defer leave()
	k.put(k.games...)
	k.cache(f, tour)
	for series, games := range [][]*lab.Finished{k.games[:2], k.games[:2], k.games[2:]} {
		k.exec(`PRAGMA foreign_keys = on; DELETE FROM experiments`)
		k.created = time.UnixMilli(int64(series + 1))
		k.put(games...)
		k.cache(f, tour)
		k.listed(tour.state.list, games...)
		if tour.state.series != 2+series {
			t.Errorf("series %d, want another one, %d", tour.state.series, 2+series)
		}
	}
}

// TestGamesAreMissing: if games were removed from the file, the report says so.
func TestGamesAreMissing(t *testing.T) {
	k := newTestFile(t, 3)
	f := NewFile(k.name, "")
	k.put(k.games...)
	k.exec(`DELETE FROM games WHERE grp > 0`)
	tour, leave := f.follow("")
	defer leave()
	k.set(f, func(ctx context.Context, set *results.Set) error { return tour.read(ctx, set) })
	k.listed(tour.state.list, k.games[:2]...)
	const note = "run 1 wrote 6 games, of which 2 are in the file; the remaining games are counted."
	if !strings.Contains(string(tour.state.report), note) {
		t.Errorf("the report does not say %q:\n%s", note, tour.state.report)
	}
}

// TestFollowers: the memory of a tournament is freed when the last page leaves.
func TestFollowers(t *testing.T) {
	f := NewFile("none.db", "")
	a, leaveA := f.follow("a")
	restarted, leaveAgain := f.follow("a")
	b, leaveB := f.follow("b")
	if a != restarted || a == b {
		t.Error("two pages do not share one tournament")
	}
	leaveA()
	if restarted, leave := f.follow("a"); restarted != a {
		t.Error("the tournament is dropped while a page follows it")
	} else {
		leave()
	}
	leaveAgain()
	leaveB()
	if len(f.followed) > 0 {
		t.Errorf("%d tournaments are still in memory", len(f.followed))
	}
}

// TestNoRecord: games without a record, or with a changed record, are listed. They cannot
// be opened.
func TestNoRecord(t *testing.T) {
	k := newTestFile(t, 1)
	f := NewFile(k.name, "")
	k.games[0].Record = nil
	k.put(k.games...)
	k.exec(`UPDATE games SET turns = turns + 1 WHERE seating = 1`)
	tour, leave := f.follow("")
	defer leave()
	key := ""
	k.set(f, func(ctx context.Context, set *results.Set) error {
		key = set.Experiments[0].Key
		return tour.read(ctx, set)
	})
	if list := tour.state.list; len(list) != 1 || list[0].File != "" {
		t.Errorf("%+v", list)
	}
	for seating, want := range []string{"no record of this game", "was changed since it was written"} {
		_, _, err := f.Open(fileOf(key, 0, seating))
		var refused *session.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("seating %d: %v, want %q", seating, err, want)
		}
	}
}

// TestDisplayName: the home directory is shown as ~. Other names are shown in full, and
// printable.
func TestDisplayName(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip("no home directory: ", err)
	}
	other := t.TempDir()
	for name, want := range map[string]string{
		filepath.Join(home, "a", "b.db"): filepath.Join("~", "a", "b.db"), home + "b.db": home + "b.db", filepath.Join(other, "x\n.db"): filepath.Join(other, `x\n.db`),
	} {
		if got := NewFile(name, "").displayName(); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}
