package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"ouro"
	"ouro/sim"
	"ouro/solve/hydra"
)

// duel is the evaluation against one enemy. The views of both snakes add up to 0, so one
// is enough.
type duel struct {
	judge hydra.Judge
	flood sim.Flood
	seen  []input
}

func (*duel) views() int            { return 1 }
func (*duel) tables() []hydra.Table { return hydra.Tables[:] }

// guess returns weights without any game: it is good to be longer, above all early, to
// have room, above all late, and to have food nearby; it is bad to be shut in.
func (f *duel) guess() *model {
	m := newModel(f, hydra.Values)
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

func (f *duel) learned() *model {
	m := newModel(f, hydra.Values)
	for i, p := range hydra.Learned() {
		m.w[2*i], m.w[2*i+1] = float32(p[0])/unit, float32(p[1])/unit
	}
	return m
}

func (f *duel) player(setup ouro.Setup, m *model) (ouro.Solver, error) {
	return hydra.NewWith(setup, duelWeights(m), hydra.LearnedCrowd())
}

func (f *duel) look(p *sim.Position, seat int) (x sample) {
	f.judge.Load(p)
	f.flood.Load(p)
	f.flood.Measure(p)
	var mine, theirs hydra.Inputs
	f.judge.Look(p, &f.flood, seat, 1-seat, &mine, &theirs)
	x.late = float32(f.judge.Late(p, seat, 1-seat)) / hydra.Phases
	f.seen = f.seen[:0]
	for i, a := range mine {
		if b := theirs[i]; a != b {
			f.seen = append(f.seen, input{a, 1}, input{b, -1})
		}
	}
	x.seen = slices.Clone(f.seen)
	return x
}

func pairs(m *model) (pairs [hydra.Values][2]int16) {
	for i := range pairs {
		for e := range 2 {
			pairs[i][e] = int16(math.Round(float64(max(-30, min(30, m.w[2*i+e]))) * unit))
		}
	}
	return pairs
}

func duelWeights(m *model) *hydra.Weights {
	pairs := pairs(m)
	return hydra.NewWeights(&pairs)
}

func (f *duel) write(b *bytes.Buffer, m *model) {
	fmt.Fprintf(b, "var learnedPairs = [Values][2]int16{\n")
	pairs, at := pairs(m), 0
	for _, t := range hydra.Tables {
		fmt.Fprintf(b, "// %s\n", t.Name)
		for range t.Lines {
			for i, p := range pairs[at : at+t.Values] {
				fmt.Fprintf(b, "{%d, %d},", p[0], p[1])
				if i%10 == 9 {
					b.WriteByte('\n')
				}
			}
			b.WriteByte('\n')
			at += t.Values
		}
	}
	b.WriteString("}\n")
}
