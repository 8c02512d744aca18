package arena

import "fmt"

// Test is how far the question of format SPRT is answered.
type Test struct {
	Verdict           string // "H1", "H0", or "" as long as nobody knows
	LLR, Lower, Upper float64
}

// test asks the question of SPRT of the games, and keeps those that count.
func (r *Report) test(games []Game) []Game { return games }

func (t *Test) text() string {
	return fmt.Sprintf("sprt: LLR %.2f of [%.2f, %.2f] %s", t.LLR, t.Lower, t.Upper, t.Verdict)
}
