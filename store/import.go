package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"time"

	"ouro/internal/english"
	"ouro/internal/jsonl"
	"ouro/internal/packed"
)

// maxLine is the maximum length of an imported line in bytes, enough for a game with the longest
// record.
const maxLine = 2 * maxText

// ImportCount counts the rows that an import has read.
type ImportCount struct {
	Experiments int `json:"experiments"`
	Games       int `json:"games"`
	Steps       int `json:"steps,omitempty"`
	Known       int `json:"-"` // number of games that were already in the file
}

// importAtOnce is the number of lines in one transaction, small enough that other programs wait only
// briefly.
const importAtOnce = 2000

// Import adds the output of Export to the file, plain or compressed by gzip. It merges experiments
// by their keys and leaves known games unchanged. An error names the line. The lines before it may
// have been added; importing the corrected file adds the rest. Time and memory are proportional to
// the bytes of r, even if they are compressed. If progress is not nil, Import calls it after each
// transaction.
func (s *Store) Import(ctx context.Context, r io.Reader, progress func(ImportCount)) (ImportCount, error) {
	m := &limiter{input: counter{in: r}}
	in, err := packed.NewReader(&m.input, 64<<10)
	if err != nil {
		return ImportCount{}, err
	}
	if start, _ := in.Peek(len(magic)); string(start) == magic {
		return ImportCount{}, errors.New("this is a results file, not an export; make one with ouro results export")
	}
	m.unpacked = counter{in: in, check: m.checkUnpacked}
	im := importer{store: s, in: jsonl.NewReader(&m.unpacked, maxLine), limiter: m, written: writtenBy{}, tuned: map[int64]*Experiment{}}
	im.in.RefuseBlank()
	for !im.ended {
		err := s.transaction(ctx, func(tx *sql.Tx) error {
			clear(im.written)
			clear(im.tuned)
			for i := 0; i < importAtOnce && !im.ended; i++ {
				if err := im.line(ctx, tx); err != nil {
					return err
				}
			}
			if err := im.written.addTo(ctx, s, tx); err != nil {
				return err
			}
			for _, e := range im.tuned {
				if err := s.updateSteps(ctx, tx, e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return im.done, s.explain(err)
		}
		if progress != nil {
			progress(im.done)
		}
	}
	return im.done, nil
}

// importer reads the lines of an import. Its fields number experiments and runs as the store's file
// does, unless stated otherwise.
type importer struct {
	store      *Store
	in         *jsonl.Reader
	limiter    *limiter
	begun      bool
	ended      bool
	experiment int64
	key        string
	runs       map[int64]int64       // numbers of the runs in the file, by their numbers in the import
	written    writtenBy             // games written in this transaction, by run
	tuned      map[int64]*Experiment // experiments with new steps in this transaction
	done       ImportCount
}

func (im *importer) line(ctx context.Context, tx *sql.Tx) error {
	var l line
	err := im.in.Read(&l)
	if errors.Is(err, io.EOF) {
		return errors.New("the file is truncated: its last line is not the end")
	}
	if err != nil {
		return err
	}
	err = im.limiter.add(1)
	switch {
	case err != nil:
	case !im.begun && (l.Results == nil || l.Results.Schema < 1):
		err = errors.New("want exported results, which begin with ouro_results")
	case !im.begun && l.Results.Schema > portableSchema:
		err = fmt.Errorf("exported by a newer version of Ouro (schema %d, this one reads up to %d); update Ouro", l.Results.Schema, portableSchema)
	case !im.begun:
		im.begun = true
	case l.Experiment != nil:
		err = im.addExperiment(ctx, tx, l.Experiment)
	case l.Step != nil && im.key != "":
		err = im.addStep(ctx, tx, l.Step)
	case l.Run != nil && im.key != "":
		err = im.addRun(ctx, tx, l.Run)
	case l.Game != nil && im.key != "":
		err = im.addGame(ctx, tx, l.Game)
	case l.End != nil && l.End.Experiments == im.done.Experiments && l.End.Games == im.done.Games && l.End.Steps == im.done.Steps:
		im.ended = true
	case l.End != nil:
		err = fmt.Errorf("want %s and %s before this line, not %d and %d",
			english.Count(l.End.Games, "game"), english.Count(l.End.Steps, "step"), im.done.Games, im.done.Steps)
	default:
		err = errors.New("want a line with an experiment, step, run, game or the end")
	}
	if err != nil {
		return im.in.Fail(err)
	}
	return nil
}

func (im *importer) addExperiment(ctx context.Context, tx *sql.Tx, l *experimentLine) (err error) {
	e := l.Experiment
	e.Created = time.UnixMilli(l.Created)
	if e.Key != e.key() {
		return fmt.Errorf("experiment %q was changed: its key does not match its content", e.Short())
	}
	if err := im.limiter.add(len(e.Solvers)); err != nil {
		return err
	}
	im.key, im.runs = e.Key, map[int64]int64{}
	im.done.Experiments++
	im.experiment, err = im.store.put(ctx, tx, &e)
	return err
}

func (im *importer) addStep(ctx context.Context, tx *sql.Tx, l *stepLine) error {
	if !bytes.Equal(l.Sum, stepSum(im.key, l.Step, l.Line)) {
		return fmt.Errorf("step %d was changed: its checksum does not match", l.Step)
	}
	im.done.Steps++
	e := im.tuned[im.experiment]
	if e == nil {
		var err error
		if e, err = im.store.findOne(ctx, tx, `WHERE id = ?`, im.experiment); err != nil {
			return err
		}
		im.tuned[im.experiment] = e
	}
	return im.store.addStep(ctx, tx, e, l.Step, l.Line)
}

func (im *importer) addRun(ctx context.Context, tx *sql.Tx, l *runLine) (err error) {
	r := l.Run
	r.Began, r.Ended = time.UnixMilli(l.Began), time.UnixMilli(l.Ended)
	im.runs[l.ID], err = im.store.begin(ctx, tx, im.experiment, &r)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("run %d belongs to another experiment", l.ID)
	}
	return err
}

func (im *importer) addGame(ctx context.Context, tx *sql.Tx, l *gameLine) error {
	run, ok := im.runs[l.Run]
	if !ok {
		return fmt.Errorf("game %d: unknown run %d; a run must be before its games", l.Group, l.Run)
	}
	g := &Game{l.Group, l.Seating, l.Ending, l.Winner, l.Turns, l.Length, l.Faults, time.Duration(l.Took), time.UnixMilli(l.At), run, l.Detail, l.Record, l.Log}
	sum := g.sum(im.key)
	if !bytes.Equal(sum, l.Sum) {
		return fmt.Errorf("game %d, seating %d was changed: its checksum does not match", l.Group, l.Seating)
	}
	r, err := tx.ExecContext(ctx, insertGame, g.values(im.experiment, sum)...)
	if err != nil {
		return err
	}
	n, err := r.RowsAffected()
	im.done.Games++
	im.done.Known += 1 - int(n)
	if n > 0 {
		im.written.add(g, sum)
	}
	return err
}

// Limits of an import, which grow with the bytes of its input, compressed or not. The output of
// Export stays far below them, because each row has a checksum of 16 bytes that cannot be
// compressed.
const (
	unpackedPerByte = 50
	leastUnpacked   = 16 << 20 // bytes that every input may have after unpacking
	mostUnpacked    = 64 << 30
	bytesPerRow     = 8
	leastRows       = 10_000
)

// limiter limits the work of an import, so that a malicious small input takes little time and memory.
type limiter struct {
	input    counter // counts the bytes of the input
	unpacked counter
	rows     int64
}

// counter counts the bytes that are read, and calls check after each read.
type counter struct {
	in    io.Reader
	n     int64
	check func() error
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += int64(n)
	if c.check != nil {
		if tooMany := c.check(); tooMany != nil {
			return 0, tooMany
		}
	}
	return n, err
}

// checkUnpacked returns an error if the input unpacks to too many bytes.
func (m *limiter) checkUnpacked() error {
	if limit := min(mostUnpacked, leastUnpacked+unpackedPerByte*m.input.n); m.unpacked.n > limit {
		return fmt.Errorf("%d bytes unpack to more than the limit of %d; import the unpacked file, or a part of it", m.input.n, limit)
	}
	return nil
}

// add counts rows, and returns an error if there are too many for the size of the input.
func (m *limiter) add(rows int) error {
	m.rows += int64(rows)
	if limit := leastRows + m.input.n/bytesPerRow; m.rows > limit {
		return fmt.Errorf("%d bytes unpack to more than the limit of %s", m.input.n, english.Count(int(limit), "row"))
	}
	return nil
}
