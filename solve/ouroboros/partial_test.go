package ouroboros

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/cycle"
	"ouro/rule/classic"
	"ouro/search"
	"ouro/solve/exact"
)

func randomLevels(count, least, most int) []*ouro.Level {
	var all []*ouro.Level
	for seed := 0; len(all) < count; seed++ {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		var text strings.Builder
		w, h := least+rng.IntN(most-least+1), least+rng.IntN(most-least+1)
		for range h {
			for range w {
				text.WriteByte(" X"[min(1, rng.IntN(6)/5)])
			}
			text.WriteByte('\n')
		}
		level, err := ouro.ParseLevel(text.String())
		if err != nil {
			continue // not connected
		}
		all = append(all, level)
	}
	return all
}

// TestCover checks that a ring made for a body contains it in order, and that it visits only
// squares without a wall, each once.
func TestCover(t *testing.T) {
	omitted, found := 0, 0
	for i, level := range randomLevels(60, 4, 8) {
		b, dice := boardOf(level.State()), ouro.NewPCG(uint64(i))
		r, w := newRing(b), newWeaver(newRing(b))
		var like []square
		for range 40 {
			body := randomWalk(r, 1+dice.Roll(len(b.cells)-1), dice)
			if len(body) == 2 || !w.cover(body, like, dice) {
				continue
			}
			found++
			omitted += len(b.cells) - len(w.woven)
			like = slices.Clone(w.woven)
			if err := checkPartialRing(r, like, body); err != nil {
				t.Fatalf("board\n%v\nbody %v, ring %v: %v", level, body, like, err)
			}
		}
	}
	if found < 400 || omitted == 0 {
		t.Errorf("%d rings, which omit %d squares", found, omitted)
	}
}

// checkPartialRing returns an error unless order is a closed path over different squares, and
// the body lies on it in order with its head at place 0.
func checkPartialRing(r *ring, order, body []square) error {
	place := map[square]int{}
	for i, s := range order {
		if _, twice := place[s]; twice || r.cells[s] == ouro.NoCell {
			return fmt.Errorf("square %d at place %d is a wall or occurs twice", s, i)
		}
		place[s] = i
		if !r.areNeighbours(s, order[(i+1)%len(order)]) {
			return fmt.Errorf("the squares at places %d and %d are no neighbours", i, i+1)
		}
	}
	above := len(order)
	for age, s := range body[1:] {
		p, ok := place[s]
		if !ok || p == 0 || p >= above {
			return fmt.Errorf("the segment of age %d is not in order", age+1)
		}
		above = p
	}
	if order[0] != body[0] {
		return fmt.Errorf("the head is not at place 0")
	}
	return nil
}

// playPartial plays a game and returns its end. It calls observe, unless nil, with each position
// and decision. With table it plays by the optimal moves.
func playPartial(t *testing.T, level *ouro.Level, seed uint64, table bool, observe func(*partial, *ouro.State)) *ouro.State {
	rules, dice := classic.Rules{}, ouro.GameDice(seed)
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	p := newPartial(ouro.Setup{Rules: rules, Start: s, Seed: seed}, options{nodes: 6}, func(l *ouro.Level) Optimum {
		if t := exact.Instant(l); table && t != nil {
			return t
		}
		return nil
	}, errors.New("no cycle"))
	for {
		rules.Spawn(s, dice)
		if _, over := rules.Over(s); over {
			return s
		}
		d, err := p.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			return s // no legal move
		}
		if observe != nil {
			observe(p, s)
		}
		rules.Step(s, []ouro.Dir{d.Dir})
	}
}

// TestPartialFollowsItsRing: if kept is set, which means that a ring carries the snake at the end
// of its path, then every step of the path and of a lap along the ring is legal.
func TestPartialFollowsItsRing(t *testing.T) {
	laps := 0
	for i, level := range randomLevels(12, 4, 8) {
		playPartial(t, level, uint64(i), false, func(p *partial, s *ouro.State) {
			if !p.kept || p.stepsMade != 1 {
				return
			}
			s = s.Clone()
			steps := slices.Concat(p.path[1:], p.ring[1:], p.ring[:1])
			for i, q := range steps {
				c := p.cells[q]
				if !s.Enterable(0, c) {
					t.Fatalf("board\n%v\nstep %d of %v, then %v: cell %d is not free", level, i, p.path, p.ring, c)
				}
				s.Advance(0, c, s.HasFood(c) && i < len(p.path)-1)
			}
			laps++
		})
	}
	if laps < 200 {
		t.Errorf("only %d laps", laps)
	}
}

func TestPartialBudget(t *testing.T) {
	level, err := ouro.ParseLevel("    X\n     \nX    \n     \n")
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.NewPCG(1)
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	classic.Rules{}.Spawn(s, dice)
	p := newPartial(ouro.Setup{Start: s}, options{nodes: maxNodes, budget: 1}, nil, errors.New("no cycle"))
	d, err := p.Decide(t.Context(), ouro.Turn{State: s})
	if err != nil || d.Nodes > maxNodes/1000 {
		t.Errorf("%d candidates in a nanosecond, error %v", d.Nodes, err)
	}
}

// TestLottery compares the lottery's probabilities with the exact ones, on positions with at
// most three free squares.
func TestLottery(t *testing.T) {
	uncertain := 0
	for i, level := range randomLevels(60, 4, 8) {
		b, dice := boardOf(level.State()), ouro.NewPCG(uint64(i))
		if len(b.cells) > 15 {
			continue
		}
		l := newLottery(newRing(b))
		var states []*ouro.State
		var chances []float64
		for range 300 {
			body := randomWalk(l.ring, len(b.cells)-1-dice.Roll(3), dice)
			if len(body) < max(3, len(b.cells)-3) {
				continue
			}
			s := level.State()
			var cells []ouro.Cell
			for _, q := range body {
				cells = append(cells, l.cells[q])
			}
			s.AddSnake(cells...)
			classic.Rules{}.Spawn(s, dice)
			meter := search.NewMeter(t.Context(), 0)
			_, chance := l.solve(body, l.of[s.Food[0]], &meter)
			states, chances = append(states, s), append(chances, chance)
		}
		answers, err := exact.AskAll(t.Context(), states, exact.Options{Workers: 1, All: true})
		if err != nil {
			t.Fatalf("board\n%v\n%v", level, err)
		}
		for k, a := range answers {
			if math.Abs(a.Probability-chances[k]) > 1e-9 {
				t.Fatalf("%v: probability %v, want %v", states[k], chances[k], a.Probability)
			}
			if a.Probability > 0 && a.Probability < 1 {
				uncertain++
			}
		}
	}
	if uncertain < 10 {
		t.Errorf("only %d positions with an uncertain win", uncertain)
	}
}

// TestOptimum plays small boards without a cycle, and expects to win as often as the optimum does,
// within four standard errors.
func TestOptimum(t *testing.T) {
	boards := 0
	for _, level := range randomLevels(200, 3, 4) {
		b := boardOf(level.State())
		if _, err := cycle.Find(cycle.BoardOf(level.State())); err == nil || len(b.cells) < 6 || len(b.cells) > 12 {
			continue
		}
		table, err := exact.NewTable(t.Context(), level, exact.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		p := table.Chance()
		if p < 0.05 || p > 0.95 {
			continue
		}
		boards++
		const games = 200
		won := 0
		for seed := range uint64(games) {
			if s := playPartial(t, level, seed, true, nil); s.Snakes[0].Body.Len() == s.Room() {
				won++
			}
		}
		if rate := float64(won) / games; math.Abs(rate-p) > 4*math.Sqrt(p*(1-p)/games) {
			t.Errorf("board\n%v\nwon %d of %d games, the optimum wins %.3f", level, won, games, p)
		}
	}
	if boards < 3 {
		t.Errorf("only %d boards", boards)
	}
}
