package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"ouro/internal/english"
)

// Run is a period in which one program plays games of one experiment. Its JSON is part of the
// format of [Store.Export].
type Run struct {
	ID      int64     `json:"id"`      // number in this file
	Key     string    `json:"key"`     // random text, which is the same in all files
	Command string    `json:"command"` // as it was typed
	Machine string    `json:"machine"` // text about the machine, which does not identify its owner
	Began   time.Time `json:"-"`
	Ended   time.Time `json:"-"` // when its last game was finished
	Wrote   int       `json:"-"` // number of games that it wrote
	Games   int       `json:"-"` // number of these games that are in the file
	Changed bool      `json:"-"` // whether the row was changed since it was written
}

func newRun(r Run) Run {
	r.Key, r.Began = rand.Text(), time.Now()
	r.Ended = r.Began
	return r
}

// runRow is a run with all columns of its row.
type runRow struct {
	Run
	experiment int64
	digest     digest // digest of the games that the run wrote
}

// runColumns are the columns of a run: those of the method values, in the same order, then the
// checksum of the row.
const runColumns = `id, key, experiment, command, machine, began, ended, games, digest, sum`

// oldRunColumns are the same columns for a file without checksums.
const oldRunColumns = `id, key, experiment, command, machine, began, ended, 0, x'', x''`

func (r *runRow) values() []any {
	return []any{r.ID, r.Key, r.experiment, r.Command, r.Machine, r.Began.UnixMilli(), r.Ended.UnixMilli(), int64(r.Wrote), r.digest[:]}
}

func (s *Store) readRuns(ctx context.Context, from reader, clause string, args ...any) (runs []runRow, err error) {
	columns := runColumns
	if !s.HasChecksums() {
		columns = oldRunColumns
	}
	err = query(ctx, from, func(scan scanner) error {
		var r runRow
		values, sum, err := rawColumns(scan, len(r.values()))
		if err != nil {
			return err
		}
		var began, ended int64
		var games []byte
		if err := scan(&r.ID, &r.Key, &r.experiment, &r.Command, &r.Machine, &began, &ended, &r.Wrote, &games, &sum); err != nil {
			return err
		}
		r.Began, r.Ended = time.UnixMilli(began), time.UnixMilli(ended)
		r.Changed = s.HasChecksums() && (copy(r.digest[:], games) != sumSize || !bytes.Equal(sum, sumOf(values...)))
		runs = append(runs, r)
		return nil
	}, `SELECT `+columns+` FROM runs `+clause, args...)
	return runs, err
}

func (s *Store) Runs(ctx context.Context, experiment int64) (runs []Run, err error) {
	err = s.snapshot(ctx, func(from reader) error {
		rows, err := s.readRuns(ctx, from, `WHERE experiment = ? ORDER BY began, id`, experiment)
		if err != nil {
			return err
		}
		games := map[int64]int{}
		for i := range rows {
			runs = append(runs, rows[i].Run)
		}
		err = query(ctx, from, func(scan scanner) error {
			var run int64
			var n int
			err := scan(&run, &n)
			games[run] = n
			return err
		}, `SELECT run, count(*) FROM games WHERE experiment = ? GROUP BY run`, experiment)
		for i := range runs {
			runs[i].Games = games[runs[i].ID]
			if !s.HasChecksums() {
				runs[i].Wrote = runs[i].Games
			}
		}
		return err
	})
	return runs, err
}

// begin inserts a run unless the file has it. It returns the number of the run in the file. If the
// run belongs to another experiment, the error is sql.ErrNoRows.
func (s *Store) begin(ctx context.Context, tx *sql.Tx, experiment int64, run *Run) (id int64, err error) {
	stored, err := s.readRuns(ctx, tx, `WHERE key = ?`, run.Key)
	if err != nil {
		return 0, err
	}
	if len(stored) > 0 {
		if stored[0].experiment != experiment {
			err = sql.ErrNoRows
		}
		return stored[0].ID, err
	}
	r := runRow{Run: *run, experiment: experiment}
	r.Wrote = 0
	if r.ID, err = nextID(ctx, tx, "runs"); err != nil {
		return 0, err
	}
	values := r.values()
	_, err = tx.ExecContext(ctx, `INSERT INTO runs (`+runColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(values, sumOf(values...))...)
	return r.ID, err
}

func nextID(ctx context.Context, tx *sql.Tx, table string) (id int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM `+table).Scan(&id)
	return id, err
}

// written has the number and the digest of the games of a run that one transaction has inserted.
type written struct {
	games  int
	digest digest
	last   time.Time // time at which the last game was finished
}

// writtenBy has the games that one transaction has inserted, by the number of their run.
type writtenBy map[int64]*written

func (by writtenBy) add(g *Game, sum []byte) {
	w := by[g.Run]
	if w == nil {
		w = new(written)
		by[g.Run] = w
	}
	w.games++
	w.digest.add(sum)
	if g.At.After(w.last) {
		w.last = g.At
	}
}

// addTo adds the games to the rows of their runs. For a changed row, it returns a *ChangedError.
func (by writtenBy) addTo(ctx context.Context, s *Store, tx readWriter) error {
	for run, w := range by {
		if err := s.updateRun(ctx, tx, run, w); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) updateRun(ctx context.Context, tx readWriter, run int64, w *written) error {
	stored, err := s.readRuns(ctx, tx, `WHERE id = ?`, run)
	if err != nil {
		return err
	}
	if len(stored) == 0 {
		return fmt.Errorf("%s: run %d was removed", s.file, run)
	}
	r := &stored[0]
	if r.Changed {
		return s.runChanged(ctx, tx, r)
	}
	if w.last.After(r.Ended) {
		r.Ended = w.last
	}
	r.Wrote += w.games
	r.digest.add(w.digest[:])
	_, err = tx.ExecContext(ctx, `UPDATE runs SET ended = ?, games = ?, digest = ?, sum = ? WHERE id = ?`,
		r.Ended.UnixMilli(), r.Wrote, r.digest[:], sumOf(r.values()...), r.ID)
	return err
}

// runChanged returns a *ChangedError about a run.
func (s *Store) runChanged(ctx context.Context, from reader, r *runRow) error {
	changed := &ChangedError{File: s.file, Row: fmt.Sprintf("run %d", r.ID)}
	err := query(ctx, from, func(scan scanner) error { return scan(&changed.Experiment) }, `SELECT key FROM experiments WHERE id = ?`, r.experiment)
	if err != nil {
		return err
	}
	return changed
}

// runCheck compares the games of an experiment with its runs.
type runCheck struct {
	store      *Store
	experiment int64
	key        string // key of the experiment
	games      writtenBy
	changed    map[int64]bool // runs with a changed game
}

// add adds a game of the file. err is the error of reading the game.
func (c *runCheck) add(g *Game, sum []byte, err error) {
	c.games.add(g, sum)
	c.changed[g.Run] = c.changed[g.Run] || err != nil
}

// runs calls report for each run that does not match its games. It stops if report fails.
func (c *runCheck) runs(ctx context.Context, from reader, report func(*ChangedError) error) error {
	runs, err := c.store.readRuns(ctx, from, `WHERE experiment = ? ORDER BY id`, c.experiment)
	if err != nil {
		return err
	}
	changedRun := func(run int64) *ChangedError {
		return &ChangedError{File: c.store.file, Experiment: c.key, Row: fmt.Sprintf("run %d", run)}
	}
	for i := range runs {
		r := &runs[i]
		games := cmp.Or(c.games[r.ID], new(written))
		delete(c.games, r.ID)
		changed := changedRun(r.ID)
		switch {
		case r.Changed:
		case games.games != r.Wrote:
			changed.How = fmt.Sprintf("wrote %s, of which %d are in the file", english.Count(r.Wrote, "game"), games.games)
		case games.digest != r.digest && !c.changed[r.ID]:
			changed.How = "did not write all of its games in the file"
		default:
			continue
		}
		if err := report(changed); err != nil {
			return err
		}
	}
	for _, run := range slices.Sorted(maps.Keys(c.games)) {
		changed := changedRun(run)
		changed.How = fmt.Sprintf("is missing, but the file has %s of it", english.Count(c.games[run].games, "game"))
		if err := report(changed); err != nil {
			return err
		}
	}
	return nil
}
