package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"
	"go.uber.org/goleak"
)

// TestResume: the line that continues has the flags that were given, in a form that a
// shell reads as they were, but for the numbers of the games and for the names of files
// that it would replace.
func TestResume(t *testing.T) {
	o := benchOptions{games: 100}
	cmd := &cobra.Command{Use: "bench"}
	fs := cmd.Flags()
	fs.IntVar(&o.games, "games", 100, "")
	fs.IntVar(&o.first, "first", 0, "")
	fs.StringArrayVar(&o.solvers, "solver", nil, "")
	fs.StringVar(&o.meals, "meals", "", "")
	fs.StringArrayVar(&o.plots, "plot", nil, "")
	o.experimentOptions.add(cmd, "solver")
	err := fs.Parse([]string{
		"--solver", "a=spot:depth=3", "--solver", "me=exec:it's me", "--games", "200", "--first", "40", "--json", "--no-times=false",
		"--games-csv", "x.csv", "--records", "dir", "--timeout", "3s", "--meals", "m.csv", "--plot", "p.svg",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `bench --games-csv x-64.csv --json --meals m-64.csv --no-times=false --plot p-64.svg --records dir --solver a=spot:depth=3 --solver 'me=exec:it'\''s me' --first 64 --games 176`
	if got := o.resume(24); got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
}

// TestGuestsInManyGames plays an experiment against a snake elsewhere, which goes
// up whatever happens: it is told of every game, sits in every seat and its
// answers are timed.
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
	var out, talk bytes.Buffer
	code := Main(t.Context(), []string{
		"arena", "run", "greedy", "me=" + server.URL, "--games", "4", "--guest-timeout", "10s", "--json", "--records", t.TempDir(),
	}, IO{In: strings.NewReader(""), Out: &out, Err: &talk})
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, &talk)
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

// TestGuestThatForgetsWhoItIs: one that does not say who it is in a later game of a
// series plays all the same, and that is a fault of this game; in the first game
// it is an error.
func TestGuestThatForgetsWhoItIs(t *testing.T) {
	for _, bad := range []int64{1, 3} { // the game in which it does not answer
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
		var out, talk bytes.Buffer
		code := Main(t.Context(), []string{
			"arena", "run", "greedy", "me=" + server.URL, "--games", "4", "--guest-timeout", "10s", "--workers", "1", "--json",
		}, IO{In: strings.NewReader(""), Out: &out, Err: &talk})
		server.Close()
		if bad == 1 {
			if code != 1 || !strings.Contains(talk.String(), "snake me does not answer GET /: ") {
				t.Errorf("exit code %d: %s", code, &talk)
			}
			continue
		}
		if code != 0 {
			t.Fatalf("exit code %d: %s", code, &talk)
		}
		for _, want := range []string{`"games": 4,`, `"first_mishap": "game 1 turn 0: error: snake me does not answer GET /: `} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s is not in %s", want, &out)
			}
		}
	}
}
