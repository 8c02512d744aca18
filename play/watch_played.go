package play

import (
	"context"
	"slices"
	"time"

	"ouro"
)

// keepThoughts is the number of decisions of each solver that are kept.
const keepThoughts = 200

// playedGame is a game with the thoughts of its solvers about each move.
type playedGame struct {
	history *History
	lengths [][]int16       // by seat and turn; small, as a game may take millions of moves
	answers []uint32        // microseconds of each decision, by turn and seat
	total   []time.Duration // of all decisions, by seat
	count   []int           // of decisions, by seat

	thoughts map[int][]Thought // by turn
	kept     []int             // turns in thoughts, oldest first
	labels   [][]string        // by seat, of all notes, in order of appearance

	traces  bool      // notes of the current move are requested
	current []Thought // of the current move, by seat
	alive   []bool    // before the current move, by seat
}

func newPlayedGame(g *Game) *playedGame {
	n := len(g.cfg.Seats)
	p := &playedGame{
		history: NewHistory(g), lengths: make([][]int16, n), total: make([]time.Duration, n), count: make([]int, n),
		thoughts: map[int][]Thought{}, labels: make([][]string, n), current: make([]Thought, n), alive: make([]bool, n),
	}
	clock := g.cfg.Clock
	g.cfg.Clock = func(seat int, took time.Duration) {
		p.current[seat].Took = took
		if clock != nil {
			clock(seat, took)
		}
	}
	g.cfg.Trace = func(seat int) *ouro.Trace {
		if !p.traces {
			return nil
		}
		return ouro.TraceFor(&p.current[seat].Notes)
	}
	p.measure()
	return p
}

// measure records the lengths at the last turn.
func (p *playedGame) measure() {
	for seat := range p.lengths {
		p.lengths[seat] = append(p.lengths[seat], int16(p.history.Game().State().Snakes[seat].Body.Len()))
	}
}

func (p *playedGame) move(ctx context.Context, keep bool) error {
	game := p.history.Game()
	p.traces = keep
	clear(p.current)
	for seat := range p.alive {
		p.alive[seat] = game.State().Snakes[seat].Cause == ouro.Alive
	}
	if err := p.history.Move(ctx); err != nil {
		return err
	}
	p.measure()
	for seat := range p.current {
		th := &p.current[seat]
		p.answers = append(p.answers, uint32(min(th.Took.Microseconds(), 1<<32-1)))
		if p.alive[seat] {
			th.Decision = game.Last(seat)
			p.total[seat] += th.Took
			p.count[seat]++
		}
	}
	if keep {
		p.keep(p.history.Turns()-1, p.current)
		p.current = make([]Thought, len(p.current))
	}
	return nil
}

// keep stores the thoughts of a turn, and drops the oldest ones.
func (p *playedGame) keep(turn int, thoughts []Thought) {
	for seat, th := range thoughts {
		for _, n := range th.Notes {
			if !slices.Contains(p.labels[seat], n.Label) {
				p.labels[seat] = append(p.labels[seat], n.Label)
			}
		}
	}
	p.thoughts[turn] = thoughts
	p.kept = append(p.kept, turn)
	if len(p.kept) > keepThoughts {
		delete(p.thoughts, p.kept[0])
		p.kept = p.kept[1:]
	}
}

func (p *playedGame) latency(turn, seat int) time.Duration {
	if turn == 0 {
		return 0
	}
	return time.Duration(p.answers[(turn-1)*len(p.current)+seat]) * time.Microsecond
}

// addTo adds the fields of a scene that only a played game has.
func (p *playedGame) addTo(sc *Scene) {
	for seat := range p.lengths {
		sc.Lengths = append(sc.Lengths, p.lengths[seat][:sc.Turn+1])
		sc.Mean = append(sc.Mean, p.total[seat]/time.Duration(max(1, p.count[seat])))
	}
	sc.Labels = slices.Clone(p.labels)
	sc.Thoughts = p.thoughts[sc.Turn]
	if sc.Ended {
		sc.Thoughts = slices.Clone(p.thoughts[sc.Turn-1])
		for seat := range sc.Thoughts {
			sc.Thoughts[seat].Notes = nil
		}
	}
}
