// Package report writes what experiments have found as one page that stands alone, to be
// read and sent to each other, or as Markdown: the question and the answer, the figures
// with their intervals, drawings, the slowest decisions, games that are worth a look with
// a player for them, and the commands that make every figure again.
//
// [Make] goes once through the games of each [Experiment] in their order and keeps of
// them what it draws, so that the number of games is no matter for what is written and
// little for memory. All figures are those of [lab.Report].
package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// Experiment is one of those that are told of, as a store knows it.
type Experiment struct {
	Key     string // by which it is asked for
	Kind    string // as in its Order, or another one that has no games that can be drawn
	Title   string
	Order   order.Order // what was played, for the kinds that have one
	Build   string      // which build played it, for people
	Short   string      // the build, as short as it tells two of them apart
	Found   string      // what came of an experiment without games, in a sentence
	Created time.Time
	Runs    []Run
	// Reproducible tells whether neither clocks nor snakes elsewhere had a say.
	Reproducible bool

	// The games are numbered by their groups from First on; not all of them need to be
	// there.
	First, Groups int
	Count         int // of games that are there

	kept  *store.Experiment // nil for a kind that is not drawn
	store *store.Store
}

// Run is one of the times when it was played.
type Run struct {
	Command string // as it was typed
	Machine string
	At      time.Time
}

// Options say what is wanted.
type Options struct {
	Question string // what was to be found out, in the words of who asks
	Program  buildinfo.Info
	Progress func(p lab.Progress) // unless nil, is told how far it is
	Games    int                  // most games to look at, of all experiments together; see DefaultGames
}

// Limits of what is written.
const (
	DefaultGames = 8
	MaxGames     = 40
	MaxPairs     = 6       // that are drawn
	maxSlow      = 10      // slowest decisions
	maxTape      = 1 << 20 // bytes of a game on the page
)

// Report is what is written.
type Report struct {
	Question string
	Made     string // by which program
	Sections []Section
}

// Section is about experiments that were played on the same games.
type Section struct {
	Experiments []*Experiment
	Report      *lab.Report // nil where there are no games of a kind that is summed up
	Slow        []Slow
	Looked      []Look // games to look at
	Notes       []string

	think []thought // by entrant
}

// Make reads the experiments. Those of solvers that played the same games by themselves
// are told of together.
func Make(ctx context.Context, experiments []*Experiment, o Options) (*Report, error) {
	if len(experiments) == 0 {
		return nil, errors.New("no experiment to report")
	}
	r := &Report{Question: o.Question, Made: o.Program.String()}
	together := groups(experiments)
	c := &count{progress: o.Progress, began: time.Now()}
	for _, e := range experiments {
		e.Key = printable.Line(e.Key)
		c.total += e.Count
	}
	for _, g := range together {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s, err := gather(ctx, g, c, (o.Games+len(together)-1)/len(together))
		if err != nil {
			return nil, fmt.Errorf("experiment %s: %w", g[0].Key, err)
		}
		r.Sections = append(r.Sections, *s)
	}
	c.tell(true)
	return r, nil
}

// changed notes that games were left out, and that runs do not fit their games.
func (s *Section) changed(all []*store.ChangedError) {
	games := 0
	for _, what := range all {
		if what.IsGame() {
			games++
		}
	}
	if games > 0 {
		s.Notes = append(s.Notes, "Changed since they were written, and left out: "+english.Count(games, "game")+"; ouro results verify names them.")
	}
	if runs := len(all) - games; runs > 0 {
		s.Notes = append(s.Notes, "Changed since they were written: "+english.Count(runs, "run")+", or games of them were removed; ouro results verify names them.")
	}
}

// groups are the experiments that belong together, in the order of the first of each.
func groups(all []*Experiment) (together [][]*Experiment) {
	at := map[string]int{}
	for _, e := range all {
		same := cmp.Or(e.Order.Together(), e.Key)
		i, known := at[same]
		if !known {
			i = len(together)
			at[same] = i
			together = append(together, nil)
		}
		together[i] = append(together[i], e)
	}
	return together
}

// count tells how far the reading is.
type count struct {
	progress    func(lab.Progress)
	began, told time.Time
	done, total int
}

// progressEvery is the time between two calls of a progress function.
const progressEvery = 100 * time.Millisecond

// read counts a game that was read.
func (c *count) read() {
	if c.done++; c.done%64 == 0 {
		c.tell(false)
	}
}

func (c *count) tell(last bool) {
	now := time.Now()
	if c.progress == nil || !last && now.Sub(c.told) < progressEvery {
		return
	}
	c.told = now
	c.progress(lab.Progress{Done: min(c.done, c.total), Total: c.total, Elapsed: now.Sub(c.began)})
}
