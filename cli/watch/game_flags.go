package watch

import (
	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/internal/english"
	"ouro/roster"
)

// gameFlags are flags that define a game, for commands that can read a FILE instead.
type gameFlags struct {
	flags.Game
	budget  flags.Budget
	solvers []string
	index   int

	given func(flag string) bool
}

func (f *gameFlags) add(cmd *cobra.Command) {
	f.Add(cmd, roster.Rules()[0].Name)
	f.given = cmd.Flags().Changed
	flags.Solver(cmd, &f.solvers, "in Battlesnake they play each other (default the best for the game)")
	f.budget.Add(cmd, "")
	flags.Index(cmd, &f.index)
}

// refuseBeside returns an error if one of the flags is set although the command has a FILE.
func (f *gameFlags) refuseBeside(file string) error {
	for _, flag := range []string{"solver", "rules", "board", "level", "start-length", "seed", "game", "nodes", "time", "cpu"} {
		if f.given(flag) {
			return command.Usagef("--%s: cannot be combined with the file %s, which contains its own game", flag, command.Excerpt(file))
		}
	}
	return nil
}

// requestedGame is the game that gameFlags define.
type requestedGame struct {
	game    ouro.GameSpec
	seed    uint64 // the seed of this game, not of the experiment
	solvers []ouro.Spec
	budget  ouro.Budget
}

// read returns the game that the flags define.
func (f *gameFlags) read() (w requestedGame, err error) {
	if w.game, err = f.Spec(); err != nil {
		return w, err
	}
	if err := flags.NotNegative("game", f.index); err != nil {
		return w, err
	}
	if w.solvers, err = f.specs(&w.game); err != nil {
		return w, err
	}
	if w.budget, err = f.budget.Budget(); err != nil {
		return w, err
	}
	w.seed = ouro.GameSeed(uint64(f.Seed), f.index)
	if w.game.Snakes > 0 { // --seed is the seed of the game itself, as in ouro game
		if w.seed = uint64(f.Seed); f.index > 0 {
			return w, command.Usagef("--game %d: needs rules for one snake; games of several snakes are chosen by --seed", f.index)
		}
	}
	return w, nil
}

// specs returns the solvers of --solver, or the default solvers for the game. It sets game.Snakes if
// the rules are for several snakes.
func (f *gameFlags) specs(game *ouro.GameSpec) ([]ouro.Spec, error) {
	rules, err := roster.FindRules(game.Rules.Name)
	if err != nil {
		return nil, err
	}
	specs, err := flags.ParseSolvers(f.solvers)
	switch {
	case err != nil:
		return nil, err
	case len(specs) == 0 && rules.HasSeveralSnakes():
		specs, err = roster.DefaultSnakes(*game)
	case len(specs) == 0:
		specs = make([]ouro.Spec, 1)
		specs[0], err = roster.DefaultSolver(*game)
	case len(specs) > rules.Snakes:
		return nil, command.Usagef("%s: rules %s allow at most %d", english.Count(len(specs), "solver"), rules.Name, rules.Snakes)
	}
	if err != nil {
		return nil, command.Usage(err)
	}
	if rules.HasSeveralSnakes() {
		game.Snakes = len(specs)
	}
	for _, spec := range specs {
		if err := flags.CheckSolver(spec, *game); err != nil {
			return nil, err
		}
	}
	return specs, nil
}
