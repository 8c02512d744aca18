package verify

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/rule/battlesnake"
)

// logChecks are the checks for a turn of a game log. Logs have no causes of death to check.
var logChecks = []check{
	eachSnake(checkAlive, livingOnly(checkBody), livingOnly(checkHealth)), checkFoodLeft, checkFoodAdded, checkRequired, checkLayers,
}

// end has the possible deaths of a dead snake, one for each possible last move. If a later frame
// shows the snake in the field you, only the death with that body remains.
type end struct{ deaths []death }

// death is a possible final body and health of a snake.
type death struct {
	body   []wire.Coord
	health int
}

// turn searches for the moves that lead from the last frame to f. It reports the differences that
// remain with the moves that explain f best.
func (l *logRun) turn(f *frame) error {
	last := l.last
	if l.rules.Ended(len(last.Board.Snakes), len(l.players)) {
		l.report.differ(f.Turn, "", "the game was already over")
		return nil
	}
	t := turn{file: "log", want: inSeats(f, last)}
	for i := range last.Board.Snakes {
		t.names = append(t.names, last.Board.Snakes[i].Name)
	}
	joint, unknown, ok := l.joint(f, &t)
	if !ok {
		return nil
	}
	best := l.search(&t, joint, unknown)
	if best == nil {
		return fmt.Errorf("turn %d: %d snakes die in this turn, and the search found no moves that explain the next frame; the search is complete for at most %d snakes", f.Turn, len(unknown), maxUnknown)
	}
	l.follower = best.follower
	for _, d := range best.report.Differences {
		l.report.differ(d.Turn, d.Snake, "%s", d.What)
	}
	for i, seat := range unknown {
		if t.want.Snakes[seat].Cause != ouro.Alive {
			l.dead[last.Board.Snakes[seat].ID] = &end{best.deaths[i]}
		}
	}
	return nil
}

// soloMaze is a map that can put the snake on another cell after its move, so the head does not
// show the move.
const soloMaze = "solo_maze"

// joint returns the moves of the snakes, by seat in the last frame. The moves of living snakes
// follow from their heads. unknown has the seats whose moves are unknown: those of snakes that
// died, and all on soloMaze. If no moves are possible, joint reports that and returns false.
func (l *logRun) joint(f *frame, t *turn) (joint []ouro.Dir, unknown []int, ok bool) {
	before := l.last.state
	joint = make([]ouro.Dir, len(before.Snakes))
	for seat := range before.Snakes {
		if t.want.Snakes[seat].Cause != ouro.Alive || l.rules.Map() == soloMaze {
			unknown = append(unknown, seat)
			continue
		}
		d, ok := before.Grid.DirTo(before.Snakes[seat].Body.Head(), t.want.Snakes[seat].Body.Head())
		if !ok {
			l.report.differ(f.Turn, t.names[seat], "its head makes no step to a neighbouring cell")
			return nil, nil, false
		}
		joint[seat] = d
	}
	for _, sn := range f.Board.Snakes {
		if l.last.Board.Seat(sn.ID) < 0 {
			l.report.differ(f.Turn, sn.Name, "it is not in the previous frame")
			return nil, nil, false
		}
	}
	return joint, unknown, true
}

// maxUnknown is the largest number of unknown moves for which search tries all combinations.
const maxUnknown = 6

// search searches for the unknown moves. If at most maxUnknown moves are unknown, it tries all
// combinations. Otherwise it improves one move at a time, and returns nil if a difference remains.
func (l *logRun) search(t *turn, joint []ouro.Dir, unknown []int) *explanation {
	if len(unknown) > maxUnknown {
		return l.climb(t, joint, unknown)
	}
	var best *explanation
	for i := range 1 << (2 * len(unknown)) {
		for k, seat := range unknown {
			joint[seat] = ouro.Dir(i >> (2 * k) & 3)
		}
		best = best.or(l.explain(t, joint, unknown))
	}
	return best
}

// climb improves one unknown move at a time, until no change reduces the differences. It returns
// nil if a difference remains.
func (l *logRun) climb(t *turn, joint []ouro.Dir, unknown []int) *explanation {
	best := l.explain(t, joint, unknown)
	for better := true; better; {
		better = false
		for _, seat := range unknown {
			bestDir := joint[seat]
			for d := range ouro.Dir(4) {
				joint[seat] = d
				if e := l.explain(t, joint, unknown); e.differences() < best.differences() {
					best, bestDir, better = e, d, true
				}
			}
			joint[seat] = bestDir
		}
	}
	if best.differences() > 0 {
		return nil
	}
	for k, seat := range unknown { // each snake can also have died by another move
		bestDir := joint[seat]
		for d := range ouro.Dir(4) {
			joint[seat] = d
			if e := l.explain(t, joint, unknown); e.differences() == 0 {
				best.deaths[k] = append(best.deaths[k], e.deaths[k]...)
			}
		}
		joint[seat] = bestDir
	}
	return best
}

// explanation is the result of one joint move, with the differences from the next frame.
type explanation struct {
	report   *Report
	follower *battlesnake.Follower
	deaths   [][]death // possible deaths of each snake with an unknown move
}

func (e *explanation) differences() int { return len(e.report.Differences) }

// or returns the better of two explanations or, if they are equally good, e with the deaths of
// both.
func (e *explanation) or(o *explanation) *explanation {
	switch {
	case e == nil || o.differences() < e.differences():
		return o
	case o.differences() == e.differences():
		for k := range e.deaths {
			e.deaths[k] = append(e.deaths[k], o.deaths[k]...)
		}
	}
	return e
}

// explain makes a joint move and compares the result with the position in the file.
func (l *logRun) explain(t *turn, joint []ouro.Dir, unknown []int) *explanation {
	e := &explanation{report: new(Report), follower: l.follower.Fork()}
	t.got, t.report = l.last.state.Clone(), e.report
	l.rules.Step(t.got, joint)
	for _, seat := range unknown {
		sn := &t.got.Snakes[seat]
		e.deaths = append(e.deaths, []death{{wire.BodyOf(t.got.Grid, sn), sn.Health}})
	}
	t.lacks = e.follower.Turn(t.got, t.want)
	t.run(logChecks)
	return e
}

// inSeats returns the position of a frame, with the snakes in the seats of the previous frame. A
// snake that is missing in the frame is dead, with an unknown cause and no body.
func inSeats(f, last *frame) *ouro.State {
	s := *f.state
	s.Snakes = make([]ouro.Snake, len(last.Board.Snakes))
	for seat := range s.Snakes {
		if now := f.Board.Seat(last.Board.Snakes[seat].ID); now >= 0 {
			s.Snakes[seat] = f.state.Snakes[now]
		} else {
			s.Snakes[seat].Cause = wire.UnknownCause
		}
	}
	return &s
}

// boardState returns the position of a frame. It ignores the request's field "you".
func boardState(r *wire.Request) (*ouro.State, error) {
	if len(r.Board.Snakes) > 0 {
		board := *r
		board.You = r.Board.Snakes[0]
		s, _, err := board.State()
		return s, err
	}
	s, _, err := r.State()
	if err != nil {
		return nil, err
	}
	s.Snakes = slices.Clip(s.Snakes[:0]) // the only snake comes from the field you, and is dead
	return s, nil
}
