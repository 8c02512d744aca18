package main

import (
	"context"
	"fmt"
	"math"

	"ouro"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/solve/exact"
)

// growths are the sides of the boards, and the number of games on each board. All sides are even,
// because on small boards the parity of the number of cells matters more than the size.
var growths = []struct {
	side, games int
}{{4, 1000}, {6, 1000}, {8, 400}, {10, 300}, {12, 100}, {16, 30}, {20, 12}, {24, 6}, {32, 2}}

// growth measures the moves of ouroboros and of cell on boards of increasing size. The optimum is
// known only on the smallest boards.
func growth(ctx context.Context, r *run) ([]sheet.Table, error) {
	var boards, columns sheet.Columns
	var champion, optimum, cell exponent
	for _, g := range growths {
		games := r.games(g.games)
		if games == 0 {
			continue
		}
		board := fmt.Sprintf("%dx%d", g.side, g.side)
		report, err := r.bench(ctx, board, []string{"ouroboros", "cell"}, games, r.seed)
		if err != nil {
			return nil, err
		}
		cells := float64(g.side * g.side)
		boards.Row("board", board)
		moves := &report.Results[0]
		row := []string{
			"games", fmt.Sprint(games),
			"won", fmt.Sprint(moves.Won),
			"ouroboros", meanMoves(moves), "exponent of ouroboros", champion.next(cells, moves.Moves.Mean),
		}
		best := math.NaN()
		if known, ok := exact.Known(ouro.MustGrid(g.side, g.side)); ok {
			best = known
		}
		row = append(row, "optimum", sheet.Fixed(best, 1), "exponent of the optimum", optimum.next(cells, best))
		other := report.Results[1].Moves.Mean
		columns.Row(append(row, "cell", sheet.Fixed(other, 1), "exponent of cell", cell.next(cells, other))...)
	}
	return []sheet.Table{sheet.NewTable(boards, columns)}, nil
}

func meanMoves(res *lab.Result) string {
	if res.Moves.N == 1 {
		return sheet.Fixed(res.Moves.Mean, 0)
	}
	return sheet.Mean(res.Moves.Mean, res.MovesMean)
}

// An exponent compares each figure with that of the previous board.
type exponent struct{ cells, moves float64 }

// next returns the local exponent e: between the previous board and this one, the moves grow as
// the number of cells to the power of e.
func (e *exponent) next(cells, moves float64) string {
	if math.IsNaN(moves) {
		return sheet.None
	}
	before := *e
	*e = exponent{cells, moves}
	if before.cells == 0 {
		return sheet.None
	}
	return sheet.Fixed(math.Log(moves/before.moves)/math.Log(cells/before.cells), 2)
}
