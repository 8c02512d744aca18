package ouroboros

import (
	"context"
	"testing"

	"ouro"
	"ouro/internal/needs"
)

// impatient takes the last offer after a number of checks, as if the solver missed its deadline.
type impatient struct {
	context.Context
	looks int
	turn  *ouro.Turn
	dir   ouro.Dir
	taken bool
}

func (c *impatient) Err() error {
	if c.looks--; c.looks == 0 {
		c.dir, c.taken = c.turn.Best.Take(c.turn.State, 0)
	}
	return nil
}

// TestLateIsSafe: if the solver is late again and again and its last offer is played, it follows
// the plan of that offer and wins.
func TestLateIsSafe(t *testing.T) {
	times := 0
	checks := [2]int{25, 150} // a rehearsal checks the context more often
	for i, size := range [][2]int{{4, 4}, {6, 6}, {5, 5}, {8, 7}, {7, 7}, {10, 10}, {5, 9}} {
		for seed := range uint64(needs.Many(2, 3)) {
			dice, kind := ouro.NewPCG(seed), (uint64(i)+seed)%2 // without and with rehearsals, on different boards with each kind of food
			playWith(t, size[0], size[1], 1, ouro.GameSeed(seed, i), seed%2 == 1, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
				turn.Best = new(ouro.Best)
				ctx := &impatient{Context: t.Context(), looks: 1 + dice.Roll(checks[kind]), turn: &turn}
				d, err := o.Decide(ctx, turn)
				if ctx.taken {
					times++
					return ctx.dir, err
				}
				return d.Dir, err
			}, ouro.Option{Key: "nodes", Value: "20"}, ouro.Option{Key: "rehearse", Value: []string{"0", "3"}[kind]})
		}
	}
	if times < 150 {
		t.Errorf("it was late %d times", times)
	}
}
