package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ouro"
	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/fleet"
	"ouro/fleet/hub"
	"ouro/fleet/hub/server"
	"ouro/internal/needs"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/rule/maze"
	"ouro/store"
)

// finalHash plays a game without a screen and returns the digest of its last position.
func finalHash(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := clitest.Run(t, append(args, "--json")...)
	var doc struct{ Final string }
	if err := json.Unmarshal([]byte(out), &doc); code != command.ExitDone || err != nil || doc.Final == "" {
		t.Fatalf("%q: code %d, %v, %s", args, code, err, errs)
	}
	return doc.Final
}

// TestAgain runs the commands that reports print to show a game again, for every ruleset,
// map, level and option. Each must give the same game.
func TestAgain(t *testing.T) {
	drawn := filepath.Join(t.TempDir(), "it's a level.txt")
	if err := os.WriteFile(drawn, []byte("XXXXXXX\nX . . X\nX  .  X\nXXXXXXX\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := [][]string{
		{"watch"},
		{"watch", "cell", "--board", "6x4", "--seed", "18446744073709551615", "--game", "3"},
		{"watch", "bfs", "--start-length", "3", "--board", "9x5", "--moves", "12"},
		{"watch", "wander:style=s", "--rules", "maze", "--level", "rooms", "--moves", "30"},
		{"watch", "bfs", "--rules", "maze:regrow=floor", "--level", drawn, "--start", "5,1"},
		{"watch", "backtrack:depth=5", "--rules", "maze", "--level", drawn, "--start", "1,2"},
		{"watch", "bfs", "--rules", "maze", "--level", "lattice", "--start", "1,3", "--moves", "9"},
		{"watch", "ouroboros:nodes=20", "--board", "6x6", "--nodes", "7"},
		{"watch", "bfs", "--cpu", "1m30s"},
		{"maze", "--nodes", "50"},
		{"game", "spot", "--rules", "solo", "--nodes", "200"},
		{"game", "floodfill", "greedy", "--cpu", "1m"},
		{"game", "greedy", "rival=floodfill:hungry=90", "--seed", "7", "--guest-timeout", "300ms"},
	}
	for i, l := range maze.Levels() {
		for j, regrow := range []string{"none", "floor", "original"} {
			if i%3 != j && !needs.Trials() {
				continue
			}
			cases = append(cases, []string{"maze", "backtrack:depth=4", "--level", l.Name, "--regrow", regrow, "--moves", "40"})
		}
	}
	options := []string{"food", "minfood", "damage", "shrink"}
	for i, rules := range roster.Rules() {
		if rules.Kind != roster.Battlesnake {
			continue
		}
		for j, m := range battlesnake.Maps() {
			if (i+j)%needs.Many(8, 1) > 0 { // covers every ruleset and every map; in trials, every combination
				continue
			}
			board := boardOf(t, rules.Name, m)
			cases = append(cases, []string{"watch", "greedy", "--rules", rules.Name + ":map=" + m.Name, "--board", board, "--moves", "25"})
			if m.MaxSnakes > 1 { // otherwise the game may never end
				cases = append(cases, []string{"game", "greedy", "random", "--rules", rules.Name, "--map", m.Name, "--board", board, "--seed", "5"})
			}
		}
		for i, key := range options {
			value := fmt.Sprint(3 + 2*i)
			cases = append(cases, []string{"game", "greedy", "hungry", "--rules", rules.Name, "--" + key, value, "--board", "7x7"})
		}
	}
	for _, args := range cases {
		t.Run(strings.ReplaceAll(strings.Join(args, " "), "/", ":"), func(t *testing.T) {
			_, report, errs := clitest.Run(t, args...)
			_, line, ok := strings.Cut(report, "again: ouro ")
			if !ok {
				t.Fatalf("the report has no command that shows the game again: %s%s", report, errs)
			}
			again := clitest.Words(strings.TrimSuffix(line, "\n"))
			if want, got := finalHash(t, args...), finalHash(t, again...); got != want {
				t.Errorf("%q plays another game: final hash %s, want %s", again, got, want)
			}
			if _, twice, _ := clitest.Run(t, again...); !strings.HasSuffix(twice, "again: ouro "+line) {
				t.Errorf("%q prints %s", again, twice)
			}
		})
	}
}

// TestPrintedCommandsAreQuoted: a shell reads each printed command correctly, even if names of
// files contain spaces or quotes.
func TestPrintedCommandsAreQuoted(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, out, _ := clitest.Run(t, "exact", "--board", "3x4", "--save", "my table"); !strings.HasSuffix(out, "best moves are in my table; play them with 'tablebase:file=my table'\n") {
		t.Error(out)
	}
	s, err := store.Open(t.Context(), "my results.db")
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"; ouro results import 'd ü' reads the directory of an earlier version\n":   {"arena", "run", "spot", "greedy", "--games", "2", "--dir", "d ü"},
		"; continue with: ouro exact --board 5x6 --checkpoint 'a b' --memory 7GB\n": {"exact", "--board", "5x6", "--checkpoint", "a b", "--memory", "7GB", "--timeout", "300ms"},
		"no games to compare; ouro bench --store 'my results.db' plays":             {"results", "diff", "--store", "my results.db"},
		`to examine it, give --check 'ouro engine '\''exec:my snake'\'''` + "\n":    {"engine", "exec:my snake", "--check", "x"},
	} {
		if _, _, errs := clitest.Run(t, args...); !strings.Contains(errs, want) {
			t.Errorf("%q prints %s, want %q in it", args, errs, want)
		}
	}
}

// boardOf returns the size of a board on which snakes can play with this map.
func boardOf(t *testing.T, rules string, m battlesnake.Map) string {
	t.Helper()
	for _, size := range [][2]int{{11, 11}, {19, 19}, {19, 21}, {25, 25}, {7, 7}} {
		spec := ouro.GameSpec{
			Rules: ouro.Spec{Name: rules, Options: ouro.Options{{Key: "map", Value: m.Name}}},
			W:     size[0], H: size[1], StartLength: battlesnake.StartLength, Snakes: min(2, m.MaxSnakes),
		}
		if _, err := roster.Deal(spec, 0); err == nil {
			return fmt.Sprintf("%dx%d", size[0], size[1])
		}
	}
	t.Fatalf("no board for map %s", m.Name)
	return ""
}

func TestMain(m *testing.M) { clitest.Main(m) }

// runUntilEnd runs f in the background until the test ends or end is called.
func runUntilEnd(t *testing.T, f func(ctx context.Context) error) (end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	var err error
	ended := false
	end = func() error {
		if cancel(); !ended {
			ended, err = true, <-done
		}
		return err
	}
	t.Cleanup(func() { _ = end() })
	return end
}

// startFleet starts a coordinator and this number of workers.
func startFleet(t *testing.T, workers int) (url string) {
	t.Helper()
	ready := make(chan fleet.Address, 1)
	dir := t.TempDir()
	runUntilEnd(t, func(ctx context.Context) error {
		return fleet.Serve(ctx, fleet.CoordinatorConfig{
			Port: -1, Dir: dir, Ready: func(at fleet.Address) { ready <- at },
			StartServer: func(cfg hub.Config) (fleet.Server, error) { return server.Start(cfg) },
		})
	})
	url = (<-ready).NATS
	for range workers {
		runUntilEnd(t, func(ctx context.Context) error {
			return fleet.Work(ctx, fleet.WorkerConfig{Access: fleet.Access{URL: url}, Slots: 1})
		})
	}
	return url
}

// statusOf returns the output of ouro fleet status --json.
func statusOf(t *testing.T, url string) (s fleet.Status) {
	t.Helper()
	if err := json.Unmarshal(printJSON(t.Context(), t, "fleet status --fleet "+url, command.ExitDone), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// eventfulFleet starts a fleet whose status has every kind of entry: a finished experiment,
// an experiment that cannot be played, and a worker that has sent invalid data.
func eventfulFleet(t *testing.T) (url string) {
	t.Helper()
	url = startFleet(t, 1)
	if code, _, errs := clitest.Run(t, "bench", "bfs", "--board", "6x6", "--games", "5", "--fleet", url); code != command.ExitDone {
		t.Fatal(errs)
	}
	code, _, errs := clitest.Run(t, "bench", "tablebase:file=bad.table", "--board", "4x4", "--games", "1", "--fleet", url)
	if code != command.ExitFailed || !strings.Contains(errs, "--allow") {
		t.Fatalf("code %d: %s", code, errs)
	}
	s := statusOf(t, url)
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for _, w := range s.Workers {
		if _, err := nc.Request("ouro.exp."+s.Experiments[0].ID+".result."+w.ID, []byte("nonsense"), time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	for statusOf(t, url).Workers[0].Why == "" {
		time.Sleep(10 * time.Millisecond)
	}
	return url
}

// TestFleetTables: a command whose games a fleet plays prints the same tables and has the same exit
// code as without a fleet.
func TestFleetTables(t *testing.T) {
	url := startFleet(t, 2)
	t.Chdir(t.TempDir())
	lines := []string{
		"bench cell bfs --board 6x6 --games 30 --first 7 --no-times --games-csv -",
		"bench bfs --level nook --rules maze --games 5 --no-times --json",
		"arena run greedy hungry coward --format ffa --board 7x7 --games 9 --no-times",
		"bench me=greedy spot --rules solo --board 7x7 --nodes 50 --games 5 --no-times",
		"arena run spot greedy --nodes 50 --board 7x7 --format sprt --elo1 200 --no-times --json",
		"arena run bfs wander --rules hunter:level=8,snakes=1 --games 4 --no-times",
		"arena tune floodfill --param hungry=0..100 --against greedy --board 7x7 --steps 2 --games 4 --elo1 300 --sprt-games 20",
		"bench bfs wander --rules hunter:level=8,snakes=1 --games 3 --markdown",
		"arena run spot greedy --nodes 50 --board 7x7 --games 10 --no-times",
		"arena run cell bfs --rules classic --board 6x6 --games 10 --no-times",
		"arena tune spot --param depth=1..9@1 --board 7x7 --nodes 30 --steps 3 --games 4 --elo1 300 --sprt-games 40",
	}
	for _, line := range lines[:needs.Many(5, len(lines))] {
		args := strings.Fields(line)
		code, out, errs := clitest.Run(t, args...)
		far, farOut, farErrs := clitest.Run(t, append(args, "--fleet", url)...)
		if strings.HasPrefix(line, "arena tune") { // prints thinking times, which differ
			out, farOut = lastLines(out), lastLines(farOut)
		}
		if code != far || out != farOut || out == "" {
			t.Errorf("ouro %s: code %d without a fleet, %d with one: %s%s\n%s\n%s", line, code, far, errs, farErrs, out, farOut)
		}
	}
}

// lastLines returns the last two lines, which contain the result of the tuning.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-2):], "\n")
}
