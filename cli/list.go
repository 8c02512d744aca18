package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ouro/roster"
)

type listOptions struct{ json bool }

func newList(stdio IO) *cobra.Command {
	var o listOptions
	cmd := &cobra.Command{
		Use:   "list [SOLVER]...",
		Short: "All solvers: idea, guarantee, cost, source, options",
		Example: `  ouro list                 one line each
  ouro list astar wander    all that is known of them
  ouro list --json`,
		RunE: func(_ *cobra.Command, args []string) error { return o.run(stdio.Out, args) },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

func (o *listOptions) run(w io.Writer, names []string) error {
	entries := roster.Entries()
	if len(names) > 0 {
		entries = entries[:0]
		for _, name := range names {
			e, err := roster.Find(name)
			if err != nil {
				return usageError{err}
			}
			entries = append(entries, e)
		}
	}
	switch {
	case o.json:
		return listJSON(w, entries)
	case len(names) > 0:
		return listLong(w, entries)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, e := range entries {
		fmt.Fprintf(tw, "%s\t%s\n", e.Name, e.Idea)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nOptions follow a colon: astar:heuristic=euclidean. All about one: ouro list NAME\n")
	return err
}

func listLong(w io.Writer, entries []roster.Entry) error {
	for i, e := range entries {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s\n  idea       %s\n  guarantee  %s\n  cost       %s a move\n  source     %s\n", e.Name, e.Idea, e.Guarantee, e.Cost, e.Source)
		for _, opt := range e.Options {
			fmt.Fprintf(w, "  option     %s=%s  %s\n", opt.Key, opt.Default, opt.Doc)
		}
	}
	return nil
}

func listJSON(w io.Writer, entries []roster.Entry) error {
	type option struct {
		Key     string `json:"key"`
		Default string `json:"default"`
		Doc     string `json:"doc"`
	}
	type solver struct {
		Name      string   `json:"name"`
		Idea      string   `json:"idea"`
		Guarantee string   `json:"guarantee"`
		Cost      string   `json:"cost"`
		Source    string   `json:"source"`
		Options   []option `json:"options"`
	}
	doc := struct {
		Schema  int      `json:"schema"`
		Solvers []solver `json:"solvers"`
	}{Schema: 1}
	for _, e := range entries {
		s := solver{e.Name, e.Idea, e.Guarantee, e.Cost, e.Source, []option{}}
		for _, opt := range e.Options {
			s.Options = append(s.Options, option(opt))
		}
		doc.Solvers = append(doc.Solvers, s)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}
