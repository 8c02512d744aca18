package main

import (
	"ouro"
	"ouro/sim"
)

const (
	every = 2       // one turn of these is a sample
	sure  = 1 << 18 // larger scores are those of searches that reached the end
)

// sample is a position with its value for a seat.
type sample struct {
	seen   []input // each once, without zeros
	late   float32 // 0 to 1
	worth  float32 // 0 to 1
	result float32
}

// input is an input of the evaluation and its value.
type input struct {
	at uint16
	n  int16
}

// worths returns the values of the positions of g for a seat, by turn: hydra's score of
// the next position mixed with that position's own value; the last value is the result
// (temporal differences, Sutton 1988).
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

// samples replays g and appends some of its positions, from each seat, unless the end was
// in sight.
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

func (g *game) replay(show func(turn int, pos *sim.Position)) {
	k := kinds[g.Kind]
	rules, s, dice, err := deal(k, g.Seed)
	if err != nil {
		panic(err) // it was dealt once before
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

func moved(moves uint8, snakes int) []ouro.Dir {
	joint := make([]ouro.Dir, snakes)
	for seat := range joint {
		joint[seat] = ouro.Dir(moves >> (2 * seat) & 3)
	}
	return joint
}
