package verify

import (
	"context"
	"errors"
	"fmt"
	"io"

	"ouro"
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

// transition is one turn: the position before it, the moves, and the position after it.
// RulesFood and RulesHazards are the food and hazards after the rules and before the
// map's additions; without them food and hazards are not compared.
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

// inTransitions are the checks of a turn.
var inTransitions = []check{
	checkTurn, eachSnake(checkBody, checkHealth, checkCause, ofDead(checkDied), ofDead(checkKiller)), checkFood, checkHazards,
}

// cellsOf returns the places that are on the board; nil only if places is nil.
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
func transitions(ctx context.Context, report *Report, in *jsonl.Reader) error {
	h, rules, err := readHeader(in)
	if err != nil {
		return err
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		var t transition
		if err := in.Read(&t); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if t.Type != "turn" {
			continue
		}
		compared, err := t.derive(rules, h.W, h.H)
		if err != nil {
			return in.Fail(err)
		}
		compared.report = report
		compared.run(inTransitions)
		report.Turns++
	}
}

func readHeader(in *jsonl.Reader) (h header, rules battlesnake.Rules, err error) {
	if err := in.Read(&h); err != nil {
		return h, rules, err
	}
	set := h.Settings
	if h.Map == "" {
		h.Map = "standard"
	}
	rules, err = battlesnake.New(h.Ruleset, ouro.Options{
		{Key: "map", Value: h.Map},
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

// derive makes the moves.
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
	done := &turn{got: got, want: want, file: "file", food: cellsOf(got.Grid, t.RulesFood)}
	// The ruleset royale draws its hazards within the official rules, but with the map's
	// chance here.
	if rules.Ruleset() != "royale" {
		done.hazards = cellsOf(got.Grid, t.RulesHazards)
	}
	for i := range t.After.Snakes {
		done.names = append(done.names, t.After.Snakes[i].ID)
	}
	return done, nil
}

// joint returns the moves of all living snakes.
func (t *transition) joint(s *ouro.State) ([]ouro.Dir, error) {
	joint := make([]ouro.Dir, len(s.Snakes))
	for _, m := range t.Moves {
		seat := t.Before.seat(m.ID)
		if seat < 0 || s.Snakes[seat].Cause != ouro.Alive {
			return nil, fmt.Errorf("a move of %q, which is not a living snake", m.ID)
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
