package verify

import (
	"errors"
	"fmt"
	"io"

	"ouro"
	"ouro/battlesnake/wire"
)

// inLogs are the checks of a turn of a game log, which does not tell of what
// snakes died, nor which food the map has added.
var inLogs = []check{eachSnake(checkAlive, ofLiving(checkBody), ofLiving(checkHealth)), checkFoodLeft, checkFoodAdded}

// atEnd are the checks of the last line of a game log.
var atEnd = []func(report *Report, result wire.Result, last *wire.Request){checkDraw, checkWinner}

// log derives the turns of a game log again. It holds no moves: those of snakes
// that live on follow from their heads, those of snakes that died are tried.
func log(report *Report, in *wire.LogReader) error {
	rules, err := in.Game().Rules()
	if err != nil {
		return err
	}
	var last *wire.Request
	for {
		frame, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if last != nil {
			if err := checkFrames(report, rules, last, frame); err != nil {
				return fmt.Errorf("line %d: %w", in.Line(), err)
			}
			report.Turns++
		}
		last = frame
	}
	for _, c := range atEnd {
		c(report, in.Result(), last)
	}
	return nil
}

func checkDraw(report *Report, result wire.Result, last *wire.Request) {
	if living := len(last.Board.Snakes); result.IsDraw && living > 0 {
		report.differ(last.Turn, "", "a draw, but %d snakes live", living)
	}
}

func checkWinner(report *Report, result wire.Result, last *wire.Request) {
	if result.WinnerID != "" && last.Board.Seat(result.WinnerID) < 0 {
		report.differ(last.Turn, result.WinnerName, "the winner is dead")
	}
}

// maxDead is the number of snakes dying in one turn whose moves are tried.
const maxDead = 6

// checkFrames looks for moves that lead from one frame to the next, and reports
// what differs after those that explain most.
func checkFrames(report *Report, rules ouro.Rules, from, to *wire.Request) error {
	before, err := boardState(from)
	if err != nil {
		return err
	}
	after, err := boardState(to)
	if err != nil {
		return err
	}
	t := turn{file: "log", want: seated(after, from, to)}
	for i := range from.Board.Snakes {
		t.names = append(t.names, from.Board.Snakes[i].Name)
	}
	joint := make([]ouro.Dir, len(before.Snakes))
	var dead []int
	for seat := range before.Snakes {
		if t.want.Snakes[seat].Cause != ouro.Alive {
			dead = append(dead, seat)
			continue
		}
		d, ok := before.Grid.DirTo(before.Snakes[seat].Body.Head(), t.want.Snakes[seat].Body.Head())
		if !ok {
			report.differ(to.Turn, t.names[seat], "its head makes no step to a neighbouring cell")
			return nil
		}
		joint[seat] = d
	}
	for _, sn := range to.Board.Snakes {
		if from.Board.Seat(sn.ID) < 0 {
			report.differ(to.Turn, sn.Name, "it comes from nowhere")
			return nil
		}
	}
	if len(dead) > maxDead {
		return fmt.Errorf("turn %d: %d snakes die at once, at most %d can be followed", to.Turn, len(dead), maxDead)
	}
	var best *Report
	for i := range 1 << (2 * len(dead)) {
		for k, seat := range dead {
			joint[seat] = ouro.Dir(i >> (2 * k) & 3)
		}
		t.got, t.report = before.Clone(), new(Report)
		rules.Step(t.got, joint)
		t.run(inLogs)
		if best == nil || len(t.report.Differences) < len(best.Differences) {
			best = t.report
		}
		if len(best.Differences) == 0 {
			break
		}
	}
	for _, d := range best.Differences {
		report.differ(d.Turn, d.Snake, "%s", d.What)
	}
	return nil
}

// seated is the position after a turn with the snakes in the seats that they had
// before it. Those that are gone are dead there, and nothing else.
func seated(after *ouro.State, from, to *wire.Request) *ouro.State {
	snakes := make([]ouro.Snake, len(from.Board.Snakes))
	for seat := range snakes {
		if now := to.Board.Seat(from.Board.Snakes[seat].ID); now >= 0 {
			snakes[seat] = after.Snakes[now]
		} else {
			snakes[seat].Cause = wire.UnknownCause
		}
	}
	after.Snakes = snakes
	return after
}

// boardState is the position of a frame, in which you do not matter.
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
	s.Snakes = s.Snakes[:0] // you, who are dead
	return s, nil
}
