package compare

import (
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Facts returns the comparison for programs.
func (c *Comparison) Facts() sheet.Facts {
	o := sheet.FactsOf("verdict", c.Verdict(), "sentence", c.Sentence(), "paired", c.Paired)
	if c.Paired {
		o.Add("pairs", c.Pairs)
		o.Add("compared_records", c.Known)
		o.Add("same", c.Same)
		o.Add("only_a", sheet.Sparse(c.OnlyA))
		o.Add("only_b", sheet.Sparse(c.OnlyB))
	}
	o.Add("figures", sheet.Each(c.Figures, (*Figure).facts))
	if c.ThinkA != nil {
		o.Add("a_think_ns_per_move", think(c.ThinkA))
	}
	if c.ThinkB != nil {
		o.Add("b_think_ns_per_move", think(c.ThinkB))
	}
	return o
}

func (f *Figure) facts() sheet.Facts {
	o := sheet.FactsOf("key", f.Key, "name", f.Name, "decides", f.Decides)
	if f.Good != 0 {
		o.Add("better", map[int]string{1: "more", -1: "less"}[f.Good])
	}
	p := f.Percent()
	o.Add("unit", map[bool]string{true: "share", false: "mean"}[f.Share])
	return append(o, sheet.FactsOf(
		"n_a", f.N[0], "n_b", f.N[1], "n_pairs", sheet.Sparse(f.Pairs),
		"a", sheet.Number(f.A), "b", sheet.Number(f.B),
		"diff", sheet.MeanFacts(f.Change.Mean, f.Change.Interval),
		"diff_percent", sheet.MeanFacts(p.Mean, p.Interval),
		"clear", f.Change.Clear(),
	)...)
}

func think(h *stat.Histogram) sheet.Facts {
	return sheet.FactsOf("mean", int64(h.Mean()), "p50", int64(h.Quantile(0.5)), "p99", int64(h.Quantile(0.99)), "max", int64(h.Max()))
}
