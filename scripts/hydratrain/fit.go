package main

import (
	"bytes"
	"fmt"
	"go/format"
	"math"
	"os"

	"ouro"
)

// model is weights while they are fitted, in logarithms of odds.
type model struct {
	form form
	w    []float32 // the pair of each input: for the beginning, for the end
}

func newModel(f form, inputs int) *model { return &model{f, make([]float32, 2*inputs)} }

// unit is what a weight of 1 is in the evaluation.
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
// are steady, and slower if its input is large. Neighbouring values of a table are
// drawn towards a straight line, all weights a little towards 0.
func (m *model) fit(train, held []sample, o options) {
	size := m.sizes(train)
	r, w := m.loss(held)
	fmt.Printf("  %d positions, %d held out; before: loss %.4f of the ends, %.4f of what is fitted to\n", len(train), len(held), r, w)
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
	fmt.Printf("  after: loss %.4f of the ends, %.4f of what is fitted to; of those fitted to %.4f, %.4f\n", r, w, tr, tw)
}

// descend moves the weights against the slopes of n samples, a batch at a time, in
// another order each time over all.
func (m *model) descend(n int, size []float32, o options, slope func(of []int32, grad []float32)) {
	dice := ouro.NewPCG(o.seed)
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	grad, mean, square := make([]float32, len(m.w)), make([]float32, len(m.w)), make([]float32, len(m.w))
	steps := 0
	total := o.epochs * (n / batch)
	for range o.epochs {
		for i := len(order) - 1; i > 0; i-- {
			j := dice.Roll(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		for from := 0; from+batch <= len(order); from += batch {
			clear(grad)
			slope(order[from:from+batch], grad)
			steps++
			m.step(grad, mean, square, size, steps, 0.003*float32(1-0.95*float64(steps)/float64(total)))
		}
	}
}

// sizes are how large the input of each weight is: that of a table is 0 or 1, others
// are measured, so that it does not matter in what they are counted.
func (m *model) sizes(xs []sample) []float32 {
	size := make([]float32, len(m.w))
	if m.form.tables() != nil {
		for k := range size {
			size[k] = 1
		}
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

// regularise adds the gradients of what the weights should be like.
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

func (m *model) step(grad, mean, square, size []float32, n int, rate float32) {
	const fade, fade2 = 0.9, 0.999
	scale := rate * float32(math.Sqrt(1-math.Pow(fade2, float64(n)))/(1-math.Pow(fade, float64(n))))
	for i, g := range grad {
		g /= size[i]
		mean[i] += (1 - fade) * (g - mean[i])
		square[i] += (1 - fade2) * (g*g - square[i])
		m.w[i] -= scale * mean[i] / (float32(math.Sqrt(float64(square[i]))) + 1e-8) / size[i]
	}
}

func (m *model) source() []byte { return source(func(b *bytes.Buffer) { m.form.write(b, m) }) }

func source(write func(b *bytes.Buffer)) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by go run ./scripts/hydratrain %s; DO NOT EDIT.\n\npackage hydra\n\n", arguments())
	write(&b)
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
