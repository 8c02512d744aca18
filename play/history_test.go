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

// TestHistoryAgainstClones stores games with random moves both in a History and as a clone for each
// turn. It compares the positions in random order, forwards and backwards.
func TestHistoryAgainstClones(t *testing.T) {
	for seed := range uint64(20) {
		g := newGame(t, 7, 6, seed, play.Config{}, randomMover(seed))
		history := play.NewHistory(g)
		clones := []*ouro.State{g.State().Clone()}
		r := rand.New(rand.NewPCG(seed, 1))
		check := func(turn int) {
			if got := history.At(turn); !got.Equal(clones[turn]) {
				t.Fatalf("seed %d: At(%d) of %d turns differs", seed, turn, history.Turns())
			}
		}
		for {
			if _, over := g.Over(); over {
				break
			}
			if err := history.Move(context.Background()); err != nil {
				t.Fatal(err)
			}
			clones = append(clones, g.State().Clone())
			if r.IntN(4) == 0 {
				check(r.IntN(len(clones)))
			}
		}
		if history.Turns() != len(clones)-1 {
			t.Fatalf("seed %d: %d turns in the history, %d made", seed, history.Turns(), len(clones)-1)
		}
		for turn := range clones {
			check(turn)
		}
		for turn := len(clones) - 1; turn >= 0; turn-- {
			check(turn)
		}
	}
}

// TestHistoryKeepsTheDice: under every ruleset and on every map of Battlesnake, a game with a
// History equals the game without it, and the History can derive every turn.
func TestHistoryKeepsTheDice(t *testing.T) {
	for _, ruleset := range battlesnake.Rulesets() {
		for _, m := range battlesnake.Maps() {
			var games [2]*play.Game
			for i := range games {
				games[i] = duel(t, ruleset.Name, m)
			}
			history := play.NewHistory(games[1])
			clones := []*ouro.State{games[0].State().Clone()}
			for range 150 {
				if _, over := games[0].Over(); over {
					break
				}
				mustMove(t, games[0], 1)
				clones = append(clones, games[0].State().Clone())
				if err := history.Move(t.Context()); err != nil {
					t.Fatal(err)
				}
				if !games[1].State().Equal(clones[history.Turns()]) {
					t.Fatalf("%s on %s: turn %d with a history differs", ruleset.Name, m.Name, history.Turns())
				}
			}
			for turn := len(clones) - 1; turn >= 0; turn -= 7 {
				if !history.At(turn).Equal(clones[turn]) {
					t.Fatalf("%s on %s: At(%d) differs", ruleset.Name, m.Name, turn)
				}
			}
		}
	}
}

// duel returns a game of Battlesnake of two snakes with random moves, or of one snake if the map
// allows only one.
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
		cfg.Seats = append(cfg.Seats, randomMover(uint64(seat)))
	}
	g, err := play.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestHistoryOfLongGame(t *testing.T) {
	g := newGame(t, 20, 20, 1, play.Config{}, lap())
	history := play.NewHistory(g)
	hashes := []uint64{g.State().Hash()}
	for {
		if _, over := g.Over(); over {
			break
		}
		if err := history.Move(context.Background()); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, g.State().Hash())
	}
	if history.Turns() < 30000 {
		t.Fatalf("only %d turns: this test needs more", history.Turns())
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		turn := r.IntN(len(hashes))
		for ; turn >= 0 && r.IntN(5) > 0; turn-- {
			if history.At(turn).Hash() != hashes[turn] {
				t.Fatalf("At(%d) differs", turn)
			}
		}
	}
}

func TestHistoryStartsAnywhere(t *testing.T) {
	ctx := context.Background()
	g := newGame(t, 10, 10, 3, play.Config{}, lap())
	for range 50 {
		if err := g.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	history := play.NewHistory(g)
	start := g.State().Clone()
	for range 100 {
		if err := history.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if !history.At(0).Equal(start) || !history.At(100).Equal(g.State()) {
		t.Error("a history that starts late has the wrong first or last position")
	}
}

func TestHistoryBeyondItsEnds(t *testing.T) {
	history := play.NewHistory(newGame(t, 4, 4, 1, play.Config{}, lap()))
	for _, turn := range []int{-1, 1} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("At(%d) of an empty history does not panic", turn)
				}
			}()
			history.At(turn)
		}()
	}
}

// TestHistoryWhilePlaying reads turns of a History in one goroutine while another goroutine makes
// moves. The test is for the race detector.
func TestHistoryWhilePlaying(t *testing.T) {
	g := newGame(t, 10, 10, 5, play.Config{}, lap())
	history := play.NewHistory(g)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 1000 {
			if err := history.Move(context.Background()); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for turn := 0; turn < 1000; {
		if turn <= history.Turns() {
			if got := history.At(turn).Turn; got != turn {
				t.Errorf("At(%d) is turn %d", turn, got)
			}
			turn++
		}
	}
	wg.Wait()
}

func BenchmarkHistoryBack(b *testing.B) {
	g := newGame(b, 20, 20, 1, play.Config{}, lap())
	history := play.NewHistory(g)
	for {
		if _, over := g.Over(); over {
			break
		}
		if err := history.Move(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	turn := history.Turns()
	for b.Loop() {
		if turn--; turn < 0 {
			turn = history.Turns()
		}
		history.At(turn)
	}
}

// TestReaders: several Readers, each at other turns of a growing History, return the positions of the
// game.
func TestReaders(t *testing.T) {
	g := newGame(t, 8, 8, 3, play.Config{}, lap())
	history := play.NewHistory(g)
	hashes := make([]uint64, 1, 1000)
	hashes[0] = g.State().Hash()
	twin := newGame(t, 8, 8, 3, play.Config{}, lap())
	for range 700 {
		mustMove(t, twin, 1)
		hashes = append(hashes, twin.State().Hash())
	}
	var wg sync.WaitGroup
	for i := range 3 {
		reader, dice := history.Reader(), rand.New(rand.NewPCG(4, uint64(i)))
		wg.Go(func() {
			for n := 0; n < 300 || reader.Turns() < 700; n++ {
				turn := dice.IntN(reader.Turns() + 1)
				if got := reader.At(turn).Hash(); got != hashes[turn] {
					t.Errorf("turn %d differs", turn)
					return
				}
			}
		})
	}
	for range 700 {
		if err := history.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	wg.Wait()
}
