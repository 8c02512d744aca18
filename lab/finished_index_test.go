package lab_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/lab"
)

// indexLine is a game of a tournament in the old format.
const indexLine = `{"schema":1,"group":3,"seating":1,"seed":15817284530417391735,"ending":"won","winner":0,"turns":40,"measures":[1,2],` +
	`"discarded":["late","gone"],"seats":[{"snake":1,"length":9,"cause":"alive","think":{"sum_ns":3000,"max_ns":1000,"times":[[1003,3]]}},` +
	`{"snake":0,"length":5,"cause":"head","died":40,"mishaps":3,"offered":1,"late":2,"first_mishap":"turn 3: late"}]}`

// TestParseIndexLine: all fields of a line are read.
func TestParseIndexLine(t *testing.T) {
	f, seed, err := lab.ParseIndexLine([]byte(indexLine))
	if err != nil {
		t.Fatal(err)
	}
	want := lab.Tally{
		Group: 3, Seating: 1, Turns: 40, Ending: ouro.Won, Measures: []int{1, 2},
		Seats: []lab.Seat{
			{Entrant: 1, Length: 9},
			{Length: 5, Died: 40, Cause: ouro.HeadOn, Faults: 3, Offered: 1, Late: 2, FirstFault: "turn 3: late"},
		},
	}
	if !reflect.DeepEqual(f.Tally, want) || seed != 15817284530417391735 || !reflect.DeepEqual(f.Discarded, []string{"late", "gone"}) {
		t.Errorf("%+v, seed %d", f, seed)
	}
	if len(f.Think) != 2 || f.Think[0].Max() != time.Microsecond || f.Think[1] != nil {
		t.Errorf("times %+v", f.Think)
	}
}

// TestBadIndexLines: a line with impossible values is an error.
func TestBadIndexLines(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`{"schema":1`, `"schema":1`, "invalid character"},
		{`"schema":1`, `"schema":2`, "schema 2, want 1"},
		{`"group":3`, `"group":-3`, "a number that a game cannot have"},
		{`"group":3`, `"group":3000000000`, "number 3000000000"},
		{`"seating":1`, `"seating":-1`, "a number that a game cannot have"},
		{`"turns":40`, `"turns":-1`, "a number that a game cannot have"},
		{`"winner":0`, `"winner":2`, "a number that a game cannot have"},
		{`"winner":0`, `"winner":-1`, "a number that a game cannot have"},
		{`"winner":0`, `"winner":-2`, "a number that a game cannot have"},
		{`"ending":"won",`, ``, "a number that a game cannot have"},
		{`"ending":"won"`, `"ending":"gone"`, `"gone"`},
		{`"snake":1`, `"snake":-1`, "seat 0: a number that it cannot have"},
		{`"length":5`, `"length":-5`, "seat 1: a number that it cannot have"},
		{`"died":40`, `"died":41`, "seat 1: a number that it cannot have"},
		{`"cause":"head"`, `"cause":"hunger"`, `"hunger"`},
		{`"mishaps":3`, `"mishaps":0`, "seat 1: a number that it cannot have"},
		{`"mishaps":3`, `"mishaps":-3`, "seat 1: a number that it cannot have"},
		{`"offered":1`, `"offered":-1`, "seat 1: a number that it cannot have"},
		{`"late":2`, `"late":-2`, "seat 1: a number that it cannot have"},
		{`"late":2`, `"late":4`, "seat 1: a number that it cannot have"},
		{`[1003,3]`, `[1004,3]`, "times"},
	} {
		line := strings.Replace(indexLine, c.old, c.new, 1)
		f, _, err := lab.ParseIndexLine([]byte(line))
		if err == nil || f != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}

// FuzzParseIndexLine: a parsed line can be written in binary, read again, and written as
// JSON.
func FuzzParseIndexLine(f *testing.F) {
	f.Add([]byte(indexLine))
	f.Add([]byte(`{"schema":1,"ending":"drawn","winner":-1,"seats":[{}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		game, _, err := lab.ParseIndexLine(line)
		if err != nil {
			return
		}
		data, err := game.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var read lab.Finished
		if err := read.UnmarshalBinary(data); err != nil {
			t.Fatalf("%v of %+v", err, game)
		}
		if again, err := read.MarshalBinary(); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%v\n% x\n% x", err, data, again)
		}
		if _, err := game.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
	})
}
