package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ouro/arena"
	"ouro/definition"
	"ouro/identity"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/roster"
	"ouro/store"
)

// fact is a named fact about the games of a section.
type fact struct{ Name, Text string }

// facts returns the facts about the games, and the entrants, builds and machines that took part.
func (s *Section) facts() (facts []fact) {
	add := func(name string, texts ...string) {
		texts = slices.DeleteFunc(texts, func(text string) bool { return text == "" })
		for i := range texts {
			texts[i] = printable.Line(texts[i])
		}
		if text := strings.Join(distinct(texts), ", "); text != "" {
			facts = append(facts, fact{name, text})
		}
	}
	e := &s.Set.Experiments[0]
	add("kind", e.Kind)
	add("rules", e.Rules)
	add("board", s.board())
	if e.StartLength > 1 {
		add("start length", fmt.Sprint(e.StartLength))
	}
	if s.Report != nil {
		add("seed", fmt.Sprint(e.Seed))
		add("budget for a move", s.budget())
		add("games", s.games())
		add("entrants", s.entrants()...)
	}
	s.participants(add)
	add("reproducible", s.reproducible())
	add("build", s.each(func(e *store.Experiment) string { return e.Build.String() })...)
	var machines []string
	for _, r := range s.runs {
		machines = append(machines, r.Machine)
	}
	add("machine", machines...)
	add("played", s.dates())
	add("experiment", s.each((*store.Experiment).Short)...)
	return facts
}

// each returns a text of each experiment.
func (s *Section) each(textOf func(e *store.Experiment) string) (all []string) {
	for i := range s.Set.Experiments {
		all = append(all, textOf(&s.Set.Experiments[i]))
	}
	return all
}

// distinct returns the texts without duplicates.
func distinct(texts []string) (unique []string) {
	for _, text := range texts {
		if !slices.Contains(unique, text) {
			unique = append(unique, text)
		}
	}
	return unique
}

func (s *Section) board() string {
	if s.Report != nil {
		game := &s.Report.Experiment.Game
		if name, named := roster.LevelName(game.Level); named {
			return "level " + name
		} else if game.Level != nil {
			return "a level"
		} else if game.Position != nil {
			return "a position"
		}
	}
	return s.Set.Experiments[0].Board
}

// budget returns the limits of a decision, or "none".
func (s *Section) budget() string {
	if k, ok := s.Report.Experiment.Kind.(arena.Kind); ok {
		return k.Tournament.Budget()
	}
	return cmp.Or(lab.BudgetText(s.Report.Experiment.Budget), "none")
}

func (s *Section) games() string {
	r := s.Report
	e := &r.Experiment
	text := english.Count(len(r.Games), "game")
	if n := len(r.Results); n > 1 && len(r.Games) > 0 && len(r.Games[0].Seats) == 1 {
		text = fmt.Sprintf("%s of %s", text, english.Count(n, "entrant"))
	}
	if e.First > 0 {
		text += fmt.Sprintf(", from number %d", s.number(e.First, 0))
	}
	if e.Partial {
		text += fmt.Sprintf(" (%d are missing)", e.Games-len(r.Games))
	}
	return text
}

// entrants returns NAME = SOLVER for each entrant whose name is not its solver.
func (s *Section) entrants() (all []string) {
	for i := range s.Report.Results {
		if res := &s.Report.Results[i]; res.Name != res.Solver {
			all = append(all, res.Name+" = "+res.Solver)
		}
	}
	return all
}

// participants adds the programs and servers that are not part of the build.
func (s *Section) participants(add func(name string, texts ...string)) {
	var programs, servers []string
	for i := range s.Set.Experiments {
		p, err := identity.Parse(s.Set.Experiments[i].Programs)
		if err != nil {
			continue // the page omits this fact; no program reads it
		}
		for _, solver := range slices.Sorted(maps.Keys(p.Programs)) {
			programs = append(programs, strings.TrimSpace(solver+" (files "+p.Programs[solver]+")"))
		}
		for _, address := range slices.Sorted(maps.Keys(p.Servers)) {
			servers = append(servers, address+" ("+serverText(p.Servers[address])+")")
		}
	}
	add("programs", programs...)
	add("servers", servers...)
}

// serverText returns the information of a server, and its answers to the fixed positions.
func serverText(s identity.Server) string {
	var texts []string
	for _, field := range []struct{ name, text string }{{"author", s.Info.Author}, {"version", s.Info.Version}, {"API", s.Info.APIVersion}, {"answers", s.Answers}} {
		if field.text != "" {
			texts = append(texts, field.name+" "+field.text)
		}
	}
	return strings.Join(texts, ", ")
}

func (s *Section) dates() string {
	const minute = "2006-01-02 15:04"
	var all []time.Time
	for i := range s.Set.Experiments {
		all = append(all, s.Set.Experiments[i].Created)
	}
	for _, r := range s.runs {
		all = append(all, r.Ended)
	}
	from, to := slices.MinFunc(all, time.Time.Compare).UTC(), slices.MaxFunc(all, time.Time.Compare).UTC()
	if from.Format(minute) == to.Format(minute) {
		return from.Format(minute + " MST")
	}
	return from.Format(minute) + " to " + to.Format(minute+" MST")
}

// reproducible describes whether the same build would play the same games again.
func (s *Section) reproducible() string {
	e := &s.Set.Experiments[0]
	switch {
	case s.Report == nil:
		return ""
	case s.Set.Definitions[0].Kind == definition.Contest:
		return "no: only earlier versions could play these games"
	case e.Reproducible:
		return "yes: the same build plays the same games again, with other thinking times"
	case s.Report.Experiment.Budget.Time > 0 || s.Report.Experiment.Budget.CPU > 0:
		return "no: the budget is a time, so another run plays other games"
	}
	return "no: programs, files or servers take part that are not in the build, so another run may differ"
}

// command is a command line and what it produces.
type command struct{ Line, Makes string }

// maxTyped is the maximum number of commands of the user in a report.
const maxTyped = 10

// commands returns the commands that reproduce the section.
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

// line returns a command line with the game, seed and budget of the section. It returns false if no
// command plays its games.
func (s *Section) line(name string) (roster.CommandLine, bool) {
	if s.Report == nil {
		return roster.CommandLine{}, false
	}
	e := &s.Report.Experiment
	_, solo := e.Kind.(lab.Solo)
	_, named := roster.LevelName(e.Game.Level)
	return roster.CommandLine{Command: name, Game: e.Game, Seed: e.Seed, Budget: e.Budget}, solo && e.Game.Position == nil && (e.Game.Level == nil || named)
}

// bench returns the command that plays the bench again, or "".
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

// watch returns the command that shows a selected game, or "".
func (s *Section) watch(p *Pick) string {
	c, ok := s.line("watch")
	if !ok {
		return ""
	}
	c.Snakes, c.Index = []string{s.Report.Results[p.Entrant].Solver}, p.Group
	return c.String()
}

// config returns the text of a tournament for --config, or "" for other experiments. The text has
// no comments, and its number of games is that of the played games.
func (s *Section) config() string {
	if s.Report == nil || s.Set.Definitions[0].Kind != definition.Arena {
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
