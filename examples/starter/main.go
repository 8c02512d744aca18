// Starter is a Battlesnake to begin with: go run ./examples/starter. It keeps out
// of walls, bodies and hazards that kill, gives way to longer heads, and goes for
// food. What it lacks is foresight: it looks one move ahead.
//
// Change worth first. To see whether that helped, see docs/guide/battlesnake.md.
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

// decide makes the move that is worth most.
func decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	best := ouro.Decision{Score: math.Inf(-1)}
	for _, d := range ouro.Dirs {
		if score := worth(t, d); score > best.Score {
			best = ouro.Decision{Dir: d, Score: score}
		}
	}
	return best, nil
}

// worth is what a move is worth: change this first. An idea: count the cells that
// can be reached after it, and avoid small pockets.
func worth(t ouro.Turn, d ouro.Dir) float64 {
	board, me := t.State, t.Snake()
	to := board.Grid.Next(me.Body.Head(), d)
	if !board.Enterable(t.Seat, to) {
		return -1e6 // a wall or a body; a tail that leaves can be entered
	}
	if me.Health-1-board.Hazard(to)*board.HazardDamage <= 0 && !board.HasFood(to) {
		return -1e6 // it would starve or burn
	}
	score := -float64(board.Hazard(to) * board.HazardDamage)
	for seat, other := range board.Snakes {
		if _, near := board.Grid.DirTo(other.Body.Head(), to); near && seat != t.Seat && other.Body.Len() >= me.Body.Len() {
			score -= 500 // its head may come there too, and would win or draw
		}
	}
	nearest := board.Grid.Size()
	for _, food := range board.Food {
		nearest = min(nearest, board.Grid.Distance(to, food))
	}
	return score - float64(nearest)
}

func main() {
	host := flag.String("host", "127.0.0.1", "where to listen; 0.0.0.0 is everywhere")
	port := flag.String("port", "8000", "the port; 0 takes a free one")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := server.Run(ctx, net.JoinHostPort(*host, *port), server.Snake{
		Name: "starter",
		Info: wire.Info{Color: "#336699", Head: "smile", Tail: "bolt"}, // and Author, your account
		Make: func(ouro.Setup) (ouro.Solver, error) { return ouro.SolverFunc(decide), nil },
	}); err != nil {
		log.Fatal(err)
	}
}
