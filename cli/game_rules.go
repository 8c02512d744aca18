package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

// ruleOptions are separate flags for options of --rules.
type ruleOptions struct {
	values ouro.Options
	given  func(flag string) bool
}

// add adds a flag for each option of the rules.
func (o *ruleOptions) add(cmd *cobra.Command, rules *roster.RulesEntry) {
	o.given = cmd.Flags().Changed
	o.values = make(ouro.Options, len(rules.Options))
	for i, option := range rules.Options {
		o.values[i].Key = option.Key
		usage := fmt.Sprintf("short for `OPTION` %s of --rules: %s (default %s)", option.Key, option.Doc, option.Default)
		cmd.Flags().StringVar(&o.values[i].Value, option.Key, "", usage)
	}
}

// rules parses --rules and adds the options of flags.
func (o *ruleOptions) rules(text string) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		return spec, usagef("rules %w", err)
	}
	for _, option := range o.values {
		if !o.given(option.Key) {
			continue
		}
		if value, set := spec.Options.Get(option.Key); set {
			return spec, usagef("--%s %s: --rules sets %s=%s; set it once", option.Key, option.Value, option.Key, value)
		}
		spec.Options = append(spec.Options, option)
	}
	return spec, nil
}

// addRules adds the flags for rules and board.
func (o *gameOptions) addRules(cmd *cobra.Command) {
	rules, err := roster.FindRules(battlesnake.Rulesets()[0].Name)
	if err != nil {
		panic(err) // the roster has all rulesets
	}
	rulesFlag(cmd, &o.rules, rules.Name, "e.g. royale:map=royale,shrink=10; ouro list prints those of Battlesnake")
	o.options.add(cmd, &rules)
	if err := o.board.Set(rules.Board); err != nil {
		panic(err) // a board can have that size
	}
	o.board.most = battlesnake.MaxSide
	boardFlag(cmd, &o.board, fmt.Sprintf("each %d to %d", ouro.MinSide, battlesnake.MaxSide))
}

// game returns the game, with all options of the rules.
func (o *gameOptions) game() (ouro.GameSpec, error) {
	game := ouro.GameSpec{StartLength: battlesnake.StartLength, W: o.board.w, H: o.board.h}
	spec, err := o.options.rules(o.rules)
	if err != nil {
		return game, err
	}
	full, err := wire.NewGame("", spec, o.answer)
	if err != nil {
		return game, wrongUsage(err)
	}
	game.Rules = full.Spec()
	return game, nil
}
