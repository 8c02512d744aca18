package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

type listOptions struct{ json bool }

// listParts are what the list may be cut down to.
var listParts = []string{"solvers", "rules", "maps"}

func newList(stdio IO) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [NAME]...",
		Short: "All solvers, rules and maps, and all that is known of one",
		Example: `  ouro list                 one line each
  ouro list solvers         those alone; or rules, or maps
  ouro list astar maze      all that is known of them
  ouro list --json`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(stdio.Out, args) },
	}
	jsonFlag(cmd, &o.json, "")
	return cmd
}

func (o *listOptions) run(w io.Writer, names []string) error {
	solvers, rules, maps := append(roster.Solvers(), roster.Exec()), roster.Rules(), battlesnake.Maps()
	if len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(listParts, name) }) {
		if !slices.Contains(names, "solvers") {
			solvers = nil
		}
		if !slices.Contains(names, "rules") {
			rules = nil
		}
		if !slices.Contains(names, "maps") {
			maps = nil
		}
		names = nil
	}
	if len(names) > 0 {
		solvers, rules, maps = nil, nil, nil
		for _, name := range names {
			solver, err := roster.FindSolver(name)
			r, rulesErr := roster.FindRules(name)
			m := slices.IndexFunc(battlesnake.Maps(), func(m battlesnake.Map) bool { return m.Name == name })
			switch {
			case err == nil:
				solvers = append(solvers, solver)
			case rulesErr == nil:
				rules = append(rules, r)
			case m < 0:
				return unknownEntry(name)
			}
			if m >= 0 { // standard and royale are rules and maps
				maps = append(maps, battlesnake.Maps()[m])
			}
		}
	}
	switch {
	case o.json:
		return listJSON(w, solvers, rules, maps)
	case len(names) > 0:
		return listLong(w, solvers, rules, maps)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, home := range append(slices.Clone(roster.Homes), roster.AnyGame) {
		if len(solvers) > 0 {
			fmt.Fprintf(tw, "solvers for %s\n", home)
		}
		for _, e := range solvers {
			if e.Home == home {
				fmt.Fprintf(tw, "  %s\t%s\n", withArgument(&e), e.Idea)
			}
		}
	}
	for _, home := range roster.Homes {
		if len(rules) > 0 {
			fmt.Fprintf(tw, "rules of %s\n", home)
		}
		for _, e := range rules {
			if e.Home == home {
				fmt.Fprintf(tw, "  %s\t%s\n", e.Name, e.Idea)
			}
		}
	}
	if len(maps) > 0 {
		fmt.Fprintln(tw, "maps of Battlesnake")
	}
	for _, m := range maps {
		fmt.Fprintf(tw, "  %s\t%s\n", m.Name, m.Idea)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nOptions follow a colon: astar:heuristic=euclidean. All about one: ouro list NAME\n")
	return err
}

// withArgument is the name of a solver with what must follow it.
func withArgument(e *roster.SolverEntry) string {
	if e.Argument == "" {
		return e.Name
	}
	return e.Name + ":" + e.Argument
}

// unknownEntry suggests the nearest name of the whole list, and tells how to see it.
func unknownEntry(name string) error {
	known := slices.Clone(listParts)
	for _, w := range append(solverWords(), ruleWords()...) {
		known = append(known, w.name)
	}
	for _, m := range battlesnake.Maps() {
		known = append(known, m.Name)
	}
	return usagef("no solver, rules or map is called %q%s", name, english.Known(name, known))
}

func listLong(w io.Writer, solvers []roster.SolverEntry, rules []roster.RulesEntry, maps []battlesnake.Map) error {
	var parts []string
	for _, e := range solvers {
		parts = append(parts, fmt.Sprintf("%s (solver for %s)\n  idea       %s\n  guarantee  %s\n  cost       %s a move\n  source     %s\n%s",
			withArgument(&e), e.Home, e.Idea, e.Guarantee, e.Cost, e.Source, optionLines(e.Options)))
	}
	for _, e := range rules {
		parts = append(parts, fmt.Sprintf("%s (rules of %s)\n  idea       %s\n%s", e.Name, e.Home, e.Idea, optionLines(e.Options)))
	}
	for _, m := range maps {
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

func listJSON(w io.Writer, solvers []roster.SolverEntry, rules []roster.RulesEntry, maps []battlesnake.Map) error {
	options := func(list []roster.Option) []roster.Option { return append([]roster.Option{}, list...) } // never null
	return encodeJSON(w, sheet.FactsOf(
		"schema", schema{},
		"solvers", sheet.Each(solvers, func(e *roster.SolverEntry) sheet.Facts {
			return sheet.FactsOf("name", e.Name, "made_for", e.Home, "idea", e.Idea, "guarantee", e.Guarantee, "cost", e.Cost,
				"source", e.Source, "options", options(e.Options))
		}),
		"rules", sheet.Each(rules, func(e *roster.RulesEntry) sheet.Facts {
			return sheet.FactsOf("name", e.Name, "game", e.Home, "idea", e.Idea, "options", options(e.Options))
		}),
		"maps", sheet.Each(maps, func(m *battlesnake.Map) sheet.Facts {
			return sheet.FactsOf("name", m.Name, "idea", m.Idea, "boards", m.Boards(), "max_snakes", m.MaxSnakes)
		}),
	))
}
