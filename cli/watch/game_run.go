package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ouro"
	"ouro/battlesnake/feed"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/cli/command"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/internal/outfile"
	"ouro/lab/sheet"
	"ouro/picture"
	"ouro/roster"
	"ouro/tui/frame"

	screen "ouro/tui/battlesnake"
)

// gameRun is a running game with its outputs.
type gameRun struct {
	game     *host.Game
	file     *outfile.Stream // the file that log writes; nil without --output
	log      *host.Log       // nil without --output
	live     *feed.Live      // the official board; nil without --viewer
	onScreen bool            // whether the game was shown on the terminal
}

// runOne plays one game and prints the report. On a terminal it shows the game.
func (o *gameOptions) runOne(ctx context.Context, stdio command.IO, cfg host.Config) error {
	listener, err := o.viewer.listen(ctx)
	if err != nil {
		return err
	}
	if listener != nil {
		defer func() { _ = listener.Close() }() // closes the listener if an error comes before serving
	}
	places, err := stdio.Outputs(ctx, nil, o.output, o.record)
	if err != nil {
		return err
	}
	output, record := places[0], places[1]
	r := &gameRun{}
	if r.game, err = host.New(ctx, cfg); err != nil {
		return errors.Join(err, command.CloseAll(places))
	}
	if output != nil {
		if r.file, err = output.Stream(); err != nil {
			return errors.Join(err, r.game.End(ctx), command.CloseAll(places))
		}
		r.log = host.NewLog(r.file, r.game)
	}
	if listener != nil {
		r.live = o.viewer.open(ctx, stdio.Err, listener, r.game.Match(), r.game.State().Grid)
	}
	err = o.play(ctx, stdio, r)
	err = errors.Join(err, r.close(ctx, stdio.Err))
	if record != nil { // an interrupted game is recorded too
		err = errors.Join(err, record.Write(command.RecordText(r.game.Record())))
	}
	turns := r.game.State().Turn
	_, over := r.game.Over()
	switch {
	case over:
	case ctx.Err() != nil:
		command.ReportStoppedGame(ctx, stdio.Err, english.Count(turns, "turn"), o.record, o.output)
	case err == nil:
		command.ReportLeftGame(stdio.Err, turns, o.record, o.output)
	}
	if err == nil || over && ctx.Err() != nil { // a signal does not stop a game that is over
		err = errors.Join(err, o.report(stdio, cfg, r.game))
	}
	return errors.Join(err, o.viewer.linger(ctx, stdio.Err, r.live, err == nil && !r.onScreen))
}

// publish writes the current position to the log and the viewer.
func (r *gameRun) publish() error {
	if r.log != nil {
		if err := r.log.Frame(); err != nil {
			return err
		}
	}
	s, match := r.game.State(), r.game.Match()
	err := r.live.Show(match.FrameEvent(s))
	if _, over := r.game.Over(); over && err == nil {
		err = r.live.Show(match.EndEvent(s.Grid))
	}
	return err
}

// play plays the game to its end. On a terminal it shows the game.
func (o *gameOptions) play(ctx context.Context, stdio command.IO, r *gameRun) error {
	if err := r.publish(); err != nil {
		return err
	}
	if !o.plain && !o.json && command.OnTerminal(stdio) {
		return o.show(ctx, stdio, r)
	}
	bar := progress.NewGame(stdio.Err)
	defer bar.Clear()
	for {
		if _, over := r.game.Over(); over {
			return nil
		}
		if err := r.game.Move(ctx); err != nil {
			return err
		}
		bar.DrawState(r.game.State())
		if err := r.publish(); err != nil {
			return err
		}
	}
}

func (o *gameOptions) show(ctx context.Context, stdio command.IO, r *gameRun) error {
	game := screen.HostedOptions(r.game, uint64(o.seed), r.publish)
	game.Note = r.live.Link()
	game.Speed = o.speed
	err := screen.Show(ctx, command.OnScreen(stdio, frame.Options{}), game)
	r.onScreen = true
	return err
}

// endTimeout is how long an interrupted program tries to send the end of the game to remote
// snakes.
const endTimeout = 300 * time.Millisecond

// endContext returns a context for the end of the game. If ctx has ended, the new context ends after
// endTimeout.
func endContext(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
}

func (r *gameRun) close(ctx context.Context, stderr io.Writer) error {
	ctx, cancel := endContext(ctx)
	defer cancel()
	if err := r.game.End(ctx); err != nil {
		fmt.Fprintf(stderr, "ouro: %s\n", command.OneLine(err))
	}
	if r.log == nil {
		return nil
	}
	return errors.Join(r.log.End(), r.file.Close())
}

func (o *gameOptions) report(stdio command.IO, cfg host.Config, g *host.Game) error {
	for _, w := range g.Warnings() {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", command.OneLine(w))
	}
	if o.json {
		return o.printJSON(stdio.Out, cfg, g)
	}
	return o.print(stdio.Out, cfg, g)
}

func (o *gameOptions) print(w io.Writer, cfg host.Config, g *host.Game) error {
	s, c := g.State(), snakesOf(g)
	outcome, _ := g.Over()
	var b strings.Builder
	fmt.Fprintf(&b, "%s, seed %d: %s after %s\n", gameTitle(cfg.Game), cfg.Seed, c.Outcome(outcome), english.Count(s.Turn, "turn"))
	b.WriteString(picture.Of(s))
	c.table(&b, s)
	b.WriteString(c.faults(g.Incidents()))
	b.WriteString(againLine(o.commandLine(cfg)))
	_, err := io.WriteString(w, b.String())
	return err
}

// gameTitle returns a text with the rules, map and board of a game.
func gameTitle(game ouro.GameSpec) string {
	mapName, _ := game.Rules.Options.Get("map")
	return fmt.Sprintf("%s on map %s %dx%d", game.Rules.Name, mapName, game.W, game.H)
}

// commandLine returns the command that plays the game again. Another run may differ if the game
// has remote snakes or a time limit.
func (o *gameOptions) commandLine(cfg host.Config) roster.CommandLine {
	c := roster.CommandLine{Command: "game", Snakes: o.snakes, Game: cfg.Game, Seed: cfg.Seed, Budget: cfg.Budget}
	if o.answer != wire.DefaultTimeout {
		c.More = []string{"--guest-timeout", o.answer.String()}
	}
	return c
}

func snakesOf(g *host.Game) snakes {
	var c snakes
	for _, p := range g.Match().Players {
		c.add(p.Name, p.Customizations.Color)
	}
	return c
}

func (o *gameOptions) printJSON(w io.Writer, cfg host.Config, g *host.Game) error {
	s, c := g.State(), snakesOf(g)
	outcome, _ := g.Over()
	result := g.Result(outcome)
	addresses := make([]string, len(cfg.Entrants))
	for seat := range addresses {
		addresses[seat] = cfg.Entrants[seat].Public()
	}
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "rules", cfg.Game.Rules, "board", s.Grid.String(), "seed", cfg.Seed, "id", g.Match().Game.ID,
		"turns", s.Turn, "winner", result.WinnerName, "draw", result.IsDraw, "snakes", c.docs(addresses, s),
		"incidents", incidentFacts(g.Incidents()), "final", fmt.Sprintf("%016x", s.Hash())))
}
