package report

import (
	"fmt"
	"slices"
	"strings"

	"ouro/arena"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/order"
	"ouro/roster"
	"ouro/store"
)

// command is a command line with a description of its result.
type command struct{ Line, Makes string }

// maxTyped limits the commands of runs.
const maxTyped = 10

// commands returns the commands that reproduce the figures.
func (s *Section) commands() (all []command) {
	if line := s.bench(); line != "" {
		all = append(all, command{line, "the table, from games played again"})
	}
	var typed []string
	for _, r := range s.runs {
		if line := shell.Again("ouro", r.Command); line != "" && !slices.Contains(typed, line) {
			typed = append(typed, line)
		}
	}
	if len(typed) > 0 {
		all = append(all, command{strings.Join(typed[:min(len(typed), maxTyped)], "\n"), "as the user typed it"})
	}
	var watched []string
	for i := range s.Picks {
		if line := s.watch(&s.Picks[i]); line != "" {
			watched = append(watched, line)
		}
	}
	if len(watched) > 0 {
		all = append(all, command{strings.Join(watched, "\n"), "the selected games"})
	}
	keys := s.each((*store.Experiment).Short)
	results := func(sub string, more ...string) string {
		return shell.Line(slices.Concat([]string{"ouro", "results", sub}, keys, more)...)
	}
	return append(all, command{results("show"), "the table, from the store"}, command{results("report", "--out", "report.html"), "this page"})
}

// line returns the command line for games of one snake; false if there is no such
// command.
func (s *Section) line(name string) (roster.CommandLine, bool) {
	if s.Report == nil {
		return roster.CommandLine{}, false
	}
	e := &s.Report.Experiment
	_, solo := e.Kind.(lab.Solo)
	_, named := roster.LevelName(e.Game.Level)
	return roster.CommandLine{Command: name, Game: e.Game, Seed: e.Seed, Budget: e.Budget}, solo && e.Game.Position == nil && (e.Game.Level == nil || named)
}

// bench returns the command that plays the games of solvers again, or "".
func (s *Section) bench() string {
	c, ok := s.line("bench")
	if !ok {
		return ""
	}
	e := &s.Report.Experiment
	for i := range s.Report.Results {
		c.Snakes = append(c.Snakes, s.Report.Results[i].Solver)
	}
	c.Snakes = distinct(c.Snakes)
	c.More = []string{"--games", fmt.Sprint(e.Groups)}
	if e.First > 0 {
		c.More = append(c.More, "--first", fmt.Sprint(e.First))
	}
	if s.Report.Results[0].AboveDistance != nil {
		c.More = append(c.More, "--vs-distance")
	}
	if s.Report.Results[0].AboveOptimum != nil {
		c.More = append(c.More, "--vs-optimum")
	}
	return c.String()
}

// watch returns the command that shows a game, or "".
func (s *Section) watch(l *Pick) string {
	c, ok := s.line("watch")
	if !ok {
		return ""
	}
	c.Snakes, c.Index = []string{s.Report.Results[l.Entrant].Solver}, l.Group
	return c.String()
}

// config returns a tournament as a file for --config, without comments and with the
// number of games played; "" for other experiments.
func (s *Section) config() string {
	if s.Report == nil || s.Set.Orders[0].Kind != order.Arena {
		return ""
	}
	t := *s.Report.Experiment.Kind.(arena.Kind).Tournament
	t.Games, t.Workers = s.Report.Experiment.Games, 0
	var text strings.Builder
	for line := range strings.Lines(t.Text()) {
		if strings.HasPrefix(line, "[[") {
			text.WriteByte('\n')
		}
		if line != "\n" && !strings.HasPrefix(line, "#") {
			text.WriteString(line)
		}
	}
	return text.String()
}
