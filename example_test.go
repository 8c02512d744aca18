package ouro_test

import (
	"context"
	"fmt"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// A State is a position: a board with snakes and food.
func ExampleState() {
	s := ouro.NewState(ouro.MustGrid(4, 3))
	seat := s.AddSnake(s.Grid.At(1, 1), s.Grid.At(0, 1))
	s.AddFood(s.Grid.At(3, 1))
	head := s.Snakes[seat].Body.Head()
	for _, d := range ouro.Dirs {
		fmt.Println(d, s.Enterable(seat, s.Grid.Next(head, d)))
	}
	// Output:
	// up true
	// right true
	// down true
	// left false
}

// A function can be a Solver. This one moves to the cell with the most free cells beside it.
func ExampleSolverFunc() {
	roomy := ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		best := ouro.Decision{Score: -1}
		legal := t.State.Legal(t.Seat)
		for i := range legal.Len() {
			room := 0.0
			for _, c := range t.State.Grid.Neighbours(t.State.Grid.Next(t.Snake().Body.Head(), legal.At(i))) {
				if t.State.Enterable(t.Seat, c) {
					room++
				}
			}
			if room > best.Score {
				best = ouro.Decision{Dir: legal.At(i), Score: room}
			}
		}
		return best, nil
	})
	s := ouro.NewState(ouro.MustGrid(3, 3))
	s.AddSnake(s.Grid.At(1, 0), s.Grid.At(0, 0))
	d, err := roomy.Decide(context.Background(), ouro.Turn{State: s})
	fmt.Println(d.Dir, d.Score, err)
	// Output: up 3 <nil>
}

// Specs name solvers and rules, with options.
func ExampleParseSpec() {
	spec, err := ouro.ParseSpec("backtrack:depth=12,deadend=2")
	if err != nil {
		fmt.Println(err)
		return
	}
	options := spec.Options.Read()
	fmt.Println(spec.Name, options.Int("depth", 20, 1, 60), options.Float("discount", 1, 0, 1))
	fmt.Println(options.Err())
	// Output:
	// backtrack 12 1
	// unknown option "deadend" (known: depth, discount)
}

// A Trace passes the notes of a solver to a viewer.
func ExampleTrace() {
	think := func(trace *ouro.Trace) { trace.Value("doubt", 0.5) }
	think(nil)
	think(ouro.NewTrace(func(n ouro.Note) { fmt.Println(n.Verb, n.Label, n.Value) }))
	// Output: value doubt 0.5
}

// Levels are drawn, the top row first.
func ExampleParseLevel() {
	level, err := ouro.ParseLevel("S   \n XX \n  . \n")
	if err != nil {
		fmt.Println(err)
		return
	}
	x, y := level.Grid.XY(level.Start)
	fmt.Println(level.Grid, "start at", x, y, "room for", level.State().Room())
	_, err = ouro.ParseLevel("S #\n   \n")
	fmt.Println(err)
	// Output:
	// 4x3 start at 0 2 room for 10
	// level line 1 column 3: unknown character '#' (known: X wall, . edible wall, space floor, S start, s start on an edible wall)
}

// A Record is a game as text. All positions are derived from it.
func ExampleRecord() {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 2, H: 3, StartLength: 1}
	seats := []ouro.Spec{{Name: "hamilton"}}
	game, err := roster.NewGame(spec, 5, seats, play.Config{Keep: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := game.Run(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	record := game.Record()
	record.Game, record.Seed, record.Seats = spec, 5, seats
	text, err := record.MarshalText()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s", text)

	var read ouro.Record
	err = read.UnmarshalText(text)
	fmt.Println(read.Outcome.Ending, "after", read.Turns(), "turns", err)
	// Output:
	// ouro record 1
	// rules classic
	// board 2x3
	// start-length 1
	// seed 5
	// nodes 0
	// time 0s
	// solver hamilton
	// start f49d9b1d9d322b34
	// turn 1 DRUULDDR sSIkokPZ
	// end won 0 8 060fa8daa26d69d0
	// sum 065e553e5fc81ecb
	// won after 8 turns <nil>
}
