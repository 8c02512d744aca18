package verify

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/internal/english"
)

// turn has two positions after the same turn: the position by the rules, and the position in the
// file.
type turn struct {
	report *Report
	got    *ouro.State // the position by the rules
	want   *ouro.State // the position in the file, with the snakes in the same seats
	names  []string    // names of the snakes, by seat
	file   string      // word for the file in messages

	// Food and hazards in the file before the map adds further ones; nil if the file lacks this
	// information.
	food, hazards []ouro.Cell

	lacks error // error if the file lacks something that the map must have added
}

// A check compares one property of a turn and reports the differences.
type check func(*turn)

func (t *turn) run(checks []check) {
	for _, c := range checks {
		c(t)
	}
}

// A snakeCheck compares one property of a snake in a turn.
type snakeCheck func(t *turn, seat int)

// eachSnake returns a check that runs checks for every snake.
func eachSnake(checks ...snakeCheck) check {
	return func(t *turn) {
		for seat := range t.got.Snakes {
			for _, c := range checks {
				c(t, seat)
			}
		}
	}
}

// livingOnly limits a check to snakes that are alive both by the rules and in the file.
func livingOnly(c snakeCheck) snakeCheck {
	return func(t *turn, seat int) {
		if t.got.Snakes[seat].Cause == ouro.Alive && t.want.Snakes[seat].Cause == ouro.Alive {
			c(t, seat)
		}
	}
}

// deadOnly limits a check to snakes that are dead both by the rules and in the file, for the same
// cause.
func deadOnly(c snakeCheck) snakeCheck {
	return func(t *turn, seat int) {
		if cause := t.got.Snakes[seat].Cause; cause != ouro.Alive && t.want.Snakes[seat].Cause == cause {
			c(t, seat)
		}
	}
}

// differ reports a difference, about a snake unless seat is NoSeat.
func (t *turn) differ(seat int, format string, args ...any) {
	name := ""
	if seat != ouro.NoSeat {
		name = t.names[seat]
	}
	t.report.differ(t.want.Turn, name, format, args...)
}

func checkTurn(t *turn) {
	if t.got.Turn != t.want.Turn {
		t.differ(ouro.NoSeat, "turn %d follows turn %d", t.want.Turn, t.got.Turn-1)
	}
}

// same returns a check that compares one value of a snake. format gets three arguments: the value
// by the rules, the value in the file, and the word for the file.
func same[T comparable](format string, valueOf func(s *ouro.State, seat int) T) snakeCheck {
	return func(t *turn, seat int) {
		if a, b := valueOf(t.got, seat), valueOf(t.want, seat); a != b {
			t.differ(seat, format, a, b, t.file)
		}
	}
}

var (
	checkBody   = same("body %s by the rules, %s in the %s", bodyText)
	checkHealth = same("health %d by the rules, %d in the %s", func(s *ouro.State, seat int) int { return s.Snakes[seat].Health })
	checkCause  = same("%s by the rules, %s in the %s", func(s *ouro.State, seat int) ouro.Cause { return s.Snakes[seat].Cause })
	checkDied   = same("dead since turn %d by the rules, %d in the %s", func(s *ouro.State, seat int) int { return s.Snakes[seat].Died })
)

// checkKiller compares which snake killed a snake. It accepts another killer of the same length,
// because the official engine chooses arbitrarily among equally long snakes.
func checkKiller(t *turn, seat int) {
	a, b := t.got.Snakes[seat].Killer, t.want.Snakes[seat].Killer
	if a != b && (a < 0 || b < 0 || t.got.Snakes[a].Body.Len() != t.got.Snakes[b].Body.Len()) {
		t.differ(seat, "killed by seat %d by the rules, by seat %d in the %s", a, b, t.file)
	}
}

// checkAlive compares whether a snake is alive, for files without causes of death.
func checkAlive(t *turn, seat int) {
	switch cause, alive := t.got.Snakes[seat].Cause, t.want.Snakes[seat].Cause == ouro.Alive; {
	case cause == ouro.Alive && !alive:
		t.differ(seat, "alive by the rules, gone in the %s", t.file)
	case cause != ouro.Alive && alive:
		t.differ(seat, "dead by the rules (%s), alive in the %s", cause, t.file)
	}
}

// checkFoodLeft reports food that is missing although no snake ate it.
func checkFoodLeft(t *turn) {
	for _, c := range t.got.Food {
		if !t.want.HasFood(c) {
			t.differ(ouro.NoSeat, "food at %s by the rules, none in the %s", placesText(t.got.Grid, c), t.file)
		}
	}
}

// checkFoodAdded reports new food that the map cannot have added.
func checkFoodAdded(t *turn) {
	for _, c := range t.want.Food {
		if !t.got.HasFood(c) {
			t.differ(ouro.NoSeat, "new food at %s, which the map cannot add", placesText(t.got.Grid, c))
		}
	}
}

// checkRequired reports food or hazards that the map must have added and the file lacks.
func checkRequired(t *turn) {
	if t.lacks != nil {
		t.differ(ouro.NoSeat, "%v", t.lacks)
	}
}

// checkLayers compares the layers of hazard of each cell.
func checkLayers(t *turn) {
	different := 0
	for c := range ouro.Cell(t.got.Grid.Size()) {
		a, b := t.got.Hazard(c), t.want.Hazard(c)
		if a == b {
			continue
		}
		if different++; different <= maxCells {
			t.differ(ouro.NoSeat, "%s of hazard at %s by the rules, %d in the %s", english.Count(a, "layer"), placesText(t.got.Grid, c), b, t.file)
		}
	}
	if different > maxCells {
		t.differ(ouro.NoSeat, "and %s more with other hazards", english.Count(different-maxCells, "cell"))
	}
}

// maxCells is the maximum number of cells reported for a turn.
const maxCells = 5

func checkFood(t *turn) { t.comparePlaces("food", t.got.Food, t.food) }

func checkHazards(t *turn) { t.comparePlaces("hazards", t.got.Hazards, t.hazards) }

// comparePlaces compares two sets of cells. A nil want means that the file lacks them.
func (t *turn) comparePlaces(what string, got, want []ouro.Cell) {
	if want == nil {
		return
	}
	got, want = slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))
	if !slices.Equal(got, want) {
		t.differ(ouro.NoSeat, "%s at %s by the rules, %s in the %s", what, placesText(t.got.Grid, got...), placesText(t.got.Grid, want...), t.file)
	}
}

func bodyText(s *ouro.State, seat int) string {
	sn := &s.Snakes[seat]
	text := ""
	for i := range sn.Body.Len() {
		c := sn.Body.At(i)
		if c == ouro.NoCell {
			text += fmt.Sprintf(" off the board (%s)", sn.Exit)
			continue
		}
		x, y := s.Grid.XY(c)
		text += fmt.Sprintf(" (%d,%d)", x, y)
	}
	return text[1:]
}

func placesText(g *ouro.Grid, cells ...ouro.Cell) string {
	if len(cells) == 0 {
		return "no place"
	}
	text := ""
	for _, c := range cells {
		x, y := g.XY(c)
		text += fmt.Sprintf(" (%d,%d)", x, y)
	}
	return text[1:]
}
