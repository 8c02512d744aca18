package exact

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ouro"
	"ouro/internal/outfile"
)

// files are the files that a run writes, opened before the work and locked during it.
type files struct {
	table *outfile.Target // nil without a table
	locks []*outfile.Lock
}

func lockName(name string) string { return name + ".lock" }

// openFiles checks that the files can be written, and locks them.
func openFiles(ctx context.Context, g *ouro.Grid, o *Options) (f *files, err error) {
	f = &files{}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.release())
		}
	}()
	if o.Save != "" {
		if f.table, err = outfile.Find(ctx, o.Files, o.Save, nil); err != nil {
			return f, err
		}
		if f.table.Path() == "" {
			return f, errors.Join(fmt.Errorf("%s: a table is written to a regular file", o.Save), f.table.Close())
		}
		if err = f.hold(o.Files, f.table.Path()); err != nil {
			return f, err
		}
	}
	if o.Checkpoint == "" {
		return f, nil
	}
	if err = os.MkdirAll(o.Checkpoint, 0o755); err != nil {
		return f, err
	}
	if err = f.hold(o.Files, filepath.Join(o.Checkpoint, o.checkpointBase(g))); err != nil {
		return f, err
	}
	return f, outfile.Clean(o.Files, o.Checkpoint)
}

// hold locks a file against other runs.
func (f *files) hold(sys outfile.System, name string) error {
	lock, err := outfile.TakeLock(sys, lockName(name))
	if err == nil {
		f.locks = append(f.locks, lock)
	}
	return err
}

func (f *files) release() error {
	var err error
	for _, lock := range f.locks {
		err = errors.Join(err, lock.Release())
	}
	return err
}
