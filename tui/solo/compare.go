package solo

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/tui/canvas"
)

// tile is the place of one game in a comparison: the name of its solver above the board, and the facts
// below the board or beside the name.
type tile struct {
	x, y, w int
	board   canvas.Box
	below   bool // whether the facts are below the board
}

// layout has the places of the games in a comparison, and of the chart.
type layout struct {
	tiles []tile
	chart canvas.Area
}

const (
	chartRows    = 5  // rows of a chart below the boards
	chartColumns = 28 // columns of a chart to the right of the boards
	tileColumns  = 18 // columns for the name and the facts of a tile
)

// arrange divides an area among n boards and the chart. It chooses the number of columns that gives
// the largest boards or, if whole boards do not fit, the largest parts of boards. If several numbers
// are equally good, it chooses the one that leaves the most room for the chart. Small windows have no
// chart.
func arrange(g *ouro.Grid, n int, whole canvas.Area) layout {
	var best layout
	better := func(l layout) bool {
		if best.tiles == nil {
			return true
		}
		a, b := l.tiles[0], best.tiles[0]
		switch {
		case a.board.Whole != b.board.Whole:
			return a.board.Whole
		case !a.board.Whole && a.board.W*a.board.H != b.board.W*b.board.H:
			return a.board.W*a.board.H > b.board.W*b.board.H
		case a.board.Scale != b.board.Scale:
			return a.board.Scale > b.board.Scale
		case a.below != b.below:
			return a.below
		case a.board.Framed != b.board.Framed:
			return a.board.Framed
		}
		return l.chart.W*l.chart.H > best.chart.W*best.chart.H
	}
	for _, room := range [...]struct{ columns, rows int }{{chartColumns, 0}, {0, chartRows}, {0, 0}} {
		if room.columns+room.rows == 0 && best.tiles != nil && best.tiles[0].board.Whole {
			break
		}
		for columns := 1; columns <= n; columns++ {
			for _, below := range [...]bool{true, false} {
				if l, ok := tileBoards(g, n, columns, below, canvas.At(whole.X, whole.Y, whole.W-room.columns, whole.H-room.rows)); ok && better(l) {
					best = l
					right, bottom := l.chart.X, l.chart.Y // where the boards end
					switch {
					case room.columns > 0:
						best.chart = canvas.At(right+1, whole.Y, whole.X+whole.W-right-2, whole.H)
					case room.rows > 0:
						best.chart = canvas.At(whole.X, bottom, whole.W-1, whole.Y+whole.H-bottom)
					default:
						best.chart = canvas.Area{}
					}
				}
			}
		}
	}
	return best
}

// tileBoards places n boards in an area, in this many columns. If factsBelow is set, the facts are
// below the boards. It sets the corner of the chart to the column to the right of the boards and the
// row below them. ok is false if the area is too small.
func tileBoards(g *ouro.Grid, n, columns int, factsBelow bool, room canvas.Area) (l layout, ok bool) {
	rows := (n + columns - 1) / columns
	w, h := room.W/columns-1, room.H/rows
	textRows := 1
	if factsBelow {
		textRows = 2
	}
	if w < 6 || h-textRows < 3 {
		return l, false
	}
	box := canvas.Place(g, canvas.At(0, 0, w, h-textRows))
	outerW, outerH := box.Outer()
	w = min(w, max(outerW, tileColumns))
	for i := range n {
		t := tile{x: room.X + i%columns*(w+1), y: room.Y + i/columns*(outerH+textRows), w: w, board: box, below: factsBelow}
		t.board.X += t.x
		t.board.Y += t.y + 1
		l.tiles = append(l.tiles, t)
	}
	l.chart = canvas.Area{X: room.X + columns*(w+1), Y: room.Y + rows*(outerH+textRows)}
	return l, true
}

func (v *Viewer) drawComparison(c *canvas.Canvas) {
	grid, most := ouro.MustGrid(v.Opts.Game.W, v.Opts.Game.H), 1
	for i := range v.Current.Scene {
		if sc := &v.Current.Scene[i]; sc.State != nil {
			grid, most = sc.State.Grid, max(most, longest(sc))
		}
	}
	l := arrange(grid, len(v.Current.Scene), canvas.At(1, 1, c.W-1, c.H-2))
	if l.tiles == nil {
		c.Wrap(canvas.At(1, 2, c.W-2, c.H-4), fmt.Sprintf("The window is too small for %s: enlarge it, or compare fewer solvers.", english.Count(len(v.Current.Scene), "board")), canvas.Ink{FG: v.Bad})
		return
	}
	for i := range v.Current.Scene {
		v.drawTile(c, i, l.tiles[i])
	}
	if l.chart.H > 0 {
		v.drawJointChart(c, l.chart, most)
	}
}

// gameName returns the letter of a game in a comparison, and its solver.
func (v *Viewer) gameName(i int) string {
	return string(english.Letter(i)) + " " + v.Current.Scene[i].Seats[0].String()
}

func (v *Viewer) drawTile(c *canvas.Canvas, i int, t tile) {
	sc := &v.Current.Scene[i]
	at := c.Text(t.x, t.y, t.w, v.gameName(i), canvas.Ink{FG: v.Seat(i), Bold: true})
	if sc.Err != nil {
		_, outerH := t.board.Outer()
		c.Wrap(canvas.At(t.x, t.y+2, t.w, outerH-1), sc.Err.Error(), canvas.Ink{FG: v.Bad})
		return
	}
	drawBoard(c, v.Theme, sc, t.board, v.Notes(sc))
	v.BoardZone(t.board)
	facts := []string{fmt.Sprintf("length %d", sc.State.Snakes[0].Body.Len()), percent(progress(sc))}
	y := t.y
	if t.below {
		_, outerH := t.board.Outer()
		at, y = t.x, t.y+1+outerH
		facts = append([]string{fmt.Sprintf("move %d", sc.Turn)}, facts...)
	} else {
		facts = facts[:1]
		at += 2
	}
	ending, look := shortEnding(sc), canvas.Ink{FG: v.Bad, Bold: true}
	if sc.Outcome.Ending == ouro.Won {
		look.FG = v.Good
	}
	room := t.x + t.w - at - utf8.RuneCountInString(ending)
	for ending != "" && len(facts) > 1 && utf8.RuneCountInString(strings.Join(facts, " · ")+"  ") > room {
		facts = facts[:len(facts)-1] // drop facts, because the ending is more important
	}
	at = c.Text(at, y, t.x+t.w-at, strings.Join(facts, " · ")+"  ", canvas.Ink{FG: v.Text})
	c.Text(at, y, t.x+t.w-at, ending, look)
}

// drawJointChart writes which game leads, and draws the lengths of all snakes on common axes. If there
// is room, a second chart shows by how many cells each snake is longer than the first one.
func (v *Viewer) drawJointChart(c *canvas.Canvas, at canvas.Area, most int) {
	var names []string
	var joint, ahead []canvas.Series
	low, high := 0, 1
	for i := range v.Current.Scene {
		sc := &v.Current.Scene[i]
		names = append(names, string(english.Letter(i)))
		if sc.Err != nil {
			continue
		}
		joint = append(joint, canvas.Series{Values: sc.Lengths[0], Colour: v.Seat(i), Mark: english.Letter(i)})
		if first := &v.Current.Scene[0]; i > 0 && first.Err == nil {
			d := difference(sc.Lengths[0], first.Lengths[0])
			low, high = min(low, int(slices.Min(d))), max(high, int(slices.Max(d)))
			ahead = append(ahead, canvas.Series{Values: d, Colour: v.Seat(i), Mark: english.Letter(i)})
		}
	}
	words := leadWords(v.Current.Scene, names)
	for i, line := range words {
		if i < at.H-3 {
			c.Text(at.X, at.Y, at.W, line, canvas.Ink{FG: v.Text, Bold: i == 0})
			at.Y, at.H = at.Y+1, at.H-1
		}
	}
	moves := max(1, v.Current.Turns)
	left, right := at, at // areas of the lengths and of the differences
	right.H = 0
	switch {
	case ahead == nil:
	case at.H >= 12:
		left.H = min(24, at.H-at.H/3)
		right = canvas.At(at.X, at.Y+left.H, at.W, min(14, at.H/3))
	case at.W >= 60:
		left.W = at.W/2 - 1
		right = canvas.At(at.X+at.W/2+1, at.Y, at.W-at.W/2-1, at.H)
	}
	v.drawChart(c, canvas.Chart{Series: joint, Moves: moves, High: most, Axes: true, Now: v.Current.Turn}, "length by move", left)
	if right.H > 0 {
		v.drawChart(c, canvas.Chart{Series: ahead, Moves: moves, Low: low, High: high, Axes: true, Now: v.Current.Turn}, "cells longer than A", right)
	}
}

// drawChart draws a chart with its name above it, if there is room for the name.
func (v *Viewer) drawChart(c *canvas.Canvas, chart canvas.Chart, name string, at canvas.Area) {
	if at.H > 3 {
		c.Text(at.X, at.Y, at.W, name, canvas.Ink{FG: v.Dim, Faint: v.Mono})
		at.Y, at.H = at.Y+1, at.H-1
	}
	chart.Draw(c, v.Theme, at)
	v.TimeZone(chart, at)
}

// shortEnding describes the end of a game in one or two words.
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

// standing is the length of a snake, for finding the leading game of a comparison.
type standing struct {
	length int
	since  int // the first turn with this length
}

func standingOf(sc *play.Scene) standing {
	lengths := sc.Lengths[0]
	length := int(lengths[len(lengths)-1])
	return standing{length, turnOfLength(lengths, length)}
}

// turnOfLength returns the first turn at which a snake had this length.
func turnOfLength(lengths []int16, length int) int {
	for turn, l := range lengths {
		if int(l) >= length {
			return turn
		}
	}
	return len(lengths) - 1
}

// leads reports whether the snake of s is longer than the other one, or as long and reached that length
// earlier.
func (s standing) leads(other standing) bool {
	return s.length > other.length || s.length == other.length && s.since < other.since
}

// leadWords describes how far the leading game is ahead of each other game, in cells and moves. The
// number of moves is the difference between the turns at which the two snakes reached the present
// length of the shorter one. names are the names of the games.
func leadWords(scenes []play.Scene, names []string) []string {
	best := -1
	for i := range scenes {
		if scenes[i].Err == nil && (best < 0 || standingOf(&scenes[i]).leads(standingOf(&scenes[best]))) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	leader := standingOf(&scenes[best])
	var words []string
	for i := range scenes {
		if i == best || scenes[i].Err != nil {
			continue
		}
		other := standingOf(&scenes[i])
		lead := names[best] + " leads " + names[i] + " by "
		cells := english.Count(leader.length-other.length, "cell")
		switch moves := other.since - turnOfLength(scenes[best].Lengths[0], other.length); {
		case !leader.leads(other):
			words = append(words, names[best]+" and "+names[i]+" are level")
		case leader.length == other.length:
			words = append(words, lead+english.Count(moves, "move"))
		case moves > 0:
			words = append(words, lead+cells+", "+english.Count(moves, "move"))
		default: // the other snake reached its present length before the leader reached that length
			words = append(words, lead+cells)
		}
	}
	return words
}

// difference returns, for each move, by how many cells the snake with the lengths a is longer than the
// snake with the lengths b. After the end of its game, a snake keeps its final length.
func difference(a, b []int16) []int16 {
	d := make([]int16, max(len(a), len(b)))
	for i := range d {
		d[i] = a[min(i, len(a)-1)] - b[min(i, len(b)-1)]
	}
	return d
}
