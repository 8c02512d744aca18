package wire_test

import (
	"encoding/json"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/wire"
)

// largestRequest returns the largest valid request: you on every cell of the largest board, fifteen
// coiled snakes, food on every cell and eight layers of hazard.
func largestRequest() *wire.Request {
	const side = ouro.MaxSide
	var cells []wire.Coord
	for y := range side {
		for x := range side {
			if y%2 == 1 {
				x = side - 1 - x
			}
			cells = append(cells, wire.Coord{X: x, Y: y})
		}
	}
	text := func(first string) string { return first + strings.Repeat("x", 255) }
	r := &wire.Request{
		Game: wire.Game{
			ID: text("g"), Map: text("m"), Timeout: 3600000, Source: text("s"),
			Ruleset: wire.Ruleset{Name: "wrapped_constrictor", Version: text("v"), Settings: wire.DefaultSettings()},
		},
		Turn:  1 << 30,
		Board: wire.Board{Width: side, Height: side, Food: cells},
	}
	for range 8 {
		r.Board.Hazards = append(r.Board.Hazards, cells...)
	}
	for i := range 16 {
		end := cells[len(cells)-1]
		body := []wire.Coord{end, end, end}
		if i == 0 {
			body = append(cells[:len(cells):len(cells)], body...)
		}
		r.Board.Snakes = append(r.Board.Snakes, wire.Snake{
			ID: text(string(rune('a' + i))), Name: text("n"), Shout: text("s"), Squad: text("q"), Latency: "499", Health: 100,
			Body: body, Head: body[0], Length: len(body),
			Customizations: wire.Customizations{Color: "#123456", Head: text("h"), Tail: text("t")},
		})
	}
	r.You = r.Board.Snakes[0]
	return r
}

// TestLargestRequest: the largest request fits into MaxRequest and is parsed.
func TestLargestRequest(t *testing.T) {
	text := marshal(t, largestRequest())
	airy := regexp.MustCompile(`[,:]`).ReplaceAllString(text, "$0 ")
	t.Logf("%d bytes, %d with spaces", len(text), len(airy))
	if len(airy) > wire.MaxRequest {
		t.Errorf("%d bytes, more than %d", len(airy), wire.MaxRequest)
	}
	r, err := wire.ParseRequest([]byte(airy))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.State(); err != nil {
		t.Error(err)
	}
}

// TestHostileRequests: a list of many empty entries is refused before it takes much memory.
func TestHostileRequests(t *testing.T) {
	fill := func(begin, entry, end string) string {
		n := (wire.MaxRequest - len(begin) - len(end)) / len(entry)
		return begin + strings.TrimSuffix(strings.Repeat(entry, n), ",") + end
	}
	for _, c := range []struct{ name, text, want string }{
		{"snakes", fill(`{"board":{"snakes":[`, `{},`, `]}}`), "board.snakes: more than 16 snakes"},
		{"snakes of null", fill(`{"board":{"snakes":[`, `null,`, `]}}`), "board.snakes: more than 16 snakes"},
		{"snakes of numbers", fill(`{"board":{"snakes":[`, `1,`, `]}}`), "board.snakes: more than 16 snakes"},
		{"snakes in another case", fill(`{"bOard":{"SNAKEſ":[`, `{},`, `]}}`), "board.snakes: more than 16 snakes"},
		{"snakes with escapes", fill(`{"board":{"s\u006eakes":[`, `{},`, `]}}`), "board.snakes: more than 16 snakes"},
		{"snakes after a quote", fill(`{"x\\\"":"\\","board":{"snakes":[`, `{},`, `]}}`), "board.snakes: more than 16 snakes"},
		{"snakes again and again", fill(`{"board":{"x":0`, `,"snakes":[{},{},{},{}]`, `}}`), "board.snakes: more than 16 snakes"},
		{"food", fill(`{"board":{"food":[`, `{},`, `]}}`), "all lists together have more than 46123 entries"},
		{"a body", fill(`{"you":{"body":[`, `0,`, `]}}`), "all lists together have more than 46123 entries"},
		{"unknown lists", fill(`{"x":[`, `[],`, `]}`), "all lists together have more than 46123 entries"},
		{"lists in lists", strings.Repeat("[", wire.MaxRequest/2) + strings.Repeat("]", wire.MaxRequest/2), "lists and objects are nested deeper than 32 levels"},
		{"objects in objects", strings.Repeat(`{"":`, wire.MaxRequest/5) + "0" + strings.Repeat("}", wire.MaxRequest/5), "lists and objects are nested deeper than 32 levels"},
		{"a name", fill(`{"you":{"name":"`, `x`, `"}}`), ""},
		{"bodies again and again", fill(`{"you":{"x":0`, `,"body":[{},{},{},{}]`, `}}`), "all lists together have more than 46123 entries"},
		{"a long number", fill(`{"turn":1`, `0`, `}`), "turn: want a whole number, not number 100000000000000000000000000000000… (1048534 bytes more)"},
		{"a string without an end", fill(`{"turn":"`, `\"`, ``), "not JSON: unexpected end of JSON input at byte 1048575"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := []byte(c.text)
			if !json.Valid(data) && c.want == "" {
				t.Fatal("the request is not JSON")
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := wire.ParseRequest(data)
			runtime.ReadMemStats(&after)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %.200s\nwant %s", got, c.want)
			}
			if made := after.TotalAlloc - before.TotalAlloc; made > 4*wire.MaxRequest {
				t.Errorf("%d bytes were allocated for %d", made, len(data))
			}
		})
	}
}

// TestCountTolerates: text that only looks like many entries is parsed.
func TestCountTolerates(t *testing.T) {
	for _, text := range []string{
		`{"x":"` + strings.Repeat("[", 100) + `"}`,
		`{"x":{"y":[` + strings.Repeat("{},", 99) + `{}]}}`,
		`{"board":{"snakes":[` + strings.Repeat(`{"body":[{},{},{}]},`, 15) + `{"body":[{},{}]}],"food":[` + strings.Repeat("{},", 99) + `{}]}}`,
		`{"snakes":[` + strings.Repeat("{},", 99) + `{}]}`,
	} {
		if _, err := wire.ParseRequest([]byte(text)); err != nil {
			t.Errorf("%v: %.60s", err, text)
		}
	}
}

// BenchmarkParseRequest parses a usual request, and for comparison decodes it with
// encoding/json alone.
func BenchmarkParseRequest(b *testing.B) {
	data := readFile(b, "move.json")
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := wire.ParseRequest(data); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			var r wire.Request
			if err := json.Unmarshal(data, &r); err != nil {
				b.Fatal(err)
			}
		}
	})
}
