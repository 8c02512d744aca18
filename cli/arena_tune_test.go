package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// tuneDepth is a tuning whose answer is known: with a few nodes spot looks too
// shortly ahead at depth=1, and no deeper than some moves.
var tuneDepth = strings.Fields("arena tune spot --param depth=1..9@1 --board 7x7 --nodes 20 --steps 10 --games 8 --elo1 200 --sprt-games 200 --dir tuned")

// TestTune: the tuned snake is better, which is found out on other games; the same
// command again plays nothing and says the same; its tournament can be looked at.
func TestTune(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, errs := run(t, tuneDepth...)
	if code != exitDone || !strings.Contains(out, "spot tuned against itself, 10 steps of 8 games\n") ||
		!strings.Contains(out, "\nstart: spot:depth=1\ntuned: spot:depth=") ||
		!strings.Contains(out, "\nthe same games again: ouro arena run --config tuned/sprt/tournament.toml\n") {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	for _, name := range []string{"tuning.json", "steps.jsonl", "course.svg", "sprt/tournament.toml", "sprt/games.jsonl"} {
		if info, err := os.Stat(filepath.Join("tuned", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	again, out2, errs := run(t, slices.Concat(tuneDepth, []string{"--workers", "1"})...)
	if again != code || withoutTimes(out2) != withoutTimes(out) || !strings.Contains(errs, "nothing was left to play") {
		t.Errorf("again: code %d\n%s%s", again, out2, errs)
	}
	if code, report, errs := run(t, "arena", "report", "tuned/sprt"); code != exitDone || !strings.Contains(report, "tuned") {
		t.Errorf("report: code %d\n%s%s", code, report, errs)
	}
	if code, _, errs := run(t, slices.Concat(tuneDepth, []string{"--seed", "2"})...); code != exitUsage || !strings.Contains(errs, "tuned: it holds another tuning (seed: 1 and 2)") {
		t.Errorf("another seed: code %d, %s", code, errs)
	}
}

// TestTuneAgainst: what was tuned in games with others is judged in such, and the
// verdict says so.
func TestTuneAgainst(t *testing.T) {
	t.Chdir(t.TempDir())
	args := strings.Fields("arena tune spot --param depth=1..9@1 --against me=spot --board 7x7 --nodes 20 --steps 10 --games 12 --elo1 200 --sprt-games 240 --dir tuned")
	code, out, errs := run(t, args...)
	if code != exitDone && code != exitNo || !strings.Contains(out, "spot tuned against me=spot, 10 steps of 12 games\n") ||
		!strings.Contains(out, "Is tuned better than start in games with me? ") || !strings.Contains(out, "tuned and start do not meet") {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	if again, out2, errs := run(t, args...); again != code || withoutTimes(out2) != withoutTimes(out) || !strings.Contains(errs, "nothing was left to play") {
		t.Errorf("again: code %d\n%s%s", again, out2, errs)
	}
}

// withoutTimes leaves out the table of thinking times.
func withoutTimes(text string) string {
	before, rest, _ := strings.Cut(text, "\nanswers ")
	_, after, _ := strings.Cut(rest, "\n\n")
	return before + after
}

// TestTuneGoesOn: a tuning that is stopped says what it has and how it goes on; what
// it ends with is what one that was not stopped ends with.
func TestTuneGoesOn(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, errs := run(t, tuneDepth...); code != exitDone {
		t.Fatalf("code %d: %s", code, errs)
	}
	args := slices.Clone(tuneDepth)
	args[len(args)-1] = "cut"
	for limit := 100 * time.Millisecond; ; limit += limit / 2 {
		code, out, errs := run(t, slices.Concat(args, []string{"--timeout", limit.String()})...)
		if code == exitDone {
			break
		}
		if code != exitOutOfTime || !strings.Contains(errs, "go on with: ouro "+strings.Join(args[:3], " ")) || strings.Contains(errs, "--timeout "+limit.String()) {
			t.Fatalf("stopped: code %d\n%s%s", code, out, errs)
		}
	}
	for _, name := range []string{"tuning.json", "steps.jsonl", "course.svg", "sprt/tournament.toml"} {
		if have, want := readAll(t, filepath.Join("cut", name)), readAll(t, filepath.Join("tuned", name)); have != want {
			t.Errorf("%s is\n%s\nwant\n%s", name, have, want)
		}
	}
}

// TestTuneFindsNothing: where all settings play alike, the end is no better than the
// start, and the answer is no.
func TestTuneFindsNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	alike := strings.Fields("arena tune spot --param hungry=0..10@5 --board 7x7 --nodes 5 --games 2 --sprt-games 4 --dir tuned --json --steps")
	code, out, errs := run(t, append(alike, "3")...)
	var doc struct {
		Start, End string
		Steps      int
		SPRT       *struct{ Games int }
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err, out)
	}
	switch {
	case code != exitNo || doc.Steps != 3:
		t.Errorf("code %d\n%s%s", code, out, errs)
	case doc.Start == doc.End && (doc.SPRT != nil || !strings.Contains(errs, "the end is the start: nothing better was found")):
		t.Errorf("%s%s", out, errs)
	case doc.Start != doc.End && doc.SPRT == nil:
		t.Errorf("%s%s", out, errs)
	}
}
