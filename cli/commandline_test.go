package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/rule/maze"
	"ouro/store"
)

// finalHash is the digest of the last position of a game that is played at once.
func finalHash(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := run(t, append(args, "--json")...)
	var doc struct{ Final string }
	if err := json.Unmarshal([]byte(out), &doc); code != exitDone || err != nil || doc.Final == "" {
		t.Fatalf("%q: code %d, %v, %s", args, code, err, errs)
	}
	return doc.Final
}

// TestAgain runs the command that reports print to show a game again, for every
// ruleset, map, level and option, and demands the same game.
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
	for _, l := range maze.Levels() {
		for _, regrow := range []string{"none", "floor", "original"} {
			cases = append(cases, []string{"maze", "backtrack:depth=4", "--level", l.Name, "--regrow", regrow, "--moves", "40"})
		}
	}
	options := []string{"food", "minfood", "damage", "shrink"}
	for i, rules := range roster.Rules() {
		if rules.Home != roster.Battlesnake {
			continue
		}
		for j, m := range battlesnake.Maps() {
			if (i+j)%needs.Many(4, 1) > 0 { // every ruleset and every map, and in trials each with each
				continue
			}
			board := boardOf(t, rules.Name, m)
			cases = append(cases, []string{"watch", "greedy", "--rules", rules.Name + ":map=" + m.Name, "--board", board, "--moves", "25"})
			if m.MaxSnakes > 1 { // else it may never end
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
			_, report, errs := run(t, args...)
			_, line, ok := strings.Cut(report, "again: ouro ")
			if !ok {
				t.Fatalf("it does not say how to see it again: %s%s", report, errs)
			}
			again := words(strings.TrimSuffix(line, "\n"))
			if want, got := finalHash(t, args...), finalHash(t, again...); got != want {
				t.Errorf("%q is another game, %s and not %s", again, got, want)
			}
			if _, twice, _ := run(t, again...); !strings.HasSuffix(twice, "again: ouro "+line) {
				t.Errorf("%q says %s", again, twice)
			}
		})
	}
}

// TestPrintedCommandsAreQuoted: a shell reads each printed command correctly, with any names
// of files.
func TestPrintedCommandsAreQuoted(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, out, _ := run(t, "exact", "--board", "3x4", "--save", "my table"); !strings.HasSuffix(out, "best moves are in my table; play them with 'tablebase:file=my table'\n") {
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
		`to examine it give --check 'ouro engine '\''exec:my snake'\'''` + "\n":     {"engine", "exec:my snake", "--check", "x"},
	} {
		if _, _, errs := run(t, args...); !strings.Contains(errs, want) {
			t.Errorf("%q says %s", args, errs)
		}
	}
}

// boardOf is a board that snakes can play on with this map.
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

// words reads a command line as a shell does whose words are plain or quoted by '.
func words(line string) []string {
	var all []string
	word, quoted := "", false
	flush := func() {
		all, word = append(all, word), ""
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\'':
			quoted = !quoted
		case c == '\\' && !quoted:
			i++
			word += line[i : i+1]
		case c == ' ' && !quoted:
			flush()
		default:
			word += line[i : i+1]
		}
	}
	flush()
	return slices.DeleteFunc(all, func(w string) bool { return w == "" })
}
