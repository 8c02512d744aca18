package play

import (
	"context"
	"slices"
	"sort"
	"time"

	"ouro"
)

// WatchedGame is one game that a Watch from [NewSideBySide] shows, alone or beside others.
type WatchedGame struct {
	info      WatchInfo
	err       error // why there is no game
	positions Positions
	played    *playedGame // nil for a log

	end       int  // last turn of a recorded game, or -1
	over      bool // whether the game ends with the last turn of positions
	outcome   ouro.Outcome
	incidents func() []ouro.Incident             // returns the incidents in the order of turns
	latency   func(turn, seat int) time.Duration // returns the latency of the decision that led to the turn
}

type WatchInfo struct {
	Game    ouro.GameSpec
	Seed    uint64 // seed of this game
	Seats   []ouro.Spec
	Players []ouro.Player // see ouro.Record

	// Due means that the game makes no move beyond the shown turn, because a human plays. Advise,
	// if set, is then called with each shown position and returns advice for the first seat.
	Due    bool
	Advise func(context.Context, *ouro.State) Thought

	// OnMove, if set, is called after each move, with the context of the move. Its error stops all
	// games of the Watch.
	OnMove func(context.Context) error

	// Stop, if set, is called after each move. If Stop returns true, the game ends unfinished, and
	// the other games of the Watch continue.
	Stop func() bool

	LeaveOpen bool // whether Close leaves the game open, because the caller closes it
}

// Positions are the turns of a game, from 0 to Turns, as in a [History]. A position is valid
// until the next call of At.
type Positions interface {
	Turns() int
	At(turn int) *ouro.State
}

// WatchGame returns a WatchedGame of a game from its current position, which becomes turn 0. After
// this call, make moves only through the [Watch], which also closes the game. Records of the game
// need Config.Keep.
func WatchGame(g *Game, info WatchInfo) *WatchedGame {
	p := newPlayedGame(g)
	w := &WatchedGame{info: info, positions: p.history, played: p, end: -1, incidents: g.Incidents, latency: p.latency}
	w.updateOver()
	return w
}

// WatchRecord returns a WatchedGame of a record. It repeats the recorded moves without solvers, so
// [Replay] of the record must succeed.
func WatchRecord(r *ouro.Record, deal Deal) *WatchedGame {
	g, err := gameOfRecord(r, deal)
	if err != nil {
		return NoGame(r.Game, r.Seats, err)
	}
	w := WatchGame(g, WatchInfo{Game: r.Game, Seed: r.Seed, Seats: r.Seats, Players: r.Players})
	w.end, w.incidents = r.Turns(), func() []ouro.Incident { return r.Incidents }
	w.latency = unknownLatency
	w.updateOver()
	return w
}

// WatchPositions returns a WatchedGame of existing positions. latency returns the duration of the
// decision that led to a turn, or 0 if it is unknown. A nil latency means that all are unknown.
func WatchPositions(p Positions, outcome ouro.Outcome, incidents []ouro.Incident, latency func(turn, seat int) time.Duration) *WatchedGame {
	if latency == nil {
		latency = unknownLatency
	}
	return &WatchedGame{
		positions: p, end: p.Turns(), over: true, outcome: outcome, latency: latency,
		incidents: func() []ouro.Incident { return incidents },
	}
}

func unknownLatency(int, int) time.Duration { return 0 }

// NoGame returns a WatchedGame that has no game and shows the reason.
func NoGame(game ouro.GameSpec, seats []ouro.Spec, reason error) *WatchedGame {
	return &WatchedGame{info: WatchInfo{Game: game, Seats: seats}, err: reason, over: true}
}

func (w *WatchedGame) updateOver() {
	w.outcome, w.over = w.played.history.Game().Over()
	w.over = w.over || w.turns() == w.end
}

// Positions returns all turns of the game so far. A viewer can read them even while a solver thinks.
// Only one goroutine at a time may use the result. Without a game, the result is nil.
func (w *WatchedGame) Positions() Positions {
	if w.played != nil {
		return w.played.history.Reader()
	}
	return w.positions
}

func (w *WatchedGame) turns() int {
	if w.positions == nil {
		return 0
	}
	return w.positions.Turns()
}

// move makes one move. If keep is set, it stores the solvers' thoughts about the position before the
// move.
func (w *WatchedGame) move(ctx context.Context, keep bool) error {
	err := w.played.move(ctx, keep)
	if err == nil {
		w.updateOver()
		w.over = w.over || w.info.Stop != nil && w.info.Stop()
		if w.info.OnMove != nil {
			err = w.info.OnMove(ctx)
		}
	}
	return err
}

// advise gets advice about the last position, at most once.
func (w *WatchedGame) advise(ctx context.Context) {
	p := w.played
	if _, advised := p.thoughts[w.turns()]; advised || w.info.Advise == nil || w.over {
		return
	}
	p.keep(w.turns(), []Thought{w.info.Advise(ctx, p.history.Game().State())})
}

// at returns the scene after this many moves. For a shorter game, it returns the scene at the end.
func (w *WatchedGame) at(turn int) Scene {
	sc := Scene{Game: w.info.Game, Seats: w.info.Seats, Err: w.err, Turn: min(turn, w.turns())}
	if w.positions == nil {
		return sc
	}
	sc.State = w.positions.At(sc.Turn).Clone()
	if sc.Ended = w.over && sc.Turn == w.turns(); sc.Ended {
		sc.Outcome = w.outcome
	}
	for seat := range sc.State.Snakes {
		sc.Latency = append(sc.Latency, w.latency(sc.Turn, seat))
	}
	all := w.incidents()
	sc.Incidents = all[:sort.Search(len(all), func(i int) bool { return all[i].Turn > sc.State.Turn })]
	if w.played != nil {
		w.played.addTo(&sc)
	}
	return sc
}

// KeptThoughts returns the thoughts about a turn by seat, or nil if they were not kept. Do not call
// KeptThoughts while [Watch.Show] runs.
func (w *WatchedGame) KeptThoughts(turn int) []Thought {
	if w.played == nil {
		return nil
	}
	return w.played.thoughts[turn]
}

// record returns the record of the game up to this turn, or nil without a game.
func (w *WatchedGame) record(turn int) (*ouro.Record, error) {
	switch {
	case w.positions == nil:
		return nil, nil
	case w.end >= 0:
		return nil, ErrRecorded
	}
	r := w.played.history.Game().Record()
	r.Game, r.Seed, r.Seats, r.Players = w.info.Game, w.info.Seed, w.info.Seats, w.info.Players
	if turn < r.Turns() {
		r.Moves, r.Checks = r.Moves[:turn*len(r.Seats)], r.Checks[:turn]
		if i := slices.IndexFunc(r.Incidents, func(in ouro.Incident) bool { return in.Turn > r.Begin()+turn }); i >= 0 {
			r.Incidents = r.Incidents[:i]
		}
		r.Outcome, r.Final = ouro.Outcome{Winner: ouro.NoSeat}, w.positions.At(turn).Hash()
	}
	return r, nil
}

func (w *WatchedGame) close() error {
	if w.played == nil || w.info.LeaveOpen {
		return nil
	}
	return w.played.history.Game().Close()
}

// keepThoughts is the largest number of turns whose thoughts a game keeps.
const keepThoughts = 200

// playedGame is a game with the thoughts of its solvers and with figures of all turns.
type playedGame struct {
	history *History
	lengths [][]int16       // lengths of snakes by seat and turn; int16, because a game can take millions of moves
	answers []uint32        // microseconds of each decision; turn after turn, by seat
	total   []time.Duration // sum of the latencies of all decisions, by seat
	count   []int           // number of decisions, by seat

	thoughts map[int][]Thought // by turn
	kept     []int             // turns in thoughts, the oldest first
	labels   [][]string        // labels of all notes by seat, in order of appearance

	traces  bool      // whether notes of the current move are requested
	current []Thought // thoughts about the current move, by seat
	alive   []bool    // whether the snake was alive before the current move, by seat
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

// measure records the lengths of the snakes in the current position.
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

// keep stores the thoughts about a turn, and drops the oldest ones if there are too many.
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

// addTo fills the fields of a scene that depend on the solvers or on all turns so far.
func (p *playedGame) addTo(sc *Scene) {
	for seat := range p.lengths {
		sc.Lengths = append(sc.Lengths, p.lengths[seat][:sc.Turn+1])
		sc.Mean = append(sc.Mean, p.total[seat]/time.Duration(max(1, p.count[seat])))
		sc.Certificates = append(sc.Certificates, p.history.Game().Certificate(seat))
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
