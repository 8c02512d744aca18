package ouro

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
)

// Rules compute the effect of a joint move. Only Spawn uses dice. A Rules value keeps no state,
// so several games may use it at the same time.
type Rules interface {
	// Step plays one joint move, joint[seat] for each living snake, and increments the
	// turn. It ignores the entries of dead snakes.
	Step(s *State, joint []Dir)
	// Spawn adds everything that appears at random, such as food. The game calls it once before
	// the first Step and after each Step.
	Spawn(s *State, d Dice)
	// Over reports whether and how the game has ended. It does not change s.
	Over(s *State) (Outcome, bool)
}

// Dice are the source of all randomness in a game.
type Dice interface {
	// Roll returns a uniform number in [0, n). n must be positive.
	Roll(n int) int
}

// Mix combines the digest h with v, by the finaliser of SplitMix64, so that consecutive inputs
// give unrelated outputs.
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

// The random streams of a game. The dice and the solver of each seat have separate seeds, so
// that a solver can neither predict nor disturb the dice.
const (
	diceStream   = 1
	solverStream = 2
)

// GameDice returns the dice of the game with this seed.
func GameDice(game uint64) *PCG { return NewPCG(Mix(game, diceStream)) }

// SolverSeed returns the seed of the solver in this seat of the game.
func SolverSeed(game uint64, seat int) uint64 { return Mix(Mix(game, solverStream), uint64(seat)) }

// PCG implements [Dice] with the PCG generator of math/rand/v2. The rolls of a seed never change
// in any version, so that a seed always gives the same game.
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
		panic("ouro: Roll needs a positive n")
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

// Cause is the reason why a snake died.
type Cause uint8

// The causes of death.
const (
	Alive   Cause = iota
	HitWall       // the snake moved off the board or into a wall
	HitSelf       // the snake moved into its own body
	HitBody       // the snake moved into another snake
	HeadOn        // the snake met the head of a snake that is not shorter
	Starved       // the snake ran out of health
	Burnt         // the snake ran out of health on a hazard
)

var causeNames = [...]string{"alive", "wall", "self", "body", "head", "health", "hazard"}

// String returns the name of the cause in records and JSON.
func (c Cause) String() string { return enumName(causeNames[:], c, "Cause") }

// MarshalText writes the cause's name.
func (c Cause) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a cause's name.
func (c *Cause) UnmarshalText(text []byte) error {
	return parseEnum(causeNames[:], c, "cause", text)
}

// Ending is the way in which a game ended.
type Ending uint8

// The endings.
const (
	Unfinished Ending = iota
	Won               // the board is full, or only one snake survives
	Died              // the snake stepped into a wall or a body
	Trapped           // the snake lives but has no legal move
	Looped            // the snake made too many moves without a meal
	Drawn             // the last snakes died at the same time
)

var endingNames = [...]string{"unfinished", "won", "died", "trapped", "looped", "drawn"}

// String returns the name of the ending in records and JSON.
func (e Ending) String() string { return enumName(endingNames[:], e, "Ending") }

// MarshalText writes the ending's name.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads an ending's name.
func (e *Ending) UnmarshalText(text []byte) error {
	return parseEnum(endingNames[:], e, "ending", text)
}

// Outcome is the result of a game.
type Outcome struct {
	Ending Ending
	Winner int // seat of the winner, or NoSeat
}

func enumName[T ~uint8](names []string, v T, kind string) string {
	if int(v) >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, v)
	}
	return names[v]
}

func parseEnum[T ~uint8](names []string, v *T, kind string, text []byte) error {
	for i, name := range names {
		if name == string(text) {
			*v = T(i)
			return nil
		}
	}
	return fmt.Errorf("unknown %s %q (known: %s)", kind, text, strings.Join(names, ", "))
}
