package english_test

import (
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/english"
)

func TestCount(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{english.Count(0, "game"), "0 games"},
		{english.Count(1, "game"), "1 game"},
		{english.Count(-1, "game"), "-1 games"},
		{english.Count(2, "game"), "2 games"},
		{english.CountOf(1, "life", "lives"), "1 life"},
		{english.CountOf(3, "life", "lives"), "3 lives"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestDistinct(t *testing.T) {
	for _, c := range []struct {
		names, want []string
		kept        int // index of a name that a user gave
	}{
		{[]string{"spot", "greedy"}, []string{"spot", "greedy"}, -1},
		{[]string{"spot", "greedy", "spot"}, []string{"spot#1", "greedy", "spot#2"}, -1},
		{[]string{"spot", "spot"}, []string{"spot", "spot#1"}, 0},
		{[]string{"spot#1", "spot", "spot"}, []string{"spot#1", "spot#2", "spot#3"}, 0},
		{nil, []string{}, -1},
	} {
		if got := english.Distinct(c.names, func(i int) bool { return i == c.kept }); !slices.Equal(got, c.want) {
			t.Errorf("%q become %q, want %q", c.names, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"bfs", "cell", "hamilton", "greedy", "wrapped", "wrapped_constrictor"}
	for word, want := range map[string]string{
		"cel": "cell", "Cell": "cell", "clel": "cell", "hamiltonian": "hamilton", "gredy": "greedy",
		"wraped": "wrapped", "wrap": "", "": "", "x": "", "elephant": "", "bsf": "bfs", "ham": "hamilton",
	} {
		if got := english.Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestSuggestion(t *testing.T) {
	for word, want := range map[string]string{
		"cel": "; did you mean cell? (known: bfs, cell)",
		"zzz": " (known: bfs, cell)",
	} {
		if got := english.Suggestion(word, []string{"bfs", "cell"}); got != want {
			t.Errorf("Suggestion(%q) = %q, want %q", word, got, want)
		}
	}
}

// TestPlayers: NamesOf returns the names for which Players made the players of a record. Default
// names are not stored.
func TestPlayers(t *testing.T) {
	for _, c := range []struct{ seats, names, kept string }{
		{"spot greedy", "spot greedy", ""},
		{"spot spot", "spot#1 spot#2", ""},
		{"spot spot", "a b", "a b"},
		{"spot greedy", "a greedy", "a -"},
		{"spot spot spot", "a spot#1 spot#2", "a - -"},
		{"spot spot", "spot spot#1", "- spot#1"},
		{"spot greedy", "spot#1 greedy", "spot#1 -"}, // two of the three snakes of a tournament
		{"spot greedy", "greedy spot", "greedy spot"},
		{"guest spot", "me spot", "me -"},
	} {
		var seats []ouro.Spec
		for _, name := range strings.Fields(c.seats) {
			seats = append(seats, ouro.Spec{Name: name})
		}
		players := english.Players(seats, strings.Fields(c.names))
		var kept []string
		for _, p := range players {
			if p.Name == "" {
				p.Name = "-"
			}
			kept = append(kept, p.Name)
		}
		if !slices.Equal(kept, strings.Fields(c.kept)) {
			t.Errorf("%s, called %s: stored names %q, want %s", c.seats, c.names, kept, c.kept)
		}
		if err := ouro.CheckPlayers(players, seats); err != nil {
			t.Errorf("%s, called %s: %v", c.seats, c.names, err)
		}
		if again := english.NamesOf(seats, players); !slices.Equal(again, strings.Fields(c.names)) {
			t.Errorf("%s, called %s, are called %q again", c.seats, c.names, again)
		}
	}
}

func TestClash(t *testing.T) {
	for _, c := range []struct {
		names, given string
		want         [2]int
		clash        bool
	}{
		{"spot spot", "", [2]int{}, false},
		{"spot greedy spot", "0", [2]int{0, 2}, true},
		{"a spot spot", "0", [2]int{}, false},
		{"a spot a", "02", [2]int{0, 2}, true},
		{"greedy spot spot", "12", [2]int{1, 2}, true},
	} {
		i, j, clash := english.Clash(strings.Fields(c.names), func(i int) bool { return strings.ContainsRune(c.given, '0'+rune(i)) })
		if [2]int{i, j} != c.want || clash != c.clash {
			t.Errorf("%s, of which %q are given: %d, %d, %v, want %v, %v", c.names, c.given, i, j, clash, c.want, c.clash)
		}
	}
}

func TestSnakes(t *testing.T) {
	names := english.Snakes{"greedy", "me"}
	dead := func(cause ouro.Cause, by int) *ouro.Snake { return &ouro.Snake{Cause: cause, Killer: by, Died: 12} }
	for _, c := range []struct{ got, want string }{
		{names.Outcome(ouro.Outcome{Ending: ouro.Won, Winner: 1}), "me wins"},
		{names.Outcome(ouro.Outcome{Ending: ouro.Drawn, Winner: ouro.NoSeat}), "a draw"},
		{names.Outcome(ouro.Outcome{Winner: ouro.NoSeat}), "unfinished"},
		{names[:1].Outcome(ouro.Outcome{Ending: ouro.Won, Winner: 0}), "over"},
		{names.Fate(&ouro.Snake{}), "alive"},
		{names.Fate(dead(ouro.HeadOn, 1)), "turn 12: met the head of me"},
		{names.Brief(dead(ouro.HeadOn, 1)), "turn 12: head of me"},
		{names.Death(dead(ouro.HitSelf, 0)), "bit itself"},
		{names.Brief(dead(ouro.Starved, ouro.NoSeat)), "turn 12: starved"},
		{names.Death(dead(255, ouro.NoSeat)), "died"},
		{names.Fault(ouro.Incident{Seat: 1, Fault: ouro.Late, Detail: "no answer in time"}), "B me: a fallback move was played: late: no answer in time"},
		{names.Faults(nil), ""},
		{names.Faults([]ouro.Incident{{Turn: 3, Seat: 1, Fault: ouro.Late, Detail: "x"}, {Turn: 4, Seat: 1}}), "me gave no answer 2 times, so a fallback move was played; first on turn 3: late: x\n"},
		{
			names.Faults([]ouro.Incident{{Turn: 3, Seat: 1, Fault: ouro.Late, Detail: "x"}, {Turn: 4, Seat: 1, Fault: ouro.Late, Detail: "y", Offered: true}}),
			"me gave no answer 1 time, so its best move so far was played; first on turn 4: late: y\nme gave no answer 1 time, so a fallback move was played; first on turn 3: late: x\n",
		},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// TestEveryDeathHasWords: every cause of death has a text.
func TestEveryDeathHasWords(t *testing.T) {
	for cause := ouro.HitWall; cause <= ouro.Burnt; cause++ {
		sn := &ouro.Snake{Cause: cause, Killer: ouro.NoSeat}
		if names := (english.Snakes{"a"}); names.Death(sn) == "died" || names.Brief(sn) == "turn 0: died" {
			t.Errorf("%s has no text", cause)
		}
	}
}
