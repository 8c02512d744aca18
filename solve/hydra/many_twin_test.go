package hydra

import (
	"math"
	"testing"
	"unsafe"

	"ouro"
	"ouro/internal/needs"
	"ouro/sim"
)

// treeTwin is a plain version of the search among several snakes: it copies positions and
// keeps results in maps.
type treeTwin struct {
	searcher *crowdSearcher // evaluates positions
	known    map[uint64]*visits
	nodes    int64
}

type visits struct{ moves map[int]*[4]try }

func crowdOf(p *sim.Position, me int) *crowdSearcher {
	s := &crowdSearcher{CrowdJudge: NewCrowdJudge(&crowdWeights)}
	s.load(p, me)
	return s
}

func (w *treeTwin) think(p *sim.Position, me int, moves ouro.DirSet, nodes int64) [4]try {
	w.known = map[uint64]*visits{}
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
			at = &visits{moves: map[int]*[4]try{}}
			for _, seat := range alive {
				at.moves[seat] = new([4]try)
				for d, part := range habitsTwin(p, seat) {
					at.moves[seat][d].prior = float32(part)
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
				v = sum/n - unvisitedPenalty
			}
			v += exploration * math.Sqrt(n+1) * float64(x.prior) / float64(x.n+1)
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
			all[seat] = drawWorth
		}
		x := &at.moves[seat][joint[seat]]
		x.n, x.sum = x.n+1, x.sum+all[seat]
	}
	return all, true
}

func (w *treeTwin) judge(p *sim.Position, alive []int) map[int]uint32 {
	was := w.searcher.pos
	defer func() { w.searcher.pos = was }()
	w.searcher.pos = p
	w.searcher.flood.Measure(p)
	worths := map[int]uint32{}
	for _, seat := range alive {
		odds := math.Floor(float64(w.searcher.evaluate(seat))/worthStep) * worthStep / 1000
		worths[seat] = uint32(math.Round(whole / (1 + math.Exp(-max(-8, min(8-worthStep/1000., odds))))))
	}
	return worths
}

// TestTreeTwin: visits and results equal those of the twin, even where all snakes die at
// once.
func TestTreeTwin(t *testing.T) {
	last, err := ouro.ParseState("7x7/t14/s1.0RULU,h88/s0.1U4,h90/s6.6DLUL,h90/f6.4")
	if err != nil {
		t.Fatal(err)
	}
	positions := []*ouro.State{last}
	for seed := range int64(needs.Many(12, 24)) {
		positions = append(positions, crowded(t, 3+int(seed%4), seed))
	}
	nodes, compared := int64(needs.Many(500, 1500)), 0
	for i, s := range positions {
		solver, err := New(ouro.Setup{Start: s})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			if _, err := solver.Decide(t.Context(), ouro.Turn{State: s, Seat: seat, Nodes: nodes}); err != nil {
				t.Fatal(err)
			}
			p := sim.New(s)
			moves := p.Moves(seat) & s.Legal(seat)
			if moves == 0 {
				continue // all moves are fatal
			}
			twin := treeTwin{searcher: crowdOf(p, seat)}
			want := twin.think(p, seat, moves, nodes)
			if got := solver.(*hydra).crowd.myTries(); got != want {
				t.Errorf("position %d, seat %d: visits %v, want %v", i, seat, got, want)
			}
			compared++
		}
	}
	if compared < 50 {
		t.Errorf("only %d decisions were compared", compared)
	}
}

// TestTreeIsBounded: a tree allocates its memory at once, no more than its limit, except for nodes
// of positions with dead snakes and for the rounding of its index. The search continues when the
// tree is full.
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
	k := &solver.(*hydra).crowd.tree
	rounded := 4*(len(k.index)-2*k.most) + nodeSize*(room(1<<20, minTreeSnakes)-room(1<<20, 4))
	size := cap(k.nodes)*int(unsafe.Sizeof(node{})) + cap(k.tries)*int(unsafe.Sizeof(try{})) + len(k.index)*4
	if len(k.nodes) != k.most+1 || size-rounded > 1<<20+100 || size < 1<<19 || rounded < 0 || rounded > 1<<18 {
		t.Errorf("%d of %d nodes in %d bytes, %d of them because of dead snakes and the rounding", len(k.nodes)-1, k.most, size, rounded)
	}
	first, most := &k.nodes[0], k.most
	k.clear(1<<20, 3)
	if &k.nodes[0] != first || k.most <= most || len(k.nodes) != 1 || len(k.tries) != 0 || cap(k.nodes) <= k.most || cap(k.tries) < 12*k.most {
		t.Errorf("after a snake has died: %d of %d nodes, capacity %d", len(k.nodes)-1, k.most, cap(k.nodes))
	}
}

func TestTry(t *testing.T) {
	var tries [4]try
	for range 3 * maxVisits {
		addResult(&tries, ouro.Up, whole)
		if tries[ouro.Left].n*2 < tries[ouro.Up].n {
			addResult(&tries, ouro.Left, whole/2)
		}
		if tries[ouro.Up].n > maxVisits || tries[ouro.Left].n > tries[ouro.Up].n {
			t.Fatalf("visits %v", tries)
		}
	}
	tries[ouro.Down], tries[ouro.Right] = try{n: 3, sum: 3 * whole}, try{n: 1, sum: 7}
	tries[ouro.Up].n = maxVisits
	tries[ouro.Up].sum = maxVisits * whole
	addResult(&tries, ouro.Up, whole)
	if down, right := tries[ouro.Down], tries[ouro.Right]; down.n != 1 || down.mean() != whole || right != (try{}) {
		t.Errorf("3 visits and 1 visit are halved to %v and %v", down, right)
	}
	if up, left := tries[ouro.Up].mean(), tries[ouro.Left].mean(); up != whole || math.Abs(left-whole/2) > 1 {
		t.Errorf("%v: means %g and %g", tries, up, left)
	}
}

// TestPickOfMany: the sums of the results of all moves do not overflow, even if moves have the
// largest number of visits. An unvisited move is then preferred to a move that always lost.
func TestPickOfMany(t *testing.T) {
	many := try{n: maxVisits, sum: maxVisits * whole}
	tries := [4]try{ouro.Up: many, ouro.Right: many, ouro.Down: {n: maxVisits}}
	if d := selectMove(&tries, 1<<ouro.Down|1<<ouro.Left); d != ouro.Left {
		t.Errorf("%v: selectMove chooses %s, want left", tries, d)
	}
}
