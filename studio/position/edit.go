package position

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

// Edit is one change of a position. It fills cells (Put) or sets a property (Set).
type Edit struct {
	Put   string      `json:"put"` // floor, wall, hedge, food, hazard or snake
	Cells []ouro.Cell `json:"cells"`
	Seat  *int        `json:"seat"` // seat of the snake on Cells, head first; nil adds a snake

	Set   string `json:"set"` // rules, board, level, turn, health, hunger or clear
	Value string `json:"value"`
}

// Limits that keep the text of a position short enough for ouro.ParseState.
const (
	maxHazards  = 1 << 12
	maxSegments = 2000
)

// Edit returns the position after a change. That position can be impossible; see [Position.Check].
func (p Position) Edit(e Edit) (Position, error) {
	rules, err := roster.RulesEntryOf(p.Rules)
	if err != nil {
		return p, err
	}
	if len(e.Cells) > maxSegments {
		return p, fmt.Errorf("%d cells; the limit is %d", len(e.Cells), maxSegments)
	}
	for _, c := range e.Cells {
		if c < 0 || int(c) >= p.State.Grid.Size() {
			return p, fmt.Errorf("cell %d is not on the board %s", c, p.State.Grid)
		}
	}
	sk := sketchOf(p.State)
	switch {
	case e.Put == "snake":
		err = sk.putSnake(e, rules)
	case e.Put != "":
		err = sk.put(e.Put, e.Cells, rules)
	case e.Set == "rules":
		return p.withRules(e.Value)
	default:
		err = sk.set(e)
	}
	if err != nil {
		return p, err
	}
	return Position{p.Rules, sk.state()}, nil
}

// put fills cells with a thing, which replaces their contents. Under rules with one food at a time,
// new food replaces the old food.
func (sk *sketch) put(thing string, cells []ouro.Cell, rules roster.RulesEntry) error {
	grounds := map[string]ouro.Terrain{"floor": ouro.Open, "wall": ouro.Wall, "hedge": ouro.Hedge}
	for _, c := range cells {
		ground, isGround := grounds[thing]
		switch {
		case isGround:
			sk.clearCell(c)
			sk.cut(c)
			sk.ground[c] = ground
		case thing == "food":
			if seat := sk.owner(c); seat >= 0 {
				x, y := sk.grid.XY(c)
				return fmt.Errorf("food at %d.%d: snake %d is there", x, y, seat+1)
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
				return fmt.Errorf("hazards: the limit is %d layers", maxHazards)
			}
			sk.hazards = append(sk.hazards, c)
			sk.ground[c] = ouro.Open
		default:
			return fmt.Errorf("cells cannot be filled with %q%s", thing, english.Suggestion(thing, []string{"floor", "wall", "hedge", "food", "hazard", "snake"}))
		}
	}
	return nil
}

// putSnake puts a snake on cells, head first. It replaces any snake of the same seat.
func (sk *sketch) putSnake(e Edit, rules roster.RulesEntry) error {
	switch {
	case len(e.Cells) == 0:
		return errors.New("a snake needs at least one cell")
	case e.Seat != nil && (*e.Seat < 0 || *e.Seat >= len(sk.snakes)):
		return fmt.Errorf("seat %d: the board has %s", *e.Seat, english.Count(len(sk.snakes), "snake"))
	}
	segments := len(e.Cells)
	for i, d := range sk.snakes {
		if e.Seat == nil || *e.Seat != i {
			segments += len(d.cells)
		}
	}
	if segments > maxSegments {
		return fmt.Errorf("snakes: the limit is %d segments", maxSegments)
	}
	for i, c := range e.Cells {
		if i > 0 && !isNeighbour(sk.grid, e.Cells[i-1], c) {
			x, y := sk.grid.XY(c)
			return fmt.Errorf("the snake has a gap at %d.%d", x, y)
		}
		if sk.ground[c] == ouro.Wall {
			sk.ground[c] = ouro.Open
		}
		sk.food = slices.DeleteFunc(sk.food, func(o ouro.Cell) bool { return o == c })
	}
	d := snake{cells: slices.Clone(e.Cells), health: startHealth(rules), left: ouro.NoCell}
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

func startHealth(rules roster.RulesEntry) int {
	if rules.Kind == roster.Battlesnake {
		return battlesnake.MaxHealth
	}
	return 0
}

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
		g, err := newGrid(w, h, sk.grid.Wraps)
		if err == nil {
			sk.moveTo(g)
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
		return sk.setSnake(e)
	}
	return fmt.Errorf("unknown property %q%s", e.Set, english.Suggestion(e.Set, []string{"rules", "board", "level", "turn", "health", "hunger", "clear"}))
}

func (sk *sketch) setSnake(e Edit) error {
	if e.Seat == nil || *e.Seat < 0 || *e.Seat >= len(sk.snakes) {
		return fmt.Errorf("%s: want the seat of one of %d snakes", e.Set, len(sk.snakes))
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

// setLevel replaces the sketch by a built-in level. It puts a snake on the start of the level or, if
// the level has no start, on its first free cell. If the level has no edible walls, it puts food on
// the last free cell.
func (sk *sketch) setLevel(name string) error {
	level, err := roster.Level(name)
	if err != nil {
		return err
	}
	*sk = sketch{grid: level.Grid, ground: slices.Clone(level.Terrain)}
	head := level.Start
	if head == ouro.NoCell {
		head = ouro.Cell(slices.Index(sk.ground, ouro.Open))
	}
	sk.snakes = []snake{{cells: []ouro.Cell{head}, left: ouro.NoCell}}
	if !slices.Contains(sk.ground, ouro.Hedge) {
		last := ouro.Cell(len(sk.ground) - 1)
		for sk.ground[last] != ouro.Open || last == head {
			last--
		}
		sk.food = []ouro.Cell{last}
	}
	return nil
}

func newGrid(w, h int, wraps bool) (*ouro.Grid, error) {
	if wraps {
		return ouro.NewTorus(w, h)
	}
	return ouro.NewGrid(w, h)
}

// withRules returns the position under other rules. If the rules require it, withRules adds or
// removes health, and joins or separates opposite edges.
func (p Position) withRules(text string) (Position, error) {
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		return p, fmt.Errorf("rules %w", err)
	}
	entry, err := roster.FindRules(spec.Name)
	if err != nil {
		return p, err
	}
	d, err := defaultDeal(spec, entry)
	if err != nil {
		return p, err
	}
	sk := sketchOf(p.State)
	if wraps := d.Start.Grid.Wraps; wraps != sk.grid.Wraps {
		g, err := newGrid(sk.grid.W, sk.grid.H, wraps)
		if err != nil {
			return p, err
		}
		sk.moveTo(g)
	}
	for i := range sk.snakes {
		if h := startHealth(entry); h == 0 || sk.snakes[i].health == 0 {
			sk.snakes[i].health = h
		}
	}
	return Position{spec, sk.state()}, nil
}

func defaultDeal(spec ouro.Spec, e roster.RulesEntry) (play.Deal, error) {
	game := ouro.GameSpec{Rules: spec, StartLength: max(1, e.StartLength)}
	if e.Level != "" {
		level, err := roster.Level(e.Level)
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
