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

// logRun derives a game log, frame by frame.
type logRun struct {
	report   *Report
	in       *wire.LogReader
	rules    battlesnake.Rules
	follower *battlesnake.Follower // tracks what the map must and may add; nil while turns cannot be derived
	form     lineForm

	players []wire.Snake    // as in the first frame
	dead    map[string]*end // dead snakes, by id
	notes   bool            // there were hazards off the board, see checkNotes
	last    *frame
}

// frame is one frame of a log with its position.
type frame struct {
	*wire.Request
	at *ouro.State // snakes in the order of the board
}

// inFrames are the checks of one frame, and of values that do not change in a game.
var inFrames = []func(l *logRun, f *frame){checkGame, checkPlayers, checkYou, checkSnakes, checkFoodOnce, checkNotes}

// atEnd are the checks of the last line of a log.
var atEnd = []func(l *logRun, result wire.Result){checkOver, checkDraw, checkWinner}

// log derives the turns of a game log. Logs have no moves: those of surviving snakes
// follow from their heads, and those of snakes that died are searched.
func log(ctx context.Context, report *Report, in *wire.LogReader) error {
	game := in.Game()
	spec := game.Spec()
	rules, err := battlesnake.New(spec.Name, spec.Options)
	if err != nil {
		return fmt.Errorf("line 1: %w", err) // other rules cannot be derived
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

// begin checks that the first frame is the start of a game, or, if the source of the log
// is "position", a position of such a game.
func (l *logRun) begin(f *frame) {
	if l.in.Game().Source == wire.FromPosition {
		if err := l.follower.Resume(f.at); err != nil {
			l.report.differ(f.Turn, "", "not a position of such a game: %v", err)
		}
		return
	}
	if f.Turn != 0 {
		l.report.differ(f.Turn, "", "the log begins here: the turns before it are missing, and those after it are not derived")
		l.follower = nil
		return
	}
	if err := l.follower.Start(f.at); err != nil {
		l.report.differ(0, "", "not a start by the rules: %v", err)
	}
}

// player returns a snake of the first frame, or nil.
func (l *logRun) player(id string) *wire.Snake {
	for i := range l.players {
		if l.players[i].ID == id {
			return &l.players[i]
		}
	}
	return nil
}
