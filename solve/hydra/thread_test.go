package hydra

import (
	"context"
	"testing"
	"time"

	"ouro"
	"ouro/internal/needs"
)

func newThreaded(t *testing.T, s *ouro.State, style string) *hydra {
	t.Helper()
	h, err := newHydra(ouro.Setup{Start: s, Options: ouro.Options{{Key: "threads", Value: "3"}, {Key: "depth", Value: "2"}, {Key: "style", Value: style}}})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestHelpersSeeTheSame: each thread of a duel searches the position of the turn for the same snake
// and with the same score of a draw. The test runs each thread alone with an empty table and
// requires the same values.
func TestHelpersSeeTheSame(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour) // with a deadline, all threads search
	defer cancel()
	h := newThreaded(t, duels(t)[0], "safe")
	draws := 0
	for i, s := range append(meetings(t), duels(t)...) {
		seat := i % 2
		if _, err := h.Decide(ctx, ouro.Turn{State: s, Seat: seat}); err != nil {
			t.Fatal(err)
		}
		if len(h.duelThreads) != 2 {
			t.Fatalf("%d helpers", len(h.duelThreads))
		}
		moves := h.s.pos.Moves(seat)
		if moves == 0 {
			continue
		}
		h.stop.Store(false)
		values := func(w *searcher) [4]int32 {
			h.s.table.forget()
			w.begin(t.Context(), h, 0)
			w.root(moves, 3*turnDepth, uint8(moves.At(0)))
			return w.values
		}
		want := values(&h.s)
		for k, w := range h.duelThreads {
			if got := values(w); got != want {
				t.Errorf("%v, seat %d: helper %d finds %d, want %d", s, seat, k, got, want)
			}
		}
		h.s.draw = -h.s.draw
		draws += bit(values(&h.s) != want)
	}
	if draws < 10 {
		t.Errorf("the value of a draw changes the search in only %d positions, want at least 10", draws)
	}
}

// meetings returns duels on a small board between snakes of equal length whose heads are
// close, so that the score of a draw matters.
func meetings(t *testing.T) (all []*ouro.State) {
	for seed := range uint64(40) {
		wander(t, "standard", 7, 7, 2, seed, func(s *ouro.State) {
			a, b := &s.Snakes[0].Body, &s.Snakes[1].Body
			ax, ay := s.Grid.XY(a.Head())
			bx, by := s.Grid.XY(b.Head())
			if a.Len() == b.Len() && max(ax-bx, bx-ax)+max(ay-by, by-ay) <= 3 && s.Turn%3 == 0 {
				all = append(all, s.Clone())
			}
		})
	}
	return all
}

func TestDuelForgets(t *testing.T) {
	all := duels(t)
	used := newThreaded(t, all[0], "calm")
	for _, s := range all {
		for seat := range s.Snakes {
			turn := ouro.Turn{State: s, Seat: seat, Nodes: 2000}
			want, err := newThreaded(t, s, "calm").Decide(t.Context(), turn)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := used.Decide(t.Context(), turn); err != nil || got != want {
				t.Errorf("%v, seat %d: %v, want %v; %v", s, seat, got, want, err)
			}
		}
	}
}

// TestPacksAgree: among several enemies each thread has its own tree and priors, and the decision
// is the move with the most visits in all trees together. The relative speed of threads is random,
// so the test runs them one after the other, the first only briefly.
func TestPacksAgree(t *testing.T) {
	overruled, compared := 0, 0
	for seed := range int64(needs.Many(20, 40)) {
		s := crowded(t, 4, seed)
		h := newThreaded(t, s, "calm")
		h.depth = maxDepth
		p := h.s.pos
		p.Load(s)
		moves := p.Moves(0) & s.Legal(0)
		if s.Snakes[0].Cause != ouro.Alive || moves.Len() < 2 {
			continue
		}
		h.crowd.begin(t.Context(), h, p, 0, 40)
		h.prepareCrowdThreads(t.Context(), 0)
		if len(h.crowdThreads) != 2 {
			t.Fatalf("%d other threads, want 2", len(h.crowdThreads))
		}
		d := h.crowd.search(moves, ouro.Turn{})
		var visits [4]uint32
		guesses := map[[4]float32]bool{}
		for _, w := range []*crowdSearcher{&h.crowd, h.crowdThreads[0], h.crowdThreads[1]} {
			if w != &h.crowd {
				w.meter = h.meter(t.Context(), 2000)
				w.search(moves, ouro.Turn{})
			}
			var guess [4]float32
			for dir, x := range w.myTries() {
				visits[dir] += x.n
				guess[dir] = x.prior
			}
			guesses[guess] = true
		}
		if len(guesses) != 3 {
			t.Errorf("seed %d: the three trees have the priors %v, want three different ones", seed, guesses)
		}
		got := h.mostVisited(d, moves)
		for dir := range ouro.Dir(4) {
			if moves.Has(dir) && visits[dir] > visits[got.Dir] {
				t.Errorf("seed %d: it decides %s of %v", seed, got.Dir, visits)
			}
		}
		if first := h.crowd.myTries(); got.Score != first[got.Dir].odds() {
			t.Errorf("seed %d: %s of %v has the score %g", seed, got.Dir, first, got.Score)
		}
		overruled += bit(got.Dir != d.Dir)
		compared++
	}
	if overruled < 3 {
		t.Errorf("the other threads change the move in %d of %d decisions, want at least 3", overruled, compared)
	}
}

// TestAmongThreads: the decision of several threads is the move with the most visits in all
// their trees, and it is offered.
func TestAmongThreads(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	h := newThreaded(t, crowded(t, 4, 0), "calm")
	for seed := range int64(40) {
		s := crowded(t, 4, seed)
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			var best ouro.Best
			d, err := h.Decide(ctx, ouro.Turn{State: s, Seat: seat, Best: &best})
			if err != nil {
				t.Fatal(err)
			}
			p := h.s.pos
			if moves := p.Moves(seat); moves != 0 && d != h.mostVisited(d, moves) {
				t.Errorf("seed %d, seat %d: it decides %v, and they agree on %v", seed, seat, d, h.mostVisited(d, moves))
			}
			if offered, ok := best.Dir(); !ok || offered != d.Dir {
				t.Errorf("seed %d, seat %d: it decides %s and offers %s", seed, seat, d.Dir, offered)
			}
			for _, w := range h.crowdThreads {
				if w.me != seat || w.pos.Hash() != p.Hash() {
					t.Errorf("seed %d, seat %d: another thread searches another position, for seat %d", seed, seat, w.me)
				}
			}
		}
	}
}
