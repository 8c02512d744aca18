package wire

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
	"unsafe"

	"ouro"
	"ouro/field"
)

// UnknownCause is the cause of a death that several moves could explain: game logs contain neither
// moves nor causes.
const UnknownCause ouro.Cause = 255

// maxLogSize is the maximum size of the packed positions of a Log, in bytes.
const maxLogSize = 96 << 20

// Log is a complete game log: the players, and the position of every turn.
type Log struct {
	Game    Game
	Result  Result
	Cut     bool     // the log has no result
	Players []Player // by seat, in the order of the first frame

	frames []logFrame
	size   int            // size of the frames in bytes
	bare   ouro.State     // an empty board
	dead   [][]ouro.Snake // by seat: empty while the snake lives, then the dead snake alone
}

type logFrame struct {
	turn          int
	snakes        []logSnake
	food, hazards []ouro.Cell
}

type logSnake struct {
	seat, health uint8
	took         time.Duration
	body         []ouro.Cell
}

// ReadLog reads a game log. r must not have read a frame yet.
func ReadLog(r *LogReader) (*Log, error) {
	return ReadLogWithin(r, func(int) error { return nil })
}

// ReadLogWithin is [ReadLog] with a limit: it calls room with the size of all frames so far, and
// stops if room returns an error.
func ReadLogWithin(r *LogReader, room func(bytes int) error) (*Log, error) {
	l := &Log{Game: *r.Game()}
	rules, err := l.Game.Rules()
	if err != nil {
		return nil, err
	}
	var before *Request
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
		s, err := frame.board()
		if err != nil {
			return nil, r.fail(err)
		}
		if before == nil {
			l.addPlayers(frame, s)
		} else if err := l.addDeaths(rules, before, frame, s); err != nil {
			return nil, r.fail(err)
		}
		if l.keep(frame, s); l.size > maxLogSize {
			return nil, r.fail(fmt.Errorf("the turns up to this frame take more than %d MiB of memory; ouro verify reads logs of any length", maxLogSize>>20))
		}
		if err := room(l.size); err != nil {
			return nil, err
		}
		before = frame
	}
}

// board returns the position of a frame, without you if that snake is dead.
func (r *Request) board() (*ouro.State, error) {
	s, _, err := r.State()
	if err != nil {
		return nil, err
	}
	s.Snakes = slices.Clip(s.Snakes[:len(r.Board.Snakes)]) // a dead you is the last element
	return s, nil
}

// addPlayers gives seats to the snakes of the first frame.
func (l *Log) addPlayers(frame *Request, s *ouro.State) {
	for i := range frame.Board.Snakes {
		sn := &frame.Board.Snakes[i]
		l.Players = append(l.Players, Player{ID: sn.ID, Name: sn.Name, Squad: sn.Squad, Customizations: sn.Customizations})
	}
	l.dead = make([][]ouro.Snake, len(l.Players))
	l.bare = *ouro.NewState(s.Grid)
	l.bare.AlwaysGrow, l.bare.TurnBack, l.bare.HazardDamage = s.AlwaysGrow, s.TurnBack, s.HazardDamage
}

// addDeaths records the snakes that are not on the board of frame, but were on that of before. s is
// the position of frame.
func (l *Log) addDeaths(rules ouro.Rules, before, frame *Request, s *ouro.State) error {
	for i := range frame.Board.Snakes {
		if id := frame.Board.Snakes[i].ID; before.Board.Seat(id) < 0 {
			return fmt.Errorf("snake %q was not on the board a turn before", id)
		}
	}
	if len(frame.Board.Snakes) == len(before.Board.Snakes) {
		return nil
	}
	was, err := before.board()
	if err != nil {
		return err
	}
	for i, gone := range inferDeaths(rules, was, before, frame, s) {
		if id := before.Board.Snakes[i].ID; frame.Board.Seat(id) < 0 {
			if gone.Killer != ouro.NoSeat {
				gone.Killer = l.seat(before.Board.Snakes[gone.Killer].ID)
			}
			l.dead[l.seat(id)] = []ouro.Snake{gone}
		}
	}
	return nil
}

func (l *Log) seat(id string) int {
	return slices.IndexFunc(l.Players, func(p Player) bool { return p.ID == id })
}

// keep packs a frame. It shares food and hazards with the previous frame if they are equal.
func (l *Log) keep(frame *Request, s *ouro.State) {
	f := logFrame{turn: frame.Turn, food: slices.Clip(s.Food), hazards: slices.Clip(s.Hazards)}
	if n := len(l.frames); n > 0 {
		last := &l.frames[n-1]
		if slices.Equal(last.food, f.food) {
			f.food = last.food
		}
		if slices.Equal(last.hazards, f.hazards) {
			f.hazards = last.hazards
		}
	}
	f.snakes = make([]logSnake, len(s.Snakes))
	for i := range s.Snakes {
		took, _ := frame.Board.Snakes[i].ResponseTime()
		f.snakes[i] = logSnake{
			seat: uint8(l.seat(frame.Board.Snakes[i].ID)), health: uint8(s.Snakes[i].Health),
			took: took, body: s.Snakes[i].Body.Append(make([]ouro.Cell, 0, s.Snakes[i].Body.Len())),
		}
		l.size += int(unsafe.Sizeof(logSnake{})) + 2*len(f.snakes[i].body)
	}
	l.size += int(unsafe.Sizeof(logFrame{})) + 2*(len(f.food)+len(f.hazards))
	l.frames = append(l.frames, f)
}

// Turns returns the number of turns after the first frame, which may be later than turn 0.
func (l *Log) Turns() int { return len(l.frames) - 1 }

// At returns the position of frame i, from 0 to Turns, with every snake in its seat. A dead snake
// is where it died or, if that is unknown, where it was a turn before.
func (l *Log) At(i int) *ouro.State {
	f := &l.frames[i]
	s := l.bare.Clone()
	s.Turn = f.turn
	for _, c := range f.food {
		s.AddFood(c)
	}
	for _, c := range f.hazards {
		s.AddHazard(c)
	}
	snakes := make([]ouro.Snake, len(l.Players))
	for seat := range snakes {
		if len(l.dead[seat]) > 0 {
			snakes[seat] = l.dead[seat][0]
		}
	}
	for k := range f.snakes {
		sn := &f.snakes[k]
		added := s.AddSnake(sn.body...)
		s.Snakes[added].Health = int(sn.health)
		if !s.AlwaysGrow {
			s.Snakes[added].Hunger = maxHealth - int(sn.health)
		}
		snakes[sn.seat] = s.Snakes[added]
	}
	s.Snakes = snakes
	return s
}

// Took returns how long the last answer before frame i took, or 0 if the snake is dead or the time
// is unknown.
func (l *Log) Took(i, seat int) time.Duration {
	for k := range l.frames[i].snakes {
		if sn := &l.frames[i].snakes[k]; int(sn.seat) == seat {
			return sn.took
		}
	}
	return 0
}

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

// maxEnds is the maximum number of deaths in a turn for which all moves are tried.
const maxEnds = 5

// inferDeaths returns the snakes of the old frame, in its order, after the move to frame. oldState
// and s are the positions of old and frame. Only the elements of snakes that are gone in frame are
// valid. inferDeaths tries all their moves. If several joint moves explain frame, it uses the
// first, in which snakes go straight if possible, and a cause that differs between these moves
// becomes UnknownCause. If no move explains frame, the snakes stay where they were.
func inferDeaths(rules ouro.Rules, oldState *ouro.State, old, frame *Request, s *ouro.State) []ouro.Snake {
	var gone []int
	joint := make([]ouro.Dir, len(oldState.Snakes))
	for i := range joint {
		now := frame.Board.Seat(old.Board.Snakes[i].ID)
		if now < 0 {
			gone = append(gone, i)
			joint[i] = field.Onward(oldState, i)
			continue
		}
		joint[i], _ = oldState.Grid.DirTo(oldState.Snakes[i].Body.Head(), s.Snakes[now].Body.Head())
	}
	var found []ouro.Snake
	first := slices.Clone(joint)
	for try := range 1 << (2 * min(len(gone), maxEnds)) {
		for k, i := range gone[:min(len(gone), maxEnds)] {
			joint[i] = (first[i] + ouro.Dir(try>>(2*k))) & 3
		}
		after := oldState.Clone()
		rules.Step(after, joint)
		if !matches(after, old, frame, s) {
			continue
		}
		if found == nil {
			found = after.Snakes
			continue
		}
		for _, i := range gone {
			if a, b := &found[i], &after.Snakes[i]; a.Cause != b.Cause || a.Killer != b.Killer {
				a.Cause, a.Killer = UnknownCause, ouro.NoSeat
			}
		}
	}
	if found != nil {
		return found
	}
	for i := range oldState.Snakes {
		oldState.Snakes[i].Cause, oldState.Snakes[i].Died = UnknownCause, frame.Turn
	}
	return oldState.Snakes
}

// matches reports whether result has the living snakes of frame, with the same health and length,
// and no food that frame lacks. s is the position of frame.
func matches(result *ouro.State, old, frame *Request, s *ouro.State) bool {
	for i := range result.Snakes {
		sn, now := &result.Snakes[i], frame.Board.Seat(old.Board.Snakes[i].ID)
		if (now >= 0) != (sn.Cause == ouro.Alive) {
			return false
		}
		if now >= 0 && (sn.Health != s.Snakes[now].Health || sn.Body.Len() != s.Snakes[now].Body.Len()) {
			return false
		}
	}
	return result.Turn == s.Turn && !slices.ContainsFunc(result.Food, func(c ouro.Cell) bool { return !s.HasFood(c) })
}
