package battlesnake_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

type logSetup struct {
	Map        string  `json:"map"`
	MaxPlayers int     `json:"maxPlayers"`
	Width      int     `json:"width"`
	Height     int     `json:"height"`
	Hazards    []point `json:"hazards"`
	Starts     []struct {
		Seed    int64   `json:"seed"`
		Snakes  int     `json:"snakes"`
		Heads   []point `json:"heads"`
		Food    []point `json:"food"`
		Hazards []point `json:"hazards"`
	} `json:"starts"`
}

// TestSetups compares every start: heads in order, food and hazards. Two results depend not only on
// the seed but also on the official process. On hz_hazard_pits these are the heads, so the test
// compares the food for the logged heads. On rivers and islands it is the order in which snakes get
// their food, so some order must give the logged food.
func TestSetups(t *testing.T) {
	maps := map[string]bool{}
	starts, shuffled, reordered := 0, 0, 0
	for _, log := range readLines[logSetup](t, "testdata/maps-setup.jsonl.gz") {
		rules := newRules(t, "standard:map="+log.Map)
		maps[log.Map] = true
		for _, want := range log.Starts {
			name := fmt.Sprintf("%s %dx%d seed %d snakes %d", log.Map, log.Width, log.Height, want.Seed, want.Snakes)
			s, err := rules.Start(log.Width, log.Height, want.Snakes, battlesnake.NewDice(want.Seed))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			starts++
			var heads []point
			for seat := range s.Snakes {
				sn := &s.Snakes[seat]
				all := body(s.Grid, sn)
				heads = append(heads, all[0])
				tail := all[0]
				if log.Map == "solo_maze" {
					tail[1]--
				}
				if !slices.Equal(all[1:], []point{tail, tail}) || sn.Health != battlesnake.MaxHealth || sn.Hunger != 0 || sn.Killer != ouro.NoSeat {
					t.Errorf("%s: seat %d starts as %v, health %d", name, seat, all, sn.Health)
				}
			}
			hazards := want.Hazards
			if hazards == nil {
				hazards = log.Hazards
			}
			if got := points(s.Grid, s.Hazards); !slices.Equal(got, onBoard(s.Grid, hazards)) {
				t.Errorf("%s: hazards %v, want %v", name, got, sorted(hazards))
			}
			if log.Map == "hz_hazard_pits" {
				shuffled++
				if got := sorted(heads); len(got) != len(want.Heads) || len(slices.Compact(got)) != len(got) {
					t.Errorf("%s: heads %v", name, heads)
				}
				place(s, want.Heads)
				if err := battlesnake.FeedAfter(s, battlesnake.NewDice(want.Seed), 3); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				heads = want.Heads
			}
			if !slices.Equal(heads, want.Heads) {
				t.Errorf("%s: heads %v, want %v", name, heads, want.Heads)
			}
			fits := func() bool { return slices.Equal(points(s.Grid, s.Food), sorted(want.Food)) }
			if strings.Contains(log.Map, "_bridges") && !fits() {
				reordered++
				permute(want.Heads, func(order []point) bool {
					place(s, order)
					err := battlesnake.FeedAfter(s, battlesnake.NewDice(want.Seed), 1+want.Snakes)
					return err == nil && isSubset(points(s.Grid, s.Food), want.Food)
				})
			}
			if !fits() {
				t.Errorf("%s: food %v, want %v", name, points(s.Grid, s.Food), sorted(want.Food))
			}
		}
	}
	if len(maps) != 25 || starts != 1092 || shuffled != 6 || reordered != 8 {
		t.Errorf("%d maps, %d starts compared, %d with logged heads, %d with food in another order", len(maps), starts, shuffled, reordered)
	}
}

func place(s *ouro.State, heads []point) {
	for seat := range s.Snakes {
		s.Kill(seat, ouro.HitWall)
	}
	s.Snakes = s.Snakes[:0]
	replaceFood(s, nil)
	for _, p := range heads {
		c := s.Grid.At(p[0], p[1])
		s.AddSnake(c, c, c)
	}
}

// permute reports whether some order of the list has only prefixes for which isGood returns true.
func permute(list []point, isGood func([]point) bool) bool {
	var try func(list []point, k int) bool
	try = func(list []point, k int) bool {
		if k == len(list) {
			return true
		}
		for i := k; i < len(list); i++ {
			list[k], list[i] = list[i], list[k]
			if isGood(list[:k+1]) && try(list, k+1) {
				return true
			}
			list[k], list[i] = list[i], list[k]
		}
		return false
	}
	return try(slices.Clone(list), 0)
}

func isSubset(some, all []point) bool {
	return !slices.ContainsFunc(some, func(p point) bool { return !slices.Contains(all, p) })
}

// logHazards logs how hazards appear and disappear.
type logHazards struct {
	Map     string  `json:"map"`
	Width   int     `json:"width"`
	Height  int     `json:"height"`
	Seed    int64   `json:"seed"`
	Snakes  int     `json:"snakes"`
	Shrink  int     `json:"shrinkEveryNTurns"`
	Initial []point `json:"initial"`
	Changes []struct {
		Turn int     `json:"turn"`
		Add  []point `json:"add"`
		Del  []point `json:"del"`
	} `json:"changes"`
}

const hazardTurns = 220

// TestHazardSchedules follows the hazards of each log, turn by turn. The seed fixes that a
// pool dries up, but not which one. The logs have no food, so solo_maze makes a new maze
// each turn.
func TestHazardSchedules(t *testing.T) {
	maps := map[string]bool{}
	turns := 0
	for _, log := range readLines[logHazards](t, "testdata/maps-hazards.jsonl.gz") {
		maps[log.Map] = true
		rules := newRules(t, fmt.Sprintf("standard:map=%s,food=0,minfood=0,shrink=%d", log.Map, log.Shrink))
		name := fmt.Sprintf("%s %dx%d seed %d", log.Map, log.Width, log.Height, log.Seed)
		dice := battlesnake.NewDice(log.Seed)
		s, err := rules.Start(log.Width, log.Height, log.Snakes, dice)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		want := sorted(log.Initial)
		if got := points(s.Grid, s.Hazards); !slices.Equal(got, want) {
			t.Errorf("%s: hazards %v, want %v", name, got, want)
			continue
		}
		changes := log.Changes
		for s.Turn < hazardTurns {
			s.Turn++
			rules.Spawn(s, dice)
			replaceFood(s, nil)
			if len(changes) > 0 && changes[0].Turn == s.Turn {
				for _, p := range changes[0].Del {
					i := slices.Index(want, p)
					want = slices.Delete(want, i, i+1)
				}
				want = sorted(append(want, changes[0].Add...))
				changes = changes[1:]
			}
			turns++
			got := points(s.Grid, s.Hazards)
			if log.Map == "healing_pools" && len(got) == len(want) {
				continue
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s turn %d: hazards %v, want %v", name, s.Turn, got, want)
				break
			}
		}
	}
	if len(maps) != 12 || turns != 68*hazardTurns {
		t.Errorf("%d maps and %d turns compared", len(maps), turns)
	}
}

func TestDrawingErrors(t *testing.T) {
	for text, want := range map[string]string{
		"A.\n*b\n":  "",
		"A.\n*b.\n": "row 2 has 3 columns, row 1 has 2",
		"A.\n*3\n":  `row 2 column 2: unknown sign '3'`,
		"A.\n*c\n":  "2 starts, but no B",
	} {
		if err := battlesnake.ParseDrawing(text); want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
