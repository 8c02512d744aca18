package exact

import (
	"context"
	"fmt"
	"math"

	"ouro"
)

// AdversaryReport is the result of optimal play against an adversary that places the food, each time
// on the free cell that costs the most moves or prevents the win.
//
// A win is certain against the adversary if and only if it is certain against random food, because
// each meal has finitely many outcomes. If a win is not certain, the adversary prevents it: the
// snake dies, or moves for ever without a meal.
type AdversaryReport struct {
	Starts    int   // number of different starts
	Won       int   // number of starts from which the adversary cannot prevent the win
	Least     Start // the start that takes the fewest moves; its Body is nil if Won is 0
	Most      Start // of the starts from which the snake wins, the one that takes the most moves
	Lost      Start // a start from which the adversary can prevent the win; its Body is nil if there is none
	Bodies    int64 // up to symmetry
	Positions int64 // computed positions (body and food), up to symmetry
}

// Start is a start of a game and the number of moves that always suffice from it.
type Start struct {
	Body  []ouro.Cell // head first
	Moves int
}

// SolveAdversary is [Solve] for an adversary that places the food, including the first one.
// It writes no files, whatever the options, and ignores All.
func SolveAdversary(ctx context.Context, l *ouro.Level, startLength int, o Options) (*AdversaryReport, error) {
	if err := checkLevel(l); err != nil {
		return nil, err
	}
	places := straight(l, startLength)
	if startLength < 1 || len(places) == 0 {
		return nil, fmt.Errorf("start length %d: %w on the board %s", startLength, ErrStart, nameOf(l))
	}
	o.All, o.Adversary, o.Checkpoint, o.Save = false, true, "", ""
	r, err := newRun(ctx, l, o, 1)
	if err != nil {
		return nil, err
	}
	for r.length > startLength {
		if err := r.step(ctx); err != nil {
			return nil, err
		}
	}
	report := &AdversaryReport{Starts: len(places), Bodies: r.bodies, Positions: r.done}
	for _, body := range places {
		report.add(r, body)
	}
	return report, nil
}

func (a *AdversaryReport) add(r *run, body []ouro.Cell) {
	moves := r.after.moves[r.trie.find(body).body]
	if moves == never {
		if a.Lost.Body == nil {
			a.Lost.Body = body
		}
		return
	}
	start := Start{body, int(math.Round(expected(moves))) - 1} // the start itself is no meal
	if a.Won == 0 || start.Moves < a.Least.Moves {
		a.Least = start
	}
	if a.Won == 0 || start.Moves > a.Most.Moves {
		a.Most = start
	}
	a.Won++
}
