package exact

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ouro"
	"ouro/internal/infile"
	"ouro/internal/outfile"
)

// A checkpoint contains what a run needs to resume below a length: the meals that make bodies
// of that length, and the figures of longer starts. Everything else follows from the board.
// The folder has one file for each board and kind of run. After each length, the file is
// replaced as a whole.
//
// The file consists of a checkpointHead, the figures of all lengths, the moves and, with All,
// the probabilities of the meals, the checksums of the written parts of the table, and a
// checksum of everything before it. All numbers are little-endian.
type checkpointHead struct {
	Magic  [16]byte
	W, H   uint8
	Walls  [ouro.MaxSide * ouro.MaxSide / 8]byte // see wallBits; 0 without walls
	All    bool
	Table  bool
	Length uint32
	Bodies uint32
	Done   int64
}

var (
	checkpointMagic = [16]byte([]byte("ouro exact 2    "))
	torusCheckpoint = [16]byte([]byte("ouro exact 3    ")) // of a board with joined edges
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (r *run) checkpointName() string {
	return filepath.Join(r.options.Checkpoint, r.options.checkpointBase(r.trie.level))
}

// checkpointBase returns the name of the checkpoint, which depends on the walls.
func (o *Options) checkpointBase(l *ouro.Level) string {
	kind := "certain"
	switch {
	case o.Save != "":
		kind = "table"
	case o.All:
		kind = "all"
	}
	walls, board := "", l.Grid.String()
	if l.Grid.Wraps {
		board += "w"
	}
	if set := wallBits(l); set != nil {
		walls = fmt.Sprintf("-walls-%08x", crc32.Checksum(set, castagnoli))
	}
	return fmt.Sprintf("exact-%s%s-%s.checkpoint", board, walls, kind)
}

func (r *run) head() checkpointHead {
	head := checkpointHead{
		Magic: checkpointMagic, W: uint8(r.trie.grid.W), H: uint8(r.trie.grid.H), All: r.options.All, Table: r.table != nil,
		Length: uint32(r.length), Bodies: uint32(len(r.after.moves)), Done: r.done,
	}
	if r.trie.grid.Wraps {
		head.Magic = torusCheckpoint
	}
	copy(head.Walls[:], wallBits(r.trie.level))
	return head
}

// checkpoint writes the checkpoint, if the options name a folder for it.
func (r *run) checkpoint() error {
	if r.options.Checkpoint == "" {
		return nil
	}
	if r.table != nil {
		if err := r.table.file.Sync(); err != nil {
			return err
		}
	}
	err := outfile.In(r.options.Files, r.options.Checkpoint, r.options.checkpointBase(r.trie.level)).Write(func(w io.Writer) error {
		sum := crc32.New(castagnoli)
		if err := r.writeCheckpoint(io.MultiWriter(w, sum)); err != nil {
			return err
		}
		return writeNumbers(w, []uint32{sum.Sum32()})
	})
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

func (r *run) writeCheckpoint(w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, r.head()); err != nil {
		return err
	}
	if err := binary.Write(w, binary.LittleEndian, r.figures); err != nil {
		return err
	}
	if err := writeNumbers(w, r.after.moves); err != nil {
		return err
	}
	if err := writeNumbers(w, wordsOf(r.after.chance)); err != nil {
		return err
	}
	if r.table == nil {
		return nil
	}
	return writeNumbers(w, r.table.sums)
}

// resume continues from the checkpoint, if there is one.
func (r *run) resume() (err error) {
	if r.options.Checkpoint == "" {
		return nil
	}
	f, err := infile.Open(r.checkpointName())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := r.readCheckpoint(f); err != nil {
		return fmt.Errorf("checkpoint %s: %w; remove it to start anew", f.Name(), err)
	}
	r.resumed = r.length
	return nil
}

func (r *run) readCheckpoint(f io.Reader) error {
	sum := crc32.New(castagnoli)
	in := io.TeeReader(bufio.NewReaderSize(f, 1<<20), sum)
	var head checkpointHead
	if err := binary.Read(in, binary.LittleEndian, &head); err != nil {
		return unexpectedEnd(err)
	}
	want := r.head()
	switch {
	case head.Magic != want.Magic:
		return errors.New("not a checkpoint of this version")
	case head.W != want.W || head.H != want.H || head.Walls != want.Walls || head.All != want.All || head.Table != want.Table:
		return fmt.Errorf("made for a board of %dx%d with other walls or options", head.W, head.H)
	case head.Length < 1 || int(head.Length) >= r.trie.cells || int(head.Bodies) != r.trie.levels[head.Length].bodies():
		return errors.New("corrupt: the length is impossible")
	}
	figures := make([]Figures, len(r.figures))
	if err := binary.Read(in, binary.LittleEndian, figures); err != nil {
		return unexpectedEnd(err)
	}
	after := r.memory.meals(int(head.Bodies))
	words := make([]uint64, 2*len(after.chance))
	if err := errors.Join(readNumbers(in, after.moves), readNumbers(in, words)); err != nil {
		return unexpectedEnd(err)
	}
	for i := range after.chance {
		after.chance[i] = chance{words[2*i], words[2*i+1]}
	}
	if r.table != nil {
		if err := readNumbers(in, r.table.sums); err != nil {
			return unexpectedEnd(err)
		}
	}
	got := sum.Sum32()
	var written [1]uint32
	if err := readNumbers(in, written[:]); err != nil {
		return unexpectedEnd(err)
	}
	if written[0] != got {
		return errors.New("corrupt: the checksum is wrong")
	}
	if n, _ := in.Read(make([]byte, 1)); n > 0 {
		return errors.New("corrupt: bytes follow the end")
	}
	if r.table != nil {
		err := r.table.check(int(head.Length))
		r.table.alreadySaved = err != nil && head.Length == 1 && r.table.isSaved()
		if err != nil && !r.table.alreadySaved {
			return err
		}
	}
	for length := int(head.Length) + 1; length <= r.trie.cells; length++ {
		r.trie.levels[length] = level{}
	}
	r.length, r.after, r.figures, r.done = int(head.Length), after, figures, head.Done
	return nil
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errEnd
	}
	return err
}

func (r *run) removeCheckpoint() error {
	if r.options.Checkpoint == "" {
		return nil
	}
	err := os.Remove(r.checkpointName())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// files are the files that a run writes. The run opens them before the work starts, and holds their
// locks until it ends.
type files struct {
	table *outfile.Target // nil without a table
	locks []*outfile.Lock
}

func lockName(name string) string { return name + ".lock" }

// openFiles checks that the files can be written, and locks them.
func openFiles(ctx context.Context, l *ouro.Level, o *Options) (f *files, err error) {
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
		if err = f.lock(o.Files, f.table.Path()); err != nil {
			return f, err
		}
	}
	if o.Checkpoint == "" {
		return f, nil
	}
	if err = os.MkdirAll(o.Checkpoint, 0o755); err != nil {
		return f, err
	}
	if err = f.lock(o.Files, filepath.Join(o.Checkpoint, o.checkpointBase(l))); err != nil {
		return f, err
	}
	return f, outfile.Clean(o.Files, o.Checkpoint)
}

func (f *files) lock(sys outfile.System, name string) error {
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

func wordsOf(list []chance) (words []uint64) {
	words = make([]uint64, 0, 2*len(list))
	for _, c := range list {
		words = append(words, c.hi, c.lo)
	}
	return words
}

type number interface{ uint32 | uint64 }

func writeNumbers[T number](w io.Writer, list []T) (err error) {
	var buf []byte
	for part := range slices.Chunk(list, chunk) {
		if buf, err = binary.Append(buf[:0], binary.LittleEndian, part); err != nil {
			return err
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}

func readNumbers[T number](r io.Reader, list []T) error {
	buf := make([]byte, binary.Size(T(0))*min(chunk, len(list)))
	for part := range slices.Chunk(list, chunk) {
		buf = buf[:binary.Size(part)]
		if _, err := io.ReadFull(r, buf); err != nil {
			return err
		}
		if _, err := binary.Decode(buf, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return nil
}
