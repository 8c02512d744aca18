package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// storeOption says where results are kept.
type storeOption struct {
	file string
	cmd  *cobra.Command
}

// add adds the flag.
func (f *storeOption) add(cmd *cobra.Command, more string) {
	f.cmd = cmd
	storeFlag(cmd, &f.file, "; finished games are kept there, and known ones are not played again"+more)
}

// name is the file that was asked for; "" is none.
func (f *storeOption) name() string {
	if f.cmd == nil { // a part of another command
		return ""
	}
	if f.cmd.Flags().Changed("store") {
		return f.file
	}
	return os.Getenv(storeVariable)
}

// files are those of the file that was asked for.
func (f *storeOption) files() []string { return store.Files(f.name()) }

// keeping is where the games of an experiment are kept. nil keeps nothing.
type keeping struct {
	store   *store.Store
	shelves store.Shelves
}

// open opens the shelves of an experiment, if results are to be kept.
func (f *storeOption) open(ctx context.Context, e *experiment) (*keeping, error) {
	if f.name() == "" {
		return nil, nil
	}
	return f.openShelves(ctx, storedAs(&e.order, &e.plan))
}

// openShelves opens the shelf of each experiment, by this build.
func (f *storeOption) openShelves(ctx context.Context, experiments []store.Experiment) (*keeping, error) {
	build, err := buildinfo.Own()
	if err != nil {
		return nil, err
	}
	for i := range experiments {
		e := &experiments[i]
		if e.Programs, err = programsOf(e.Solvers); err != nil {
			return nil, err
		}
		e.Reproducible = e.Reproducible && e.Programs == ""
	}
	s, err := store.Open(ctx, f.name())
	if err != nil {
		return nil, err
	}
	k := &keeping{store: s}
	for _, of := range experiments {
		of.Build = build
		shelf, err := s.Shelf(ctx, of, runOf(f.cmd))
		if err != nil {
			_ = s.Close() // it says the same
			return nil, err
		}
		k.shelves = append(k.shelves, shelf)
	}
	return k, nil
}

// runOf is how a command plays.
func runOf(cmd *cobra.Command) store.Run {
	return store.Run{
		Command: "ouro " + typedAgain(cmd, func(_, value string) string { return value }),
		Machine: fmt.Sprintf("%s/%s, %s", runtime.GOOS, runtime.GOARCH, english.Count(runtime.NumCPU(), "processor")),
	}
}

// storedAs are the experiments as which one is kept: where each entrant plays by
// itself one for each, so that other sets of them share their games.
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
	if o.Kind == order.Hunter {
		e.Rules = "hunter"
	}
	if e.Title == "" {
		e.Title = e.Rules + " " + e.Board
	}
	e.Reproducible = o.Time == 0 && o.CPU == 0 && !slices.ContainsFunc(plan.Entrants, func(e lab.Entrant) bool { return e.Address != "" })
	return e
}

// close writes what is left.
func (k *keeping) close() error {
	if k == nil {
		return nil
	}
	err := k.shelves.Close()
	if closing := k.store.Close(); err == nil {
		err = closing // else it says the same
	}
	return err
}

// tell shows the progress, and says once how many games were known.
func (k *keeping) tell(w io.Writer, bar *progress) func(lab.Progress) {
	told := k == nil
	return func(at lab.Progress) {
		if !told && at.Known > 0 {
			told = true
			fmt.Fprintf(w, "ouro: %d of %s are known from %s\n", at.Known, english.Count(at.Total, "game"), k.store.File())
		}
		bar.show(at)
	}
}
