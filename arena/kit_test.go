package arena

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/lab"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// shelf is a Store in memory.
type shelf struct {
	mu    sync.Mutex
	games []Game
	kept  func(n int) error // unless nil, called after each game with how many there are
}

func (s *shelf) Games() []Game { return s.games }

func (s *shelf) Keep(p Played) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.games = append(s.games, p.Game)
	if s.kept != nil {
		return s.kept(len(s.games))
	}
	return nil
}

// scripted plays games whose result follows from their seed and seats alone, and
// which take any time: the first snake wins so many of ten games, two are drawn.
type scripted struct {
	wins   int
	played func(t lab.Task) // unless nil, called for each game that is begun
}

func (p scripted) Play(ctx context.Context, t lab.Task, look func(*ouro.State)) (Played, error) {
	if p.played != nil {
		p.played(t)
	}
	r := rand.New(rand.NewPCG(t.Seed, uint64(t.Seating)))
	for range rand.IntN(30) {
		runtime.Gosched()
	}
	if err := ctx.Err(); err != nil {
		return Played{}, err
	}
	g := Game{Group: t.Group, Seating: t.Seating, Seed: t.Seed, Ending: ouro.Drawn, Winner: -1, Turns: 10 + r.IntN(100)}
	for _, snake := range t.Seats {
		g.Seats = append(g.Seats, Seat{Snake: snake, Length: 3, Died: g.Turns, Cause: ouro.HitWall})
	}
	if roll := r.IntN(10); roll < 8 {
		g.Ending, g.Winner = ouro.Won, 0
		if (t.Seats[0] == 0) != (roll < p.wins) {
			g.Winner = len(t.Seats) - 1
		}
		g.Seats[g.Winner].Died, g.Seats[g.Winner].Cause = 0, ouro.Alive
	}
	return Played{Game: g}, nil
}

// runCourse plays a tournament to its end.
func runCourse(t *testing.T, s *Setting, p Player, store Store) *Course {
	t.Helper()
	c, err := NewCourse(s, store)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Run(t.Context(), p, nil); err != nil {
		t.Fatal(err)
	}
	return c
}
