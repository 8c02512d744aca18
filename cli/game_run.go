package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ouro/battlesnake/feed"
	"ouro/battlesnake/host"
	"ouro/internal/english"
	"ouro/internal/outfile"
	screen "ouro/tui/battlesnake"
	"ouro/tui/frame"
)

// gameRun is a running game with its outputs.
type gameRun struct {
	game *host.Game
	file *outfile.Stream // the file of log
	log  *host.Log
	live *feed.Live
	seen bool // was on the screen
}

// runOne plays one game, shows it on a terminal, and reports it.
func (o *gameOptions) runOne(ctx context.Context, stdio IO, cfg host.Config) error {
	listener, err := o.viewer.listen(ctx)
	if err != nil {
		return err
	}
	if listener != nil {
		defer func() { _ = listener.Close() }() // for errors before it is served
	}
	places, err := stdio.outputs(ctx, nil, o.output, o.record)
	if err != nil {
		return err
	}
	output, record := places[0], places[1]
	r := &gameRun{}
	if r.game, err = host.New(ctx, cfg); err != nil {
		return errors.Join(err, closeAll(places))
	}
	if output != nil {
		if r.file, err = output.Stream(); err != nil {
			return errors.Join(err, r.game.End(ctx), closeAll(places))
		}
		r.log = host.NewLog(r.file, r.game)
	}
	if listener != nil {
		r.live = o.viewer.open(ctx, stdio.Err, listener, r.game.Match(), r.game.State().Grid)
	}
	err = o.play(ctx, stdio, r)
	err = errors.Join(err, r.close(ctx, stdio.Err))
	if record != nil { // also of an interrupted game
		err = errors.Join(err, record.Write(recordText(r.game.Record())))
	}
	reportStoppedGame(ctx, stdio.Err, english.Count(r.game.State().Turn, "turn"), o.record, o.output)
	if err == nil {
		err = o.report(stdio, cfg, r.game)
	}
	return errors.Join(err, o.viewer.linger(ctx, stdio.Err, r.live, err == nil && !r.seen))
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

// play plays the game to its end, on the screen if there is one.
func (o *gameOptions) play(ctx context.Context, stdio IO, r *gameRun) error {
	if err := r.publish(); err != nil {
		return err
	}
	if !o.plain && !o.json && onTerminal(stdio) {
		return o.show(ctx, stdio, r)
	}
	bar := newGameBar(stdio.Err)
	defer bar.clear()
	for {
		if _, over := r.game.Over(); over {
			return nil
		}
		if err := r.game.Move(ctx); err != nil {
			return err
		}
		bar.see(r.game.State())
		if err := r.publish(); err != nil {
			return err
		}
	}
}

// show plays the game on the screen.
func (o *gameOptions) show(ctx context.Context, stdio IO, r *gameRun) error {
	game := screen.Hosted(r.game, uint64(o.seed), r.publish)
	game.Note = r.live.Link()
	game.Speed = o.speed
	if !o.given("speed") && r.game.Guests() {
		game.Speed = 0
	}
	err := screen.Show(ctx, onScreen(stdio, frame.Options{}), game)
	r.seen = true
	return err
}

// endTimeout limits how long an interrupted program waits to report the end of the game to
// remote snakes.
const endTimeout = 300 * time.Millisecond

// ending returns the context for the work after a game.
func ending(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
}

// close ends the game and its log.
func (r *gameRun) close(ctx context.Context, talk io.Writer) error {
	ctx, cancel := ending(ctx)
	defer cancel()
	if err := r.game.End(ctx); err != nil {
		fmt.Fprintf(talk, "ouro: %s\n", oneLine(err))
	}
	if r.log == nil {
		return nil
	}
	return errors.Join(r.log.End(), r.file.Close())
}

// report prints warnings and the report.
func (o *gameOptions) report(stdio IO, cfg host.Config, g *host.Game) error {
	for _, w := range g.Warnings() {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", oneLine(w))
	}
	if o.json {
		return o.printJSON(stdio.Out, cfg, g)
	}
	return o.print(stdio.Out, cfg, g)
}
