package store

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
	"time"

	"ouro"
	"ouro/lab"
)

// Game is a finished game as a row of the file.
type Game struct {
	Group, Seating int
	Ending         ouro.Ending
	Winner         int // a seat; valid if Ending is Won
	Turns          int
	Length         int // length of the longest snake at the end
	Faults         int // faults of all seats together
	Took           time.Duration
	At             time.Time // when the game was finished, to the millisecond
	Run            int64     // number of the run that wrote the game

	Detail []byte // all other data of the game: a lab.Finished in binary, or JSON
	Record Packed // may be nil
	Log    Packed // log of the official engine; may be nil
}

// NewGame converts a finished game of package lab.
func NewGame(f *lab.Finished) (*Game, error) {
	t := &f.Tally
	g := &Game{
		Group: int(t.Group), Seating: int(t.Seating), Ending: t.Ending, Winner: int(t.Winner), Turns: int(t.Turns), Took: f.Took, At: time.Now(),
	}
	for i := range t.Seats {
		g.Length = max(g.Length, int(t.Seats[i].Length))
		g.Faults += int(t.Seats[i].Faults)
	}
	bare := *f
	bare.Record, bare.Log = nil, nil
	var err error
	if g.Detail, err = bare.MarshalBinary(); err != nil {
		return g, err
	}
	if g.Record, err = packFile(f.Record); err == nil {
		g.Log, err = packFile(f.Log)
	}
	return g, err
}

// packFile packs the text of a record or log. It returns nil for nil.
func packFile(file encoding.TextMarshaler) (Packed, error) {
	if file == nil {
		return nil, nil
	}
	text, err := file.MarshalText()
	return Pack(text), err
}

// Finished returns the game, with record and log, in the form of package lab.
func (g *Game) Finished() (f *lab.Finished, err error) {
	if len(g.Detail) > 0 && g.Detail[0] == '{' { // a tournament of an earlier version
		f, _, err = lab.ParseIndexLine(g.Detail)
	} else {
		f = new(lab.Finished)
		err = f.UnmarshalBinary(g.Detail)
	}
	if err != nil {
		return nil, err
	}
	if g.Record != nil {
		f.Record = g.Record
	}
	if g.Log != nil {
		f.Log = g.Log
	}
	return f, nil
}

// sum returns the checksum of the experiment's key and of all fields but Run.
func (g *Game) sum(key string) []byte {
	var room [1 << 10]byte // enough for a game without a record
	b := room[:0]
	if size := len(key) + len(g.Detail) + len(g.Record) + len(g.Log) + 100; size > len(room) {
		b = make([]byte, 0, size)
	}
	for _, n := range []int{g.Group, g.Seating, int(g.Ending), g.Winner, g.Turns, g.Length, g.Faults, int(g.Took), int(g.At.UnixMilli()), len(g.Detail), len(g.Record), len(g.Log)} {
		b = binary.AppendVarint(b, int64(n))
	}
	b = append(b, key...)
	b = append(b, g.Detail...)
	b = append(b, g.Record...)
	b = append(b, g.Log...)
	sum := sha256.Sum256(b)
	return sum[:sumSize]
}

const gameColumns = `grp, seating, ending, winner, turns, length, mishaps, took, at, run, sum, detail, record, log`

// insertGame inserts a game unless the file has it.
const insertGame = `INSERT INTO games (experiment, ` + gameColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (experiment, grp, seating) DO NOTHING`

func (g *Game) values(experiment int64, sum []byte) []any {
	return []any{
		experiment, int64(g.Group), int64(g.Seating), g.Ending.String(), int64(g.Winner), int64(g.Turns), int64(g.Length), int64(g.Faults), int64(g.Took), g.At.UnixMilli(), g.Run,
		sum, g.Detail, []byte(g.Record), []byte(g.Log),
	}
}

// Games iterates over the games of an experiment, by group and seating. A changed game comes with a
// *ChangedError, and the iteration continues; any other error ends it. Finally it yields an error
// with a nil game for each run that was changed, or that does not match its games.
func (s *Store) Games(ctx context.Context, experiment int64) iter.Seq2[*Game, error] {
	return s.games(ctx, experiment, true, `SELECT `+gameColumns+` FROM games WHERE experiment = ? ORDER BY grp, seating`, experiment)
}

// Game returns one game of an experiment, or nil.
func (s *Store) Game(ctx context.Context, experiment int64, group, seating int) (*Game, error) {
	for g, err := range s.games(ctx, experiment, false, `SELECT `+gameColumns+` FROM games WHERE experiment = ? AND grp = ? AND seating = ?`, experiment, group, seating) {
		return g, err
	}
	return nil, nil
}

// games iterates over the games that a query selects. isWhole means that the query selects all
// games of the experiment; errors about its runs then follow.
func (s *Store) games(ctx context.Context, experiment int64, isWhole bool, text string, args ...any) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		stopped := errors.New("the iteration was stopped")
		err := s.snapshot(ctx, func(from reader) error {
			key := ""
			if err := query(ctx, from, func(scan scanner) error { return scan(&key) }, `SELECT key FROM experiments WHERE id = ?`, experiment); err != nil {
				return err
			}
			if key == "" {
				return fmt.Errorf("%s: unknown experiment %d", s.file, experiment)
			}
			check := runCheck{s, experiment, key, writtenBy{}, map[int64]bool{}}
			err := query(ctx, from, func(scan scanner) error {
				g, sum, err := scanGame(scan)
				if err == nil && string(sum) != string(g.sum(key)) {
					err = &ChangedError{File: s.file, Experiment: key, Group: g.Group, Seating: g.Seating}
				}
				if isWhole {
					check.add(g, sum, err)
				}
				if !yield(g, s.explain(err)) {
					return stopped
				}
				return nil
			}, text, args...)
			if err != nil || !isWhole || !s.HasChecksums() {
				return err
			}
			return check.runs(ctx, from, func(changed *ChangedError) error {
				if !yield(nil, changed) {
					return stopped
				}
				return nil
			})
		})
		if err != nil && !errors.Is(err, stopped) {
			yield(nil, err)
		}
	}
}

func scanGame(scan scanner) (g *Game, sum []byte, err error) {
	g = new(Game)
	var ending string
	var at int64
	err = scan(&g.Group, &g.Seating, &ending, &g.Winner, &g.Turns, &g.Length, &g.Faults, &g.Took, &at, &g.Run, &sum, &g.Detail, (*[]byte)(&g.Record), (*[]byte)(&g.Log))
	if err != nil {
		return g, nil, err
	}
	g.At = time.UnixMilli(at)
	if g.Ending.UnmarshalText([]byte(ending)) != nil {
		return g, nil, nil // a nil sum matches no game
	}
	return g, sum, nil
}

// Packed is a text that [Pack] deflated.
type Packed []byte

// maxText is the maximum unpacked length of a text in bytes, enough for the record of a game of ten
// million turns.
const maxText = 64 << 20

// packers are idle writers. They are reused because each is large.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // only an invalid level causes an error
	}
	return w
}}

// Pack deflates a text. It returns nil for an empty text.
func Pack(text []byte) Packed {
	if len(text) == 0 {
		return nil
	}
	var b bytes.Buffer
	w, _ := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	_, err := w.Write(text)
	if err := errors.Join(err, w.Close()); err != nil {
		panic(err) // a buffer does not fail
	}
	return b.Bytes()
}

// MarshalText returns the inflated text.
func (p Packed) MarshalText() ([]byte, error) {
	if p == nil {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(p)), maxText+1))
	if err == nil && len(text) > maxText {
		err = fmt.Errorf("longer than %d bytes", maxText)
	}
	if err != nil {
		return nil, fmt.Errorf("a packed text: %w", err)
	}
	return text, nil
}
