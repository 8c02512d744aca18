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

// command is a line for a shell, and what it makes.
type command struct{ Line, Makes string }

// maxTyped is the number of commands of runs that are shown.
const maxTyped = 10

// commands make the figures again.
func (s *Section) commands() (all []command) {
	if line := s.bench(); line != "" {
		all = append(all, command{line, "the table, played anew"})
	}
	var typed []string
	for _, r := range s.runs {
		if line := shell.Again("ouro", r.Command); line != "" && !slices.Contains(typed, line) {
			typed = append(typed, line)
		}
	}
	if len(typed) > 0 {
		all = append(all, command{strings.Join(typed[:min(len(typed), maxTyped)], "\n"), "as it was typed"})
	}
	var watched []string
	for i := range s.Looked {
		if line := s.watch(&s.Looked[i]); line != "" {
			watched = append(watched, line)
		}
	}
	if len(watched) > 0 {
		all = append(all, command{strings.Join(watched, "\n"), "the games to look at"})
	}
	keys := s.each((*store.Experiment).Short)
	results := func(sub string, more ...string) string {
		return shell.Line(slices.Concat([]string{"ouro", "results", sub}, keys, more)...)
	}
	return append(all, command{results("show"), "the table, from the store"}, command{results("report", "--out", "report.html"), "this page"})
}

// line is the command line of games of one snake; false if no line plays them.
func (s *Section) line(name string) (roster.CommandLine, bool) {
	if s.Report == nil {
		return roster.CommandLine{}, false
	}
	e := &s.Report.Experiment
	_, solo := e.Kind.(lab.Solo)
	_, named := roster.LevelName(e.Game.Level)
	return roster.CommandLine{Command: name, Game: e.Game, Seed: e.Seed, Budget: e.Budget}, solo && e.Game.Position == nil && (e.Game.Level == nil || named)
}

// bench is the command that plays the games of solvers anew; "" if there is none.
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

// watch is the command that shows a game; "" if there is none.
func (s *Section) watch(l *Look) string {
	c, ok := s.line("watch")
	if !ok {
		return ""
	}
	c.Snakes, c.Index = []string{s.Report.Results[l.Entrant].Solver}, l.Group
	return c.String()
}

// config is a tournament as a file for --config, without comments and with as many games
// as there are; "" of other experiments.
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
