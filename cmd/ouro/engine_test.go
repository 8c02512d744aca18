package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestEnginesPlayTheSameGames: through the protocol, a solver plays the same games as locally,
// alone and among several snakes. All moves and checks of the records are equal.
func TestEnginesPlayTheSameGames(t *testing.T) {
	for i, c := range []struct {
		game    string
		solvers []string
	}{
		{"bench --games 3 --board 6x6", []string{"cell"}},
		{"bench --games 2 --board 5x5", []string{"ouroboros:nodes=3"}},
		{"bench --games 2 --board 7x6 --start-length 4", []string{"wander:style=s"}},
		{"bench --games 1 --rules maze:regrow=floor --nodes 1000", []string{"backtrack:depth=6"}},
		{"game --rules standard --board 7x7 --nodes 80 --seed 3", []string{"spot:depth=9", "hungry", "random"}},
		{"game --rules wrapped:map=hz_rings --board 11x11 --nodes 40 --seed 4", []string{"spot", "coward:hungry=20"}},
		{"game --rules constrictor --board 9x9 --nodes 40 --seed 5", []string{"spot", "spot"}},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			local := recordsOf(t, dir, "local"+strconv.Itoa(i), c.game, c.solvers)
			engines := make([]string, len(c.solvers))
			for j, s := range c.solvers {
				engines[j] = `exec:ouro engine ` + s
			}
			asEngines := recordsOf(t, dir, "engines"+strconv.Itoa(i), c.game, withCommas(engines))
			if local != asEngines || strings.Count(local, "\nturn ") == 0 || strings.Contains(asEngines, "mishap") {
				t.Errorf("the records of the solvers are\n%s\nand of the same solvers as engines\n%s", local, asEngines)
			}
		})
	}
}

// withCommas writes a comma instead of the colon before the options of each engine's solver.
func withCommas(specs []string) []string {
	for i, s := range specs {
		at := strings.LastIndexByte(s, ':')
		if at > len("exec") {
			specs[i] = s[:at] + "," + s[at+1:]
		}
	}
	return specs
}

// recordsOf plays games and returns their records without the names of the solvers.
func recordsOf(t *testing.T, dir, name, game string, solvers []string) string {
	t.Helper()
	line := "ouro " + game
	if strings.HasPrefix(game, "bench") {
		line += " --records " + name + " --solver '" + strings.Join(solvers, "' --solver '") + "'"
	} else {
		line += " --record " + name + ".ouro --plain --snake '" + strings.Join(solvers, "' --snake '") + "'"
	}
	if out, code, err := shell(t.Context(), dir, line); code != 0 || err != nil {
		t.Fatalf("%s: exit code %d, %v: %s", line, code, err, out)
	}
	names, err := filepath.Glob(filepath.Join(dir, name+"*"))
	if records, _ := filepath.Glob(filepath.Join(dir, name, "*.ouro")); records != nil {
		names = records
	}
	if err != nil || len(names) == 0 {
		t.Fatalf("no records: %v", err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(regexp.MustCompile(`(?m)^(solver|sum) .*$`).ReplaceAllString(string(text), "$1"))
	}
	return all.String()
}
