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

// form is an evaluation of hydra that can be fitted.
type form interface {
	guess() *model
	learned() *model // hydra's current weights
	player(setup ouro.Setup, m *model) (ouro.Solver, error)
	views() int                            // positions are evaluated for this number of seats, from seat 0
	look(p *sim.Position, seat int) sample // returns the inputs for a seat
	write(b *bytes.Buffer, m *model)       // writes the weights as a variable in hydra's source
	tables() []hydra.Table                 // the inputs that are tables, in which neighbouring values are similar; may be nil
}

func formOf(snakes int, family hydra.Family) form {
	if snakes == 2 {
		return &duel{family: family}
	}
	return new(crowd)
}

// duel is the evaluation against one enemy. The values for both snakes add up to 0, so it computes
// only the value for one snake.
type duel struct {
	family hydra.Family
	judge  hydra.Judge
	flood  sim.Flood
	seen   []input
}

func (*duel) views() int            { return 1 }
func (*duel) tables() []hydra.Table { return hydra.Tables[:] }

// guess returns initial weights. A longer snake is good, above all early in the game. Room is good,
// above all late in the game, and so is food nearby. To be shut in is bad.
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
	for i, p := range hydra.LearnedWeights(f.family) {
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
	f.judge.Fill(p, &f.flood, seat, 1-seat, &mine, &theirs)
	x.late = float32(f.judge.Phase(p, seat, 1-seat)) / hydra.Phases
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
	fmt.Fprintf(b, "var %sPairs = [Values][2]int16{\n", hydra.FamilyNames[f.family])
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

// crowd is the evaluation among several snakes, from the view of each living snake.
type crowd struct {
	judge hydra.CrowdJudge
	flood sim.Flood
}

func (*crowd) views() int            { return 4 }
func (*crowd) tables() []hydra.Table { return nil }

// crowdGuesses are the weights of crowd.guess that are not 0.
var crowdGuesses = map[string]float64{
	"Even": math.Log(1. / 3), "Two": math.Log(1./2) - math.Log(1./3), "Duel": -math.Log(1. / 3),
	"Sign": 0.3, "Mean": 0.05, "Fear": -0.05, "Steps": 0.01, "Near": 0.01, "Meal": 0.01, "Them": 0.3,
	"Shut": -1, "Starve": -1, "One": -0.1, "Corner": -0.1, "Hunger": -0.02, "Hazard": -0.02,
}

// guess returns initial weights. It is good to have few enemies, to be longer, and to have room
// and food nearby. It is bad to be shut in or in a corner, to starve, and to be next to the head
// of a snake that is at least as long.
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
	return hydra.NewWith(setup, nil, crowdWeights(m))
}

func (f *crowd) look(p *sim.Position, seat int) (x sample) {
	f.judge.Load(p)
	f.flood.Load(p)
	f.flood.Measure(p)
	var in hydra.Crowd
	x.late = float32(f.judge.Fill(p, &f.flood, seat, &in)) / hydra.Phases
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
