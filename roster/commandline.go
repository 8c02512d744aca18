package roster

import (
	"fmt"
	"strconv"

	"ouro"
	"ouro/internal/shell"
	"ouro/rule/maze"
)

// CommandLine is what is typed to see a game again. It is built here alone, for
// every screen and report that prints one.
type CommandLine struct {
	Command string   // watch, play or game
	Snakes  []string // its arguments: solvers, and in Battlesnake NAME=SOLVER or addresses
	Game    ouro.GameSpec
	Level   string // file of the level, unless it is one that comes with the program
	Start   string // --start, of such a file
	Seed    uint64
	Index   int // of the game of the seed
	Budget  ouro.Budget
	More    []string // further flags
}

// String is the command line as a shell takes it. What is at its default anyway is
// left out.
func (c CommandLine) String() string {
	return shell.Line(append([]string{"ouro"}, c.Args()...)...)
}

// Args are the words after ouro.
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

// usual are the rules of the command where none are given.
func (c CommandLine) usual() string {
	if c.Command == "game" {
		return battleRules()[0].Name
	}
	return rules[0].Name
}

// Chosen is spec without the options that are at their default.
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

// LevelName is the name of a level that comes with the program.
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
