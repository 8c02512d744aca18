// Championfit fits the numbers from which ouroboros estimates the moves to the end of a
// game, from games of ouroboros alone:
//
//	go run ./scripts/championfit --out solve/ouroboros/prospects.go
//
// It also compares the estimates of any solver that reports them with the moves played, on
// other games:
//
//	go run ./scripts/championfit --calibrate ouroboros --board 6x6,10x10 --games 200 --seed 5
//
// The same command gives the same numbers.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"

	"ouro"
	"ouro/lab/sheet"
)

type options struct {
	out       string
	calibrate string // solvers
	boards    string
	games     int
	share     int
	seed      uint64
	workers   int
}

func main() {
	var o options
	flag.StringVar(&o.out, "out", "solve/ouroboros/prospects.go", "write the numbers to this `file`")
	flag.StringVar(&o.calibrate, "calibrate", "", "instead compare the estimates of these `solvers` with the moves played")
	flag.StringVar(&o.boards, "board", "6x6,10x10,20x20,7x7", "calibrate on these `boards`")
	flag.IntVar(&o.games, "games", 200, "number of `games` on each board of a calibration")
	flag.IntVar(&o.share, "share", 1, "fit to one game in `N`")
	flag.Uint64Var(&o.seed, "seed", 1, "`seed` of all chance")
	flag.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "`number` of games to play at once")
	flag.Parse()
	if err := run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "championfit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.games < 1 || o.share < 1 {
		return fmt.Errorf("%d games, share %d: want at least 1", o.games, o.share)
	}
	if o.calibrate == "" {
		return fitAll(ctx, o)
	}
	var labels, figures sheet.Columns
	for _, board := range strings.Split(o.boards, ",") {
		for _, name := range strings.Split(o.calibrate, ",") {
			spec, err := ouro.ParseSpec(name)
			if err != nil {
				return err
			}
			games, err := o.play(ctx, board, spec, o.games)
			if err != nil {
				return err
			}
			calibration(&labels, &figures, board, name, games)
		}
	}
	s := sheet.Sheet{
		Title:  fmt.Sprintf("Estimated and real moves to the end: %d games each, seed %d", o.games, o.seed),
		Tables: []sheet.Table{sheet.NewTable(labels, figures)},
	}
	return s.WriteMarkdown(os.Stdout)
}
