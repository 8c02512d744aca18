package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"ouro/roster"
	"ouro/tui"
	"ouro/tui/frame"
)

type playOptions struct {
	game  gameFlags
	index int
	hint  string
	speed float64
}

func newPlay(stdio IO) *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play yourself, with arrows, WASD or hjkl",
		Example: `  ouro play
  ouro play --board 20x12 --speed 6 --hint cell   with hints of a solver`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.game.add(cmd, roster.Rules()[0].Name)
	indexFlag(cmd, &o.index)
	cmd.Flags().StringVar(&o.hint, "hint", "", "show the move of this `SOLVER`")
	speedFlag(cmd, &o.speed, 5, "")
	return cmd
}

func (o *playOptions) run(ctx context.Context, stdio IO) error {
	game, err := o.game.spec()
	if err != nil {
		return err
	}
	if err := cmp.Or(positive("speed", o.speed), notNegative("game", o.index)); err != nil {
		return err
	}
	opts := onScreen(stdio, frame.Options{Game: game, Level: o.game.level, Seed: uint64(o.game.seed), Index: o.index, Speed: o.speed})
	if o.hint != "" {
		hint, err := parseSolver(o.hint, game)
		if err != nil {
			return usagef("--hint: %w", err)
		}
		opts.Hint = &hint
	}
	if err := needTerminal(stdio, "play needs a keyboard and a screen"); err != nil {
		return err
	}
	return tui.Play(ctx, opts)
}
