package verify

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"ouro"
	"ouro/battlesnake/wire"
)

// log derives the turns of a game log again. It holds no moves: those of snakes
// that live on follow from their heads, those of snakes that died are tried.
func log(r io.Reader) (*Report, error) {
	in, err := wire.NewLogReader(r)
	if err != nil {
		return nil, err
	}
	rules, err := in.Game().Rules()
	if err != nil {
		return nil, err
	}
	report := &Report{Kind: Log}
	var last *wire.Request
	for {
		frame, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if last != nil {
			if err := checkFrames(report, rules, last, frame); err != nil {
				return nil, fmt.Errorf("line %d: %w", in.Line(), err)
			}
			report.Turns++
		}
		last = frame
	}
	if last != nil {
		checkResult(report, in, last)
	}
	return report, nil
}

// checkResult compares the last line with the last frame.
func checkResult(report *Report, in *wire.LogReader, last *wire.Request) {
	result := in.Result()
	living := last.Board.Snakes
	switch {
	case result.IsDraw && len(living) > 0:
		report.differ(last.Turn, "", "a draw, but %d snakes live", len(living))
	case result.WinnerID != "" && !slices.ContainsFunc(living, func(sn wire.Snake) bool { return sn.ID == result.WinnerID }):
		report.differ(last.Turn, result.WinnerName, "the winner is dead")
	}
}

// maxDead is the number of snakes dying in one turn whose moves are tried.
const maxDead = 6

// checkFrames looks for moves that lead from one frame to the next.
func checkFrames(report *Report, rules ouro.Rules, from, to *wire.Request) error {
	before, err := boardState(from)
	if err != nil {
		return err
	}
	after, err := boardState(to)
	if err != nil {
		return err
	}
	if to.Turn != from.Turn+1 {
		report.differ(to.Turn, "", "turn %d follows turn %d", to.Turn, from.Turn)
		return nil
	}
	joint := make([]ouro.Dir, len(before.Snakes))
	var dead []int
	for seat := range before.Snakes {
		next := indexOf(to, from.Board.Snakes[seat].ID)
		if next < 0 {
			dead = append(dead, seat)
			continue
		}
		d, ok := before.Grid.DirTo(before.Snakes[seat].Body.Head(), after.Snakes[next].Body.Head())
		if !ok {
			report.differ(to.Turn, from.Board.Snakes[seat].Name, "its head makes no step to a neighbouring cell")
			return nil
		}
		joint[seat] = d
	}
	for _, sn := range to.Board.Snakes {
		if indexOf(from, sn.ID) < 0 {
			report.differ(to.Turn, sn.Name, "it comes from nowhere")
			return nil
		}
	}
	if len(dead) > maxDead {
		return fmt.Errorf("turn %d: %d snakes die at once, at most %d can be followed", to.Turn, len(dead), maxDead)
	}
	// Of all moves of the dead the ones that explain most are reported.
	var best []Difference
	for i := range 1 << (2 * len(dead)) {
		for k, seat := range dead {
			joint[seat] = ouro.Dir(i >> (2 * k) & 3)
		}
		s := before.Clone()
		rules.Step(s, joint)
		diffs := differences(s, from, to, after)
		if len(diffs) == 0 {
			return nil
		}
		if best == nil || len(diffs) < len(best) {
			best = diffs
		}
	}
	for _, d := range best {
		report.differ(d.Turn, d.Snake, "%s", d.What)
	}
	return nil
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

func indexOf(r *wire.Request, id string) int {
	return slices.IndexFunc(r.Board.Snakes, func(sn wire.Snake) bool { return sn.ID == id })
}

// differences compares the position that the rules make with the next frame.
func differences(s *ouro.State, from, to *wire.Request, after *ouro.State) []Difference {
	var r Report
	for seat := range s.Snakes {
		name := from.Board.Snakes[seat].Name
		sn, next := &s.Snakes[seat], indexOf(to, from.Board.Snakes[seat].ID)
		switch alive := sn.Cause == ouro.Alive; {
		case next < 0 && alive:
			r.differ(to.Turn, name, "alive by the rules, gone in the log")
			continue
		case next < 0:
			continue
		case !alive:
			r.differ(to.Turn, name, "dead by the rules (%s), alive in the log", sn.Cause)
			continue
		}
		if x, y := bodyText(s, seat), bodyText(after, next); x != y {
			r.differ(to.Turn, name, "body %s by the rules, %s in the log", x, y)
		}
		if h := after.Snakes[next].Health; sn.Health != h {
			r.differ(to.Turn, name, "health %d by the rules, %d in the log", sn.Health, h)
		}
	}
	for _, c := range s.Food {
		if !after.HasFood(c) {
			r.differ(to.Turn, "", "food at %s by the rules, none in the log", placesText(s, []ouro.Cell{c}))
		}
	}
	for _, c := range after.Food { // what the map has added
		if !s.HasFood(c) && s.Segments(c) > 0 {
			r.differ(to.Turn, "", "new food at %s, where there is a snake", placesText(s, []ouro.Cell{c}))
		}
	}
	return r.Differences
}
