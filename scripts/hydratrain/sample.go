package main

import (
	"ouro"
	"ouro/sim"
)

const (
	every = 2       // of so many turns one is a sample
	sure  = 1 << 18 // scores beyond are of searches that saw the end
)

// sample is a position and what it was worth to a seat.
type sample struct {
	seen   []input // each once; those that are 0 are left out
	late   float32 // 0 to 1
	worth  float32 // 0 to 1
	result float32
}

// input is a number that is seen, and which.
type input struct {
	at uint16
	n  int16
}

// worths are what the positions of g are said to be worth to a seat, by turn: what
// hydra thought of the next one, and in this much of what that one is worth itself; the
// last is worth what the game ended with (temporal differences, Sutton 1988).
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

// samples plays g again and appends some of its positions, from each seat: those of
// which nobody knew the end.
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

// replay plays g again and shows one of every few positions.
func (g *game) replay(show func(turn int, pos *sim.Position)) {
	k := kinds[g.Kind]
	rules, s, dice, err := deal(k, g.Seed)
	if err != nil {
		panic(err) // it was dealt before
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
