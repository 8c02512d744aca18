package wire_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/engine/wire"
	"ouro/roster"
	"ouro/rule/maze"
)

// positions calls visit with positions from games of every kind, beginning with their starts.
func positions(t testing.TB, visit func(rules ouro.Spec, s *ouro.State)) {
	t.Helper()
	for _, e := range roster.Rules() {
		choice := roster.Choice{Rules: ouro.Spec{Name: e.Name}, Level: e.Level, Snakes: min(4, e.Snakes), Open: maze.Level}
		if e.Level == "" {
			choice.W, choice.H = 11, 11
		}
		game, err := choice.Game()
		if err != nil {
			t.Fatal(e.Name, err)
		}
		for seed := range uint64(3) {
			deal, err := roster.Deal(game, seed)
			if err != nil {
				t.Fatal(err)
			}
			s, dice := deal.Begin(), rand.New(rand.NewPCG(seed, 1))
			joint := make([]ouro.Dir, len(s.Snakes))
			for _, over := deal.Rules.Over(s); !over && s.Turn < 60; _, over = deal.Rules.Over(s) {
				visit(game.Rules, s)
				for seat := range joint {
					if s.Snakes[seat].Cause == ouro.Alive {
						if legal := s.Legal(seat); legal != 0 {
							joint[seat] = legal.At(dice.IntN(legal.Len()))
						}
					}
				}
				deal.Rules.Step(s, joint)
				deal.Rules.Spawn(s, deal.Dice)
			}
		}
	}
}

// TestTurns: parsing the text of a turn restores the turn, in games of every kind.
// encoding/json accepts the line.
func TestTurns(t *testing.T) {
	n, dead := 0, 0
	positions(t, func(_ ouro.Spec, s *ouro.State) {
		n++
		sent := wire.Turn{ID: int64(n), State: s, Nodes: int64(n % 3 * 500), Time: float64(n%2) * 20.25, Watched: n%2 == 0}
		line := wire.AppendTurn(nil, &sent)
		if !json.Valid(line) || line[len(line)-1] != '\n' || slices.Contains(line[:len(line)-1], '\n') {
			t.Fatalf("not one line of JSON: %s", line)
		}
		q, err := wire.ParseQuestion(line, s.Grid)
		if err != nil {
			t.Fatal(err, string(line))
		}
		got := q.Turn.State
		got.TurnBack = s.TurnBack // only the message new has it
		q.Turn.State = s
		if q.Kind != wire.IsTurn || q.Turn != sent {
			t.Fatalf("sent %+v, understood %+v", sent, q.Turn)
		}
		for seat := range s.Snakes {
			a, b := &s.Snakes[seat], &got.Snakes[seat]
			alive := a.Cause == ouro.Alive
			if alive != (b.Cause == ouro.Alive) {
				t.Fatalf("seat %d: cause %v became %v", seat, a.Cause, b.Cause)
			}
			if !alive {
				dead++
				continue
			}
			if !slices.Equal(a.Body.Append(nil), b.Body.Append(nil)) || a.Health != b.Health || a.Hunger != b.Hunger || s.Legal(seat) != got.Legal(seat) {
				t.Fatalf("seat %d: %+v became %+v", seat, a, b)
			}
		}
		for c := range ouro.Cell(s.Grid.Size()) {
			if s.Terrain(c) != got.Terrain(c) || s.Segments(c) != got.Segments(c) || s.HasFood(c) != got.HasFood(c) || s.Hazard(c) != got.Hazard(c) {
				t.Fatalf("cell %d differs", c)
			}
		}
		if got.Turn != s.Turn || !slices.Equal(got.Food, s.Food) || !slices.Equal(got.Hazards, s.Hazards) || got.Room() != s.Room() {
			t.Fatalf("%s became %s", s, got)
		}
	})
	if n < 500 || dead < 10 {
		t.Errorf("only %d positions, %d dead snakes", n, dead)
	}
}

func TestNew(t *testing.T) {
	n := 0
	positions(t, func(rules ouro.Spec, s *ouro.State) {
		n++
		rules.Options = ouro.Options{{Key: "a", Value: `"x" \`}}
		sent := &wire.New{
			Rules: rules, Game: wire.GameOf(rules), Board: wire.BoardOf(s.Grid), Seat: n % len(s.Snakes), Seats: len(s.Snakes),
			Seed: math.MaxUint64 - uint64(n), Options: map[string]json.RawMessage{"depth": json.RawMessage("3"), "text": json.RawMessage(`"é"`)}, State: s,
		}
		line := wire.AppendNew(nil, sent)
		q, err := wire.ParseQuestion(line, nil)
		if err != nil || q.Kind != wire.IsNew {
			t.Fatal(err, string(line))
		}
		if got := q.New.State; got.TurnBack != s.TurnBack || got.AlwaysGrow != s.AlwaysGrow || got.HazardDamage != s.HazardDamage {
			t.Fatalf("flags of the rules: %+v became %+v", s, got)
		}
		q.New.State = s
		if !reflect.DeepEqual(q.New, sent) {
			t.Fatalf("sent %+v, understood %+v", sent, q.New)
		}
	})
	if n == 0 {
		t.Error("no positions")
	}
}

func TestGames(t *testing.T) {
	kinds := map[roster.GameKind]string{roster.Classic: "classic", roster.Maze: "maze", roster.Battlesnake: "battlesnake"}
	for _, e := range roster.Rules() {
		if got := wire.GameOf(ouro.Spec{Name: e.Name}); got != kinds[e.Kind] || !slices.Contains(wire.Games, got) {
			t.Errorf("%s is %s", e.Name, got)
		}
	}
}

func TestAnswers(t *testing.T) {
	g := ouro.MustGrid(3, 2)
	nan := math.NaN()
	notes := []ouro.Note{
		{Verb: ouro.NotePath, Label: "plan", Cells: []ouro.Cell{0, 1, 4}},
		{Verb: ouro.NoteCells, Label: `"<é`, Cells: []ouro.Cell{5}},
		{Verb: ouro.NoteHeat, Label: "food", Heat: []float64{1, 2.5, nan, 0, -1e300, 6}},
		{Verb: ouro.NoteTree, Label: "calls", Tree: &ouro.Node{}},
		{Verb: ouro.NoteMoves, Label: "scores", Moves: [4]float64{1, nan, math.Inf(-1), 0.1}},
		{Verb: ouro.NoteValue, Label: "v", Value: 12},
		{Verb: ouro.NotePath, Label: "candidates", Cells: []ouro.Cell{0, 1}, Value: -8.5},
	}
	move := wire.Move{ID: 17, Dir: ouro.Left, Score: -1.5, Depth: 4, Nodes: 900, Notes: notes}
	var a wire.Answer
	line := wire.AppendMoveWithNotes(nil, &move, g)
	if err := a.Parse(line, g); err != nil {
		t.Fatal(err, string(line))
	}
	got := a.Move.Notes
	a.Move.Notes, move.Notes = nil, nil
	if a.Kind != wire.IsMove || !reflect.DeepEqual(a.Move, move) || len(got) != len(notes)-1 {
		t.Errorf("%s is understood as %+v with %d notes", line, a.Move, len(got))
	}
	if h := got[2].Heat; !math.IsNaN(h[2]) || h[1] != 2.5 || h[4] != -1e300 {
		t.Error("heat:", h)
	}
	if m := got[3].Moves; !math.IsNaN(m[1]) || m[2] != -math.MaxFloat64 || m[3] != 0.1 {
		t.Error("moves:", m)
	}
	if got[1].Label != `"<é` || !slices.Equal(got[0].Cells, notes[0].Cells) || got[4].Value != 12 || got[5].Value != -8.5 || got[0].Value != 0 {
		t.Errorf("notes: %+v", got)
	}
	for _, c := range []struct {
		line string
		want wire.Answer
	}{
		{string(wire.AppendReady(nil)), wire.Answer{Kind: wire.IsReady}},
		{string(wire.AppendError(nil, 7, "no move")), wire.Answer{Kind: wire.IsError, Move: wire.Move{ID: 7}, Message: "no move"}},
		{string(wire.AppendError(nil, 0, "no \"maze\"\n")), wire.Answer{Kind: wire.IsError, Message: "no \"maze\"\n"}},
		{string(wire.AppendBest(nil, wire.Best{ID: 3, Dir: ouro.Down})), wire.Answer{Kind: wire.IsBest, Move: wire.Move{ID: 3, Dir: ouro.Down}}},
		{` { "move" : "up" , "new":[{"a":null},-1.5e+3,true], "id":4.0, "score":null,"depth":null,"nodes":null,"notes":null,"type" : "\u006dove" } `, wire.Answer{Kind: wire.IsMove, Move: wire.Move{ID: 4}}},
		{`{"type":"move","id":1,"move":"north"}`, wire.Answer{Kind: wire.IsMove, Move: wire.Move{ID: 1}, Wrong: &wire.DirError{Text: "north"}}},
		{`{"type":"move","id":1,"move":{"up":1}}`, wire.Answer{Kind: wire.IsMove, Move: wire.Move{ID: 1}, Wrong: &wire.DirError{Text: `{"up":1}`}}},
		{`{"type":"info","id":9}`, wire.Answer{Move: wire.Move{ID: 9}}},
		{`{}`, wire.Answer{}},
	} {
		var a wire.Answer
		if err := a.Parse([]byte(c.line), g); err != nil || !reflect.DeepEqual(a, c.want) {
			t.Errorf("%s is %+v, %v", c.line, a, err)
		}
	}
}

func TestWrongAnswers(t *testing.T) {
	long := strings.Repeat(" ", wire.MaxLine) + "{}"
	for line, want := range map[string]string{
		``:                                                 "the JSON ends too early",
		`hello world`:                                      "want a message such as",
		`{"type":"move","id":1}`:                           `a message of type move needs "id" and "move"`,
		`{"type":"move","move":"up"}`:                      `a message of type move needs "id" and "move"`,
		`{"type":"move","id":1.5}`:                         "want a whole number, not 1.5",
		`{"type":"move","id":1,"move":"up"}}`:              "want the end of the line",
		`{"type":"move","id":01,"move":"up"}`:              "want a number",
		`{"type":"move",}`:                                 "want a string",
		`{"type":"move" "id":1}`:                           "want a comma or }",
		`{"a":` + strings.Repeat("[", 200) + `}`:           "nested more than 100 deep",
		`{"type":"move","id":1,"move":"up","score":1e999}`: "too large a number",
		`{"type":"move","id":1,"move":"up","notes":[{"verb":"path","cells":[[3,0]]}]}`:  "want a whole number from 0 to 2, not 3",
		`{"type":"move","id":1,"move":"up","notes":[{"verb":"moves","moves":[1,2,3]}]}`: "want 4 numbers",
		`{"type":"hello","version":2,"name":"x"}`:                                       "version 2 of the protocol, want 1",
		`{"type":"hello","version":1}`:                                                  "name: want 1 to 200 bytes",
		`{"type":"hello","version":1,"name":3}`:                                         "name: want a string, not number",
		long:                                                                            "a line of more than",
	} {
		var a wire.Answer
		if err := a.Parse([]byte(line), ouro.MustGrid(3, 2)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %s", line, err, want)
		}
	}
}

func TestWrongQuestions(t *testing.T) {
	state := `{"turn":0,"snakes":[{"body":[[1,1]],"health":5,"alive":true}],"food":[]}`
	for line, want := range map[string]string{
		`{"type":"turn","id":1}`: "the JSON ends too early",
		`{"type":"turn","id":1,"state":` + strings.Replace(state, "[1,1]", "[1,2]", 1) + `}`:             "snakes: want a whole number from 0 to 1, not 2",
		`{"type":"turn","id":1,"state":` + strings.Replace(state, "[1,1]", "", 1) + `}`:                  "snake 1 is alive but has no body",
		`{"type":"turn","id":1,"state":` + strings.Replace(state, `d":[]`, `d":[[0,0],[0,0]]`, 1) + `}`:  "a cell has food twice",
		`{"type":"turn","id":1,"state":{}}`:                                                              "the position has no snakes",
		`{"type":"turn","id":1,"time":-1,"state":{}}`:                                                    "time: want 0 or more",
		`{"type":"new","rules":"Classic"}`:                                                               "new: rules:",
		`{"type":"new","rules":"classic","seed":"x"}`:                                                    `seed "x" is not a whole number`,
		`{"type":"new","rules":"classic","seed":7}`:                                                      "Seed: want a string",
		`{"type":"new","rules":"classic","board":{"width":1}}`:                                           "board 1x0",
		`{"type":"new","rules":"classic","board":{"width":2,"height":2},"seat":1,"state":` + state + `}`: "seat 1 of 1",
	} {
		if _, err := wire.ParseQuestion([]byte(line), ouro.MustGrid(3, 2)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
	if _, err := wire.ParseQuestion([]byte(`{"type":"turn","id":1,"state":`+state+`}`), nil); err == nil {
		t.Error("a turn before there is a board")
	}
}

func TestIntro(t *testing.T) {
	low, high := 1.0, 9.0
	in := wire.Intro{Version: 1, Name: "n", Author: "a", Games: []string{"classic"}, Options: []wire.Option{
		{Name: "depth", Type: wire.Int, Default: json.RawMessage("3"), Min: &low, Max: &high, About: "moves"},
		{Name: "style", Type: wire.Choice, Choices: []string{"a", "b"}, Default: json.RawMessage(`"b"`)},
		{Name: "bold", Type: wire.Bool, Default: json.RawMessage("true")},
		{Name: "book", Type: wire.Text, Default: json.RawMessage(`""`)},
		{Name: "rate", Type: wire.Float, Default: json.RawMessage("0.5")},
	}}
	var a wire.Answer
	if err := a.Parse(wire.AppendIntro(nil, in), nil); err != nil || !reflect.DeepEqual(*a.Intro, in) {
		t.Fatalf("%+v, %v", a.Intro, err)
	}
	q, err := wire.ParseQuestion(wire.AppendHello(nil, wire.Hello{Version: 1, Host: "ouro"}), nil)
	if err != nil || q.Kind != wire.IsHello || q.Hello != (wire.Hello{Version: 1, Host: "ouro"}) {
		t.Errorf("%+v, %v", q, err)
	}
	for _, c := range []struct {
		i           int
		value, want string
	}{
		{0, "3", "3"},
		{0, "10", "option depth=10: want a whole number from 1 to 9"},
		{0, "x", "want a whole number"},
		{1, "a", `"a"`},
		{1, "c", "option style=c: want a or b"},
		{2, "false", "false"},
		{2, "no", "want true or false"},
		{3, `x "y"`, `"x \"y\""`},
		{4, "1e3", "1000"},
		{4, "NaN", "want a number"},
	} {
		value, err := in.Options[c.i].Value(c.value)
		if err != nil {
			value = json.RawMessage(err.Error())
		}
		if got := string(value); got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s=%s: %s, want %s", in.Options[c.i].Name, c.value, got, c.want)
		}
	}
	for _, change := range []func(*wire.Option){
		func(o *wire.Option) { o.Name = "A" },
		func(o *wire.Option) { o.Name = "style" },
		func(o *wire.Option) { o.Type = "integer" },
		func(o *wire.Option) { o.Default = json.RawMessage("10") },
		func(o *wire.Option) { o.Default = json.RawMessage("[3]") },
		func(o *wire.Option) { o.Type = wire.Choice },
		func(o *wire.Option) { o.About = strings.Repeat("x", 2000) },
	} {
		bad := in
		bad.Options = slices.Clone(in.Options)
		change(&bad.Options[0])
		if err := a.Parse(wire.AppendIntro(nil, bad), nil); err == nil {
			t.Errorf("%+v is accepted", bad.Options[0])
		}
	}
}

func TestAllocations(t *testing.T) {
	s := midGame()
	turn := wire.Turn{ID: 1 << 40, State: s, Nodes: 1000, Time: 20.5}
	move := wire.Move{ID: 1 << 40, Dir: ouro.Left, Score: 0.25, Depth: 3, Nodes: 77}
	buf := make([]byte, 0, 1<<16)
	line := wire.AppendMove(nil, &move)
	var a wire.Answer
	if n := testing.AllocsPerRun(100, func() {
		buf = wire.AppendTurn(buf[:0], &turn)
		buf = wire.AppendMove(buf[:0], &move)
		buf = wire.AppendStop(buf[:0], 7)
		if err := a.Parse(line, s.Grid); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if !errors.Is(a.Wrong, nil) || a.Move.Depth != 3 {
		t.Error(a)
	}
}

func midGame() *ouro.State {
	s := ouro.NewState(ouro.MustGrid(10, 10))
	var body []ouro.Cell
	for i := range 50 {
		x, y := i%10, i/10
		if y%2 == 1 {
			x = 9 - x
		}
		body = append(body, s.Grid.At(x, y))
	}
	s.AddSnake(body...)
	s.AddFood(s.Grid.At(9, 9))
	return s
}

func BenchmarkAppendTurn(b *testing.B) {
	turn := wire.Turn{ID: 1, State: midGame(), Nodes: 1000}
	var buf []byte
	for b.Loop() {
		buf = wire.AppendTurn(buf[:0], &turn)
	}
}

func BenchmarkParseMove(b *testing.B) {
	line := []byte(`{"type": "move", "id": 1234, "move": "left", "score": 1.5, "depth": 4, "nodes": 900}`)
	var a wire.Answer
	for b.Loop() {
		if err := a.Parse(line, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseTurn(b *testing.B) {
	s := midGame()
	line := wire.AppendTurn(nil, &wire.Turn{ID: 1, State: s, Nodes: 1000})
	for b.Loop() {
		if _, err := wire.ParseQuestion(line, s.Grid); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzAnswer: parsing does not panic. A valid answer is JSON, and it stays the same when it
// is written and parsed again.
func FuzzAnswer(f *testing.F) {
	g := ouro.MustGrid(3, 2)
	f.Add([]byte(`{"type":"move","id":17,"move":"up","score":1.5,"depth":4,"nodes":900,"notes":[{"verb":"heat","label":"x","heat":[1,2,3,null,5,6]},{"verb":"path","cells":[[0,0],[0,1]]}]}`))
	f.Add([]byte(`{"type":"hello","version":1,"name":"é","options":[{"name":"depth","type":"int","default":3,"min":1,"max":9}]}`))
	f.Add([]byte(`{"type":"best","id":-1,"move":"up\u0000"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var a wire.Answer
		if err := a.Parse(line, g); err != nil {
			return
		}
		if !json.Valid(line) {
			t.Fatalf("%q is no JSON", line)
		}
		if a.Kind != wire.IsMove || a.Wrong != nil {
			return
		}
		again := wire.AppendMoveWithNotes(nil, &a.Move, g)
		var b wire.Answer
		if err := b.Parse(again, g); err != nil {
			t.Fatalf("%s: %v", again, err)
		}
		if third := wire.AppendMoveWithNotes(nil, &b.Move, g); string(third) != string(again) {
			t.Fatalf("%s became %s", again, third)
		}
	})
}

// FuzzQuestion: parsing does not panic. A valid question is JSON, and its position stays
// the same when it is written and parsed again.
func FuzzQuestion(f *testing.F) {
	g := ouro.MustGrid(4, 3)
	f.Add([]byte(`{"type":"turn","id":1,"state":{"turn":3,"snakes":[{"body":[[1,1],[0,1]],"health":5,"alive":true},{"alive":false}],"food":[[3,2]],"walls":[[0,0]],"hedges":[[1,0]],"hazards":[[2,2],[2,2]]},"nodes":5}`))
	f.Add([]byte(`{"type":"new","rules":"standard:food=2","game":"battlesnake","board":{"width":4,"height":3,"wraps":true},"seed":"7","options":{"a":1},"state":{"snakes":[{"body":[[1,1]]}]}}`))
	f.Add([]byte(`{"type":"hello","version":1}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		q, err := wire.ParseQuestion(line, g)
		if err != nil {
			return
		}
		if !json.Valid(line) {
			t.Fatalf("%q is no JSON", line)
		}
		s := q.Turn.State
		if q.New != nil {
			s = q.New.State
		}
		if s == nil {
			return
		}
		text := wire.AppendState(nil, s)
		again, err := wire.ReadState(text, s.Grid)
		if err != nil || string(wire.AppendState(nil, again)) != string(text) {
			t.Fatalf("%s: %v", text, err)
		}
	})
}
