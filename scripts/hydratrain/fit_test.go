package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/sim"
	"ouro/solve/hydra"
)

// bothForms runs a test for duels and for games of four.
func bothForms(t *testing.T, test func(t *testing.T, f form, snakes int)) {
	for _, snakes := range []int{2, 4} {
		t.Run(fmt.Sprint(snakes, " snakes"), func(t *testing.T) { test(t, formOf(snakes, hydra.Standard), snakes) })
	}
}

// chance returns a random number between -1 and 1.
func chance(dice *ouro.PCG) float32 { return float32(dice.Roll(2001)-1000) / 1000 }

// chosen returns n positions with random inputs, and the values that m gives them. If the form of m
// has no tables, the inputs have different sizes, up to 100.
func chosen(m *model, n int, dice *ouro.PCG) []sample {
	xs := make([]sample, n)
	for k := range xs {
		x, at := &xs[k], 0
		for _, t := range m.form.tables() {
			n := t.Lines * t.Values
			x.seen = append(x.seen, input{uint16(at + dice.Roll(n)), 1}, input{uint16(at + dice.Roll(n)), -1})
			at += n
		}
		for ; at < len(m.w)/2; at++ {
			most := sizeOf(at)
			x.seen = append(x.seen, input{uint16(at), int16(dice.Roll(2*most+1) - most)})
		}
		x.late = float32(dice.Roll(hydra.Phases+1)) / hydra.Phases
		x.worth = sigmoid(m.value(x))
		x.result = float32(math.Round(float64(x.worth)))
	}
	return xs
}

// sizeOf returns the size of an input without a table.
func sizeOf(at int) int { return []int{1, 3, 10, 30, 100}[at%5] }

// misjudged returns the difference between the values of m and those of truth, relative to the size of
// the values.
func misjudged(m, truth *model, xs []sample) float64 {
	wrong, size := 0.0, 0.0
	for i := range xs {
		have, want := float64(m.value(&xs[i])), float64(truth.value(&xs[i]))
		wrong += (have - want) * (have - want)
		size += want * want
	}
	return math.Sqrt(wrong / size)
}

// TestFitFindsWeights: the values of positions come from known weights, and the fit finds
// these weights. The test ignores a constant in all values of a table, because it has no
// effect.
func TestFitFindsWeights(t *testing.T) {
	needs.Trial(t)
	dice := ouro.NewPCG(7)
	known := newModel(new(duel), hydra.Values)
	at := 0
	for k, table := range hydra.Tables {
		for i := range table.Lines * table.Values {
			slope := float64(k%3-1) * float64(i%table.Values) / float64(table.Values)
			known.w[2*(at+i)], known.w[2*(at+i)+1] = float32(slope), float32(-slope/2)
		}
		at += table.Lines * table.Values
	}
	train, held := chosen(known, 40000, dice), chosen(known, 2000, dice)
	m := newModel(known.form, hydra.Values)
	m.fit(train, held, options{seed: 1, epochs: 20, smooth: 1e-3, decay: 1e-6})
	if share := misjudged(m, known, held); share > 0.1 {
		t.Errorf("the values of positions are wrong by %.0f %%", 100*share)
	}
	at = 0
	for _, table := range hydra.Tables {
		n := table.Lines * table.Values
		for e := range 2 {
			have, want, n := m.w[2*at+e:2*(at+n)], known.w[2*at+e:2*(at+n)], float32(n)
			mean := float32(0)
			for i := 0; i < len(have); i += 2 {
				mean += (have[i] - want[i]) / n
			}
			for i := 0; i < len(have); i += 2 {
				if off := have[i] - want[i] - mean; off > 0.25 || off < -0.25 {
					t.Errorf("%s: weight %d is off by %.2f", table.Name, i/2, off)
				}
			}
		}
		at += n
	}
}

// TestFitFindsCrowdWeights: the fit also finds the weights of inputs without tables, for inputs of
// size 1 as well as for inputs of size 100.
func TestFitFindsCrowdWeights(t *testing.T) {
	dice := ouro.NewPCG(11)
	known := newModel(new(crowd), len(hydra.CrowdNames))
	for k := range known.w {
		known.w[k] = chance(dice) / float32(sizeOf(k/2))
	}
	train, held := chosen(known, 20000, dice), chosen(known, 2000, dice)
	m := newModel(known.form, len(hydra.CrowdNames))
	m.fit(train, held, options{seed: 1, epochs: 20, smooth: 1, decay: 1e-6})
	if share := misjudged(m, known, held); share > 0.05 {
		t.Errorf("the values of positions are wrong by %.0f %%", 100*share)
	}
	for k, want := range known.w {
		if off := (m.w[k] - want) * float32(sizeOf(k/2)); off > 0.1 || off < -0.1 {
			t.Errorf("%s: weight %d is off by %.2f", hydra.CrowdNames[k/2], k%2, off)
		}
	}
}

// TestGamesAreKept: games that are read from a file have the same samples as before they were written.
// They cannot be read as games with another number of snakes.
func TestGamesAreKept(t *testing.T) {
	bothForms(t, func(t *testing.T, f form, snakes int) {
		var all []game
		file := t.TempDir() + "/games"
		for seed := range uint64(2) {
			games, err := playGames(f.guess(), hydra.Standard, options{snakes: snakes, games: 3, nodes: 40}, seed)
			if err != nil {
				t.Fatal(err)
			}
			if err := saveGames(file, games); err != nil {
				t.Fatal(err)
			}
			all = append(all, games...)
		}
		if games, err := loadGames(file, hydra.Standard, 6-snakes); err == nil {
			t.Errorf("%d games of %d snakes", len(games), 6-snakes)
		}
		kept, err := loadGames(file, hydra.Standard, snakes)
		if err != nil || len(kept) != len(all) {
			t.Fatalf("%d games of %d, %v", len(kept), len(all), err)
		}
		samples := 0
		for i := range all {
			have, want := kept[i].samples(nil, f, 0.9), all[i].samples(nil, f, 0.9)
			if len(have) != len(want) {
				t.Fatalf("game %d: %d samples, want %d", i, len(have), len(want))
			}
			for k := range have {
				if !reflect.DeepEqual(have[k], want[k]) {
					t.Fatalf("game %d: sample %d is %+v, want %+v", i, k, have[k], want[k])
				}
			}
			samples += len(want)
		}
		if samples < 50 {
			t.Errorf("%d samples", samples)
		}
	})
}

// TestGamesEndAsTheyAreWritten: a replay of a game ends with its recorded results. The results of all
// snakes add up to 1, and the positions of dead snakes have the value 0.
func TestGamesEndAsTheyAreWritten(t *testing.T) {
	bothForms(t, func(t *testing.T, f form, snakes int) {
		games, err := playGames(f.guess(), hydra.Standard, options{snakes: snakes, games: 6, nodes: 40}, 3)
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range games {
			rules, s, dice, err := deal(kinds[g.Kind], g.Seed)
			if err != nil {
				t.Fatal(err)
			}
			for turn, moves := range g.Moves {
				for seat := range g.Results {
					if dead := s.Snakes[seat].Cause != ouro.Alive; dead && g.worths(seat, 0.9)[turn] != 0 {
						t.Fatalf("game %d, turn %d: seat %d is dead and worth %v", i, turn, seat, g.worths(seat, 0.9)[turn])
					}
				}
				rules.Step(s, moved(moves, snakes))
				rules.Spawn(s, dice)
			}
			outcome, over := rules.Over(s)
			sum := float32(0)
			for seat, have := range g.Results {
				sum += have
				if won := outcome.Winner == seat; won && have != 1 {
					t.Errorf("game %d: seat %d won, result %v", i, seat, have)
				}
			}
			if !over && len(g.Moves) < longest {
				t.Errorf("game %d: it is not over after %d turns", i, len(g.Moves))
			}
			if len(g.Results) == snakes && (sum < 0.999 || sum > 1.001) {
				t.Errorf("game %d: results %v", i, g.Results)
			}
		}
	})
}

// TestKinds: the games of each family include all its kinds with this number of snakes.
func TestKinds(t *testing.T) {
	bothForms(t, func(t *testing.T, _ form, snakes int) {
		for family := range hydra.FamilyNames {
			family := hydra.Family(family)
			if snakes != 2 && family != hydra.Standard {
				continue
			}
			seen := make(map[int]int)
			for i := range 2000 {
				seen[kindOf(family, snakes, ouro.GameSeed(5, i))]++
			}
			for i, k := range kinds {
				if (seen[i] > 0) != (k.snakes == snakes && k.family == family) {
					t.Errorf("%d games of kind %d: %+v", seen[i], i, k)
				}
			}
		}
	})
}

// TestHydraThinksTheSame: hydra with the weights that the fit writes gives positions the same values
// as the fitted model.
func TestHydraThinksTheSame(t *testing.T) {
	bothForms(t, func(t *testing.T, f form, snakes int) {
		games, err := playGames(f.guess(), hydra.Standard, options{snakes: snakes, games: 3, nodes: 40}, 9)
		if err != nil {
			t.Fatal(err)
		}
		dice := ouro.NewPCG(8)
		m := f.guess()
		one := map[int]float32{2: unit, 4: hydra.CrowdUnit}[snakes]
		for i := range m.w {
			m.w[i] = float32(dice.Roll(2001)-1000) / one // such a weight is written without rounding
		}
		seen := 0
		for _, g := range games {
			rules, s, food, err := deal(kinds[g.Kind], g.Seed)
			if err != nil {
				t.Fatal(err)
			}
			pos := sim.New(s)
			for _, moves := range g.Moves {
				pos.Load(s)
				for seat := range f.views() {
					if pos.Alive().Has(seat) {
						x := f.look(pos, seat)
						have, want := float32(judged(f, m, pos, seat)), unit*m.value(&x)
						if have-want > 2 || want-have > 2 {
							t.Fatalf("turn %d, seat %d: %v, want %v", s.Turn, seat, have, want)
						}
						seen++
					}
				}
				rules.Step(s, moved(moves, snakes))
				rules.Spawn(s, food)
			}
		}
		if seen < 50 {
			t.Errorf("%d positions", seen)
		}
	})
}

// judged returns the value that hydra gives a position with the weights of m.
func judged(f form, m *model, pos *sim.Position, seat int) int32 {
	var flood sim.Flood
	flood.Load(pos)
	flood.Measure(pos)
	if _, ok := f.(*duel); ok {
		judge := hydra.NewJudge(duelWeights(m))
		judge.Load(pos)
		var mine, theirs hydra.Inputs
		judge.Fill(pos, &flood, seat, 1-seat, &mine, &theirs)
		return judge.Weigh(pos, seat, 1-seat, &mine, &theirs)
	}
	judge := hydra.NewCrowdJudge(crowdWeights(m))
	judge.Load(pos)
	var in hydra.Crowd
	late := judge.Fill(pos, &flood, seat, &in)
	return judge.Weigh(&in, late)
}

// TestSourceIsHydras: the source that the fit writes for hydra's weights equals the files in hydra.
func TestSourceIsHydras(t *testing.T) {
	for family, name := range hydra.FamilyNames {
		sameAsIn(t, "duel_weights_"+name+".go", formOf(2, hydra.Family(family)).learned().source())
	}
	sameAsIn(t, "many_weights.go", formOf(4, hydra.Standard).learned().source())
}

// sameAsIn compares written source with a file of hydra, ignoring the command in its head.
func sameAsIn(t *testing.T, file string, have []byte) {
	t.Helper()
	header := regexp.MustCompile(`^(//.*\n)+\n`)
	want, err := os.ReadFile("../../solve/hydra/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range [][]byte{want, have} {
		if !header.Match(text) {
			t.Fatalf("%s begins with %.60q", file, text)
		}
	}
	if !bytes.Equal(header.ReplaceAll(have, nil), header.ReplaceAll(want, nil)) {
		t.Errorf("the written source differs from %s", file)
	}
}
