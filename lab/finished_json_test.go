package lab

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"ouro"
	"ouro/internal/jsonschema"
	"ouro/lab/stat"
)

// TestLineIsAsItsSchemaSays: the line of a game has no field that its schema does not
// know, and the schema knows none that no line has.
func TestLineIsAsItsSchemaSays(t *testing.T) {
	text, err := os.ReadFile("../docs/schema/lines/game.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var think stat.Histogram
	think.Add(3 * time.Millisecond)
	least := Finished{Tally: Tally{Ending: ouro.Drawn, Winner: -1, Seats: []Seat{{Length: 3}}}}
	full := Finished{
		Tally: Tally{Group: 1, Seating: 1, Turns: 9, Ending: ouro.Won, Winner: 0, Measures: []int{8, 900, 1, 4, 70}, Seats: []Seat{
			{Entrant: 1, Length: 3, Cause: ouro.Burnt, Died: 9, Mishaps: 3, Offered: 1, Late: 2, FirstMishap: "turn 1: late"},
		}},
		Think: []*stat.Sparse{think.Sparse()}, Took: time.Second, Discarded: []string{"late"},
	}
	for _, f := range []*Finished{&least, &full} {
		line, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Check(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if unused := schema.Unused(); unused != nil {
		t.Errorf("the schema has %q, which no line has", unused)
	}
}
