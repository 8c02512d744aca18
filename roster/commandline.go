package roster

import (
	"fmt"
	"strconv"

	"ouro"
	"ouro/internal/shell"
	"ouro/rule/maze"
)

// CommandLine is the command that shows a game again. All screens and reports use it.
type CommandLine struct {
	Command string   // watch, play or game
	Snakes  []string // the arguments: solvers, and in Battlesnake NAME=SOLVER or addresses
	Game    ouro.GameSpec
	Level   string // file of the level, unless it is built in
	Start   string // --start in such a level
	Seed    uint64
	Index   int // number of the game, from 0
	Budget  ouro.Budget
	More    []string // further flags
}

// String returns the command line for a shell, without flags that have their default
// value.
func (c CommandLine) String() string {
	return shell.Line(append([]string{"ouro"}, c.Args()...)...)
}

// Args returns the words after "ouro".
func (c CommandLine) Args() []string {
	args := append([]string{c.Command}, c.Snakes...)
	add := func(flag, value string) { args = append(args, "--"+flag, value) }
	rules, err := FindRules(c.Game.Rules.Name)
	if spec := rules.Chosen(c.Game.Rules); err != nil || spec.String() != c.usual() {
		add("rules", spec.String())
	}
	switch name, ok := LevelName(c.Game.Level); {
	case c.Game.Level == nil:
		add("board", fmt.Sprintf("%dx%d", c.Game.W, c.Game.H))
	case ok:
		add("level", name)
	default:
		add("level", c.Level)
		if c.Start != "" {
			add("start", c.Start)
		}
	}
	if n := c.Game.StartLength; n > 1 && rules.StartLength == 0 {
		add("start-length", strconv.Itoa(n))
	}
	add("seed", strconv.FormatUint(c.Seed, 10))
	if c.Index != 0 {
		add("game", strconv.Itoa(c.Index))
	}
	if c.Budget.Nodes > 0 {
		add("nodes", strconv.FormatInt(c.Budget.Nodes, 10))
	}
	if c.Budget.Time > 0 {
		add("time", c.Budget.Time.String())
	}
	if c.Budget.CPU > 0 {
		add("cpu", c.Budget.CPU.String())
	}
	return append(args, c.More...)
}

// usual returns the default rules of the command.
func (c CommandLine) usual() string {
	if c.Command == "game" {
		return battleRules()[0].Name
	}
	return rules[0].Name
}

// Chosen returns spec without the options that have their default value.
func (e *RulesEntry) Chosen(spec ouro.Spec) ouro.Spec {
	chosen := ouro.Spec{Name: spec.Name}
	for _, option := range spec.Options {
		usual := false
		for _, known := range e.Options {
			usual = usual || known.Key == option.Key && known.Default == option.Value
		}
		if !usual {
			chosen.Options = append(chosen.Options, option)
		}
	}
	return chosen
}

// LevelName returns the name of a built-in level.
func LevelName(l *ouro.Level) (name string, ok bool) {
	if l == nil {
		return "", false
	}
	text := l.String()
	for _, named := range maze.Levels() {
		if named.Level.String() == text {
			return named.Name, true
		}
	}
	return "", false
}
