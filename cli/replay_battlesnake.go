package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/picture"
	"ouro/play"
	screen "ouro/tui/battlesnake"
	"ouro/tui/frame"
)

// savedBattle is a game of Battlesnake whose turns are all known.
type savedBattle struct {
	snakes
	positions play.Positions
	outcome   ouro.Outcome
	incidents []ouro.Incident
	took      func(turn, seat int) time.Duration // latency of an answer; nil if unknown

	title string      // title of the screen
	line  string      // summary for text
	doc   sheet.Facts // summary for JSON
	match *wire.Match // summary for the official board
}

// runBattleRecord replays a derived record of Battlesnake.
func (o *replayOptions) runBattleRecord(ctx context.Context, stdio IO, r *ouro.Record, deal play.Deal) error {
	history, err := play.Rewind(ctx, r, deal)
	if err != nil {
		return err
	}
	last := history.At(history.Turns()).Clone()
	b := &savedBattle{
		snakes: snakesOfRecord(r), positions: history, outcome: r.Outcome, incidents: r.Incidents,
		title: screen.Title(r.Game.Rules, last.Grid) + " · a record",
	}
	b.line = fmt.Sprintf("%s; %s", derived(r, english.Count(len(r.Seats), "snake")), b.Outcome(r.Outcome))
	winner := ""
	if r.Outcome.Winner >= 0 {
		winner = b.Snakes[r.Outcome.Winner]
	}
	addresses := make([]string, len(r.Seats))
	for seat, spec := range r.Seats {
		if addresses[seat] = spec.String(); r.Players != nil && r.Players[seat].Address != "" {
			addresses[seat] = r.Players[seat].Address
		}
	}
	b.doc = replayFacts(r, "winner", sheet.Sparse(winner), "snakes", b.docs(addresses, last))
	game, err := wire.NewGame(fmt.Sprintf("%016x", r.Final), r.Game.Rules, wire.DefaultTimeout)
	if err != nil {
		return err
	}
	b.match = &wire.Match{Game: game, Players: make([]wire.Player, len(b.Snakes))}
	for seat := range b.match.Players {
		p := &b.match.Players[seat]
		p.ID, p.Name, p.Customizations.Color = fmt.Sprintf("%s-%d", game.ID, seat+1), b.Snakes[seat], b.colors[seat]
	}
	return o.show(ctx, stdio, b, last)
}

// runLog replays a game log.
func (o *replayOptions) runLog(ctx context.Context, stdio IO, r *wire.LogReader) error {
	l, err := wire.ReadLog(r)
	if err != nil {
		return err
	}
	first, last := l.At(0).Turn, l.At(l.Turns())
	if o.turn >= 0 {
		if o.turn < first || o.turn > last.Turn {
			return usagef("--turn %d: the log has turns %d to %d", o.turn, first, last.Turn)
		}
		_, err := io.WriteString(stdio.Out, picture.Of(l.At(o.turn-first)))
		return err
	}
	b := &savedBattle{positions: l, outcome: l.Outcome(), took: l.Took, match: &wire.Match{Game: l.Game, Players: l.Players}}
	for _, p := range l.Players {
		b.add(p.Name, p.Customizations.Color)
	}
	title := screen.Title(l.Game.Spec(), last.Grid)
	b.title = title + " · a log"
	b.line = fmt.Sprintf("%s, game %s: %s after %s", title, quoted(l.Game.ID), b.Outcome(b.outcome), english.Count(last.Turn, "turn"))
	b.doc = sheet.FactsOf("schema", schema{}, "rules", l.Game.Spec().String(), "board", last.Grid.String(), "id", l.Game.ID, "turns", last.Turn,
		"winner", l.Result.WinnerName, "draw", l.Result.IsDraw, "unfinished", sheet.Sparse(l.Cut), "snakes", b.docs(nil, last))
	return o.show(ctx, stdio, b, last)
}

// show shows or prints the game as the flags request.
func (o *replayOptions) show(ctx context.Context, stdio IO, b *savedBattle, last *ouro.State) error {
	switch {
	case o.watch:
		return screen.Show(ctx, onScreen(stdio, frame.Options{}), screen.Options{
			Game: play.WatchPositions(b.positions, b.outcome, b.incidents, b.took), Silent: "a file does not contain what the snakes thought",
			Title: b.title, Names: b.Snakes, Colors: b.colors, Speed: o.speed,
		})
	case o.viewer.on():
		return o.serve(ctx, stdio, b, last.Grid)
	case o.json:
		return encodeJSON(stdio.Out, b.doc)
	}
	var text strings.Builder
	fmt.Fprintln(&text, b.line)
	b.table(&text, last)
	text.WriteString(b.faults(b.incidents))
	_, err := io.WriteString(stdio.Out, text.String())
	return err
}

// serve serves a game to the official board, until Ctrl-C.
func (o *replayOptions) serve(ctx context.Context, stdio IO, b *savedBattle, g *ouro.Grid) error {
	l, err := o.viewer.listen(ctx)
	if err != nil {
		return err
	}
	board := o.viewer.open(ctx, stdio.Err, l, b.match, g)
	for i := 0; err == nil && i <= b.positions.Turns(); i++ {
		s := b.positions.At(i)
		for seat := range b.Snakes {
			if b.took != nil {
				b.match.Report(seat, wire.Reply{Latency: b.took(i, seat), Status: 200})
			}
		}
		err = board.Show(b.match.FrameEvent(s))
	}
	if err == nil {
		err = board.Show(b.match.EndEvent(g))
	}
	if stopped := o.viewer.linger(ctx, stdio.Err, board, err == nil); err == nil {
		err = stopped
	}
	return err
}
