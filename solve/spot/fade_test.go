package spot

import (
	"testing"

	"ouro"
)

// TestFade: a cell that is k steps away counts fade^(k-1). After a step from a corner of an empty
// 3x3 board, three cells are one step away (the one that the tail leaves included), three are two
// steps away and two are three steps away.
func TestFade(t *testing.T) {
	for fade, want := range map[string]float64{"1": 8, "0.5": 3 + 3*0.5 + 2*0.25, "0": 3} {
		g := ouro.MustGrid(3, 3)
		s := ouro.NewState(g)
		s.Snakes[s.AddSnake(g.At(0, 0))].Health = 100
		solver, err := New(ouro.Setup{Start: s, Options: ouro.Options{{Key: "fade", Value: fade}, {Key: "style", Value: "post"}}})
		if err != nil {
			t.Fatal(err)
		}
		b := solver.(*spot)
		if _, err := b.Decide(t.Context(), ouro.Turn{State: s, Nodes: 2}); err != nil {
			t.Fatal(err)
		}
		sc := &b.pool.scanners[0]
		n := b.nodes[0]
		sc.loadSeries(b.nodes, 0)
		sc.step(b.nodes, &n)
		sc.placeBody(&n)
		for _, c := range []struct {
			name string
			sum  float64
		}{{"reach", sc.reach(never).sum}, {"divide", sc.divide().sum}} {
			if c.sum != want {
				t.Errorf("fade=%s: the sum of %s is %v, want %v", fade, c.name, c.sum, want)
			}
		}
		sc.clearSeries()
	}
}
