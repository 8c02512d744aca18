package derive_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/arena"
	"ouro/derive"
	"ouro/hunter"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
)

// playGame returns a game of two snakes with its record.
func playGame(t *testing.T) *lab.Finished {
	t.Helper()
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}
	plan := lab.Plan{Kind: arena.Kind{Tournament: new(arena.Tournament)}, Game: game, Deal: roster.Dealer(game), Seatings: lab.Rotations(2), Groups: 1, Seed: 5, InTurn: true, Records: true}
	for _, name := range []string{"greedy", "hungry"} {
		entry, err := roster.FindSolver(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Entrants = append(plan.Entrants, lab.Entrant{Spec: ouro.Spec{Name: name}, Make: entry.Make})
	}
	player, err := lab.NewPlayer(plan)
	if err != nil {
		t.Fatal(err)
	}
	f, err := player.Play(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestRecord: deriving a record gives the game that was played. If turns differ, the first
// of them is reported, and all turns before it are derived.
func TestRecord(t *testing.T) {
	f := playGame(t)
	r := f.Record.(*ouro.Record)
	tally, err := derive.Record(t.Context(), r)
	for seat := range tally.Seats {
		tally.Seats[seat].Entrant = f.Tally.Seats[seat].Entrant
	}
	if all := derive.Differences(f, &lab.Finished{Tally: tally}); err != nil || all != nil {
		t.Errorf("%q, %v", all, err)
	}
	for name, c := range map[string]struct {
		change       func(r *ouro.Record)
		turns, wrong int
	}{
		"start":    {func(r *ouro.Record) { r.Start++ }, 0, 0},
		"move":     {func(r *ouro.Record) { r.Moves[10] = r.Moves[10].TurnLeft() }, 5, 6},
		"end":      {func(r *ouro.Record) { r.Final++ }, r.Turns(), r.Turns()},
		"checksum": {func(r *ouro.Record) { r.Changed = true }, r.Turns(), 0},
	} {
		changed := *r
		changed.Moves = slices.Clone(r.Moves)
		c.change(&changed)
		tally, err := derive.Record(t.Context(), &changed)
		var first *derive.DifferenceError
		if !errors.As(err, &first) || first.Turn != c.wrong || int(tally.Turns) != c.turns || errors.Is(err, play.ErrChanged) != (name == "checksum") {
			t.Errorf("%s: %d turns, %v", name, tally.Turns, err)
		}
	}
	unknown := *r
	unknown.Game.Rules.Name = "checkers"
	if _, err := derive.Record(t.Context(), &unknown); err == nil || errors.As(err, new(*derive.DifferenceError)) || !strings.Contains(err.Error(), `unknown rules "checkers"`) {
		t.Errorf("a record of unknown rules: %v", err)
	}
}

// TestHunter: deriving a record of Snake Hunter gives the game that was played, and a
// difference is reported. No program that the record names is started.
func TestHunter(t *testing.T) {
	makers, err := roster.Makers([]ouro.Spec{{Name: "bfs"}})
	if err != nil {
		t.Fatal(err)
	}
	levels := hunter.Levels()
	cfg := hunter.Config{Seed: 3, Hunters: 1, Levels: levels[len(levels)-1:], Keep: true, Drivers: []hunter.Driver{{Spec: ouro.Spec{Name: "bfs"}, Make: makers[0]}}}
	want, r, err := hunter.Run(t.Context(), cfg, hunter.Bots(cfg.Seed, 1))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := derive.Hunter(t.Context(), r); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	changed := *r
	changed.Score++
	var first *derive.DifferenceError
	if got, err := derive.Hunter(t.Context(), &changed); !errors.As(err, &first) || first.Turn != r.Ticks() || got.Ticks != r.Ticks() {
		t.Errorf("%+v, %v", got, err)
	}
	longer := *r
	longer.Inputs = append(slices.Clone(r.Inputs), hunter.Input{})
	if _, err := derive.Hunter(t.Context(), &longer); !errors.As(err, &first) || first.Turn != r.Ticks()+1 {
		t.Errorf("an input after the end: %v", err)
	}
	program := *r
	program.Drivers = []ouro.Spec{{Name: "exec", Options: ouro.Options{{Value: "snake"}}}}
	if _, err := derive.Hunter(t.Context(), &program); err == nil || errors.As(err, new(*derive.DifferenceError)) {
		t.Errorf("a program: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := derive.Hunter(ctx, r); !errors.Is(err, context.Canceled) || errors.As(err, new(*derive.DifferenceError)) {
		t.Errorf("stopped: %v", err)
	}
}

// TestDifferences: each change of a stored game is reported, both against its record and
// against the game played again. Fields that records lack are not compared with a record.
func TestDifferences(t *testing.T) {
	played := playGame(t)
	for _, c := range []struct {
		change        func(f *lab.Finished)
		record, again string
	}{
		{func(f *lab.Finished) { f.Tally.Group++ }, "group 1, derived 0", "group 1, played again 0"},
		{func(f *lab.Finished) { f.Tally.Seating++ }, "seating 1", "seating 1"},
		{func(f *lab.Finished) { f.Tally.Turns++ }, "turns ", "turns "},
		{func(f *lab.Finished) { f.Tally.Ending = ouro.Drawn }, "ending ", "ending "},
		{func(f *lab.Finished) { f.Tally.Winner = 1 - f.Tally.Winner }, "winner ", "winner "},
		{func(f *lab.Finished) { f.Tally.Seats = f.Tally.Seats[:1] }, "number of seats 1, derived 2", "number of seats"},
		{func(f *lab.Finished) { f.Tally.Seats[1].Entrant = 0 }, "seat 1: entrant 0, derived 1", "seat 1: entrant"},
		{func(f *lab.Finished) { f.Tally.Seats[0].Length++ }, "seat 0: length", "seat 0: length"},
		{func(f *lab.Finished) { f.Tally.Seats[1].Cause++ }, "seat 1: cause of death", "seat 1: cause of death"},
		{func(f *lab.Finished) { f.Tally.Seats[0].Died++ }, "seat 0: turn of death", "seat 0: turn of death"},
		{func(f *lab.Finished) { f.Tally.Seats[0].Offered++ }, "seat 0: offered", "seat 0: offered"},
		{func(f *lab.Finished) { f.Tally.Seats[0].Faults = 2 }, "", "seat 0: faults 2, played again 0"},
		{func(f *lab.Finished) { f.Tally.Seats[0].Faults = -1 }, "seat 0: faults", "seat 0: faults"},
		{func(f *lab.Finished) { f.Tally.Seats[0].FirstFault = "x" }, "", "first fault x"},
		{func(f *lab.Finished) { f.Tally.Seats[0].Distance = 7 }, "", "distance 7"},
		{func(f *lab.Finished) { f.Tally.Measures = []int{1} }, "number of measures 1", "number of measures 1"},
		{func(f *lab.Finished) { f.Meals = []lab.Meal{{Distance: 1}} }, "", "its meals differ"},
		{func(f *lab.Finished) { f.Moves[0]++ }, "its moves differ", "its moves differ"},
		{func(f *lab.Finished) { f.Moves = lab.Digest{} }, "", ""}, // the digest is missing, as in earlier versions
		{func(f *lab.Finished) { f.Record = nil }, "", ""},
		{func(f *lab.Finished) { f.Took++ }, "", ""},
		{func(f *lab.Finished) {
			r := *f.Record.(*ouro.Record)
			r.Moves = slices.Clone(r.Moves)
			r.Moves[3] = r.Moves[3].TurnLeft()
			f.Record = &r
		}, "", "in the moves from turn 1 on, at the letter 4"},
	} {
		kept := *played
		kept.Tally.Seats = slices.Clone(played.Tally.Seats)
		c.change(&kept)
		wantDifference(t, derive.Differences(&kept, played), c.record)
		all, err := derive.PlayedDifferences(&kept, played)
		if err != nil {
			t.Error(err)
		}
		wantDifference(t, all, c.again)
	}
	meals := []lab.Meal{{Distance: 2, Moves: 5, Shortest: 4}, {Distance: 1, Moves: 3, Shortest: 3}}
	for shortest, want := range map[int32]string{0: "", 3: "", 2: "its meals differ"} { // 0 is unknown, as in earlier versions
		kept, again := *played, *played
		kept.Meals, again.Meals = slices.Clone(meals), meals
		kept.Meals[1].Shortest = shortest
		for _, pair := range [][2]*lab.Finished{{&kept, &again}, {&again, &kept}} {
			all, err := derive.PlayedDifferences(pair[0], pair[1])
			if err != nil {
				t.Error(err)
			}
			wantDifference(t, all, want)
		}
	}
	other := &lab.Finished{Tally: lab.Tally{Seats: make([]lab.Seat, 2)}}
	for i := range other.Tally.Seats {
		other.Tally.Seats[i] = lab.Seat{Entrant: 5, Length: 99, Died: 77, Cause: ouro.Burnt, Offered: 9}
	}
	if all := derive.Differences(other, played); len(all) != 6 {
		t.Errorf("%d differences of a game are named", len(all))
	}
}

// wantDifference expects want in the first difference, and allows one more difference that follows
// from it. If want is "", it expects no difference.
func wantDifference(t *testing.T, all []string, want string) {
	t.Helper()
	if want == "" && len(all) == 0 {
		return
	}
	if len(all) == 0 || len(all) > 2 || want == "" || !strings.Contains(all[0], want) {
		t.Errorf("%q, want %q", all, want)
	}
}
