package definition_test

import (
	"encoding"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/arena"
	"ouro/definition"
	"ouro/derive"
	"ouro/hunter"
	"ouro/lab"
)

// playGroups returns the games of the first groups of a definition.
func playGroups(t *testing.T, d definition.Definition, groups int) (all []*lab.Finished) {
	t.Helper()
	plan, err := d.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	plan.Groups, plan.Records = groups, true
	player, err := lab.NewPlayer(plan)
	if err != nil {
		t.Fatal(err)
	}
	for i := range player.Games() {
		f, err := player.Play(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

func newDeriver(t *testing.T, d definition.Definition) *definition.Deriver {
	t.Helper()
	deriver, err := d.Deriver()
	if err != nil {
		t.Fatal(err)
	}
	return deriver
}

// deriveGame returns the game that is derived from f's record.
func deriveGame(t *testing.T, deriver *definition.Deriver, f *lab.Finished) *lab.Finished {
	t.Helper()
	g, err := deriver.Derive(t.Context(), int(f.Tally.Group), int(f.Tally.Seating), f.Record)
	if err != nil {
		t.Fatalf("game %d, seating %d: %v", f.Tally.Group, f.Tally.Seating, err)
	}
	return g
}

// TestDerive: every game of a definition of any kind is derived exactly as it was played. No
// record is accepted for another game.
func TestDerive(t *testing.T) {
	for n, d := range definitions(t) {
		deriver := newDeriver(t, d)
		games := playGroups(t, d, 2)
		for i, f := range games {
			group, seating := int(f.Tally.Group), int(f.Tally.Seating)
			if all := derive.Differences(f, deriveGame(t, deriver, f)); all != nil {
				t.Errorf("%s %d: game %d: %q", d.Kind, n, i, all)
			}
			if _, err := deriver.Derive(t.Context(), group+2, seating, f.Record); err == nil || !strings.Contains(err.Error(), "seed") {
				t.Errorf("%s %d: the record of another group: %v", d.Kind, n, err)
			}
			if _, err := deriver.Derive(t.Context(), group, 99, f.Record); err == nil || !strings.Contains(err.Error(), "seating 99") {
				t.Errorf("%s %d: a seating that is not in the definition: %v", d.Kind, n, err)
			}
			text, err := f.Record.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := deriver.Derive(t.Context(), group, seating, lab.Text(text[:len(text)/2])); err == nil {
				t.Errorf("%s %d: half a record is accepted", d.Kind, n)
			}
		}
		for _, f := range games[1:] {
			if f.Tally.Group == 0 && !slices.Equal(games[0].Tally.Seats, f.Tally.Seats) {
				if _, err := deriver.Derive(t.Context(), 0, 0, f.Record); err == nil || !strings.Contains(err.Error(), ": solver ") {
					t.Errorf("%s %d: the record of seating %d: %v", d.Kind, n, f.Tally.Seating, err)
				}
			}
		}
	}
}

// TestDeriveFindsDifference: if a record differs from the definition in one value, the error names
// that value.
func TestDeriveFindsDifference(t *testing.T) {
	all := definitions(t)
	bench, openings, hunt := all[0], all[6], all[8]
	for _, c := range []struct {
		definition definition.Definition
		change     func(r *ouro.Record)
		want       string
	}{
		{bench, func(r *ouro.Record) { r.Game.Rules.Name = "maze" }, "rules classic in the definition, maze"},
		{bench, func(r *ouro.Record) { r.Game.W, r.Game.H = 4, 6 }, "board 6x4 in the definition, 4x6"},
		{bench, func(r *ouro.Record) { r.Game.StartLength = 2 }, "start length 1 in the definition, 2"},
		{bench, func(r *ouro.Record) { r.Budget.Nodes-- }, "budget nodes=500 in the definition, nodes=499"},
		{bench, func(r *ouro.Record) { r.Seats[0].Name = "bfs" }, "seat 0: solver cell in the definition, bfs"},
		{bench, func(r *ouro.Record) { r.Moves[0] = r.Moves[0].TurnLeft() }, "replay: turn 1"},
		{all[1], func(r *ouro.Record) { r.Game.Level = nil }, "level"},
		{all[2], func(r *ouro.Record) { r.Game.Position = nil }, "start "},
		{openings, func(r *ouro.Record) { r.Game.Position = nil }, "start an opening in the definition, that of the rules"},
	} {
		f := playGroups(t, c.definition, 1)[0]
		r := *f.Record.(*ouro.Record)
		r.Seats, r.Moves = slices.Clone(r.Seats), slices.Clone(r.Moves)
		c.change(&r)
		wantDeriveError(t, c.definition, f, &r, c.want)
	}
	for want, change := range map[string]func(r *hunter.Record){
		"bots 2 in the definition, 1":              func(r *hunter.Record) { r.Hunters, r.Inputs = 1, r.Inputs[:len(r.Inputs)/2] },
		"snakes 0 in the definition, 1":            func(r *hunter.Record) { r.Snakes = 1 },
		"nodes":                                    func(r *hunter.Record) { r.Nodes++ },
		"levels":                                   func(r *hunter.Record) { r.Levels = hunter.Levels()[:1] },
		"solver bfs in the definition, astar":      func(r *hunter.Record) { r.Drivers = specs(t, "astar") },
		"number of solvers 1 in the definition, 2": func(r *hunter.Record) { r.Drivers = specs(t, "bfs,bfs") },
	} {
		f := playGroups(t, hunt, 1)[0]
		r := *f.Record.(*hunter.Record)
		change(&r)
		wantDeriveError(t, hunt, f, &r, want)
	}
	f := playGroups(t, bench, 1)[0]
	wantDeriveError(t, hunt, f, f.Record, "not the record of another kind of game")
}

// wantDeriveError expects an error with the text want when record is derived in place of the record
// of f.
func wantDeriveError(t *testing.T, d definition.Definition, f *lab.Finished, record encoding.TextMarshaler, want string) {
	t.Helper()
	if _, err := newDeriver(t, d).Derive(t.Context(), int(f.Tally.Group), int(f.Tally.Seating), record); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: %v", want, err)
	}
}

// TestDeriveGroupsStartAlike: in a tournament with openings, all games of a group must start from
// the same position. Games of other groups may start from other positions.
func TestDeriveGroupsStartAlike(t *testing.T) {
	d := definitions(t)[6]
	games := playGroups(t, d, 2)
	other := *games[len(games)-1].Record.(*ouro.Record) // a record of group 1
	first := games[1].Record.(*ouro.Record)
	deriver := newDeriver(t, d)
	deriveGame(t, deriver, games[0])
	moved := *first
	moved.Game.Position = other.Game.Position
	if _, err := deriver.Derive(t.Context(), 0, 1, &moved); err == nil || !strings.Contains(err.Error(), "start of group 0") {
		t.Error(err)
	}
	deriveGame(t, deriver, games[1])
	deriveGame(t, deriver, games[len(games)-1])
}

// TestDeriveContest: games of kind Contest are derived, with and without remote snakes.
func TestDeriveContest(t *testing.T) {
	now := tournament(t, arena.Tournament{Seed: 9, Format: arena.FreeForAll, Board: "7x7", Nodes: 50}, "greedy", "hungry")
	plan, err := now.Plan()
	if err != nil {
		t.Fatal(err)
	}
	d := definition.Definition{Kind: definition.Contest, Rules: plan.Game.Rules.String(), Board: "7x7", StartLength: 3, Seed: 9, Nodes: 50, Solvers: now.Solvers}
	deriver := newDeriver(t, d)
	for _, f := range playGroups(t, now, 2) {
		if all := derive.Differences(f, deriveGame(t, deriver, f)); all != nil {
			t.Errorf("%q", all)
		}
	}
	guests := d
	guests.Solvers, guests.GuestTimeout = []string{"greedy", "http://127.0.0.1:1"}, 5
	f := playGroups(t, now, 1)[0]
	r := *f.Record.(*ouro.Record)
	r.Seats = []ouro.Spec{r.Seats[0], {Name: "guest"}}
	wantDeriveError(t, guests, f, &r, "budget nodes=50,time=5ns in the definition, nodes=50")
	r.Budget.Time = 5
	deriveGame(t, newDeriver(t, guests), &lab.Finished{Tally: f.Tally, Record: &r})
	named := r
	named.Players = []ouro.Player{{}, {Name: "other"}}
	wantDeriveError(t, guests, f, &named, "seat 1: name 127.0.0.1:1 in the definition, other")
	wantDeriveError(t, d, f, &r, "seat 1: solver hungry in the definition, guest")
}
