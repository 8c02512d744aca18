// Package atlas examines every small board: on which polyominoes a snake always wins, on which it
// can win, and which have a Hamiltonian cycle. [Survey] counts the boards with a given number of
// cells; [FromLevel] and the methods of [Board] examine one board.
//
// The rules are those of classic Snake, with a snake of length 1 at the start and without the limit
// of moves between two meals, as in package solve/exact.
// - A board can be won exactly if it has a Hamiltonian path. The body that fills the board is such a path. A snake that starts at the first cell of the path wins if each food appears on the next cell of the path.
//   - A board is always won if a win is certain from every start, wherever the food appears.
//     See [Board.AlwaysWon].
//   - A board with a Hamiltonian cycle is always won by following the cycle. A board with an odd
//     number of cells has none, but may have a cycle through all cells but a hole; see
//     [Board.HasHoleCycle].
//
// A polyomino and its images by rotation and reflection count once ("free polyominoes").
package atlas

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// The numbers of cells that [Survey] accepts. A board of one or two cells is won by any snake.
const (
	MinCells = 3
	MaxCells = 20
)

// Row counts the boards with a certain number of cells.
type Row struct {
	Cells     int
	Boards    int64 // number of free polyominoes
	Winnable  int64 // boards that can be won from some start: with a Hamiltonian path
	Always    int64 // boards that are always won
	Cycle     int64 // boards with a Hamiltonian cycle, which are always won
	HoleCycle int64 // boards with a cycle through all cells but a hole with a twin

	// Exceptions are the boards that are always won and have no Hamiltonian cycle, ordered by
	// their drawings.
	Exceptions []*Board
}

type Options struct {
	Workers  int                   // largest number of workers; 0 means one for each processor
	Progress func(begun, jobs int) // called at the start of each job, from one goroutine at a time; may be nil
}

// polyominoes are the numbers of free polyominoes by cells: A000105 of the On-Line Encyclopedia
// of Integer Sequences.
var polyominoes = [MaxCells + 1]int64{
	1, 1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600, 238591, 901971, 3426576, 13079255,
	50107909, 192622052, 742624232, 2870671950,
}

// Survey examines all boards with the given number of cells. The result does not depend on the
// number of workers. Each further cell takes about three times as long; 16 cells take two seconds
// on one core. Only the exceptions need memory.
func Survey(ctx context.Context, cells int, o Options) (*Row, error) {
	if cells < MinCells || cells > MaxCells {
		return nil, fmt.Errorf("atlas: %d cells: want %d to %d", cells, MinCells, MaxCells)
	}
	s := &survey{ctx: ctx, options: o, row: Row{Cells: cells, Boards: polyominoes[cells]}}
	newWalker(cells, func() bool { s.jobs++; return false }, nil).run()
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(s.work)
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(s.exceptions, func(a, b exception) int { return cmp.Compare(a.drawing, b.drawing) })
	for _, e := range s.exceptions {
		s.row.Exceptions = append(s.row.Exceptions, e.board)
	}
	return &s.row, nil
}

// survey is a running Survey. Its work is divided into numbered jobs.
type survey struct {
	ctx     context.Context
	options Options
	jobs    int
	next    atomic.Int64 // number of the first job that no worker has taken

	mu         sync.Mutex
	begun      int // number of jobs begun
	row        Row
	exceptions []exception
}

type exception struct {
	board   *Board
	drawing string
}

func (s *survey) work() {
	var row Row
	var exceptions []exception
	var d decider
	newWalker(s.row.Cells, s.share(), func(b *Board) {
		if examine(b, &d, &row) {
			kept := *b
			exceptions = append(exceptions, exception{&kept, kept.String()})
		}
	}).run()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.row.Winnable += row.Winnable
	s.row.Always += row.Always
	s.row.Cycle += row.Cycle
	s.row.HoleCycle += row.HoleCycle
	s.exceptions = append(s.exceptions, exceptions...)
}

// share returns a function for one worker. The worker calls the function at every job in order, and
// does the job if the result is true. Exactly one worker does each job, unless the context ends.
func (s *survey) share() func() bool {
	job, mine := int64(-1), int64(-1)
	return func() bool {
		job++
		if mine < job {
			mine = s.next.Add(1) - 1
		}
		if mine != job || s.ctx.Err() != nil {
			return false
		}
		s.begin()
		return true
	}
}

func (s *survey) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun++
	if s.options.Progress != nil {
		s.options.Progress(s.begun, s.jobs)
	}
}

// examine adds a board with a Hamiltonian path to a row. It reports whether the board is an
// exception.
func examine(b *Board, d *decider, row *Row) bool {
	row.Winnable++
	switch {
	case b.ends() != 0:
		return false // a cell with fewer than two neighbours prevents a certain win; see AlwaysWon
	case b.HasCycle():
		row.Cycle++
		row.Always++
		return false
	}
	if b.HasHoleCycle() {
		row.HoleCycle++
	}
	if d.starts(b) != b.all() {
		return false
	}
	row.Always++
	return true
}
