package wire_test

import (
	"errors"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/wire"
)

func TestMoveReply(t *testing.T) {
	for _, c := range []struct {
		text string
		want wire.MoveReply
		err  string
	}{
		{text: `{"move":"up"}`, want: wire.MoveReply{Move: ouro.Up}},
		{text: ` {"shout":"hey", "move":"left", "more":{}} `, want: wire.MoveReply{Move: ouro.Left, Shout: "hey"}},
		{text: `{"move":"UP"}`, err: `move "UP" is not up, right, down or left`},
		{text: `{"move":"up "}`, err: `move "up " is not up, right, down or left`},
		{text: `{"move":""}`, err: `no move in the reply`},
		{text: `{}`, err: `no move in the reply`},
		{text: `null`, err: `no move in the reply`},
		{text: `{"move":1}`, err: `move: want a string, not number`},
		{text: `{"move":"up","shout":[]}`, err: `shout: want a string, not array`},
		{text: `"up"`, err: `want an object, not string`},
		{text: `up`, err: `not JSON: invalid character 'u' looking for beginning of value at byte 1`},
		{text: ``, err: `empty, want JSON`},
		{text: `{"move":"` + strings.Repeat("é", 99) + `"}`, err: `move "` + strings.Repeat("é", 40) + `" is not up, right, down or left`},
		{text: `{"move":"up","shout":"` + strings.Repeat("é", 300) + `"}`, want: wire.MoveReply{Shout: strings.Repeat("é", 256)}},
	} {
		got, err := wire.ParseMoveReply([]byte(c.text))
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s: %v, want %s", c.text, err, c.err)
			}
			var bad *wire.BadMoveError
			if isMove := strings.Contains(c.err, "move in") || strings.Contains(c.err, "is not up"); isMove != errors.As(err, &bad) {
				t.Errorf("%s: the error is a %T", c.text, err)
			}
			continue
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.text, got, err)
		}
	}
	for _, d := range ouro.Dirs {
		want := `{"move":"` + d.String() + `"}`
		if got := marshal(t, wire.MoveReply{Move: d}); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// FuzzMoveReply: no input panics, and a valid reply stays the same when it is written and parsed.
func FuzzMoveReply(f *testing.F) {
	for _, text := range []string{`{"move":"up"}`, `{"move":"left","shout":"hey"}`, `{"move":"UP"}`, `[]`, ``} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := wire.ParseMoveReply(data)
		if err != nil {
			wantOneLine(t, err)
			return
		}
		again, err := wire.ParseMoveReply([]byte(marshal(t, r)))
		if err != nil || again != r {
			t.Fatalf("%+v, then %+v, %v", r, again, err)
		}
	})
}

func TestInfo(t *testing.T) {
	info := wire.Info{APIVersion: "1", Author: "me", Color: "#00ff80", Head: "bendr", Tail: "curled", Version: "2"}
	want := `{"apiversion":"1","author":"me","color":"#00ff80","head":"bendr","tail":"curled","version":"2"}`
	if got := marshal(t, info); got != want {
		t.Errorf("got %s", got)
	}
	if got, err := wire.ParseInfo([]byte(want)); err != nil || got != info {
		t.Errorf("read %+v, %v", got, err)
	}
	if got := marshal(t, wire.Info{APIVersion: "1"}); got != `{"apiversion":"1"}` {
		t.Errorf("got %s", got)
	}
	if _, err := wire.ParseInfo([]byte("<html>")); err == nil {
		t.Error("HTML is accepted as Info")
	}
}

func TestCheckColor(t *testing.T) {
	for _, c := range []string{"#000000", "#00fF9a"} {
		if err := wire.CheckColor(c); err != nil {
			t.Error(err)
		}
	}
	for _, c := range []string{"", "red", "#fff", "#00000g", "0000000", "#0000000"} {
		if wire.CheckColor(c) == nil {
			t.Errorf("%q is accepted as a color", c)
		}
	}
}

func TestCauses(t *testing.T) {
	seen := map[string]bool{}
	for c := ouro.Alive; c <= ouro.Burnt; c++ {
		name := wire.CauseName(c)
		back, err := wire.ParseCause(name)
		if err != nil || back != c || seen[name] {
			t.Errorf("%v is %q, which is %v, %v", c, name, back, err)
		}
		seen[name] = true
	}
	if _, err := wire.ParseCause("boredom"); err == nil || err.Error() != `unknown cause of death "boredom"` {
		t.Error(err)
	}
}
