package exact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"ouro"
	"ouro/internal/outfile"
)

// MaxCells is the largest number of free cells that positions can encode. On all but the narrowest
// boards, memory sets a lower limit.
const MaxCells = 52

// Options control a computation. The zero value uses one worker for each processor and
// unlimited memory.
type Options struct {
	All       bool  // also compute the positions that are not certainly won
	Adversary bool  // an adversary places food where it costs the most moves; only certain wins count, even if All is set
	Grow      int   // segments that a meal adds, at most MaxGrow; 0 means 1
	Workers   int   // number of goroutines; 0 means one for each processor
	Memory    int64 // in bytes: Solve refuses a computation that needs more; 0 means no limit

	Checkpoint string // folder of the checkpoint, which Solve writes after each length and from which it resumes; may be empty
	Save       string // file for a table of the optimal moves, which implies All; may be empty

	Files outfile.System // nil means the operating system

	Progress func(Progress) // called often, from the calling goroutine; may be nil
}

// Progress is the state of a computation.
type Progress struct {
	Length      int   // of the bodies being listed or solved
	Listing     bool  // bodies are being listed; no positions are computed yet
	Done, Total int64 // while listing: bodies, approximately; afterwards: positions
}

// Report is the exact optimum of a board.
type Report struct {
	Figures
	Bodies    int64 // up to symmetry
	Positions int64 // computed positions (body and food), up to symmetry
	Resumed   int   // length at which a checkpoint was resumed, 0 without one
}

// Figures are the results of optimal play.
type Figures struct {
	Probability float64 // of winning
	Moves       float64 // expected number of moves in won games; NaN if no win is possible
}

// ErrStart is the error for an impossible start length.
var ErrStart = errors.New("no straight snake of that length fits")

// TooLargeError is the error for a board or a position that needs too much memory.
type TooLargeError struct {
	Board string // the board's name in messages
	Size  Size
	Free  int64 // number of bytes allowed
	From  int   // length of the shortest snake whose positions fit; 0 if none fit
}

func (e *TooLargeError) Error() string {
	text := fmt.Sprintf("board %s: about %.2g bodies and %.2g positions would take %s of memory, more than the %s allowed",
		e.Board, e.Size.Bodies, e.Size.Positions, bytesText(e.Size.Bytes), bytesText(float64(e.Free)))
	if e.From > 0 {
		text += fmt.Sprintf("; a position with a snake of %d or more cells needs less", e.From)
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

// Solve computes the optimum for games that start with a straight snake of this length on a board:
// the highest probability of winning, and the fewest moves among the strategies that reach it. The
// snake starts in a random place or, if the level has a start, with its head on that cell. If the
// board is too large, Solve returns a [TooLargeError] before it allocates. If ctx ends, it returns
// the error of ctx; with a checkpoint, the next call resumes the computation. Two calls, in the
// same or in different processes, cannot use the same files at the same time.
//
// Without walls, every straight snake wins with certainty (see the solver hamilton). So without
// All, Solve omits positions that are not certainly won. If the claim were false, the probability
// would be below 1. All is always set on a board with walls, for snakes of several segments on
// joined edges, and with Grow.
func Solve(ctx context.Context, l *ouro.Level, startLength int, o Options) (report *Report, err error) {
	if err := checkLevel(l); err != nil {
		return nil, err
	}
	if o.Grow > 1 && (o.Save != "" || o.Checkpoint != "") {
		return nil, errGrowFile(o.Grow)
	}
	if startLength < 1 || len(straight(l, startLength)) == 0 {
		return nil, fmt.Errorf("start length %d: %w on the board %s", startLength, ErrStart, nameOf(l))
	}
	o.All, o.Adversary = o.All || o.Save != "" || hasWalls(l) || l.Grid.Wraps && startLength > 1 || o.Grow > 1, false
	files, err := openFiles(ctx, l, &o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, files.release()) }()
	r, err := newRun(ctx, l, o, 1)
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
	if err := r.removeCheckpoint(); err != nil {
		return nil, err
	}
	return &Report{Figures: r.figures[startLength], Bodies: r.bodies, Positions: r.done, Resumed: r.resumed}, nil
}

// straight returns the cells, head first, of every straight snake with which a game may start.
func straight(l *ouro.Level, length int) (places [][]ouro.Cell) {
	heads := freeCells(l)
	if l.Start != ouro.NoCell {
		heads = []ouro.Cell{l.Start}
	}
	directions := ouro.Dirs[:]
	if length == 1 {
		directions = directions[:1] // in all directions the snake is in the same place
	}
	for _, head := range heads {
		for _, d := range directions {
			var cells []ouro.Cell
			for c := head; c != ouro.NoCell && l.Terrain[c] != ouro.Wall && len(cells) < length && !slices.Contains(cells, c); c = l.Grid.Next(c, d) {
				cells = append(cells, c)
			}
			if len(cells) == length {
				places = append(places, cells)
			}
		}
	}
	return places
}

// run is a computation. It solves the lengths of the snake one after the other, from long to short.
// It holds two lengths in memory: the meals that make bodies of one length, and the positions
// before these meals.
type run struct {
	options Options
	trie    *trie
	workers workers
	memory  memory

	length  int       // length of the bodies whose figures the field after has
	after   meals     // figures right after the meal that made the bodies
	figures []Figures // figures of straight starts by length, as far as computed
	table   *tableFile
	growth  *growth // nil if a meal adds one segment

	bodies, done, total int64
	resumed             int
}

// newRun lists the bodies of a board. The run can then solve the positions of all lengths from
// shortest on.
func newRun(ctx context.Context, l *ouro.Level, o Options, shortest int) (*run, error) {
	if err := checkLevel(l); err != nil {
		return nil, err
	}
	size, err := o.measure(l, shortest)
	if err := cmp.Or(err, checkCells(l)); err != nil {
		return nil, err
	}
	r := &run{options: o, trie: newTrie(l), workers: workers(o.Workers)}
	r.length, r.figures = r.trie.cells, make([]Figures, r.trie.cells+1)
	if o.Grow > 1 {
		r.growth = newGrowth(&o, r.trie.cells, shortest)
	}
	if r.workers <= 0 {
		r.workers = workers(runtime.GOMAXPROCS(0))
	}
	for length := 1; ; length++ {
		bodies := int64(r.trie.levels[length].bodies())
		r.bodies += bodies
		if length >= shortest {
			r.total += bodies * int64(r.trie.cells-length) * int64(r.growth.count(length))
		}
		r.reportProgress(Progress{Length: length, Listing: true, Done: r.bodies, Total: max(int64(size.Bodies), r.bodies)})
		if length == r.trie.cells {
			break
		}
		if err := r.trie.grow(ctx, r.workers); err != nil {
			return nil, err
		}
		if length < shortest { // no body of a greater length needs the link
			r.trie.levels[length].link = nil
		}
		if length-1 < shortest {
			r.trie.reduce(length-1, shortest)
		}
	}
	r.memory = newMemory(r.trie, o.All)
	r.after = r.memory.meals(r.trie.levels[r.length].bodies())
	r.after.fill(oneMove, certain)
	if r.growth != nil {
		r.growth.begin(r.after)
	}
	r.figures[r.length] = Figures{0, math.NaN()}
	if len(straight(l, r.length)) > 0 { // the snake fills the board from the start
		r.figures[r.length] = Figures{1, 0}
	}
	return r, nil
}

// measure returns the estimated size of a run, or 0 if no option needs the size. It returns an
// error if the run is too large.
func (o *Options) measure(l *ouro.Level, least int) (Size, error) {
	if o.Memory <= 0 && o.Progress == nil {
		return Size{}, nil
	}
	var sizes Sizes
	if o.Grow > 1 {
		bodies := countBodies(l)
		sizes = make(Sizes, least+1)
		sizes[least] = sizeFrom(bodies, least, !o.Adversary)
		sizes[least].Bytes += growBytes(o, bodies, least)
	} else if o.All {
		sizes = MeasureFrom(l)
	} else { // without All, only least is needed
		sizes = make(Sizes, least+1)
		sizes[least] = sizeFrom(countBodies(l), least, false)
	}
	if o.Memory <= 0 {
		return sizes[least], nil
	}
	return sizes[least], sizes.Fit(l, least, o.Memory)
}

func (r *run) reportProgress(p Progress) {
	if r.options.Progress != nil {
		r.options.Progress(p)
	}
}

// step solves the next shorter length, and adds its directions to the table if there is one.
func (r *run) step(ctx context.Context) error {
	s, err := r.solve(ctx)
	if err != nil {
		return err
	}
	if r.table != nil {
		if err := r.table.add(ctx, r.workers, s, r.after); err != nil {
			return err
		}
	}
	return r.advance(ctx, s)
}

// advance replaces r.after by the meals that make the bodies of s, the stage solved last. The new
// meals do not depend on the old ones, whose memory they reuse.
func (r *run) advance(ctx context.Context, s *stage) error {
	if r.growth != nil {
		if err := r.growth.keep(ctx, r, s); err != nil {
			return err
		}
		return r.finish(s)
	}
	before := r.memory.meals(r.trie.levels[s.length].bodies())
	if err := s.average(ctx, r.workers, before); err != nil {
		return err
	}
	r.after = before
	return r.finish(s)
}

// finish ends the step to the length of s, from which r.after was computed.
func (r *run) finish(s *stage) error {
	r.trie.levels[r.length] = level{} // no longer needed
	r.length = s.length
	r.done += int64(len(s.moves))
	r.figures[r.length] = r.start(s)
	r.reportProgress(Progress{Length: r.length, Done: r.done, Total: r.total})
	return r.checkpoint()
}

// solve computes the stage of the bodies that are one segment shorter than those of r.after.
func (r *run) solve(ctx context.Context) (*stage, error) {
	if r.growth != nil {
		if err := r.growth.solvePending(ctx, r); err != nil {
			return nil, err
		}
	}
	s := newStage(r.trie, r.length-1, &r.memory)
	s.adversary = r.options.Adversary
	s.report = func(solved int64) {
		r.reportProgress(Progress{Length: s.length, Done: r.done + solved, Total: r.total})
	}
	return s, s.solve(ctx, r.workers, r.after)
}

// start returns the figures of games that start with a snake of the length of s, the stage
// from which r.after was computed. It adds the chances of positions, not of meals, because the
// chances of meals can be rounded on boards of 36 free cells or more.
func (r *run) start(s *stage) Figures {
	places := straight(r.trie.level, r.length)
	var all chanceSum
	var weights, moves float64
	for _, cells := range places {
		b := r.trie.find(cells).body
		if r.after.moves[b] == never {
			continue
		}
		var here chanceSum
		for at := range s.free {
			c := s.chanceAt(int(b)*s.free + at)
			here.add(c)
			all.add(c)
		}
		weight := here.probability(s.free)
		weights += weight
		moves += weight * (expected(r.after.moves[b]) - 1) // the start itself is no meal
	}
	if weights == 0 {
		return Figures{0, math.NaN()}
	}
	return Figures{all.probability(len(places) * s.free), moves / weights}
}

// Known returns Report.Moves of [Solve] for games on this board that start with a snake of
// length 1, if it has been computed in advance. The probability of winning is 1 on all such
// boards. A board and its transpose have the same optimum.
func Known(g *ouro.Grid) (moves float64, ok bool) {
	for _, k := range known {
		if k.w == g.W && k.h == g.H || k.w == g.H && k.h == g.W {
			return k.moves, true
		}
	}
	return 0, false
}

// KnownOf is Known for a game of classic Snake that starts with a snake of length 1 on a
// board without walls. ok is false for any other game.
func KnownOf(game *ouro.GameSpec) (moves float64, ok bool) {
	grid, err := ouro.NewGrid(game.W, game.H)
	if err != nil || game.StartLength != 1 || game.Level != nil || game.Position != nil || len(game.Rules.Options) > 0 {
		return 0, false
	}
	return Known(grid)
}

// KnownBoards returns the boards that Known knows, with at most as many columns as rows,
// small ones first.
func KnownBoards() (boards []*ouro.Grid) {
	for _, k := range known {
		boards = append(boards, ouro.MustGrid(k.w, k.h))
	}
	return boards
}

// The command `ouro exact --board WxH --json` computed each row of known except the last two. For
// these, `ouro exact --board WxH --checkpoint DIRECTORY` was used, which takes minutes and prints
// six decimals.
var known = []struct {
	w, h  int
	moves float64
}{
	{2, 2, 3.8333332538604736},
	{2, 3, 8.433333476384481},
	{3, 3, 17.54550266265869},
	{3, 5, 42.588136212031046},
	{4, 4, 41.567373752593994},
	{4, 5, 59.60925107002258},
	{4, 6, 80.3678230047226},
	{5, 5, 92.17917955398559},
	{5, 6, 114.03525295257569},
	{5, 7, 158.199548},
	{6, 6, 151.311764},
}
