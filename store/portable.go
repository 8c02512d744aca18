package store

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"ouro"
	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/internal/jsonl"
	"ouro/internal/packed"
)

// portableSchema is the version of what Export writes.
const portableSchema = 2

// maxLine limits a line of what is imported: a game with the largest record there is.
const maxLine = 2 * maxText

// line is a line of what Export writes; one of these. First stands Results, behind an
// experiment its steps, runs and games, and last End.
type line struct {
	Results    *resultsLine    `json:"ouro_results,omitempty"`
	Experiment *experimentLine `json:"experiment,omitempty"`
	Step       *stepLine       `json:"step,omitempty"`
	Run        *runLine        `json:"run,omitempty"`
	Game       *gameLine       `json:"game,omitempty"`
	End        *Imported       `json:"end,omitempty"` // what stands before it
}

type resultsLine struct {
	Schema int `json:"schema"`
}

type experimentLine struct {
	Key          string             `json:"key"`
	Kind         string             `json:"kind"`
	Order        string             `json:"order"`
	Build        buildinfo.Identity `json:"build"`
	Programs     string             `json:"programs,omitempty"`
	Title        string             `json:"title"`
	Rules        string             `json:"rules,omitempty"`
	Board        string             `json:"board,omitempty"`
	StartLength  int                `json:"start_length,omitempty"`
	Seed         uint64             `json:"seed"`
	Budget       string             `json:"budget"`
	Solvers      []string           `json:"solvers"`
	Reproducible bool               `json:"reproducible"`
	Created      int64              `json:"created_ms"`
}

type stepLine struct {
	Step int    `json:"step"`
	Line []byte `json:"line"`
	Sum  []byte `json:"sum"`
}

type runLine struct {
	ID      int64  `json:"id"` // of games that follow
	Key     string `json:"key"`
	Command string `json:"command"`
	Machine string `json:"machine"`
	Began   int64  `json:"began_ms"`
	Ended   int64  `json:"ended_ms"`
}

type gameLine struct {
	Group   int         `json:"group"`
	Seating int         `json:"seating"`
	Ending  ouro.Ending `json:"ending"`
	Winner  int         `json:"winner"`
	Turns   int         `json:"turns"`
	Length  int         `json:"length"`
	Mishaps int         `json:"mishaps"`
	Took    int64       `json:"took_ns"`
	At      int64       `json:"at_ms"`
	Run     int64       `json:"run"`
	Sum     []byte      `json:"sum"`
	Detail  []byte      `json:"detail"`
	Record  []byte      `json:"record,omitempty"`
	Log     []byte      `json:"log,omitempty"`
}

// Export writes experiments with their games as lines of JSON, for Import.
func (s *Store) Export(ctx context.Context, w io.Writer, ids ...int64) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(line{Results: &resultsLine{portableSchema}}); err != nil {
		return err
	}
	var end Imported
	for _, id := range ids {
		if err := s.export(ctx, enc, id, &end); err != nil {
			return err
		}
	}
	return cmp.Or(enc.Encode(line{End: &end}), out.Flush())
}

func (s *Store) export(ctx context.Context, enc *json.Encoder, id int64, end *Imported) error {
	e, err := s.Experiment(ctx, strconv.FormatInt(id, 10))
	if err != nil {
		return err
	}
	steps, err := s.Steps(ctx, id)
	if err != nil {
		return err
	}
	runs, err := s.Runs(ctx, id)
	if err != nil {
		return err
	}
	err = enc.Encode(line{Experiment: &experimentLine{
		e.Key, e.Kind, e.Order, e.Build, e.Programs, e.Title, e.Rules, e.Board, e.StartLength, e.Seed, e.Budget, e.Solvers, e.Reproducible, e.Created.UnixMilli(),
	}})
	for n, text := range steps {
		err = cmp.Or(err, enc.Encode(line{Step: &stepLine{n, text, stepSum(e.Key, n, text)}}))
	}
	for i := range runs {
		r := &runs[i]
		err = cmp.Or(err, enc.Encode(line{Run: &runLine{r.ID, r.Key, r.Command, r.Machine, r.Began.UnixMilli(), r.Ended.UnixMilli()}}))
	}
	if err != nil {
		return err
	}
	for g, err := range s.Games(ctx, id) {
		if err != nil {
			return err
		}
		err = enc.Encode(line{Game: &gameLine{
			g.Group, g.Seating, g.Ending, g.Winner, g.Turns, g.Length, g.Mishaps, int64(g.Took), g.At.UnixMilli(), g.Run,
			g.sum(e.Key), g.Detail, g.Record, g.Log,
		}})
		if err != nil {
			return err
		}
		end.Games++
	}
	end.Experiments++
	end.Steps += len(steps)
	return nil
}

// Imported is what an import has found.
type Imported struct {
	Experiments int `json:"experiments"`
	Games       int `json:"games"`
	Steps       int `json:"steps,omitempty"`
	Known       int `json:"-"` // of the games, those that were kept already
}

// importAtOnce is how many lines become part of the file at once, so that other
// programs wait only a moment.
const importAtOnce = 2000

// Import adds what Export wrote to the file, plain or packed by gzip. Experiments are merged by their keys, and
// games that are kept already stay as they are. Where a line is wrong, the error names
// it, and at most what stands before it is added: importing the mended file adds the
// rest.
func (s *Store) Import(ctx context.Context, r io.Reader) (Imported, error) {
	in, err := packed.NewReader(r, 64<<10)
	if err != nil {
		return Imported{}, err
	}
	if start, _ := in.Peek(len(magic)); string(start) == magic {
		return Imported{}, errors.New("this is a file of results; ouro results export makes what import reads")
	}
	im := importer{store: s, in: jsonl.NewReader(in, maxLine), written: map[int64]*written{}}
	for !im.ended {
		err := s.transaction(ctx, func(tx *sql.Tx) error {
			clear(im.written)
			for i := 0; i < importAtOnce && !im.ended; i++ {
				if err := im.line(ctx, tx); err != nil {
					return err
				}
			}
			for run, games := range im.written {
				if err := s.note(ctx, tx, run, games); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return im.done, s.words(err)
		}
	}
	return im.done, nil
}

// importer reads lines. Its numbers are those of this file.
type importer struct {
	store      *Store
	in         *jsonl.Reader
	begun      bool
	ended      bool
	experiment int64
	key        string
	runs       map[int64]int64    // by their numbers in the lines
	written    map[int64]*written // by this transaction
	done       Imported
}

func (im *importer) line(ctx context.Context, tx *sql.Tx) error {
	var l line
	err := im.in.Read(&l)
	if errors.Is(err, io.EOF) {
		return errors.New("it ends too soon: what was exported ends with a line that says so")
	}
	if err != nil {
		return err
	}
	switch {
	case !im.begun && (l.Results == nil || l.Results.Schema < 1):
		err = errors.New("these are no exported results")
	case !im.begun && l.Results.Schema > portableSchema:
		err = fmt.Errorf("they were exported by a newer version of Ouro (schema %d, this one knows %d)", l.Results.Schema, portableSchema)
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
		err = fmt.Errorf("%s and %s should stand before this line, and %d and %d do",
			english.Count(l.End.Games, "game"), english.Count(l.End.Steps, "step"), im.done.Games, im.done.Steps)
	default:
		err = errors.New("want an experiment, a step, run or game of it, or the end")
	}
	if err != nil {
		return im.in.Fail(err)
	}
	return nil
}

func (im *importer) addExperiment(ctx context.Context, tx *sql.Tx, l *experimentLine) (err error) {
	e := Experiment{
		Key: l.Key, Kind: l.Kind, Order: l.Order, Build: l.Build, Programs: l.Programs, Title: l.Title, Rules: l.Rules, Board: l.Board, StartLength: l.StartLength,
		Seed: l.Seed, Budget: l.Budget, Solvers: l.Solvers, Reproducible: l.Reproducible, Created: time.UnixMilli(l.Created),
	}
	if e.Key != e.key() {
		return fmt.Errorf("experiment %q was changed: its key does not fit what was to be played", e.Short())
	}
	im.key, im.runs = e.Key, map[int64]int64{}
	im.done.Experiments++
	im.experiment, err = im.store.put(ctx, tx, &e)
	return err
}

func (im *importer) addStep(ctx context.Context, tx *sql.Tx, l *stepLine) error {
	if !bytes.Equal(l.Sum, stepSum(im.key, l.Step, l.Line)) {
		return fmt.Errorf("step %d was changed: its sum is another", l.Step)
	}
	im.done.Steps++
	return im.store.addStep(ctx, tx, im.experiment, l.Step, l.Line)
}

func (im *importer) addRun(ctx context.Context, tx *sql.Tx, l *runLine) (err error) {
	r := Run{Key: l.Key, Command: l.Command, Machine: l.Machine, Began: time.UnixMilli(l.Began), Ended: time.UnixMilli(l.Ended)}
	im.runs[l.ID], err = im.store.begin(ctx, tx, im.experiment, &r)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("run %d is one of another experiment", l.ID)
	}
	return err
}

func (im *importer) addGame(ctx context.Context, tx *sql.Tx, l *gameLine) error {
	run, ok := im.runs[l.Run]
	if !ok {
		return fmt.Errorf("game %d: there is no run %d before it", l.Group, l.Run)
	}
	g := &Game{l.Group, l.Seating, l.Ending, l.Winner, l.Turns, l.Length, l.Mishaps, time.Duration(l.Took), time.UnixMilli(l.At), run, l.Detail, l.Record, l.Log}
	sum := g.sum(im.key)
	if !bytes.Equal(sum, l.Sum) {
		return fmt.Errorf("game %d, seating %d was changed: its sum is another", l.Group, l.Seating)
	}
	r, err := tx.ExecContext(ctx, insertGame, g.values(im.experiment, sum)...)
	if err != nil {
		return err
	}
	n, err := r.RowsAffected()
	im.done.Games++
	im.done.Known += 1 - int(n)
	if n > 0 {
		if im.written[run] == nil {
			im.written[run] = new(written)
		}
		im.written[run].add(g, sum)
	}
	return err
}
