package roster_test

import (
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
)

func TestRedealer(t *testing.T) {
	t.Parallel()
	for _, entry := range roster.Rules() {
		c := roster.Choice{Rules: ouro.Spec{Name: entry.Name}, Open: maze.Level}
		if entry.HasSeveralSnakes() {
			c.Snakes = 3
		}
		spec, err := c.Game()
		if err != nil {
			t.Fatal(err)
		}
		redeal, err := roster.Redealer(spec)
		if err != nil {
			t.Fatal(err)
		}
		var d play.Deal
		for seed := range uint64(50) {
			want, err := roster.Deal(spec, seed)
			if err != nil {
				t.Fatal(err)
			}
			if err := redeal(&d, seed); err != nil {
				t.Fatal(err)
			}
			if d.Spawned != want.Spawned || !d.Start.Equal(want.Start) {
				t.Fatalf("%s: seed %d: dealt %s, want %s", entry.Name, seed, d.Start, want.Start)
			}
			for turn := range 30 { // change the position whose memory the next game reuses
				for _, game := range []*play.Deal{&d, &want} {
					joint := make([]ouro.Dir, len(game.Start.Snakes))
					for seat := range joint {
						if game.Start.Snakes[seat].Cause != ouro.Alive {
							continue
						}
						if legal := game.Start.Legal(seat); legal.Len() > 0 {
							joint[seat] = legal.At(turn % legal.Len())
						}
					}
					if turn > 0 {
						game.Rules.Step(game.Start, joint)
					}
					game.Rules.Spawn(game.Start, game.Dice)
				}
				if !d.Start.Equal(want.Start) {
					t.Fatalf("%s: seed %d, turn %d: %s, want %s", entry.Name, seed, turn, d.Start, want.Start)
				}
				if _, over := d.Rules.Over(d.Start); over {
					break
				}
			}
		}
	}
}
