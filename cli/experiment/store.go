package experiment

import (
	"bytes"
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/definition"
	"ouro/identity"
	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/internal/infile"
	"ouro/internal/outfile"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/store"
)

// StoreFlag is the flag --store.
type StoreFlag struct {
	File    string
	Always  bool // whether the default file is used without the flag and the variable
	Command *cobra.Command
}

// Add adds the flag. clause is the end of its help.
func (f *StoreFlag) Add(cmd *cobra.Command, clause string) {
	f.Command = cmd
	flags.Store(cmd, &f.File, f.Always, clause)
}

// StoreUsage is the end of the help of --store for commands that play games.
const StoreUsage = "; finished games are stored in it and not played again; \"none\" stores nothing"

// NoStore is the value of --store that stores nothing.
const NoStore = "none"

// Name returns the results file, or "" if nothing is stored.
func (f *StoreFlag) Name() string {
	file := ""
	switch {
	case f.Command == nil: // the flag belongs to another command
		return f.File
	case f.Command.Flags().Changed("store"):
		file = f.File
	case os.Getenv(flags.StoreVariable) != "":
		file = os.Getenv(flags.StoreVariable)
	case f.Always:
		file = OwnStore()
	}
	if file == NoStore {
		return ""
	}
	return file
}

// OwnStore returns the user's default results file, or "" if the system has no directory for it.
func OwnStore() string {
	var dir string
	switch runtime.GOOS {
	case "windows":
		dir = os.Getenv("LocalAppData")
	case "darwin":
		if home, err := os.UserHomeDir(); err == nil {
			dir = filepath.Join(home, "Library", "Application Support")
		}
	default:
		if dir = os.Getenv("XDG_DATA_HOME"); !filepath.IsAbs(dir) {
			dir = ""
			if home, err := os.UserHomeDir(); err == nil {
				dir = filepath.Join(home, ".local", "share")
			}
		}
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "ouro", "results.db")
}

// Files returns the names of the results file and of the files that belong to it.
func (f *StoreFlag) Files() []string { return store.Files(f.Name()) }

// Storage stores the games of an experiment. A nil Storage stores nothing.
type Storage struct {
	Store   *store.Store
	Runs    store.ActiveRuns
	Notes   []string // messages about earlier games that are not counted
	resumed bool     // whether games of an earlier run with remote snakes count
}

// open opens the results file for the games of a definition, or returns nil if nothing is to be
// stored. resume is "" or names an experiment with remote snakes whose games also count.
func (f *StoreFlag) open(ctx context.Context, d *definition.Definition, plan *lab.Plan, guestTimeout time.Duration, resume string) (*Storage, error) {
	if f.Name() == "" {
		if resume != "" {
			return nil, command.Usagef("--resume %s: nothing is stored; want --store FILE with that experiment", resume)
		}
		return nil, nil
	}
	return f.OpenRuns(ctx, StoredExperiments(d, plan), guestTimeout, resume)
}

// OpenRuns opens the results file and starts a run of each experiment by this build.
func (f *StoreFlag) OpenRuns(ctx context.Context, experiments []store.Experiment, guestTimeout time.Duration, resume string) (*Storage, error) {
	build, err := buildinfo.Current()
	if err != nil {
		return nil, err
	}
	s, err := OpenStore(ctx, f)
	if err != nil {
		return nil, err
	}
	k := &Storage{Store: s}
	for i := range experiments {
		e := &experiments[i]
		e.Build = build
		if err := k.openRun(ctx, e, RunOf(f.Command), guestTimeout, resume); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return k, nil
}

// OpenStore opens the results file, and creates it if necessary.
func OpenStore(ctx context.Context, f *StoreFlag) (*store.Store, error) {
	if file := f.Name(); file == OwnStore() {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, fmt.Errorf("%w; --store FILE names another results file, --store none stores nothing", err)
		}
	}
	return store.Open(ctx, f.Name())
}

func (k *Storage) openRun(ctx context.Context, e *store.Experiment, run store.Run, guestTimeout time.Duration, resume string) error {
	parties, err := identity.Of(ctx, e.Solvers, guestTimeout)
	if err != nil {
		return err
	}
	e.Programs = parties.Text()
	e.Reproducible = e.Reproducible && e.Programs == ""
	if resume != "" {
		if err := k.resume(ctx, e, &parties, resume); err != nil {
			return err
		}
	}
	started, err := k.Store.StartRun(ctx, *e, run)
	if err != nil {
		return err
	}
	k.Runs = append(k.Runs, started)
	if resume != "" {
		return nil
	}
	note, err := k.earlierGames(ctx, started.Experiment().ID, e, &parties)
	if note != "" && !slices.Contains(k.Notes, note) {
		k.Notes = append(k.Notes, note)
	}
	return err
}

// resume lets e continue the named experiment with remote snakes. Its build and participants must
// be unchanged.
func (k *Storage) resume(ctx context.Context, e *store.Experiment, parties *identity.Participants, name string) error {
	if !parties.Guests() {
		return command.Usagef("--resume: no remote snake takes part; the same command without --resume continues the experiment")
	}
	old, err := Find(ctx, k.Store, []string{name})
	if err != nil {
		return err
	}
	before, err := identity.Parse(old[0].Programs)
	if err != nil {
		return fmt.Errorf("%s: experiment %s: %w", k.Store.File(), old[0].Short(), err)
	}
	changed := parties.Changes(&before)
	if !buildinfo.Same(old[0].Build, e.Build) {
		changed = append([]string{"the build (" + old[0].Build.Short() + ")"}, changed...)
	}
	switch {
	case old[0].Kind != e.Kind || old[0].Definition != e.Definition:
		return command.Usagef("--resume %s: that experiment plays other games; see ouro results show %s", name, old[0].Short())
	case len(changed) > 0:
		return command.Usagef("--resume %s: %s changed since then; omit --resume to begin a new experiment", name, strings.Join(changed, " and "))
	}
	e.Programs, k.resumed = old[0].Programs, true
	return nil
}

// earlierGames returns a message about stored games of the same definition that do not count for
// the new experiment e, and why they do not count. Without such games, it returns "".
func (k *Storage) earlierGames(ctx context.Context, id int64, e *store.Experiment, parties *identity.Participants) (string, error) {
	all, err := k.Store.Find(ctx, store.Query{Kind: e.Kind})
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(all, func(own store.Experiment) bool { return own.ID == id && own.Games > 0 }) {
		return "", nil
	}
	for _, old := range slices.Backward(all) {
		if old.ID == id || old.Definition != e.Definition || old.Games == 0 {
			continue
		}
		before, err := identity.Parse(old.Programs)
		if err != nil {
			return "", fmt.Errorf("%s: experiment %s: %w", k.Store.File(), old.Short(), err)
		}
		changed := parties.Changes(&before)
		if !buildinfo.Same(old.Build, e.Build) {
			changed = append([]string{fmt.Sprintf("the build (%s, now %s)", old.Build.Short(), e.Build.Short())}, changed...)
		}
		games := fmt.Sprintf("%s of experiment %s", english.Count(old.Games, "game"), old.Short())
		if len(changed) > 0 {
			return fmt.Sprintf("%s do not count, because this has changed since: %s; a new experiment begins", games, strings.Join(changed, ", ")), nil
		}
		if parties.Guests() {
			return fmt.Sprintf("%s are from an earlier run with remote snakes and do not count; --resume %s counts them", games, old.Short()), nil
		}
	}
	return "", nil
}

// RunOf returns the command line and the machine of a run.
func RunOf(cmd *cobra.Command) store.Run {
	return store.Run{
		Command: "ouro " + RepeatCommand(cmd, func(_, value string) string { return value }),
		Machine: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, english.Count(runtime.NumCPU(), "processor")),
	}
}

// StoredExperiments returns the experiments that store the games of a definition. In a bench each
// entrant plays alone and has its own experiment, so that a bench of other entrants can use its
// games.
func StoredExperiments(d *definition.Definition, plan *lab.Plan) []store.Experiment {
	if d.Kind != definition.Bench {
		return []store.Experiment{storedExperiment(d, plan)}
	}
	var all []store.Experiment
	for i := range d.Solvers {
		alone := d.Alone(i)
		all = append(all, storedExperiment(&alone, plan))
	}
	return all
}

func storedExperiment(d *definition.Definition, plan *lab.Plan) store.Experiment {
	e := store.Experiment{
		Kind: string(d.Kind), Definition: d.Text(), Title: plan.Title,
		Rules: d.Rules, StartLength: d.StartLength, Seed: d.Seed, Budget: lab.BudgetText(d.Budget()), Solvers: d.Solvers,
	}
	if plan.Game.W > 0 {
		e.Board = fmt.Sprintf("%dx%d", plan.Game.W, plan.Game.H)
	}
	if d.Kind == definition.Arena { // the rules are in the plan
		e.Rules, e.StartLength = plan.Game.Rules.String(), plan.Game.StartLength
	}
	if e.Title == "" {
		e.Title = e.Rules + " " + e.Board
	}
	e.Reproducible = d.Reproducible()
	return e
}

func (k *Storage) Close() error {
	if k == nil {
		return nil
	}
	err := k.Runs.Close()
	if closeErr := k.Store.Close(); err == nil {
		err = closeErr // if err is not nil, closeErr repeats it
	}
	return err
}

// Text returns how many games of a report are stored, and where.
func (k *Storage) Text(r *lab.Report) string {
	e := k.Runs[0].Experiment()
	return fmt.Sprintf("%s in experiment %s of %s", english.Count(len(r.Games), "game"), e.Short(), k.Store.File())
}

// printNotes prints which earlier games do not count, and how many stored games count.
func (k *Storage) printNotes(w io.Writer, games *lab.Count) {
	if k == nil {
		return
	}
	for _, note := range k.Notes {
		fmt.Fprintf(w, "ouro: %s\n", printable.Line(note))
	}
	switch known := games.Games(); {
	case known == 0:
	case games.Complete():
		fmt.Fprintf(w, "ouro: all %s are already stored in %s\n", english.Count(known, "game"), k.Store.File())
	default:
		fmt.Fprintf(w, "ouro: %s are already stored in %s\n", english.Count(known, "game"), k.Store.File())
	}
}

// recordFolder is the directory for the records of an experiment. If dir is empty, its methods do
// nothing.
type recordFolder struct {
	sys outfile.System
	dir string
}

func (f *recordFolder) open() error {
	if f.dir == "" {
		return nil
	}
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return err
	}
	return outfile.Clean(f.sys, f.dir)
}

// maxRecordFile is the largest size of an existing record that write compares with a new one, in
// bytes.
const maxRecordFile = 64 << 20

// write writes a record. Only after close does the record survive a crash of the machine. If the
// file already holds another game, write fails.
func (f *recordFolder) write(name string, r encoding.TextMarshaler) error {
	text, err := r.MarshalText()
	if err != nil {
		return err
	}
	have, err := infile.Read(filepath.Join(f.dir, name), maxRecordFile)
	switch {
	case err == nil && bytes.Equal(have, text):
		return nil
	case err == nil:
		return command.Usagef("--records %s: %s is already the record of another game; choose another directory", f.dir, name)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return outfile.In(f.sys, f.dir, name).WriteUnsynced(command.RecordText(r))
}

// close makes sure that all records survive a crash of the machine.
func (f *recordFolder) close() error {
	if f.dir == "" {
		return nil
	}
	return outfile.SyncDir(f.sys, f.dir)
}
