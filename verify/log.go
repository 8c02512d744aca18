package verify

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/rule/battlesnake"
)

// logRun is a game log that is derived again, frame by frame.
type logRun struct {
	report   *Report
	in       *wire.LogReader
	rules    battlesnake.Rules
	follower *battlesnake.Follower // what the map brings, as far as the frames go; nil where none are derived
	form     lineForm

	players []wire.Snake    // as the first frame has them
	dead    map[string]*end // the snakes that are gone, by id
	notes   bool            // hazards off the board are there, see checkNotes
	last    *frame
}

// frame is one frame of a log, and the position of it.
type frame struct {
	*wire.Request
	at *ouro.State // its snakes in the order of the board
}

// inFrames are the checks of a frame by itself, and against what does not change
// in a game.
var inFrames = []func(l *logRun, f *frame){checkGame, checkPlayers, checkYou, checkSnakes, checkFoodOnce, checkNotes}

// atEnd are the checks of the last line of a game log.
var atEnd = []func(l *logRun, result wire.Result){checkOver, checkDraw, checkWinner}

// log derives the turns of a game log again. It holds no moves: those of snakes
// that live on follow from their heads, those of snakes that died are tried.
func log(ctx context.Context, report *Report, in *wire.LogReader) error {
	game := in.Game()
	spec := game.Spec()
	rules, err := battlesnake.New(spec.Name, spec.Options)
	if err != nil {
		return fmt.Errorf("line 1: %w", err) // others cannot be derived
	}
	l := &logRun{report: report, in: in, rules: rules, follower: rules.Follow(), dead: map[string]*end{}}
	l.form.report = report
	if err := l.form.check(0, "game.", in.Text(), game); err != nil {
		return err
	}
	for {
		r, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if err := l.frame(r); err != nil {
			return fmt.Errorf("line %d: %w", in.Line(), err)
		}
	}
	result, ended := in.Result()
	if !ended {
		report.differ(l.last.Turn, "", "the log ends here without a result: the game was cut short, or the log was")
		return nil
	}
	for _, c := range atEnd {
		c(l, result)
	}
	return l.form.check(l.last.Turn, "result.", in.Text(), &result)
}

// frame derives a frame from the one before it.
func (l *logRun) frame(r *wire.Request) error {
	s, err := boardState(r)
	if err != nil {
		return err
	}
	f := &frame{r, s}
	if err := l.form.check(r.Turn, "", l.in.Text(), r); err != nil {
		return err
	}
	switch {
	case l.last == nil:
		l.players = r.Board.Snakes
		l.begin(f)
	case l.follower != nil:
		if err := l.turn(f); err != nil {
			return err
		}
		l.report.Turns++
	}
	for _, c := range inFrames {
		c(l, f)
	}
	l.last = f
	return nil
}

// begin wants the first frame to be how a game begins, or, where the log says that it
// began with a position, a position of such a game.
func (l *logRun) begin(f *frame) {
	if l.in.Game().Source == wire.FromPosition {
		if err := l.follower.Resume(f.at); err != nil {
			l.report.differ(f.Turn, "", "no position of such a game: %v", err)
		}
		return
	}
	if f.Turn != 0 {
		l.report.differ(f.Turn, "", "the log begins here: the turns before it are missing, and those after it are not derived")
		l.follower = nil
		return
	}
	if err := l.follower.Start(f.at); err != nil {
		l.report.differ(0, "", "no start by the rules: %v", err)
	}
}

// player is a snake as the first frame has it, or nil.
func (l *logRun) player(id string) *wire.Snake {
	for i := range l.players {
		if l.players[i].ID == id {
			return &l.players[i]
		}
	}
	return nil
}
