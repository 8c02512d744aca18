package wire

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"ouro"
)

// UnknownCause is the cause of every death in a game log, which does not tell
// of what snakes died.
const UnknownCause ouro.Cause = 255

// Log is a whole game log: who played, and the position of every turn.
type Log struct {
	Game    Game
	Result  Result
	Cut     bool // short: there is no result
	Players []Player // by seat; the seats are the order of the first frame

	frames []*Request
	dead   []ouro.Snake // by seat, as they are at the end; others are alive
}

// ReadLog reads the frames of a game log that none were read of.
func ReadLog(r *LogReader) (*Log, error) {
	l := &Log{Game: *r.Game()}
	for {
		frame, err := r.Next()
		if errors.Is(err, io.EOF) {
			result, ended := r.Result()
			l.Result, l.Cut = result, !ended
			return l, nil
		}
		if err != nil {
			return nil, err
		}
		if len(l.frames) == 0 {
			l.enlist(frame)
		} else if err := l.follow(l.frames[len(l.frames)-1], frame); err != nil {
			return nil, r.fail(err)
		}
		l.frames = append(l.frames, frame)
	}
}

// enlist gives the snakes of the first frame their seats.
func (l *Log) enlist(frame *Request) {
	for i := range frame.Board.Snakes {
		sn := &frame.Board.Snakes[i]
		l.Players = append(l.Players, Player{ID: sn.ID, Name: sn.Name, Squad: sn.Squad, Customizations: sn.Customizations})
	}
	l.dead = make([]ouro.Snake, len(l.Players))
}

// follow notes who is gone in a frame.
func (l *Log) follow(before, frame *Request) error {
	for i := range frame.Board.Snakes {
		if id := frame.Board.Snakes[i].ID; before.Board.Seat(id) < 0 {
			return fmt.Errorf("snake %q was not there a turn before", id)
		}
	}
	if len(frame.Board.Snakes) == len(before.Board.Snakes) {
		return nil
	}
	s, _, err := before.State()
	if err != nil {
		return err
	}
	for i := range before.Board.Snakes {
		if id := before.Board.Snakes[i].ID; frame.Board.Seat(id) < 0 {
			gone := s.Snakes[i]
			gone.Cause, gone.Died = UnknownCause, frame.Turn
			l.dead[l.seat(id)] = gone
		}
	}
	return nil
}

// seat is the seat of the snake with this id, or NoSeat.
func (l *Log) seat(id string) int {
	return slices.IndexFunc(l.Players, func(p Player) bool { return p.ID == id })
}

// Turns is the number of turns after the first frame, which may be of any turn.
func (l *Log) Turns() int { return len(l.frames) - 1 }

// At is the position of frame i, from 0 to Turns, with every snake in its seat.
// Those that are gone lie where they were last, dead of UnknownCause.
func (l *Log) At(i int) *ouro.State {
	s, _, err := l.frames[i].State()
	if err != nil {
		panic(err) // the reader has checked it
	}
	snakes := slices.Clone(l.dead)
	for k := range l.frames[i].Board.Snakes {
		snakes[l.seat(l.frames[i].Board.Snakes[k].ID)] = s.Snakes[k]
	}
	s.Snakes = snakes
	return s
}

// Took is the latency of the answer before frame i, as the log has it, or 0
// where the snake is gone or the log does not say.
func (l *Log) Took(i, seat int) time.Duration {
	b := &l.frames[i].Board
	k := b.Seat(l.Players[seat].ID)
	if k < 0 {
		return 0
	}
	d, _ := b.Snakes[k].ResponseTime()
	return d
}

// Outcome is the Result.
func (l *Log) Outcome() ouro.Outcome {
	winner := l.seat(l.Result.WinnerID)
	switch {
	case l.Cut:
		return ouro.Outcome{Ending: ouro.Unfinished, Winner: ouro.NoSeat}
	case winner >= 0:
		return ouro.Outcome{Ending: ouro.Won, Winner: winner}
	case l.Result.IsDraw:
		return ouro.Outcome{Ending: ouro.Drawn, Winner: ouro.NoSeat}
	}
	return ouro.Outcome{Ending: ouro.Died, Winner: ouro.NoSeat}
}
