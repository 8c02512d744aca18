package hydra

import (
	"math"
	"testing"
	"unsafe"

	"ouro"
	"ouro/internal/needs"
	"ouro/sim"
)

// treeTwin is the search among several as one would write it down: positions are
// copied, and what came of moves is kept in maps by what they are.
type treeTwin struct {
	pack  *pack // what a position is worth
	known map[uint64]*tried
	nodes int64
}

// tried is what came of the moves in a position, by seat and direction.
type tried struct{ moves map[int]*[4]try }

// packOf is a pack that judges p.
func packOf(p *sim.Position, me int) *pack {
	s := &pack{CrowdJudge: NewCrowdJudge(&crowdWeights)}
	s.load(p, me)
	return s
}

// think plays lines until so many nodes are used.
func (w *treeTwin) think(p *sim.Position, me int, moves ouro.DirSet, nodes int64) [4]try {
	w.known = map[uint64]*tried{}
	w.nodes = nodes
	for {
		if _, ok := w.line(p, me, moves, 0); !ok {
			break
		}
	}
	if root := w.known[p.Hash()]; root != nil {
		return *root.moves[me]
	}
	return [4]try{}
}

// line is what came of a line from here on, by seat, for those who live here.
func (w *treeTwin) line(p *sim.Position, me int, moves ouro.DirSet, depth int) (worths map[int]uint32, ok bool) {
	if w.nodes == 0 {
		return nil, false
	}
	w.nodes--
	var alive []int
	for seat := range p.Seats() {
		if p.Alive().Has(seat) {
			alive = append(alive, seat)
		}
	}
	at := w.known[p.Hash()]
	switch {
	case len(alive) == 0:
		return nil, true
	case len(alive) == 1:
		return map[int]uint32{alive[0]: whole}, true
	case !p.Alive().Has(me) || depth == maxPly || at == nil:
		if p.Alive().Has(me) && depth < maxPly {
			at = &tried{moves: map[int]*[4]try{}}
			for _, seat := range alive {
				at.moves[seat] = new([4]try)
				for d, part := range habitsTwin(p, seat) {
					at.moves[seat][d].likely = float32(part)
				}
			}
			w.known[p.Hash()] = at
		}
		return w.judge(p, alive), true
	}
	joint := make([]ouro.Dir, p.Seats())
	for _, seat := range alive {
		may := p.Moves(seat)
		if seat == me && depth == 0 {
			may = moves
		}
		n, sum := 0., 0.
		for _, x := range at.moves[seat] {
			n, sum = n+float64(x.n), sum+float64(x.sum)
		}
		best := math.Inf(-1)
		for d, x := range at.moves[seat] {
			v := 0.
			if x.n > 0 {
				v = float64(x.sum) / float64(x.n)
			} else if n > 0 {
				v = sum/n - untried
			}
			v += curious * math.Sqrt(n+1) * float64(x.likely) / float64(x.n+1)
			if may.Has(ouro.Dir(d)) && v > best {
				best, joint[seat] = v, ouro.Dir(d)
			}
		}
	}
	next := new(sim.Position)
	next.CopyFrom(p)
	next.Step(joint)
	worths, ok = w.line(next, me, moves, depth+1)
	if !ok {
		return nil, false
	}
	all := map[int]uint32{}
	for _, seat := range alive {
		switch {
		case next.Alive().Has(seat):
			all[seat] = worths[seat]
		case next.Alive() == 0:
			all[seat] = nobody
		}
		x := &at.moves[seat][joint[seat]]
		x.n, x.sum = x.n+1, x.sum+all[seat]
	}
	return all, true
}

// judge is what a position is worth to those who live.
func (w *treeTwin) judge(p *sim.Position, alive []int) map[int]uint32 {
	was := w.pack.pos
	defer func() { w.pack.pos = was }()
	w.pack.pos = p
	w.pack.flood.Measure(p)
	worths := map[int]uint32{}
	for _, seat := range alive {
		odds := math.Floor(float64(w.pack.evaluate(seat))/worthStep) * worthStep / 1000
		worths[seat] = uint32(math.Round(whole / (1 + math.Exp(-max(-8, min(8-worthStep/1000., odds))))))
	}
	return worths
}

// TestTreeTwin: the search tries each move as often as its twin does, and the same comes
// of it.
func TestTreeTwin(t *testing.T) {
	compared := 0
	for seed := range int64(needs.Many(12, 24)) {
		s := crowded(t, 3+int(seed%4), seed)
		solver, err := New(ouro.Setup{Start: s})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			if _, err := solver.Decide(t.Context(), ouro.Turn{State: s, Seat: seat, Nodes: 1500}); err != nil {
				t.Fatal(err)
			}
			p := sim.New(s)
			moves := p.Moves(seat) & s.Legal(seat)
			if moves == 0 {
				continue // any will do
			}
			twin := treeTwin{pack: packOf(p, seat)}
			want := twin.think(p, seat, moves, 1500)
			if got := solver.(*hydra).pack.mine(); got != want {
				t.Errorf("seed %d, seat %d: tried %v, want %v", seed, seat, got, want)
			}
			compared++
		}
	}
	if compared < 50 {
		t.Errorf("only %d decisions were compared", compared)
	}
}

// TestTreeIsBounded: a tree takes no more memory than it may, but for the nodes that it has
// when snakes have died and what its index is rounded up by, all of it at once, and is
// searched on when it has no more room.
func TestTreeIsBounded(t *testing.T) {
	s := crowded(t, 4, 7)
	solver, err := New(ouro.Setup{Start: s, Options: ouro.Options{{Key: "hash", Value: "1"}}})
	if err != nil {
		t.Fatal(err)
	}
	const nodes = 100_000
	d, err := solver.Decide(t.Context(), ouro.Turn{State: s, Nodes: nodes})
	if err != nil || d.Nodes != nodes || !s.Legal(0).Has(d.Dir) {
		t.Errorf("%v, %v", d, err)
	}
	k := &solver.(*hydra).pack.tree
	rounded := 4*(len(k.index)-2*k.most) + nodeSize*(room(1<<20, fewest)-room(1<<20, 4))
	size := cap(k.nodes)*int(unsafe.Sizeof(node{})) + cap(k.tries)*int(unsafe.Sizeof(try{})) + len(k.index)*4
	if len(k.nodes) != k.most+1 || size-rounded > 1<<20+100 || size < 1<<19 || rounded < 0 || rounded > 1<<18 {
		t.Errorf("%d nodes of %d and %d bytes, %d of them of a round index", len(k.nodes)-1, k.most, size, rounded)
	}
	first, most := &k.nodes[0], k.most
	k.clear(1<<20, 3)
	if &k.nodes[0] != first || k.most <= most || len(k.nodes) != 1 || len(k.tries) != 0 || cap(k.nodes) <= k.most || cap(k.tries) < 12*k.most {
		t.Errorf("when one has died: %d nodes of %d, room for %d", len(k.nodes)-1, k.most, cap(k.nodes))
	}
}

// TestTry: moves that were tried as often as can be counted keep their means, and which
// was tried more often.
func TestTry(t *testing.T) {
	var tries [4]try
	for range 3 * manyTry {
		remember(&tries, ouro.Up, whole)
		if tries[ouro.Left].n*2 < tries[ouro.Up].n {
			remember(&tries, ouro.Left, whole/2)
		}
		if tries[ouro.Up].n > manyTry || tries[ouro.Left].n > tries[ouro.Up].n {
			t.Fatalf("tried %v", tries)
		}
	}
	tries[ouro.Down], tries[ouro.Right] = try{n: 3, sum: 3 * whole}, try{n: 1, sum: 7}
	tries[ouro.Up].n = manyTry
	tries[ouro.Up].sum = manyTry * whole
	remember(&tries, ouro.Up, whole)
	if down, right := tries[ouro.Down], tries[ouro.Right]; down.n != 1 || down.mean() != whole || right != (try{}) {
		t.Errorf("half of three and of one are %v and %v", down, right)
	}
	if up, left := tries[ouro.Up].mean(), tries[ouro.Left].mean(); up != whole || math.Abs(left-whole/2) > 1 {
		t.Errorf("of %v comes %g and %g", tries, up, left)
	}
}

// TestPickOfMany: where others were tried as often as can be counted, what was not tried is
// worth what came of them.
func TestPickOfMany(t *testing.T) {
	many := try{n: manyTry, sum: manyTry * whole}
	tries := [4]try{ouro.Up: many, ouro.Right: many, ouro.Down: {n: manyTry}}
	if d := pick(&tries, 1<<ouro.Down|1<<ouro.Left); d != ouro.Left {
		t.Errorf("of %v it picks %s", tries, d)
	}
}
