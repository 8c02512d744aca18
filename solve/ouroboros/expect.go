package ouroboros

import (
	"math"

	"ouro"
)

// What watchers hear of the moves to the end of the game is not what plans are judged
// by: neither what is chosen nor what is safe depends on anything here. It is the steps
// to the meal, the mean moves that ouroboros needs from a snake of the length after it,
// and so far as the shape after the meal is judged better or worse than is usual, what
// that is worth. Where the rest of the game is known it is exact.

// Outlook are numbers from which follows how many moves a meal takes in the mean: for
// each fill of the board at outlookFills, between which they are interpolated, one
// that counts once, one for a side of the board and one for each of its cells; and as
// many more for each number of free squares at outlookEnds. Up to a fifth of the board a
// meal takes about two thirds of a side; the fuller it is, the more it takes a part of a
// lap; and among the last foods of an odd board is one in the hole.
type Outlook [OutlookFillNumbers + 3*(len(outlookEnds)-1)]float64

// OutlookFillNumbers is how many numbers of an Outlook, the first ones, are those by fill.
const OutlookFillNumbers = 3 * len(outlookFills)

var (
	outlookFills = [...]float64{0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1}
	outlookEnds  = [...]float64{1, 2, 3, 4, 6, 9, 13} // from the last one on there is nothing more
)

// OutlookTerms are what the numbers of an Outlook count for the meal of a snake of this
// length: its moves are the sum of their products.
func OutlookTerms(g *ouro.Grid, length int) (terms Outlook) {
	mark := func(all []float64, i int, weight float64) {
		if 3*i < len(all) {
			all[3*i], all[3*i+1], all[3*i+2] = weight, weight*float64(g.W+g.H)/2, weight*float64(g.Size())
		}
	}
	i, part := between(outlookFills[:], float64(length)/float64(g.Size()))
	mark(terms[:], i, 1-part)
	mark(terms[:], i+1, part)
	i, part = between(outlookEnds[:], float64(g.Size()-length))
	ends := terms[OutlookFillNumbers:]
	mark(ends, i, 1-part)
	mark(ends, i+1, part)
	return terms
}

// between finds x between marks i and i+1, and at which part of the way. What is beyond
// the last mark is there.
func between(marks []float64, x float64) (i int, part float64) {
	for i < len(marks)-2 && x > marks[i+1] {
		i++
	}
	return i, min(1, (x-marks[i])/(marks[i+1]-marks[i]))
}

// At is what the numbers say of the meal of a snake of this length.
func (o *Outlook) At(g *ouro.Grid, length int) (sum float64) {
	for i, term := range OutlookTerms(g, length) {
		sum += o[i] * term
	}
	return sum
}

// Moves is At, kept to what can be where the board is far from those that the numbers
// come from: a step at least, and what following the ring takes at most.
func (o *Outlook) Moves(g *ouro.Grid, length int) float64 {
	most := float64(g.Size()-length+1) / 2
	if g.Size()%2 != 0 {
		most = float64(g.Size() - 1) // food in the hole may take a lap
	}
	return min(max(1, o.At(g, length)), most)
}

// Prospects are the numbers of one way to think on boards of one kind.
type Prospects struct {
	Meals Outlook // the moves that a meal takes
	Later Outlook // what a plan costs in the mean beyond its steps, by the length that it begins with
	Shape float64 // moves to the end for one of cost more or less than that
}

// prospects are of two ways to think: with as many candidates as are fast, and with
// thoughtfulNodes. Fewer are between the two, more are as those.
const (
	fewNodes        = 10
	thoughtfulNodes = 100
)

// prospect is what is expected, by the length of the snake.
type prospect struct {
	toGo  []float64 // moves from after a meal to the end
	later []float64 // the cost of a plan beyond its steps
	shape float64
}

func (opts *options) newProspect(g *ouro.Grid) *prospect {
	thought := 0.0
	if opts.nodes > 0 {
		thought = math.Log(float64(opts.nodes)/fewNodes) / math.Log(thoughtfulNodes/fewNodes)
		thought = min(max(0, thought), 1)
	}
	fast, thoughtful := &prospects[g.Size()%2][0], &prospects[g.Size()%2][1]
	mean := func(a, b float64) float64 { return (1-thought)*a + thought*b }
	n := g.Size()
	p := &prospect{toGo: make([]float64, n+1), later: make([]float64, n+1), shape: mean(fast.Shape, thoughtful.Shape)}
	for length := n - 1; length > 0; length-- {
		moves := fast.Meals.Moves(g, length)
		p.toGo[length] = p.toGo[length+1] + mean(moves, min(moves, thoughtful.Meals.Moves(g, length))) // thought costs no moves
		p.later[length] = max(0, mean(fast.Later.At(g, length), thoughtful.Later.At(g, length)))
	}
	return p
}

// expected is how many moves the game is expected to take from here to its end, at
// least one for each meal.
func (o *ouroboros) expected() float64 {
	switch {
	case o.final:
		return o.cost - float64(o.done)
	case o.goal == ouro.NoCell || o.order[o.meal] != o.squares[o.goal]: // it does not end in a meal
		return o.prospect.toGo[o.length]
	}
	after := o.prospect.toGo[o.length+1]
	if later := o.cost - float64(o.meal); later > 0 { // it was judged
		after += o.prospect.shape * (later - o.prospect.later[o.length])
	}
	return float64(o.meal-o.done) + max(after, float64(o.grid.Size()-o.length-1))
}
