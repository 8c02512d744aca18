package arena

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/jsonschema"
	"ouro/internal/outfile"
	"ouro/internal/outfile/outfiletest"
	"ouro/lab/stat"
	"ouro/saved"
	"ouro/verify"
)

func read(t *testing.T, names ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(names...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, names ...string) {
	t.Helper()
	if err := os.Remove(filepath.Join(names...)); err != nil {
		t.Fatal(err)
	}
}

// cup is a tournament in a folder, played to its end.
func cup(t *testing.T) (s *Setting, dir string) {
	t.Helper()
	s = mustSetting(t, duels("greedy", "coward", "hungry"))
	return s, mustPlay(t, s)
}

// TestFolderKeeps everything of every game: the index is read as it was written,
// records and logs are there and are those of the games.
func TestFolderKeeps(t *testing.T) {
	s, dir := cup(t)
	tour, games, err := ReadFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := tour.Difference(s.Tournament); d != "" || len(games) != s.Games() {
		t.Errorf("%d games of %d, %s", len(games), s.Games(), d)
	}
	var again bytes.Buffer
	for i := range games {
		line, err := indexLine(&games[i])
		if err != nil {
			t.Fatal(err)
		}
		again.Write(line)
		for _, name := range []string{
			filepath.Join(dir, recordsName, recordName(games[i].Group, games[i].Seating)),
			filepath.Join(dir, logsName, logName(games[i].Group, games[i].Seating)),
		} {
			wantVerified(t, name, games[i].Turns)
		}
	}
	if again.String() != read(t, dir, indexName) {
		t.Error("the index that was read is not that which is there")
	}
	if n, err := VerifyFolder(t.Context(), dir, func(line int, what string) { t.Errorf("line %d: %s", line, what) }); n != s.Games() || err != nil {
		t.Errorf("%d games verified of %d, %v", n, s.Games(), err)
	}
	// It is taken up again, and nothing is missing.
	f, err := OpenFolder(nil, dir, s)
	if err != nil || !reflect.DeepEqual(f.Games(), games) || f.Notes() != nil {
		t.Fatalf("opened again it has other games, %v", err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	wantNothingHidden(t, dir)
}

// TestFolderHidesNoGame: a folder says of no fewer games than it holds, though fewer are
// asked for; where it holds none, it says what was asked for last.
func TestFolderHidesNoGame(t *testing.T) {
	tour := duels("greedy", "coward", "hungry")
	dir := t.TempDir()
	for _, c := range []struct{ games, want int }{{600, 600}, {12, 12}, {3, 12}, {18, 18}, {5, 12}} {
		tour.Games = c.games
		s := mustSetting(t, tour)
		f, err := OpenFolder(nil, dir, s)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if kept, games, err := ReadFolder(dir); err != nil || kept.Games != c.want || s.Tournament.Games != c.games {
			t.Errorf("%d games asked for with %d kept: it says %d, want %d, %v", c.games, len(games), kept.Games, c.want, err)
		}
		if c.games == 12 {
			if err := runIn(t.Context(), nil, dir, s); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// wantVerified wants a file of a game whose every turn is right.
func wantVerified(t *testing.T, name string, turns int) {
	t.Helper()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	file, err := saved.Open(in)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	report, err := verify.Check(t.Context(), file)
	if err != nil || report.Turns != turns || report.Differences != nil {
		t.Errorf("%s: %+v, %v, want %d turns", name, report, err, turns)
	}
}

// wantNothingHidden wants no temporary files and no lock.
func wantNothingHidden(t *testing.T, dir string) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if strings.HasPrefix(d.Name(), ".") || d.Name() == lockName {
			t.Errorf("%s is left", path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestTornIndex cuts the index at every byte, as a program does that is killed
// while it writes: whole lines count, nothing else does, and what is added then
// makes it what it was.
func TestTornIndex(t *testing.T) {
	s, dir := cup(t)
	name := filepath.Join(dir, indexName)
	whole := read(t, name)
	lines := strings.SplitAfter(whole, "\n")
	text := strings.Join(lines[:2], "")
	for n := range len(text) + 1 {
		want := strings.Count(text[:n], "\n")
		x, err := readIndex(strings.NewReader(text[:n]))
		if err != nil || len(x.games) != want || x.size != int64(len(strings.Join(lines[:want], ""))) {
			t.Fatalf("of %d bytes %d games in %d bytes are read, want %d, %v", n, len(x.games), x.size, want, err)
		}
		if n%(len(text)/9) != 0 && n != len(lines[0]) {
			continue
		}
		write(t, name, text[:n])
		f, err := OpenFolder(nil, dir, s)
		if err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		if len(f.Games()) != want || f.Notes() != nil {
			t.Fatalf("of %d bytes %d games are taken up, want %d; %v", n, len(f.Games()), want, f.Notes())
		}
		for _, line := range lines[want : len(lines)-1] {
			if err := f.index.Add([]byte(line)); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if read(t, name) != whole {
			t.Fatalf("cut at %d bytes, the index does not become what it was", n)
		}
	}
}

// TestLostPower: where the power was lost, the end of the index may be zeros, and
// records may be empty or gone: these games are played again, and are the same.
func TestLostPower(t *testing.T) {
	s, dir := cup(t)
	want := played(t, dir)
	for _, harm := range []func(){
		func() {
			text := read(t, dir, indexName)
			write(t, filepath.Join(dir, indexName), text[:len(text)/2]+strings.Repeat("\x00", 5000)+"\n"+strings.Repeat("\x00", 10))
		},
		func() { remove(t, dir, recordsName, recordName(1, 0)) },
		func() { write(t, filepath.Join(dir, recordsName, recordName(0, 3)), "") },
		func() {
			name := filepath.Join(dir, recordsName, recordName(0, 4))
			text := read(t, name)
			write(t, name, text[:len(text)-30])
			write(t, filepath.Join(dir, recordsName, recordName(1, 5)), text[:100]+strings.Repeat("\x00", len(text)-100))
		},
	} {
		harm()
		if err := runIn(t.Context(), nil, dir, s); err != nil {
			t.Fatal(err)
		}
		if got := played(t, dir); !reflect.DeepEqual(got, want) {
			t.Errorf("played again the games are\n%+v, want\n%+v", got, want)
		}
		if _, err := VerifyFolder(t.Context(), dir, func(line int, what string) { t.Errorf("line %d: %s", line, what) }); err != nil {
			t.Error(err)
		}
	}
	remove(t, dir, recordsName, recordName(1, 1))
	f, err := OpenFolder(nil, dir, s)
	if err != nil {
		t.Fatal(err)
	}
	wantContains(t, "the note", strings.Join(f.Notes(), "\n"), recordName(1, 1), "is not there", "played again")
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestRecordsTakenAway: a folder without its records, as somebody copies who wants the
// tables alone, keeps its games; and of many records that are lost few are told.
func TestRecordsTakenAway(t *testing.T) {
	s, dir := cup(t)
	records, elsewhere, text := filepath.Join(dir, recordsName), filepath.Join(t.TempDir(), "away"), read(t, dir, indexName)
	if err := os.Rename(records, elsewhere); err != nil {
		t.Fatal(err)
	}
	_, err := OpenFolder(nil, dir, s)
	if err == nil {
		t.Fatal("it is opened")
	}
	wantContains(t, "the error", err.Error(), dir, "no records", "put them there")
	if read(t, dir, indexName) != text {
		t.Error("games are given up")
	}
	if _, games, err := ReadFolder(dir); err != nil || len(games) != s.Games() {
		t.Errorf("%d games can be reported, %v", len(games), err)
	}
	if err := os.Mkdir(records, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := OpenFolder(nil, dir, s)
	if err != nil {
		t.Fatal(err)
	}
	if notes := f.Notes(); len(notes) != mostNotes+1 || notes[mostNotes] != fmt.Sprintf("so are %d games more", s.Games()-mostNotes) {
		t.Errorf("notes %q", notes)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestBadIndex: what is whole and cannot be right is an error that names the line,
// and nothing is thrown away.
func TestBadIndex(t *testing.T) {
	s, dir := cup(t)
	name := filepath.Join(dir, indexName)
	whole := read(t, name)
	lines := strings.SplitAfter(whole, "\n")
	edit := func(old, by string) string {
		changed := strings.Replace(lines[2], old, by, 1)
		if changed == lines[2] {
			t.Fatalf("there is no %s in %s", old, lines[2])
		}
		return lines[0] + lines[1] + changed
	}
	for _, c := range []struct{ text, want string }{
		{lines[0] + "hello\n", "line 2: not JSON"},
		{lines[0] + "\n", "line 2: empty"},
		{lines[0] + strings.Repeat("x", maxIndexLine) + "\n", "line 2: longer than 1048576 bytes"},
		{lines[0] + strings.Repeat("\x00", 9) + "\n" + lines[1], "line 2: zeros, and whole lines after it"},
		{lines[0] + lines[1] + lines[0], "line 3: the game of line 1 again"},
		{edit(`"schema":1`, `"schema":2`), "line 3: schema 2, want 1"},
		{edit(`"turns":`, `"turns":-`), "must not be negative"},
		{edit(`"ending":"`, `"ending":"x`), "line 3: "},
		{edit(`"seats":[`, `"seats":[],"x":[`), "no seats"},
		{edit(`"winner":`, `"winner":7`), "winner 7"},
		{edit(`"cause":`, `"late":3,"cause":`), "3 late, of 0 mishaps"},
		{edit(`"group":0`, `"group":3`), "in group 3"},
		{edit(`"snake":`, `"snake":7`), "snake 7"},
	} {
		write(t, name, c.text)
		if _, _, err := ReadFolder(dir); err == nil {
			t.Errorf("%.300q is read", c.text)
		} else {
			wantContains(t, "the error", err.Error(), name, c.want)
		}
		if _, err := OpenFolder(nil, dir, s); err == nil {
			t.Errorf("%.300q is taken up", c.text)
		}
		if read(t, name) != c.text {
			t.Errorf("%.300q was changed", c.text)
		}
	}
	// These fit a tournament, but not what was played.
	for _, c := range []struct{ old, by, want string }{
		{`"seating":2`, `"seating":9`, "a group has 6 games"},
		{`"turns":`, `"turns":1`, "turns 1"},
		{`"ending":"won"`, `"ending":"drawn"`, "ending drawn, by its record won"},
	} {
		i := 0
		for i < len(lines)-1 && !strings.Contains(lines[i], c.old) {
			i++
		}
		write(t, name, strings.Replace(lines[i], c.old, c.by, 1))
		if _, err := OpenFolder(nil, dir, s); err == nil {
			t.Errorf("%s is taken up", c.by)
		} else {
			wantContains(t, "the error", err.Error(), "line 1", c.want)
		}
	}
}

// TestVerifyFolder: whatever is changed in the index or in a record is found, and
// named.
func TestVerifyFolder(t *testing.T) {
	_, dir := cup(t)
	name := filepath.Join(dir, indexName)
	whole := read(t, name)
	lines := strings.SplitAfter(whole, "\n")
	find := func(want string) (found []string) {
		if _, err := VerifyFolder(t.Context(), dir, func(line int, what string) {
			if line != 2 {
				t.Errorf("%s: line %d is told of", want, line)
			}
			found = append(found, what)
		}); err != nil {
			t.Fatal(err)
		}
		return found
	}
	changes := map[string]func(g *Game){
		"turns":           func(g *Game) { g.Turns++ },
		"ending":          func(g *Game) { g.Ending++ },
		"winner":          func(g *Game) { g.Winner = -1 - g.Winner*2/3 },
		"seat 0: length":  func(g *Game) { g.Seats[0].Length++ },
		"seat 1: cause":   func(g *Game) { g.Seats[1].Cause++ },
		"seat 0: died":    func(g *Game) { g.Seats[0].Died = 2 },
		"number of seats": func(g *Game) { g.Seats, g.Winner = g.Seats[:1], -1 },
		"seat 0: offered": func(g *Game) { g.Seats[0].Offered, g.Seats[0].Mishaps = 1, 1 },
		"seat 0: snake":   func(g *Game) { g.Seats[0].Snake = 3 - g.Seats[0].Snake - g.Seats[1].Snake },
	}
	for want, change := range changes {
		g, err := parseIndexLine([]byte(lines[1]))
		if err != nil {
			t.Fatal(err)
		}
		change(&g)
		line, err := indexLine(&g)
		if err != nil {
			t.Fatal(err)
		}
		write(t, name, lines[0]+string(line)+strings.Join(lines[2:], ""))
		found := find(want)
		if len(found) != 1 {
			t.Errorf("%s: found %q", want, found)
			continue
		}
		wantContains(t, "what is found", found[0], want)
	}
	write(t, name, whole)
	g, _ := parseIndexLine([]byte(lines[1]))
	record := filepath.Join(dir, recordsName, recordName(g.Group, g.Seating))
	text := read(t, record)
	for _, c := range []struct{ old, by, want string }{
		{"solver greedy", "solver spot", "snake greedy, by its record spot"},
		{"nodes 200", "nodes 100", "nodes"},
		{"seed ", "seed 1", "seed"},
		{"turn 1 ", "turn 1 D", "turn"},
	} {
		changed := strings.Replace(text, c.old, c.by, 1)
		if changed == text {
			continue
		}
		write(t, record, changed)
		if found := find(c.want); len(found) != 1 {
			t.Errorf("%s: found %q", c.by, found)
		}
	}
	write(t, record, text)
	toml := filepath.Join(dir, tournamentName)
	is := read(t, toml)
	for _, c := range []struct{ old, by, want string }{
		{`board = "7x7"`, `board = "9x9"`, "board 9x9, by its record 7x7"},
		{`rules = "standard"`, `rules = "royale"`, "rules royale"},
		{"nodes = 200", "nodes = 201", "budget"},
		{"nodes = 200", "nodes = 200\nopenings = \"balanced\"", "openings true, by its record false"},
	} {
		changed := strings.Replace(is, c.old, c.by, 1)
		if changed == is {
			t.Fatalf("no %s in %s", c.old, is)
		}
		write(t, toml, changed)
		n := 0
		if games, err := VerifyFolder(t.Context(), dir, func(_ int, what string) { n++; wantContains(t, c.by, what, c.want) }); err != nil || n != games {
			t.Errorf("%s: %d of %d games differ, %v", c.by, n, games, err)
		}
	}
	write(t, toml, is)
	remove(t, record)
	if found := find("gone"); len(found) != 1 || !strings.Contains(found[0], "is not there") {
		t.Errorf("found %q", found)
	}
}

// TestFolderIsForOne: a second run is kept away, and told who is there; a folder
// of another tournament, or of who knows what, is left alone.
func TestFolderIsForOne(t *testing.T) {
	s, dir := cup(t)
	f, err := OpenFolder(nil, dir, s)
	if err != nil {
		t.Fatal(err)
	}
	var busy *outfile.BusyError
	if _, err := OpenFolder(nil, dir, s); !errors.As(err, &busy) || busy.PID != os.Getpid() {
		t.Errorf("a second run: %v", err)
	}
	if _, games, err := ReadFolder(dir); err != nil || len(games) != s.Games() {
		t.Errorf("looking on: %d games, %v", len(games), err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	other := duels("greedy", "coward", "spot")
	if _, err := OpenFolder(nil, dir, mustSetting(t, other)); err == nil {
		t.Error("another tournament is played there")
	} else {
		wantContains(t, "the error", err.Error(), "another tournament", "snake 3", "hungry", "spot")
	}
	longer := duels("greedy", "coward", "hungry")
	longer.Games = 18
	if f, err = OpenFolder(nil, dir, mustSetting(t, longer)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if tour, _, err := ReadFolder(dir); err != nil || tour.Games != 18 {
		t.Errorf("a longer one is kept as %+v, %v", tour, err)
	}
	index, by := read(t, dir, indexName), read(t, dir, tournamentName)
	write(t, filepath.Join(dir, indexName), "")
	write(t, filepath.Join(dir, tournamentName), by+"# mine\n")
	if _, err := OpenFolder(nil, dir, mustSetting(t, other)); !errors.Is(err, ErrOther) {
		t.Errorf("what somebody wrote is replaced: %v", err)
	}
	write(t, filepath.Join(dir, tournamentName), by)
	if f, err = OpenFolder(nil, dir, mustSetting(t, other)); err != nil {
		t.Errorf("a tournament without games is in the way: %v", err)
	} else if err := f.Close(); err != nil {
		t.Error(err)
	}
	write(t, filepath.Join(dir, indexName), index)
	remove(t, dir, tournamentName)
	if _, err := OpenFolder(nil, dir, s); err == nil {
		t.Error("games of who knows what are gone on with")
	} else {
		wantContains(t, "the error", err.Error(), "holds games", tournamentName)
	}
	if _, _, err := ReadFolder(t.TempDir()); err == nil {
		t.Error("an empty folder is read")
	} else {
		wantContains(t, "the error", err.Error(), "holds no tournament")
	}
}

// TestFailingWrites lets every call fail in turn that writes: the run ends with an
// error, what it had finished stays, and the next one goes on to the end that a run
// without failures has.
func TestFailingWrites(t *testing.T) {
	tour := duels("greedy", "coward")
	tour.Games, tour.Workers = 2, 1
	s := mustSetting(t, tour)
	want := played(t, mustPlay(t, s))
	for n := 1; ; n++ {
		dir := filepath.Join(t.TempDir(), "cup")
		sys := outfiletest.FailAt(n)
		err := runIn(t.Context(), sys, dir, s)
		if !sys.Failed() {
			if err != nil || n < 20 {
				t.Fatalf("after %d calls: %v", n, err)
			}
			return
		}
		if err == nil {
			t.Fatalf("call %d fails and nobody says so", n)
		}
		if !errors.Is(err, outfiletest.ErrInjected) {
			t.Fatalf("call %d: %v", n, err)
		}
		if err := runIn(t.Context(), nil, dir, s); err != nil {
			t.Fatalf("after call %d failed: %v", n, err)
		}
		if got := played(t, dir); !reflect.DeepEqual(got, want) {
			t.Fatalf("after call %d failed the games are\n%+v, want\n%+v", n, got, want)
		}
		wantNothingHidden(t, dir)
	}
}

// text is the index as it is written.
func (x *index) text(t *testing.T) (written []byte) {
	t.Helper()
	for i := range x.games {
		line, err := indexLine(&x.games[i])
		if err != nil {
			t.Fatal(err)
		}
		written = append(written, line...)
	}
	return written
}

// FuzzIndex: an index is refused, or what is read of it is read again as the same
// when it is written.
func FuzzIndex(f *testing.F) {
	f.Add([]byte(`{"schema":1,"group":0,"seating":1,"seed":7,"ending":"won","winner":0,"turns":9,"seats":[{"snake":1,"length":5,"cause":"alive","think":{"sum_ns":3,"max_ns":3,"times":[[3,1]]}},{"snake":0,"length":3,"cause":"wall","died":9,"mishaps":2,"late":1,"first_mishap":"turn 2: late: no answer in time"}],"discarded":["a"]}` + "\n"))
	f.Add([]byte("{\"schema\":1}\n\x00\x00\n\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := readIndex(bytes.NewReader(text))
		if err != nil {
			return
		}
		written := x.text(t)
		again, err := readIndex(bytes.NewReader(written))
		if err != nil || !bytes.Equal(again.text(t), written) {
			t.Errorf("%q was written %q, %v", text, written, err)
		}
		if x.size > int64(len(text)) || x.size > 0 && text[x.size-1] != '\n' {
			t.Errorf("%d bytes of %d are whole", x.size, len(text))
		}
	})
}

// TestIndexIsAsItsSchemaSays: no line has a field that the schema does not know,
// and it knows none that no line has.
func TestIndexIsAsItsSchemaSays(t *testing.T) {
	schema, err := jsonschema.Parse([]byte(read(t, "../docs/schema/lines/arena-game.json")))
	if err != nil {
		t.Fatal(err)
	}
	_, dir := cup(t)
	lines := strings.Split(strings.TrimSpace(read(t, dir, indexName)), "\n")
	full := Game{Ending: ouro.Won, Turns: 9, Measures: []int{1, 2}, Discarded: []string{"late"}, Seats: []Seat{
		{Snake: 1, Length: 3, Cause: ouro.Burnt, Died: 9, Mishaps: 3, Offered: 1, Late: 2, FirstMishap: "turn 1: late", Think: new(stat.Sparse)},
	}}
	line, err := indexLine(&full)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range append(lines, string(line)) {
		if err := schema.Check([]byte(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if unused := schema.Unused(); unused != nil {
		t.Errorf("the schema tells of %q", unused)
	}
}
