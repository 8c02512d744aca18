package battlesnake_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

// BenchmarkTurns plays standard games on 11x11 with random legal moves and reports turns a second.
// The time includes starting games and choosing moves. Only starting a game allocates. In the
// benchmark with food, every turn adds food as in the official engine; in the others, a game has
// only its first food.
func BenchmarkTurns(b *testing.B) {
	for _, snakes := range []int{2, 4} {
		for _, food := range []bool{true, false} {
			name := map[bool]string{true: "food", false: "alone"}[food]
			b.Run(fmt.Sprintf("%s/snakes=%d", name, snakes), func(b *testing.B) {
				g := newRandomGame(b, "standard", 11, 11, snakes, 1)
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					if _, over := g.rules.Over(g.s); over {
						g.next()
					}
					g.turn(food)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "turns/s")
			})
		}
	}
}

type randomGame struct {
	rules  battlesnake.Rules
	w, h   int
	seed   int64
	dice   *battlesnake.Dice
	s      *ouro.State
	joint  []ouro.Dir
	moves  *ouro.PCG
	random uint64 // unused bits, 8 for each move, so that moves cost little
	bytes  int
}

func newRandomGame(t testing.TB, rules string, w, h, snakes int, seed int64) *randomGame {
	t.Helper()
	g := &randomGame{rules: newRules(t, rules), w: w, h: h, seed: seed, joint: make([]ouro.Dir, snakes), moves: ouro.NewPCG(uint64(seed))}
	g.next()
	return g
}

func (g *randomGame) next() {
	g.seed++
	g.dice = battlesnake.NewDice(g.seed)
	s, err := g.rules.Start(g.w, g.h, len(g.joint), g.dice)
	if err != nil {
		panic(err)
	}
	g.s = s
}

func (g *randomGame) turn(spawn bool) {
	for seat := range g.joint {
		g.joint[seat] = g.move(seat)
	}
	g.rules.Step(g.s, g.joint)
	if spawn {
		g.rules.Spawn(g.s, g.dice)
	}
}

func (g *randomGame) move(seat int) ouro.Dir {
	if g.s.Snakes[seat].Cause != ouro.Alive {
		return ouro.NoDir
	}
	if g.bytes == 0 {
		g.random, g.bytes = g.moves.Uint64(), 8
	}
	b := int(g.random & 255)
	g.random >>= 8
	g.bytes--
	legal := g.s.Legal(seat)
	if legal == 0 {
		return ouro.Up
	}
	return legal.At(b * legal.Len() >> 8)
}
