package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

// addRules adds the flags that say what is played. The options of the rules
// have flags of their own besides.
func (o *gameOptions) addRules(cmd *cobra.Command, stdio IO) {
	rules, err := roster.FindRules(battlesnake.Rulesets()[0].Name)
	if err != nil {
		panic(err) // the roster has all rulesets
	}
	flags := cmd.Flags()
	flags.StringVar(&o.rules, "rules", rules.Name, "`RULES` of Battlesnake with their options, e.g. royale:map=royale,shrink=10; ouro list has all")
	o.options = make(ouro.Options, len(rules.Options))
	for i, option := range rules.Options {
		o.options[i].Key = option.Key
		usage := fmt.Sprintf("short for the `OPTION` %s of --rules: %s (default %s)", option.Key, option.Doc, option.Default)
		flags.StringVar(&o.options[i].Value, option.Key, "", usage)
	}
	flags.StringVar(&o.board, "board", rules.Board, fmt.Sprintf("`SIZE` in columns x rows, each %d to %d", ouro.MinSide, battlesnake.MaxSide))
	flags.StringVar(&o.rules, "ruleset", rules.Name, "")
	flags.StringVar(&o.board, "size", rules.Board, "")
	flags.SetOutput(stdio.Err) // of what is said about flags of the past
	for _, flag := range []struct{ old, now string }{{"ruleset", "rules"}, {"size", "board"}} {
		if err := flags.MarkDeprecated(flag.old, "say --"+flag.now); err != nil {
			panic(err)
		}
		cmd.MarkFlagsMutuallyExclusive(flag.old, flag.now)
	}
}

// game is what is played, with all options of the rules spelled out.
func (o *gameOptions) game() (ouro.GameSpec, error) {
	game := ouro.GameSpec{StartLength: battlesnake.StartLength}
	spec, err := ouro.ParseSpec(o.rules)
	if err != nil {
		return game, usagef("rules %w", err)
	}
	for _, option := range o.options {
		if !o.given(option.Key) {
			continue
		}
		if value, said := spec.Options.Get(option.Key); said {
			return game, usagef("--%s %s: --rules says %s=%s; say it once", option.Key, option.Value, option.Key, value)
		}
		spec.Options = append(spec.Options, option)
	}
	full, err := wire.NewGame("", spec, o.timeout)
	if err != nil {
		return game, usageError{err}
	}
	game.Rules = full.Spec()
	if game.W, game.H, err = ouro.ParseSize(o.board); err != nil {
		return game, usagef("%w; %s", err, viewerHint)
	}
	return game, nil
}

// gameTitle names what is played for people.
func gameTitle(game ouro.GameSpec) string {
	mapName, _ := game.Rules.Options.Get("map")
	return fmt.Sprintf("%s on map %s %dx%d", game.Rules.Name, mapName, game.W, game.H)
}
