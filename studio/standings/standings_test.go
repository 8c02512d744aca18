package standings_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro/cli"
	"ouro/cli/command"
	"ouro/studio/session"
	"ouro/studio/standings"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Messages to the page.
type (
	listData struct {
		File, Flag string
		List       standings.List
	}
	openedData   struct{ Key, Title string }
	progressData struct{ Games int }
	reportData   struct {
		Report  json.RawMessage
		Tables  []struct{ Rows [][]string }
		Ratings []struct{ Name string }
		Trend   struct{ Scores [][]*float64 } `json:"course"`
		Turns   struct{ Edges, Counts []float64 }
		Think   []struct{ Counts []float64 }
		Games   int
	}
	gamesData struct {
		From  int
		Games []struct{ File string }
	}
)

func run(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := cli.Main(t.Context(), args, command.IO{In: strings.NewReader(""), Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("ouro %q: %s", args, errs.String())
	}
	return out.String()
}

func play(t *testing.T, file, games string) {
	t.Helper()
	run(t, "arena", "run", "greedy", "hungry", "coward", "--board", "7x7", "--games", games, "--plain", "--seed", "3", "--store", file)
}

func onlyKey(t *testing.T, file *standings.File) string {
	t.Helper()
	list, err := file.List(t.Context())
	if err != nil || len(list.Tournaments) != 1 || len(list.Changed) > 0 {
		t.Fatalf("%+v, %v", list, err)
	}
	return list.Tournaments[0].Key
}

// page opens a channel and returns its messages. The channel ends with the test.
func page(t *testing.T, file *standings.File, key string) <-chan session.Message {
	t.Helper()
	received := make(chan session.Message, 10_000)
	n := 0
	var s *session.Session
	acks := make(chan int, 10_000)
	s = session.New(t.Context(), session.Config{Kinds: map[string]session.Kind{"arena": file.Kind()}}, func(text []byte) error {
		var m session.Message
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		n++
		acks <- n
		received <- m
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
	open, _ := json.Marshal(map[string]any{"ch": "a", "type": "open", "data": map[string]string{"kind": "arena", "tournament": key}})
	for _, text := range []string{`{"type":"hello","data":{"version":1}}`, string(open)} {
		if err := s.Receive([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return received
}

// next waits for the next message of a type.
func next(t *testing.T, received <-chan session.Message, kind string, data any) {
	t.Helper()
	for {
		m := <-received
		if m.Type == kind {
			if err := m.Into(data); err != nil {
				t.Fatal(err)
			}
			return
		}
		if m.Type == "error" {
			t.Fatalf("%s", m.Data)
		}
	}
}

func refusal(t *testing.T, received <-chan session.Message) session.Error {
	t.Helper()
	for {
		if m := <-received; m.Type == session.Failed {
			var e session.Error
			if err := m.Into(&e); err != nil {
				t.Fatal(err)
			}
			return e
		}
	}
}

func compact(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestReport: the page receives the same figures that the program prints, while the
// tournament continues and until it is removed.
func TestReport(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.db")
	play(t, name, "6")
	file := standings.NewEagerFile(name, "")
	key := onlyKey(t, file)
	var displayName struct {
		Reports []struct{ Report json.RawMessage }
	}
	if err := json.Unmarshal([]byte(run(t, "results", "show", key, "--store", name, "--json")), &displayName); err != nil {
		t.Fatal(err)
	}

	received := page(t, file, key[:10])
	var opened openedData
	next(t, received, session.Opened, &opened)
	if opened.Key != key || opened.Title == "" {
		t.Errorf("opened with %+v", opened)
	}
	var far progressData
	next(t, received, "progress", &far)
	var report reportData
	next(t, received, "report", &report)
	if have, want := compact(t, report.Report), compact(t, displayName.Reports[0].Report); have != want {
		t.Errorf("received\n%s\nwant\n%s", have, want)
	}
	if len(report.Tables) < 4 || len(report.Ratings) != 3 || len(report.Trend.Scores) != 3 || len(report.Turns.Edges) != len(report.Turns.Counts)+1 || len(report.Think) != 3 || report.Games != 6 || far.Games != 6 {
		t.Errorf("%+v, %+v", report, far)
	}
	table := run(t, "results", "show", key, "--store", name)
	for _, tb := range report.Tables {
		for _, row := range tb.Rows {
			for _, cell := range row {
				if !strings.Contains(table, strings.TrimSpace(cell)) {
					t.Errorf("%q is not in the table of ouro results show", cell)
				}
			}
		}
	}
	var list gamesData
	next(t, received, "games", &list)
	if len(list.Games) != 6 || list.From != 0 {
		t.Errorf("%d games from %d on", len(list.Games), list.From)
	}
	for _, g := range list.Games {
		if text, err := read(file, g.File); err != nil || !bytes.HasPrefix(text, []byte("ouro record")) {
			t.Errorf("%s: %.20q, %v", g.File, text, err)
		}
	}

	play(t, name, "12")
	for report.Games != 12 {
		next(t, received, "report", &report)
		next(t, received, "games", &list)
	}
	if list.From < 6 || list.From+len(list.Games) != 12 {
		t.Errorf("then %d games are sent from %d on", len(list.Games), list.From)
	}
	change(t, name, `DELETE FROM games WHERE grp > 0`)
	next(t, received, "report", &report)
	next(t, received, "games", &list)
	if report.Games != 6 || list.From != 0 || len(list.Games) != 6 {
		t.Errorf("of the 6 games that are left, %d are counted and %d sent, from %d on", report.Games, len(list.Games), list.From)
	}
	run(t, "results", "forget", key, "--store", name, "--yes")
	if e := refusal(t, received); !strings.Contains(e.Message, "has no tournament") {
		t.Errorf("of a tournament that was removed: %s", e.Message)
	}
}

func change(t *testing.T, name, query string) {
	t.Helper()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), query)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

func read(file *standings.File, name string) ([]byte, error) {
	content, _, err := file.Open(name)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(content)
}

// TestList: the list can be opened before there is a file. Later it shows the tournaments
// but no other experiments.
func TestList(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "later")
	name := filepath.Join(dir, "results.db")
	received := page(t, standings.NewEagerFile(name, "--store x.db"), "")
	var list listData
	next(t, received, session.Opened, &list)
	if list.File != name || list.Flag != "--store x.db" || list.List.Tournaments == nil || len(list.List.Tournaments) != 0 {
		t.Errorf("%+v", list)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, "bench", "--solver", "bfs", "--board", "5x5", "--games", "1", "--store", name)
	play(t, name, "6")
	for len(list.List.Tournaments) == 0 || list.List.Tournaments[0].Games < 6 {
		next(t, received, "list", &list)
	}
	got := list.List.Tournaments[0]
	if len(list.List.Tournaments) != 1 || got.Format != "roundrobin" || !slices.Equal(got.Snakes, []string{"greedy", "hungry", "coward"}) || !got.Playing || got.Unusable != "" {
		t.Errorf("%+v", list.List.Tournaments)
	}
}

// TestNoTournament: a page that requests a key without a tournament receives an error.
func TestNoTournament(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.db")
	run(t, "bench", "--solver", "bfs", "--board", "5x5", "--games", "1", "--store", name)
	play(t, name, "6")
	var bench struct{ Experiments []struct{ ID string } }
	if err := json.Unmarshal([]byte(run(t, "results", "list", "--kind", "bench", "--store", name, "--json")), &bench); err != nil || len(bench.Experiments) != 1 {
		t.Fatalf("%+v, %v", bench, err)
	}
	for _, file := range []string{name, filepath.Join(t.TempDir(), "none.db")} {
		for _, key := range []string{"ffffffffffff", "1", "2", "last", "../x", strings.Repeat("f", 1000), bench.Experiments[0].ID} {
			e := refusal(t, page(t, standings.NewFile(file, ""), key))
			if !strings.Contains(e.Message, file+" has no tournament ") || e.Field != "tournament" || len(e.Message) > 300 {
				t.Errorf("%.20s: %+v", key, e)
			}
		}
	}
}

// TestDamaged: the error of a damaged file names the file.
func TestDamaged(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "results.db")
	play(t, whole, "6")
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string][]byte{
		"another file": []byte("these are no results\n"), "cut": text[:len(text)/2],
		"zeros": slices.Concat(text[:4096], make([]byte, len(text)-4096)),
	} {
		name := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		file := standings.NewFile(name, "")
		if e := refusal(t, page(t, file, "")); !strings.Contains(e.Message, name) {
			t.Errorf("%s, the list: %+v", what, e)
		}
		if e := refusal(t, page(t, file, "98b346687b")); !strings.Contains(e.Message, name) || e.Field != "" {
			t.Errorf("%s, a tournament: %+v", what, e)
		}
		if _, _, err := file.Open("0123456789abcdef-0-0.ouro"); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s, a game: %v", what, err)
		}
	}
}

// TestChanged: if the definition of a tournament was changed, the list reports this, and so does
// a link to the tournament.
func TestChanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.db")
	play(t, name, "6")
	file := standings.NewFile(name, "")
	key := onlyKey(t, file)
	change(t, name, `UPDATE experiments SET definition = replace(definition, 'greedy', 'coward')`)
	file = standings.NewFile(name, "")
	list, err := file.List(t.Context())
	const says = "was changed since it was written"
	if err != nil || len(list.Tournaments) != 0 || len(list.Changed) != 1 || !strings.Contains(list.Changed[0], says) {
		t.Errorf("%+v, %v", list, err)
	}
	if e := refusal(t, page(t, file, key)); !strings.Contains(e.Message, says) {
		t.Errorf("a link to it: %+v", e)
	}
}

// TestFiles: File.Open opens only names of games.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "results.db")
	play(t, name, "6")
	file := standings.NewFile(name, "")
	key := onlyKey(t, file)
	for _, c := range []struct {
		name string
		want bool
	}{
		{key + "-0-0.ouro", true},
		{key + "-000-5.ouro", true},
		{key[:10] + "-0-1.ouro", true},
		{key[:9] + "-0-1.ouro", false},
		{key + "-0-6.ouro", false},
		{key + "-1-0.ouro", false},
		{key + "--1-0.ouro", false},
		{strings.Repeat("f", 32) + "-0-0.ouro", false},
		{key, false},
		{"results.db", false},
		{name, false},
		{"../results.db", false},
		{"", false},
		{key + "-0-0.ouro/", false},
		{key + "-99999999999-0.ouro", false},
	} {
		_, err := read(file, c.name)
		if (err == nil) != c.want || !c.want && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", c.name, err)
		}
	}
	var refused *session.Error
	if _, _, err := standings.NewFile(filepath.Join(dir, "none.db"), "").Open(key + "-0-0.ouro"); !errors.Is(err, fs.ErrNotExist) || errors.As(err, &refused) {
		t.Errorf("of no file: %v", err)
	}
}
