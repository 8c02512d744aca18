package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/tui"
	"ouro/tui/frame"
)

// menuOptions holds the flags of ouro without a command.
type menuOptions struct {
	game     gameFlags
	noConfig bool
}

func (o *menuOptions) flags(cmd *cobra.Command) {
	o.game.add(cmd, roster.Rules()[0].Name)
	cmd.Flags().BoolVar(&o.noConfig, "no-config", false, "do not read or write the file with the choices of the menu")
}

func (o *menuOptions) run(ctx context.Context, stdio IO) error {
	game, err := o.game.spec()
	if err != nil {
		return err
	}
	if onTerminal(stdio) {
		given := tui.Given{Seed: o.game.given("seed")}
		for _, flag := range []string{"rules", "board", "level", "start-length"} {
			given.Game = given.Game || o.game.given(flag)
		}
		return tui.Menu(ctx, onScreen(stdio, frame.Options{Game: game, Level: o.game.level, Seed: uint64(o.game.seed)}), o.settings(), given)
	}
	return o.oneGame(ctx, stdio, game)
}

// settings returns the file with the choices of the menu, or "".
func (o *menuOptions) settings() string {
	folder, err := os.UserConfigDir()
	if o.noConfig || err != nil {
		return ""
	}
	return filepath.Join(folder, "ouro", "settings.json")
}

// oneGame plays the best solver for this board and prints the result.
func (o *menuOptions) oneGame(ctx context.Context, stdio IO, game ouro.GameSpec) error {
	solver, err := roster.DefaultSolver(game)
	if err != nil {
		return err
	}
	g, err := roster.NewGame(game, ouro.GameSeed(uint64(o.game.seed), 0), []ouro.Spec{solver}, play.Config{})
	if err != nil {
		return err
	}
	defer g.Close()
	bar := newGameBar(stdio.Err)
	_, err = g.RunWith(ctx, bar.see)
	bar.clear()
	if err != nil {
		reportStop(ctx, stdio.Err, english.Count(g.State().Turn, "move"), "nothing is printed; ouro watch prints the moves so far")
		return err
	}
	_, err = fmt.Fprintf(stdio.Out, "%s\n%s", summary(solver, place(o.game.level, game), game, uint64(o.game.seed), g),
		again(o.game.commandLine("watch", game, solver)))
	return err
}
