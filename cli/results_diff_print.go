package cli

import (
	"fmt"
	"strings"
	"time"

	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/compare"
	"ouro/lab/sheet"
)

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
		out.Notes = append(out.Notes, d.held(i, limit))
	}
	return out
}

func (d *diff) held(i int, limit string) string {
	figures, why := d.failed(i)
	if len(figures) == 0 {
		return fmt.Sprintf("limit %s: kept.", limit)
	}
	var texts []string
	for _, f := range figures {
		texts = append(texts, f.ChangeText())
	}
	return fmt.Sprintf("LIMIT %s: B is %s: %s.", limit, why, strings.Join(texts, ", "))
}

// summary has a row for each comparison.
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
		names.Row("solver", printable.Line(name), "played", t.what())
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
			if out, _ := d.failed(i); len(out) > 0 {
				failed = append(failed, name)
			}
		}
	}
	p := &d.pairs[0]
	out := &sheet.Sheet{
		Title:  fmt.Sprintf("%s: A is build %s of %s, B is %s of %s", english.Count(len(d.pairs), "comparison"), p.a.Build.Short(), day(p.a.Created), p.b.Build.Short(), day(p.b.Created)),
		Tables: []sheet.Table{sheet.NewTable(names, verdicts, figures)},
		Notes: []string{
			"Each interval is a 95 % interval: of twenty comparisons between equals, expect one or two to be called better or worse.",
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

// facts returns the comparisons for JSON.
func (d *diff) facts(limit string) sheet.Facts {
	comparisons := make([]sheet.Facts, len(d.pairs))
	for i := range d.pairs {
		p := &d.pairs[i]
		one := sheet.FactsOf("a", p.a.facts(), "b", p.b.facts())
		one = append(one, d.printed[i].Facts()...)
		if d.limits != nil {
			figures, why := d.failed(i)
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
	doc := sheet.FactsOf("schema", schema{}, "comparisons", comparisons)
	if d.limits != nil {
		doc = append(doc, sheet.FactsOf("worse_than", limit, "strict", d.strict, "confidence", sheet.Number(d.level), "passed", d.passed())...)
	}
	return doc
}

func (s *side) facts() sheet.Facts {
	return sheet.FactsOf("experiment", s.Key, "kind", s.Kind, "title", s.Title, "solver", s.spec, "entrant", s.entrant,
		"seed", s.Seed, "budget", s.Budget, "build", buildFacts(&s.Build), "created", s.Created.UTC().Format(time.RFC3339))
}
