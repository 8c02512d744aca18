package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ouro"
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

// transition is one turn: what the snakes saw, what they did, and what came of
// it. RulesFood and RulesHazards are what lies after the rules and before the
// map adds to it; without them the position after it must do.
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

func isTransitions(line []byte) bool {
	var h header
	return json.Unmarshal(line, &h) == nil && h.Type == "game"
}

// transitions derives every turn again, each from what the file says was before.
func transitions(first []byte, in *lines) (*Report, error) {
	var h header
	if err := json.Unmarshal(first, &h); err != nil {
		return nil, in.fail(err)
	}
	set := h.Settings
	if h.Map == "" {
		h.Map = "standard"
	}
	rules, err := battlesnake.New(h.Ruleset, ouro.Options{
		{Key: "map", Value: h.Map},
		{Key: "food", Value: fmt.Sprint(set.FoodChance)},
		{Key: "minfood", Value: fmt.Sprint(set.MinFood)},
		{Key: "damage", Value: fmt.Sprint(set.Damage)},
		{Key: "shrink", Value: fmt.Sprint(set.Shrink)},
	})
	if err != nil {
		return nil, in.fail(err)
	}
	report := &Report{Kind: Transitions}
	for {
		text, err := in.next()
		if errors.Is(err, io.EOF) {
			return report, nil
		}
		if err != nil {
			return nil, in.fail(err)
		}
		var t transition
		if err := json.Unmarshal(text, &t); err != nil {
			return nil, in.fail(err)
		}
		if t.Type != "turn" {
			continue
		}
		if err := t.check(report, rules, h.W, h.H); err != nil {
			return nil, in.fail(err)
		}
		report.Turns++
	}
}

func (t *transition) check(report *Report, rules battlesnake.Rules, w, h int) error {
	s, err := t.Before.state(rules, w, h)
	if err != nil {
		return fmt.Errorf("before: %w", err)
	}
	want, err := t.After.state(rules, w, h)
	if err != nil {
		return fmt.Errorf("after: %w", err)
	}
	if len(want.Snakes) != len(s.Snakes) {
		return fmt.Errorf("%d snakes before the turn, %d after it", len(s.Snakes), len(want.Snakes))
	}
	joint := make([]ouro.Dir, len(s.Snakes))
	moved := 0
	for _, m := range t.Moves {
		seat := t.Before.seat(m.ID)
		if seat < 0 || s.Snakes[seat].Cause != ouro.Alive {
			return fmt.Errorf("a move of %q, which is no living snake", m.ID)
		}
		joint[seat] = m.Move
		moved++
	}
	living := 0
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			living++
		}
	}
	if moved != living {
		return fmt.Errorf("%d moves of %d living snakes", moved, living)
	}
	rules.Step(s, joint)
	t.compare(report, rules, s, want)
	return nil
}

// compare reports where the position that the rules make differs from the one
// in the file.
func (t *transition) compare(report *Report, rules battlesnake.Rules, got, want *ouro.State) {
	if got.Turn != want.Turn {
		report.differ(want.Turn, "", "turn %d follows turn %d", want.Turn, got.Turn-1)
	}
	for seat := range got.Snakes {
		compareSnakes(report, want.Turn, t.After.Snakes[seat].ID, got, want, seat)
	}
	if t.RulesFood != nil {
		comparePlaces(report, want, "food", got.Food, *t.RulesFood)
	}
	// The ruleset royale draws its hazards within the rules there, and as chance
	// here.
	if t.RulesHazards != nil && rules.Ruleset() != "royale" {
		comparePlaces(report, want, "hazards", got.Hazards, *t.RulesHazards)
	}
}

func compareSnakes(report *Report, turn int, id string, got, want *ouro.State, seat int) {
	a, b := &got.Snakes[seat], &want.Snakes[seat]
	if x, y := bodyText(got, seat), bodyText(want, seat); x != y {
		report.differ(turn, id, "body %s by the rules, %s in the file", x, y)
	}
	if a.Health != b.Health {
		report.differ(turn, id, "health %d by the rules, %d in the file", a.Health, b.Health)
	}
	if a.Cause != b.Cause {
		report.differ(turn, id, "%s by the rules, %s in the file", a.Cause, b.Cause)
		return
	}
	if a.Cause == ouro.Alive {
		return
	}
	if a.Died != b.Died {
		report.differ(turn, id, "dead since turn %d by the rules, %d in the file", a.Died, b.Died)
	}
	// Between killers of the same length the official engine chooses as it likes.
	if a.By != b.By && (a.By < 0 || b.By < 0 || got.Snakes[a.By].Body.Len() != got.Snakes[b.By].Body.Len()) {
		report.differ(turn, id, "killed by seat %d by the rules, by seat %d in the file", a.By, b.By)
	}
}

// comparePlaces compares places whatever their order.
func comparePlaces(report *Report, s *ouro.State, what string, got []ouro.Cell, file []point) {
	var want []ouro.Cell
	for _, p := range file {
		if c := s.Grid.At(p.x, p.y); c != ouro.NoCell {
			want = append(want, c)
		}
	}
	got = slices.Sorted(slices.Values(got))
	slices.Sort(want)
	if !slices.Equal(got, want) {
		report.differ(s.Turn, "", "%s at %s by the rules, %s in the file", what, placesText(s, got), placesText(s, want))
	}
}

func placesText(s *ouro.State, cells []ouro.Cell) string {
	if len(cells) == 0 {
		return "no place"
	}
	text := ""
	for _, c := range cells {
		x, y := s.Grid.XY(c)
		text += fmt.Sprintf(" (%d,%d)", x, y)
	}
	return text[1:]
}
