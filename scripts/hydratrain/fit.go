package main

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"os"
	"slices"
	"strings"

	"ouro"
	"ouro/sim"
)

// model has the weights during a fit, in units of log odds.
type model struct {
	form form
	w    []float32 // a pair for each input: its weight at the beginning and at the end of a game
}

func newModel(f form, inputs int) *model { return &model{f, make([]float32, 2*inputs)} }

// unit is the integer in hydra's source for a weight of 1.
const unit = 1000

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

func (m *model) value(x *sample) float32 {
	early, end := float32(0), float32(0)
	for _, in := range x.seen {
		n := float32(in.n)
		early += n * m.w[2*in.at]
		end += n * m.w[2*in.at+1]
	}
	return early*(1-x.late) + end*x.late
}

// loss returns the mean cross-entropy of the model: result against the results of the games, and
// worth against the values of the samples.
func (m *model) loss(xs []sample) (result, worth float64) {
	for i := range xs {
		x := &xs[i]
		p := float64(sigmoid(m.value(x)))
		p = min(max(p, 1e-7), 1-1e-7)
		result -= float64(x.result)*math.Log(p) + float64(1-x.result)*math.Log(1-p)
		worth -= float64(x.worth)*math.Log(p) + float64(1-x.worth)*math.Log(1-p)
	}
	return result / float64(len(xs)), worth / float64(len(xs))
}

const batch = 512

// fit fits m by logistic regression with Adam (Kingma and Ba, 2014). Each step is scaled by the
// size of its input. Neighbouring values of a table are pulled towards a straight line, and all
// weights slightly towards 0.
func (m *model) fit(train, held []sample, o options) {
	size := m.sizes(train)
	r, w := m.loss(held)
	fmt.Printf("  %d positions, %d held out; before: loss %.4f of the results, %.4f of the values\n", len(train), len(held), r, w)
	m.descend(len(train), size, o, func(of []int32, grad []float32) {
		for _, i := range of {
			x := &train[i]
			g := (sigmoid(m.value(x)) - x.worth) / batch
			early, end := g*(1-x.late), g*x.late
			for _, in := range x.seen {
				n := float32(in.n)
				grad[2*in.at] += n * early
				grad[2*in.at+1] += n * end
			}
		}
		m.regularise(grad, size, float32(o.smooth), float32(o.decay))
	})
	r, w = m.loss(held)
	tr, tw := m.loss(train)
	fmt.Printf("  after: loss %.4f of the results, %.4f of the values; on the fitted positions %.4f, %.4f\n", r, w, tr, tw)
}

// descend minimises a function of n samples by its gradient. slope adds the gradient of one
// batch to grad. Each epoch takes the samples in a new order.
func (m *model) descend(n int, size []float32, o options, slope func(of []int32, grad []float32)) {
	dice := ouro.NewPCG(o.seed)
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	grad, steps := make([]float32, len(m.w)), newAdam(size)
	total := o.epochs * (n / batch)
	for range o.epochs {
		for i := len(order) - 1; i > 0; i-- {
			j := dice.Roll(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		for from := 0; from+batch <= len(order); from += batch {
			clear(grad)
			slope(order[from:from+batch], grad)
			steps.step(m.w, grad, 0.003*float32(1-0.95*float64(steps.n+1)/float64(total)))
		}
	}
}

// sizes returns the size of each weight's input: 1 if the form has tables, and otherwise
// measured, so that the units of inputs have no effect.
func (m *model) sizes(xs []sample) []float32 {
	size := ones(len(m.w))
	if m.form.tables() != nil {
		return size
	}
	square := make([]float64, len(m.w))
	for i := range xs {
		x := &xs[i]
		for _, in := range x.seen {
			early, end := float64(in.n)*float64(1-x.late), float64(in.n)*float64(x.late)
			square[2*in.at] += early * early
			square[2*in.at+1] += end * end
		}
	}
	for k, sum := range square {
		size[k] = float32(max(1e-2, math.Sqrt(sum/float64(len(xs)))))
	}
	return size
}

// regularise adds the gradients of smoothing and of weight decay to grad.
func (m *model) regularise(grad, size []float32, smooth, decay float32) {
	for k, w := range m.w {
		grad[k] += decay * size[k] * size[k] * w
	}
	at := 0
	for _, t := range m.form.tables() {
		for range t.Lines {
			for k := 2 * (at + 1); k < 2*(at+t.Values-1); k++ {
				bend := smooth * (m.w[k-2] - 2*m.w[k] + m.w[k+2])
				grad[k-2] += bend
				grad[k] -= 2 * bend
				grad[k+2] += bend
			}
			at += t.Values
		}
	}
}

// adam holds the moving averages of the gradient and of its square, for each weight.
type adam struct {
	size, mean, square []float32
	n                  int // number of steps
}

func newAdam(size []float32) *adam {
	return &adam{size: size, mean: make([]float32, len(size)), square: make([]float32, len(size))}
}

func (a *adam) step(w, grad []float32, rate float32) {
	const fade, fade2 = 0.9, 0.999
	a.n++
	scale := rate * float32(math.Sqrt(1-math.Pow(fade2, float64(a.n)))/(1-math.Pow(fade, float64(a.n))))
	for i, g := range grad {
		g /= a.size[i]
		a.mean[i] += (1 - fade) * (g - a.mean[i])
		a.square[i] += (1 - fade2) * (g*g - a.square[i])
		w[i] -= scale * a.mean[i] / (float32(math.Sqrt(float64(a.square[i]))) + 1e-8) / a.size[i]
	}
}

func (m *model) source() []byte { return source(func(b *bytes.Buffer) { m.form.write(b, m) }) }

func source(write func(b *bytes.Buffer)) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by go run ./scripts/hydratrain %s; DO NOT EDIT.\n\npackage hydra\n\n", strings.Join(os.Args[1:], " "))
	write(&b)
	text, err := format.Source(b.Bytes())
	if err != nil {
		panic(err)
	}
	return text
}

func ones(n int) []float32 { return slices.Repeat([]float32{1}, n) }

const (
	every = 2       // on average, one of this many turns is a sample
	sure  = 1 << 18 // a score above this, or below its negative, means that the search reached the end of the game
)

// sample is a position with its value for the snake in one seat.
type sample struct {
	seen   []input // the inputs that are not 0, without duplicates
	late   float32 // how late in its game the position is, from 0 to 1
	worth  float32 // value of the position, from 0 for a loss to 1 for a win
	result float32 // result of the game for the snake, from 0 to 1
}

type input struct {
	at uint16
	n  int16
}

// worths returns, by turn, the values of the positions of g for a seat. A value is a weighted mean
// of the value of the next position and hydra's score of that position; the last value is the
// result (temporal differences, Sutton 1988).
func (g *game) worths(seat int, trust float32) []float32 {
	worths := make([]float32, len(g.Moves))
	next := g.Results[seat]
	for turn := len(worths) - 1; turn >= 0; turn-- {
		if turn+1 < len(worths) {
			next = trust*next + (1-trust)*sigmoid(g.score(turn+1, seat)/unit)
		}
		worths[turn] = next
	}
	return worths
}

func (g *game) score(turn, seat int) float32 { return g.Scores[turn*len(g.Results)+seat] }

// samples replays g and appends some of its positions, as each seat sees them. It omits
// positions in which hydra's search reached the end of the game.
func (g *game) samples(to []sample, f form, trust float32) []sample {
	worths := make([][]float32, f.views())
	for seat := range worths {
		worths[seat] = g.worths(seat, trust)
	}
	g.replay(func(turn int, pos *sim.Position) {
		for seat := range worths {
			if score := g.score(turn, seat); turn > 0 && score > -sure && score < sure {
				x := f.look(pos, seat)
				x.result, x.worth = g.Results[seat], worths[seat][turn]
				to = append(to, x)
			}
		}
	})
	return to
}

// replay calls show with the positions of g that are used as samples.
func (g *game) replay(show func(turn int, pos *sim.Position)) {
	k := kinds[g.Kind]
	rules, s, dice, err := deal(k, g.Seed)
	if err != nil {
		panic(err) // the same game was dealt before without an error
	}
	pos := sim.New(s)
	for turn, moves := range g.Moves {
		if ouro.Mix(g.Seed, uint64(turn))%every == 0 {
			pos.Load(s)
			show(turn, pos)
		}
		rules.Step(s, moved(moves, k.snakes))
		rules.Spawn(s, dice)
	}
}

// moved returns the joint move that a byte of game.Moves contains.
func moved(moves uint8, snakes int) []ouro.Dir {
	joint := make([]ouro.Dir, snakes)
	for seat := range joint {
		joint[seat] = ouro.Dir(moves >> (2 * seat) & 3)
	}
	return joint
}
