package main

import (
	"math"
	"testing"

	"ouro"
	"ouro/sim"
	"ouro/solve/hydra"
)

// chosen are positions in which everything is seen by chance, and what they are
// worth by m.
func chosen(m *model, n int, dice *ouro.PCG) []sample {
	xs := make([]sample, n)
	for k := range xs {
		x, at := &xs[k], 0
		for i, t := range hydra.Tables {
			n := t.Lines * t.Values
			x.mine[i], x.theirs[i] = uint16(at+dice.Roll(n)), uint16(at+dice.Roll(n))
			at += n
		}
		x.late = float32(dice.Roll(hydra.Phases+1)) / hydra.Phases
		x.worth = sigmoid(m.value(x))
		x.result = float32(math.Round(float64(x.worth)))
	}
	return xs
}

// TestFitFindsWeights: of positions that are worth what some weights say, the fit
// finds these weights. What all values of a table have in common makes no
// difference, so it is left out.
func TestFitFindsWeights(t *testing.T) {
	dice := ouro.NewPCG(7)
	known := new(model)
	at := 0
	for k, table := range hydra.Tables {
		for i := range table.Lines * table.Values {
			slope := float64(k%3-1) * float64(i%table.Values) / float64(table.Values)
			known.w[2*(at+i)], known.w[2*(at+i)+1] = float32(slope), float32(-slope/2)
		}
		at += table.Lines * table.Values
	}
	train, held := chosen(known, 40000, dice), chosen(known, 2000, dice)
	m := new(model)
	m.fit(train, held, options{seed: 1, epochs: 20, smooth: 1e-3, decay: 1e-6})
	wrong, size := 0.0, 0.0
	for i := range held {
		have, want := float64(m.value(&held[i])), float64(known.value(&held[i]))
		wrong += (have - want) * (have - want)
		size += want * want
	}
	if share := math.Sqrt(wrong / size); share > 0.1 {
		t.Errorf("positions are misjudged by %.0f %% of what they are worth", 100*share)
	}
	at = 0
	for _, table := range hydra.Tables {
		n := table.Lines * table.Values
		for e := range 2 {
			have, want, n := m.w[2*at+e:2*(at+n):2*(at+n)], known.w[2*at+e:2*(at+n):2*(at+n)], float32(n)
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

// TestGamesAreKept: games come out of a file as they went in, and give the same
// samples.
func TestGamesAreKept(t *testing.T) {
	w := guess().weights()
	var all []game
	file := t.TempDir() + "/games"
	for seed := range uint64(2) {
		games, err := playGames(w, 3, 40, seed)
		if err != nil {
			t.Fatal(err)
		}
		if err := saveGames(file, games); err != nil {
			t.Fatal(err)
		}
		all = append(all, games...)
	}
	kept, err := loadGames(file)
	if err != nil || len(kept) != len(all) {
		t.Fatalf("%d games of %d, %v", len(kept), len(all), err)
	}
	samples := 0
	for i := range all {
		have, want := kept[i].samples(nil, 0.9), all[i].samples(nil, 0.9)
		if len(have) != len(want) {
			t.Fatalf("game %d: %d samples, want %d", i, len(have), len(want))
		}
		for k := range have {
			if have[k] != want[k] {
				t.Fatalf("game %d: sample %d is %+v, want %+v", i, k, have[k], want[k])
			}
		}
		samples += len(want)
	}
	if samples < 50 {
		t.Errorf("%d samples", samples)
	}
}

// TestGamesEndAsTheyAreWritten: a game that is played again ends with its result.
func TestGamesEndAsTheyAreWritten(t *testing.T) {
	games, err := playGames(guess().weights(), 6, 40, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		rules, s, dice, err := deal(kinds[g.Kind], g.Seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, moves := range g.Moves {
			rules.Step(s, []ouro.Dir{ouro.Dir(moves & 3), ouro.Dir(moves >> 2)})
			rules.Spawn(s, dice)
		}
		outcome, over := rules.Over(s)
		want := float32(0.5)
		if outcome.Winner != ouro.NoSeat {
			want = float32(1 - outcome.Winner)
		}
		if !over && len(g.Moves) < longest || g.Result != want {
			t.Errorf("game %d: %v, %v after %d turns, result %v", i, over, outcome, len(g.Moves), g.Result)
		}
	}
}

// TestHydraThinksTheSame: what the fitted weights say of positions of games is what
// hydra says with the numbers that are written down.
func TestHydraThinksTheSame(t *testing.T) {
	games, err := playGames(guess().weights(), 3, 40, 9)
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.NewPCG(8)
	m := new(model)
	for i := range m.w {
		m.w[i] = float32(dice.Roll(2001)-1000) / unit
	}
	seen := 0
	for _, g := range games {
		rules, s, food, err := deal(kinds[g.Kind], g.Seed)
		if err != nil {
			t.Fatal(err)
		}
		judge := hydra.NewJudge(m.weights())
		pos := sim.New(s)
		judge.Load(pos)
		var flood sim.Flood
		for _, moves := range g.Moves {
			pos.Load(s)
			flood.Load(pos)
			flood.Measure(pos)
			var x sample
			judge.Look(pos, &flood, 0, 1, &x.mine, &x.theirs)
			x.late = float32(judge.Late(pos, 0, 1)) / hydra.Phases
			have, want := float32(judge.Weigh(pos, 0, 1, &x.mine, &x.theirs)), unit*m.value(&x)
			if have-want > 2 || want-have > 2 {
				t.Fatalf("turn %d: %v, want %v", s.Turn, have, want)
			}
			seen++
			rules.Step(s, []ouro.Dir{ouro.Dir(moves & 3), ouro.Dir(moves >> 2)})
			rules.Spawn(s, food)
		}
	}
	if seen < 50 {
		t.Errorf("%d positions", seen)
	}
}
