package lab_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/lab"
)

// TestMoves: the digest of a game does not depend on the solver, its name, the budget or
// the recording; other games have other digests. The text of the record gives the same
// digest.
func TestMoves(t *testing.T) {
	twin := greedy
	twin.Spec = ouro.Spec{Name: "twin"}
	seen := map[lab.Digest]string{}
	for name, plan := range map[string]lab.Plan{"alone": classicPlan(4, 4, 8, winner, greedy), "together": tournamentPlan(6, rover, first)} {
		other := plan
		other.Entrants = slices.Clone(plan.Entrants)
		other.Records, other.Budget.Nodes = true, 77
		if name == "alone" {
			other.Entrants[1] = twin
		}
		a, b := player(t, plan), player(t, other)
		for i := range a.Games() {
			f, g := playNumber(t, a, i), playNumber(t, b, i)
			if f.Moves == (lab.Digest{}) || f.Moves != g.Moves || f.Record != nil || g.Record == nil {
				t.Errorf("%s, game %d: %x and %x", name, i, f.Moves, g.Moves)
			}
			if before, twice := seen[f.Moves]; twice {
				t.Errorf("%s, game %d has the digest of another game, of %s", name, i, before)
			}
			seen[f.Moves] = name
			text, err := g.Record.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			read := lab.Finished{Record: lab.Text(text)}
			if moves, err := read.KnownMoves(); err != nil || moves != f.Moves {
				t.Errorf("%s, game %d: read from its record %x, %v, want %x", name, i, moves, err, f.Moves)
			}
		}
	}
}

func player(t testing.TB, plan lab.Plan) *lab.Player {
	t.Helper()
	p, err := lab.NewPlayer(plan)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func playNumber(t testing.TB, p *lab.Player, i int) *lab.Finished {
	t.Helper()
	f, err := p.Play(t.Context(), i)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestMovesDiffer: games that differ in one move, the start, the seed or the end have
// different digests.
func TestMovesDiffer(t *testing.T) {
	plan := classicPlan(4, 4, 1, greedy)
	plan.Records = true
	f := playNumber(t, player(t, plan), 0)
	record := f.Record.(*ouro.Record)
	for name, change := range map[string]func(r *ouro.Record){
		"move":  func(r *ouro.Record) { r.Moves = slices.Clone(r.Moves); r.Moves[3] ^= 1 },
		"less":  func(r *ouro.Record) { r.Moves, r.Checks = r.Moves[1:], r.Checks[1:] },
		"start": func(r *ouro.Record) { r.Start++ },
		"seed":  func(r *ouro.Record) { r.Seed++ },
		"end":   func(r *ouro.Record) { r.Final++ },
	} {
		r := *record
		change(&r)
		if got := movesOf(t, &r); got == f.Moves {
			t.Errorf("another %s has the same digest", name)
		}
	}
	same := *record
	same.Seats, same.Budget = []ouro.Spec{{Name: "somebody"}}, ouro.Budget{Time: time.Second}
	if got := movesOf(t, &same); got != f.Moves {
		t.Errorf("played by another it has digest %x, want %x", got, f.Moves)
	}
}

// movesOf returns the digest of the text of a record.
func movesOf(t *testing.T, r *ouro.Record) lab.Digest {
	t.Helper()
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	moves, err := (&lab.Finished{Record: lab.Text(text)}).KnownMoves()
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// TestKnownMoves: the stored digest is preferred to the record; a record in another
// format has a digest too, which does not depend on the players; without either it is 0.
func TestKnownMoves(t *testing.T) {
	known := func(f lab.Finished) lab.Digest {
		moves, err := f.KnownMoves()
		if err != nil {
			t.Fatal(err)
		}
		return moves
	}
	text := func(lines ...string) lab.Text { return lab.Text(strings.Join(lines, "\n") + "\n") }
	base := known(lab.Finished{Record: text("a game", "solver x", "turn 1 UD", "sum 1")})
	if base == (lab.Digest{}) || base != known(lab.Finished{Record: text("a game", "solver y", "nodes 7", "turn 1 UD", "sum 2")}) {
		t.Error("it depends on who played")
	}
	if base == known(lab.Finished{Record: text("a game", "solver x", "turn 1 UU", "sum 1")}) {
		t.Error("other moves have the same digest")
	}
	if got := known(lab.Finished{Moves: lab.Digest{7}, Record: text("a game")}); got != (lab.Digest{7}) {
		t.Errorf("%x, want what was kept", got)
	}
	if got := known(lab.Finished{}); got != (lab.Digest{}) {
		t.Errorf("a game without a record has digest %x", got)
	}
}
