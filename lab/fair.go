package lab

import (
	"fmt"
	"runtime"

	"ouro"
	"ouro/internal/english"
)

// Fair returns how many games can be played at the same time without delaying each
// other's moves, and the reason. Thinking is the number of threads that think at the same
// time in one game: those of one seat if seats think in turn, else those of all seats.
//
// Under a limit of wall time half of the processors are left to other programs, but at
// least one game is played. A budget of nodes or processor time does not depend on the
// load.
func Fair(b ouro.Budget, thinking int) (games int, why string) {
	processors := runtime.GOMAXPROCS(0)
	if b.Time == 0 || b.CPU > 0 {
		return processors, "waiting for a processor costs no move anything"
	}
	games = processors / 2 / max(1, thinking)
	of := fmt.Sprintf("half of %s, with %s at a time in each game", english.Count(processors, "processor"), english.Count(thinking, "thread"))
	if games == 0 {
		return 1, of + ", is less than one game"
	}
	return games, of
}

// thinking returns the number of threads that think at the same time in a game of the
// plan.
func (p *Plan) thinking() int {
	threads := max(1, p.threads)
	if p.InTurn {
		return threads
	}
	return threads * len(p.Seatings[0])
}

// workers returns how many games are played at once.
func (p *Plan) workers() int {
	n := p.Workers
	if n == 0 {
		n, _ = Fair(p.Budget, p.thinking())
	}
	return min(n, p.tasks())
}
