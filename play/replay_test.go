package play_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
)

// playRecorded plays a game with random moves. It returns the record and the hashes of all positions.
func playRecorded(t *testing.T, seed uint64) (*ouro.Record, []uint64) {
	t.Helper()
	g := newGame(t, 7, 6, seed, play.Config{Keep: true}, randomMover(seed))
	states := []uint64{g.State().Hash()}
	for {
		if _, over := g.Over(); over {
			break
		}
		mustMove(t, g, 1)
		states = append(states, g.State().Hash())
	}
	record := g.Record()
	record.Seats = []ouro.Spec{{Name: "random"}}
	return record, states
}

func TestReplayVisitsEveryState(t *testing.T) {
	for seed := range uint64(20) {
		record, states := playRecorded(t, seed)
		var visited []uint64
		err := play.Replay(t.Context(), record, deal(t, 7, 6, seed), func(s *ouro.State) { visited = append(visited, s.Hash()) })
		if err != nil || !slices.Equal(visited, states) {
			t.Fatalf("seed %d: %v, %d states visited of %d", seed, err, len(visited), len(states))
		}
	}
}

func TestReplayErrors(t *testing.T) {
	const seed = 3
	cases := map[string]struct {
		want  string
		spoil func(*ouro.Record)
	}{
		"seats":       {"2 solvers for 1 snakes", func(r *ouro.Record) { r.Seats = make([]ouro.Spec, 2) }},
		"start":       {"turn 0: the position before", func(r *ouro.Record) { r.Start++ }},
		"no move":     {"turn 2: seat 0: living snakes must have a move", func(r *ouro.Record) { r.Moves[1] = ouro.NoDir }},
		"other move":  {"turn 2: the move", func(r *ouro.Record) { r.Moves[1] = r.Moves[1].TurnLeft() }},
		"other check": {"turn 2: the move", func(r *ouro.Record) { r.Checks[1] ^= 1 }},
		"final":       {"the end differs", func(r *ouro.Record) { r.Final++ }},
		"outcome":     {"recorded", func(r *ouro.Record) { r.Outcome.Ending = ouro.Won }},
		"too long": {"a move after the end of the game", func(r *ouro.Record) {
			r.Moves, r.Checks = append(r.Moves, ouro.Up), append(r.Checks, '0')
		}},
		"too short": {"the end differs", func(r *ouro.Record) {
			r.Moves, r.Checks = r.Moves[:len(r.Moves)-1], r.Checks[:len(r.Checks)-1]
		}},
		"changed": {"turn 0: the checksum of the record is wrong", func(r *ouro.Record) { r.Changed = true }},
	}
	for name, c := range cases {
		record, _ := playRecorded(t, seed)
		c.spoil(record)
		err := play.Replay(t.Context(), record, deal(t, 7, 6, seed), nil)
		if err == nil || !strings.HasPrefix(err.Error(), "replay: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: want an error with %q, have %v", name, c.want, err)
		}
		if name == "changed" && !errors.Is(err, play.ErrChanged) {
			t.Errorf("%s: %v is not ErrChanged", name, err)
		}
	}
	record, _ := playRecorded(t, seed)
	if err := play.Replay(t.Context(), record, deal(t, 7, 6, seed+1), nil); err == nil {
		t.Error("the dice of another seed are accepted")
	}
}

// TestRewind: a History of a recorded game has the positions of the game. A move after the last
// recorded one is a fault.
func TestRewind(t *testing.T) {
	for seed := range uint64(20) {
		record, states := playRecorded(t, seed)
		history, err := play.Rewind(t.Context(), record, deal(t, 7, 6, seed))
		if err != nil || history.Turns() != record.Turns() || len(history.Game().Incidents()) > 0 {
			t.Fatalf("seed %d: %v, %d turns of %d", seed, err, history.Turns(), record.Turns())
		}
		for turn := range states {
			if history.At(turn).Hash() != states[turn] {
				t.Fatalf("seed %d: turn %d differs", seed, turn)
			}
		}
		last := record.Turns() - 1
		record.Moves, record.Checks = record.Moves[:last], record.Checks[:last]
		if history, err = play.Rewind(t.Context(), record, deal(t, 7, 6, seed)); err != nil {
			t.Fatal(err)
		}
		if err := history.Move(t.Context()); err != nil || len(history.Game().Incidents()) != 1 {
			t.Fatalf("seed %d: after the end: %v, %v", seed, err, history.Game().Incidents())
		}
	}
	record, _ := playRecorded(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := play.Rewind(ctx, record, deal(t, 7, 6, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	record.Seats = append(record.Seats, ouro.Spec{})
	if _, err := play.Rewind(t.Context(), record, deal(t, 7, 6, 1)); err == nil {
		t.Error("two seats for one snake: no error")
	}
}

func TestReplayEndsWithContext(t *testing.T) {
	g := newGame(t, 6, 6, 1, play.Config{Keep: true}, lap())
	if _, err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	record := g.Record()
	record.Seats = []ouro.Spec{{Name: "lap"}}
	ctx, cancel := context.WithCancel(t.Context())
	turns := 0
	err := play.Replay(ctx, record, deal(t, 6, 6, 1), func(*ouro.State) { turns++; cancel() })
	if !errors.Is(err, context.Canceled) || turns > 101 || turns > record.Turns() {
		t.Errorf("Replay ended after %d of %d turns with %v", turns, record.Turns(), err)
	}
}
