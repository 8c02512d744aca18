package main

import (
	"bytes"
	"fmt"
	"math"

	"ouro"
	"ouro/sim"
	"ouro/solve/hydra"
)

// crowd is the evaluation among several, seen from each that lives.
type crowd struct {
	judge hydra.CrowdJudge
	flood sim.Flood
}

func (*crowd) views() int            { return 4 }
func (*crowd) tables() []hydra.Table { return nil }

// guess is what one could think without a game: the fewer enemies the better; it is
// good to be longer and to have room and food nearby, bad to be shut in or in a corner,
// to starve, and to have a head beside one's own that is not shorter.
func (f *crowd) guess() *model {
	m := newModel(f, len(hydra.CrowdNames))
	for i, name := range hydra.CrowdNames {
		v := 0.0
		switch name {
		case "Even":
			v = math.Log(1. / 3)
		case "Two":
			v = math.Log(1./2) - math.Log(1./3)
		case "Duel":
			v = -math.Log(1. / 3)
		case "Sign":
			v = 0.3
		case "Mean":
			v = 0.05
		case "Fear":
			v = -0.05
		case "Steps", "Near", "Meal":
			v = 0.01
		case "Shut", "Starve":
			v = -1
		case "One", "Corner":
			v = -0.1
		case "Hunger", "Hazard":
			v = -0.02
		case "Them":
			v = 0.3
		}
		m.w[2*i], m.w[2*i+1] = float32(v), float32(v)
	}
	return m
}

func (f *crowd) learned() *model {
	m := newModel(f, len(hydra.CrowdNames))
	for i, weights := range hydra.LearnedCrowd() {
		for e, w := range weights {
			m.w[2*i+e] = float32(w) / hydra.CrowdUnit
		}
	}
	return m
}

func (f *crowd) player(setup ouro.Setup, m *model) (ouro.Solver, error) {
	return hydra.NewWith(setup, hydra.NewWeights(hydra.Learned()), crowdWeights(m))
}

func (f *crowd) look(p *sim.Position, seat int) (x sample) {
	f.judge.Load(p)
	f.flood.Load(p)
	f.flood.Measure(p)
	var in hydra.Crowd
	x.late = float32(f.judge.Look(p, &f.flood, seat, &in)) / hydra.Phases
	x.seen = make([]input, 0, len(in))
	for i, n := range in {
		if n != 0 {
			x.seen = append(x.seen, input{uint16(i), int16(n)})
		}
	}
	return x
}

func crowdWeights(m *model) *hydra.CrowdWeights {
	w := new(hydra.CrowdWeights)
	for i := range w {
		for e := range w[i] {
			w[i][e] = int32(math.Round(float64(max(-30, min(30, m.w[2*i+e]))) * hydra.CrowdUnit))
		}
	}
	return w
}

func (f *crowd) write(b *bytes.Buffer, m *model) {
	b.WriteString("var crowdWeights = CrowdWeights{\n")
	for i, weights := range crowdWeights(m) {
		fmt.Fprintf(b, "crowd%s: {%d, %d},\n", hydra.CrowdNames[i], weights[0], weights[1])
	}
	b.WriteString("}\n")
}
