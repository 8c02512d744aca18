// Hydratrain fits the weights of hydra's evaluations to games of hydra against itself. One
// evaluation is for duels, the other for several snakes. A game of several snakes ends as a duel,
// for which hydra uses its current weights:
//
//	go run ./scripts/hydratrain --out solve/hydra/duel_weights_standard.go
//	go run ./scripts/hydratrain --rules royale --go-on --out solve/hydra/duel_weights_royale.go
//	go run ./scripts/hydratrain --snakes 4 --out solve/hydra/many_weights.go
//
// It also fits the habits, which predict the moves of a snake among several, to hydra's moves:
//
//	go run ./scripts/hydratrain --snakes 4 --habits --go-on --rounds 1 --epochs 6 --decay 1e-5 --out solve/hydra/many_habits_weights.go
//
// Each round plays games with the weights of the round before; the first round plays with a guess
// (play.go, forms.go). The round then fits the weights to the results and to hydra's scores (fit.go),
// or the habits to hydra's moves (habits.go). The same command gives the same weights.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"ouro/solve/hydra"
)

type options struct {
	snakes int
	rules  string
	rounds int
	games  int
	nodes  int
	seed   uint64
	keep   int // number of the most recent rounds whose games are used
	out    string
	load   string // file of earlier games
	save   string
	start  bool // begin with hydra's weights instead of guesses
	trust  float64
	epochs int
	smooth float64
	decay  float64
	habits bool
}

func main() {
	var o options
	flag.IntVar(&o.snakes, "snakes", 2, "`snakes` in each game: 2 or 4")
	flag.StringVar(&o.rules, "rules", "standard", "family of `rules`: "+strings.Join(hydra.FamilyNames[:], ", ")+"; with 2 snakes")
	flag.IntVar(&o.rounds, "rounds", 4, "`rounds` of playing and fitting")
	flag.IntVar(&o.games, "games", 4000, "`games` in each round")
	flag.IntVar(&o.nodes, "nodes", 500, "search `nodes` for each move")
	flag.Uint64Var(&o.seed, "seed", 1, "`seed` of all random numbers")
	flag.IntVar(&o.keep, "keep", 3, "use the games of the last `rounds`")
	flag.StringVar(&o.out, "out", "weights.go", "write the weights to this `file`")
	flag.StringVar(&o.load, "load", "", "start with the games in this `file`")
	flag.StringVar(&o.save, "save", "", "append the games to this `file`")
	flag.BoolVar(&o.start, "go-on", false, "start with hydra's current weights")
	flag.Float64Var(&o.trust, "trust", 0.97, "`share` of the next position's value in a value; the rest is hydra's score")
	flag.IntVar(&o.epochs, "epochs", 10, "`number` of passes over all positions")
	flag.Float64Var(&o.smooth, "smooth", 1e-2, "strength of smoothing between neighbours in a table")
	flag.Float64Var(&o.decay, "decay", 1e-4, "strength of weight decay")
	flag.BoolVar(&o.habits, "habits", false, "fit the likely moves of snakes instead of values of positions; with --snakes 4 --go-on")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "hydratrain:", err)
		os.Exit(1)
	}
}

// learn fits the weights of m, or habits, to games, and returns the content of the file to
// write.
func learn(m *model, rounds [][]game, o options) []byte {
	if o.habits {
		h := new(hydra.Habits)
		train, held := split(rounds, func(to []choice, g *game) []choice { return g.choices(to, h) })
		w := habitWeights(fitHabits(train, held, o))
		return source(func(b *bytes.Buffer) { writeHabits(b, w) })
	}
	train, held := split(rounds, func(to []sample, g *game) []sample { return g.samples(to, m.form, float32(o.trust)) })
	m.fit(train, held, o)
	return m.source()
}

// split collects the samples that take appends for each game. The samples of every tenth game are
// returned as held, and are not used to fit.
func split[T any](rounds [][]game, take func(to []T, g *game) []T) (train, held []T) {
	for _, games := range rounds {
		for i := range games {
			if i%10 == 9 {
				held = take(held, &games[i])
			} else {
				train = take(train, &games[i])
			}
		}
	}
	return train, held
}

func run(o options) error {
	if o.snakes != 2 && o.snakes != 4 {
		return fmt.Errorf("-snakes %d: want 2 or 4", o.snakes)
	}
	if o.habits && (o.snakes != 4 || !o.start) {
		return errors.New("--habits needs --snakes 4 --go-on")
	}
	family := hydra.Family(slices.Index(hydra.FamilyNames[:], o.rules))
	if family < 0 || family != hydra.Standard && o.snakes != 2 {
		return fmt.Errorf("no games of %s with %d snakes", o.rules, o.snakes)
	}
	f := formOf(o.snakes, family)
	m := f.guess()
	if o.start {
		m = f.learned()
	}
	var rounds [][]game
	if o.load != "" {
		games, err := loadGames(o.load, family, o.snakes)
		if err != nil {
			return err
		}
		rounds = append(rounds, games)
	}
	for round := range max(o.rounds, 1) {
		if o.rounds > 0 {
			began := time.Now()
			games, err := playGames(m, family, o, o.seed+uint64(round)<<32)
			if err != nil {
				return err
			}
			fmt.Printf("round %d: %s in %.0f s\n", round+1, summary(games), time.Since(began).Seconds())
			if o.save != "" {
				if err := saveGames(o.save, games); err != nil {
					return err
				}
			}
			rounds = append(rounds, games)
			rounds = rounds[max(0, len(rounds)-o.keep):]
		}
		if err := os.WriteFile(o.out, learn(m, rounds, o), 0o644); err != nil {
			return err
		}
	}
	return nil
}
