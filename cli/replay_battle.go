package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/tui"
)

// replayBattle tells about a record of Battlesnake that was derived up to its
// last position, or shows it.
func (o *replayOptions) replayBattle(ctx context.Context, stdio IO, r *ouro.Record, last *ouro.State) error {
	c := castOf(r.Seats)
	switch {
	case o.watch:
		tape, err := tapeOf(ctx, r)
		if err != nil {
			return err
		}
		return o.watchBattle(ctx, stdio, c, ruleTitle(r.Game.Rules, last.Grid)+" · a record", &battleScreen{
			cast: c, positions: tape,
			incidents: func() []ouro.Incident { return r.Incidents },
			over:      func() (ouro.Outcome, bool) { return r.Outcome, true },
		})
	case o.viewer.on():
		return o.serveRecord(ctx, stdio, r, c, last.Grid)
	case o.json:
		doc := newReplayDoc(r)
		if r.Outcome.Winner >= 0 {
			doc.Winner = c.names[r.Outcome.Winner]
		}
		addresses := make([]string, len(r.Seats))
		for seat, spec := range r.Seats {
			addresses[seat] = spec.String()
		}
		doc.Snakes = c.docs(addresses, last)
		return encodeJSON(stdio.Out, doc)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s; %s\n", derived(r, english.Count(len(r.Seats), "snake")), c.outcome(r.Outcome))
	if err := c.table(&b, last); err != nil {
		return err
	}
	b.WriteString(c.mishaps(r.Incidents))
	_, err := io.WriteString(stdio.Out, b.String())
	return err
}

// watchBattle shows a game of which all turns are there.
func (o *replayOptions) watchBattle(ctx context.Context, stdio IO, c cast, title string, game *battleScreen) error {
	return tui.Battle(ctx, tui.Options{In: stdio.In, Out: stdio.Out}, tui.BattleOptions{
		Game: game, Title: title, Names: c.names, Colors: c.colors, Speed: o.speed,
	})
}

// tapeOf plays the moves of a record again.
func tapeOf(ctx context.Context, r *ouro.Record) (*play.Tape, error) {
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return nil, err
	}
	cfg := play.Config{Deal: deal}
	for range r.Seats {
		cfg.Seats = append(cfg.Seats, ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			return ouro.Decision{Dir: r.Joint(t.State.Turn + 1)[t.Seat]}, nil
		}))
	}
	game, err := play.New(cfg)
	if err != nil {
		return nil, err
	}
	tape := play.NewTape(game)
	for range r.Turns() {
		if err := tape.Move(ctx); err != nil {
			return nil, err
		}
	}
	return tape, nil
}

// serveRecord serves a record to the official board.
func (o *replayOptions) serveRecord(ctx context.Context, stdio IO, r *ouro.Record, c cast, g *ouro.Grid) error {
	game, err := wire.NewGame(fmt.Sprintf("%016x", r.Final), r.Game.Rules, wire.DefaultTimeout)
	if err != nil {
		return err
	}
	m := &wire.Match{Game: game, Players: make([]wire.Player, len(c.names))}
	for seat := range m.Players {
		p := &m.Players[seat]
		p.ID, p.Name, p.Customizations.Color = fmt.Sprintf("%s-%d", game.ID, seat+1), c.names[seat], c.colors[seat]
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return err
	}
	return o.serve(ctx, stdio, m, g, func(show func(wire.ViewEvent) error) error {
		var broken error
		err := play.Replay(r, deal, func(s *ouro.State) {
			if broken == nil {
				broken = show(m.FrameEvent(s))
			}
		})
		if err == nil {
			err = broken
		}
		return err
	})
}

// serve serves a game of which all frames are there, until Ctrl-C.
func (o *replayOptions) serve(ctx context.Context, stdio IO, m *wire.Match, g *ouro.Grid, frames func(show func(wire.ViewEvent) error) error) error {
	l, err := o.viewer.listen(ctx)
	if err != nil {
		return err
	}
	b := o.viewer.open(ctx, stdio.Err, l, m, g)
	err = frames(b.Show)
	if err == nil {
		err = b.Show(m.EndEvent(g))
	}
	if stopped := o.viewer.linger(ctx, stdio.Err, b, err == nil); err == nil {
		err = stopped
	}
	return err
}
