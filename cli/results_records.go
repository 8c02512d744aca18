package cli

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ouro/internal/english"
	"ouro/internal/outfile"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/order"
	"ouro/results"
	"ouro/store"
)

func (o *resultsExportOptions) exportRecords(ctx context.Context, stdio IO, names []string) error {
	return o.with(ctx, func(s *store.Store) error {
		all, err := o.chosen(ctx, s, names)
		if err != nil {
			return err
		}
		x := &recordsExport{sys: stdio.Files, bar: newProgress(stdio.Err)}
		defer x.bar.clear()
		for i := range all {
			x.total += all[i].Games
		}
		for i := range all {
			e := &all[i]
			if e.Kind == string(order.Exact) {
				continue
			}
			sets, err := results.Sets(s, []store.Experiment{*e})
			if err != nil {
				return err
			}
			if err := x.export(ctx, sets[0], filepath.Join(o.records, e.Short())); err != nil {
				return fmt.Errorf("experiment %s: %w", e.Short(), err)
			}
		}
		x.bar.clear()
		text := fmt.Sprintf("%s written to %s", english.Count(x.done, "game"), printable.Line(o.records))
		if x.missing > 0 {
			text += fmt.Sprintf(", %d of them without a record (%s)", x.missing, x.why)
		}
		_, err = fmt.Fprintf(stdio.Err, "ouro: %s\n", text)
		return err
	})
}

// recordsExport writes games into directories.
type recordsExport struct {
	sys         outfile.System
	bar         *progress
	done, total int
	missing     int    // games without a record
	why         string // why the first of them has none
}

func (x *recordsExport) export(ctx context.Context, set *results.Set, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var lines bytes.Buffer
	for f, err := range set.Games(ctx) {
		var changed *store.ChangedError
		if errors.As(err, &changed) {
			continue // ouro results verify reports it
		}
		if err != nil {
			return err
		}
		line, err := json.Marshal(f)
		if err != nil {
			return err
		}
		lines.Write(append(line, '\n'))
		if err := x.files(ctx, set, f, dir); err != nil {
			return err
		}
		x.done++
		x.bar.count(x.done, x.total, "game")
	}
	err := outfile.In(x.sys, dir, "games.jsonl").Write(func(w io.Writer) error {
		_, err := w.Write(lines.Bytes())
		return err
	})
	return errors.Join(err, outfile.SyncDir(x.sys, dir))
}

// files writes the files of one game.
func (x *recordsExport) files(ctx context.Context, set *results.Set, f *lab.Finished, dir string) error {
	if f.Record == nil {
		again, err := set.Recorded(ctx, int(f.Tally.Group), int(f.Tally.Seating))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if x.missing++; x.missing == 1 {
				x.why = detail(err.Error())
			}
			return nil
		}
		f = again
	}
	name := fmt.Sprintf("%06d-%d", f.Tally.Group, f.Tally.Seating)
	for _, file := range []struct {
		content encoding.TextMarshaler
		name    string
	}{{f.Record, name + ".ouro"}, {f.Log, name + ".jsonl"}} {
		if file.content == nil {
			continue
		}
		if err := outfile.In(x.sys, dir, file.name).WriteUnsynced(recordText(file.content)); err != nil {
			return err
		}
	}
	return nil
}
