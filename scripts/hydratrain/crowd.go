package main

import (
	"bytes"
	"fmt"
	"math"

	"ouro"
	"ouro/sim"
	"ouro/solve/hydra"
)

// crowd is the evaluation among several snakes, from the view of each living snake.
type crowd struct {
	judge hydra.CrowdJudge
	flood sim.Flood
}

func (*crowd) views() int            { return 4 }
func (*crowd) tables() []hydra.Table { return nil }

// crowdGuesses are the weights of the guess that are not 0.
var crowdGuesses = map[string]float64{
	"Even": math.Log(1. / 3), "Two": math.Log(1./2) - math.Log(1./3), "Duel": -math.Log(1. / 3),
	"Sign": 0.3, "Mean": 0.05, "Fear": -0.05, "Steps": 0.01, "Near": 0.01, "Meal": 0.01, "Them": 0.3,
	"Shut": -1, "Starve": -1, "One": -0.1, "Corner": -0.1, "Hunger": -0.02, "Hazard": -0.02,
}

// guess returns weights without any game: it is good to have few enemies, to be longer
// and to have room and food nearby; it is bad to be shut in or in a corner, to starve,
// and to be next to a head that is not shorter.
func (f *crowd) guess() *model {
	m := newModel(f, len(hydra.CrowdNames))
	for i, name := range hydra.CrowdNames {
		v := float32(crowdGuesses[name])
		m.w[2*i], m.w[2*i+1] = v, v
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
