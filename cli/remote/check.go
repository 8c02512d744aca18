package remote

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/engine/check"
	"ouro/engine/wire"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/sheet"
)

// examine checks the engine of --check and prints the report.
func (o *engineOptions) examine(ctx context.Context, stdio command.IO) error {
	if err := cmp.Or(flags.Positive("nodes", o.nodes), flags.Positive("time", o.time), o.limit.Check()); err != nil {
		return err
	}
	ctx, cancel := o.limit.Limit(ctx)
	defer cancel()
	bar, began := progress.New(stdio.Err), time.Now()
	var r *check.Report
	err := o.withTranscript(ctx, stdio, func(t *wire.Transcript) (err error) {
		r, err = check.Examine(ctx, check.Config{
			Command: o.check, Seed: uint64(o.seed), Nodes: o.nodes, Time: o.time, Transcript: t,
			Progress: func(done, total int, p check.Point) {
				at := lab.Progress{Done: done, Total: total, Elapsed: time.Since(began)}
				bar.Draw(at, fmt.Sprintf("%d of %s", done, english.Count(total, "point")), p.String())
			},
		})
		return err
	})
	bar.Clear()
	if r == nil {
		if err != nil {
			err = command.Usagef("--check %q: want the words of a command: %w", command.Excerpt(o.check), err)
		}
		return err
	}
	write := printCheck
	if o.json {
		write = printCheckJSON
	}
	if writeErr := write(stdio.Out, r); writeErr != nil {
		return writeErr
	}
	if err == nil && !r.Conforms() {
		return command.ErrNo
	}
	return err
}

// printCheck prints a line for each point, with advice for each failure and warning.
func printCheck(w io.Writer, r *check.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s\n", printable.Line(r.Command), introText(r.Intro))
	if r.Partial {
		b.WriteString("PARTIAL: stopped before the end\n")
	}
	b.WriteByte('\n')
	var needs []string // in order of appearance
	lacking := map[string][]string{}
	for i := range r.Checks {
		c := &r.Checks[i]
		text := c.Point.What()
		if need, ok := strings.CutPrefix(c.Detail, "this check needs "); ok && c.Result == check.Skipped {
			if !slices.Contains(needs, need) {
				needs = append(needs, need)
			}
			lacking[need] = append(lacking[need], c.Point.String())
			continue
		}
		if c.Detail != "" && (c.Result == check.Passed || c.Result == check.Skipped) {
			text += ": " + c.Detail
		}
		b.WriteString(command.Wrap(fmt.Sprintf("%-8s %-9s ", c.Result, c.Point), text))
	}
	for _, need := range needs {
		text := fmt.Sprintf("%s that needs %s: %s", english.Count(len(lacking[need]), "point"), need, strings.Join(lacking[need], ", "))
		if len(lacking[need]) > 1 {
			text = strings.Replace(text, "that needs", "that need", 1)
		}
		b.WriteString(command.Wrap(fmt.Sprintf("%-8s ", check.Skipped), text))
	}
	crashes := crashes(r)
	failed := r.Count(check.Failed)
	for i := range r.Checks {
		c := &r.Checks[i]
		if c.Result != check.Failed && c.Result != check.Warned {
			continue
		}
		others := crashes[c.Detail+"\n"+c.Stderr]
		if c.Ended && others[0] != c.Point.String() {
			failed-- // this crash is printed with the first point that it ended
			continue
		}
		seen := c.Detail
		if c.Where != "" {
			seen = c.Where + ": " + seen
		}
		printFault(&b, fmt.Sprintf("%s: ", c.Result), c.Point.String()+", "+c.Point.What(), c.Mend(), seen)
		if c.Stderr != "" {
			b.WriteString(command.Wrap("  ", "standard error: "+c.Stderr))
		}
		if c.Ended && len(others) > 1 {
			b.WriteString(command.Wrap("  ", "the engine ended in the same way at these points: "+strings.Join(others[1:], ", ")))
		}
	}
	b.WriteString("\n" + verdict("it conforms", failed, r.Count(check.Warned), r.Partial) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// crashes returns the points at which the engine exited, grouped by the detail and the standard error
// of the exit, so that printCheck prints the same mistake once.
func crashes(r *check.Report) map[string][]string {
	all := map[string][]string{}
	for i := range r.Checks {
		if c := &r.Checks[i]; c.Ended {
			seen := c.Detail + "\n" + c.Stderr
			all[seen] = append(all[seen], c.Point.String())
		}
	}
	return all
}

// introText describes the engine by its answer to hello.
func introText(intro *wire.Intro) string {
	if intro == nil {
		return ""
	}
	text := ": " + printable.Short(intro.Name, 40)
	if intro.Author != "" {
		text += " by " + printable.Short(intro.Author, 40)
	}
	if len(intro.Options) > 0 {
		var names []string
		for _, o := range intro.Options {
			names = append(names, o.Name)
		}
		text += ", options " + printable.Short(strings.Join(names, ", "), 200)
	}
	return text
}

func printCheckJSON(w io.Writer, r *check.Report) error {
	name, author, games, options := "", "", []string{}, []string{}
	if r.Intro != nil {
		name, author = r.Intro.Name, r.Intro.Author
		games = append(games, r.Intro.Games...)
		for _, o := range r.Intro.Options {
			options = append(options, o.Name)
		}
	}
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "command", r.Command, "name", name, "author", author, "games", games, "options", options,
		"conforms", r.Conforms(), "partial", r.Partial, "turns", r.Turns,
		"points", sheet.Each(r.Checks, func(c *check.Check) sheet.Facts {
			return sheet.FactsOf("point", c.Point, "result", c.Result, "what", c.Point.What(), "mend", c.Mend(),
				"detail", sheet.Sparse(c.Detail), "where", sheet.Sparse(c.Where), "words", sheet.Sparse(c.Stderr))
		})))
}
