package wire_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/rule/battlesnake"
)

// TestGoldenRequests: a request of an engine has the same keys in the same order after it
// is read and written.
func TestGoldenRequests(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 6 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range []string{"start.json", "move.json", "move-hazards.json", "move-wrapped-constrictor.json", "end-dead.json"} {
		r, err := wire.ParseRequest(readFile(t, name))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		golden(t, name, r)
		if err := r.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSparseRequest: unknown keys are ignored, and missing keys have their defaults.
func TestSparseRequest(t *testing.T) {
	r, err := wire.ParseRequest(readFile(t, "move-sparse.json"))
	if err != nil {
		t.Fatal(err)
	}
	settings := wire.DefaultSettings()
	settings.MinimumFood = 2
	if r.Game.Ruleset.Settings != settings {
		t.Errorf("settings %+v, want %+v", r.Game.Ruleset.Settings, settings)
	}
	if got := r.Game.TimeLimit(); got != 500*time.Millisecond {
		t.Errorf("time limit %v", got)
	}
	s, seat, err := r.State()
	if err != nil || seat != 0 || s.Snakes[0].Body.Len() != 3 {
		t.Errorf("seat %d, error %v", seat, err)
	}
}

func TestTimeLimit(t *testing.T) {
	for ms, want := range map[int]time.Duration{0: 500 * time.Millisecond, 1: time.Millisecond, 1500: 1500 * time.Millisecond} {
		if got := (&wire.Game{Timeout: ms}).TimeLimit(); got != want {
			t.Errorf("timeout %d is %v, want %v", ms, got, want)
		}
	}
}

func TestResponseTime(t *testing.T) {
	for text, want := range map[string]time.Duration{"0": 0, "123": 123 * time.Millisecond, "1.5": 1500 * time.Microsecond} {
		if got, ok := (&wire.Snake{Latency: text}).ResponseTime(); !ok || got != want {
			t.Errorf("latency %q is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "soon", "-1", "NaN", "Inf", "1e300", "5ms"} {
		if got, ok := (&wire.Snake{Latency: text}).ResponseTime(); ok {
			t.Errorf("latency %q is %v", text, got)
		}
	}
}

// TestParseErrors: the error for an invalid request says why it is invalid, in one line.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "empty, want JSON"},
		{"white space", " \n", "empty, want JSON"},
		{"text", "hello", "not JSON: invalid character 'h' looking for beginning of value at byte 1"},
		{"cut off", `{"game":`, "not JSON: unexpected end of JSON input at byte 8"},
		{"twice", `{} {}`, "not JSON: invalid character '{' after top-level value at byte 4"},
		{"list", `[]`, "want an object, not array"},
		{"string", `"up"`, "want an object, not string"},
		{"string for a number", `{"turn":"3"}`, "turn: want a whole number, not string"},
		{"fraction", `{"board":{"food":[{"x":1.5,"y":0}]}}`, "board.food.x: want a whole number, not number 1.5"},
		{"too large a number", `{"board":{"width":1e99}}`, "board.width: want a whole number, not number 1e99"},
		{"number for a string", `{"you":{"id":7}}`, "you.id: want a string, not number"},
		{"object for a list", `{"board":{"snakes":{}}}`, "board.snakes: want a list, not object"},
		{"number for an object", `{"board":{"snakes":[{"body":[3]}]}}`, "board.snakes.body: want an object, not number"},
		{"number for a bool", `{"game":{"ruleset":{"settings":{"squad":{"sharedHealth":1}}}}}`, "game.ruleset.settings.squad.sharedHealth: want true or false, not number"},
	} {
		_, err := wire.ParseRequest([]byte(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestCheck: the error for an invalid position names the key.
func TestCheck(t *testing.T) {
	type request = wire.Request
	type coord = wire.Coord
	for _, c := range []struct {
		name   string
		file   string // move.json unless set
		change func(*request)
		want   string // "" for a valid position
	}{
		{name: "as it is", change: func(*request) {}},
		{name: "no game id", change: func(r *request) { r.Game.ID = "" }, want: "game.id: missing"},
		{name: "long game id", change: func(r *request) { r.Game.ID = strings.Repeat("x", 257) }, want: "game.id: longer than 256 bytes"},
		{name: "unknown ruleset", change: func(r *request) { r.Game.Ruleset.Name = "squad" }, want: `game.ruleset.name: unknown ruleset "squad" (known: standard, solo, royale, constrictor, wrapped, wrapped_constrictor)`},
		{name: "no ruleset", change: func(r *request) { r.Game.Ruleset.Name = "" }},
		{name: "negative timeout", change: func(r *request) { r.Game.Timeout = -1 }, want: "game.timeout: -1 is not from 0 to 3600000 milliseconds"},
		{name: "no timeout", change: func(r *request) { r.Game.Timeout = 0 }},
		{name: "great damage", change: func(r *request) { r.Game.Ruleset.Settings.HazardDamagePerTurn = 1 << 40 }, want: "game.ruleset.settings.hazardDamagePerTurn: 1099511627776 is not from -1048576 to 1048576"},
		{name: "negative turn", change: func(r *request) { r.Turn = -1 }, want: "turn: -1 is not from 0 to 1073741824"},
		{name: "no width", change: func(r *request) { r.Board.Width = 0 }, want: "board: 0x11: width and height must be 2 to 64"},
		{name: "negative height", change: func(r *request) { r.Board.Height = -11 }, want: "board: 11x-11: width and height must be 2 to 64"},
		{name: "wide", change: func(r *request) { r.Board.Width = 65 }, want: "board: 65x11: width and height must be 2 to 64"},
		{name: "food off the board", change: func(r *request) { r.Board.Food[1] = coord{0, 11} }, want: "board.food[1]: (0,11) is off the 11x11 board"},
		{name: "food twice", change: func(r *request) { r.Board.Food[1] = r.Board.Food[0] }},
		{name: "hazard off the board", change: func(r *request) { r.Board.Hazards = []coord{{-1, -1}} }},
		{name: "many hazards", change: func(r *request) { r.Board.Hazards = make([]coord, 1<<15+1) }, want: "board.hazards: 32769 entries; want at most 32768"},
		{name: "many snakes", change: func(r *request) { r.Board.Snakes = make([]wire.Snake, 17) }, want: "board.snakes: 17 snakes; want at most 16"},
		{name: "no snake id", change: func(r *request) { r.Board.Snakes[1].ID = "" }, want: "board.snakes[1].id: missing"},
		{name: "one id for two", change: func(r *request) { r.Board.Snakes[2].ID = "1c4f" }, want: `board.snakes[2].id: "1c4f" is the id of board.snakes[1] too`},
		{name: "great health", change: func(r *request) { r.Board.Snakes[1].Health = 101 }, want: "board.snakes[1].health: 101 is not from 0 to 100"},
		{name: "negative health", change: func(r *request) { r.Board.Snakes[1].Health = -1 }, want: "board.snakes[1].health: -1 is not from 0 to 100"},
		{name: "no body", change: func(r *request) { r.Board.Snakes[0].Body = nil }, want: "board.snakes[0].body: no segments"},
		{name: "head off the board", change: func(r *request) { r.Board.Snakes[2].Body[0] = coord{12, 3} }, want: "board.snakes[2].body[0]: (12,3) is off the 11x11 board"},
		{name: "torn body", change: func(r *request) { r.Board.Snakes[0].Body[3] = coord{0, 0} }, want: "board.snakes[0].body[3]: (0,0) is not beside (4,4)"},
		{name: "diagonal body", change: func(r *request) { r.Board.Snakes[0].Body[3] = coord{3, 3} }, want: "board.snakes[0].body[3]: (3,3) is not beside (4,4)"},
		{name: "long body", change: func(r *request) { r.Board.Snakes[0].Body = make([]coord, 125) }, want: "board.snakes[0].body: 125 segments; at most 124 fit on the board"},
		{name: "long bodies", change: func(r *request) {
			for i := range r.Board.Snakes {
				r.Board.Snakes[i].Body = make([]coord, 100)
			}
		}, want: "board.snakes: 300 segments in all; at most 130 fit on the board"},
		{name: "no you", change: func(r *request) { r.You = wire.Snake{} }, want: "you: missing"},
		{name: "you without id", change: func(r *request) { r.You.ID = "" }, want: "you.id: missing"},
		{name: "you without body", change: func(r *request) { r.You.Body = nil }},
		{name: "dead you", change: func(r *request) { r.You.ID = "gone" }},
		{name: "dead you with a body off the board", file: "end-dead.json", change: func(r *request) { r.You.Body[1] = coord{4, -1} }, want: "you.body[1]: (4,-1) is off the 11x11 board"},
		{name: "dead you far off", file: "end-dead.json", change: func(r *request) { r.You.Body[0] = coord{4, -1 << 63} }, want: "you.body[1]: (4,0) is not beside (4,-9223372036854775808)"},
		{name: "dead you without neck", file: "end-dead.json", change: func(r *request) { r.You.Body = r.You.Body[:1] }, want: "you.body[0]: (4,-1) is off the 11x11 board"},
		{name: "body across the edge", file: "move-wrapped-constrictor.json", change: func(*request) {}},
		{name: "body across a wall", file: "move-wrapped-constrictor.json", change: func(r *request) { r.Game.Ruleset.Name = "constrictor" }, want: "board.snakes[0].body[1]: (6,3) is not beside (0,3)"},
		{name: "off a board that wraps", file: "move-wrapped-constrictor.json", change: func(r *request) { r.You.ID, r.You.Body[0] = "gone", coord{2, 9} }, want: "you.body[0]: (2,9) is off the 7x9 board"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.file == "" {
				c.file = "move.json"
			}
			r, err := wire.ParseRequest(readFile(t, c.file))
			if err != nil {
				t.Fatal(err)
			}
			c.change(r)
			got := ""
			_, _, err = r.State()
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// FuzzRequest: a request stays the same when it is written and parsed, and so does its
// position in Match and State.
func FuzzRequest(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 6 {
		f.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		f.Add(readFile(f, filepath.Base(name)))
	}
	for seed := range uint64(5) {
		m, s := position(seed)
		f.Add([]byte(marshal(f, m.Request(s, 0))))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := wire.ParseRequest(data)
		if err != nil {
			wantOneLine(t, err)
			return
		}
		again, err := wire.ParseRequest([]byte(marshal(t, r)))
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Fatalf("read again: %v\n%+v\n%+v", err, again, r)
		}
		s, seat, err := r.State()
		if err != nil {
			wantOneLine(t, err)
			return
		}
		m := wire.Match{Game: r.Game}
		for _, sn := range r.Board.Snakes {
			m.Players = append(m.Players, wire.Player{ID: sn.ID})
		}
		if seat == len(m.Players) {
			m.Players = append(m.Players, wire.Player{ID: r.You.ID})
		}
		s2, seat2, err := m.Request(s, seat).State()
		if err != nil || seat2 != seat || !s2.Equal(s) {
			t.Fatalf("seat %d after %d, %v: %s", seat2, seat, err, data)
		}
	})
}

func wantOneLine(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); text == "" || strings.ContainsAny(text, "\n\r") {
		t.Fatalf("error %q is not one line", text)
	}
}

// TestGameOfRules: NewGame and Spec restore the name and options of rules.
func TestGameOfRules(t *testing.T) {
	for _, text := range []string{
		"standard", "solo:food=20", "royale:shrink=7,damage=-3", "wrapped_constrictor:map=hz_spiral,minfood=0", "wrapped:map=royale",
	} {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		g, err := wire.NewGame("g", spec, 300*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if g.TimeLimit() != 300*time.Millisecond || g.Ruleset.Name != spec.Name {
			t.Errorf("%s: %+v", text, g)
		}
		back := g.Spec()
		want, err := battlesnake.New(spec.Name, spec.Options)
		if err != nil {
			t.Fatal(err)
		}
		got, err := battlesnake.New(back.Name, back.Options)
		if err != nil || got.Settings() != want.Settings() || got.Map() != want.Map() || got.Ruleset() != want.Ruleset() {
			t.Errorf("%s became %s, %v", text, back, err)
		}
		if _, err := g.Rules(); err != nil {
			t.Error(err)
		}
	}
	if _, err := wire.NewGame("g", ouro.Spec{Name: "classic"}, time.Second); err == nil || !strings.Contains(err.Error(), "unknown ruleset") {
		t.Error(err)
	}
}

// TestForeignMap: a snake can play an unknown map, but not an unknown ruleset.
func TestForeignMap(t *testing.T) {
	g := wire.Game{Map: "hz_new", Ruleset: wire.Ruleset{Name: "wrapped", Settings: wire.Settings{FoodSpawnChance: 500}}}
	if r, err := g.Rules(); err != nil || r.(battlesnake.Rules).Ruleset() != "wrapped" {
		t.Error(err)
	}
	g.Ruleset.Name = "chess"
	if _, err := g.Rules(); err == nil {
		t.Error("chess is played")
	}
	if r, err := (&wire.Game{}).Rules(); err != nil || r.(battlesnake.Rules).Ruleset() != "standard" {
		t.Error(err)
	}
}

// TestEngineToWire: Match and State restore positions of real games, for living and dead
// snakes, except for the parts that requests lack.
func TestEngineToWire(t *testing.T) {
	for _, ruleset := range battlesnake.Rulesets() {
		name := ruleset.Name
		rules, err := battlesnake.New(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(2) {
			g, err := wire.NewGame("g", ouro.Spec{Name: name}, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			m := &wire.Match{Game: g, Players: []wire.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
			dice := battlesnake.NewDice(int64(seed))
			s, err := rules.Start(11, 11, 4, dice)
			if err != nil {
				t.Fatal(err)
			}
			moves := ouro.NewPCG(seed)
			joint := make([]ouro.Dir, 4)
			for range 100 {
				compareWire(t, m, s)
				if _, over := rules.Over(s); over {
					break
				}
				for seat := range joint {
					if joint[seat] = ouro.Dir(moves.Roll(4)); s.Snakes[seat].Cause != ouro.Alive {
						continue
					}
					if legal := s.Legal(seat); legal.Len() > 0 && moves.Roll(20) > 0 {
						joint[seat] = legal.At(moves.Roll(legal.Len()))
					}
				}
				rules.Step(s, joint)
				rules.Spawn(s, dice)
			}
		}
	}
}

func compareWire(t *testing.T, m *wire.Match, s *ouro.State) {
	t.Helper()
	for seat, r := range m.Requests(s) {
		got, at, err := r.State()
		if err != nil {
			t.Fatalf("%s turn %d seat %d: %v", m.Game.Ruleset.Name, s.Turn, seat, err)
		}
		me, sent := &got.Snakes[at], &s.Snakes[seat]
		if !sameBody(&me.Body, &sent.Body) || me.Health != max(0, sent.Health) || (me.Cause == ouro.Alive) != (sent.Cause == ouro.Alive) || me.Exit != sent.Exit {
			t.Fatalf("%s turn %d seat %d: %+v, sent %+v", m.Game.Ruleset.Name, s.Turn, seat, me, sent)
		}
		for c := range ouro.Cell(s.Grid.Size()) {
			if got.Segments(c) != s.Segments(c) || got.HasFood(c) != s.HasFood(c) || got.Hazard(c) != s.Hazard(c) {
				t.Fatalf("%s turn %d seat %d: cell %d differs", m.Game.Ruleset.Name, s.Turn, seat, c)
			}
		}
		if got.Turn != s.Turn || got.HazardDamage != s.HazardDamage || got.AlwaysGrow != s.AlwaysGrow || got.TurnBack != s.TurnBack || got.Grid.Wraps != s.Grid.Wraps {
			t.Fatalf("%s turn %d: the turn, the board or a flag of the rules differs", m.Game.Ruleset.Name, s.Turn)
		}
	}
}

func sameBody(a, b *ouro.Body) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if a.At(i) != b.At(i) {
			return false
		}
	}
	return true
}
