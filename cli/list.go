package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ouro/roster"
)

type listOptions struct{ json bool }

func newList(stdio IO) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [NAME]...",
		Short: "All solvers and rules: idea, guarantee, cost, source, options",
		Example: `  ouro list                 one line each
  ouro list astar maze      all that is known of them
  ouro list --json`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(stdio.Out, args) },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

func (o *listOptions) run(w io.Writer, names []string) error {
	solvers, rules := roster.Entries(), roster.Rules()
	if len(names) > 0 {
		solvers, rules = nil, nil
		for _, name := range names {
			solver, err := roster.Find(name)
			r, rulesErr := roster.FindRules(name)
			switch {
			case err == nil:
				solvers = append(solvers, solver)
			case rulesErr == nil:
				rules = append(rules, r)
			default:
				return usagef("%w; %w", err, rulesErr)
			}
		}
	}
	switch {
	case o.json:
		return listJSON(w, solvers, rules)
	case len(names) > 0:
		return listLong(w, solvers, rules)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "solvers")
	for _, e := range solvers {
		fmt.Fprintf(tw, "  %s\t%s\n", e.Name, e.Idea)
	}
	fmt.Fprintln(tw, "rules")
	for _, e := range rules {
		fmt.Fprintf(tw, "  %s\t%s\n", e.Name, e.Idea)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nOptions follow a colon: astar:heuristic=euclidean. All about one: ouro list NAME\n")
	return err
}

func listLong(w io.Writer, solvers []roster.Entry, rules []roster.RulesEntry) error {
	var parts []string
	for _, e := range solvers {
		parts = append(parts, fmt.Sprintf("%s\n  idea       %s\n  guarantee  %s\n  cost       %s a move\n  source     %s\n%s",
			e.Name, e.Idea, e.Guarantee, e.Cost, e.Source, optionLines(e.Options)))
	}
	for _, e := range rules {
		parts = append(parts, fmt.Sprintf("%s (rules)\n  idea       %s\n%s", e.Name, e.Idea, optionLines(e.Options)))
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

func listJSON(w io.Writer, solvers []roster.Entry, rules []roster.RulesEntry) error {
	type option struct {
		Key     string `json:"key"`
		Default string `json:"default"`
		Doc     string `json:"doc"`
	}
	type solverEntry struct {
		Name      string   `json:"name"`
		Idea      string   `json:"idea"`
		Guarantee string   `json:"guarantee"`
		Cost      string   `json:"cost"`
		Source    string   `json:"source"`
		Options   []option `json:"options"`
	}
	type rulesEntry struct {
		Name    string   `json:"name"`
		Idea    string   `json:"idea"`
		Options []option `json:"options"`
	}
	doc := struct {
		Schema  int           `json:"schema"`
		Solvers []solverEntry `json:"solvers"`
		Rules   []rulesEntry  `json:"rules"`
	}{Schema: 1, Solvers: []solverEntry{}, Rules: []rulesEntry{}}
	options := func(list []roster.Option) []option {
		all := make([]option, len(list))
		for i, o := range list {
			all[i] = option(o)
		}
		return all
	}
	for _, e := range solvers {
		doc.Solvers = append(doc.Solvers, solverEntry{e.Name, e.Idea, e.Guarantee, e.Cost, e.Source, options(e.Options)})
	}
	for _, e := range rules {
		doc.Rules = append(doc.Rules, rulesEntry{e.Name, e.Idea, options(e.Options)})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}
