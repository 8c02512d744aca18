package exact

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"

	"ouro"
	"ouro/internal/outfile"
)

// MaxCells is the number of cells of the largest board that can be stated here.
// Memory ends sooner on all boards but the narrowest.
const MaxCells = 52

// Options say how to compute. The zero value is one worker for each processor
// and as much memory as it takes.
type Options struct {
	All     bool  // settle also positions that are not won with certainty
	Workers int   // goroutines; 0 is one for each processor
	Memory  int64 // refuse what needs more bytes than this; 0 is no limit

	Checkpoint string // folder to save the work in after each length, and to go on from; may be empty
	Save       string // file to write a table of the best moves to; may be empty. Implies All

	Files outfile.System // nil is the real one

	Progress func(Progress) // called often, from the goroutine that solves; may be nil
}

// Progress tells how far a computation is.
type Progress struct {
	Length      int   // of the bodies that are dealt with
	Listing     bool  // bodies are still being listed, positions have not begun
	Done, Total int64 // bodies when listing, about; else positions
}

// Report is the exact optimum of a board.
type Report struct {
	Figures
	Bodies    int64 // up to symmetry
	Positions int64 // body and food, up to symmetry, that are looked at
	Resumed   int   // length at which a checkpoint was taken up, 0 if none was
}

// Figures are what best play achieves.
type Figures struct {
	Probability float64 // of winning
	Moves       float64 // expected, of the games that are won; NaN if none can be
}

// ErrStart refuses a start length.
var ErrStart = errors.New("no straight snake of that length fits")

// TooLargeError refuses a board, or a position of it.
type TooLargeError struct {
	Grid *ouro.Grid
	Size Size
	Free int64 // bytes allowed
	From int   // length of the shortest snake whose positions could be asked for; 0 if none
}

func (e *TooLargeError) Error() string {
	text := fmt.Sprintf("board %s: about %.2g bodies and %.2g positions would take %s of memory, more than the %s allowed",
		e.Grid, e.Size.Bodies, e.Size.Positions, bytesText(e.Size.Bytes), bytesText(float64(e.Free)))
	if e.From > 0 {
		text += fmt.Sprintf("; a position of a snake of %d or more cells would not", e.From)
	}
	return text
}

func bytesText(n float64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB", "PB", "EB"}
	i := 0
	for ; n >= 999.5 && i < len(units)-1; i++ {
		n /= 1000
	}
	return fmt.Sprintf("%.3g %s", n, units[i])
}

// Solve computes the optimum for games that start with a straight snake of this
// length on a board without walls: the highest probability of winning, and the
// fewest moves among the ways to play that reach it. It refuses a board that is
// too large with a [TooLargeError], before it takes memory. When ctx ends it
// returns that error; with a checkpoint the next call goes on where it was. Two
// calls, in whatever process, cannot work on the same files at the same time.
//
// Every straight snake can win with certainty (the solver hamilton says how), so
// other positions need not be looked at, and are not without All. Were it not so,
// the probability would come out below 1.
func Solve(ctx context.Context, g *ouro.Grid, startLength int, o Options) (report *Report, err error) {
	if startLength < 1 || len(straight(g, startLength)) == 0 {
		return nil, fmt.Errorf("start length %d: %w on the board %s", startLength, ErrStart, g)
	}
	o.All = o.All || o.Save != ""
	files, err := openFiles(ctx, g, &o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, files.release()) }()
	r, err := newRun(ctx, g, o, 1)
	if err != nil {
		return nil, err
	}
	last := startLength
	if o.Save != "" {
		last = 1
		if r.table, err = createTable(files.table, o.Checkpoint != "", r.trie); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, r.table.abandon(o.Checkpoint != "")) }()
	}
	if err := r.resume(); err != nil {
		return nil, err
	}
	for r.length > last {
		if err := r.step(ctx); err != nil {
			return nil, err
		}
	}
	if o.Save != "" {
		if err := r.table.finish(); err != nil {
			return nil, err
		}
	}
	if err := r.forget(); err != nil {
		return nil, err
	}
	return &Report{Figures: r.figures[startLength], Bodies: r.bodies, Positions: r.done, Resumed: r.resumed}, nil
}

// straight are all places of a straight snake, one for each that the start of a
// game may deal.
func straight(g *ouro.Grid, length int) (places [][]ouro.Cell) {
	for head := range ouro.Cell(g.Size()) {
		for _, d := range ouro.Dirs {
			var cells []ouro.Cell
			for c := head; c != ouro.NoCell && len(cells) < length; c = g.Next(c, d) {
				cells = append(cells, c)
			}
			if len(cells) == length {
				places = append(places, cells)
			}
		}
	}
	return places
}

// run goes backwards over the lengths. Only two of them are in memory: the
// meals after which bodies are so long, and the positions before.
type run struct {
	options Options
	trie    *trie
	workers workers
	memory  memory

	length  int       // of the bodies of after
	after   meals     // figures after the meal that made them so long
	figures []Figures // of straight starts, by length, as far as they are known
	table   *tableFile

	bodies, done, total int64
	resumed             int
}

// newRun lists the bodies of a board, to settle the positions of this length and of
// all greater ones.
func newRun(ctx context.Context, g *ouro.Grid, o Options, least int) (*run, error) {
	size, err := o.measure(g, least)
	switch {
	case err != nil:
		return nil, err
	case g.Wraps || g.Size() > MaxCells:
		return nil, fmt.Errorf("board %s: want one of at most %d cells whose edges are walls", g, MaxCells)
	}
	r := &run{options: o, trie: newTrie(g), workers: workers(o.Workers), length: g.Size(), figures: make([]Figures, g.Size()+1)}
	if r.workers <= 0 {
		r.workers = workers(runtime.GOMAXPROCS(0))
	}
	for length := 1; ; length++ {
		bodies := int64(r.trie.levels[length].bodies())
		r.bodies += bodies
		if length >= least {
			r.total += bodies * int64(g.Size()-length)
		}
		r.tell(Progress{Length: length, Listing: true, Done: r.bodies, Total: max(int64(size.Bodies), r.bodies)})
		if length == g.Size() {
			break
		}
		if err := r.trie.grow(ctx, r.workers); err != nil {
			return nil, err
		}
		if length < least { // what no body that is still to come needs goes
			r.trie.levels[length].link = nil
		}
		if length-1 < least {
			r.trie.thin(length-1, least)
		}
	}
	r.memory = newMemory(r.trie, o.All)
	r.after = r.memory.meals(r.trie.levels[g.Size()].bodies())
	r.after.fill(oneMove, sure)
	return r, nil
}

// measure is the size of a run, where it is needed, and an error if that is too much.
func (o *Options) measure(g *ouro.Grid, least int) (Size, error) {
	if o.Memory <= 0 && o.Progress == nil {
		return Size{}, nil
	}
	var sizes Sizes
	if o.All {
		sizes = MeasureFrom(g)
	} else { // nobody has a choice of lengths
		sizes = make(Sizes, least+1)
		sizes[least] = sizeFrom(countBodies(g), least, false)
	}
	if o.Memory <= 0 {
		return sizes[least], nil
	}
	return sizes[least], sizes.Fit(g, least, o.Memory)
}

func (r *run) tell(p Progress) {
	if r.options.Progress != nil {
		r.options.Progress(p)
	}
}

// step goes one length back.
func (r *run) step(ctx context.Context) error {
	s, err := r.settle(ctx)
	if err != nil {
		return err
	}
	if r.table != nil {
		if err := r.table.add(ctx, r.workers, s, r.after); err != nil {
			return err
		}
	}
	return r.goBack(ctx, s)
}

// goBack makes the meals that lead to the bodies of the stage, which r has settled
// last, those that r knows.
func (r *run) goBack(ctx context.Context, s *stage) error {
	before := r.memory.meals(r.trie.levels[s.length].bodies())
	if err := s.average(ctx, r.workers, before); err != nil {
		return err
	}
	r.trie.levels[r.length] = level{} // not needed any more
	r.after, r.length = before, s.length
	r.done += int64(len(s.moves))
	r.figures[r.length] = r.start()
	r.tell(Progress{Length: r.length, Done: r.done, Total: r.total})
	return r.checkpoint()
}

// settle makes the stage of the bodies that are one shorter than those of
// r.after.
func (r *run) settle(ctx context.Context) (*stage, error) {
	s := newStage(r.trie, r.length-1, &r.memory)
	s.tick = func(settled int64) { r.tell(Progress{Length: s.length, Done: r.done + settled, Total: r.total}) }
	return s, s.settle(ctx, r.workers, r.after)
}

// start is the figures of a start with a straight snake of this length.
func (r *run) start() Figures {
	places := straight(r.trie.grid, r.length)
	var chance, moves float64
	for _, cells := range places {
		b := r.trie.find(cells).body
		if r.after.moves[b] == never {
			continue
		}
		p := r.after.probability(b)
		chance += p
		moves += p * (expected(r.after.moves[b]) - 1) // the snake lies there without having eaten
	}
	if chance == 0 {
		return Figures{0, math.NaN()}
	}
	return Figures{chance / float64(len(places)), moves / chance}
}
