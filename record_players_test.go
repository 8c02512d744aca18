package ouro_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"ouro"
)

// recordOfPlayers returns the record of a game of three snakes whose players have names.
func recordOfPlayers(tb testing.TB) *ouro.Record {
	tb.Helper()
	return &ouro.Record{
		Game:  ouro.GameSpec{Rules: ouro.Spec{Name: "duel"}, W: 5, H: 4, StartLength: 3, Snakes: 3},
		Seats: []ouro.Spec{{Name: "guest"}, {Name: "spot"}, {Name: "guest"}},
		Players: []ouro.Player{
			{Name: `my "snake" é 蛇`, Address: "http://127.0.0.1:8001/a@b"}, {}, {Name: "[::1]:8000", Address: "https://[::1]:8000"},
		},
		Moves: []ouro.Dir{ouro.Up, ouro.Down, ouro.NoDir}, Checks: []byte("0"),
		Outcome: ouro.Outcome{Ending: ouro.Won, Winner: 0},
	}
}

// TestRecordOfPlayers: a record has lines for names and addresses, which the checksum covers.
// Records without names or addresses have no such lines.
func TestRecordOfPlayers(t *testing.T) {
	r := recordOfPlayers(t)
	text := marshal(t, r)
	const lines = "name 0 \"my \\\"snake\\\" é 蛇\"\nname 2 \"[::1]:8000\"\naddress 0 http://127.0.0.1:8001/a@b\naddress 2 https://[::1]:8000\n"
	if !strings.Contains(string(text), "\nsolver guest\n"+lines+"start ") {
		t.Errorf("the record is\n%s", text)
	}
	var back ouro.Record
	if err := back.UnmarshalText(text); err != nil || back.Changed || !slices.Equal(back.Players, r.Players) {
		t.Errorf("the record is read as %v, changed %v: %v", back.Players, back.Changed, err)
	}
	if err := back.UnmarshalText(bytes.Replace(text, []byte("my "), []byte("My "), 1)); err != nil || !back.Changed {
		t.Errorf("another name: changed %v, %v", back.Changed, err)
	}
	r.Players = make([]ouro.Player, 3)
	nameless := marshal(t, r)
	r.Players = nil
	if !bytes.Equal(nameless, marshal(t, r)) || bytes.Contains(nameless, []byte("\nname ")) {
		t.Errorf("without names the record is\n%s", nameless)
	}
}

// TestReadPlayersErrors: invalid players give errors that contain the line but nothing that may
// be secret.
func TestReadPlayersErrors(t *testing.T) {
	text := string(marshal(t, recordOfPlayers(t)))
	for _, c := range []struct{ old, replacement, want string }{
		{"name 2 ", "name 0 ", `line 12: seat "0" is not a whole number from 1 to 2`},
		{"name 2 ", "name 3 ", `line 12: seat "3" is not a whole number from 1 to 2`},
		{"name 2 ", "name  2 ", "line 12: seat"},
		{`name 2 "[::1]:8000"`, "name 2", "line 12: name: want seat and name"},
		{`name 2 "[::1]:8000"`, "name 2 [::1]:8000", "line 12: the name is not a quoted string"},
		{`"[::1]:8000"`, `""`, "line 12: the name is empty"},
		{`"[::1]:8000"`, `"\x5b::1]:8000"`, "line 12: the name is not a quoted string"},
		{`"[::1]:8000"`, `"a\u202eb"`, "line 12: the name \"a\\u202eb\" has invisible characters"},
		{`"[::1]:8000"`, `"` + strings.Repeat("a", 101) + `"`, "line 12: the name has 101 bytes"},
		{`"[::1]:8000"`, `"my \"snake\" é 蛇"`, "seats 0 and 2 have the same name"},
		{`"[::1]:8000"`, `"spot"`, `seats 1 and 2 have the same name "spot"`},
		{"address 0 http", "address 0 ftp", "line 13: the address \"ftp://127.0.0.1:8001/a@b\" is not a URL"},
		{"https://[::1]:8000", "https://[::1]: 8000", "line 14: the address"},
		{"https://[::1]:8000", "", "line 14: the address \"\" is not a URL"},
		{"https://[::1]:8000", "https://me:secret@[::1]:8000", "line 14: the address has credentials"},
		{"https://[::1]:8000", "https://[::1]:8000?secret", "line 14: the address has credentials"},
		{"address 0 ", "address 2 ", "line 14: seat \"2\""},
		{"address 2 ", "name 2 ", `line 14: want "address" or "start", have "name"`},
	} {
		edited := strings.Replace(text, c.old, c.replacement, 1)
		err := new(ouro.Record).UnmarshalText([]byte(edited))
		if edited == text || err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q for %q: want an error with %q, have %v", c.replacement, c.old, c.want, err)
		}
	}
	r := recordOfPlayers(t)
	r.Players = r.Players[:2]
	if _, err := r.MarshalText(); err == nil || !strings.Contains(err.Error(), "2 players in a game of 3") {
		t.Errorf("two players of three: %v", err)
	}
}
