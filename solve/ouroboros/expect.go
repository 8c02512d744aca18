package ouroboros

import (
	"math"

	"ouro"
)

// The expected number of moves to the end of the game is shown to viewers; no decision and no proof
// depends on it. It has three parts: the steps to the meal; the mean number of moves that ouroboros
// takes from the length after the meal; and a correction for a position after the meal that is
// better or worse than usual. Once the rest of the game is solved, the number is exact.

// Outlook holds the coefficients of the mean number of moves of a meal. For each fill of the board
// in outlookFills there are three coefficients: a constant, a factor of the board's side and a
// factor of its number of cells. Likewise, there are three for each number of free squares in
// outlookEnds. Values between the listed fills and numbers are interpolated. While a snake fills
// less than a fifth of the board, a meal takes about two thirds of a side in moves; later it takes a
// growing part of a lap. On an odd board, one of the last foods is in the hole.
type Outlook [OutlookFillNumbers + 3*(len(outlookEnds)-1)]float64

// OutlookFillNumbers is the number of coefficients that depend on the fill. They come first
// in an Outlook.
const OutlookFillNumbers = 3 * len(outlookFills)

var (
	outlookFills = [...]float64{0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1}
	outlookEnds  = [...]float64{1, 2, 3, 4, 6, 9, 13} // from the last number on, these coefficients have no effect
)

// Extent is the size of a board: the mean of its sides, and the number of its cells that are not
// walls.
type Extent struct {
	Side  float64
	Cells int
}

// ExtentOf returns the size of a board without walls.
func ExtentOf(g *ouro.Grid) Extent { return Extent{sideOf(g), g.Size()} }

func sideOf(g *ouro.Grid) float64 { return float64(g.W+g.H) / 2 }

// OutlookTerms returns the factor of each coefficient for a meal of a snake of this length.
// The expected number of moves is the sum of the coefficients times their factors.
func OutlookTerms(e Extent, length int) (terms Outlook) {
	mark := func(all []float64, i int, weight float64) {
		if 3*i < len(all) {
			all[3*i], all[3*i+1], all[3*i+2] = weight, weight*e.Side, weight*float64(e.Cells)
		}
	}
	i, part := between(outlookFills[:], float64(length)/float64(e.Cells))
	mark(terms[:], i, 1-part)
	mark(terms[:], i+1, part)
	i, part = between(outlookEnds[:], float64(e.Cells-length))
	ends := terms[OutlookFillNumbers:]
	mark(ends, i, 1-part)
	mark(ends, i+1, part)
	return terms
}

// between returns the interval of marks that contains x, and the fraction of the interval that is
// below x. A value beyond the last mark counts as the last mark.
func between(marks []float64, x float64) (i int, part float64) {
	for i < len(marks)-2 && x > marks[i+1] {
		i++
	}
	return i, min(1, (x-marks[i])/(marks[i+1]-marks[i]))
}

// At returns the mean number of moves of a meal of a snake of this length, without limits.
func (o *Outlook) At(e Extent, length int) (sum float64) {
	for i, term := range OutlookTerms(e, length) {
		sum += o[i] * term
	}
	return sum
}

// Moves returns At, limited to at least one step and at most the steps along the ring. The limits
// matter on boards that differ much from those to which the coefficients are fitted.
func (o *Outlook) Moves(e Extent, length int) float64 {
	most := float64(e.Cells-length+1) / 2
	if e.Cells%2 != 0 {
		most = float64(e.Cells - 1) // food in the hole may take a lap
	}
	return min(max(1, o.At(e, length)), most)
}

// Prospects are the coefficients for one number of candidates on one kind of board.
type Prospects struct {
	Meals Outlook // number of moves of a meal
	Later Outlook // mean cost of a plan beyond its steps, by the length when the plan begins
	Shape float64 // additional moves to the end for each unit of cost above that mean
}

// There are Prospects for two numbers of candidates: the default and thoughtfulNodes. Numbers
// between them are interpolated; larger numbers count as thoughtfulNodes.
const (
	fewNodes        = 10
	thoughtfulNodes = 100
)

// prospect holds expected values by the length of the snake.
type prospect struct {
	toGo  []float64 // moves from a meal to the end, by the length after it
	later []float64 // cost of a plan beyond its steps
	shape float64
}

// newProspect returns the expected values for a board with these options.
func (opts *options) newProspect(b board) *prospect {
	thought := 0.0
	if opts.nodes > 0 {
		thought = math.Log(float64(opts.nodes)/fewNodes) / math.Log(thoughtfulNodes/fewNodes)
		thought = min(max(0, thought), 1)
	}
	n := len(b.cells)
	e := Extent{sideOf(b.Grid), n}
	fast, thoughtful := &prospects[n%2][0], &prospects[n%2][1]
	mean := func(a, b float64) float64 { return (1-thought)*a + thought*b }
	p := &prospect{toGo: make([]float64, n+1), later: make([]float64, n+1), shape: mean(fast.Shape, thoughtful.Shape)}
	for length := n - 1; length > 0; length-- {
		moves := fast.Meals.Moves(e, length)
		p.toGo[length] = p.toGo[length+1] + mean(moves, min(moves, thoughtful.Meals.Moves(e, length))) // more candidates never cost moves
		p.later[length] = max(0, mean(fast.Later.At(e, length), thoughtful.Later.At(e, length)))
	}
	return p
}

// expectedMoves returns the expected number of moves to the end of the game, at least one for each
// meal.
func (o *ouroboros) expectedMoves() float64 {
	switch {
	case o.final:
		return o.cost - float64(o.stepsMade)
	case o.goal == ouro.NoCell || o.order[o.meal] != o.of[o.goal]: // the plan does not end in a meal
		return o.prospect.toGo[o.length]
	}
	after := o.prospect.toGo[o.length+1]
	if later := o.cost - float64(o.meal); later > 0 { // only if the plan was evaluated
		after += o.prospect.shape * (later - o.prospect.later[o.length])
	}
	return float64(o.meal-o.stepsMade) + max(after, float64(len(o.squares)-o.length-1))
}
