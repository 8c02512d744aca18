package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/buildinfo"
	"ouro/internal/shell"
	"ouro/report"
	"ouro/store"
)

// Reader opens the results file of a command.
type Reader struct{ Flag StoreFlag }

func (o *Reader) Add(cmd *cobra.Command) {
	o.Flag.Command, o.Flag.Always = cmd, true
	flags.Store(cmd, &o.Flag.File, true, "")
}

// Check returns an error if the file does not exist.
func (o *Reader) Check() error {
	file := o.Flag.Name()
	if file == "" {
		return command.Usagef("%s: want --store FILE, or %s=FILE in the environment", o.Flag.Command.CommandPath(), flags.StoreVariable)
	}
	_, err := os.Stat(file)
	switch missing := errors.Is(err, fs.ErrNotExist); {
	case missing && file == OwnStore():
		return fmt.Errorf("%s: nothing is stored yet; ouro arena run stores its tournaments in this file, and ouro bench --store %s stores its experiments", file, shell.Word(file))
	case missing:
		return fmt.Errorf("%s: no such file; ouro bench --store %s plays games and stores them in it", file, shell.Word(file))
	}
	return nil
}

// open opens the file, which must exist.
func (o *Reader) open(ctx context.Context) (*store.Store, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	return store.OpenExisting(ctx, o.Flag.Name())
}

// With opens the file, calls f with it and closes it.
func (o *Reader) With(ctx context.Context, f func(*store.Store) error) error {
	s, err := o.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(f(s), s.Close())
}

// Report returns the report of the named experiments, and shows its progress on stderr.
func (o *Reader) Report(ctx context.Context, stderr io.Writer, names []string, options report.Options) (r *report.Report, err error) {
	err = o.With(ctx, func(s *store.Store) error {
		found, err := Find(ctx, s, names)
		if err != nil {
			return err
		}
		bar := progress.New(stderr)
		defer bar.Clear()
		options.Program, options.Progress = buildinfo.Read(), bar.Show
		r, err = report.Make(ctx, s, found, options)
		return err
	})
	return r, err
}

// LastWord is the argument that names the newest experiment.
const LastWord = "last"

// Find returns the named experiments, in the order of the names. An experiment that was changed
// by another program is an error.
func Find(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, err error) {
	all, changed, err := FindOrChanged(ctx, s, names)
	if len(changed) > 0 {
		return nil, changed[0].Err
	}
	return all, err
}

// Changed is an experiment that another program has changed.
type Changed struct {
	store.Experiment // the part that could be read
	Err              *store.ChangedError
}

// FindOrChanged is like Find, but returns changed experiments separately.
func FindOrChanged(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, changed []Changed, err error) {
	for _, name := range names {
		var e store.Experiment
		var changedErr *store.ChangedError
		if name == LastWord {
			found, err := s.Find(ctx, store.Query{})
			if err != nil {
				return nil, nil, err
			}
			if len(found) == 0 {
				return nil, nil, fmt.Errorf("%s: no experiment \"last\": the results file is empty", s.File())
			}
			e = found[len(found)-1]
		} else if e, err = s.Experiment(ctx, name); errors.As(err, &changedErr) {
			changed = append(changed, Changed{e, changedErr})
			continue
		} else if err != nil {
			return nil, nil, err
		}
		if !slices.ContainsFunc(all, func(o store.Experiment) bool { return o.ID == e.ID }) {
			all = append(all, e)
		}
	}
	return all, changed, nil
}
