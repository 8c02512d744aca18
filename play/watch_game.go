package play

import (
	"context"
	"slices"
	"sort"
	"time"

	"ouro"
)

// WatchedGame is one game that is watched, by itself or beside others: give it
// to [NewSideBySide].
type WatchedGame struct {
	info      WatchInfo
	err       error // why there is no game
	positions Positions
	played    *playedGame // nil of a log

	end       int // the turn that a recorded game ends with; -1 is none
	over      bool
	outcome   ouro.Outcome
	incidents func() []ouro.Incident             // in their order
	latency   func(turn, seat int) time.Duration // of the answer that led to the turn
}

// WatchInfo is what a game does not know of itself.
type WatchInfo struct {
	Game    ouro.GameSpec
	Seed    uint64 // of this game
	Seats   []ouro.Spec
	Players []ouro.Player // as ouro.Record has them

	// Due games make their moves when they are due, never ahead: a person
	// plays. Advise, unless nil, then thinks about the positions that are
	// looked at, for the first seat.
	Due    bool
	Advise func(context.Context, *ouro.State) Thought

	// Told, unless nil, hears of each move after it was made. Its error breaks
	// the game off.
	Told func() error

	// Stop, unless nil, is asked after each move whether the game ends there,
	// unfinished. Games beside it go on.
	Stop func() bool

	Borrowed bool // somebody else closes the game
}

// Positions are the turns of a game, as a [History] keeps them: from 0 to Turns,
// and each valid until the next call of At.
type Positions interface {
	Turns() int
	At(turn int) *ouro.State
}

// WatchGame lets a game be watched from its current position on, which is turn
// 0. From then on make its moves only through the [Watch], which also closes it.
// For records of it, Config.Keep must have been set.
func WatchGame(g *Game, info WatchInfo) *WatchedGame {
	p := newPlayedGame(g)
	w := &WatchedGame{info: info, positions: p.history, played: p, end: -1, incidents: g.Incidents, latency: p.latency}
	w.judge()
	return w
}

// WatchRecord lets a record be watched, which must be one that replays without
// an error: its moves are made again, nobody thinks.
func WatchRecord(r *ouro.Record, deal Deal) *WatchedGame {
	g, err := recorded(r, deal)
	if err != nil {
		return NoGame(r.Game, r.Seats, err)
	}
	w := WatchGame(g, WatchInfo{Game: r.Game, Seed: r.Seed, Seats: r.Seats, Players: r.Players})
	w.end, w.incidents = r.Turns(), func() []ouro.Incident { return r.Incidents }
	w.latency = unknownLatency
	w.judge()
	return w
}

// WatchPositions lets a game be watched of which all positions are there.
// Latency, unless nil, is how long an answer took; 0 is unknown.
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

// NoGame stands for a game that cannot be, and says why.
func NoGame(game ouro.GameSpec, seats []ouro.Spec, why error) *WatchedGame {
	return &WatchedGame{info: WatchInfo{Game: game, Seats: seats}, err: why, over: true}
}

// judge finds out whether the game is over.
func (w *WatchedGame) judge() {
	w.outcome, w.over = w.played.history.Game().Over()
	w.over = w.over || w.turns() == w.end
}

// Positions are those of the turns that were played so far, for somebody who watches
// to look at what lies between those that were shown, and at what was played while a
// solver thinks. They are used by one goroutine at a time, and nil where there is no
// game.
func (w *WatchedGame) Positions() Positions {
	if w.played != nil {
		return w.played.history.Reader()
	}
	return w.positions
}

// turns is the number of turns there are so far.
func (w *WatchedGame) turns() int {
	if w.positions == nil {
		return 0
	}
	return w.positions.Turns()
}

// move plays one turn and keeps what was thought about it, if that is wanted.
func (w *WatchedGame) move(ctx context.Context, keep bool) error {
	err := w.played.move(ctx, keep)
	if err == nil {
		w.judge()
		w.over = w.over || w.info.Stop != nil && w.info.Stop()
		if w.info.Told != nil {
			err = w.info.Told()
		}
	}
	return err
}

// advised asks for advice about the last position, once.
func (w *WatchedGame) advised(ctx context.Context) {
	p := w.played
	if _, done := p.thoughts[w.turns()]; done || w.info.Advise == nil || w.over {
		return
	}
	p.keep(w.turns(), []Thought{w.info.Advise(ctx, p.history.Game().State())})
}

// at is the game after this many moves, or at the end of a shorter one.
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
		w.played.look(&sc)
	}
	return sc
}

// record is the game as far as this turn, nil where there is none.
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
	if w.played == nil || w.info.Borrowed {
		return nil
	}
	return w.played.history.Game().Close()
}
