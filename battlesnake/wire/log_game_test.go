package wire_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
)

// playGame plays a game and returns its log, its positions and its outcome.
func playGame(t testing.TB, seed uint64) (log string, states []*ouro.State, outcome ouro.Outcome) {
	t.Helper()
	cfg := host.Config{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3}, Seed: seed}
	for _, name := range []string{"greedy", "random", "coward", "random"} {
		cfg.Entrants = append(cfg.Entrants, host.Entrant{Name: name, Spec: ouro.Spec{Name: name}})
	}
	ctx := context.Background()
	g, err := host.New(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	w := wire.NewLogWriter(&text, &g.Match().Game)
	for {
		states = append(states, g.State().Clone())
		for seat := range g.State().Snakes {
			g.Match().Report(seat, wire.Reply{Latency: took(g.State().Turn, seat)})
		}
		if err := w.Frame(g.Match().Request(g.State(), 0)); err != nil {
			t.Fatal(err)
		}
		var over bool
		if outcome, over = g.Over(); over {
			break
		}
		if err := g.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(g.Result(outcome)); err != nil {
		t.Fatal(err)
	}
	if err := g.End(ctx); err != nil {
		t.Fatal(err)
	}
	return text.String(), states, outcome
}

// took returns the time of an answer of the game.
func took(turn, seat int) time.Duration { return time.Duration(turn+10*seat) * time.Millisecond }

func readLog(text string) (*wire.Log, error) {
	r, err := wire.NewLogReader(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return wire.ReadLog(r)
}

// TestLogIsTheGame: every position of a log equals that of the game. Dead snakes have their
// health and their turn of death. They are where they died, unless several moves may have
// led to the death.
func TestLogIsTheGame(t *testing.T) {
	deaths, unknown := 0, 0
	for seed := range uint64(10) {
		text, states, outcome := playGame(t, seed)
		l, err := readLog(text)
		if err != nil || l.Turns() != len(states)-1 || l.Outcome() != outcome {
			t.Fatalf("seed %d: %v, %d turns of %d, %v instead of %v", seed, err, l.Turns(), len(states)-1, l.Outcome(), outcome)
		}
		for i, want := range slices.Backward(states) { // the order must not matter
			got := l.At(i)
			if got.Turn != want.Turn || !slices.Equal(got.Food, want.Food) || len(got.Snakes) != len(want.Snakes) {
				t.Fatalf("seed %d: frame %d is another position", seed, i)
			}
			for seat := range want.Snakes {
				a, b := &got.Snakes[seat], &want.Snakes[seat]
				latency := took(i, seat)
				if b.Cause != ouro.Alive {
					deaths++
					latency = 0
					if a.Died != b.Died || a.Health != b.Health || a.Body.Len() != b.Body.Len() {
						t.Fatalf("seed %d: frame %d: seat %d: health %d in turn %d, want dead in turn %d", seed, i, seat, a.Health, a.Died, b.Died)
					}
					if a.Cause == wire.UnknownCause {
						unknown++
						continue
					}
					if a.Cause != b.Cause || a.Killer != b.Killer {
						t.Fatalf("seed %d: frame %d: seat %d: %v by %d, want %v by %d", seed, i, seat, a.Cause, a.Killer, b.Cause, b.Killer)
					}
				}
				if a.Health != b.Health || b.Cause == ouro.Alive && !slices.Equal(a.Body.Append(nil), b.Body.Append(nil)) {
					t.Fatalf("seed %d: frame %d: seat %d is another snake", seed, i, seat)
				}
				if d := l.Took(i, seat); d != latency {
					t.Fatalf("seed %d: frame %d: seat %d took %v, want %v", seed, i, seat, d, latency)
				}
			}
		}
	}
	if deaths == 0 || unknown == deaths {
		t.Errorf("%d deaths, %d of an unknown cause", deaths, unknown)
	}
}

func TestLogOutcome(t *testing.T) {
	text, _, _ := playGame(t, 1)
	start := text[:strings.LastIndex(text[:len(text)-1], "\n")+1]
	for result, want := range map[string]ouro.Outcome{
		`{"winnerId":"","winnerName":"","isDraw":true}`:       {Ending: ouro.Drawn, Winner: ouro.NoSeat},
		`{"winnerId":"","winnerName":"","isDraw":false}`:      {Ending: ouro.Died, Winner: ouro.NoSeat},
		`{"winnerId":"nobody","winnerName":"","isDraw":true}`: {Ending: ouro.Drawn, Winner: ouro.NoSeat},
	} {
		l, err := readLog(start + result + "\n")
		if err != nil || l.Outcome() != want {
			t.Errorf("%s: %v, %v", result, l, err)
		}
	}
}

func TestLogOfNewcomer(t *testing.T) {
	lines := strings.SplitAfter(string(readFile(t, "game.jsonl")), "\n")
	id := `{"id":"0b9d"`
	lines[2] = strings.Replace(lines[2], id, `{"id":"new"`, 1)
	_, err := readLog(strings.Join(lines, ""))
	if want := `game log: line 3: snake "new" was not on the board a turn before`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestLogWithoutRoom: room is called before a log takes more memory. If room returns an
// error, reading ends.
func TestLogWithoutRoom(t *testing.T) {
	text, states, _ := playGame(t, 1)
	none := errors.New("no room")
	calls, last := 0, 0
	r, err := wire.NewLogReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	_, err = wire.ReadLogWithin(r, func(bytes int) error {
		if calls++; bytes <= last {
			t.Errorf("%d bytes after %d", bytes, last)
		}
		if last = bytes; calls == 3 {
			return none
		}
		return nil
	})
	if !errors.Is(err, none) || calls != 3 || len(states) < 5 {
		t.Errorf("%d calls of room for %d turns: %v", calls, len(states), err)
	}
}

// A log of the official engine, and its last position.
func ExampleReadLog() {
	f, err := os.Open("testdata/game.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	r, err := wire.NewLogReader(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	l, err := wire.ReadLog(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	last := l.At(l.Turns())
	fmt.Println(l.Game.Spec().Name, last.Grid, "turn", last.Turn)
	for seat, p := range l.Players {
		fmt.Println(p.Name, "has", last.Snakes[seat].Health, "health")
	}
	fmt.Println(l.Result.WinnerName, "wins")
	// Output:
	// standard 11x11 turn 1
	// spot has 99 health
	// floodfill has 99 health
	// spot wins
}
