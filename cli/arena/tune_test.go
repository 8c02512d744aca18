package arena_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/internal/needs"
)

// tuneDepth is a tuning with a known answer: at depth=1, spot does not look ahead far enough.
// Few nodes make its searches fast.
var tuneDepth = strings.Fields("arena tune spot --param depth=1..9@1 --board 7x7 --nodes 20 --steps 10 --games 8 --elo1 200 --sprt-games 200 --store tuned.db --plot course.svg")

// TestTune: in games that were not used for tuning, the tuned snake is better. The same command
// then plays no game and prints the same text. The steps and the final tournament are stored.
func TestTune(t *testing.T) {
	t.Chdir(t.TempDir())
	code, out, errs := clitest.Run(t, tuneDepth...)
	if code != command.ExitDone || !strings.Contains(out, "spot tuned against itself, 10 steps of 8 games\n") ||
		!strings.Contains(out, "\nstart: spot:depth=1\ntuned: spot:depth=") ||
		!lastVerdict.MatchString(errs) {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	chart := clitest.Read(t, "course.svg")
	again, out2, errs := clitest.Run(t, slices.Concat(tuneDepth, []string{"--workers", "1"})...)
	if again != code || out2 != out || !allKnown.MatchString(errs) || clitest.Read(t, "course.svg") != chart {
		t.Errorf("again: code %d\n%s%s", again, out2, errs)
	}
	kept := clitest.Stored(t, "tuned.db")
	if e := kept["tune spot"]; len(kept) != 2 || e.Title != "tuning of spot" || e.Rules == "" || e.Board != "7x7" || !e.Reproducible {
		t.Errorf("the results file has %+v", kept)
	}
	steps, _, _ := strings.Cut(out, "\n\nstandard 7x7, sprt")
	if text := clitest.Results(t, command.ExitDone, "show 1 --store tuned.db"); !strings.HasPrefix(text, steps) {
		t.Errorf("the steps are shown as\n%s", text)
	}
	if text := clitest.Results(t, command.ExitDone, "show 2 --store tuned.db"); !strings.Contains(text, "Is tuned better than start? Yes (H1)") {
		t.Errorf("the final tournament is shown as\n%s", text)
	}
	if _, _, errs := clitest.Run(t, slices.Concat(tuneDepth, []string{"--seed", "2"})...); strings.Contains(errs, "already stored") || len(clitest.Experiments(t, "tuned.db")) != 4 {
		t.Errorf("another seed: %s", errs)
	}
}

// TestTuneAgainst: a snake that was tuned against other snakes is judged against them too, and
// the verdict states this.
func TestTuneAgainst(t *testing.T) {
	needs.Trial(t)
	t.Chdir(t.TempDir())
	args := strings.Fields("arena tune spot --param depth=1..9@1 --against me=spot --board 7x7 --nodes 20 --steps 10 --games 12 --elo1 200 --sprt-games 240 --store tuned.db")
	code, out, errs := clitest.Run(t, args...)
	if code != command.ExitDone && code != command.ExitNo || !strings.Contains(out, "spot tuned against me=spot, 10 steps of 12 games\n") ||
		!strings.Contains(out, "Is tuned better than start in games with me? ") || !strings.Contains(out, "tuned and start never play each other") {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	if again, out2, errs := clitest.Run(t, args...); again != code || out2 != out || !allKnown.MatchString(errs) {
		t.Errorf("again: code %d\n%s%s", again, out2, errs)
	}
}

// lastVerdict matches messages whose last line is the verdict of the test.
var lastVerdict = regexp.MustCompile(`\nouro: tuned is better than start \(H1\): Elo \+\d+, 95 % interval \[\+?\d+, \+\d+\]\n$`)

// allKnown matches the message of a command that has nothing to play.
var allKnown = regexp.MustCompile(`(?m)^ouro: all \d+ games are already stored in tuned\.db$`)

// withoutDurations removes the table of thinking times.
func withoutDurations(text string) string {
	before, rest, _ := strings.Cut(text, "\nanswers ")
	_, after, _ := strings.Cut(rest, "\n\n")
	return before + after
}

// TestTuneResumes: a stopped tuning prints its state and the command to resume. The resumed
// tuning ends like a tuning without a stop.
func TestTuneResumes(t *testing.T) {
	needs.Trial(t)
	t.Chdir(t.TempDir())
	code, want, errs := clitest.Run(t, tuneDepth...)
	if code != command.ExitDone {
		t.Fatalf("code %d: %s", code, errs)
	}
	chart := clitest.Read(t, "course.svg")
	args := strings.Fields(strings.ReplaceAll(strings.Join(tuneDepth, " "), "tuned.db", "cut.db"))
	for limit := 100 * time.Millisecond; ; limit += limit / 2 {
		code, out, errs := clitest.Run(t, slices.Concat(args, []string{"--timeout", limit.String()})...)
		if code == command.ExitDone {
			if withoutDurations(out) != withoutDurations(want) || clitest.Read(t, "course.svg") != chart {
				t.Errorf("the resumed tuning ends with\n%s\nwant\n%s", out, want)
			}
			break
		}
		if code == command.ExitOutOfTime && out == "" && errs == "ouro: stopped by --timeout\n" {
			continue // before the results file was open
		}
		if code != command.ExitOutOfTime || !strings.Contains(errs, "continue with: ouro "+strings.Join(args[:3], " ")) || strings.Contains(errs, "--timeout "+limit.String()) {
			t.Fatalf("stopped: code %d\n%s%s", code, out, errs)
		}
	}
}

// TestTuneFindsNothing: if all values of the options play alike, the tuning ends with the answer
// no.
func TestTuneFindsNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	alike := strings.Fields("arena tune spot --param hungry=0..10@5 --board 7x7 --nodes 5 --games 2 --sprt-games 4 --store tuned.db --json --steps")
	code, out, errs := clitest.Run(t, append(alike, "3")...)
	var doc struct {
		Start, End string
		Steps      int
		SPRT       *struct{ Games int }
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err, out)
	}
	switch {
	case code != command.ExitNo || doc.Steps != 3:
		t.Errorf("code %d\n%s%s", code, out, errs)
	case doc.Start == doc.End && (doc.SPRT != nil || !strings.Contains(errs, "the result equals the start: nothing better was found")):
		t.Errorf("%s%s", out, errs)
	case doc.Start != doc.End && doc.SPRT == nil:
		t.Errorf("%s%s", out, errs)
	}
}
