package hydra

import (
	"testing"

	"ouro"
	"ouro/sim"
)

// lives tells whether me has a way to live for this many turns, whatever they do.
func lives(p *sim.Position, me, en, turns int) bool {
	if !p.Alive().Has(me) {
		return false
	}
	if turns == 0 || p.Alive().Len() == 1 {
		return true
	}
	q := new(sim.Position)
	for a := range ouro.Dir(4) {
		all := true
		for b := range ouro.Dir(4) {
			q.CopyFrom(p)
			var joint [2]ouro.Dir
			joint[me], joint[en] = a, b
			q.Step(joint[:])
			if !lives(q, me, en, turns-1) {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// TestLossesAreTrue: a position that the search takes for lost within some turns is lost
// whatever we do, and one that it takes for won the enemy cannot survive.
func TestLossesAreTrue(t *testing.T) {
	s, err := ouro.ParseState("11x11/t123/s3.8R2D2LDL=,h100/s4.9UR3D2RDLD2=,h100/f2.0,8.0L,0.9,0.3,2.2")
	if err != nil {
		t.Fatal(err)
	}
	h, _ := New(ouro.Setup{Start: s, Seat: 1})
	d, _ := h.Decide(t.Context(), ouro.Turn{State: s, Seat: 1, Nodes: 100000})
	if d.Score < -decided && lives(sim.New(s), 1, 0, won+int(d.Score)) {
		t.Errorf("it takes a position for lost that is not: %v", d)
	}
}
