package solo

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/play"
	"ouro/tui/canvas"
)

// tile is the place of one game of a comparison.
type tile struct {
	x, y, w, h int
	board      canvas.Box
	beside     bool // the words go beside the board, not below
}

// Room that the words of a tile need.
const (
	wordsBelow  = 3  // rows, with a chart of two
	wordsBeside = 16 // columns
)

// arrange divides w x h characters from (x, y) on among n boards: side by side
// or in two rows, words below or beside, whatever shows the boards largest.
func arrange(g *ouro.Grid, n, x, y, w, h int) []tile {
	var best []tile
	better := func(tiles []tile) bool {
		if best == nil {
			return true
		}
		a, b := tiles[0].board, best[0].board
		if a.Whole != b.Whole {
			return a.Whole
		}
		return a.Scale > b.Scale || a.Scale == b.Scale && a.Framed && !b.Framed
	}
	for columns := n; columns >= (n+1)/2; columns-- {
		rows := (n + columns - 1) / columns
		for _, beside := range [...]bool{false, true} {
			var tiles []tile
			for i := range n {
				t := tile{w: w/columns - 1, h: h / rows, beside: beside}
				t.x, t.y = x+i%columns*(w/columns), y+i/columns*(h/rows)
				bw, bh := t.w, t.h-1
				if beside {
					bw -= wordsBeside + 1
				} else {
					bh -= wordsBelow
				}
				if bw < 6 || bh < 3 {
					break
				}
				t.board = canvas.Place(g, t.x, t.y+1, bw, bh)
				tiles = append(tiles, t)
			}
			if len(tiles) == n && better(tiles) {
				best = tiles
			}
		}
	}
	return best
}

func (v *Viewer) drawComparison(c *canvas.Canvas) {
	grid, most := ouro.MustGrid(v.Opts.Game.W, v.Opts.Game.H), 1
	for i := range v.Shown.Scene {
		if sc := &v.Shown.Scene[i]; sc.State != nil {
			grid, most = sc.State.Grid, max(most, longest(sc))
		}
	}
	tiles := arrange(grid, len(v.Shown.Scene), 1, 1, c.W-1, c.H-2)
	if tiles == nil {
		c.Wrap(1, 2, c.W-2, c.H-4, "The window is too small to show so many boards.", canvas.Ink{FG: v.Bad})
		return
	}
	for i := range v.Shown.Scene {
		v.drawTile(c, i, tiles[i], most)
	}
}

// drawTile draws one game of a comparison. All charts have the same axes.
func (v *Viewer) drawTile(c *canvas.Canvas, i int, t tile, longest int) {
	sc := &v.Shown.Scene[i]
	k := v.Seat(i)
	c.Text(t.x, t.y, t.w, "■ "+sc.Seats[0].String(), canvas.Ink{FG: k, Bold: true})
	if sc.Err != nil {
		c.Wrap(t.x, t.y+2, t.w, t.h-2, sc.Err.Error(), canvas.Ink{FG: v.Bad})
		return
	}
	drawBoard(c, v.Theme, sc, t.board, v.Notes(sc))
	outerW, outerH := t.board.Outer()
	x, y, w, end := t.x, t.y+1+outerH, t.w, t.y+t.h
	if t.beside {
		x, y, w = t.x+outerW+1, t.y+1, t.w-outerW-1
	}
	facts := []string{fmt.Sprintf("move %d", sc.Turn), fmt.Sprintf("length %d", sc.State.Snakes[0].Body.Len()), percent(progress(sc))}
	ending, look := shortEnding(sc), canvas.Ink{FG: v.Bad, Bold: true}
	if sc.Outcome.Ending == ouro.Won {
		look.FG = v.Good
	}
	if t.beside {
		for _, fact := range facts {
			c.Text(x, y, w, fact, canvas.Ink{FG: v.Text})
			y++
		}
		c.Text(x, y, w, ending, look)
	} else {
		at := c.Text(x, y, w, strings.Join(facts, " · ")+"  ", canvas.Ink{FG: v.Text})
		c.Text(at, y, x+w-at, ending, look)
	}
	y++
	chart := canvas.Chart{Lengths: sc.Lengths[0], Moves: max(1, v.Shown.Turns), Longest: longest}
	rows := min(end-y, 18)
	chart.Axes = rows >= 3
	chart.Draw(c, v.Theme, x, y, w-1, rows, k)
}

// shortEnding is how a game ended, in a word.
func shortEnding(sc *play.Scene) string {
	switch {
	case !sc.Ended:
		return ""
	case sc.Outcome.Ending == ouro.Won:
		return "won"
	case sc.Outcome.Ending == ouro.Unfinished:
		return "ends here"
	}
	return sc.Outcome.Ending.String()
}
