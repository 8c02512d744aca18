package battlesnake_test

import (
	"slices"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

// TestTransitions replays the logged games from the first position to the end, and compares
// every turn: bodies, health, the causes, killers and turns of deaths, and food and hazards
// after the Step and after the Spawn.
func TestTransitions(t *testing.T) {
	var total replayed
	seen := map[string]int{}
	for _, file := range logFiles(t) {
		r := replay(t, file, seen)
		total.turns += r.turns
		total.killers += r.killers
		total.spawns += r.spawns
		total.unknown += r.unknown
	}
	if want := (replayed{turns: 8290, killers: 194, spawns: 8286, unknown: 4}); total != want {
		t.Errorf("compared %+v, want %+v", total, want)
	}
	for cause := ouro.HitWall; cause <= ouro.Burnt; cause++ {
		if seen[cause.String()] == 0 {
			t.Errorf("no snake of the logs dies by %s", cause)
		}
	}
	for _, r := range battlesnake.Rulesets() {
		if seen[r.Name] == 0 {
			t.Errorf("no log of a game of %s", r.Name)
		}
	}
}

type replayed struct {
	turns   int // transitions
	killers int // number of deaths by another snake, whose seat was compared
	spawns  int // number of turns whose new food and hazards were compared
	unknown int // number of turns with food or hazards that do not follow from the seed
}

// unseeded lists draws of the official engine that do not follow from the seed.
var unseeded = map[string]string{
	"hz_castle_wall": "food",
	"healing_pools":  "hazards",
}

// replay plays one logged game. It counts the game's ruleset and causes of death in counts.
func replay(t *testing.T, file string, counts map[string]int) (r replayed) {
	lines := readLines[logLine](t, file)
	game := lines[0]
	rules := rulesOf(t, game)
	dice := battlesnake.NewDice(game.Seed)
	s := stateOf(t, rules, game.Width, game.Height, game.Initial)
	seats := map[string]int{}
	for i, sn := range game.Initial.Snakes {
		seats[sn.ID] = i
	}
	joint := make([]ouro.Dir, len(seats))
	for _, line := range lines[1:] {
		if line.Type == "end" {
			compareEnd(t, file, rules, s, seats, line)
			counts[game.Ruleset]++
			for i := range s.Snakes {
				counts[s.Snakes[i].Cause.String()]++
			}
			return r
		}
		if _, over := rules.Over(s); over {
			t.Fatalf("%s turn %d: over, but the log continues", file, s.Turn)
		}
		for i := range joint {
			joint[i] = ouro.NoDir
		}
		for _, m := range line.Moves {
			joint[seats[m.ID]] = m.Move
		}
		rules.Step(s, joint)
		r.turns++
		r.killers += compareSnakes(t, file, s, seats, line.After)
		g := s.Grid
		if got, want := points(g, s.Food), sorted(line.RulesFood); !slices.Equal(got, want) {
			t.Fatalf("%s turn %d: food after the rules %v, want %v", file, s.Turn, got, want)
		}
		if got, want := points(g, s.Hazards), onBoard(g, line.RulesHazards); game.Ruleset != "royale" && !slices.Equal(got, want) {
			t.Fatalf("%s turn %d: hazards after the rules %v, want %v", file, s.Turn, got, want)
		}
		rules.Spawn(s, dice)
		known := true
		if got, want := points(g, s.Food), sorted(line.After.Food); !slices.Equal(got, want) {
			known = false
			if unseeded[game.Map] != "food" {
				t.Fatalf("%s turn %d: food %v, want %v", file, s.Turn, got, want)
			}
			replaceFood(s, line.After.Food)
		}
		if got, want := points(g, s.Hazards), onBoard(g, line.After.Hazards); !slices.Equal(got, want) {
			known = false
			if unseeded[game.Map] != "hazards" || len(got) != len(want) {
				t.Fatalf("%s turn %d: hazards %v, want %v", file, s.Turn, got, want)
			}
			s.ClearHazards()
			for _, p := range want {
				s.AddHazard(g.At(p[0], p[1]))
			}
		}
		if known {
			r.spawns++
		} else {
			r.unknown++
		}
	}
	t.Fatalf("%s: no end", file)
	return r
}

func replaceFood(s *ouro.State, food []point) {
	for len(s.Food) > 0 {
		s.RemoveFood(s.Food[0])
	}
	for _, p := range food {
		s.AddFood(s.Grid.At(p[0], p[1]))
	}
}

// compareSnakes compares all snakes. It returns how many died in this turn and have the
// killer that the log names; another killer of the same length is accepted, too.
func compareSnakes(t *testing.T, file string, s *ouro.State, seats map[string]int, after logState) (killers int) {
	t.Helper()
	for _, want := range after.Snakes {
		seat := seats[want.ID]
		sn := &s.Snakes[seat]
		if got := body(s.Grid, sn); !slices.Equal(got, want.Body) {
			t.Fatalf("%s turn %d seat %d: body %v, want %v", file, s.Turn, seat, got, want.Body)
		}
		cause := causeNames[want.EliminatedCause]
		if sn.Health != want.Health || sn.Cause != cause || sn.Died != want.EliminatedTurn {
			t.Fatalf("%s turn %d seat %d: health %d, %s in turn %d, want %d, %s in turn %d", file, s.Turn, seat,
				sn.Health, sn.Cause, sn.Died, want.Health, cause, want.EliminatedTurn)
		}
		by, killed := seats[want.EliminatedBy]
		switch {
		case !killed && sn.Killer != ouro.NoSeat:
			t.Fatalf("%s turn %d seat %d: killed by %d, want no killer", file, s.Turn, seat, sn.Killer)
		case !killed || sn.Died != s.Turn:
		case sn.Killer == by:
			killers++
		case sn.Killer < 0 || s.Snakes[sn.Killer].Body.Len() != s.Snakes[by].Body.Len():
			t.Fatalf("%s turn %d seat %d: killed by %d, want by %d", file, s.Turn, seat, sn.Killer, by)
		}
	}
	return killers
}

func compareEnd(t *testing.T, file string, rules battlesnake.Rules, s *ouro.State, seats map[string]int, end logLine) {
	t.Helper()
	want := ouro.Outcome{Winner: ouro.NoSeat}
	if seat, won := seats[end.Winner]; won {
		want = ouro.Outcome{Ending: ouro.Won, Winner: seat}
	} else if !end.Truncated {
		want.Ending = ouro.Drawn
		if rules.Ruleset() == "solo" {
			want.Ending = ouro.Died
		}
	}
	outcome, over := rules.Over(s)
	if outcome != want || over == end.Truncated {
		t.Errorf("%s: the end is %+v, %v; want %+v", file, outcome, over, want)
	}
}
