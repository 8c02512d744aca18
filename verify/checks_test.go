package verify_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouro/battlesnake/wire"
	"ouro/verify"
)

// body returns a snake on these cells, given as x and y alternately.
func body(id string, health int, xy ...int) wire.Snake {
	sn := wire.Snake{ID: id, Name: strings.ToUpper(id), Health: health}
	for i := 0; i < len(xy); i += 2 {
		sn.Body = append(sn.Body, wire.Coord{X: xy[i], Y: xy[i+1]})
	}
	sn.Head, sn.Length = sn.Body[0], len(sn.Body)
	return sn
}

// twoFrames returns two frames of a log. A and B move up, and C and D die. The moves of C
// and D are unknown; with the moves that the search tries first, they would live.
func twoFrames() (from, to *wire.Request, result *wire.Result) {
	game := wire.Game{ID: "g", Ruleset: wire.Ruleset{Name: "standard", Settings: wire.DefaultSettings()}}
	frame := func(turn int, snakes ...wire.Snake) *wire.Request {
		board := wire.Board{Width: 11, Height: 11, Snakes: snakes, Food: []wire.Coord{{X: 0, Y: 0}}, Hazards: []wire.Coord{}}
		return &wire.Request{Game: game, Turn: turn, Board: board, You: snakes[0]}
	}
	return frame(0, body("a", 100, 1, 1, 1, 0, 2, 0), body("b", 50, 3, 3, 3, 3, 3, 3), body("c", 90, 6, 6, 6, 5, 6, 4), body("d", 90, 8, 6, 8, 5, 8, 4)),
		frame(1, body("a", 99, 1, 2, 1, 1, 1, 0), body("b", 49, 3, 4, 3, 3, 3, 3)),
		&wire.Result{}
}

func logOf(t *testing.T, from, to *wire.Request, result *wire.Result) []byte {
	t.Helper()
	var text bytes.Buffer
	w := wire.NewLogWriter(&text, &from.Game)
	for _, frame := range []*wire.Request{from, to} {
		for i := range frame.Board.Snakes {
			sn := &frame.Board.Snakes[i]
			sn.Head, sn.Length = sn.Body[0], len(sn.Body)
		}
		if len(frame.Board.Snakes) > 0 {
			frame.You = frame.Board.Snakes[0]
		}
		if err := w.Frame(frame); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(*result); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// TestEveryCheckOfLogs makes one change at a time. Exactly one check must find it.
func TestEveryCheckOfLogs(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(from, to *wire.Request, result *wire.Result)
	}{
		{"nothing", "", func(_, _ *wire.Request, _ *wire.Result) {}},
		{"food that the map adds", "", func(_, to *wire.Request, _ *wire.Result) {
			to.Board.Food = append(to.Board.Food, wire.Coord{X: 9, Y: 9})
		}},
		{"health", "A health 99 by the rules, 98 in the log", func(_, to *wire.Request, _ *wire.Result) { to.Board.Snakes[0].Health = 98 }},
		{"health of another", "B health 49 by the rules, 50 in the log", func(_, to *wire.Request, _ *wire.Result) { to.Board.Snakes[1].Health = 50 }},
		{"body", "A body (1,2) (1,1) (1,0) by the rules, (1,2) (1,1) (2,1) in the log", func(_, to *wire.Request, _ *wire.Result) {
			to.Board.Snakes[0].Body[2] = wire.Coord{X: 2, Y: 1}
		}},
		{"gone", "B alive by the rules, gone in the log", func(_, to *wire.Request, result *wire.Result) {
			to.Board.Snakes = to.Board.Snakes[:1]
			result.WinnerID, result.WinnerName = "a", "A"
		}},
		{"alive", "A dead by the rules (self), alive in the log", func(_, to *wire.Request, _ *wire.Result) {
			to.Board.Snakes[0].Body = []wire.Coord{{X: 1, Y: 0}, {X: 1, Y: 1}, {X: 1, Y: 0}}
		}},
		{"food eaten by nobody", " food at (0,0) by the rules, none in the log", func(_, to *wire.Request, _ *wire.Result) { to.Board.Food = nil }},
		{"food under a snake", " new food at (1,1), which the map cannot add", func(_, to *wire.Request, _ *wire.Result) {
			to.Board.Food = append(to.Board.Food, wire.Coord{X: 1, Y: 1})
		}},
		{"food twice", " food at (0,0) twice", func(_, to *wire.Request, _ *wire.Result) {
			to.Board.Food = append(to.Board.Food, wire.Coord{X: 0, Y: 0})
		}},
		{"a jump", "A its head makes no step to a neighbouring cell", func(_, to *wire.Request, _ *wire.Result) {
			to.Board.Snakes[0] = body("a", 99, 9, 9, 9, 9, 9, 9)
		}},
		{"a newcomer", "E it is not in the previous frame", func(_, to *wire.Request, _ *wire.Result) {
			to.Board.Snakes = append(to.Board.Snakes, body("e", 100, 9, 9, 9, 9, 9, 9))
		}},
		{"another order", "", func(_, to *wire.Request, _ *wire.Result) { slices.Reverse(to.Board.Snakes) }},
		{"a draw", "", func(from, to *wire.Request, result *wire.Result) {
			from.Board.Snakes, to.Board.Snakes = from.Board.Snakes[2:], []wire.Snake{}
			to.You = body("c", 89, 6, 5, 6, 6, 6, 5)
			result.IsDraw = true
		}},
		{"a draw of the living", " the result is a draw, but 2 snakes are alive", func(_, _ *wire.Request, result *wire.Result) { result.IsDraw = true }},
		{"a living winner", "", func(_, _ *wire.Request, result *wire.Result) { result.WinnerID, result.WinnerName = "b", "B" }},
		{"a dead winner", "C the winner is dead", func(_, _ *wire.Request, result *wire.Result) { result.WinnerID, result.WinnerName = "c", "C" }},
	} {
		from, to, result := twoFrames()
		c.change(from, to, result)
		wantDifference(t, c.name, file(t, logOf(t, from, to, result)), 1, c.want)
	}
}

// TestUnknownFields: if each object of a log has an additional field, the report lists these
// fields as unknown and has no differences.
func TestUnknownFields(t *testing.T) {
	from, to, result := twoFrames()
	log := bytes.ReplaceAll(logOf(t, from, to, result), []byte(`{"`), []byte(`{"new":1,"`))
	r := file(t, log)
	wantDifference(t, "unknown fields", r, 1, "")
	want := []string{
		"game.new", "game.ruleset.new", "game.ruleset.settings.new", "game.ruleset.settings.royale.new", "game.ruleset.settings.squad.new",
		"new", "board.new", "board.food.new", "board.snakes.new", "board.snakes.body.new", "board.snakes.head.new", "board.snakes.customizations.new",
		"you.new", "you.body.new", "you.head.new", "you.customizations.new", "result.new",
	}
	slices.Sort(want)
	slices.Sort(r.Unknown)
	if !slices.Equal(r.Unknown, want) {
		t.Errorf("unknown: %q, want %q", r.Unknown, want)
	}
}

// wantDifference expects exactly one difference, with this snake and text. If want is "",
// it expects none.
func wantDifference(t *testing.T, name string, r *verify.Report, turn int, want string) {
	t.Helper()
	var wanted []verify.Difference
	if want != "" {
		snake, difference, _ := strings.Cut(want, " ")
		wanted = append(wanted, verify.Difference{Turn: turn, Snake: snake, What: difference})
	}
	// These logs begin and end in the middle of a game.
	r.Differences = slices.DeleteFunc(r.Differences, func(d verify.Difference) bool {
		return strings.HasPrefix(d.What, "not a start by the rules") || strings.HasPrefix(d.What, "the log ends before the game is over")
	})
	if r.Turns != 1 || !slices.Equal(r.Differences, wanted) {
		t.Errorf("%s: %d turns, differences %v, want %v", name, r.Turns, r.Differences, wanted)
	}
}

// TestManyDeaths: the deaths of many snakes in one turn are derived.
func TestManyDeaths(t *testing.T) {
	for dead := 5; dead <= 9; dead++ {
		from, to, result := twoFrames()
		from.Board.Snakes, to.Board.Snakes = from.Board.Snakes[:1], to.Board.Snakes[:1]
		for i := range dead {
			from.Board.Snakes = append(from.Board.Snakes, body(fmt.Sprint(i), 1, 10, i+1, 10, i+1, 10, i+1)) // starves
		}
		result.WinnerID, result.WinnerName = "a", "A"
		wantDifference(t, fmt.Sprint(dead, " deaths"), file(t, logOf(t, from, to, result)), 1, "")
	}
}

// oneTurn is a file of transitions. B dies in a collision with the head of A, which is as
// long as D and longer than C.
const oneTurn = `{"type":"game","ruleset":"standard","map":"standard","width":11,"height":11,"settings":{"shrinkEveryNTurns":25}}
{"type":"turn","before":{"turn":6,"food":[[9,9]],"hazards":[[10,10]],"snakes":[
{"id":"a","health":80,"body":[[3,5],[2,5],[1,5],[0,5]]},{"id":"b","health":80,"body":[[5,5],[6,5],[7,5]]},
{"id":"c","health":80,"body":[[8,1],[8,1],[8,1]]},{"id":"d","health":80,"body":[[0,1],[1,1],[2,1],[3,1]]}]},
"moves":[{"id":"a","move":"right"},{"id":"b","move":"left"},{"id":"c","move":"up"},{"id":"d","move":"up"}],
"rulesFood":[[9,9]],"rulesHazards":[[10,10]],
"after":{"turn":7,"food":[],"hazards":[],"snakes":[
{"id":"a","health":79,"body":[[4,5],[3,5],[2,5],[1,5]]},{"id":"b","health":79,"body":[[4,5],[5,5],[6,5]],"eliminatedCause":"head-collision","eliminatedBy":"a","eliminatedOnTurn":7},
{"id":"c","health":79,"body":[[8,2],[8,1],[8,1]]},{"id":"d","health":79,"body":[[0,2],[0,1],[1,1],[2,1]]}]}}`

// TestEveryCheckOfTransitions makes one change at a time. Exactly one check must find it.
func TestEveryCheckOfTransitions(t *testing.T) {
	for _, c := range []struct {
		name, old, replacement string
		turn                   int
		want                   string
	}{
		{"nothing", "", "", 7, ""},
		{"turn", `"turn":7`, `"turn":8`, 8, " turn 8 follows turn 6"},
		{"health", `"health":79`, `"health":78`, 7, "a health 79 by the rules, 78 in the file"},
		{"body", "[[4,5],[3,5],[2,5],[1,5]]", "[[4,5],[3,5],[2,5],[2,4]]", 7, "a body (4,5) (3,5) (2,5) (1,5) by the rules, (4,5) (3,5) (2,5) (2,4) in the file"},
		{"body of the dead", "[[4,5],[5,5],[6,5]]", "[[4,5],[5,5],[5,6]]", 7, "b body (4,5) (5,5) (6,5) by the rules, (4,5) (5,5) (5,6) in the file"},
		{"move", `"id":"c","move":"up"`, `"id":"c","move":"down"`, 7, "c body (8,0) (8,1) (8,1) by the rules, (8,2) (8,1) (8,1) in the file"},
		{"cause", "head-collision", "snake-collision", 7, "b head by the rules, body in the file"},
		{"turn of death", `"eliminatedOnTurn":7`, `"eliminatedOnTurn":6`, 7, "b dead since turn 7 by the rules, 6 in the file"},
		{"killer", `"eliminatedBy":"a"`, `"eliminatedBy":"c"`, 7, "b killed by seat 0 by the rules, by seat 2 in the file"},
		{"no killer", `"eliminatedBy":"a"`, `"eliminatedBy":""`, 7, "b killed by seat 0 by the rules, by seat -1 in the file"},
		{"a killer as long", `"eliminatedBy":"a"`, `"eliminatedBy":"d"`, 7, ""},
		{"food", `"rulesFood":[[9,9]]`, `"rulesFood":[]`, 7, " food at (9,9) by the rules, no place in the file"},
		{"more food", `"rulesFood":[[9,9]]`, `"rulesFood":[[9,9],[9,8]]`, 7, " food at (9,9) by the rules, (9,8) (9,9) in the file"},
		{"untold food", `"rulesFood":[[9,9]],`, "", 7, ""},
		{"hazards", `"rulesHazards":[[10,10]]`, `"rulesHazards":[]`, 7, " hazards at (10,10) by the rules, no place in the file"},
		{"hazards off the board", `"rulesHazards":[[10,10]]`, `"rulesHazards":[[11,11],[10,10]]`, 7, ""},
		{"untold hazards", `"rulesHazards":[[10,10]],`, "", 7, ""},
	} {
		head, turn, _ := strings.Cut(oneTurn, "\n")
		changed := strings.Replace(turn, c.old, c.replacement, 1)
		if changed == turn && c.name != "nothing" {
			t.Errorf("%s: nothing to change", c.name)
			continue
		}
		changed = strings.ReplaceAll(changed, "\n", "")
		wantDifference(t, c.name, file(t, []byte(head+"\n"+changed)), c.turn, c.want)
		if c.name == "hazards" {
			head = strings.Replace(head, `"ruleset":"standard"`, `"ruleset":"royale"`, 1)
			wantDifference(t, "hazards of royale", file(t, []byte(head+"\n"+changed)), c.turn, "")
		}
	}
}

// TestManyHazards: if hazards differ in many cells of a turn, the report has the first five
// cells and the number of the others.
func TestManyHazards(t *testing.T) {
	log := bytes.ReplaceAll(unpack(t, "testdata/logs/standard-royale-11-3-2.jsonl.gz"), []byte(`"map":"royale"`), []byte(`"map":"standard"`))
	cells, more := map[int]int{}, 0
	for _, d := range file(t, log).Differences {
		if strings.Contains(d.What, "of hazard at") {
			cells[d.Turn]++
		}
		if strings.HasSuffix(d.What, "more with other hazards") {
			more++
			if cells[d.Turn] != 5 || !strings.HasPrefix(d.What, "and ") {
				t.Errorf("turn %d: %s, after %d cells", d.Turn, d.What, cells[d.Turn])
			}
		}
	}
	if more == 0 {
		t.Error("no turn has more than five such cells")
	}
	for turn, n := range cells {
		if n > 5 {
			t.Errorf("turn %d: %d cells", turn, n)
		}
	}
}
