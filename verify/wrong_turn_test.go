package verify_test

import (
	"fmt"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// TestWrongTurn: a record with a changed move differs in the turn of that move. A replay
// marks that turn. A record with a wrong start or end has a difference, too.
func TestWrongTurn(t *testing.T) {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}
	seats := []ouro.Spec{{Name: "hamilton"}}
	g, err := roster.NewGame(spec, 7, seats, play.Config{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = spec, 7, seats
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	for _, turn := range []int{0, 1, 60, r.End()} {
		changed := *r
		changed.Moves = append([]ouro.Dir(nil), r.Moves...)
		if turn == 0 {
			changed.Start++
		} else {
			d := &changed.Joint(turn)[0]
			*d = d.Opposite()
		}
		text, err := changed.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		report := file(t, text)
		if d := report.Differences; len(d) != 1 || d[0].Turn != turn || !strings.Contains(d[0].What, fmt.Sprintf("turn %d:", turn)) || report.Turns > turn {
			t.Errorf("turn %d is wrong: %d turns, %+v", turn, report.Turns, d)
		}
	}
	changed := *r
	changed.Final++
	text, err := changed.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	if d := file(t, text).Differences; len(d) != 1 || d[0].Turn != r.End() {
		t.Errorf("the end is wrong: %+v", d)
	}
}
