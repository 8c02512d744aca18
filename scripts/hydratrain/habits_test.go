package main

import (
	"bytes"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/solve/hydra"
)

// chosenBy returns n random choices with a few inputs each. The moves are drawn with the
// probabilities that m gives them.
func chosenBy(m *model, n int, dice *ouro.PCG) []choice {
	cs := make([]choice, n)
	for i := range cs {
		c := &cs[i]
		for range 6 {
			c.seen = append(c.seen, uint16(known(dice)))
		}
		c.may = [turnings]bool{true, true, true}
		c.may[dice.Roll(5)%turnings] = dice.Roll(2) == 0
		at, parts := float32(dice.Roll(1<<20))/(1<<20), m.likely(c)
		for k, part := range parts {
			if at -= part; c.may[k] {
				c.made = k
				if at < 0 {
					break
				}
			}
		}
	}
	return cs
}

// known returns one of the inputs that the test uses. These are twenty inputs, their mirror
// images, and the constant.
func known(dice *ouro.PCG) int {
	i := hydra.HabitInputs - 1 - dice.Roll(21)*37
	if dice.Roll(2) == 0 {
		return hydra.HabitMirror(i)
	}
	return i
}

// TestFitFindsHabits: choices were made with known weights. From these, the fit finds
// symmetric weights that predict other choices equally well.
func TestFitFindsHabits(t *testing.T) {
	needs.Trial(t)
	dice := ouro.NewPCG(3)
	m := &model{w: make([]float32, 2*hydra.HabitInputs)}
	for range 400 {
		i := known(dice)
		m.w[2*i], m.w[2*i+1] = 2*chance(dice), 2*chance(dice)
		m.w[2*hydra.HabitMirror(i)] = m.w[2*i]
	}
	train, held := chosenBy(m, 40000, dice), chosenBy(m, 4000, dice)
	found := fitHabits(train, held, options{seed: 1, epochs: 40, decay: 1e-6})
	best, _ := m.predicted(held)
	none, _ := (&model{w: make([]float32, 2*hydra.HabitInputs)}).predicted(held)
	have, part := found.predicted(held)
	if have > best+0.02 || best > none-0.2 || part < 0.6 {
		t.Errorf("a loss of %.3f and %.0f %% predicted; %.3f by the weights, %.3f without", have, 100*part, best, none)
	}
	for i, pair := range habitWeights(found) {
		if mirror := habitWeights(found)[hydra.HabitMirror(i)]; pair[0] != mirror[0] {
			t.Fatalf("input %d: the weight of onward is %d, and %d for the mirrored input", i, pair[0], mirror[0])
		}
	}
}

// TestChoices: the choices of a game are moves after the opening. In each position the snake had at
// least two moves that are not fatal, and at least two enemies.
func TestChoices(t *testing.T) {
	f := formOf(4, hydra.Standard)
	games, err := playGames(f.learned(), hydra.Standard, options{snakes: 4, games: 4, nodes: 60}, 5)
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for i := range games {
		h := new(hydra.Habits)
		for _, c := range games[i].choices(nil, h) {
			all++
			may := 0
			for _, ok := range c.may {
				if ok {
					may++
				}
			}
			if !c.may[c.made] || may < 2 || len(c.seen) < 4 {
				t.Fatalf("game %d: %+v", i, c)
			}
		}
		short := games[i]
		short.Moves = short.Moves[:min(openings, len(short.Moves))]
		if got := short.choices(nil, h); len(got) > 0 {
			t.Errorf("game %d: %d choices of the opening", i, len(got))
		}
	}
	if all < 100 {
		t.Errorf("only %d choices", all)
	}
}

// TestHabitsAreWritten: the source that writeHabits writes for hydra's habits equals the file in hydra.
func TestHabitsAreWritten(t *testing.T) {
	sameAsIn(t, "many_habits_weights.go", source(func(b *bytes.Buffer) { writeHabits(b, hydra.LearnedHabits()) }))
}
