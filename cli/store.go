package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/identity"
	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// storeOption is the flag --store.
type storeOption struct {
	file   string
	always bool // without the flag and the variable, use the default file
	cmd    *cobra.Command
}

func (f *storeOption) add(cmd *cobra.Command, more string) {
	f.cmd = cmd
	storeFlag(cmd, &f.file, f.always, more)
}

// storeUsage is the help of --store for commands that play games.
const storeUsage = "; finished games are stored in it and not played again, \"none\" stores nothing"

// noStore is the value of --store for no file.
const noStore = "none"

// name returns the results file, or "" if nothing is stored.
func (f *storeOption) name() string {
	file := ""
	switch {
	case f.cmd == nil: // within another command
		return f.file
	case f.cmd.Flags().Changed("store"):
		file = f.file
	case os.Getenv(storeVariable) != "":
		file = os.Getenv(storeVariable)
	case f.always:
		file = ownStore()
	}
	if file == noStore {
		return ""
	}
	return file
}

// ownStore returns the user's default results file, or "" if the system has no place for it.
func ownStore() string {
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

// files returns the results file and the files beside it.
func (f *storeOption) files() []string { return store.Files(f.name()) }

// storage stores the games of an experiment; nil stores nothing.
type storage struct {
	store   *store.Store
	shelves store.ActiveRuns
	notes   []string // messages about earlier games that do not count
	resumed bool     // games with remote snakes of an earlier run are counted
}

// open opens the shelves of an experiment, if results are stored. resume names an experiment
// with remote snakes whose games are counted, or is "".
func (f *storeOption) open(ctx context.Context, o *order.Order, plan *lab.Plan, guestTimeout time.Duration, resume string) (*storage, error) {
	if f.name() == "" {
		if resume != "" {
			return nil, usagef("--resume %s: nothing is stored; want --store FILE with that experiment", resume)
		}
		return nil, nil
	}
	return f.openShelves(ctx, storedAs(o, plan), guestTimeout, resume)
}

// openShelves opens the shelf of each experiment, by this build.
func (f *storeOption) openShelves(ctx context.Context, experiments []store.Experiment, guestTimeout time.Duration, resume string) (*storage, error) {
	build, err := buildinfo.Own()
	if err != nil {
		return nil, err
	}
	s, err := openStore(ctx, f)
	if err != nil {
		return nil, err
	}
	k := &storage{store: s}
	for i := range experiments {
		e := &experiments[i]
		e.Build = build
		if err := k.openShelf(ctx, e, runOf(f.cmd), guestTimeout, resume); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return k, nil
}

// openStore opens the results file, and creates it if necessary.
func openStore(ctx context.Context, f *storeOption) (*store.Store, error) {
	if file := f.name(); file == ownStore() {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, fmt.Errorf("%w; --store FILE names another results file, --store none stores nothing", err)
		}
	}
	return store.Open(ctx, f.name())
}

func (k *storage) openShelf(ctx context.Context, e *store.Experiment, run store.Run, guestTimeout time.Duration, resume string) error {
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
	shelf, err := k.store.StartRun(ctx, *e, run)
	if err != nil {
		return err
	}
	k.shelves = append(k.shelves, shelf)
	if resume != "" {
		return nil
	}
	note, err := k.earlier(ctx, shelf.Experiment().ID, e, &parties)
	if note != "" && !slices.Contains(k.notes, note) {
		k.notes = append(k.notes, note)
	}
	return err
}

// resume makes e the named experiment with remote snakes, if everything that takes part is
// unchanged.
func (k *storage) resume(ctx context.Context, e *store.Experiment, parties *identity.Participants, name string) error {
	if !parties.Guests() {
		return usagef("--resume: no remote snake takes part; the same command continues without it")
	}
	old, err := findNamed(ctx, k.store, []string{name})
	if err != nil {
		return err
	}
	before, err := identity.Parse(old[0].Programs)
	if err != nil {
		return fmt.Errorf("%s: experiment %s: %w", k.store.File(), old[0].Short(), err)
	}
	changed := parties.Changes(&before)
	if !buildinfo.Same(old[0].Build, e.Build) {
		changed = append([]string{"the build (" + old[0].Build.Short() + ")"}, changed...)
	}
	switch {
	case old[0].Kind != e.Kind || old[0].Order != e.Order:
		return usagef("--resume %s: that experiment plays other games; see ouro results show %s", name, old[0].Short())
	case len(changed) > 0:
		return usagef("--resume %s: %s changed since then; omit --resume to begin a new experiment", name, strings.Join(changed, " and "))
	}
	e.Programs, k.resumed = old[0].Programs, true
	return nil
}

// earlier returns a message about games of the same order that do not count for a new
// experiment, and what has changed, or "".
func (k *storage) earlier(ctx context.Context, id int64, e *store.Experiment, parties *identity.Participants) (string, error) {
	all, err := k.store.Find(ctx, store.Query{Kind: e.Kind})
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(all, func(own store.Experiment) bool { return own.ID == id && own.Games > 0 }) {
		return "", nil
	}
	for _, old := range slices.Backward(all) {
		if old.ID == id || old.Order != e.Order || old.Games == 0 {
			continue
		}
		before, err := identity.Parse(old.Programs)
		if err != nil {
			return "", fmt.Errorf("%s: experiment %s: %w", k.store.File(), old.Short(), err)
		}
		changed := parties.Changes(&before)
		if !buildinfo.Same(old.Build, e.Build) {
			changed = append([]string{fmt.Sprintf("the build (%s, now %s)", old.Build.Short(), e.Build.Short())}, changed...)
		}
		games := fmt.Sprintf("%s of experiment %s", english.Count(old.Games, "game"), old.Short())
		if len(changed) > 0 {
			return fmt.Sprintf("changed since %s: %s; those games do not count, a new experiment begins", games, strings.Join(changed, ", ")), nil
		}
		if parties.Guests() {
			return fmt.Sprintf("%s are from an earlier run with remote snakes and do not count; --resume %s counts them", games, old.Short()), nil
		}
	}
	return "", nil
}

// runOf returns the command line and the machine of a run.
func runOf(cmd *cobra.Command) store.Run {
	return store.Run{
		Command: "ouro " + commandAgain(cmd, func(_, value string) string { return value }),
		Machine: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, english.Count(runtime.NumCPU(), "processor")),
	}
}

// storedAs returns the experiments in which the games of an order are stored. Entrants that
// play alone have one each, so that other sets of them share their games.
func storedAs(o *order.Order, plan *lab.Plan) []store.Experiment {
	if o.Kind != order.Bench {
		return []store.Experiment{storedOrder(o, plan)}
	}
	var all []store.Experiment
	for i := range o.Solvers {
		alone := o.Alone(i)
		all = append(all, storedOrder(&alone, plan))
	}
	return all
}

func storedOrder(o *order.Order, plan *lab.Plan) store.Experiment {
	e := store.Experiment{
		Kind: string(o.Kind), Order: o.Text(), Title: plan.Title,
		Rules: o.Rules, StartLength: o.StartLength, Seed: o.Seed, Budget: lab.BudgetText(o.Budget()), Solvers: o.Solvers,
	}
	if plan.Game.W > 0 {
		e.Board = fmt.Sprintf("%dx%d", plan.Game.W, plan.Game.H)
	}
	if o.Kind == order.Arena { // the rules are in the plan
		e.Rules, e.StartLength = plan.Game.Rules.String(), plan.Game.StartLength
	}
	if e.Title == "" {
		e.Title = e.Rules + " " + e.Board
	}
	e.Reproducible = o.Reproducible()
	return e
}

func (k *storage) close() error {
	if k == nil {
		return nil
	}
	err := k.shelves.Close()
	if closing := k.store.Close(); err == nil {
		err = closing // otherwise it repeats err
	}
	return err
}

// say prints which games do not count, and how many do.
func (k *storage) say(w io.Writer, games *lab.Count) {
	if k == nil {
		return
	}
	for _, note := range k.notes {
		fmt.Fprintf(w, "ouro: %s\n", printable.Line(note))
	}
	switch known := games.Games(); {
	case known == 0:
	case games.Complete():
		fmt.Fprintf(w, "ouro: all %s are already stored in %s\n", english.Count(known, "game"), k.store.File())
	default:
		fmt.Fprintf(w, "ouro: %s are already stored in %s\n", english.Count(known, "game"), k.store.File())
	}
}
