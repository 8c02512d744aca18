package main

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"os"

	"ouro"
	"ouro/solve/hydra"
)

// model is weights while they are fitted, in logarithms of odds.
type model struct {
	w [2 * hydra.Values]float32 // the pair of each value: for the beginning, for the end
}

// unit is what a weight of 1 is in the evaluation.
const unit = 1000

func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// guess is what one could think without a game: to be longer is good, most of all
// early; so are room, above all late, and food nearby; to be shut in is bad.
func guess() *model {
	m := new(model)
	at := 0
	for _, t := range hydra.Tables {
		n := t.Lines * t.Values
		for i := range n {
			early, end := 0.0, 0.0
			switch t.Name {
			case "length":
				early = math.Tanh(float64(i-n/2)) / 2
				end = early / 4
			case "steps":
				early, end = 0.002*float64(i), 0.007*float64(i)
			case "meal":
				if moves := i % t.Values; moves > 0 {
					early = 0.007 * max(0, 11-float64(moves))
				}
			case "shut":
				if i > 0 {
					early = -4 + 0.04*float64(i)
					end = early
				}
			case "hunger":
				early = 0.01 * float64(i)
				end = early
			}
			m.w[2*(at+i)], m.w[2*(at+i)+1] = float32(early), float32(end)
		}
		at += n
	}
	return m
}

func fromWeights(pairs *[hydra.Values][2]int16) *model {
	m := new(model)
	for i, p := range pairs {
		m.w[2*i], m.w[2*i+1] = float32(p[0])/unit, float32(p[1])/unit
	}
	return m
}

// value is what the model thinks of a position.
func (m *model) value(x *sample) float32 {
	early, end := float32(0), float32(0)
	for i, a := range x.mine {
		b := x.theirs[i]
		early += m.w[2*a] - m.w[2*b]
		end += m.w[2*a+1] - m.w[2*b+1]
	}
	return early*(1-x.late) + end*x.late
}

// loss is the mean cross-entropy against how the games ended, and against what is
// fitted to.
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

// fit is logistic regression by Adam (Kingma and Ba, 2014): for each batch of
// positions the weights move against the gradient, each as fast as its own gradients
// are steady. Neighbouring values of a table are drawn towards a straight line, all
// weights a little towards 0.
func (m *model) fit(train, held []sample, o options) {
	dice := ouro.NewPCG(o.seed)
	order := make([]int32, len(train))
	for i := range order {
		order[i] = int32(i)
	}
	var grad, mean, square [len(m.w)]float32
	r, w := m.loss(held)
	fmt.Printf("  %d positions, %d held out; before: loss %.4f of the ends, %.4f of what is fitted to\n", len(train), len(held), r, w)
	steps := 0
	total := o.epochs * (len(train) / batch)
	for range o.epochs {
		for i := len(order) - 1; i > 0; i-- {
			j := dice.Roll(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		for from := 0; from+batch <= len(order); from += batch {
			clear(grad[:])
			for _, i := range order[from : from+batch] {
				x := &train[i]
				g := (sigmoid(m.value(x)) - x.worth) / batch
				early, end := g*(1-x.late), g*x.late
				for i, a := range x.mine {
					b := x.theirs[i]
					grad[2*a] += early
					grad[2*b] -= early
					grad[2*a+1] += end
					grad[2*b+1] -= end
				}
			}
			m.regularise(&grad, float32(o.smooth), float32(o.decay))
			steps++
			m.step(&grad, &mean, &square, steps, 0.003*float32(1-0.95*float64(steps)/float64(total)))
		}
	}
	r, w = m.loss(held)
	tr, tw := m.loss(train)
	fmt.Printf("  after: loss %.4f of the ends, %.4f of what is fitted to; of those fitted to %.4f, %.4f\n", r, w, tr, tw)
}

// regularise adds the gradients of what the weights should be like.
func (m *model) regularise(grad *[2 * hydra.Values]float32, smooth, decay float32) {
	at := 0
	for _, t := range hydra.Tables {
		for range t.Lines {
			for i := range t.Values {
				for e := range 2 {
					k := 2*(at+i) + e
					grad[k] += decay * m.w[k]
					if i > 0 && i < t.Values-1 {
						bend := smooth * (m.w[k-2] - 2*m.w[k] + m.w[k+2])
						grad[k-2] += bend
						grad[k] -= 2 * bend
						grad[k+2] += bend
					}
				}
			}
			at += t.Values
		}
	}
}

// step is one step of Adam.
func (m *model) step(grad, mean, square *[2 * hydra.Values]float32, n int, rate float32) {
	const fade, fade2 = 0.9, 0.999
	scale := rate * float32(math.Sqrt(1-math.Pow(fade2, float64(n)))/(1-math.Pow(fade, float64(n))))
	for i, g := range grad {
		mean[i] += (1 - fade) * (g - mean[i])
		square[i] += (1 - fade2) * (g*g - square[i])
		m.w[i] -= scale * mean[i] / (float32(math.Sqrt(float64(square[i]))) + 1e-8)
	}
}

func (m *model) pairs() (pairs [hydra.Values][2]int16) {
	for i := range pairs {
		for e := range 2 {
			pairs[i][e] = int16(math.Round(float64(max(-30, min(30, m.w[2*i+e]))) * unit))
		}
	}
	return pairs
}

func (m *model) weights() *hydra.Weights {
	pairs := m.pairs()
	return hydra.NewWeights(&pairs)
}

// source is the model as a file of hydra.
func (m *model) source() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by go run ./scripts/hydratrain %s; DO NOT EDIT.\n\npackage hydra\n\n", arguments())
	fmt.Fprintf(&b, "var learnedPairs = [Values][2]int16{\n")
	pairs, at := m.pairs(), 0
	for _, t := range hydra.Tables {
		fmt.Fprintf(&b, "// %s\n", t.Name)
		for range t.Lines {
			for i, p := range pairs[at : at+t.Values] {
				fmt.Fprintf(&b, "{%d, %d},", p[0], p[1])
				if i%10 == 9 {
					b.WriteByte('\n')
				}
			}
			b.WriteByte('\n')
			at += t.Values
		}
	}
	b.WriteString("}\n")
	text, err := format.Source(b.Bytes())
	if err != nil {
		panic(err)
	}
	return text
}

func arguments() (text string) {
	for _, a := range os.Args[1:] {
		text += " " + a
	}
	return text[min(1, len(text)):]
}
