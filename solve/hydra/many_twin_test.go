package hydra

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/search"
	"ouro/sim"
)

// manyTwin is the search among several enemies as one would write it down: nothing is
// cut off, remembered or sorted.
type manyTwin struct {
	pack  *pack // for what a leaf is worth, and for the answers unless all are made
	all   bool
	nodes int
}

func (w *manyTwin) root(p *sim.Position, moves ouro.DirSet, depth int) int32 {
	best := int32(-won - 1)
	for i := range moves.Len() {
		best = max(best, w.theirs(p, moves.At(i), depth-cost(moves.Len()), 0))
	}
	return best
}

func (w *manyTwin) mine(p *sim.Position, depth, ply int) int32 {
	w.nodes++
	moves := p.Moves(w.pack.me)
	if moves == 0 {
		for seat := range p.Seats() {
			if p.Alive().Has(seat) && p.Moves(seat) != 0 {
				return -won + int32(ply) + 1
			}
		}
		return nobody
	}
	if depth <= 0 {
		w.pack.pos = p
		return w.pack.evaluate()
	}
	best := int32(-won - 1)
	for i := range moves.Len() {
		best = max(best, w.theirs(p, moves.At(i), depth-cost(moves.Len()), ply))
	}
	return best
}

func (w *manyTwin) theirs(p *sim.Position, mine ouro.Dir, depth, ply int) int32 {
	var joints [][sim.MaxSnakes]ouro.Dir
	if w.all {
		joints = w.every(p)
	} else {
		w.pack.pos = p
		a := new(answers)
		w.pack.list(a, uint8(mine))
		joints = a.moves[:a.n]
	}
	worst := int32(won + 1)
	for _, joint := range joints {
		joint[w.pack.me] = mine
		worst = min(worst, w.after(p, joint, depth-cost(len(joints)), ply+1))
	}
	return worst
}

// every is all joint moves of the enemies, of one without a move the first.
func (w *manyTwin) every(p *sim.Position) [][sim.MaxSnakes]ouro.Dir {
	joints := [][sim.MaxSnakes]ouro.Dir{{}}
	for seat := range p.Seats() {
		if !p.Alive().Has(seat) || seat == w.pack.me {
			continue
		}
		moves := p.Moves(seat)
		if moves == 0 {
			moves = 1 << ouro.Up
		}
		var more [][sim.MaxSnakes]ouro.Dir
		for _, joint := range joints {
			for i := range moves.Len() {
				joint[seat] = moves.At(i)
				more = append(more, joint)
			}
		}
		joints = more
	}
	return joints
}

func (w *manyTwin) after(p *sim.Position, joint [sim.MaxSnakes]ouro.Dir, depth, ply int) int32 {
	next := new(sim.Position)
	next.CopyFrom(p)
	next.Step(joint[:])
	me := w.pack.me
	switch {
	case next.Alive() == 0:
		return nobody
	case next.Alive() == 1<<me:
		return won - int32(ply)
	case next.Alive().Has(me):
		return w.mine(next, depth, ply)
	}
	if next.Cause(me) == ouro.HeadOn {
		for seat := range p.Seats() {
			if seat != me && p.Alive().Has(seat) && !next.Alive().Has(seat) &&
				next.Cause(seat) == ouro.HeadOn && next.Head(seat) == next.Head(me) {
				return trade + int32(ply)
			}
		}
	}
	return -won + int32(ply)
}

// TestManyTwin: with its window, table and order of moves the search finds the value that
// a search of everything finds: of all joint answers, and of those that it chooses.
func TestManyTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 3))
	nodes, lost, fine := 0, 0, 0
	for _, rules := range []string{"standard", "wrapped", "royale", "constrictor"} {
		for game := range 24 {
			s, seat := scramble(t, rules, 3+game%2, r)
			if s == nil {
				continue
			}
			p := sim.New(s)
			moves := p.Moves(seat)
			for _, all := range []bool{true, false} {
				depth := turnDepth * 2
				if !all {
					depth += turnDepth
				}
				s := newPack(t, p, seat)
				s.every, s.strict = all, true
				_, v, _ := s.root(moves, depth, noDir)
				w := &manyTwin{pack: newPack(t, p, seat), all: all}
				if want := w.root(p, moves, depth); v != want {
					t.Errorf("%s, game %d, all answers %v: %d, the twin says %d", rules, game, all, v, want)
				}
				nodes += w.nodes
				switch {
				case v < -decided:
					lost++
				case v < decided:
					fine++
				}
			}
		}
	}
	if lost < 3 || fine < 30 {
		t.Errorf("of the positions %d are lost and %d undecided", lost, fine)
	}
	t.Log(nodes, "nodes,", lost, "lost,", fine, "undecided")
}

// newPack is a search of a position.
func newPack(tb testing.TB, p *sim.Position, seat int) *pack {
	tb.Helper()
	s := &pack{
		thread:     thread{table: newTable(16), stop: new(atomic.Bool), meter: search.NewMeter(tb.Context(), 0)},
		CrowdJudge: NewCrowdJudge(&crowdWeights),
	}
	s.load(p, seat)
	return s
}

// scramble is a position after some steps at random that do not kill, and a seat
// with more than one move and two enemies at least, or nil.
func scramble(tb testing.TB, name string, snakes int, r *rand.Rand) (*ouro.State, int) {
	tb.Helper()
	rules, err := battlesnake.New(name, nil)
	if err != nil {
		tb.Fatal(err)
	}
	dice := battlesnake.NewDice(r.Int64())
	side := 5 + 2*r.IntN(2)
	s, err := rules.Start(side, side, snakes, dice)
	if err != nil {
		tb.Fatal(err)
	}
	joint := make([]ouro.Dir, snakes)
	for range 4 + r.IntN(60) {
		p := sim.New(s)
		for seat := range joint {
			if moves := p.Moves(seat); moves != 0 {
				joint[seat] = moves.At(r.IntN(moves.Len()))
			}
		}
		before := s.Clone()
		rules.Step(s, joint)
		rules.Spawn(s, dice)
		if sim.New(s).Alive().Len() < 3 {
			s = before
			break
		}
	}
	if s.Turn < 2 {
		return nil, 0 // coiled snakes have four moves, and too many answers
	}
	p := sim.New(s)
	for seat := range joint {
		if p.Alive().Has(seat) && p.Moves(seat).Len() > 1 {
			return s, seat
		}
	}
	return nil, 0
}
