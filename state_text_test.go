package ouro_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/rule/maze"
)

// everyGame returns games with all rules, maps and levels.
func everyGame(tb testing.TB) []ouro.GameSpec {
	tb.Helper()
	games := []ouro.GameSpec{
		{Rules: ouro.Spec{Name: "classic"}, W: 2, H: 2, StartLength: 1},
		{Rules: ouro.Spec{Name: "classic"}, W: 7, H: 6, StartLength: 3},
	}
	for _, regrow := range []string{"none", "floor", "original"} {
		for _, l := range maze.Levels() {
			games = append(games, ouro.GameSpec{
				Rules: ouro.Spec{Name: "maze", Options: ouro.Options{{Key: "regrow", Value: regrow}}},
				W:     l.Level.Grid.W, H: l.Level.Grid.H, Level: l.Level, StartLength: 1,
			})
		}
	}
	for _, r := range battlesnake.Rulesets() {
		for _, m := range battlesnake.Maps() {
			size := battlesnake.Size{W: 7, H: 7}
			if len(m.Sizes) > 0 {
				size = m.Sizes[0]
			}
			games = append(games, ouro.GameSpec{
				Rules: ouro.Spec{Name: r.Name, Options: ouro.Options{{Key: "map", Value: m.Name}, {Key: "shrink", Value: "3"}}},
				W:     size.W, H: size.H, StartLength: battlesnake.StartLength, Snakes: min(4, m.MaxSnakes),
			})
		}
	}
	return games
}

// randomSolver returns a Solver of random moves. One move in twenty is any direction, so that
// snakes die of every cause. All other moves are legal if possible.
func randomSolver(dice ouro.Dice) ouro.Solver {
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		legal := t.State.Legal(t.Seat)
		if legal.Len() == 0 || dice.Roll(20) == 0 {
			return ouro.Decision{Dir: ouro.Dir(dice.Roll(4))}, nil
		}
		return ouro.Decision{Dir: legal.At(dice.Roll(legal.Len()))}, nil
	})
}

// playRandomly plays a game of random moves. It calls visit with the first position and with the
// position after each turn.
func playRandomly(tb testing.TB, spec ouro.GameSpec, seed uint64, turns int, visit func(*ouro.State)) {
	tb.Helper()
	deal, err := roster.Deal(spec, seed)
	if err != nil {
		tb.Fatal(err)
	}
	var seats []ouro.Solver
	for seat := range deal.Start.Snakes {
		seats = append(seats, randomSolver(ouro.NewPCG(ouro.Mix(seed, uint64(seat)))))
	}
	g, err := play.New(play.Config{Deal: deal, Seats: seats})
	if err != nil {
		tb.Fatal(err)
	}
	visit(g.State())
	for range turns {
		if _, over := g.Over(); over {
			break
		}
		if err := g.Move(tb.Context()); err != nil {
			tb.Fatal(err)
		}
		visit(g.State())
	}
}

// mustRoundTrip parses the text of a position. The result must be the same position with the
// same text.
func mustRoundTrip(tb testing.TB, s *ouro.State) {
	tb.Helper()
	text := s.String()
	back, err := ouro.ParseState(text)
	if err != nil {
		tb.Fatalf("%v in\n%s", err, text)
	}
	back.TurnBack, back.AlwaysGrow, back.HazardDamage = s.TurnBack, s.AlwaysGrow, s.HazardDamage
	if !back.Equal(s) || back.Hash() != s.Hash() || back.Room() != s.Room() || back.Hedges() != s.Hedges() {
		tb.Fatalf("the text of a position is parsed as another position:\n%s\n%s", text, back)
	}
	if again := back.String(); again != text {
		tb.Fatalf("written again as\n%s\ninstead of\n%s", again, text)
	}
}

// TestStateTextOfEveryGame: every position of random games with all rules, maps and levels can be
// parsed from its text, even with dead snakes.
func TestStateTextOfEveryGame(t *testing.T) {
	causes, longest := map[ouro.Cause]int{}, 0
	for _, spec := range everyGame(t) {
		for seed := range uint64(3) {
			playRandomly(t, spec, seed, 60, func(s *ouro.State) {
				mustRoundTrip(t, s)
				longest = max(longest, len(s.String()))
				for i := range s.Snakes {
					causes[s.Snakes[i].Cause]++
				}
			})
		}
	}
	if len(causes) != 7 {
		t.Errorf("the games have only these causes of death: %v", causes)
	}
	t.Logf("the longest text has %d bytes", longest)
}

// TestStateTextIsShort: the text of a position in a game of four is short enough to paste as a line.
func TestStateTextIsShort(t *testing.T) {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 4}
	playRandomly(t, spec, 1, 100, func(s *ouro.State) {
		if text := s.String(); len(text) > 200 || strings.ContainsAny(text, " \t\n\"'&;#") {
			t.Fatalf("%d bytes: %s", len(text), text)
		}
	})
}

// TestStateText: positions have the expected text, and other spellings of that text give
// the same positions.
func TestStateText(t *testing.T) {
	g := ouro.MustGrid(11, 11)
	s := ouro.NewState(g)
	s.Turn = 37
	at := g.At
	one := s.AddSnake(at(5, 5), at(5, 6), at(5, 7), at(6, 7), at(7, 7), at(8, 7), at(8, 7))
	s.Snakes[one].Health, s.Snakes[one].Hunger = 88, 12
	two := s.AddSnake(at(1, 9), at(1, 8), at(1, 7), at(1, 6), at(1, 5))
	s.Snakes[two].Health = 100
	s.AddFood(at(0, 2))
	s.AddFood(at(10, 3))
	want := "11x11/t37/s5.5U2R3=,h88,g12/s1.9D4,h100/f0.2,10.3"
	if got := s.String(); got != want {
		t.Errorf("written as\n%s\nwant\n%s", got, want)
	}
	for _, text := range []string{want, "11x11/t37/s5.5UURRR=1,h88,g12/s1.9D2DD1,h100/f0.2,10.3"} {
		if back, err := ouro.ParseState(text); err != nil || !back.Equal(s) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	for _, c := range []struct{ what, text string }{
		{"stacked", "7x7/s1.1=2,h100"},
		{"across the edge", "7x7w/s0.0LD,h3"},
		{"walls and edible walls", "3x2/w1.0/e2.0U/s0.0"},
		{"layers of hazard in the order of appearance", "7x7/s1.1/h2.2=3U2,0.0,2.2"},
		{"a cell that the tail left", "7x7/t3/s1.1U,h9,g3,v1.3"},
		{"killed by a wall", "7x7/t4/s5.5,h1/s6.3D,h96,g4,cwall,d4,xR"},
		{"killed by another snake", "7x7/t4/s5.5,h1/s5.5LD,h96,g4,chead,d4,b0"},
		{"only a head, which left the board", "7x7/t4/s,cwall,d4,xU"},
		{"no snake", "2x2"},
	} {
		if back, err := ouro.ParseState(c.text); err != nil || back.String() != c.text {
			t.Errorf("%s: %s is read as %v, %v", c.what, c.text, back, err)
		}
	}
}

func TestStateTextErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `board "" is not a size`},
		{"hello", "is not a size"},
		{"some/file.txt", "is not a size"},
		{strings.Repeat("1", 99), "want WxH/..., such as"},
		{"65x5", "2 to 64"},
		{"5x5/", `field ""`},
		{"5x5/q1", `field "q1": want a letter of twesfh, in this order`},
		{"5x5/s1.1/t4", `field "t4": want a letter of twesfh, in this order`},
		{"5x5/t4/t5", "in this order"},
		{"5x5/t-1", "whole number from 0 to"},
		{"5x5/t04", "in plain digits"},
		{"5x5/t1073741825", "whole number from 0 to"},
		{"5x5/f5.0", "does not begin with a cell of the board 5x5"},
		{"5x5/f", "does not begin with a cell"},
		{"5x5/f1.1,", "does not begin with a cell"},
		{"5x5/f1.1,1.1", "1.1 occurs twice"},
		{"5x5/w1.1/e1.1", "1.1 occurs twice"},
		{"5x5/s1.1D2", `step 'D' leaves the board 5x5`},
		{"5x5/s1.1X", `unknown step 'X' (known: U R D L =)`},
		{"5x5/s1.1U0", "whole number from 1 to"},
		{"5x5/s1.1=9999999999999999999", "whole number"},
		{"5x5/s1.1=8000", "more than 8000 cells"},
		{"5x5/s1.1=4000/s1.1=4000", "more than 8000 segments"},
		{"5x5/h1.1=32768", "more than 32768 cells"},
		{"5x5/f1.1U2,1.1U3,2.1U3,3.1U3,4.1U3,0.0R4,0.0R4", "more than 25 cells"},
		{"5x5/s1.1,h0", "whole number from 1 to 100"},
		{"5x5/s1.1,h101", "whole number from 1 to 100"},
		{"5x5/s1.1,g5,h5", `"h5": want a letter of hgvcdbx, in this order`},
		{"5x5/s1.1,h5,h5", "in this order"},
		{"5x5/s1.1,", `"": want a letter`},
		{"5x5/s1.1,d4", "only dead snakes have this part"},
		{"5x5/s1.1,calive", "want the cause of a death"},
		{"5x5/s1.1,cboredom", `unknown cause "boredom"`},
		{"5x5/s1.1,cbody,b1", "killed by seat 1 of 1"},
		{"5x5/s1.1,cwall,xQ", "want U, R, D or L"},
		{"5x5/s", "does not begin with a cell"},
		{"5x5" + strings.Repeat("/s1.1", 17), "more than 16 snakes"},
		{"5x5/" + strings.Repeat("f1.1", 1<<15), "more than 65536"},
	} {
		if s, err := ouro.ParseState(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: want an error with %q, have %v and %v", c.text, c.want, err, s)
		} else {
			mustBeOneLine(t, err)
		}
	}
}

// TestCheckStart: CheckStart accepts a position if and only if a game can continue from it.
func TestCheckStart(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"5x5/s1.1", ""},
		{"5x5/s1.1=2U/s3.3/f0.0", ""},
		{"5x5/e1.1/s1.1", ""},
		{"5x5", "there is no snake"},
		{"5x5/s1.1/s1.2,cwall,d1", "snake 2 is dead (wall): omit it"},
		{"5x5/w1.1/s1.1", "snake 1 is in a wall at 1.1"},
		{"5x5/s1.1URDL", "snake 1 overlaps itself at 1.1"},
		{"5x5/s1.1U/s1.2", "snake 2 overlaps snake 1 at 1.2"},
		{"5x5/s1.1/f1.1", "food at 1.1 is under snake 1"},
		{"5x5/e1.1/s0.0/f1.1", "food at 1.1 is in a wall"},
		{"3x3/w1.0U2/s0.0", "walls cut this cell off"},
	} {
		s, err := ouro.ParseState(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if err := s.CheckStart(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
	torn := ouro.NewState(ouro.MustGrid(5, 5))
	torn.AddSnake(0, 7)
	if err := torn.CheckStart(); err == nil || !strings.Contains(err.Error(), "snake 1 is not connected: 2.1") {
		t.Errorf("a torn snake: %v", err)
	}
}

// FuzzState: a text either gives an error of one line, or a position that can be parsed from its
// own text.
func FuzzState(f *testing.F) {
	for i, spec := range everyGame(f) {
		playRandomly(f, spec, uint64(i), 20, func(s *ouro.State) {
			if s.Turn%10 == 0 {
				f.Add(s.String())
			}
		})
	}
	f.Add("7x7/t4/s,cwall,d4,xU/s1.1=2U,h9,v0.0")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ouro.ParseState(text)
		if err != nil {
			mustBeOneLine(t, err)
			return
		}
		mustRoundTrip(t, s)
		_ = s.CheckStart()
	})
}

// ExampleParseState parses a position and prints its usual spelling.
func ExampleParseState() {
	s, err := ouro.ParseState("11x11/t37/s5.5UURRR,h88/s1.9D4,h100/f0.2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s)
	fmt.Println("turn", s.Turn, "with", english.Count(len(s.Snakes), "snake"))
	// Output:
	// 11x11/t37/s5.5U2R3,h88/s1.9D4,h100/f0.2
	// turn 37 with 2 snakes
}
