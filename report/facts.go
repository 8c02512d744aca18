package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/order"
	"ouro/roster"
	"ouro/solve/exact"
)

// fact is a fact under its name.
type fact struct{ Name, Text string }

// facts say what was played, by whom and where.
func (s *Section) facts() (facts []fact) {
	add := func(name string, texts ...string) {
		if text := strings.Join(distinct(texts), ", "); text != "" {
			facts = append(facts, fact{name, printable.Line(text)})
		}
	}
	o := &s.Experiments[0].Order
	add("rules", o.Rules)
	add("board", s.board())
	if o.StartLength > 1 {
		add("start length", fmt.Sprint(o.StartLength))
	}
	if r := s.Report; r != nil {
		e := &r.Experiment
		add("seed", fmt.Sprint(e.Seed))
		add("budget for a move", cmp.Or(lab.BudgetText(e.Budget), "none"))
		add("games", s.games())
	} else {
		add("kind", s.Experiments[0].Kind)
	}
	add("reproducible", s.reproducible())
	add("build", s.each(func(e *Experiment) []string { return []string{e.Build} })...)
	add("machine", s.each(func(e *Experiment) (all []string) {
		for _, r := range e.Runs {
			all = append(all, r.Machine)
		}
		return all
	})...)
	add("played", s.dates())
	add("experiment", s.each(func(e *Experiment) []string { return []string{e.Key} })...)
	return facts
}

// each are texts of all experiments.
func (s *Section) each(of func(e *Experiment) []string) (all []string) {
	for _, e := range s.Experiments {
		all = append(all, of(e)...)
	}
	return all
}

// distinct are the texts without those that are empty or were there before.
func distinct(all []string) (some []string) {
	for _, text := range all {
		if text != "" && !slices.Contains(some, text) {
			some = append(some, text)
		}
	}
	return some
}

// board says what was played on.
func (s *Section) board() string {
	o := &s.Experiments[0].Order
	switch {
	case o.Position != "":
		return "a position"
	case o.Level != "" && s.Report != nil:
		if name, ok := roster.LevelName(s.Report.Experiment.Game.Level); ok {
			return "level " + name
		}
		return "a level"
	}
	return o.Board
}

// games says how many, and of whom.
func (s *Section) games() string {
	r := s.Report
	e := &r.Experiment
	text := english.Count(len(r.Games), "game")
	if n := len(r.Results); n > 1 && s.Experiments[0].Kind == string(order.Bench) {
		text = fmt.Sprintf("%s of %s", text, english.Count(n, "solver"))
	}
	if e.First > 0 {
		text += fmt.Sprintf(", from number %d on", s.number(e.First, 0))
	}
	if e.Partial {
		text += fmt.Sprintf(" (%d are missing)", e.Games-len(r.Games))
	}
	return text
}

// dates are when it was played first and last.
func (s *Section) dates() string {
	const day = "2006-01-02 15:04"
	from, to := s.Experiments[0].Created, s.Experiments[0].Created
	for _, e := range s.Experiments {
		if e.Created.Before(from) {
			from = e.Created
		}
		for _, r := range append([]Run{{At: e.Created}}, e.Runs...) {
			if r.At.After(to) {
				to = r.At
			}
		}
	}
	switch {
	case to.IsZero():
		return ""
	case from.UTC().Format(day) == to.UTC().Format(day):
		return from.UTC().Format(day + " MST")
	}
	return from.UTC().Format(day) + " to " + to.UTC().Format(day+" MST")
}

// reproducible says whether the same build plays the same games again.
func (s *Section) reproducible() string {
	for _, solver := range s.each(func(e *Experiment) []string { return e.Order.Solvers }) {
		if strings.HasPrefix(solver, "exec:") {
			return "as far as the programs answer the same again"
		}
	}
	switch {
	case s.Report == nil:
		return ""
	case !s.Experiments[0].Reproducible:
		return "no: clocks, or snakes elsewhere, had a say, so that another run differs"
	}
	return "yes: the same build plays the same games again, thinking times aside"
}

// command is a line for a shell, and what it makes.
type command struct{ Line, Makes string }

// commands make the figures again.
func (s *Section) commands() (all []command) {
	if s.Report != nil && s.Experiments[0].Kind == string(order.Bench) {
		if c, ok := s.bench(); ok {
			all = append(all, c)
		}
	}
	var typed []string
	for _, e := range s.Experiments {
		for _, r := range e.Runs {
			if line := shell.Again("ouro", r.Command); line != "" && !slices.Contains(typed, line) {
				typed = append(typed, line)
			}
		}
	}
	const most = 10
	if len(typed) > 0 {
		all = append(all, command{strings.Join(typed[:min(len(typed), most)], "\n"), "as it was typed"})
	}
	var keys []string
	for _, e := range s.Experiments {
		keys = append(keys, e.Key)
	}
	if games := s.watched(); games != "" {
		all = append(all, command{games, "the games to look at"})
	}
	return append(all,
		command{shell.Line(slices.Concat([]string{"ouro", "results", "show"}, keys)...), "the table, from the store"},
		command{shell.Line(slices.Concat([]string{"ouro", "report"}, keys, []string{"--out", "report.html"})...), "this page"})
}

// line is the command line of the games, for those who play alone.
func (s *Section) line(name string, budget ouro.Budget) (roster.CommandLine, bool) {
	e := &s.Report.Experiment
	c := roster.CommandLine{Command: name, Game: e.Game, Seed: e.Seed, Budget: budget}
	_, named := roster.LevelName(e.Game.Level)
	return c, e.Game.Position == nil && (e.Game.Level == nil || named)
}

// bench is the command that prints the table.
func (s *Section) bench() (command, bool) {
	e := &s.Report.Experiment
	c, ok := s.line("bench", e.Budget)
	c.Snakes = append(c.Snakes, distinct(s.each(func(e *Experiment) []string { return e.Order.Solvers }))...)
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
	return command{c.String(), "the table, played anew"}, ok
}

// watched are the commands that show the games to look at, a line each.
func (s *Section) watched() string {
	var lines []string
	for i := range s.Looked {
		if line := s.again(&s.Looked[i]); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// again is the command that shows a game, "" where there is none.
func (s *Section) again(l *Look) string {
	if s.Experiments[0].Kind != string(order.Bench) {
		return ""
	}
	c, ok := s.line("watch", s.Report.Experiment.Budget)
	if !ok {
		return ""
	}
	c.Snakes, c.Index = []string{s.Report.Results[l.Entrant].Solver}, l.Group
	return c.String()
}

// optimum are the expected moves of best play, where they are known.
func optimum(g *ouro.GameSpec) (float64, bool) {
	if g.StartLength != 1 || g.Level != nil || g.Position != nil {
		return 0, false
	}
	grid, err := ouro.NewGrid(g.W, g.H)
	if err != nil {
		return 0, false
	}
	return exact.Known(grid)
}
