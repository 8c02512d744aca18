package position

import (
	"fmt"
	"slices"
	"strconv"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/rule/maze"
)

// Edit is one change of a board: something put on cells, or a thing set.
type Edit struct {
	Put   string      `json:"put"` // floor, wall, hedge, food, hazard or snake
	Cells []ouro.Cell `json:"cells"`
	Seat  *int        `json:"seat"` // of the snake, head first; none is a new one

	Set   string `json:"set"` // rules, board, level, turn, health, hunger or clear
	Value string `json:"value"`
}

// Limits of what is drawn. They keep every board a text that can be read again.
const (
	maxHazards  = 1 << 12
	maxSegments = 2000
)

// Edit is the board with a change made. An error means that the change makes no
// sense; whether a game can go on from the board that it leads to is for
// [Board.Wrong] to say.
func (b Board) Edit(e Edit) (Board, error) {
	rules, err := roster.FindRules(b.Rules.Name)
	if err != nil {
		return b, err
	}
	if len(e.Cells) > maxSegments {
		return b, fmt.Errorf("%d cells at once, at most %d", len(e.Cells), maxSegments)
	}
	for _, c := range e.Cells {
		if c < 0 || int(c) >= b.State.Grid.Size() {
			return b, fmt.Errorf("cell %d is not on the board %s", c, b.State.Grid)
		}
	}
	sk := sketchOf(b.State)
	switch {
	case e.Put == "snake":
		err = sk.putSnake(e, rules)
	case e.Put != "":
		err = sk.put(e.Put, e.Cells, rules)
	case e.Set == "rules":
		return b.underRules(e.Value)
	default:
		err = sk.set(e)
	}
	if err != nil {
		return b, err
	}
	return Board{b.Rules, sk.state()}, nil
}

// put puts a thing on cells, in place of what is in its way there. Where the rules
// have one food it moves.
func (sk *sketch) put(thing string, cells []ouro.Cell, rules roster.RulesEntry) error {
	grounds := map[string]ouro.Terrain{"floor": ouro.Open, "wall": ouro.Wall, "hedge": ouro.Hedge}
	for _, c := range cells {
		ground, isGround := grounds[thing]
		switch {
		case isGround:
			sk.clearOf(c)
			sk.cut(c)
			sk.ground[c] = ground
		case thing == "food":
			if seat := sk.owner(c); seat >= 0 {
				x, y := sk.grid.XY(c)
				return fmt.Errorf("at %d.%d lies snake %d: food goes beside it", x, y, seat+1)
			}
			if rules.OneFood {
				sk.food = sk.food[:0]
			}
			if !slices.Contains(sk.food, c) {
				sk.food = append(sk.food, c)
			}
			sk.ground[c] = ouro.Open
		case thing == "hazard":
			if len(sk.hazards) >= maxHazards {
				return fmt.Errorf("more than %d layers of hazard", maxHazards)
			}
			sk.hazards = append(sk.hazards, c)
			sk.ground[c] = ouro.Open
		default:
			return fmt.Errorf("nothing called %q can be put on a board%s", thing, english.Known(thing, []string{"floor", "wall", "hedge", "food", "hazard", "snake"}))
		}
	}
	return nil
}

// putSnake lays a snake along cells, head first, in place of the one of its seat.
func (sk *sketch) putSnake(e Edit, rules roster.RulesEntry) error {
	switch {
	case len(e.Cells) == 0:
		return fmt.Errorf("a snake of no cells")
	case e.Seat != nil && (*e.Seat < 0 || *e.Seat >= len(sk.snakes)):
		return fmt.Errorf("seat %d: there are %s", *e.Seat, english.Count(len(sk.snakes), "snake"))
	}
	segments := len(e.Cells)
	for i, d := range sk.snakes {
		if e.Seat == nil || *e.Seat != i {
			segments += len(d.cells)
		}
	}
	if segments > maxSegments {
		return fmt.Errorf("snakes of more than %d segments", maxSegments)
	}
	for i, c := range e.Cells {
		if i > 0 && !beside(sk.grid, e.Cells[i-1], c) {
			x, y := sk.grid.XY(c)
			return fmt.Errorf("the snake is torn at %d.%d", x, y)
		}
		if sk.ground[c] == ouro.Wall {
			sk.ground[c] = ouro.Open
		}
		sk.food = slices.DeleteFunc(sk.food, func(o ouro.Cell) bool { return o == c })
	}
	d := drawn{cells: slices.Clone(e.Cells), health: usualHealth(rules), left: ouro.NoCell}
	switch {
	case e.Seat != nil:
		d.health = sk.snakes[*e.Seat].health
		sk.snakes[*e.Seat] = d
	case rules.Snakes == 1 && len(sk.snakes) == 1:
		sk.snakes[0] = d
	case len(sk.snakes) >= rules.Snakes:
		return fmt.Errorf("rules %s: at most %s", rules.Name, english.Count(rules.Snakes, "snake"))
	default:
		sk.snakes = append(sk.snakes, d)
	}
	return nil
}

// usualHealth is that of a snake at the start.
func usualHealth(rules roster.RulesEntry) int {
	if rules.Home == roster.Battlesnake {
		return battlesnake.MaxHealth
	}
	return 0
}

// set changes what is not drawn.
func (sk *sketch) set(e Edit) error {
	switch e.Set {
	case "clear":
		*sk = sketch{grid: sk.grid, ground: make([]ouro.Terrain, sk.grid.Size())}
		return nil
	case "board":
		w, h, err := ouro.ParseSize(e.Value)
		if err != nil {
			return err
		}
		g, err := gridLike(w, h, sk.grid.Wraps)
		if err == nil {
			sk.onto(g)
		}
		return err
	case "level":
		return sk.setLevel(e.Value)
	case "turn":
		n, err := strconv.Atoi(e.Value)
		if err != nil || n < 0 || n > 1e6 {
			return fmt.Errorf("turn %q: want 0 to 1000000", e.Value)
		}
		sk.turn = n
		return nil
	case "health", "hunger":
		return sk.setOf(e)
	}
	return fmt.Errorf("nothing called %q can be set%s", e.Set, english.Known(e.Set, []string{"rules", "board", "level", "turn", "health", "hunger", "clear"}))
}

// setOf changes what is told of a snake.
func (sk *sketch) setOf(e Edit) error {
	if e.Seat == nil || *e.Seat < 0 || *e.Seat >= len(sk.snakes) {
		return fmt.Errorf("%s: of which snake? There are %d", e.Set, len(sk.snakes))
	}
	d := &sk.snakes[*e.Seat]
	most, to := battlesnake.MaxHealth, &d.health
	if e.Set == "hunger" {
		most, to = 1<<20, &d.hunger
	}
	n, err := strconv.Atoi(e.Value)
	if err != nil || n < 0 || n > most {
		return fmt.Errorf("%s %q: want 0 to %d", e.Set, e.Value, most)
	}
	*to = n
	return nil
}

// setLevel draws a level that comes with the program, and its snake at the start.
func (sk *sketch) setLevel(name string) error {
	level, err := maze.Level(name)
	if err != nil {
		return err
	}
	*sk = sketch{grid: level.Grid, ground: slices.Clone(level.Terrain)}
	if level.Start != ouro.NoCell {
		sk.snakes = []drawn{{cells: []ouro.Cell{level.Start}, left: ouro.NoCell}}
	}
	return nil
}

func gridLike(w, h int, wraps bool) (*ouro.Grid, error) {
	if wraps {
		return ouro.NewTorus(w, h)
	}
	return ouro.NewGrid(w, h)
}

// underRules is the same position under other rules, as far as they have such things:
// with or without health, the edges joined or not.
func (b Board) underRules(text string) (Board, error) {
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		return b, fmt.Errorf("rules %w", err)
	}
	entry, err := roster.FindRules(spec.Name)
	if err != nil {
		return b, err
	}
	d, err := usualDeal(spec, entry)
	if err != nil {
		return b, err
	}
	sk := sketchOf(b.State)
	if wraps := d.Start.Grid.Wraps; wraps != sk.grid.Wraps {
		g, err := gridLike(sk.grid.W, sk.grid.H, wraps)
		if err != nil {
			return b, err
		}
		sk.onto(g)
	}
	for i := range sk.snakes {
		if h := usualHealth(entry); h == 0 || sk.snakes[i].health == 0 {
			sk.snakes[i].health = h
		}
	}
	return Board{spec, sk.state()}, nil
}

// usualDeal is a game of these rules as it is where nothing else is said.
func usualDeal(spec ouro.Spec, e roster.RulesEntry) (play.Deal, error) {
	game := ouro.GameSpec{Rules: spec, StartLength: max(1, e.StartLength)}
	if e.Level != "" {
		level, err := maze.Level(e.Level)
		if err != nil {
			return play.Deal{}, err
		}
		game.Level, game.W, game.H = level, level.Grid.W, level.Grid.H
	} else {
		var err error
		if game.W, game.H, err = ouro.ParseSize(e.Board); err != nil {
			return play.Deal{}, err
		}
	}
	return roster.Deal(game, 0)
}
