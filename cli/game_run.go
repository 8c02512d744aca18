package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/tui"
)

// runOne plays one game, shows it where somebody looks, and reports it.
func (o *gameOptions) runOne(ctx context.Context, stdio IO, cfg host.Config) error {
	r, err := o.open(ctx, stdio, cfg)
	if err != nil {
		return err
	}
	err = o.play(ctx, stdio, r)
	if err = errors.Join(err, r.close(context.WithoutCancel(ctx), stdio.Err)); err == nil {
		err = o.report(stdio, cfg, r.game)
	}
	return errors.Join(err, r.board.linger(ctx, stdio.Err, err == nil && !r.seen))
}

// gameRun is a game that is played, and all who are told of it.
type gameRun struct {
	game  *host.Game
	film  *host.Film
	log   gameLog
	board *liveBoard // nil is none
	seen  bool       // on the screen, until the person left it
}

// open sets the game up and tells of its start.
func (o *gameOptions) open(ctx context.Context, stdio IO, cfg host.Config) (r *gameRun, err error) {
	r = &gameRun{}
	listener, err := o.viewer.listen(ctx)
	if err != nil {
		return r, err
	}
	defer func() {
		switch {
		case err == nil:
		case r.board != nil:
			err = errors.Join(err, r.board.linger(ctx, stdio.Err, false))
		case listener != nil:
			err = errors.Join(err, listener.Close())
		}
	}()
	if r.game, err = host.New(ctx, cfg); err != nil {
		return r, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.game.End(context.WithoutCancel(ctx)))
		}
	}()
	r.film = host.NewFilm(r.game)
	if r.log, err = o.openLog(r.game); err != nil {
		return r, err
	}
	if listener != nil {
		r.board = o.viewer.open(ctx, stdio.Err, listener, r.game.Match(), r.game.State().Grid)
	}
	return r, r.tell()
}

// tell writes and serves the position that the game has got to.
func (r *gameRun) tell() error {
	s, match := r.game.State(), r.game.Match()
	err := errors.Join(r.log.frame(match, s), r.board.show(match.FrameEvent(s)))
	if _, over := r.game.Over(); over && err == nil {
		err = r.board.show(match.EndEvent(s.Grid))
	}
	return err
}

// Next makes a move and tells of it.
func (r *gameRun) Next(ctx context.Context) error {
	if err := r.film.Move(ctx); err != nil {
		return err
	}
	return r.tell()
}

// play plays the game to its end: on the screen where there is one.
func (o *gameOptions) play(ctx context.Context, stdio IO, r *gameRun) error {
	if !o.plain && !o.json && needTerminal(stdio, "") == nil {
		return o.show(ctx, stdio, r)
	}
	for {
		if _, over := r.game.Over(); over {
			return nil
		}
		if err := r.Next(ctx); err != nil {
			return err
		}
	}
}

// show lets the game be watched.
func (o *gameOptions) show(ctx context.Context, stdio IO, r *gameRun) error {
	cast := entrantCast(r.game)
	screen := &battleScreen{
		cast: cast, positions: r.film, incidents: r.game.Incidents, over: r.game.Over, took: r.film.Took, next: r.Next,
	}
	speed := o.speed
	if !o.given("speed") && r.game.Guests() {
		speed = 0
	}
	err := tui.Battle(ctx, tui.Options{In: stdio.In, Out: stdio.Out}, tui.BattleOptions{
		Game: screen, Names: cast.names, Colors: cast.colors, Speed: speed, Note: r.board.note(),
		Title: fmt.Sprintf("%s %s on map %s · seed %d", o.ruleset, o.size, o.mapName, uint64(o.seed)),
		Record: func() (string, []byte, error) {
			text, err := r.game.Record().MarshalText()
			return fmt.Sprintf("ouro-battle-%d", uint64(o.seed)), text, err
		},
	})
	r.seen = true
	return errors.Join(err, screen.broken)
}

// close ends the game and what is written of it.
func (r *gameRun) close(ctx context.Context, talk io.Writer) error {
	if err := r.game.End(ctx); err != nil {
		fmt.Fprintf(talk, "ouro: %s\n", oneLine(err))
	}
	return r.log.close(r.game)
}

// report writes the record and prints how the game went.
func (o *gameOptions) report(stdio IO, cfg host.Config, g *host.Game) error {
	if o.record != "" {
		if err := writeRecord(o.record, g.Record()); err != nil {
			return err
		}
	}
	for _, w := range g.Warnings() {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", oneLine(w))
	}
	if o.json {
		return o.printJSON(stdio.Out, cfg, g)
	}
	return o.print(stdio.Out, cfg, g)
}

// gameLog is the official log of a game, or nothing without a file. What is
// written of a game that was cut short stays.
type gameLog struct {
	file *os.File
	buf  *bufio.Writer
	log  *wire.LogWriter
}

func (o *gameOptions) openLog(g *host.Game) (gameLog, error) {
	if o.output == "" {
		return gameLog{}, nil
	}
	f, err := os.Create(o.output)
	if err != nil {
		return gameLog{}, err
	}
	buf := bufio.NewWriter(f)
	return gameLog{f, buf, wire.NewLogWriter(buf, &g.Match().Game)}, nil
}

func (l *gameLog) frame(m *wire.Match, s *ouro.State) error {
	if l.log == nil {
		return nil
	}
	return l.log.Frame(m.Request(s, 0))
}

// close writes the result, if there is one, and the rest of the log.
func (l *gameLog) close(g *host.Game) error {
	if l.log == nil {
		return nil
	}
	var err error
	if outcome, over := g.Over(); over {
		err = l.log.End(g.Result(outcome))
	}
	return errors.Join(err, l.buf.Flush(), l.file.Close())
}
