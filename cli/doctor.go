package cli

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ouro/battlesnake/doctor"
	"ouro/battlesnake/host"
	"ouro/internal/english"
	"ouro/lab"
)

type doctorOptions struct {
	positions int
	seed      seedValue
	answer    time.Duration
	json      bool
	limit     timeoutFlag
}

func newDoctor(stdio IO) *cobra.Command {
	var o doctorOptions
	cmd := &cobra.Command{
		Use:   "doctor URL",
		Short: "Examine a snake's server and print what to mend",
		Long: `Doctor sends a Battlesnake server the requests of the official engine: for its
description, and then for moves, in games of every ruleset, on many maps and boards,
with starts and ends. The positions depend only on the seed, and most are critical:
one way out, a tail that stays, the last point of health. Doctor looks for answers
that are late or invalid, for moves that kill where another survives, and for games
that are mixed up when several are played at once. It prints the times of the answers,
and an example of each finding with what to do about it.

The exit code is 3 if something must be mended.`,
		Example: `  ouro doctor http://127.0.0.1:8000
  ouro doctor 127.0.0.1:8000 --ask 1000 --seed 2
  ouro doctor https://snake.example.org/ --guest-timeout 400ms`,
		Args: exactArgs(1, "the URL of the snake"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args[0]) },
	}
	cmd.Flags().IntVar(&o.positions, "ask", doctor.DefaultPositions, "send `N` positions")
	seedFlag(cmd, &o.seed)
	guestTimeoutFlag(cmd, &o.answer)
	jsonFlag(cmd, &o.json, "")
	o.limit.add(cmd)
	return cmd
}

func (o *doctorOptions) run(ctx context.Context, stdio IO, address string) error {
	if err := cmp.Or(atLeastOne("ask", o.positions), checkGuestTimeout(o.answer), o.limit.check()); err != nil {
		return err
	}
	entrant, err := host.ParseEntrant(address)
	switch {
	case err != nil:
		return wrongUsage(err)
	case entrant.Guest == nil:
		return usagef("ouro doctor %s: want the URL of a snake, such as http://127.0.0.1:8000; ouro serve serves a solver at a URL", address)
	}
	ctx, cancel := o.limit.limit(ctx)
	defer cancel()
	bar, began := newProgress(stdio.Err), time.Now()
	r, err := doctor.Examine(ctx, doctor.Config{
		URL: entrant.Guest.URL(), Positions: o.positions, Seed: uint64(o.seed), Timeout: o.answer,
		Progress: func(done, of int) {
			at := lab.Progress{Done: done, Total: of, Elapsed: time.Since(began)}
			bar.draw(at, fmt.Sprintf("%d of %s", done, english.Count(of, "position")), timeLeft(at.Elapsed, done, of))
		},
	})
	bar.clear()
	if err != nil && !r.Partial {
		return err
	}
	if r.Positions > 0 || err == nil {
		if printed := o.print(stdio, r); printed != nil {
			return printed
		}
	}
	if err == nil && !r.Healthy() {
		return errNo
	}
	return err
}

func (o *doctorOptions) print(stdio IO, r *doctor.Report) error {
	if o.json {
		return printDoctorJSON(stdio.Out, r)
	}
	return printDoctor(stdio.Out, r)
}
