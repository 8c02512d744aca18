package server

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ouro/internal/needs"
)

// player requests moves of one session, each with a limit and after a pause since the last answer.
// A move computes until its context ends. Because it has a core alone, the time that it computed is
// also its processor time.
type player struct {
	limit, pause time.Duration
	session      any

	mu      sync.Mutex
	thought []time.Duration // for each move
	missed  int             // number of moves without a core
	late    int
}

func (p *player) play(ctx context.Context, c *cores) {
	for ctx.Err() == nil {
		p.move(c)
		time.Sleep(p.pause)
	}
}

func (p *player) move(c *cores) {
	deadline := time.Now().Add(p.limit)
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	thinking, st, err := c.enter(ctx, deadline, p.session)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.missed++
		return
	}
	p.mu.Unlock()
	began := time.Now()
	<-thinking.Done()
	c.leave(st)
	p.mu.Lock()
	p.thought = append(p.thought, time.Since(began))
	if time.Now().After(deadline) {
		p.late++
	}
}

// compete lets players request moves for the time while, on k cores.
func compete(t *testing.T, k int, while time.Duration, players ...*player) {
	t.Helper()
	c := newCores(k)
	ctx, cancel := context.WithTimeout(t.Context(), while)
	defer cancel()
	var wg sync.WaitGroup
	for _, p := range players {
		wg.Go(func() { p.play(ctx, c) })
	}
	wg.Wait()
	if len(c.running) != 0 || len(c.waiting) != 0 || len(c.counts) != 0 {
		t.Errorf("%d running and %d waiting at the end, of %d sessions", len(c.running), len(c.waiting), len(c.counts))
	}
	for i, p := range players {
		if p.late > 0 {
			t.Errorf("player %d was late %d times", i, p.late)
		}
	}
}

func (p *player) sum() (sum time.Duration) {
	for _, d := range p.thought {
		sum += d
	}
	return sum
}

// TestUsualAmongPatient: a move of half a second competes with any number of moves with an
// hour's timeout, on any number of cores. It has on average nine tenths of the time that it
// would have alone, and never less than a third. The others still make progress.
func TestUsualAmongPatient(t *testing.T) {
	const limit = usualTimeout - DefaultMargin
	for _, k := range []int{2, 1, 4}[:needs.Many(1, 3)] {
		synctest.Test(t, func(t *testing.T) {
			game := &player{limit: limit, pause: 100 * time.Millisecond, session: "game"}
			players := []*player{game}
			var patient []*player
			for i := range 200 {
				patient = append(patient, &player{limit: maxThink, session: i})
			}
			compete(t, k, 2*time.Minute, append(players, patient...)...)
			mean, least := game.sum()/time.Duration(len(game.thought)), slices.Min(game.thought)
			if mean < limit*9/10 || least < limit/3 || game.missed > 0 {
				t.Errorf("%d cores: of %v the game has %v, at least %v; %d moves without a core", k, limit, mean, least, game.missed)
			}
			moves, missed, thought := 0, 0, time.Duration(0)
			for _, p := range patient {
				moves, missed, thought = moves+len(p.thought), missed+p.missed, thought+p.sum()
			}
			t.Logf("%d cores: the game %v of %v, at least %v; the %d patient moves %v, %d without a core", k, mean, limit, least, moves, thought/time.Duration(moves), missed)
			if missed > 0 || thought < time.Duration(k)*time.Minute/10 {
				t.Errorf("%d cores: the other players have %d moves of %v, and %d without a core", k, moves, thought/time.Duration(moves), missed)
			}
		})
	}
}

// TestUsualAmongShort: moves with a limit of a millisecond arrive as fast as possible. A
// move of half a second still has its share of minOrderTime.
func TestUsualAmongShort(t *testing.T) {
	const limit = usualTimeout - DefaultMargin
	synctest.Test(t, func(t *testing.T) {
		game := &player{limit: limit, pause: 100 * time.Millisecond, session: "game"}
		players := []*player{game}
		for i := range 8 {
			players = append(players, &player{limit: time.Millisecond, session: i, pause: 100 * time.Microsecond})
		}
		compete(t, 1, 5*time.Second, players...)
		t.Logf("of %v the game has at least %v", limit, slices.Min(game.thought))
		if least := slices.Min(game.thought); least < minOrderTime/20 || game.missed > 0 {
			t.Errorf("of %v the game has at least %v; %d moves without a core", limit, least, game.missed)
		}
	})
}

// TestSessionsAreEqual: a session that requests twenty moves at once gets no more processor time
// than a session that requests one move at a time. Still, each of the twenty moves is computed for
// some time.
func TestSessionsAreEqual(t *testing.T) {
	const limit = usualTimeout - DefaultMargin
	synctest.Test(t, func(t *testing.T) {
		game := &player{limit: limit, pause: 60 * time.Millisecond, session: "game"}
		players := []*player{game}
		var greedy []*player
		for range 20 {
			greedy = append(greedy, &player{limit: limit, pause: 60 * time.Millisecond, session: "greedy"})
		}
		compete(t, 1, 2*time.Minute, append(players, greedy...)...)
		sum, missed := time.Duration(0), 0
		for _, p := range greedy {
			sum, missed = sum+p.sum(), missed+p.missed
		}
		t.Logf("%v against %v of the twenty", game.sum(), sum)
		if game.sum() < 40*time.Second || missed+game.missed > 0 {
			t.Errorf("of two minutes the game has %v, and twenty moves of another together %v; %d without a core", game.sum(), sum, missed)
		}
	})
}
