package tune

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/internal/outfile"
	"ouro/internal/outfile/outfiletest"
)

// logged is a plan whose course is kept in a file, and how it is played.
func logged() (Plan, Objective) {
	p := problems()[2]
	return Plan{Params: p.params, Steps: 6, Groups: 2, Seed: 5}, duels(p.f, 0.3)
}

// runFile makes the course in a file and finishes it.
func runFile(ctx context.Context, sys outfile.System, path string, plan Plan, play Objective) (err error) {
	f, err := OpenFile(sys, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err = Run(ctx, plan, f, play, nil); err != nil {
		return err
	}
	return f.Finish()
}

func whole(t *testing.T, plan Plan, play Objective) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "steps.jsonl")
	if err := runFile(t.Context(), nil, path, plan, play); err != nil {
		t.Fatal(err)
	}
	return read(t, path)
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestResumedAnywhere: wherever a run was cut off, be it in the middle of a line,
// the next one makes the same course, byte for byte, and no step that is kept is
// played again.
func TestResumedAnywhere(t *testing.T) {
	plan, play := logged()
	want := whole(t, plan, play)
	dir := t.TempDir()
	for cut := range len(want) + 1 {
		if cut%17 > 0 && !bytes.Contains(want[max(0, cut-2):min(cut+1, len(want))], []byte("\n")) {
			continue // every end of a line, and the middle of each
		}
		path := filepath.Join(dir, fmt.Sprint(cut))
		if err := os.WriteFile(path+outfile.Partial, want[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		played := 0
		counted := func(ctx context.Context, t Trial) ([]float64, error) {
			played++
			return play(ctx, t)
		}
		if err := runFile(t.Context(), nil, path, plan, counted); err != nil {
			t.Fatalf("cut off after %d bytes: %v", cut, err)
		}
		if got := read(t, path); !bytes.Equal(got, want) {
			t.Fatalf("cut off after %d bytes the log is\n%swant\n%s", cut, got, want)
		}
		if kept := bytes.Count(want[:cut], []byte("\n")); played != plan.Steps-kept {
			t.Fatalf("cut off after %d bytes, %d steps were kept and %d played", cut, kept, played)
		}
	}
}

// TestFinishedIsNotPlayedAgain: a course that is over is read.
func TestFinishedIsNotPlayedAgain(t *testing.T) {
	plan, play := logged()
	path := filepath.Join(t.TempDir(), "steps.jsonl")
	for range 2 {
		if err := runFile(t.Context(), nil, path, plan, play); err != nil {
			t.Fatal(err)
		}
		play = func(context.Context, Trial) ([]float64, error) { return nil, errors.New("it is played again") }
	}
}

// TestFailingDisk: whichever call of the system fails, the run says so, or it is
// complete; what is kept is good, and the next run ends with the same log.
func TestFailingDisk(t *testing.T) {
	plan, play := logged()
	want := whole(t, plan, play)
	dir := t.TempDir()
	for n := 1; ; n++ {
		path := filepath.Join(dir, fmt.Sprint(n))
		sys := outfiletest.FailAt(n)
		err := runFile(t.Context(), sys, path, plan, play)
		if !sys.Failed() {
			if n < 2*plan.Steps {
				t.Errorf("only %d calls could fail", n)
			}
			return
		}
		if !errors.Is(err, outfiletest.ErrInjected) {
			t.Errorf("call %d failed, and the error is %v", n, err)
		}
		if err := runFile(t.Context(), nil, path, plan, play); err != nil {
			t.Fatalf("after call %d failed: %v", n, err)
		}
		if got := read(t, path); !bytes.Equal(got, want) {
			t.Fatalf("after call %d failed the log is\n%swant\n%s", n, got, want)
		}
	}
}

// TestDamagedLog: a log that does not follow from the plan is refused, with the
// line.
func TestDamagedLog(t *testing.T) {
	plan, play := logged()
	want := whole(t, plan, play)
	lines := strings.SplitAfter(string(want), "\n")
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"another step":   {strings.Join(lines[:3], "") + lines[5], "line 4 "},
		"a line missing": {lines[0] + lines[2], "line 2 "},
		"a score":        {strings.Replace(lines[0], `"scores":[`, `"scores":[0.1,`, 1), "line 1 "},
		"a later change": {lines[0] + strings.Replace(lines[1], `"gain":`, `"gain":1`, 1), "line 2 "},
		"nonsense":       {lines[0] + "nonsense\n", "line 2 "},
		"blank":          {lines[0] + "\n" + lines[1], "line 2 "},
		"too long":       {string(want) + lines[5], "line 7 "},
	} {
		path := filepath.Join(t.TempDir(), "steps.jsonl")
		if err := os.WriteFile(path+outfile.Partial, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := runFile(t.Context(), nil, path, plan, play); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if got := read(t, path+outfile.Partial); string(got) != c.text {
			t.Errorf("%s: it was changed", name)
		}
	}
	// Of another plan.
	path := filepath.Join(t.TempDir(), "steps.jsonl")
	if err := os.WriteFile(path+outfile.Partial, want, 0o600); err != nil {
		t.Fatal(err)
	}
	plan.Seed++
	if err := runFile(t.Context(), nil, path, plan, play); err == nil {
		t.Error("the log of another seed is taken")
	}
}

// TestTwoRuns: a log is written by one run.
func TestTwoRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "steps.jsonl")
	f, err := OpenFile(nil, path)
	if err != nil {
		t.Fatal(err)
	}
	var busy *outfile.BusyError
	if second, err := OpenFile(nil, path); !errors.As(err, &busy) {
		t.Errorf("%v, %v", second, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if f, err = OpenFile(nil, path); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Finish(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if f, err = OpenFile(nil, path); err != nil || f.Append([]byte("{}")) == nil {
		t.Errorf("a finished log is written on: %v", err)
	}
}
