// Outside is a program in another module that uses Ouro as a library. It adds a solver, lets it
// play classic Snake with the same food as two solvers of the roster, and then Battlesnake
// against them.
//
// Its go.mod names the folder of a clone of Ouro. To begin your own program, copy
// this folder and change the path in go.mod.
package main

import (
	"context"
	"fmt"
	"os"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// climber makes the legal move that ends nearest to a food. If several moves are equally near, it
// makes the move whose end has the most free neighbours.
func climber(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	g, head, legal := t.State.Grid, t.Snake().Body.Head(), t.State.Legal(t.Seat)
	best := ouro.Decision{Dir: ouro.Up, Score: -1e9}
	for i := range legal.Len() {
		c := g.Next(head, legal.At(i))
		score := 0.0
		for _, n := range g.Neighbours(c) {
			if t.State.Enterable(t.Seat, n) {
				score++
			}
		}
		nearest := g.Size()
		for _, food := range t.State.Food {
			nearest = min(nearest, g.Distance(c, food))
		}
		if score -= 10 * float64(nearest); score > best.Score {
			best = ouro.Decision{Dir: legal.At(i), Score: score, Depth: 1}
		}
	}
	return best, nil
}

// match plays the game of a seed with these solvers. An empty name means the climber.
func match(ctx context.Context, spec ouro.GameSpec, seed uint64, names ...string) (*play.Game, ouro.Outcome, error) {
	deal, err := roster.Deal(spec, seed)
	if err != nil {
		return nil, ouro.Outcome{}, err
	}
	cfg := play.Config{Deal: deal}
	for seat, name := range names {
		if name == "" {
			cfg.Seats = append(cfg.Seats, ouro.SolverFunc(climber))
			continue
		}
		solver, err := roster.Make(ouro.Spec{Name: name}, ouro.Setup{
			Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat),
		})
		if err != nil {
			return nil, ouro.Outcome{}, err
		}
		cfg.Seats = append(cfg.Seats, solver)
	}
	game, err := play.New(cfg)
	if err != nil {
		return nil, ouro.Outcome{}, err
	}
	outcome, err := game.Run(ctx)
	return game, outcome, err
}

func run(ctx context.Context) error {
	classic := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 8, H: 8, StartLength: 1}
	for _, name := range []string{"", "bfs", "ouroboros"} {
		game, outcome, err := match(ctx, classic, 1, name)
		if err != nil {
			return err
		}
		s := game.State()
		fmt.Printf("classic: %s %s at length %d after %d moves\n", displayName(name), outcome.Ending, s.Snakes[0].Body.Len(), s.Turn)
		if err := game.Close(); err != nil {
			return err
		}
	}

	standard := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 3}
	names := []string{"", "greedy", "floodfill"}
	game, outcome, err := match(ctx, standard, 1, names...)
	if err != nil {
		return err
	}
	s := game.State()
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		end := "is alive"
		if sn.Cause != ouro.Alive {
			end = fmt.Sprintf("died in turn %d: %s", sn.Died, sn.Cause)
		}
		fmt.Printf("standard: %s has length %d and %s\n", displayName(names[seat]), sn.Body.Len(), end)
	}
	if outcome.Winner == ouro.NoSeat {
		fmt.Println("standard: a draw")
	} else {
		fmt.Printf("standard: %s wins in turn %d\n", displayName(names[outcome.Winner]), s.Turn)
	}
	return game.Close()
}

func displayName(name string) string {
	if name == "" {
		return "climber"
	}
	return name
}

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "outside:", err)
		os.Exit(1)
	}
}
