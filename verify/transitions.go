package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/jsonl"
	"ouro/rule/battlesnake"
)

// header is the first line of a file of transitions.
type header struct {
	Type     string `json:"type"`
	Ruleset  string `json:"ruleset"`
	Map      string `json:"map"`
	W        int    `json:"width"`
	H        int    `json:"height"`
	Settings struct {
		FoodChance int `json:"foodSpawnChance"`
		MinFood    int `json:"minimumFood"`
		Damage     int `json:"damagePerTurn"`
		Shrink     int `json:"shrinkEveryNTurns"`
	} `json:"settings"`
}

// transition is one turn: the position before it, the moves, and the position after it. RulesFood
// and RulesHazards are the food and hazards before the map adds further ones. If they are missing,
// food and hazards are not compared.
type transition struct {
	Type   string   `json:"type"`
	Before position `json:"before"`
	Moves  []struct {
		ID   string   `json:"id"`
		Move ouro.Dir `json:"move"`
	} `json:"moves"`
	RulesFood    *[]point `json:"rulesFood"`
	RulesHazards *[]point `json:"rulesHazards"`
	After        position `json:"after"`
}

var transitionChecks = []check{
	checkTurn, eachSnake(checkBody, checkHealth, checkCause, deadOnly(checkDied), deadOnly(checkKiller)), checkFood, checkHazards,
}

// cellsOf returns the cells of the places, and omits places off the board. It returns nil only if
// places is nil.
func cellsOf(g *ouro.Grid, places *[]point) []ouro.Cell {
	if places == nil {
		return nil
	}
	cells := []ouro.Cell{}
	for _, p := range *places {
		if c := g.At(p.x, p.y); c != ouro.NoCell {
			cells = append(cells, c)
		}
	}
	return cells
}

// transitions derives every turn from the position before it in the file.
func transitions(ctx context.Context, report *Report, lines *jsonl.Reader) error {
	h, rules, err := readHeader(lines)
	if err != nil {
		return err
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var t transition
		if err := lines.Read(&t); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if t.Type != "turn" {
			continue
		}
		compared, err := t.derive(rules, h.W, h.H)
		if err != nil {
			return lines.Fail(err)
		}
		compared.report = report
		compared.run(transitionChecks)
		report.Turns++
	}
}

func readHeader(in *jsonl.Reader) (h header, rules battlesnake.Rules, err error) {
	if err := in.Read(&h); err != nil {
		return h, rules, err
	}
	set := h.Settings
	rules, err = battlesnake.New(h.Ruleset, ouro.Options{
		{Key: "map", Value: cmp.Or(h.Map, "standard")},
		{Key: "food", Value: fmt.Sprint(set.FoodChance)},
		{Key: "minfood", Value: fmt.Sprint(set.MinFood)},
		{Key: "damage", Value: fmt.Sprint(set.Damage)},
		{Key: "shrink", Value: fmt.Sprint(set.Shrink)},
	})
	if err != nil {
		return h, rules, in.Fail(err)
	}
	return h, rules, nil
}

// derive makes the moves in the position before the turn. It returns the result with the position
// after the turn.
func (t *transition) derive(rules battlesnake.Rules, w, h int) (*turn, error) {
	got, err := t.Before.state(rules, w, h)
	if err != nil {
		return nil, fmt.Errorf("before: %w", err)
	}
	want, err := t.After.state(rules, w, h)
	if err != nil {
		return nil, fmt.Errorf("after: %w", err)
	}
	if len(want.Snakes) != len(got.Snakes) {
		return nil, fmt.Errorf("%d snakes before the turn, %d after it", len(got.Snakes), len(want.Snakes))
	}
	joint, err := t.joint(got)
	if err != nil {
		return nil, err
	}
	rules.Step(got, joint)
	compared := &turn{got: got, want: want, file: "file", food: cellsOf(got.Grid, t.RulesFood)}
	// In the official engine, the rules of royale add the hazards. In Ouro, the map adds them.
	if rules.Ruleset() != "royale" {
		compared.hazards = cellsOf(got.Grid, t.RulesHazards)
	}
	for i := range t.After.Snakes {
		compared.names = append(compared.names, t.After.Snakes[i].ID)
	}
	return compared, nil
}

// joint returns the moves of the living snakes.
func (t *transition) joint(s *ouro.State) ([]ouro.Dir, error) {
	joint := make([]ouro.Dir, len(s.Snakes))
	for _, m := range t.Moves {
		seat := t.Before.seat(m.ID)
		if seat < 0 || s.Snakes[seat].Cause != ouro.Alive {
			return nil, fmt.Errorf("a move for %q, which is not a living snake", m.ID)
		}
		joint[seat] = m.Move
	}
	living := 0
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			living++
		}
	}
	if len(t.Moves) != living {
		return nil, fmt.Errorf("%d moves for %d living snakes", len(t.Moves), living)
	}
	return joint, nil
}

// point is a cell in the notation of these files: [x, y].
type point struct{ x, y int }

func (p *point) UnmarshalJSON(text []byte) error {
	var xy []int
	if err := json.Unmarshal(text, &xy); err != nil || len(xy) != 2 {
		return fmt.Errorf("%.40s is not a place such as [3,4]", text)
	}
	p.x, p.y = xy[0], xy[1]
	return nil
}

// position is a board in the notation of these files.
type position struct {
	Turn    int     `json:"turn"`
	Food    []point `json:"food"`
	Hazards []point `json:"hazards"`
	Snakes  []snake `json:"snakes"`
}

type snake struct {
	ID     string  `json:"id"`
	Health int     `json:"health"`
	Body   []point `json:"body"`
	Cause  string  `json:"eliminatedCause"`
	By     string  `json:"eliminatedBy"`
	Died   int     `json:"eliminatedOnTurn"`
}

// state returns the position as a State with these rules. It omits hazards off the board, which the
// official engine uses as notes.
func (p *position) state(r battlesnake.Rules, w, h int) (*ouro.State, error) {
	g, err := r.Grid(w, h)
	if err != nil {
		return nil, err
	}
	s := ouro.NewState(g)
	s.Turn, s.HazardDamage, s.AlwaysGrow, s.TurnBack = p.Turn, r.Settings().Damage, r.Constricts(), true
	for _, f := range p.Food {
		c := g.At(f.x, f.y)
		if c == ouro.NoCell || s.HasFood(c) {
			return nil, fmt.Errorf("food at (%d,%d): off the board, or there twice", f.x, f.y)
		}
		s.AddFood(c)
	}
	if len(p.Hazards) > maxLayers {
		return nil, fmt.Errorf("%d layers of hazard; at most %d are allowed", len(p.Hazards), maxLayers)
	}
	for _, f := range p.Hazards {
		if c := g.At(f.x, f.y); c != ouro.NoCell {
			s.AddHazard(c)
		}
	}
	if len(p.Snakes) == 0 || len(p.Snakes) > battlesnake.MaxSnakes {
		return nil, fmt.Errorf("%d snakes, want 1 to %d", len(p.Snakes), battlesnake.MaxSnakes)
	}
	segments := 0
	for i := range p.Snakes {
		if segments += len(p.Snakes[i].Body); segments > maxSegments {
			return nil, fmt.Errorf("more than %d segments", maxSegments)
		}
		if err := p.Snakes[i].add(s, p); err != nil {
			return nil, fmt.Errorf("snake %q: %w", p.Snakes[i].ID, err)
		}
	}
	return s, nil
}

// Limits of a position. A cell of a State can have 65,535 layers of hazard and 8,191
// segments.
const (
	maxLayers   = 1 << 15
	maxBody     = 4 * battlesnake.MaxSide * battlesnake.MaxSide
	maxSegments = 8000
)

// add adds the snake to the position s.
func (sn *snake) add(s *ouro.State, p *position) error {
	cause, err := wire.ParseCause(sn.Cause)
	if err != nil {
		return err
	}
	if len(sn.Body) == 0 || len(sn.Body) > maxBody {
		return fmt.Errorf("%d segments, want 1 to %d", len(sn.Body), maxBody)
	}
	cells := make([]ouro.Cell, len(sn.Body))
	for i, b := range sn.Body {
		cells[i] = s.Grid.At(b.x, b.y)
		if cells[i] == ouro.NoCell && (i > 0 || cause == ouro.Alive) {
			return fmt.Errorf("segment %d at (%d,%d) is off the board", i, b.x, b.y)
		}
	}
	if cells[0] == ouro.NoCell && (len(cells) == 1 || cells[1] == ouro.NoCell) {
		return errors.New("the head is off the board, and the body does not show where it left the board")
	}
	seat := s.AddSnake(cells...)
	added := &s.Snakes[seat]
	added.Health = sn.Health
	if cause == ouro.Alive {
		return nil
	}
	s.Kill(seat, cause)
	added.Died, added.Killer = sn.Died, p.seat(sn.By)
	if cells[0] == ouro.NoCell {
		added.Exit = offDir(sn.Body[1], sn.Body[0])
	}
	return nil
}

// offDir returns the direction from a to b, in which a snake left the board.
func offDir(a, b point) ouro.Dir {
	switch {
	case b.y > a.y:
		return ouro.Up
	case b.x > a.x:
		return ouro.Right
	case b.y < a.y:
		return ouro.Down
	}
	return ouro.Left
}

// seat returns the seat of the snake with this id, or NoSeat.
func (p *position) seat(id string) int {
	return slices.IndexFunc(p.Snakes, func(sn snake) bool { return id != "" && sn.ID == id })
}
