package clitest

import (
	"database/sql"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/cli/experiment"
	"ouro/definition"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/store"
)

// Stored returns the experiments of a results file. A key is "KIND SOLVER,SOLVER".
func Stored(t *testing.T, file string) map[string]store.Experiment {
	t.Helper()
	by := map[string]store.Experiment{}
	for _, e := range Experiments(t, file) {
		key := e.Kind + " " + strings.Join(e.Solvers, ",")
		if _, twice := by[key]; twice {
			t.Errorf("there are two experiments %s", key)
		}
		by[key] = e
	}
	return by
}

// knownLines matches lines that report stored games.
var knownLines = regexp.MustCompile(`(?m)^.*stored in.*\n`)

// Experiments returns the experiments of a results file, the oldest first.
func Experiments(t *testing.T, file string) []store.Experiment {
	t.Helper()
	s, err := store.OpenExisting(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	all, err := s.Find(t.Context(), store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Build describes an invented build of Ouro, for a results file with games of another build.
type Build struct {
	File, Commit string // results file, and the start of the commit
	Begun        time.Time
	Alter        func(*lab.Finished) // changes each game, as if this build played differently; may be nil
}

// Keep plays a definition, and stores the games as if this build had played them.
func (b Build) Keep(t *testing.T, d definition.Definition, games int) store.Experiment {
	t.Helper()
	plan, err := d.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), b.File)
	if err != nil {
		t.Fatal(err)
	}
	e := experiment.StoredExperiments(&d, &plan)[0]
	e.Build, e.Created = buildinfo.Identity{Commit: strings.Repeat(b.Commit, 40)[:40], Sum: b.Commit, Version: "devel"}, b.Begun
	run, err := s.StartRun(t.Context(), e, store.Run{Command: "ouro bench", Machine: "a test"})
	if err != nil {
		t.Fatal(err)
	}
	plan.Groups, plan.Records = games, true
	plan.Keep = func(f *lab.Finished) error {
		if b.Alter != nil {
			b.Alter(f)
		}
		return run.Keep(f)
	}
	if _, err := lab.Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	e = run.Experiment()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return e
}

// BenchDefinition returns the definition of ouro bench for one solver.
func BenchDefinition(t *testing.T, solver, size string, seed uint64) definition.Definition {
	t.Helper()
	specs, err := ouro.ParseSpecs(solver)
	if err != nil {
		t.Fatal(err)
	}
	w, h, err := ouro.ParseSize(size)
	if err != nil {
		t.Fatal(err)
	}
	return definition.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1}, seed, ouro.Budget{}, specs)
}

// Slower makes a game eight moves longer, as if a change had made the solver worse.
func Slower(f *lab.Finished) {
	f.Tally.Turns += 8
	f.Moves[0]++ // changes the digest of the moves
	text, _ := f.Record.MarshalText()
	f.Record = lab.Text(strings.Replace(string(text), "\nturn 1 ", "\nturn 1 U", 1))
}

// Tamper changes a results file with an SQL statement, as another program could.
func Tamper(t *testing.T, file, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err == nil {
		_, err = db.ExecContext(t.Context(), statement)
	}
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}
