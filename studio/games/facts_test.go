package games_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/solve/exact"
)

type seriesData struct {
	Reset bool
	To    int
	Lanes []struct {
		Seats []struct {
			Lengths     [][2]int
			From, Every int
			Scores      []*float64
		}
	}
}

// lengths returns the length of one snake at each turn, computed from the series that the page received.
func (p *page) lengths(lane, seat, turns int) []int {
	var steps [][2]int
	for _, m := range p.all("series") {
		var s seriesData
		p.into(m, &s)
		if s.Reset {
			steps = nil
		}
		steps = append(steps, s.Lanes[lane].Seats[seat].Lengths...)
	}
	all := make([]int, turns)
	for i, step := range steps {
		end := turns
		if i+1 < len(steps) {
			end = steps[i+1][0]
		}
		for turn := step[0]; turn < min(end, turns); turn++ {
			all[turn] = step[1]
		}
	}
	return all
}

// TestSeries: at any speed, and even after seeks, the page receives the length of every snake at every
// turn.
func TestSeries(t *testing.T) {
	for _, text := range links {
		for _, speed := range []int{60, 1000, 0} {
			synctest.Test(t, func(t *testing.T) {
				p := game(t, text)
				defer p.s.Close()
				for i := range 4 {
					p.send("run", map[string]any{"speed": speed})
					pass(700 * time.Millisecond)
					p.send("seek", map[string]any{"turn": i})
					pass(100 * time.Millisecond)
				}
				var far progress
				p.last("progress", &far)
				for lane := range p.now {
					states, _ := states(t, text, lane, far.Turns)
					for seat := range states[0].Snakes {
						var want []int
						for _, s := range states {
							want = append(want, s.Snakes[seat].Body.Len())
						}
						if got := p.lengths(lane, seat, len(want)); !slices.Equal(got, want) {
							t.Fatalf("%s at %d, lane %d seat %d: lengths\n%v, want\n%v", text, speed, lane, seat, got, want)
						}
					}
				}
			})
		}
	}
}

// TestScores: the page receives the scores of all decisions or, in a fast game, of every second, fourth,
// eighth, ... decision.
func TestScores(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := game(t, "board=14x14&solver=ouroboros&seed=3")
		defer p.s.Close()
		p.send("run", map[string]any{"speed": 0})
		pass(3 * time.Second)
		next, n := 0, 0
		for _, m := range p.all("series") {
			var s seriesData
			p.into(m, &s)
			one := s.Lanes[0].Seats[0]
			if len(one.Scores) == 0 {
				continue
			}
			if one.From != next {
				t.Errorf("scores from %d on, want %d", one.From, next)
			}
			last := one.From + (len(one.Scores)-1)*one.Every
			next, n = last+one.Every, n+len(one.Scores)
			if p.at() < last {
				t.Errorf("a score of turn %d, the game ended at %d", last, p.at())
			}
		}
		if n < 100 || next < p.at() {
			t.Errorf("%d scores up to turn %d of %d", n, next, p.at())
		}
	})
}

type facts struct {
	Turn  int
	Lanes []struct {
		Turn, Moves, Done, Whole int
		Seats                    []struct{ Length, Meals, Health, Hunger int }
		Distance, MealMoves      int
		AboveDistance            *float64
		AboveOptimum             *float64
		Took                     *struct {
			Counts []int
			Total  int
		}
	}
}

// TestFacts: the facts of a turn agree with the positions up to it.
func TestFacts(t *testing.T) {
	const text = "board=6x6&solver=cell&seed=3"
	states, _ := states(t, text, 0, 3000)
	synctest.Test(t, func(t *testing.T) {
		p := game(t, text)
		defer p.s.Close()
		dice := rand.New(rand.NewPCG(1, 1))
		for range 40 {
			turn := dice.IntN(len(states))
			p.headAt(t, turn)
			var f facts
			p.last("facts", &f)
			distance, mealMoves, meals := 0, 0, 0
			far := states[0].Grid.Distance(states[0].Snakes[0].Body.Head(), states[0].Food[0])
			for i := 1; i <= turn; i++ {
				if states[i].Snakes[0].Body.Len() > states[i-1].Snakes[0].Body.Len() {
					distance, mealMoves, meals = distance+far, i, meals+1
					if len(states[i].Food) > 0 {
						far = states[i].Grid.Distance(states[i].Snakes[0].Body.Head(), states[i].Food[0])
					}
				}
			}
			l := f.Lanes[0]
			s := &states[turn].Snakes[0]
			if f.Turn != turn || l.Moves != turn || l.Distance != distance || l.MealMoves != mealMoves || l.Seats[0].Meals != meals || l.Done != s.Body.Len() || l.Whole != 36 || l.Seats[0].Hunger != s.Hunger {
				t.Fatalf("turn %d: %+v, want a distance of %d in %d moves, %d meals", turn, f, distance, mealMoves, meals)
			}
			if above := l.AboveDistance; (above != nil) != (distance > 0) || above != nil && math.Abs(*above-100*(float64(mealMoves)/float64(distance)-1)) > 1e-9 {
				t.Errorf("turn %d: above the distance by %v", turn, above)
			}
			if won := turn == len(states)-1; (l.AboveOptimum != nil) != won {
				t.Errorf("turn %d: above the optimum by %v", turn, l.AboveOptimum)
			}
		}
		p.headAt(t, len(states))
		var f facts
		p.last("facts", &f)
		optimum, _ := exact.Known(ouro.MustGrid(6, 6))
		if above := f.Lanes[0].AboveOptimum; above == nil || math.Abs(*above-100*(float64(len(states)-1)/optimum-1)) > 1e-9 {
			t.Errorf("above the optimum by %v", above)
		}
		var counted int
		for _, n := range f.Lanes[0].Took.Counts {
			counted += n
		}
		if counted != len(states)-1 {
			t.Errorf("%d answers were timed of %d", counted, len(states)-1)
		}
	})
}

// TestAnyMessage: no message makes a channel panic or end.
func TestAnyMessage(t *testing.T) {
	kinds := []string{"run", "pause", "seek", "key", "show", "steer", "try", "back", "position", "take", "chunk", "nonsense"}
	values := []any{0, 1, -1, 3, 7.5, 40, 1e9, -1e18, "up", "x", nil, true, []string{"plan"}, []int{1}, map[string]int{}}
	for i, text := range append(links, "board=5x5&solver=hand", "rules=standard&snake=hand&snake=greedy") {
		synctest.Test(t, func(t *testing.T) {
			dice := rand.New(rand.NewPCG(7, uint64(i)))
			p := game(t, text)
			defer p.s.Close()
			for range 300 {
				data := map[string]any{}
				for _, key := range []string{"turn", "speed", "labels", "lane", "seat", "tree", "dir", "what"} {
					if dice.IntN(2) == 0 {
						data[key] = values[dice.IntN(len(values))]
					}
				}
				if dice.IntN(2) == 0 { // a valid message
					data = map[string]any{"turn": dice.IntN(50), "speed": dice.IntN(900), "dir": dice.IntN(4), "seat": dice.IntN(2), "what": "record"}
				}
				p.send(kinds[dice.IntN(len(kinds))], data)
				pass(time.Duration(dice.IntN(30)) * time.Millisecond)
			}
			for _, m := range p.all("error") {
				if e := string(m.Data); strings.Contains(e, `"fatal"`) || strings.Contains(e, "internal error") {
					t.Errorf("%s: %s", text, e)
				}
			}
			p.send("seek", map[string]any{"turn": 2})
			pass(time.Second)
			if p.at() != 2 {
				t.Errorf("%s: at turn %d after all", text, p.at())
			}
		})
	}
}
