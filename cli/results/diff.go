package results

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/compare"
	"ouro/lab/sheet"
	"ouro/results"
	"ouro/store"
)

type diffOptions struct {
	experiment.Reader
	query
	builds    string
	worseThan string
	strict    bool
	json      bool
	markdown  bool
	full      bool
}

func newDiff(stdio command.IO) *cobra.Command {
	var o diffOptions
	cmd := &cobra.Command{
		Use:   "diff [A B | SOLVER]",
		Short: "Did my change help? Compare two builds, or two solvers",
		Long: `Diff reports whether B is better than A. Without arguments, A and B are the last two
builds, and diff compares all games that both have played. With one argument it compares
only the games of that SOLVER. A and B may also be two experiments, two solvers, or
SOLVER@BUILD.

Games with the same start and food are compared game by game, which is more precise than
comparing two means. Diff also prints how many of these games have the same moves. The
side that wins more games is better or, if that is unclear, the side that needs fewer
moves.

With --worse-than the exit code is 3 if B is clearly worse by more than this limit: the
whole interval is beyond the limit. With --strict it is also 3 if the games do not prove
that B is within the limit, as with too few games. For several solvers, these tests use
wider intervals than those printed, so that chance alone fails at most 5 of 100 commands.`,
		Example: `  ouro results diff                              the last two builds
  ouro results diff cell                         the same for one solver
  ouro results diff cell --builds 3f2a91c..9be0d12
  ouro results diff cell shortcut                two solvers
  ouro results diff cell@3f2a91c shortcut@9be0d12
  ouro results diff --worse-than 1%              exit code 3 if clearly worse
  ouro results diff --worse-than moves=2%,won=1% --strict`,
		Args: command.AtMost(2, "A and B, two experiments, solvers or builds"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.Reader.Add(cmd)
	o.query.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&o.builds, "builds", "", "compare two builds, `OLD..NEW`, each named by the first characters of its commit or of its program's checksum")
	fs.StringVar(&o.worseThan, "worse-than", "", "exit code 3 if B is clearly worse by more than this `PERCENT`; or limits for figures, such as moves=2%,won=1%")
	fs.BoolVar(&o.strict, "strict", false, "with --worse-than: exit code 3 unless the games prove that B is not that much worse")
	fs.BoolVar(&o.full, "full", false, "print all figures of each comparison, even if there are several")
	flags.JSON(cmd, &o.json, "")
	fs.BoolVar(&o.markdown, "markdown", false, "print Markdown tables")
	flags.Exclusive(cmd, "json", "markdown")
	flags.Exclusive(cmd, "builds", "build")
	return cmd
}

func (o *diffOptions) run(ctx context.Context, stdio command.IO, args []string) error {
	var limits compare.Limits
	if o.worseThan != "" {
		var err error
		if limits, err = compare.ParseLimits(o.worseThan); err != nil {
			return command.Usagef("--worse-than %w", err)
		}
	}
	switch {
	case o.strict && limits == nil:
		return command.Usagef("--strict: needs --worse-than, the limit to prove")
	case o.builds != "" && !buildsForm.MatchString(o.builds):
		return command.Usagef("--builds %q: want two builds of the form OLD..NEW", command.Excerpt(o.builds))
	case len(args) == 2 && o.builds != "":
		return command.Usagef("--builds: needs one SOLVER or none; A and B may name builds themselves, e.g. cell@3f2a91c")
	}
	if err := o.check(args); err != nil {
		return err
	}
	return o.With(ctx, func(s *store.Store) error {
		pairs, err := o.pairs(ctx, s, args)
		if err != nil {
			return err
		}
		d := &diff{store: s, pairs: pairs, limits: limits, strict: o.strict}
		if err := d.compare(ctx, stdio); err != nil {
			return err
		}
		if err := o.print(stdio, d); err != nil {
			return err
		}
		if limits != nil && !d.passed() {
			return command.ErrNo
		}
		return nil
	})
}

var buildsForm = regexp.MustCompile(`^[0-9A-Za-z_+-]+\.\.[0-9A-Za-z_+-]+$`)

func (o *diffOptions) pairs(ctx context.Context, s *store.Store, args []string) ([]pairing, error) {
	if len(args) == 1 {
		o.solvers = append(o.solvers, args[0])
	}
	c, err := newChooser(ctx, s, &o.query)
	if err != nil {
		return nil, err
	}
	if len(args) == 1 {
		c.narrow(args[0])
	}
	if len(args) == 2 {
		return c.pairsOf(ctx, args[0], args[1])
	}
	older, newer, _ := strings.Cut(o.builds, "..")
	return c.builds(older, newer)
}

// diff is the list of comparisons of one command.
type diff struct {
	store  *store.Store
	pairs  []pairing
	limits compare.Limits
	strict bool

	printed []*compare.Comparison // one for each pairing, with 95 % intervals
	tested  []*compare.Comparison // one for each pairing, with the intervals that are compared with limits
	level   float64               // confidence of the intervals of tested
	changed []*store.ChangedError
}

// compare reads the games of all pairings and compares them.
func (d *diff) compare(ctx context.Context, stdio command.IO) error {
	bar := progress.New(stdio.Err)
	defer bar.Clear()
	read := map[int64]*compare.Side{}
	comparisonAt := make([]func(confidence float64) *compare.Comparison, len(d.pairs))
	figures := 0
	for i := range d.pairs {
		p := &d.pairs[i]
		bar.Count(i, len(d.pairs), "comparison")
		kind, err := kindOf(d.store, &p.b)
		if err != nil {
			return err
		}
		var entrants [2]compare.Entrant
		for j, s := range []*side{&p.a, &p.b} {
			if read[s.ID] == nil {
				if read[s.ID], err = d.read(ctx, s); err != nil {
					return err
				}
			}
			entrants[j] = compare.Entrant{Side: read[s.ID], Number: s.entrant}
		}
		comparisonAt[i] = func(confidence float64) *compare.Comparison {
			return compare.Of(kind, entrants[0], entrants[1], p.a.hasSameGames(&p.b), confidence)
		}
		c := comparisonAt[i](lab.Confidence)
		d.printed = append(d.printed, c)
		n, err := c.Limited(d.limits)
		if err != nil {
			return command.Usagef("--worse-than: %w", err)
		}
		figures += n
	}
	d.level, d.tested = compare.Confidence(figures), d.printed
	if d.limits == nil || d.level <= lab.Confidence {
		return nil
	}
	d.tested = nil
	for _, c := range comparisonAt {
		d.tested = append(d.tested, c(d.level))
	}
	return nil
}

// read reads the games of a side's experiment. It omits changed rows and adds them to d.changed.
func (d *diff) read(ctx context.Context, s *side) (*compare.Side, error) {
	games := new(compare.Side)
	sets, err := results.Sets(d.store, []store.Experiment{*s.Experiment})
	if err != nil {
		return nil, err
	}
	for f, err := range sets[0].Games(ctx) {
		var changed *store.ChangedError
		if errors.As(err, &changed) {
			d.changed = append(d.changed, changed)
			continue
		}
		if err == nil {
			err = games.Add(f)
		}
		if err != nil {
			return nil, err
		}
	}
	return games, nil
}

// broken returns the figures of comparison i that break a limit, and in what way.
func (d *diff) broken(i int) (figures []*compare.Figure, why string) {
	figures, _ = d.tested[i].Beyond(d.limits) // the error is nil, because Limited has checked the limits
	if len(figures) > 0 {
		return figures, "clearly worse"
	}
	if d.strict {
		figures, _ = d.printed[i].Open(d.limits)
		return figures, "not proven to be within the limit"
	}
	return nil, ""
}

func (d *diff) passed() bool {
	for i := range d.pairs {
		if figures, _ := d.broken(i); len(figures) > 0 {
			return false
		}
	}
	return true
}

func (o *diffOptions) print(stdio command.IO, d *diff) error {
	for _, changed := range d.changed {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", printable.Line(omittedText(changed)))
	}
	if o.json {
		return command.WriteJSON(stdio.Out, d.facts(o.worseThan))
	}
	write := func(s *sheet.Sheet) error {
		if o.markdown {
			return s.WriteMarkdown(stdio.Out)
		}
		return s.WriteText(stdio.Out, command.Columns(stdio.Out))
	}
	if len(d.pairs) > 1 {
		if err := write(d.summary(o.worseThan)); err != nil || !o.full {
			return err
		}
	}
	for i := range d.pairs {
		if len(d.pairs) > 1 {
			fmt.Fprintln(stdio.Out)
		}
		if err := write(d.sheet(i, o.worseThan)); err != nil {
			return err
		}
	}
	return nil
}

func (p *pairing) title() string {
	text := p.b.spec
	if p.a.spec != p.b.spec {
		text = p.a.spec + " and " + p.b.spec
	}
	return printable.Line(fmt.Sprintf("%s: %s, seed %s", text, p.b.Title, p.seeds()))
}

func (p *pairing) seeds() string {
	if p.a.Seed == p.b.Seed {
		return fmt.Sprint(p.b.Seed)
	}
	return fmt.Sprintf("%d and %d", p.a.Seed, p.b.Seed)
}

func (d *diff) sheet(i int, limit string) *sheet.Sheet {
	p, c := &d.pairs[i], d.printed[i]
	var names, sides sheet.Columns
	for j, s := range []*side{&p.a, &p.b} {
		names.Row("", string(rune('A'+j)))
		sides.Row("solver", printable.Line(s.spec), "budget", printable.Line(s.Budget), "build", s.Build.Short(), "begun", s.Created.Local().Format("2006-01-02 15:04"),
			"id", s.Key[:min(shortID, len(s.Key))], "games", fmt.Sprint(c.Games[j]))
	}
	out := &sheet.Sheet{
		Title: p.title(), Lead: "B is " + c.Sentence(),
		Tables: []sheet.Table{sheet.NewTable(names, sides), c.Table()},
		Notes:  c.Notes(),
	}
	if c.AllSame() || c.Verdict() == compare.Unclear {
		out.Lead = english.Capital(c.Sentence())
	}
	if d.limits != nil {
		out.Notes = append(out.Notes, d.limitText(i, limit))
	}
	return out
}

// limitText states whether comparison i keeps the limit.
func (d *diff) limitText(i int, limit string) string {
	figures, why := d.broken(i)
	if len(figures) == 0 {
		return fmt.Sprintf("limit %s: kept.", limit)
	}
	var texts []string
	for _, f := range figures {
		texts = append(texts, f.ChangeText())
	}
	return fmt.Sprintf("LIMIT %s: B is %s: %s.", limit, why, strings.Join(texts, ", "))
}

// summary returns a sheet with a row for each comparison.
func (d *diff) summary(limit string) *sheet.Sheet {
	var names, verdicts, figures sheet.Columns
	counts := map[compare.Verdict]int{}
	var failed []string
	for i := range d.pairs {
		p, c := &d.pairs[i], d.printed[i]
		verdict := c.Verdict()
		counts[verdict]++
		t := experimentTotals{Experiment: p.b.Experiment}
		name := p.b.spec
		if p.a.spec != p.b.spec {
			name = p.a.spec + " - " + p.b.spec
		}
		names.Row("solver", printable.Line(name), "played", t.gameText())
		games := fmt.Sprint(c.Pairs)
		same := fmt.Sprint(c.Same)
		if !c.Paired {
			games, same = fmt.Sprintf("%d/%d", c.Games[0], c.Games[1]), sheet.None
		}
		verdicts.Row("B is", string(verdict), "games", games, "same", same)
		row := []string{"won or score", sheet.None, "moves or measure", sheet.None}
		for _, f := range c.Deciding() {
			if f.Share {
				row[1] = strings.TrimPrefix(f.ChangeText(), strings.TrimSuffix(f.Name, " %")+" ")
			} else {
				row[3] = strings.TrimPrefix(f.ChangeText(), f.Name+" ")
			}
		}
		figures.Row(row...)
		if d.limits != nil {
			if figures, _ := d.broken(i); len(figures) > 0 {
				failed = append(failed, name)
			}
		}
	}
	p := &d.pairs[0]
	out := &sheet.Sheet{
		Title:  fmt.Sprintf("%s: A is build %s of %s, B is %s of %s", english.Count(len(d.pairs), "comparison"), p.a.Build.Short(), day(p.a.Created), p.b.Build.Short(), day(p.b.Created)),
		Tables: []sheet.Table{sheet.NewTable(names, verdicts, figures)},
		Notes: []string{
			"Each interval is a 95 % interval: of twenty comparisons between equally good sides, one or two are called better or worse by chance.",
			"ouro results diff SOLVER, or --full, prints all figures.",
		},
	}
	var verdictCounts []string
	for _, v := range []compare.Verdict{compare.Worse, compare.Better, compare.Unclear, compare.Same} {
		if n := counts[v]; n > 0 {
			verdictCounts = append(verdictCounts, fmt.Sprintf("%d %s", n, v))
		}
	}
	out.Lead = "B is: " + strings.Join(verdictCounts, ", ") + "."
	if d.limits != nil {
		text := fmt.Sprintf("limit %s: kept by all.", limit)
		if len(failed) > 0 {
			text = fmt.Sprintf("LIMIT %s: broken by %s.", limit, strings.Join(failed, ", "))
		}
		out.Notes = append(out.Notes, fmt.Sprintf("%s For all comparisons together, this uses intervals of %.4g %% each.", text, 100*d.level))
	}
	return out
}

func day(t time.Time) string { return t.Local().Format(time.DateOnly) }

func (d *diff) facts(limit string) sheet.Facts {
	comparisons := make([]sheet.Facts, len(d.pairs))
	for i := range d.pairs {
		p := &d.pairs[i]
		one := sheet.FactsOf("a", p.a.facts(), "b", p.b.facts())
		one = append(one, d.printed[i].Facts()...)
		if d.limits != nil {
			figures, why := d.broken(i)
			keys := []string{}
			for _, f := range figures {
				keys = append(keys, f.Key)
			}
			one.Add("passed", len(figures) == 0)
			one.Add("failed", keys)
			one.Add("why", sheet.Sparse(why))
		}
		comparisons[i] = one
	}
	doc := sheet.FactsOf("schema", command.SchemaVersion{}, "comparisons", comparisons)
	if d.limits != nil {
		doc = append(doc, sheet.FactsOf("worse_than", limit, "strict", d.strict, "confidence", sheet.Number(d.level), "passed", d.passed())...)
	}
	return doc
}

func (s *side) facts() sheet.Facts {
	return sheet.FactsOf("experiment", s.Key, "kind", s.Kind, "title", s.Title, "solver", s.spec, "entrant", s.entrant,
		"seed", s.Seed, "budget", s.Budget, "build", buildFacts(&s.Build), "created", s.Created.UTC().Format(time.RFC3339))
}
