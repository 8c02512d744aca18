package play_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/battlesnake"
)

// TestTapeAgainstClones keeps whole games of random movers both on a Tape and
// as a clone a turn, and compares them in random order.
func TestTapeAgainstClones(t *testing.T) {
	for seed := range uint64(20) {
		g := newGame(t, 7, 6, seed, play.Config{}, drunk(seed))
		tape := play.NewTape(g)
		clones := []*ouro.State{g.State().Clone()}
		r := rand.New(rand.NewPCG(seed, 1))
		check := func(turn int) {
			if got := tape.At(turn); !got.Equal(clones[turn]) {
				t.Fatalf("seed %d: At(%d) of %d turns is another position", seed, turn, tape.Turns())
			}
		}
		for {
			if _, over := g.Over(); over {
				break
			}
			if err := tape.Move(context.Background()); err != nil {
				t.Fatal(err)
			}
			clones = append(clones, g.State().Clone())
			if r.IntN(4) == 0 {
				check(r.IntN(len(clones)))
			}
		}
		if tape.Turns() != len(clones)-1 {
			t.Fatalf("seed %d: %d turns on the tape, %d made", seed, tape.Turns(), len(clones)-1)
		}
		for turn := range clones {
			check(turn)
		}
		for turn := len(clones) - 1; turn >= 0; turn-- {
			check(turn)
		}
	}
}

// TestTapeKeepsTheDice: under every ruleset and map of Battlesnake a game on a
// Tape is the game without one, and every turn of it is derived again.
func TestTapeKeepsTheDice(t *testing.T) {
	for _, ruleset := range battlesnake.Rulesets() {
		for _, m := range battlesnake.Maps() {
			var games [2]*play.Game
			for i := range games {
				games[i] = duel(t, ruleset.Name, m)
			}
			tape := play.NewTape(games[1])
			clones := []*ouro.State{games[0].State().Clone()}
			for range 150 {
				if _, over := games[0].Over(); over {
					break
				}
				mustMove(t, games[0], 1)
				clones = append(clones, games[0].State().Clone())
				if err := tape.Move(t.Context()); err != nil {
					t.Fatal(err)
				}
				if !games[1].State().Equal(clones[tape.Turns()]) {
					t.Fatalf("%s on %s: turn %d on a tape is another position", ruleset.Name, m.Name, tape.Turns())
				}
			}
			for turn := len(clones) - 1; turn >= 0; turn -= 7 {
				if !tape.At(turn).Equal(clones[turn]) {
					t.Fatalf("%s on %s: At(%d) is another position", ruleset.Name, m.Name, turn)
				}
			}
		}
	}
}

// duel is a game of Battlesnake between random movers: of two, or of one where
// the map has no place for more.
func duel(t *testing.T, ruleset string, m battlesnake.Map) *play.Game {
	t.Helper()
	rules, err := battlesnake.New(ruleset, ouro.Options{{Key: "map", Value: m.Name}, {Key: "shrink", Value: "3"}})
	if err != nil {
		t.Fatal(err)
	}
	size := battlesnake.Size{W: 11, H: 11}
	if len(m.Sizes) > 0 {
		size = m.Sizes[0]
	}
	dice := battlesnake.NewDice(7)
	n := min(2, m.MaxSnakes)
	start, err := rules.Start(size.W, size.H, n, dice)
	if err != nil {
		t.Fatal(err)
	}
	cfg := play.Config{Deal: play.Deal{Rules: rules, Start: start, Dice: dice}}
	for seat := range n {
		cfg.Seats = append(cfg.Seats, drunk(uint64(seat)))
	}
	g, err := play.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestTapeOfLongGame plays long enough for key frames to be dropped several
// times over, and for the food to be eaten many times.
func TestTapeOfLongGame(t *testing.T) {
	g := newGame(t, 20, 20, 1, play.Config{}, lap())
	tape := play.NewTape(g)
	hashes := []uint64{g.State().Hash()}
	for {
		if _, over := g.Over(); over {
			break
		}
		if err := tape.Move(context.Background()); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, g.State().Hash())
	}
	if tape.Turns() < 30000 {
		t.Fatalf("only %d turns: too short a game for this test", tape.Turns())
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		turn := r.IntN(len(hashes))
		for ; turn >= 0 && r.IntN(5) > 0; turn-- {
			if tape.At(turn).Hash() != hashes[turn] {
				t.Fatalf("At(%d) is another position", turn)
			}
		}
	}
}

func TestTapeStartsAnywhere(t *testing.T) {
	ctx := context.Background()
	g := newGame(t, 10, 10, 3, play.Config{}, lap())
	for range 50 {
		if err := g.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	tape := play.NewTape(g)
	start := g.State().Clone()
	for range 100 {
		if err := tape.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if !tape.At(0).Equal(start) || !tape.At(100).Equal(g.State()) {
		t.Error("a tape that starts late has the wrong first or last position")
	}
}

func TestTapeBeyondItsEnds(t *testing.T) {
	tape := play.NewTape(newGame(t, 4, 4, 1, play.Config{}, lap()))
	for _, turn := range []int{-1, 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("At(%d) of an empty tape does not panic", turn)
				}
			}()
			tape.At(turn)
		}()
	}
}

// TestTapeWhilePlaying steps through the game in one goroutine while another
// plays it; the race detector is the judge.
func TestTapeWhilePlaying(t *testing.T) {
	g := newGame(t, 10, 10, 5, play.Config{}, lap())
	tape := play.NewTape(g)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 1000 {
			if err := tape.Move(context.Background()); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for turn := 0; turn < 1000; {
		if turn <= tape.Turns() {
			if got := tape.At(turn).Turn; got != turn {
				t.Errorf("At(%d) is turn %d", turn, got)
			}
			turn++
		}
	}
	wg.Wait()
}

// BenchmarkTapeBack steps back through a long game.
func BenchmarkTapeBack(b *testing.B) {
	g := newGame(b, 20, 20, 1, play.Config{}, lap())
	tape := play.NewTape(g)
	for {
		if _, over := g.Over(); over {
			break
		}
		if err := tape.Move(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	turn := tape.Turns()
	for b.Loop() {
		if turn--; turn < 0 {
			turn = tape.Turns()
		}
		tape.At(turn)
	}
}
