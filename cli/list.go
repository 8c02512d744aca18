package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

type listOptions struct{ json bool }

var listParts = []string{"solvers", "rules", "maps"}

func newList(stdio command.IO) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [NAME]...",
		Short: "List solvers, rules and maps, or describe one",
		Example: `  ouro list                 one line for each
  ouro list solvers         only solvers; also rules, maps
  ouro list astar maze      describe these
  ouro list --json`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(stdio.Out, args) },
	}
	flags.JSON(cmd, &o.json, "")
	return cmd
}

type listing struct {
	solvers []roster.SolverEntry
	rules   []roster.RulesEntry
	maps    []battlesnake.Map
}

func (o *listOptions) run(w io.Writer, names []string) error {
	l := listing{append(roster.Solvers(), roster.Exec()), roster.Rules(), battlesnake.Maps()}
	long := false
	if slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(listParts, name) }) {
		var err error
		if l, err = findEntries(names); err != nil {
			return err
		}
		long = true
	} else if len(names) > 0 {
		l.keepParts(names)
	}
	switch {
	case o.json:
		return l.writeJSON(w)
	case long:
		return l.writeLong(w)
	}
	return l.writeShort(w)
}

func (l *listing) keepParts(names []string) {
	if !slices.Contains(names, "solvers") {
		l.solvers = nil
	}
	if !slices.Contains(names, "rules") {
		l.rules = nil
	}
	if !slices.Contains(names, "maps") {
		l.maps = nil
	}
}

func findEntries(names []string) (l listing, err error) {
	for _, name := range names {
		solver, err := roster.FindSolver(name)
		r, rulesErr := roster.FindRules(name)
		m := slices.IndexFunc(battlesnake.Maps(), func(m battlesnake.Map) bool { return m.Name == name })
		switch {
		case err == nil:
			l.solvers = append(l.solvers, solver)
		case rulesErr == nil:
			l.rules = append(l.rules, r)
		case m < 0:
			return l, unknownEntry(name)
		}
		if m >= 0 { // standard and royale name both rules and maps
			l.maps = append(l.maps, battlesnake.Maps()[m])
		}
	}
	return l, nil
}

func (l *listing) writeShort(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, home := range append(slices.Clone(roster.GameKinds), roster.AnyGame) {
		if len(l.solvers) > 0 {
			fmt.Fprintf(tw, "solvers for %s\n", home)
		}
		for _, e := range l.solvers {
			if e.Kind == home {
				fmt.Fprintf(tw, "  %s\t%s\n", withArgument(&e), e.Idea)
			}
		}
	}
	for _, home := range roster.GameKinds {
		if len(l.rules) > 0 {
			fmt.Fprintf(tw, "rules of %s\n", home)
		}
		for _, e := range l.rules {
			if e.Kind == home {
				fmt.Fprintf(tw, "  %s\t%s\n", e.Name, e.Idea)
			}
		}
	}
	if len(l.maps) > 0 {
		fmt.Fprintln(tw, "maps of Battlesnake")
	}
	for _, m := range l.maps {
		fmt.Fprintf(tw, "  %s\t%s\n", m.Name, m.Idea)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nOptions follow a colon: astar:heuristic=euclidean. To describe one: ouro list NAME\n")
	return err
}

// withArgument returns the name of a solver and the argument that it needs, if any.
func withArgument(e *roster.SolverEntry) string {
	if e.Argument == "" {
		return e.Name
	}
	return e.Name + ":" + e.Argument
}

func unknownEntry(name string) error {
	known := slices.Clone(listParts)
	for _, w := range append(solverWords(), ruleWords()...) {
		known = append(known, w.name)
	}
	for _, m := range battlesnake.Maps() {
		known = append(known, m.Name)
	}
	return command.Usagef("no solver, rules or map is named %q%s", name, english.Suggestion(name, known))
}

func (l *listing) writeLong(w io.Writer) error {
	var parts []string
	for _, e := range l.solvers {
		parts = append(parts, fmt.Sprintf("%s (solver for %s)\n  idea       %s\n  guarantee  %s\n  cost       %s a move\n  source     %s\n%s",
			withArgument(&e), e.Kind, e.Idea, e.Guarantee, e.Cost, e.Source, optionLines(e.Options)))
	}
	for _, e := range l.rules {
		parts = append(parts, fmt.Sprintf("%s (rules of %s)\n  idea       %s\n%s", e.Name, e.Kind, e.Idea, optionLines(e.Options)))
	}
	for _, m := range l.maps {
		parts = append(parts, fmt.Sprintf("%s (map of Battlesnake)\n  idea       %s\n  boards     %s\n  snakes     at most %d\n", m.Name, m.Idea, m.Boards(), m.MaxSnakes))
	}
	_, err := io.WriteString(w, strings.Join(parts, "\n"))
	return err
}

func optionLines(options []roster.Option) string {
	var b strings.Builder
	for _, o := range options {
		fmt.Fprintf(&b, "  option     %s=%s  %s\n", o.Key, o.Default, o.Doc)
	}
	return b.String()
}

func (l *listing) writeJSON(w io.Writer) error {
	options := func(list []roster.Option) []roster.Option { return append([]roster.Option{}, list...) } // not null in JSON
	return command.WriteJSON(w, sheet.FactsOf(
		"schema", command.SchemaVersion{},
		"solvers", sheet.Each(l.solvers, func(e *roster.SolverEntry) sheet.Facts {
			return sheet.FactsOf("name", e.Name, "made_for", e.Kind, "idea", e.Idea, "guarantee", e.Guarantee, "cost", e.Cost,
				"source", e.Source, "options", options(e.Options))
		}),
		"rules", sheet.Each(l.rules, func(e *roster.RulesEntry) sheet.Facts {
			return sheet.FactsOf("name", e.Name, "game", e.Kind, "idea", e.Idea, "options", options(e.Options))
		}),
		"maps", sheet.Each(l.maps, func(m *battlesnake.Map) sheet.Facts {
			return sheet.FactsOf("name", m.Name, "idea", m.Idea, "boards", m.Boards(), "max_snakes", m.MaxSnakes)
		}),
	))
}
