package arena_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/cli"
	"ouro/cli/clitest"
	"ouro/cli/command"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// TestArenaPage: arena run and results report write the same page, even if all games were stored
// before. Without stored games, --html is an error.
func TestArenaPage(t *testing.T) {
	t.Chdir(t.TempDir())
	line := "arena run new=spot greedy --games 4 --nodes 20 --no-times --store a.db --html page.html --plain"
	clitest.RunStored(t, "", line)
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	page := read("page.html")
	for _, want := range []string{">1. new<", "data-game=", "tournament.toml", "ouro arena run"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	clitest.RunStored(t, "", "results report last --no-times --store a.db --out same.html")
	if read("same.html") != page {
		t.Error("results report writes another page")
	}
	clitest.RunStored(t, "ouro: all 4 games are already stored in a.db\n", line)
	if again := read("page.html"); !strings.Contains(again, ">1. new<") {
		t.Error("if all games are already stored, no page is written")
	}
	for _, c := range []string{"arena run spot greedy --html page.html --store none", "arena run spot greedy --html page.html"} { // the tests run with OURO_STORE=none
		if code, _, errs := clitest.Run(t, strings.Fields(c)...); code != command.ExitUsage || !strings.Contains(errs, "--html") || !strings.Contains(errs, "--store") {
			t.Errorf("%s: exit code %d: %s", c, code, errs)
		}
	}
}

// TestCPU: the report and the records state the limit of processor time, and the report says
// that its thinking times are processor time. A snake that thinks until its limit uses
// about that much processor time, even on a busy machine.
func TestCPU(t *testing.T) {
	const limit = 3 * time.Millisecond
	args := []string{"arena", "run", "spot", "greedy", "--games", "2", "--cpu", "3ms", "--rules", "constrictor", "--board", "7x7"}
	dir := t.TempDir()
	code, out, errs := clitest.Run(t, append(args, "--records", dir)...)
	if code != command.ExitDone || !strings.Contains(out, ", budget cpu=3ms\n") || !strings.Contains(strings.ReplaceAll(out, "\n", " "), "Budget and thinking times are processor times") {
		t.Errorf("exit code %d:\n%s%s", code, out, errs)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.ouro"))
	if err != nil || len(names) != 2 {
		t.Fatalf("records %v, %v", names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var r ouro.Record
		if err := r.UnmarshalText(text); err != nil || r.Budget != (ouro.Budget{CPU: limit}) {
			t.Errorf("%s: budget %+v, %v", name, r.Budget, err)
		}
	}
	code, out, errs = clitest.Run(t, append(args, "--json")...)
	var doc struct {
		Budget    string
		Standings []struct {
			Think struct{ P50 time.Duration } `json:"think_ns_per_move"`
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); code != command.ExitDone || err != nil || doc.Budget != "cpu=3ms" || len(doc.Standings) != 2 {
		t.Fatalf("exit code %d, %v: %s%s", code, err, out, errs)
	}
	if spot, greedy := doc.Standings[0].Think.P50, doc.Standings[1].Think.P50; spot < limit/2 || spot > 2*limit || greedy > limit/2 {
		t.Errorf("spot thinks for %v, greedy for %v", spot, greedy)
	}
}

// TestGuestsInManyGames plays an experiment against a remote snake that always moves up. The
// snake receives the start of every game and plays from every seat, and its answers are timed.
func TestGuestsInManyGames(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var started, ended atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `{"apiversion":"1"}`)
		case "/start":
			started.Add(1)
		case "/move":
			fmt.Fprint(w, `{"move":"up"}`)
		case "/end":
			ended.Add(1)
		}
	}))
	defer server.Close()
	var out, stderr bytes.Buffer
	code := cli.Main(t.Context(), []string{
		"arena", "run", "greedy", "me=" + server.URL, "--games", "4", "--guest-timeout", "10s", "--json", "--records", t.TempDir(),
	}, command.IO{In: strings.NewReader(""), Out: &out, Err: &stderr})
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	var doc struct {
		Games     int
		Standings []struct {
			Snake, Solver      string
			Games, Won, Faults int
			Deaths             map[string]int
			Think              struct{ Max int64 } `json:"think_ns_per_move"`
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Games != 4 || len(doc.Standings) != 2 || started.Load() != 4 || ended.Load() != 4 {
		t.Fatalf("%d starts and %d ends for %+v", started.Load(), ended.Load(), doc)
	}
	greedy, me := doc.Standings[0], doc.Standings[1]
	if greedy.Won != 4 || me.Snake != "me" || me.Solver != server.URL || me.Games != 4 || me.Deaths["wall"] != 4 || me.Faults != 0 || me.Think.Max == 0 {
		t.Errorf("%+v", doc)
	}
}

// TestGuestWithoutDescription: if a remote snake does not describe itself before the first game,
// the tournament fails. In a later game a missing description is only a fault.
func TestGuestWithoutDescription(t *testing.T) {
	for _, bad := range []int64{1, 3} { // the game in which the description is missing
		var requests atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/":
				if requests.Add(1) == bad {
					w.WriteHeader(http.StatusInternalServerError)
				}
				fmt.Fprint(w, `{"apiversion":"1","color":"#123456"}`)
			case "/move":
				fmt.Fprint(w, `{"move":"up"}`)
			}
		}))
		var out, stderr bytes.Buffer
		code := cli.Main(t.Context(), []string{
			"arena", "run", "greedy", "me=" + server.URL, "--games", "4", "--guest-timeout", "10s", "--workers", "1", "--json",
		}, command.IO{In: strings.NewReader(""), Out: &out, Err: &stderr})
		server.Close()
		if bad == 1 {
			if code != 1 || !strings.Contains(stderr.String(), "snake me does not answer GET /: ") {
				t.Errorf("exit code %d: %s", code, &stderr)
			}
			continue
		}
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, &stderr)
		}
		for _, want := range []string{`"games": 4,`, `"first_mishap": "game 1 turn 0: error: snake me does not answer GET /: `} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s is not in %s", want, &out)
			}
		}
	}
}
