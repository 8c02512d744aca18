package ouro

import (
	"math/bits"
	"math/rand/v2"
)

// Mix folds v into the digest h. It is the finaliser of SplitMix64 over their
// combination: consecutive inputs give unrelated outputs.
func Mix(h, v uint64) uint64 {
	z := (h ^ v*0xff51afd7ed558ccd) + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// GameSeed is the seed of game i of an experiment with the given seed.
func GameSeed(experiment uint64, i int) uint64 {
	return Mix(Mix(0x6f75726f, experiment), uint64(i))
}

// Streams of one game: its dice and each seat's solver draw from seeds of
// their own, so that a solver neither foresees nor disturbs the dice.
const (
	diceStream   = 1
	solverStream = 2
)

// GameDice are the dice of the game with this seed.
func GameDice(game uint64) *PCG { return NewPCG(Mix(game, diceStream)) }

// SolverSeed is the seed handed to the solver in this seat of the game.
func SolverSeed(game uint64, seat int) uint64 { return Mix(Mix(game, solverStream), uint64(seat)) }

// PCG are dice rolled by the PCG generator of math/rand/v2. Its rolls for a
// seed are frozen: a seed is the same game for ever.
type PCG struct{ src rand.PCG }

// NewPCG are dice with this seed.
func NewPCG(seed uint64) *PCG {
	return &PCG{src: *rand.NewPCG(seed, Mix(seed, 0x70636764))}
}

// Uint64 is the next 64 random bits.
func (p *PCG) Uint64() uint64 { return p.src.Uint64() }

// Roll is uniform in [0, n), by Lemire's multiplication with rejection.
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
