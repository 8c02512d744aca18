package hunt

import (
	"testing"
	"time"

	"ouro"
	"ouro/hunter"
	"ouro/play"
	"ouro/roster"
)

// TestFrames: a whole frame and the changes after it give the same view as a later whole frame, even if
// the page missed ticks.
func TestFrames(t *testing.T) {
	for seed := range uint64(4) {
		dice := ouro.NewPCG(seed)
		setup := Setup{Level: 1 + 2*int(seed), Hunters: 2, Bots: 2, Solvers: []ouro.Spec{roster.HunterSolver}, Seed: seed}
		cfg, err := setup.testConfig()
		if err != nil {
			t.Fatal(err)
		}
		played := hunter.WatchGame(cfg, hunter.Bots(cfg.Seed, 2), nil)
		played.RecordScores(seed%2 == 0)
		w := play.NewWatch[hunter.Scene](played)
		g := &game{}
		g.seats = newSeats(1, 2, 1)
		g.scores = seed%2 == 0
		var pic picture
		steps, wholes := 0, 0
		for tick := 0; tick < 900; tick++ {
			view, err := w.Show(t.Context(), tick, time.Hour)
			if err != nil || view.Err != nil {
				t.Fatal(err, view.Err)
			}
			g.turn = tick
			g.setScene(&view.Scene)
			if dice.Roll(4) == 0 { // a slow page
				continue
			}
			f := g.frame()
			if f.Level != nil {
				wholes++
			}
			for _, s := range f.Snakes {
				if f.Level == nil && s.Body == nil {
					steps++
				}
			}
			pic.show(t, f)
			g.markSent()
			if have, want := pic.text(t), g.now.fullFrame(tick).text(t); have != want {
				t.Fatalf("seed %d, tick %d:\nhave %s\nwant %s", seed, tick, have, want)
			}
			if view.Ended {
				break
			}
		}
		if steps < 50 || wholes < 1 || wholes > 20 {
			t.Errorf("seed %d: %d steps and %d whole frames", seed, steps, wholes)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}
