package tune

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/arena"
	"ouro/internal/outfile"
	"ouro/internal/outfile/outfiletest"
)

func experiment(t *testing.T, change func(*arena.Tournament, *Plan)) *Experiment {
	t.Helper()
	tour := small("spot", "hungry")
	plan := Plan{Params: params(t, "depth=1..4@2"), Steps: 3, Groups: 2}
	if change != nil {
		change(tour, &plan)
	}
	e, err := NewExperiment(tour, plan)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// runFolder tunes in a folder, to the end.
func runFolder(ctx context.Context, sys outfile.System, dir string, e *Experiment) (r *Result, err error) {
	f, err := OpenFolder(sys, dir, e)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if r, err = Run(ctx, e.Plan, f, e.Play(nil), nil); err != nil {
		return r, err
	}
	return r, f.Finish()
}

// TestFolderResumes: a tuning with real games that is stopped after each step, and
// once in the middle of one, ends with the same files as one that was not.
func TestFolderResumes(t *testing.T) {
	e := experiment(t, nil)
	files := func(dir string) string {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, entry := range entries {
			b.WriteString(entry.Name() + "\n" + string(read(t, filepath.Join(dir, entry.Name()))))
		}
		return b.String()
	}
	whole, cut := t.TempDir(), t.TempDir()
	if _, err := runFolder(t.Context(), nil, whole, e); err != nil {
		t.Fatal(err)
	}
	for runs := 0; ; runs++ {
		ctx, cancel := context.WithCancel(t.Context())
		f, err := OpenFolder(nil, cut, e)
		if err != nil {
			t.Fatal(err)
		}
		kept := len(f.Lines())
		_, err = Run(ctx, e.Plan, f, e.Play(nil), func(s *Step) {
			if s.Step >= kept { // a new one
				cancel()
			}
		})
		if err == nil {
			err = f.Finish()
		}
		if err := errors.Join(f.Close()); err != nil {
			t.Fatal(err)
		}
		cancel()
		if err == nil {
			if runs != e.Plan.Steps-1 && runs != e.Plan.Steps {
				t.Errorf("%d runs for %d steps", runs+1, e.Plan.Steps)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		// As if it had been killed while it wrote.
		name := filepath.Join(cut, stepsName+outfile.Partial)
		if err := os.WriteFile(name, append(read(t, name), `{"step":`...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := files(cut), files(whole); got != want {
		t.Errorf("the folder holds\n%s\nwant\n%s", got, want)
	}
}

// TestFolderOfAnother: a folder is of one tuning, and what differs is named.
func TestFolderOfAnother(t *testing.T) {
	dir := t.TempDir()
	e := experiment(t, nil)
	f, err := OpenFolder(nil, dir, e)
	if err != nil {
		t.Fatal(err)
	}
	var busy *outfile.BusyError
	if _, err := OpenFolder(nil, dir, e); !errors.As(err, &busy) {
		t.Errorf("two runs at once: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*arena.Tournament, *Plan){
		"":                        func(t *arena.Tournament, _ *Plan) { t.Workers, t.Title, t.Elo1 = 3, "x", 7 },
		"steps: 3 and 4":          func(_ *arena.Tournament, p *Plan) { p.Steps = 4 },
		"gain: none and 0.5":      func(_ *arena.Tournament, p *Plan) { p.Gain = 0.5 },
		"seed: 4 and 5":           func(t *arena.Tournament, _ *Plan) { t.Seed = 5 },
		"nodes: 10 and 11":        func(t *arena.Tournament, _ *Plan) { t.Nodes = 11 },
		`time: none and "50ms"`:   func(t *arena.Tournament, _ *Plan) { t.Nodes, t.Time = 0, 50e6 },
		`board: "7x7" and "9x9"`:  func(t *arena.Tournament, _ *Plan) { t.Board = "9x9" },
		`["hungry"] and ["spot"]`: func(t *arena.Tournament, _ *Plan) { t.Snakes[1].Snake = "spot" },
		`"depth=1..4@2:linear"] and ["depth=1..4@2:log"]`: func(_ *arena.Tournament, p *Plan) { p.Params[0].Log = true },
	} {
		other := experiment(t, change)
		if (other.Digest() == e.Digest()) != (want == "") {
			t.Errorf("%q: digests %s and %s", want, e.Digest(), other.Digest())
		}
		f, err := OpenFolder(nil, dir, other)
		if want == "" && err == nil {
			err = f.Close()
		} else if err != nil && strings.Contains(err.Error(), want) && strings.Contains(err.Error(), "it holds another tuning") {
			err = nil
		}
		if err != nil {
			t.Errorf("%q: %v", want, err)
		}
	}
	for text, want := range map[string]string{"nonsense": "what is tuned", "{}": "snake: none and"} {
		if err := os.WriteFile(filepath.Join(dir, aboutName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenFolder(nil, dir, e); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, aboutName)); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(nil, dir, e); err == nil || !strings.Contains(err.Error(), "no tuning.json says of which tuning") {
		t.Error(err)
	}
}

// TestFolderOnAFailingDisk: whichever call fails, the next run ends as it should.
func TestFolderOnAFailingDisk(t *testing.T) {
	e := experiment(t, func(_ *arena.Tournament, p *Plan) { p.Steps = 2 })
	play := duels(func(v []float64) float64 { return v[0] }, 0)
	run := func(sys outfile.System, dir string) (err error) {
		f, err := OpenFolder(sys, dir, e)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		if _, err = Run(t.Context(), e.Plan, f, play, nil); err != nil {
			return err
		}
		return f.Finish()
	}
	var want []byte
	for n := 0; ; n++ {
		dir := t.TempDir()
		sys := outfiletest.FailAt(n)
		err := run(sys, dir)
		failed := n > 0 && sys.Failed()
		if failed && !errors.Is(err, outfiletest.ErrInjected) || !failed && err != nil {
			t.Errorf("call %d: %v", n, err)
		}
		if failed {
			if err := run(nil, dir); err != nil {
				t.Fatalf("after call %d failed: %v", n, err)
			}
		}
		got := read(t, filepath.Join(dir, stepsName))
		if n == 0 {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("after call %d failed the log is\n%s", n, got)
		}
		if n > 0 && !failed {
			return
		}
	}
}
