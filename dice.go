package ouro

import (
	"math/bits"
	"math/rand/v2"
)

// Mix combines the digest h with v. It applies the finaliser of SplitMix64, so that
// consecutive inputs give unrelated outputs.
func Mix(h, v uint64) uint64 {
	z := (h ^ v*0xff51afd7ed558ccd) + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// GameSeed returns the seed of game i of an experiment.
func GameSeed(experiment uint64, i int) uint64 {
	return Mix(Mix(0x6f75726f, experiment), uint64(i))
}

// Random streams of one game. Its dice and the solver of each seat have separate seeds, so
// that a solver can neither predict nor disturb the dice.
const (
	diceStream   = 1
	solverStream = 2
)

// GameDice returns the dice of the game with this seed.
func GameDice(game uint64) *PCG { return NewPCG(Mix(game, diceStream)) }

// SolverSeed returns the seed of the solver in this seat of the game.
func SolverSeed(game uint64, seat int) uint64 { return Mix(Mix(game, solverStream), uint64(seat)) }

// PCG implements [Dice] with the PCG generator of math/rand/v2. The rolls of a seed never
// change, in any version: a seed always gives the same game.
type PCG struct{ src rand.PCG }

// NewPCG returns dice with this seed.
func NewPCG(seed uint64) *PCG {
	return &PCG{src: *rand.NewPCG(seed, Mix(seed, 0x70636764))}
}

// Uint64 returns the next 64 random bits.
func (p *PCG) Uint64() uint64 { return p.src.Uint64() }

// Roll returns a uniform number in [0, n), by Lemire's multiplication with rejection.
func (p *PCG) Roll(n int) int {
	if n <= 0 {
		panic("ouro: Roll of no sides")
	}
	un := uint64(n)
	hi, lo := bits.Mul64(p.src.Uint64(), un)
	if lo < un {
		for reject := -un % un; lo < reject; {
			hi, lo = bits.Mul64(p.src.Uint64(), un)
		}
	}
	return int(hi)
}
