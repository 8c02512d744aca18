// Starter is a Battlesnake for your first steps: go run ./examples/starter. It avoids walls, bodies
// and deadly hazards, gives way to snakes that are at least as long, and goes for food. It looks
// only one move ahead.
//
// Change the function worth first. docs/guide/battlesnake.md shows how to measure whether the
// change helped.
package main

import (
	"context"
	"flag"
	"log"
	"math"
	"net"
	"os"
	"os/signal"
	"syscall"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
)

func decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	best := ouro.Decision{Score: math.Inf(-1)}
	for _, d := range ouro.Dirs {
		if score := worth(t, d); score > best.Score {
			best = ouro.Decision{Dir: d, Score: score}
		}
	}
	return best, nil
}

// worth returns the score of a move. Change this function first; for example, count the cells
// that can be reached after the move, and avoid small pockets.
func worth(t ouro.Turn, d ouro.Dir) float64 {
	board, me := t.State, t.Snake()
	to := board.Grid.Next(me.Body.Head(), d)
	if !board.Enterable(t.Seat, to) {
		return -1e6 // a wall or a body; the tip of a tail that leaves does not count
	}
	if me.Health-1-board.Hazard(to)*board.HazardDamage <= 0 && !board.HasFood(to) {
		return -1e6 // the snake would starve or die in the hazard
	}
	score := -float64(board.Hazard(to) * board.HazardDamage)
	for seat, other := range board.Snakes {
		if _, near := board.Grid.DirTo(other.Body.Head(), to); near && seat != t.Seat && other.Body.Len() >= me.Body.Len() {
			score -= 500 // the enemy's head may move there too, and would win or draw
		}
	}
	nearest := board.Grid.Size()
	for _, food := range board.Food {
		nearest = min(nearest, board.Grid.Distance(to, food))
	}
	return score - float64(nearest)
}

func main() {
	host := flag.String("host", "127.0.0.1", "the address to listen on; 0.0.0.0 means all addresses")
	port := flag.String("port", "8000", "the port to listen on; 0 chooses a free port")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := server.Run(ctx, net.JoinHostPort(*host, *port), server.Snake{
		Name: "starter",
		Info: wire.Info{Color: "#336699", Head: "smile", Tail: "bolt"}, // add Author, the name of your account
		Make: func(ouro.Setup) (ouro.Solver, error) { return ouro.SolverFunc(decide), nil },
	}); err != nil {
		log.Fatal(err)
	}
}
