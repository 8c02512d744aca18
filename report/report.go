// Package report writes what experiments have found as one page that stands alone, to be
// read and sent, or as Markdown: the question and the answer, the figures with their
// intervals, drawings, the slowest decisions, games to look at with a player for them, and
// the commands that make every figure again.
//
// [Make] reads the games of each set of experiments once, in their order, and keeps of
// them what it draws. The figures are those of [lab.Report].
package report

import (
	"context"
	"errors"
	"time"

	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/results"
	"ouro/store"
)

// Options say what is wanted.
type Options struct {
	Question string // what was to be found out, in the words of who asks
	Program  buildinfo.Info
	Progress func(p lab.Progress) // unless nil, is called while games are read
	Games    int                  // most games to look at, of all experiments together; see DefaultGames
	NoTimes  bool                 // leave out thinking times, which differ from run to run
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

// Section is about one set of experiments.
type Section struct {
	Set    *results.Set
	Report *lab.Report    // nil of experiments that have no games
	Found  *results.Found // of those
	Slow   []Slow
	Looked []Look // games to look at

	notes []string // about what is kept
	runs  []store.Run
}

// Make reads experiments of a store. Those that belong in one report have one section.
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
	c.tell(true)
	return r, nil
}

// read reads the set.
func (s *Section) read(ctx context.Context, from *store.Store, c *count, o *Options) error {
	for i := range s.Set.Experiments {
		runs, err := from.Runs(ctx, s.Set.Experiments[i].ID)
		if err != nil {
			return err
		}
		for _, run := range runs {
			if !run.Changed { // else a note says so
				s.runs = append(s.runs, run)
			}
		}
	}
	if !s.Set.HasGames() {
		found, err := s.Set.Found(ctx)
		if err == nil {
			s.Found = found
			s.changed(found.Changed)
		}
		return err
	}
	return s.readGames(ctx, c, o)
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
		s.notes = append(s.notes, "Changed since they were written, and left out: "+english.Count(games, "game")+"; ouro results verify names them.")
	}
	if runs := len(all) - games; runs > 0 {
		s.notes = append(s.notes, "Changed since they were written: "+english.Count(runs, "run")+", or games of them were removed; ouro results verify names them.")
	}
}

// number is the number by which people know a game.
func (s *Section) number(group, seating int) int {
	e := &s.Report.Experiment
	return e.Kind.Number(e.Seatings, &lab.Tally{Group: int32(group), Seating: int32(seating)})
}

// count counts the games that were read.
type count struct {
	progress    func(lab.Progress)
	began, told time.Time
	done, total int
}

// progressEvery is the time between two calls of a progress function.
const progressEvery = 100 * time.Millisecond

// read counts a game.
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
