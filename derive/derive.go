// Package derive replays recorded games by their rules, and compares a stored game with the same
// game played again.
//
// Solvers do not run, except the drivers of Snake Hunter, whose records lack the drivers' moves.
package derive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/hunter"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
)

// DifferenceError is the first difference between a record and the rules. It invalidates the
// rest of the record.
type DifferenceError struct {
	Turn int // turn; in Snake Hunter the tick
	Err  error
}

func (e *DifferenceError) Error() string { return e.Err.Error() }

func (e *DifferenceError) Unwrap() error { return e.Err }

// Record derives every turn of a record and returns the tally of its game, without meals and
// entrants, which records lack. With a DifferenceError, the tally has only Turns, the number of
// derived turns. Any other error means that the record cannot be replayed.
func Record(ctx context.Context, r *ouro.Record) (t lab.Tally, err error) {
	t.Turns = int32(r.Begin())
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return t, err
	}
	wrong := r.Begin() // the turn of the difference if Replay fails
	var end *ouro.State
	err = play.Replay(ctx, r, deal, func(s *ouro.State) {
		end, t.Turns, wrong = s, int32(s.Turn), min(s.Turn+1, r.End())
	})
	switch {
	case err == nil:
		return lab.NewTally(end, r.Outcome, r.Incidents), nil
	case ctx.Err() != nil:
		return t, ctx.Err()
	case errors.Is(err, play.ErrChanged):
		wrong = r.Begin()
	}
	return t, &DifferenceError{wrong, err}
}

// Hunter derives every tick of a record of Snake Hunter and returns its result. With a
// DifferenceError, the result covers the derived ticks. Any other error means that the record
// cannot be replayed.
func Hunter(ctx context.Context, r *hunter.Record) (result hunter.Result, err error) {
	makers, err := roster.ReplayMakers(r.Drivers)
	if err != nil {
		return result, err
	}
	begun, wrong := false, 0
	err = hunter.Replay(ctx, r, makers, func(w *hunter.World) {
		begun, result, wrong = true, w.Result(), w.Tick()
		if w.Over() && w.Tick() < r.Ticks() && r.Check(w) == nil {
			wrong++ // the game has inputs after its end
		}
	})
	switch {
	case ctx.Err() != nil:
		return result, ctx.Err()
	case err != nil && begun:
		err = &DifferenceError{wrong, err}
	}
	return result, err
}

// maxDifferences is the maximum number of differences reported for a game.
const maxDifferences = 6

// Differences compares a stored game with the game derived from its record.
func Differences(kept, derived *lab.Finished) []string {
	c := comparison{reference: "derived"}
	c.tallies(&kept.Tally, &derived.Tally, func(prefix string, a, b *lab.Seat) {
		if a.Faults < b.Faults { // records lack faults before the first move and after the last
			c.compare(prefix+"faults", a.Faults, b.Faults)
		}
	})
	c.moves(kept, derived)
	return c.all
}

// PlayedDifferences compares a stored game with the same game played again by its solvers. It
// ignores times.
func PlayedDifferences(kept, replayed *lab.Finished) ([]string, error) {
	c := comparison{reference: "played again"}
	c.tallies(&kept.Tally, &replayed.Tally, func(prefix string, a, b *lab.Seat) {
		c.compare(prefix+"faults", a.Faults, b.Faults)
		c.compare(prefix+"first fault", a.FirstFault, b.FirstFault)
		c.compare(prefix+"distance", a.Distance, b.Distance)
	})
	if !slices.EqualFunc(kept.Meals, replayed.Meals, isSameMeal) {
		c.all = append(c.all, "its meals differ")
	}
	where, err := recordDifference(kept, replayed)
	if where != "" {
		c.all = append(c.all, where)
	} else {
		c.moves(kept, replayed)
	}
	return c.all, err
}

// isSameMeal reports whether two meals are equal. It ignores Shortest if one of them lacks it.
func isSameMeal(a, b lab.Meal) bool {
	if a.Shortest == 0 || b.Shortest == 0 {
		a.Shortest, b.Shortest = 0, 0
	}
	return a == b
}

type comparison struct {
	reference string // how the other game was made: "derived" or "played again"
	all       []string
}

func (c *comparison) compare(field string, kept, other any) {
	if kept != other && len(c.all) < maxDifferences {
		c.all = append(c.all, fmt.Sprintf("%s %v, %s %v", field, kept, c.reference, other))
	}
}

// tallies compares the fields of two tallies that follow from the rules alone. compareSeat compares
// further fields of each seat.
func (c *comparison) tallies(kept, other *lab.Tally, compareSeat func(prefix string, a, b *lab.Seat)) {
	c.compare("group", kept.Group, other.Group)
	c.compare("seating", kept.Seating, other.Seating)
	c.compare("ending", kept.Ending, other.Ending)
	c.compare("winner", kept.WinnerSeat(), other.WinnerSeat())
	c.compare("turns", kept.Turns, other.Turns)
	c.compare("number of seats", len(kept.Seats), len(other.Seats))
	for i := range min(len(kept.Seats), len(other.Seats)) {
		a, b, prefix := &kept.Seats[i], &other.Seats[i], ""
		if len(kept.Seats) > 1 {
			prefix = fmt.Sprintf("seat %d: ", i)
		}
		c.compare(prefix+"entrant", a.Entrant, b.Entrant)
		c.compare(prefix+"length", a.Length, b.Length)
		c.compare(prefix+"cause of death", a.Cause, b.Cause)
		c.compare(prefix+"turn of death", a.Died, b.Died)
		c.compare(prefix+"offered moves", a.Offered, b.Offered)
		compareSeat(prefix, a, b)
	}
	c.compare("number of measures", len(kept.Measures), len(other.Measures))
	for i := range min(len(kept.Measures), len(other.Measures)) {
		c.compare(fmt.Sprintf("measure %d", i+1), kept.Measures[i], other.Measures[i])
	}
}

// moves compares the digests of the moves, if both games have one.
func (c *comparison) moves(kept, other *lab.Finished) {
	if none := (lab.Digest{}); kept.Moves != none && other.Moves != none && kept.Moves != other.Moves {
		c.all = append(c.all, "its moves differ")
	}
}

// recordDifference describes the first line in which the records differ.
func recordDifference(kept, again *lab.Finished) (string, error) {
	if kept.Record == nil || again.Record == nil {
		return "", nil
	}
	a, errA := kept.Record.MarshalText()
	b, errB := again.Record.MarshalText()
	if err := errors.Join(errA, errB); err != nil || bytes.Equal(a, b) {
		return "", err
	}
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return "its record differs, first in line " + fmt.Sprint(i+1) + differingMove(x[i], y[i]), nil
		}
	}
	return "its record has another length", nil
}

// differingMove describes the first move in which two lines of moves differ. For other lines it
// returns "".
func differingMove(a, b string) string {
	var turn, other int
	var x, y string
	if _, err := fmt.Sscanf(a, "turn %d %s", &turn, &x); err != nil {
		return ""
	}
	if _, err := fmt.Sscanf(b, "turn %d %s", &other, &y); err != nil || turn != other {
		return ""
	}
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf(", in the moves from turn %d on, at the letter %d", turn, i+1)
		}
	}
	return ""
}
