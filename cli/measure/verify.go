package measure

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/sheet"
	"ouro/saved"
	"ouro/verify"
)

type verifyOptions struct{ json bool }

func NewVerify(stdio command.IO) *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify FILE...",
		Short: "Check every turn of game files, and print each difference",
		Long: `Verify reads records of Ouro and of Snake Hunter, game logs of the official Battlesnake
engine (JSON lines), and files of transitions (positions before and after each turn, as
JSON lines), plain or packed by gzip. It derives every turn again, and prints each
difference between the file and the rules. Then it lists what it could not check, because
the file does not contain it. The name "-" means standard input.

The exit code is 3 if there is a difference.`,
		Example: `  ouro game --snake greedy --snake hungry --output game.jsonl --record game.ouro
  ouro verify game.jsonl game.ouro
  ouro verify transitions/*.jsonl.gz --json`,
		Args: command.SomeArgs("the FILE to verify"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	flags.JSON(cmd, &o.json, "")
	return cmd
}

type verifyDoc struct {
	File        string              `json:"file"`
	Kind        saved.Kind          `json:"kind"`
	Turns       int                 `json:"turns"`
	Differences []verify.Difference `json:"differences"`
	More        int                 `json:"more_differences"`
	NotChecked  []string            `json:"not_checked"`
	Error       string              `json:"error,omitempty"`
}

func (o *verifyOptions) run(ctx context.Context, stdio command.IO, names []string) error {
	docs := []verifyDoc{}
	var failed error
	differ := false
	bar := progress.New(stdio.Err)
	defer bar.Clear()
	for i, name := range names {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		bar.Count(i, len(names), "file")
		doc := verifyDoc{File: name, Differences: []verify.Difference{}, NotChecked: []string{}}
		var r *verify.Report
		err := command.OpenSaved(ctx, stdio.In, name, func(f *saved.File) (err error) {
			r, err = verify.Check(ctx, f)
			return err
		})
		bar.Clear()
		if err != nil {
			failed = errors.Join(failed, err)
			doc.Error = err.Error()
		} else {
			doc.Kind, doc.Turns, doc.More, doc.NotChecked = r.Kind, r.Turns, r.More, r.NotChecked()
			doc.Differences = append(doc.Differences, r.Differences...)
			differ = differ || len(r.Differences) > 0
		}
		if docs = append(docs, doc); !o.json && err == nil {
			printVerified(stdio, &doc)
		}
	}
	if !o.json {
		printNotChecked(stdio, docs)
	} else if err := command.WriteJSON(stdio.Out, sheet.FactsOf("schema", command.SchemaVersion{}, "files", docs)); err != nil {
		return err
	}
	if failed == nil && differ {
		return command.ErrNo
	}
	return failed
}

func printVerified(stdio command.IO, doc *verifyDoc) {
	unit := "turn"
	if doc.Kind == saved.Hunter {
		unit = "tick"
	}
	for _, d := range doc.Differences {
		who := ""
		if d.Snake != "" {
			who = " " + d.Snake + ":"
		}
		fmt.Fprintf(stdio.Out, "%s: %s %d:%s %s\n", printable.Line(doc.File), unit, d.Turn, who, d.What)
	}
	result := "all equal"
	if n := len(doc.Differences) + doc.More; n > 0 {
		result = english.Count(n, "difference")
	}
	fmt.Fprintf(stdio.Out, "%s: %s, %s derived again, %s\n", printable.Line(doc.File), doc.Kind, english.Count(doc.Turns, unit), result)
}

// printNotChecked prints what could not be checked, once for each kind of file.
func printNotChecked(stdio command.IO, docs []verifyDoc) {
	printed := map[string]bool{}
	for _, doc := range docs {
		if doc.Error != "" || len(doc.NotChecked) == 0 {
			continue
		}
		text := fmt.Sprintf("not checked of a %s:\n  %s\n", doc.Kind, strings.Join(doc.NotChecked, "\n  "))
		if doc.Kind == saved.Transitions {
			text = strings.Replace(text, "of a ", "of ", 1)
		}
		if !printed[text] {
			fmt.Fprint(stdio.Out, text)
		}
		printed[text] = true
	}
}
