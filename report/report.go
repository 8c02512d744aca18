// Package report writes the results of experiments as one self-contained HTML page or as Markdown.
// A report has the question and the answer, figures with intervals, charts, the slowest decisions,
// selected games, and the commands that reproduce every figure. The page has a player for the
// selected games. [Make] reads the games of each set of experiments once, in order, and keeps the
// data for its charts. The figures are those of [lab.Report].
package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/results"
	"ouro/store"
)

// Options are the options of a report.
type Options struct {
	Question string // the user's question, as the heading; may be empty
	Program  buildinfo.Info
	Progress func(p lab.Progress) // receives the progress of reading games; may be nil
	Games    int                  // maximum number of selected games in all sections together
	NoTimes  bool                 // whether to omit thinking times, which differ from run to run
}

const (
	DefaultGames = 8
	MaxGames     = 40
	MaxPairs     = 6       // maximum number of pairs with charts
	maxSlow      = 10      // maximum number of listed slow decisions
	maxTape      = 1 << 20 // maximum number of bytes of a game on the page
)

// Report is a report of one or more sets of experiments.
type Report struct {
	Question string
	Made     string // the program that wrote the report
	Sections []Section
}

// Section is the part of a report about one set of experiments.
type Section struct {
	Set    *results.Set
	Report *lab.Report     // nil for experiments without games
	Found  *results.Result // nil for experiments with games
	Slow   []Slow
	Picks  []Pick // the selected games

	notes []string // notes about changed games and runs
	runs  []store.Run
}

// Make reads experiments from a store. Experiments that share a report become one section.
func Make(ctx context.Context, s *store.Store, all []store.Experiment, o Options) (*Report, error) {
	if len(all) == 0 {
		return nil, errors.New("no experiment to report")
	}
	sets, err := results.Sets(s, all)
	if err != nil {
		return nil, err
	}
	r := &Report{Question: o.Question, Made: o.Program.String()}
	c := &count{progress: o.Progress, began: time.Now()}
	for i := range all {
		c.total += all[i].Games
	}
	o.Games = (o.Games + len(sets) - 1) / len(sets)
	for _, set := range sets {
		section := &Section{Set: set}
		if err := section.read(ctx, s, c, &o); err != nil {
			return nil, err
		}
		r.Sections = append(r.Sections, *section)
	}
	c.report(true)
	return r, nil
}

func (s *Section) read(ctx context.Context, from *store.Store, c *count, o *Options) error {
	for i := range s.Set.Experiments {
		runs, err := from.Runs(ctx, s.Set.Experiments[i].ID)
		if err != nil {
			return err
		}
		for _, run := range runs {
			if !run.Changed { // another note mentions changed runs
				s.runs = append(s.runs, run)
			}
		}
	}
	if !s.Set.HasGames() {
		found, err := s.Set.ReadResult(ctx)
		if err == nil {
			s.Found = found
			s.addChangedNotes(found.Changed)
		}
		return err
	}
	return s.readGames(ctx, c, o)
}

// addChangedNotes adds notes about omitted games, and about runs that do not match their games.
func (s *Section) addChangedNotes(all []*store.ChangedError) {
	games := 0
	for _, changed := range all {
		if changed.IsGame() {
			games++
		}
	}
	if games > 0 {
		s.notes = append(s.notes, "Omitted, because changed in the store: "+english.Count(games, "game")+"; list them with ouro results verify.")
	}
	if runs := len(all) - games; runs > 0 {
		s.notes = append(s.notes, "Changed in the store, or with removed games: "+english.Count(runs, "run")+"; list them with ouro results verify.")
	}
}

// number returns the number of a game as reports show it.
func (s *Section) number(group, seating int) int {
	e := &s.Report.Experiment
	return e.Kind.Number(e.Seatings, &lab.Tally{Group: int32(group), Seating: int32(seating)})
}

// count counts the games that were read, for the progress.
type count struct {
	progress        func(lab.Progress)
	began, reported time.Time
	done, total     int
}

// progressEvery is the time between two calls of a progress function.
const progressEvery = 100 * time.Millisecond

// read counts a game.
func (c *count) read() {
	if c.done++; c.done%64 == 0 {
		c.report(false)
	}
}

func (c *count) report(last bool) {
	now := time.Now()
	if c.progress == nil || !last && now.Sub(c.reported) < progressEvery {
		return
	}
	c.reported = now
	c.progress(lab.Progress{Done: min(c.done, c.total), Total: c.total, Elapsed: now.Sub(c.began)})
}

// WriteMarkdown writes all texts and figures of the page as Markdown, with block characters for
// distributions.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", sheet.MarkdownText(r.heading()))
	for i := range r.Sections {
		s := &r.Sections[i]
		if len(r.Sections) > 1 {
			fmt.Fprintf(&b, "## %s\n\n", sheet.MarkdownText(s.sheet().Title))
		}
		if err := s.writeMarkdown(&b, i); err != nil {
			return err
		}
	}
	fmt.Fprintf(&b, "Written by %s.\n", sheet.MarkdownText(r.Made))
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Section) writeMarkdown(b *strings.Builder, place int) error {
	p := s.page(place)
	write := func(format string, args ...any) { fmt.Fprintf(b, format+"\n\n", args...) }
	if err := p.Sheet.WriteMarkdown(b); err != nil {
		return err
	}
	b.WriteByte('\n')
	for _, part := range p.Parts {
		if part.Words != "" {
			write("%s", sheet.MarkdownText(part.Title+": "+part.Words))
		}
		var sparks []string
		for i := range part.Charts {
			if c := &part.Charts[i]; len(c.Bars) > 0 && c.Spoken != "" {
				sparks = append(sparks, fmt.Sprintf("- `%s` %s", c.Spark(), sheet.MarkdownText(c.Spoken)))
			}
		}
		if sparks != nil {
			write("**%s**\n\n%s", sheet.MarkdownText(part.Title), strings.Join(sparks, "\n"))
		}
	}
	if len(p.Picks) > 0 {
		var games, facts sheet.Columns
		for _, l := range p.Picks {
			games.Row("game", fmt.Sprintf("%s #%d", l.Who, l.Number))
			facts.Row("why", l.Why, "ending", l.Ending, "moves", fmt.Sprint(l.Moves), "length", fmt.Sprint(l.Length), "mishaps", fmt.Sprint(l.Faults))
		}
		if err := s.table(b, "Selected games", sheet.NewTable(games, facts)); err != nil {
			return err
		}
	}
	if t := s.slowTable(); t != nil {
		if err := s.table(b, "The slowest decisions", *t); err != nil {
			return err
		}
	}
	write("**What was played**")
	for _, f := range p.Facts {
		fmt.Fprintf(b, "- %s: %s\n", f.Name, sheet.MarkdownText(f.Text))
	}
	b.WriteByte('\n')
	write("**Reproduce this report**")
	for _, c := range p.Commands {
		write("%s:\n\n    %s", c.Makes, strings.ReplaceAll(c.Line, "\n", "\n    "))
	}
	if p.Config != "" {
		write("the tournament as a file, for ouro arena run --config:\n\n    %s", strings.ReplaceAll(strings.TrimSpace(p.Config), "\n", "\n    "))
	}
	return nil
}

func (s *Section) table(b *strings.Builder, title string, t sheet.Table) error {
	return (&sheet.Sheet{Title: title, Tables: []sheet.Table{t}}).WriteMarkdown(b)
}
