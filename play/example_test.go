package play_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/tour"
)

func Example() {
	ctx := context.Background()
	level, err := classic.OpenLevel(6, 6)
	if err != nil {
		fmt.Println(err)
		return
	}
	deal := func() (play.Deal, error) {
		dice := ouro.GameDice(7)
		start, err := classic.Start(level, 1, dice)
		return play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}, err
	}
	d, err := deal()
	if err != nil {
		fmt.Println(err)
		return
	}
	solver, err := tour.Hamilton(ouro.Setup{Rules: d.Rules, Start: d.Start})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := play.New(play.Config{Deal: d, Seats: []ouro.Solver{solver}, Keep: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, err := game.Run(ctx)
	fmt.Println(outcome.Ending, "in", game.State().Turn, "moves", err)

	again, err := deal()
	if err != nil {
		fmt.Println(err)
		return
	}
	last := 0
	record := game.Record()
	record.Seats = []ouro.Spec{{Name: "hamilton"}}
	err = play.Replay(context.Background(), record, again, func(s *ouro.State) { last = s.Turn })
	fmt.Println("derived up to turn", last, err)
	// Output:
	// won in 369 moves <nil>
	// derived up to turn 369 <nil>
}

// The fallback moves for a seat whose solver gives no move, and the fault is recorded.
func ExampleGame_Incidents() {
	level, err := classic.OpenLevel(4, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	dice := ouro.GameDice(1)
	start, err := classic.Start(level, 3, dice)
	if err != nil {
		fmt.Println(err)
		return
	}
	broken := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("no idea") })
	game, err := play.New(play.Config{
		Deal:  play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice},
		Seats: []ouro.Solver{broken},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = game.Move(context.Background())
	for _, in := range game.Incidents() {
		fmt.Println("turn", in.Turn, "seat", in.Seat, in.Fault, in.Detail, err)
	}
	// Output: turn 1 seat 0 panic no idea <nil>
}
