package tui

import (
	"fmt"

	"ouro"
)

// tile is the place of one game of a comparison.
type tile struct {
	x, y, w, h int
	board      boardBox
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
		if a.whole != b.whole {
			return a.whole
		}
		return a.scale > b.scale || a.scale == b.scale && a.framed && !b.framed
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
				t.board = place(g, t.x, t.y+1, bw, bh)
				tiles = append(tiles, t)
			}
			if len(tiles) == n && better(tiles) {
				best = tiles
			}
		}
	}
	return best
}

func (v *viewer) drawComparison(c *canvas) {
	var grid *ouro.Grid
	longest := 1
	for _, sc := range v.shown.scenes {
		if sc.state != nil {
			grid, longest = sc.state.Grid, max(longest, sc.longest())
		}
	}
	if grid == nil {
		grid = ouro.MustGrid(v.opts.Game.W, v.opts.Game.H)
	}
	tiles := arrange(grid, len(v.shown.scenes), 1, 1, c.w-1, c.h-2)
	if tiles == nil {
		c.wrap(1, 2, c.w-2, c.h-4, "The window is too small to show so many boards.", ink{fg: v.bad})
		return
	}
	for i := range v.shown.scenes {
		v.drawTile(c, i, tiles[i], longest)
	}
}

// drawTile draws one game of a comparison. All charts have the same axes.
func (v *viewer) drawTile(c *canvas, i int, t tile, longest int) {
	sc := &v.shown.scenes[i]
	k := v.seat(i)
	c.text(t.x, t.y, t.w, "■ "+sc.spec.String(), ink{fg: k, bold: true})
	if sc.err != nil {
		c.wrap(t.x, t.y+2, t.w, t.h-2, sc.err.Error(), ink{fg: v.bad})
		return
	}
	drawBoard(c, v.palette, sc, t.board, v.notes(sc), v.frame)
	outerW, outerH := t.board.outer()
	x, y, w, end := t.x, t.y+1+outerH, t.w, t.y+t.h
	if t.beside {
		x, y, w = t.x+outerW+1, t.y+1, t.w-outerW-1
	}
	facts := []string{fmt.Sprintf("move %d", sc.turn), fmt.Sprintf("length %d", sc.state.Snakes[0].Body.Len()), percent(sc.progress())}
	if t.beside {
		for _, fact := range facts {
			c.text(x, y, w, fact, ink{fg: v.text})
			y++
		}
		c.text(x, y, w, shortEnding(sc), v.endingInk(sc))
		y++
	} else {
		at := c.text(x, y, w, fmt.Sprintf("%s · %s · %s  ", facts[0], facts[1], facts[2]), ink{fg: v.text})
		c.text(at, y, x+w-at, shortEnding(sc), v.endingInk(sc))
		y++
	}
	chart := spark{lengths: sc.lengths, moves: max(1, v.furthest), longest: longest}
	rows := min(end-y, 18)
	chart.maxLabel = rows >= 3
	chart.draw(c, v.palette, x, y, w-1, rows, k)
}

// shortEnding is how a game ended, in a word.
func shortEnding(sc *scene) string {
	switch {
	case !sc.ended:
		return ""
	case sc.outcome.Ending == ouro.Won:
		return "won"
	case sc.outcome.Ending == ouro.Unfinished:
		return "ends here"
	}
	return sc.outcome.Ending.String()
}

func (v *viewer) endingInk(sc *scene) ink {
	k := ink{fg: v.bad, bold: true}
	if sc.outcome.Ending == ouro.Won {
		k.fg = v.good
	}
	return k
}
