package hydra

import (
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/sim"
)

// canForce reports whether the snake me can force a position for which wanted returns true, whatever
// the snake en does. It calls wanted when a snake is dead or the turns are used up.
func canForce(p *sim.Position, me, en, turns int, wanted func(*sim.Position) bool) bool {
	if turns == 0 || p.Alive().Len() < 2 {
		return wanted(p)
	}
	q := new(sim.Position)
	for a := range ouro.Dir(4) {
		all := true
		for b := range ouro.Dir(4) {
			q.CopyFrom(p)
			var joint [2]ouro.Dir
			joint[me], joint[en] = a, b
			q.Step(joint[:])
			if all = canForce(q, me, en, turns-1, wanted); !all {
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// farthest limits the turns of exhaustive searches by canForce.
const farthest = 7

// TestDecidedIsTrue: in a position scored as lost within some turns, the snake can neither
// survive them nor force a draw; in one scored as won, the enemy cannot survive them. A small
// node budget keeps the games short.
func TestDecidedIsTrue(t *testing.T) {
	lost, won := 0, 0
	check := func(s *ouro.State, seat int, d ouro.Decision) {
		p := sim.New(s)
		switch n := decidedIn(d.Score); {
		case n > farthest || n == 0:
		case d.Score < 0:
			lost++
			if canForce(p, seat, 1-seat, n, func(p *sim.Position) bool { return p.Alive().Has(seat) || p.Alive() == 0 }) {
				t.Errorf("%v: seat %d scores the position as lost in %d turns", s, seat, n)
			}
		default:
			won++
			if !canForce(p, seat, 1-seat, n, func(p *sim.Position) bool { return p.Alive() == 1<<seat }) {
				t.Errorf("%v: seat %d scores the position as won in %d turns", s, seat, n)
			}
		}
	}
	for i, start := range duels(t)[:needs.Many(6, 24)] {
		playOn(t, start, uint64(i), check)
	}
	for _, text := range drawn {
		s, err := ouro.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		check(s, 0, decide(t, s, 0, 600))
	}
	if lost < needs.Many(10, 20) || won < needs.Many(10, 20) {
		t.Errorf("only %d lost and %d won positions", lost, won)
	}
}

// drawn are positions in which a forced draw is the best result for seat 0.
var drawn = []string{
	"7x7/t14/s0.0UR2,h88,g12/s3.1UR2,h90,g10/f6.4",
	"7x7/t7/s0.5DRD,h99,g1/s2.5LUR,h95,g5/f3.3",
	"7x7/t20/s6.0U3L,h98,g2/s3.1ULDL,h89,g11/f4.0",
}

// decidedIn returns the number of turns until the end that this score promises, or 0 if the
// position is undecided.
func decidedIn(score float64) int {
	switch {
	case score > decided:
		return won - int(score)
	case score < -decided:
		return won + int(score)
	}
	return 0
}

// playOn plays a duel to its end without new food; one snake makes some random moves.
func playOn(t *testing.T, s *ouro.State, seed uint64, check func(*ouro.State, int, ouro.Decision)) {
	t.Helper()
	dice := ouro.NewPCG(seed)
	var two [2]ouro.Solver
	for seat := range two {
		var err error
		if two[seat], err = New(ouro.Setup{Start: s, Seat: seat}); err != nil {
			t.Fatal(err)
		}
	}
	p := sim.New(s)
	joint := make([]ouro.Dir, 2)
	for !p.Over() {
		for seat, solver := range two {
			d, err := solver.Decide(t.Context(), ouro.Turn{State: s, Seat: seat, Nodes: 600})
			if err != nil {
				t.Fatal(err)
			}
			check(s, seat, d)
			joint[seat] = d.Dir
			if moves := p.Moves(seat); moves != 0 && dice.Roll(6) == 0 {
				joint[seat] = moves.At(dice.Roll(moves.Len()))
			}
		}
		p.Step(joint)
		s = stateOf(p)
	}
}

func stateOf(p *sim.Position) *ouro.State {
	s := ouro.NewState(p.Grid())
	for seat := range p.Seats() {
		i := s.AddSnake(p.Body(seat, nil)...)
		s.Snakes[i].Health = p.Health(seat)
		s.Snakes[i].Cause = p.Cause(seat)
	}
	for _, c := range p.AppendFood(nil) {
		s.AddFood(c)
	}
	return s
}

func TestReleasedTable(t *testing.T) {
	for range 100 {
		old := newTable(4)
		old.put(7, entry{score: 1, depth: 2, dir: 3})
		old.release()
		if table := newTable(4); table.get(7) != (entry{dir: noDir, replies: noReplies}) {
			t.Fatalf("the reused table has the entry %v", table.get(7))
		}
	}
}
