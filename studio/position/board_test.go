package position

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/memory"
)

func parse(t testing.TB, rules, position string) Position {
	t.Helper()
	b, err := Parse(rules, position)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestEditsKeepText: the text of an edited position parses to the same position. An edit does not
// change the original position.
func TestEditsKeepText(t *testing.T) {
	things := []string{"floor", "wall", "hedge", "food", "hazard", "snake", "snake", "snake"}
	sets := []Edit{
		{Set: "rules", Value: "standard"},
		{Set: "rules", Value: "classic"},
		{Set: "rules", Value: "maze"},
		{Set: "rules", Value: "wrapped"},
		{Set: "board", Value: "7x5"},
		{Set: "board", Value: "4x9"},
		{Set: "clear"},
		{Set: "level", Value: "lattice"},
		{Set: "level", Value: "ell"},
		{Set: "turn", Value: "12"},
		{Set: "health", Value: "50", Seat: new(int)},
	}
	for seed := range uint64(40) {
		dice := rand.New(rand.NewPCG(seed, 1))
		b, made := defaultPosition(), 0
		for range 80 {
			g, before := b.State.Grid, b.Text()
			e := Edit{Put: things[dice.IntN(len(things))]}
			if dice.IntN(8) == 0 {
				e = sets[dice.IntN(len(sets))]
			}
			c := ouro.Cell(dice.IntN(g.Size()))
			for range 1 + dice.IntN(6) {
				e.Cells = append(e.Cells, c)
				if n := g.Next(c, ouro.Dir(dice.IntN(4))); n != ouro.NoCell {
					c = n
				}
			}
			if n := len(b.State.Snakes); n > 0 && dice.IntN(2) == 0 && e.Put == "snake" {
				seat := dice.IntN(n)
				e.Seat = &seat
			}
			next, err := b.Edit(e)
			if b.Text() != before {
				t.Fatalf("%+v changed the board that it was made on", e)
			}
			if err != nil {
				continue
			}
			made++
			again := parse(t, next.Rules.String(), next.Text())
			if again.Text() != next.Text() || again.State.Hash() != next.State.Hash() {
				t.Fatalf("%s is read as %s", next.Text(), again.Text())
			}
			b = next
		}
		if made < 20 {
			t.Errorf("seed %d: only %d edits were possible", seed, made)
		}
	}
}

// TestEdits: each edit has the expected result or error.
func TestEdits(t *testing.T) {
	seat := 0
	for _, x := range []struct {
		rules, from string
		edit        Edit
		to, wrong   string
	}{
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "food", Cells: []ouro.Cell{0}}, "5x5/s2.2D2/f0.0", ""},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "food", Cells: []ouro.Cell{12}}, "", "food at 2.2: snake 1"},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "wall", Cells: []ouro.Cell{7, 24}}, "5x5/w2.1,4.4/s2.2", "0 food"},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "floor", Cells: []ouro.Cell{12}}, "5x5/f4.4", "the board has no living snake"},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "snake", Cells: []ouro.Cell{24, 23}}, "5x5/s4.4L", "0 food"},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "snake", Cells: []ouro.Cell{24, 22}}, "", "gap at 2.4"},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Set: "rules", Value: "standard"}, "5x5/s2.2D2,h100/f4.4", ""},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Set: "rules", Value: "wrapped"}, "5x5w/s2.2D2,h100/f4.4", ""},
		{"standard", "7x7/s2.2D2,h9/s5.5,h100", Edit{Set: "health", Value: "3", Seat: &seat}, "7x7/s2.2D2,h3/s5.5,h100", ""},
		{"standard", "7x7/s2.2D2,h9/s5.5,h100", Edit{Set: "rules", Value: "classic"}, "7x7/s2.2D2/s5.5", "2 snakes"},
		{"standard", "7x7/s2.2D2,h9/s5.5,h100", Edit{Set: "board", Value: "4x4"}, "4x4/s2.2D2,h9", ""},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "snow"}, "5x5/s2.2D2/f4.4", ""},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "snow", Cells: []ouro.Cell{1}}, "", `cells cannot be filled with "snow"`},
		{"classic", "5x5/s2.2D2/f4.4", Edit{Put: "wall", Cells: []ouro.Cell{25}}, "", "cell 25 is not on the board 5x5"},
	} {
		b, err := parse(t, x.rules, x.from).Edit(x.edit)
		if x.to == "" {
			if err == nil || !strings.Contains(err.Error(), x.wrong) {
				t.Errorf("%s %+v: %v, want %q", x.from, x.edit, err, x.wrong)
			}
			continue
		}
		if err != nil || b.Text() != x.to {
			t.Errorf("%s %+v: %s, %v, want %s", x.from, x.edit, b.Text(), err, x.to)
			continue
		}
		switch wrong := b.Check(); {
		case x.wrong == "" && wrong != nil, x.wrong != "" && (wrong == nil || !strings.Contains(wrong.Error(), x.wrong)):
			t.Errorf("%s is wrong: %v, want %q", b.Text(), wrong, x.wrong)
		}
	}
}

// TestUndo: undo and redo reach every position. A new edit removes the undone positions.
func TestUndo(t *testing.T) {
	var u undo
	var texts []string
	b := defaultPosition()
	for c := range ouro.Cell(5) {
		u.push(b)
		texts = append(texts, b.Text())
		b, _ = b.Edit(Edit{Put: "wall", Cells: []ouro.Cell{c}})
	}
	u.push(u.mustBy(t, 0)) // an equal position does not count as a step
	for i := 3; i >= 0; i-- {
		if got := u.mustBy(t, -1).Text(); got != texts[i] || u.back() != i || u.forward() != 4-i {
			t.Errorf("undo leads to %s, want %s", got, texts[i])
		}
	}
	if got := u.mustBy(t, -1).Text(); got != texts[0] {
		t.Errorf("before the first one: %s", got)
	}
	if got := u.mustBy(t, 2).Text(); got != texts[2] {
		t.Errorf("redo leads to %s", got)
	}
	u.push(b)
	if u.forward() != 0 || u.back() != 3 || u.current().position != b.Text() {
		t.Errorf("after another edit: %d back, %d forth", u.back(), u.forward())
	}
	for c := range ouro.Cell(3 * maxKept) {
		s := ouro.NewState(ouro.MustGrid(64, 64))
		s.AddFood(c)
		u.push(Position{b.Rules, s})
	}
	if len(u.positions) != maxKept || u.back() != maxKept-1 {
		t.Errorf("%d positions are kept", len(u.positions))
	}
	s := ouro.NewState(ouro.MustGrid(64, 64))
	for c := range ouro.Cell(4000) {
		s.AddHazard(c % 2048 * 2) // a pattern whose text is long
		if c >= 3800 {
			u.push(Position{b.Rules, s})
		}
	}
	bytes := 0
	for _, k := range u.positions {
		bytes += k.size()
	}
	if bytes > maxKeptBytes || bytes < maxKeptBytes/2 || u.bytes != bytes {
		t.Errorf("%d bytes are kept of large positions, counted as %d", bytes, u.bytes)
	}
}

func (u *undo) mustBy(t *testing.T, n int) Position {
	t.Helper()
	b, err := u.move(n)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestMovesAreThoseOfTheRules: if Position.Move plays the moves of a game with the same food,
// the positions are those of the game. Dead snakes are included.
func TestMovesAreThoseOfTheRules(t *testing.T) {
	for _, rules := range []string{"classic", "maze", "standard", "wrapped"} {
		e, err := roster.FindRules(rules)
		if err != nil {
			t.Fatal(err)
		}
		d, err := defaultDeal(ouro.Spec{Name: rules}, e)
		if err != nil {
			t.Fatal(err)
		}
		if e.HasSeveralSnakes() {
			game := ouro.GameSpec{Rules: ouro.Spec{Name: rules}, W: 11, H: 11, StartLength: e.StartLength, Snakes: 4}
			if d, err = roster.Deal(game, 5); err != nil {
				t.Fatal(err)
			}
		}
		cfg := play.Config{Deal: d}
		for range d.Start.Snakes {
			solver, err := roster.Make(spec(t, "greedy"), ouro.Setup{Rules: d.Rules, Start: d.Start, Seed: 3})
			if err != nil {
				t.Fatal(err)
			}
			cfg.Seats = append(cfg.Seats, solver)
		}
		g, err := play.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		b := Position{ouro.Spec{Name: rules}, g.State().Clone()}
		for {
			if err := g.Move(t.Context()); err != nil {
				t.Fatal(err)
			}
			var joint []ouro.Dir
			for seat := range d.Start.Snakes {
				joint = append(joint, g.Last(seat).Dir)
			}
			recorded, err := parse(t, rules, b.Text()).Follow(joint, newFood(b.State.Food, g.State().Food))
			if err != nil {
				t.Fatalf("%s: %s: %v", rules, b.Text(), err)
			}
			if got, want := recorded.Position.Text(), (Position{b.Rules, g.State()}).Text(); got != want {
				t.Fatalf("%s: %s with recorded food leads to %s, want %s", rules, b.Text(), got, want)
			}
			var food *ouro.Cell
			if came := newFood(b.State.Food, g.State().Food); len(came) == 1 {
				food = &came[0]
			}
			m, err := parse(t, rules, b.Text()).Move(joint, 1, food)
			if err != nil {
				t.Fatalf("%s: %s: %v", rules, b.Text(), err)
			}
			outcome, over := g.Over()
			if food != nil && !slices.Equal(m.Spawned, []ouro.Cell{*food}) || m.Over != over || m.Outcome != outcome {
				t.Fatalf("%s: %s: %+v, want over %v %v", rules, b.Text(), m, over, outcome)
			}
			if over {
				break
			}
			b = Position{b.Rules, g.State().Clone()}
			if got := m.Position.State; len(newFood(got.Food, b.State.Food)) == 0 && len(newFood(b.State.Food, got.Food)) == 0 && got.Snakes[0].Body.Head() != b.State.Snakes[0].Body.Head() {
				t.Fatalf("%s leads to %s, want %s", rules, m.Position.Text(), b.Text())
			}
			if rules == "classic" && m.Position.Text() != b.Text() {
				t.Fatalf("%s, want %s", m.Position.Text(), b.Text())
			}
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestMoveRefuses: Move, Ask and Line return an error if the position does not allow the request.
func TestMoveRefuses(t *testing.T) {
	b := parse(t, "classic", "5x5/s2.2D2/f2.3")
	cell := func(c ouro.Cell) *ouro.Cell { return &c }
	for want, try := range map[string]func() error{
		"no food appears":          func() error { _, err := b.Move([]ouro.Dir{ouro.Left}, 1, cell(3)); return err },
		"food at 2.2":              func() error { _, err := b.Move([]ouro.Dir{ouro.Up}, 1, cell(12)); return err },
		"is not on the board":      func() error { _, err := b.Move([]ouro.Dir{ouro.Up}, 1, cell(25)); return err },
		"snake 1 has no direction": func() error { _, err := b.Move(nil, 1, nil); return err },
		"the game is over": func() error {
			_, err := parse(t, "standard", "5x5/s2.2,h9/s1.1,h9,cself").Move([]ouro.Dir{0, 0}, 1, nil)
			return err
		},
		"solver nobody": func() error {
			return b.Ask(t.Context(), memory.New(memory.DefaultBytes), Question{Spec: spec(t, "astar:x=1")}).Err
		},
		"has no living snake": func() error {
			return b.Ask(t.Context(), memory.New(memory.DefaultBytes), Question{Spec: spec(t, "astar"), Seat: 1}).Err
		},
		"0 solvers: the board has 1 snake": func() error {
			return b.Line(t.Context(), memory.New(memory.DefaultBytes), LineOptions{Moves: 5}, nil)
		},
	} {
		err := try()
		if want == "solver nobody" {
			want = "unknown option"
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func FuzzEdit(f *testing.F) {
	f.Add("standard", "7x7/s3.3DL,h100/s5.5D2,h100/f0.6/h1.1", `{"put":"snake","seat":1,"cells":[0,1,2]}`)
	f.Add("maze", "7x7/w3.3R/e1.1/s5.5", `{"put":"wall","cells":[40,12]}`)
	f.Add("wrapped", "7x7w/s0.3L2,h9,g3,v4.3/f1.1", `{"set":"board","value":"5x9"}`)
	f.Add("classic", "5x5/s2.2D2/f4.4", `{"set":"rules","value":"royale"}`)
	f.Add("standard", "7x7/s3.3,h1/s1.1,ccollision,d3", `{"set":"health","seat":0,"value":"7"}`)
	f.Fuzz(func(t *testing.T, rules, position, text string) {
		b, err := Parse(rules, position)
		var e Edit
		if err != nil || json.Unmarshal([]byte(text), &e) != nil {
			return
		}
		_ = b.Check()
		next, err := b.Edit(e)
		if err != nil {
			return
		}
		again, err := Parse(next.Rules.String(), next.Text())
		if err != nil || again.State.Hash() != next.State.Hash() {
			t.Errorf("%s and %s: %s is read as %s: %v", position, text, next.Text(), again.Text(), err)
		}
		_ = next.Check()
	})
}

// TestEditLevels: under its rules, a built-in level is a position from which a game can begin.
func TestEditLevels(t *testing.T) {
	for _, e := range roster.Levels() {
		b, err := defaultPosition().Edit(Edit{Set: "rules", Value: e.Rules})
		if err == nil {
			b, err = b.Edit(Edit{Set: "level", Value: e.Name})
		}
		if err != nil {
			t.Fatal(err)
		}
		game := ouro.GameSpec{Rules: b.Rules, StartLength: 1, Position: b.State, W: b.State.Grid.W, H: b.State.Grid.H}
		if _, err := roster.Deal(game, 0); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}
