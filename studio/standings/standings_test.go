package standings_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro/arena"
	"ouro/cli"
	"ouro/studio/session"
	"ouro/studio/standings"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// reportData and gameData are what the page reads of them.
type (
	reportData struct {
		Report  json.RawMessage
		Tables  []struct{ Rows [][]string }
		Ratings []struct{ Name string }
		Course  struct{ Scores [][]*float64 }
		Turns   struct{ Edges, Counts []float64 }
		Think   []struct{ Counts []float64 }
		Games   int
		Partial bool
	}
	gameData struct{ File string }
)

// run is the program, which must do what it is told.
func run(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := cli.Main(t.Context(), args, cli.IO{In: strings.NewReader(""), Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("ouro %q: %s", args, errs.String())
	}
	return out.String()
}

// page opens a channel and returns what it hears, until the test ends.
func page(t *testing.T, root standings.Root, folder string) <-chan session.Message {
	t.Helper()
	heard := make(chan session.Message, 10_000)
	n := 0
	var s *session.Session
	acks := make(chan int, 10_000)
	s = session.New(t.Context(), session.Config{Kinds: map[string]session.Kind{"arena": root.Kind()}}, func(text []byte) error {
		var m session.Message
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		n++
		acks <- n
		heard <- m
		return nil
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := range acks {
			text, _ := json.Marshal(map[string]any{"type": "ack", "data": map[string]int{"n": n}})
			_ = s.Receive(text)
		}
	}()
	t.Cleanup(func() { s.Close(); close(acks); <-done })
	open, _ := json.Marshal(map[string]any{"ch": "a", "type": "open", "data": map[string]string{"kind": "arena", "folder": folder}})
	for _, text := range []string{`{"type":"hello","data":{"version":1}}`, string(open)} {
		if err := s.Receive([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return heard
}

// next is the next message of a type.
func next(t *testing.T, heard <-chan session.Message, kind string, data any) {
	t.Helper()
	for {
		select {
		case m := <-heard:
			if m.Type == kind {
				if err := m.Into(data); err != nil {
					t.Fatal(err)
				}
				return
			}
			if m.Type == "error" {
				t.Fatalf("%s", m.Data)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("no message %s", kind)
		}
	}
}

// TestReport: what is told is the report that the program prints, and every game with
// the file that holds it; a tournament that goes on is followed.
func TestReport(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "duel")
	run(t, "arena", "run", "greedy", "hungry", "coward", "--games", "6", "--dir", dir, "--plain", "--seed", "3")
	want := strings.TrimSpace(run(t, "arena", "report", dir, "--json"))

	var listed struct{ Folders []standings.Folder }
	next(t, page(t, standings.Root(root), ""), session.Opened, &listed)
	if len(listed.Folders) != 1 || listed.Folders[0].Name != "duel" || listed.Folders[0].Snakes != 3 || listed.Folders[0].Unusable != "" {
		t.Fatalf("%+v", listed)
	}

	heard := page(t, standings.Root(root), "duel")
	var told reportData
	next(t, heard, "report", &told)
	var have, need bytes.Buffer
	if err := json.Compact(&have, told.Report); err != nil {
		t.Fatal(err)
	}
	if err := json.Compact(&need, []byte(want)); err != nil {
		t.Fatal(err)
	}
	if have.String() != need.String() {
		t.Errorf("told\n%s\nwant\n%s", have.String(), need.String())
	}
	if len(told.Tables) < 4 || len(told.Ratings) != 3 || len(told.Course.Scores) != 3 || len(told.Turns.Edges) != len(told.Turns.Counts)+1 || len(told.Think) != 3 || told.Games != 6 {
		t.Errorf("%+v", told)
	}
	table := run(t, "arena", "report", dir)
	for _, tb := range told.Tables {
		for _, row := range tb.Rows {
			for _, cell := range row {
				if !strings.Contains(table, strings.TrimSpace(cell)) {
					t.Errorf("%q stands not in the table of ouro arena report", cell)
				}
			}
		}
	}
	var list struct{ Games []gameData }
	next(t, heard, "games", &list)
	if len(list.Games) != 6 {
		t.Errorf("%d games", len(list.Games))
	}
	for _, g := range list.Games {
		file, err := standings.Root(root).File(g.File)
		if err != nil {
			t.Fatalf("%s is not offered: %v", g.File, err)
		}
		text, err := io.ReadAll(file)
		if err != nil || !bytes.HasPrefix(text, []byte("ouro record")) {
			t.Errorf("%s: %v", g.File, err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	}

	// Somebody plays on: a line more, as it is written.
	index, err := os.ReadFile(arena.IndexName(dir))
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(bytes.Lines(index))
	if err := os.WriteFile(arena.IndexName(dir), bytes.Join(lines[:4], nil), 0o600); err != nil {
		t.Fatal(err)
	}
	next(t, heard, "report", &told)
	if told.Games != 4 || !told.Partial {
		t.Errorf("%d games of a part", told.Games)
	}
	if err := os.WriteFile(arena.IndexName(dir), append(bytes.Join(lines[:5], nil), lines[5][:20]...), 0o600); err != nil {
		t.Fatal(err)
	}
	next(t, heard, "report", &told)
	if told.Games != 5 {
		t.Errorf("%d games, want 5: half a line is not there yet", told.Games)
	}
}

// TestPlanned: the list has as many games as are planned in whole groups, also where
// nobody has played yet, and of one that cannot be played here what its file says.
func TestPlanned(t *testing.T) {
	root := t.TempDir()
	for name, c := range map[string]struct {
		games  int
		rules  string
		snakes string
		want   int
	}{
		"duel":  {1, "", "greedy hungry", 2},
		"three": {7, "", "greedy hungry coward", 12},
		"alone": {4, "classic", "greedy bfs wander", 6},
		"whole": {12, "", "greedy hungry coward", 12},
		"later": {3, "nosuch", "greedy hungry", 3},
	} {
		tournament := arena.Tournament{Games: c.games, Rules: c.rules}
		for snake := range strings.FieldsSeq(c.snakes) {
			tournament.Snakes = append(tournament.Snakes, arena.Snake{Snake: snake})
		}
		dir := filepath.Join(root, name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "tournament.toml"), []byte(tournament.Text()), 0o600); err != nil {
			t.Fatal(err)
		}
		all, err := standings.Root(dir).Folders()
		if err != nil || len(all) != 1 || all[0].Unusable != "" || all[0].Planned != c.want {
			t.Errorf("%s: %+v, %v, want %d games", name, all, err, c.want)
		}
	}
}

// TestFiles: no other files are offered than those of games.
func TestFiles(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a/tournament.toml", "a/records/000001-0.ouro", "a/logs/000001-0.jsonl.gz", "b/records/000001-0.ouro", "tournament.toml", "records/000001-0.ouro", "a/secret"} {
		where := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(where), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(where, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		"a/records/000001-0.ouro": true, "a/logs/000001-0.jsonl.gz": true, "records/000001-0.ouro": true, "./records/000001-0.ouro": true,
		"b/records/000001-0.ouro": false, "a/secret": false, "a/tournament.toml": false, "a/../a/records/000001-0.ouro": false, "../a/records/000001-0.ouro": false,
		"/etc/records/000001-0.ouro": false, "a/records/../secret": false, "a/records/x.ouro": false, `a\records\000001-0.ouro`: false, "": false, "a/b/c/records/000001-0.ouro": false,
		"//records/000001-0.ouro": false, "c:/records/000001-0.ouro": false,
	} {
		if err := offered(root, name); (err == nil) != want || !want && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// offered is nil if a file can be read.
func offered(root, name string) error {
	file, err := standings.Root(root).File(name)
	if err != nil {
		return err
	}
	return file.Close()
}

// TestLinksLeadNowhere: nothing outside the root is read for a page, wherever links in it
// lead; those within it are followed.
func TestLinksLeadNowhere(t *testing.T) {
	outside, root := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		filepath.Join(outside, "records", "000000-0.ouro"): "secret", filepath.Join(outside, "tournament.toml"): "secret = 1",
		filepath.Join(root, "own", "records", "000000-0.ouro"): "x", filepath.Join(root, "own", "tournament.toml"): "x = 1",
		filepath.Join(root, "a", "records", "000001-0.ouro"): "x", filepath.Join(root, "a", "tournament.toml"): "x = 1",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	secret := filepath.Join(outside, "records", "000000-0.ouro")
	for name, to := range map[string]string{
		"a/records/000000-0.ouro": secret, "a/records/000002-0.ouro": "000001-0.ouro", "a/logs": filepath.Dir(secret),
		"b": outside, "c/tournament.toml": filepath.Join(outside, "tournament.toml"), "d": "own",
	} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, name); err != nil {
			if runtime.GOOS == "windows" {
				t.Skip("Windows wants leave for links: ", err)
			}
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		"a/records/000000-0.ouro": false, "a/records/000001-0.ouro": true, "a/records/000002-0.ouro": true, "b/records/000000-0.ouro": false, "d/records/000000-0.ouro": true,
	} {
		if err := offered(root, name); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	all, err := standings.Root(root).Folders()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
		if strings.Contains(f.Unusable, "secret") {
			t.Errorf("%s tells what is elsewhere: %s", f.Name, f.Unusable)
		}
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "a c d own" { // c cannot be read
		t.Errorf("tournaments are %s", got)
	}
}

// TestWrongFolder: what is none is an error with a word.
func TestWrongFolder(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "bad"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "bad", "tournament.toml"), []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, says := range map[string]string{"nosuch": "no tournament here", "../x": "no tournament is called so", "bad": "tournament.toml"} {
		s := ""
		for m := range page(t, standings.Root(root), folder) {
			if m.Type == "error" {
				s = string(m.Data)
				break
			}
		}
		if !strings.Contains(s, says) {
			t.Errorf("%s: %s, want %s", folder, s, says)
		}
	}
	all, err := standings.Root(root).Folders()
	if err != nil || len(all) != 1 || all[0].Unusable == "" {
		t.Errorf("%+v, %v", all, err)
	}
	if _, err := standings.Root(filepath.Join(root, "none")).Folders(); err == nil {
		t.Error("a folder that is not there")
	}
}
