package frames_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/rule/maze"
	"ouro/studio/frames"
)

// specs returns games with all rules, levels and maps. They include boards that wrap, walls
// that regrow, layers of hazard, and one or several snakes.
func specs(t testing.TB) []ouro.GameSpec {
	t.Helper()
	var all []ouro.GameSpec
	add := func(rules string, w, h int, level *ouro.Level, snakes, length int) {
		spec, err := ouro.ParseSpec(rules)
		if err != nil {
			t.Fatal(err)
		}
		game := ouro.GameSpec{Rules: spec, W: w, H: h, Level: level, Snakes: snakes, StartLength: length}
		if _, err := roster.Deal(game, 1); err != nil {
			t.Fatalf("%s: %v", rules, err)
		}
		all = append(all, game)
	}
	add("classic", 6, 5, nil, 1, 1)
	add("classic", 9, 9, nil, 1, 4)
	add("classic:wrap=true", 5, 4, nil, 1, 2)
	add("classic:food=5", 5, 4, nil, 1, 1)
	add("classic:wrap=true,food=3,grow=4", 6, 5, nil, 1, 1)
	for _, regrow := range []string{"none", "floor", "original"} {
		for _, named := range maze.Levels() {
			add("maze:regrow="+regrow, named.Level.Grid.W, named.Level.Grid.H, named.Level, 1, 1)
		}
	}
	for _, rules := range battlesnake.Rulesets() {
		for _, m := range battlesnake.Maps() {
			w, h := max(11, m.MinSide), max(11, m.MinSide)
			if len(m.Sizes) > 0 {
				w, h = m.Sizes[0].W, m.Sizes[0].H
			}
			for _, snakes := range []int{1, min(4, m.MaxSnakes)} {
				add(fmt.Sprintf("%s:map=%s,shrink=3,damage=30", rules.Name, m.Name), w, h, nil, snakes, battlesnake.StartLength)
			}
		}
	}
	return all
}

func playRandom(t testing.TB, game ouro.GameSpec, seed uint64, turns int, visit func(s *ouro.State, over bool)) {
	t.Helper()
	deal, err := roster.Deal(game, seed)
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(seed, 7))
	s := deal.Begin()
	joint := make([]ouro.Dir, len(s.Snakes))
	for range turns {
		_, over := deal.Rules.Over(s)
		visit(s, over)
		if over {
			return
		}
		for seat := range joint {
			joint[seat] = ouro.NoDir
			if s.Snakes[seat].Cause == ouro.Alive {
				joint[seat] = ouro.Dir(dice.IntN(4))
				if legal := s.Legal(seat); legal.Len() > 0 && dice.IntN(50) > 0 {
					joint[seat] = legal.At(dice.IntN(legal.Len()))
				}
			}
		}
		deal.Rules.Step(s, joint)
		deal.Rules.Spawn(s, deal.Dice)
	}
}

var names = english.Snakes{"a", "b", "c", "d", "e", "f", "g", "h"}

func sorted(l *frames.Lane) *frames.Lane {
	for _, cells := range [][]ouro.Cell{l.Walls, l.Hedges, l.Food, l.Hazards} {
		slices.Sort(cells)
	}
	return l
}

func roundTrip[T any](t *testing.T, _ *T, text []byte) *T {
	t.Helper()
	read := new(T)
	if err := json.Unmarshal(text, read); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return read
}

// TestChangesGiveThePosition: at every turn of a game, the first position and the changes after it,
// encoded and decoded, give the position of that turn.
func TestChangesGiveThePosition(t *testing.T) {
	seen := map[string]bool{}
	for _, game := range specs(t) {
		for seed := range uint64(2) {
			var lane *frames.Lane
			var was *ouro.State
			var change frames.Change
			playRandom(t, game, seed, 120, func(s *ouro.State, _ bool) {
				turn := s.Turn
				want := frames.Of(s, names)
				if was == nil {
					lane, was = roundTrip(t, want, want.AppendJSON(nil)), s.Clone()
				} else {
					change.Between(was, s, names)
					change.Hash = frames.Hash(s)
					note(seen, &change)
					read := roundTrip(t, &change, change.AppendJSON(nil))
					lane.Apply(read)
					was.CopyFrom(s)
				}
				if got := sorted(lane); !reflect.DeepEqual(got, sorted(want)) {
					t.Fatalf("%s %dx%d seed %d turn %d: %+v\nis\n%s\nwant\n%s", game.Rules, game.W, game.H, seed, turn, change, got.AppendJSON(nil), want.AppendJSON(nil))
				}
			})
		}
	}
	for _, what := range []string{"step", "meal", "body", "death", "health", "food", "hedge eaten", "hedge grown", "hazard", "hazard gone", "off the board"} {
		if !seen[what] {
			t.Errorf("no game had a change of %s", what)
		}
	}
}

// note records which kinds of changes occurred.
func note(seen map[string]bool, c *frames.Change) {
	for _, m := range c.Snakes {
		seen["step"] = seen["step"] || len(m.Push) == 1 && m.Drop == 1
		seen["meal"] = seen["meal"] || len(m.Push) == 1 && m.Drop == 0
		seen["body"] = seen["body"] || len(m.Body) > 0
		seen["death"] = seen["death"] || m.Dead != ""
		seen["health"] = seen["health"] || m.Health != nil
		seen["off the board"] = seen["off the board"] || slices.Contains(m.Push, ouro.NoCell)
	}
	seen["food"] = seen["food"] || !c.Food.IsZero()
	seen["hedge eaten"] = seen["hedge eaten"] || len(c.Hedges.Drop) > 0
	seen["hedge grown"] = seen["hedge grown"] || len(c.Hedges.Add) > 0
	seen["hazard"] = seen["hazard"] || len(c.Hazards.Add) > 0
	seen["hazard gone"] = seen["hazard gone"] || len(c.Hazards.Drop) > 0
}

// TestAnyTwoPositions: a Change is correct even if many turns are between the positions, or if no rules
// allow the change.
func TestAnyTwoPositions(t *testing.T) {
	for i, game := range specs(t) {
		var was *ouro.State
		dice := rand.New(rand.NewPCG(3, uint64(i)))
		playRandom(t, game, 5, 60, func(s *ouro.State, _ bool) {
			s = s.Clone()
			for range dice.IntN(3) { // walls appear and disappear
				c := ouro.Cell(dice.IntN(s.Grid.Size()))
				if s.Free(c) || s.Terrain(c) != ouro.Open {
					s.SetTerrain(c, ouro.Terrain(dice.IntN(3)))
				}
			}
			if was == nil || dice.IntN(9) == 0 {
				if was != nil {
					var change frames.Change
					change.Between(was, s, names)
					change.Hash = frames.Hash(s)
					lane := frames.Of(was, names)
					lane.Apply(&change)
					if want := frames.Of(s, names); !reflect.DeepEqual(sorted(lane), sorted(want)) {
						t.Fatalf("%s turn %d: %s\nis\n%s\nwant\n%s", game.Rules, s.Turn, change.AppendJSON(nil), lane.AppendJSON(nil), want.AppendJSON(nil))
					}
				}
				was = s
			}
		})
	}
}

// TestNothingChanged: the change between equal positions is empty.
func TestNothingChanged(t *testing.T) {
	for _, game := range specs(t) {
		playRandom(t, game, 1, 40, func(s *ouro.State, _ bool) {
			var change frames.Change
			change.Between(s, s, names)
			if text := string(change.AppendJSON(nil)); text != fmt.Sprintf(`{"turn":%d}`, s.Turn) {
				t.Fatalf("%s turn %d: %s", game.Rules, s.Turn, text)
			}
		})
	}
}

// TestJSON: the encoding is the same as that of encoding/json.
func TestJSON(t *testing.T) {
	type (
		plainLane   frames.Lane
		plainChange frames.Change
	)
	health := 3
	lane := frames.Lane{
		Turn: 4, Walls: []ouro.Cell{}, Hedges: []ouro.Cell{1}, Food: []ouro.Cell{}, Hazards: []ouro.Cell{7, 7},
		Snakes: []frames.Snake{{Body: []ouro.Cell{-1, 3}, Health: 9, Dead: "bit \"<itself>\"\n", Died: 4}, {Body: []ouro.Cell{5}}},
		Ended:  &frames.Ended{Ending: ouro.Drawn, Winner: -1, Words: "a draw"}, Hash: "0123456789abcdef",
	}
	changes := []frames.Change{
		{Turn: 5, Snakes: []frames.SnakeChange{{Push: []ouro.Cell{1}, Drop: 1, Health: &health}, {Seat: 1, Body: []ouro.Cell{2, 2}, Dead: "x", Died: 5}}, Food: frames.Cells{Drop: []ouro.Cell{1}, Add: []ouro.Cell{2}}, Ended: lane.Ended},
		{Turn: 6, Walls: frames.Cells{Add: []ouro.Cell{2}}, Hedges: frames.Cells{Drop: []ouro.Cell{2, 3}}, Hazards: frames.Cells{Add: []ouro.Cell{4, 4}}, Hash: "00"},
		{},
	}
	same := func(got []byte, plain any) {
		t.Helper()
		want, err := json.Marshal(plain)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s\nwant\n%s (%v)", got, want, err)
		}
	}
	same(lane.AppendJSON(nil), plainLane(lane))
	for i := range changes {
		same(changes[i].AppendJSON(nil), plainChange(changes[i]))
	}
}

// TestReuse: a Change that is used again has nothing from its previous use. The Change of a usual move
// allocates no memory.
func TestReuse(t *testing.T) {
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, Snakes: 4, StartLength: 3}
	var all []*ouro.State
	playRandom(t, game, 2, 60, func(s *ouro.State, _ bool) { all = append(all, s.Clone()) })
	var again frames.Change
	var buffer []byte
	for i := range all[1:] {
		var fresh frames.Change
		fresh.Between(all[i], all[i+1], names)
		again.Between(all[i], all[i+1], names)
		if a, b := fresh.AppendJSON(nil), again.AppendJSON(buffer[:0]); string(a) != string(b) {
			t.Fatalf("turn %d: the reused change is %s, a new one %s", i+1, b, a)
		}
	}
	buffer = make([]byte, 0, 1<<12)
	if n := testing.AllocsPerRun(100, func() {
		again.Between(all[1], all[2], names)
		buffer = again.AppendJSON(buffer[:0])
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestCompact: the encoding of a usual move is short.
func TestCompact(t *testing.T) {
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 64, H: 64, StartLength: 9}
	g, err := roster.NewGame(game, 1, []ouro.Spec{{Name: "cell"}}, play.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	total, n := 0, 0
	was := g.State().Clone()
	var change frames.Change
	for range 2000 {
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
		n++
		change.Between(was, g.State(), names)
		total += len(change.AppendJSON(nil))
		was.CopyFrom(g.State())
	}
	if mean := total / n; mean > 60 {
		t.Errorf("a move takes %d bytes", mean)
	}
}

// TestWords: causes of death name other snakes.
func TestWords(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.AddSnake(1, 2, 3)
	s.AddSnake(11, 12, 13)
	was := s.Clone()
	s.Kill(1, ouro.HitBody)
	s.Snakes[1].Killer, s.Snakes[1].Died, s.Turn = 0, 12, 12
	var change frames.Change
	change.Between(was, s, english.Snakes{"Ann", "Bob"})
	if text := string(change.AppendJSON(nil)); text != `{"turn":12,"snakes":[{"seat":1,"dead":"ran into the body of Ann","died":12}]}` {
		t.Error(text)
	}
	if l := frames.Of(s, english.Snakes{"Ann", "Bob"}); l.Snakes[1].Died != 12 || !strings.Contains(l.Snakes[1].Dead, "Ann") || l.Snakes[0].Dead != "" {
		t.Errorf("%+v", l.Snakes)
	}
}
