package schedule

import (
	"iter"
	"slices"
)

// Verdict has the changes of an experiment since its previous Verdict.
type Verdict struct {
	Experiment string            `json:"experiment"`
	Cleared    map[string][]Span `json:"cleared,omitempty"` // games whose results now count, by worker
	Banned     []Ban             `json:"banned,omitempty"`
	Done       bool              `json:"done,omitempty"`    // the results of all submitted games count
	Failed     string            `json:"failed,omitempty"`  // why the experiment cannot be played
	Stopped    bool              `json:"stopped,omitempty"` // a user stopped the experiment
}

type Ban struct {
	Worker string `json:"worker"`
	Name   string `json:"name"`
	Why    string `json:"why"`
}

func (v *Verdict) clear(who string, n int) {
	if v.Cleared == nil {
		v.Cleared = map[string][]Span{}
	}
	spans := v.Cleared[who]
	if last := len(spans) - 1; last >= 0 && spans[last].To == n {
		spans[last].To++
		return
	}
	v.Cleared[who] = append(spans, Span{n, n + 1})
}

func (v *Verdict) empty() bool {
	return len(v.Cleared) == 0 && len(v.Banned) == 0 && !v.Done && v.Failed == "" && !v.Stopped
}

func (d *Scheduler) Verdicts() (all []Verdict) {
	for _, e := range d.experiments {
		if !e.news.empty() {
			all = append(all, e.news)
			e.news = Verdict{Experiment: e.ID}
		}
	}
	return all
}

// AllDecisions returns all decisions about an experiment as one Verdict.
func (d *Scheduler) AllDecisions(id string) Verdict {
	e := d.experiment(id)
	if e == nil {
		return Verdict{Experiment: id}
	}
	v := Verdict{Experiment: id, Done: e.submitted > 0 && e.cleared == e.submitted, Failed: e.failure, Stopped: e.stopped}
	for n := range Each(e.order) {
		if g := e.gameAt(n); g.state == cleared {
			v.clear(d.numbers[g.sender].ID, n)
		}
	}
	for _, w := range d.numbers {
		if w.banReason != "" {
			v.Banned = append(v.Banned, Ban{w.ID, w.Name, w.banReason})
		}
	}
	return v
}

// Span is the range of games from From to To-1.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Spans returns games, in any order, as spans.
func Spans(games []int) []Span {
	games = slices.Clone(games)
	slices.Sort(games)
	var all []Span
	for _, g := range games {
		switch n := len(all); {
		case n > 0 && all[n-1].To == g:
			all[n-1].To++
		case n == 0 || all[n-1].To < g:
			all = append(all, Span{g, g + 1})
		}
	}
	return all
}

func Each(spans []Span) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, s := range spans {
			for n := s.From; n < s.To; n++ {
				if !yield(n) {
					return
				}
			}
		}
	}
}

func Count(spans []Span) int {
	n := 0
	for _, s := range spans {
		n += s.To - s.From
	}
	return n
}
