package english_test

import (
	"testing"

	"ouro"
	"ouro/internal/english"
)

func TestSnakes(t *testing.T) {
	names := english.Snakes{"greedy", "me"}
	dead := func(cause ouro.Cause, by int) *ouro.Snake { return &ouro.Snake{Cause: cause, By: by, Died: 12} }
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
		{names.Fault(ouro.Incident{Seat: 1, Fault: ouro.Late, Detail: "no answer in time"}), "B me: a fallback moved: late: no answer in time"},
		{names.Faults(nil), ""},
		{names.Faults([]ouro.Incident{{Turn: 3, Seat: 1, Fault: ouro.Late, Detail: "x"}, {Turn: 4, Seat: 1}}), "me gave no answer 2 times, so a fallback moved; first on turn 3: late: x\n"},
		{
			names.Faults([]ouro.Incident{{Turn: 3, Seat: 1, Fault: ouro.Late, Detail: "x"}, {Turn: 4, Seat: 1, Fault: ouro.Late, Detail: "y", Offered: true}}),
			"me gave no answer 1 time, so its best so far was made; first on turn 4: late: y\nme gave no answer 1 time, so a fallback moved; first on turn 3: late: x\n",
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
		sn := &ouro.Snake{Cause: cause, By: ouro.NoSeat}
		if names := (english.Snakes{"a"}); names.Death(sn) == "died" || names.Brief(sn) == "turn 0: died" {
			t.Errorf("%s has no words", cause)
		}
	}
}
