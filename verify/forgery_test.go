package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/saved"
	"ouro/verify"
)

// TestOfficialLogs: logs of the official engine have no differences. They are from its
// command line at commit 87e094e, with snakes of this program.
func TestOfficialLogs(t *testing.T) {
	names, err := filepath.Glob("testdata/logs/*.jsonl.gz")
	if err != nil || len(names) < 50 {
		t.Fatalf("%d logs, %v", len(names), err)
	}
	turns := 0
	for _, name := range names {
		r := file(t, read(t, name))
		turns += r.Turns
		if r.Kind != saved.Log || len(r.Differences) > 0 || len(r.Unknown) > 0 {
			t.Errorf("%s: %s, %v, unknown %v", name, r.Kind, r.Differences, r.Unknown)
		}
	}
	if turns < 5000 {
		t.Errorf("only %d turns", turns)
	}
}

// logOfGame returns the log of a game of this program, or nil if the game is longer than
// maxTurns.
func logOfGame(t testing.TB, game ouro.GameSpec, seed uint64) []byte {
	t.Helper()
	cfg := host.Config{Game: game, Seed: seed}
	for i := range game.Snakes {
		name := "random"
		cfg.Entrants = append(cfg.Entrants, host.Entrant{Name: fmt.Sprintf("%s <%d>", name, i), Spec: ouro.Spec{Name: name}})
	}
	var text bytes.Buffer
	g, err := host.New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := g.End(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	log := host.NewLog(&text, g)
	for over := false; !over; {
		if g.State().Turn > maxTurns {
			return nil
		}
		if err := log.Frame(); err != nil {
			t.Fatal(err)
		}
		if _, over = g.Over(); !over {
			if err := g.Move(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := log.End(); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// maxTurns limits the games of these tests.
const maxTurns = 250

// TestOwnLogs: logs of this program, of every ruleset on every map, have no differences.
func TestOwnLogs(t *testing.T) {
	eachOwnLog(t, func(name string, log []byte) {
		if r := file(t, log); len(r.Differences) > 0 || len(r.Unknown) > 0 || r.Turns == 0 {
			t.Errorf("%s: %d turns: %v, unknown %v", name, r.Turns, r.Differences, r.Unknown)
		}
	})
}

// A namedLog is the log of a game of this program.
type namedLog struct {
	name string
	text []byte
}

// ownLogs are the logs of games with every ruleset on every map, which the tests share.
var ownLogs struct {
	once sync.Once
	all  []namedLog
}

// eachOwnLog calls visit for each of the logs. visit must not change them.
func eachOwnLog(t *testing.T, visit func(name string, log []byte)) {
	t.Helper()
	ownLogs.once.Do(func() {
		seed := uint64(0)
		for _, set := range battlesnake.Rulesets() {
			for _, m := range battlesnake.Maps() {
				seed++
				w, h := 11, 11
				if len(m.Sizes) > 0 {
					w, h = m.Sizes[0].W, m.Sizes[0].H
				}
				snakes := min(m.MaxSnakes, 1+int(seed%4))
				rules := ouro.Spec{Name: set.Name, Options: ouro.Options{{Key: "map", Value: m.Name}, {Key: "shrink", Value: "5"}, {Key: "damage", Value: "30"}}}
				if log := logOfGame(t, ouro.GameSpec{Rules: rules, W: w, H: h, StartLength: 3, Snakes: snakes}, seed); log != nil {
					ownLogs.all = append(ownLogs.all, namedLog{fmt.Sprintf("%s %dx%d %d snakes seed %d", rules, w, h, snakes, seed), log})
				}
			}
		}
	})
	for _, log := range ownLogs.all {
		visit(log.name, log.text)
	}
	if len(ownLogs.all) < 120 {
		t.Errorf("%d logs only", len(ownLogs.all))
	}
}

// TestLogsOfPositions: logs of games from a position, of every ruleset on every map, have
// no differences. Without the source "position", the report says that their beginning is
// missing. It is a difference if the first frame is not a position of such a game.
func TestLogsOfPositions(t *testing.T) {
	logs := 0
	eachOwnLog(t, func(name string, log []byte) {
		in, err := wire.NewLogReader(bytes.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		game := ouro.GameSpec{Rules: in.Game().Spec(), StartLength: 3}
		for from := 0; from <= 13; from++ {
			frame, err := in.Next()
			if err != nil {
				break // a short game
			}
			if from != 1 && from != 13 {
				continue
			}
			s, _, err := frame.State()
			if err != nil {
				t.Fatal(err)
			}
			game.W, game.H, game.Snakes, game.Position = s.Grid.W, s.Grid.H, len(frame.Board.Snakes), s
			_, err = roster.Deal(game, 0)
			if game.Snakes < len(s.Snakes) || err != nil {
				continue
			}
			text := logOfGame(t, game, uint64(from))
			if text == nil {
				continue
			}
			logs++
			if r := file(t, text); len(r.Differences) > 0 || len(r.Unknown) > 0 || r.Turns == 0 {
				t.Errorf("%s from turn %d: %d turns: %v, unknown %v", name, from, r.Turns, r.Differences, r.Unknown)
			}
			if from == 1 || logs%20 > 0 {
				continue
			}
			untold := bytes.ReplaceAll(text, []byte(`"source":"position"`), []byte(`"source":""`))
			if r := file(t, untold); len(r.Differences) == 0 || !strings.Contains(r.Differences[0].What, "the log begins here") {
				t.Errorf("%s from turn %d, without its source: %v", name, from, r.Differences)
			}
		}
	})
	if logs < 150 {
		t.Errorf("%d logs only", logs)
	}
	position, err := ouro.ParseState("7x7/t4/s1.1U2,h90/s5.5D2,h90")
	if err != nil {
		t.Fatal(err)
	}
	text := logOfGame(t, ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2, Position: position}, 1)
	torn := bytes.Replace(text, []byte(`"health":90,"body":[{"x":1`), []byte(`"health":0,"body":[{"x":1`), 1)
	if r := file(t, torn); len(r.Differences) == 0 || !strings.Contains(r.Differences[0].What, "not a position of such a game: snake 1 has health 0") {
		t.Errorf("a dead snake at the start: %v", r.Differences)
	}
}

// place is the path of keys and indices to a value in a document.
type place []any

// field returns the keys of the place, without indices.
func (p place) field() string {
	var keys []string
	for _, step := range p {
		if key, ok := step.(string); ok {
			keys = append(keys, key)
		}
	}
	return strings.Join(keys, ".")
}

// places returns the places of all values in v.
func places(v any, at place) []place {
	var all []place
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(keysOf(v)) {
			here := append(slices.Clone(at), key)
			all = append(append(all, here), places(v[key], here)...)
		}
	case []any:
		for i := range v {
			here := append(slices.Clone(at), i)
			all = append(append(all, here), places(v[i], here)...)
		}
	}
	return all
}

func keysOf(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

// A forgery changes the value at a place in a document. make returns false if it cannot
// change the value.
type forgery struct {
	name string
	make func(parent any, step any, r *rand.Rand) (any, bool)
}

// forgeries are the possible changes. Each returns the changed parent.
var forgeries = []forgery{
	{"changed", func(parent, step any, r *rand.Rand) (any, bool) {
		return with(parent, step, altered(at(parent, step), r))
	}},
	{"null", func(parent, step any, _ *rand.Rand) (any, bool) { return with(parent, step, nil) }},
	{"deleted", func(parent, step any, _ *rand.Rand) (any, bool) {
		switch p := parent.(type) {
		case map[string]any:
			delete(p, step.(string))
			return p, true
		case []any:
			return slices.Delete(p, step.(int), step.(int)+1), true
		}
		return nil, false
	}},
	{"twice", func(parent, step any, _ *rand.Rand) (any, bool) {
		p, ok := parent.([]any)
		if !ok {
			return nil, false
		}
		return slices.Insert(p, step.(int), p[step.(int)]), true
	}},
	{"swapped", func(parent, step any, _ *rand.Rand) (any, bool) {
		p, ok := parent.([]any)
		if i, _ := step.(int); !ok || i == 0 {
			return nil, false
		} else {
			p[i-1], p[i] = p[i], p[i-1]
			return p, true
		}
	}},
}

func at(parent, step any) any {
	if p, ok := parent.(map[string]any); ok {
		return p[step.(string)]
	}
	return parent.([]any)[step.(int)]
}

func with(parent, step, v any) (any, bool) {
	switch p := parent.(type) {
	case map[string]any:
		p[step.(string)] = v
	case []any:
		p[step.(int)] = v
	}
	return parent, true
}

// altered returns a different value, of the same kind if possible.
func altered(v any, r *rand.Rand) any {
	switch v := v.(type) {
	case json.Number:
		n, _ := v.Int64()
		return n + []int64{-1, 1, 10}[r.IntN(3)]
	case string:
		return v + "x"
	case bool:
		return !v
	case []any:
		return []any{}
	case map[string]any:
		return map[string]any{}
	}
	return "x"
}

// forged returns the line with the forgery f at a place, or false if f is not possible
// there.
func forged(line []byte, p place, f forgery, r *rand.Rand) ([]byte, bool) {
	var doc any
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	if dec.Decode(&doc) != nil {
		return nil, false
	}
	var change func(v any, p place) (any, bool)
	change = func(v any, p place) (any, bool) {
		if len(p) == 1 {
			return f.make(v, p[0], r)
		}
		inner, ok := change(at(v, p[0]), p[1:])
		if !ok {
			return nil, false
		}
		return with(v, p[0], inner)
	}
	doc, ok := change(doc, p)
	if !ok {
		return nil, false
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return nil, false
	}
	return bytes.TrimSpace(text.Bytes()), true
}

// TestNoSnakes: a log whose first frame has no snakes is an error or has a difference, on every map.
func TestNoSnakes(t *testing.T) {
	snakes := regexp.MustCompile(`"snakes":\[.*\],"food"`)
	eachOwnLog(t, func(name string, log []byte) {
		lines := bytes.SplitAfter(log, []byte("\n"))
		empty := snakes.ReplaceAll(lines[1], []byte(`"snakes":[],"food"`))
		if bytes.Equal(empty, lines[1]) {
			t.Fatalf("%s: the first frame has no snakes: %s", name, lines[1])
		}
		lines[1] = empty
		if report, err := check(bytes.Join(lines, nil)); err == nil && len(report.Differences) == 0 {
			t.Errorf("%s: the forgery is not found", name)
		}
	})
}

// TestForgeriesOfEachField alters, deletes, repeats, nulls or swaps one value of one line
// at a time. The report must then have a difference, unless the value is listed as not
// checked.
func TestForgeriesOfEachField(t *testing.T) {
	noticed, logs := 0, uint64(0)
	drawn, fields := map[string]int{}, map[string]bool{}
	eachOwnLog(t, func(name string, log []byte) {
		r := rand.New(rand.NewPCG(1, logs)) // not seeded by the text of the log, which has measured times
		logs++
		lines := bytes.Split(bytes.TrimSpace(log), []byte("\n"))
		for range forgeriesOfLog {
			i := r.IntN(len(lines))
			if r.IntN(4) == 0 {
				i = []int{0, 1, len(lines) - 2, len(lines) - 1}[r.IntN(4)]
			}
			fieldAt := func(p place) string { return fieldOfLog(i, len(lines), p) }
			p, ok := rarePlace(lines[i], fieldAt, drawn, r)
			if !ok {
				continue
			}
			f := forgeries[r.IntN(len(forgeries))]
			line, ok := forged(lines[i], p, f, r)
			if !ok || sameMeaning(lines[i], line, p, f) {
				continue
			}
			changed := slices.Clone(lines)
			changed[i] = line
			field := fieldAt(p)
			fields[field] = true
			report, err := check(append(bytes.Join(changed, []byte("\n")), '\n'))
			switch {
			case err != nil || len(report.Differences) > 0 || len(report.Unknown) > 0:
				noticed++
			case mayPass(field, f, i, lines, line): // the value is listed as not checked
			default:
				t.Errorf("%s: line %d: %s at %v is not noticed", name, i+1, f.name, p)
			}
		}
	})
	if noticed < 300 {
		t.Errorf("only %d forgeries noticed", noticed)
	}
	for _, field := range everyField(t) {
		if !fields[field] {
			t.Errorf("%s was never changed", field)
		}
	}
}

// forgeriesOfLog is the number of forgeries that are tried on each log.
const forgeriesOfLog = 5

// rarePlace draws a place of the field that was drawn least often, and counts it.
func rarePlace(line []byte, fieldAt func(place) string, drawn map[string]int, r *rand.Rand) (place, bool) {
	var doc any
	if json.Unmarshal(line, &doc) != nil {
		return nil, false
	}
	byField := map[string][]place{}
	for _, p := range places(doc, nil) {
		byField[fieldAt(p)] = append(byField[fieldAt(p)], p)
	}
	var fields []string
	for _, field := range slices.Sorted(maps.Keys(byField)) {
		switch {
		case fields == nil || drawn[field] < drawn[fields[0]]:
			fields = []string{field}
		case drawn[field] == drawn[fields[0]]:
			fields = append(fields, field)
		}
	}
	field := fields[r.IntN(len(fields))]
	drawn[field]++
	all := byField[field]
	return all[r.IntN(len(all))], true
}

// fieldOfLog returns the name of the field as reports write it.
func fieldOfLog(line, lines int, p place) string {
	switch line {
	case 0:
		return "game." + p.field()
	case lines - 1:
		return "result." + p.field()
	}
	return p.field()
}

// sameMeaning reports whether the change has no effect, because it changed the order of a
// list whose order does not matter, or removed a field with its default value.
func sameMeaning(was, is []byte, p place, f forgery) bool {
	field := p.field()
	if f.name == "swapped" && !strings.Contains(field, "body") {
		return true
	}
	var a, b any
	return json.Unmarshal(was, &a) == nil && json.Unmarshal(is, &b) == nil && fmt.Sprint(a) == fmt.Sprint(b)
}

// mayPass reports whether the report need not have a difference, because the changed value
// is not checked: the table lists its field, or it is new food or a new hazard, which
// appears at random.
func mayPass(field string, f forgery, i int, lines [][]byte, line []byte) bool {
	for _, u := range verify.UncheckedOf(saved.Log) {
		if !u.Same && slices.Contains(u.Fields, field) {
			return true
		}
	}
	// If a field may be missing, it may also be empty, with the same meaning.
	if f.name == "deleted" || f.name == "null" || strings.HasSuffix(field, "squad") {
		for _, u := range verify.UncheckedOf(saved.Log) {
			if u.Same && slices.Contains(u.Fields, field) {
				was, err := wire.ParseRequest(lines[i])
				is, err2 := wire.ParseRequest(line)
				return i == 0 || err == nil && err2 == nil && fmt.Sprint(was) == fmt.Sprint(is)
			}
		}
	}
	if field == "board.snakes" && f.name == "deleted" {
		return diesNext(lines, i, line)
	}
	if strings.HasPrefix(field, "board.food") || strings.HasPrefix(field, "board.hazards") {
		return i > 1 && chanceAllows(lines[i-1], lines[i], line)
	}
	return false
}

// diesNext reports whether the snake that line lacks is missing from line i+1, too. line is line i
// without one of its snakes. A log does not show fatal moves, so the snake may have died a turn
// earlier.
func diesNext(lines [][]byte, i int, line []byte) bool {
	if i < 2 || i+1 >= len(lines)-1 {
		return false
	}
	forged, err1 := wire.ParseRequest(line)
	next, err2 := wire.ParseRequest(lines[i+1])
	if err1 != nil || err2 != nil {
		return false
	}
	for _, sn := range next.Board.Snakes {
		if !slices.ContainsFunc(forged.Board.Snakes, func(left wire.Snake) bool { return left.ID == sn.ID }) {
			return false
		}
	}
	return true
}

// chanceAllows reports whether the lines differ only in food and hazards that are new
// since the previous line.
func chanceAllows(before, was, is []byte) bool {
	last, err1 := wire.ParseRequest(before)
	old, err2 := wire.ParseRequest(was)
	forged, err3 := wire.ParseRequest(is)
	if err1 != nil || err2 != nil || err3 != nil {
		return false
	}
	if strings.Contains(last.Game.Ruleset.Name, "constrictor") {
		last.Board.Food = nil // by the rules, no food is left after a turn
	}
	changed := slices.Concat(without(old.Board.Food, forged.Board.Food), without(forged.Board.Food, old.Board.Food))
	for _, c := range changed {
		if slices.Contains(last.Board.Food, c) {
			return false
		}
	}
	return slices.Equal(old.Board.Hazards, forged.Board.Hazards) || len(old.Board.Hazards) != len(last.Board.Hazards)
}

func without(a, b []wire.Coord) []wire.Coord {
	return slices.DeleteFunc(slices.Clone(a), func(c wire.Coord) bool { return slices.Contains(b, c) })
}

// everyField returns the fields of the types into which logs are decoded.
func everyField(t *testing.T) []string {
	t.Helper()
	one := []wire.Coord{{}}
	snake := wire.Snake{Body: one}
	all := map[string]bool{}
	for prefix, v := range map[string]any{
		"game.": wire.Game{}, "result.": wire.Result{},
		"": wire.Request{Board: wire.Board{Snakes: []wire.Snake{snake}, Food: one, Hazards: one}, You: snake},
	} {
		text, err := json.Marshal(v)
		var doc any
		if err == nil {
			err = json.Unmarshal(text, &doc)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range places(doc, nil) {
			all[prefix+p.field()] = true
		}
	}
	return slices.Sorted(keysOfSet(all))
}

func keysOfSet(m map[string]bool) func(func(string) bool) {
	return func(yield func(string) bool) {
		for key := range m {
			if !yield(key) {
				return
			}
		}
	}
}

// TestForgeries makes plausible forgeries and checks their differences.
func TestForgeries(t *testing.T) {
	replace := func(old, changed string) func([]string) []string {
		return func(lines []string) []string {
			text := strings.Join(lines, "\n")
			if !strings.Contains(text, old) {
				t.Errorf("no %s to change", old)
			}
			return strings.Split(strings.ReplaceAll(text, old, changed), "\n")
		}
	}
	for _, c := range []struct {
		name, file string
		forge      func(lines []string) []string
		want       string
	}{
		{"nothing", "standard-royale-11-3-2", func(lines []string) []string { return lines }, ""},
		{"a log cut after turn 50, the loser named winner", "wrapped-royale-11-3-2", func(lines []string) []string {
			var frame wire.Request
			if err := json.Unmarshal([]byte(lines[51]), &frame); err != nil {
				t.Fatal(err)
			}
			loser := frame.Board.Snakes[2]
			end, err := json.Marshal(wire.Result{WinnerID: loser.ID, WinnerName: loser.Name})
			if err != nil {
				t.Fatal(err)
			}
			return append(slices.Clone(lines[:52]), string(end))
		}, "the log ends before the game is over"},
		{"another name of the winner", "standard-royale-11-3-2", replace(`"winnerName":"`, `"winnerName":"the great `), "the result calls the winner"},
		{"a draw", "standard-royale-11-3-2", replace(`"isDraw":false`, `"isDraw":true`), "a draw, but 1 snakes are alive"},
		{"the first 30 frames missing", "standard-royale-11-3-2", func(lines []string) []string { return slices.Delete(slices.Clone(lines), 1, 31) }, "the log begins here"},
		{"more damage", "standard-royale-11-3-2", replace(`"hazardDamagePerTurn":14`, `"hazardDamagePerTurn":15`), "health"},
		{"another shrinking", "standard-royale-11-3-2", replace(`"shrinkEveryNTurns":5`, `"shrinkEveryNTurns":6`), "of hazard at"},
		{"no food", "standard-royale-11-3-2", replace(`"foodSpawnChance":15`, `"foodSpawnChance":0`), "new food at"},
		{"more food", "standard-royale-11-3-2", replace(`"minimumFood":1`, `"minimumFood":9`), "new food, want"},
		{"another ruleset", "standard-royale-11-3-2", replace(`"name":"standard"`, `"name":"constrictor"`), "health"},
		{"another map", "standard-royale-11-3-2", replace(`"map":"royale"`, `"map":"standard"`), "of hazard at"},
		{"another ruleset in the first line", "standard-royale-11-3-2", func(lines []string) []string {
			first := strings.Replace(lines[0], `"name":"standard"`, `"name":"wrapped"`, 1)
			return append([]string{first}, lines[1:]...)
		}, "game: differs from the game of the first line"},
		{"a hazard from nowhere, for one turn", "standard-royale-11-3-2", func(lines []string) []string {
			lines = slices.Clone(lines)
			lines[3] = strings.Replace(lines[3], `"hazards":[]`, `"hazards":[{"x":5,"y":5}]`, 1)
			return lines
		}, "0 layers of hazard at (5,5) by the rules, 1 in the log"},
		{
			"a winner whom only those see who read keys letter by letter", "standard-royale-11-3-2",
			replace(`"winnerName":"`, `"winnerName":"the great","WINNERNAME":"`), "result.WINNERNAME: wrong upper or lower case",
		},
		{"food likewise", "standard-royale-11-3-2", replace(`"food":[`, `"food":[{"x":9,"y":9}],"Food":[`), "board.Food: wrong upper or lower case"},
		{"hazards likewise", "standard-royale-11-3-2", replace(`"hazards":[`, `"hazards":[{"x":9,"y":9}],"hazardſ":[`), "board.hazardſ: wrong upper or lower case"},
		{"walls for wrapping", "wrapped-royale-11-3-2", replace(`"name":"wrapped"`, `"name":"standard"`), ""},
		{"a maze that moves nobody", "solo-solo_maze-7-1-14", replace(`"map":"solo_maze"`, `"map":"empty"`), "not a start by the rules"},
	} {
		name := "testdata/logs/" + c.file + ".jsonl.gz"
		lines := c.forge(strings.Split(strings.TrimSpace(string(unpack(t, name))), "\n"))
		report, err := check([]byte(strings.Join(lines, "\n") + "\n"))
		switch {
		case c.name == "nothing" || err == nil && len(report.Differences) > 0 && strings.Contains(fmt.Sprint(report.Differences), c.want):
		case err != nil && c.want == "": // the log is not of a valid game
		default:
			t.Errorf("%s: %v, %v, want %q", c.name, err, report, c.want)
		}
	}
}
