package hunter

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"ouro"
	"ouro/lab/stat"
)

// Many is a plan of many games that bots play.
type Many struct {
	Config      // Seed is that of all games together; game i has ouro.GameSeed(Seed, i)
	Games   int // at least 1
	Workers int // games at a time, at least 1; the results do not depend on it

	// Verify writes every game down as text, reads that and plays it again. A
	// game that does not come out the same is an error.
	Verify bool
}

// Totals is what came of many games.
type Totals struct {
	Results []Result // of the finished games, in the order of their numbers
	Won     int
	Lost    int
	Mishaps int
	Checked int // games played again from their records

	WonRate stat.Interval // 95% interval
	Level   stat.Summary  // in which games ended
	Ticks   stat.Summary
	Score   stat.Summary
	Deaths  stat.Summary
}

// confidence of the intervals in Totals.
const confidence = 0.95

// RunMany plays the games. progress, unless nil, is called after each game with
// the number of games done, one call at a time. When ctx ends or a game fails,
// the totals are of the games finished until then and the error tells why. The
// makers are called from several goroutines.
func RunMany(ctx context.Context, plan Many, progress func(done int)) (*Totals, error) {
	if plan.Games < 1 || plan.Workers < 1 {
		return nil, fmt.Errorf("hunter: %d games by %d workers: want at least 1", plan.Games, plan.Workers)
	}
	m := &many{Many: plan, results: make([]Result, plan.Games), finished: make([]bool, plan.Games), progress: progress}
	group, groupCtx := errgroup.WithContext(ctx)
	for range min(plan.Workers, plan.Games) {
		group.Go(func() error { return m.work(groupCtx) })
	}
	err := group.Wait()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return m.totals(), err
}

// many is a plan being played. Each game has a place of its own in results, so
// the order of finishing does not matter.
type many struct {
	Many
	next     atomic.Int64
	results  []Result
	finished []bool

	mu       sync.Mutex
	done     int
	progress func(int)
}

func (m *many) work(ctx context.Context) error {
	for {
		i := int(m.next.Add(1)) - 1
		if i >= m.Games {
			return nil
		}
		if err := m.play(ctx, i); err != nil {
			if ctx.Err() != nil {
				return err
			}
			return fmt.Errorf("game %d, seed %d: %w", i+1, ouro.GameSeed(m.Seed, i), err)
		}
		m.finish(i)
	}
}

func (m *many) play(ctx context.Context, i int) error {
	cfg := m.Config
	cfg.Seed = ouro.GameSeed(m.Seed, i)
	cfg.Keep = m.Verify
	result, record, err := Run(ctx, cfg, Bots(cfg.Seed, cfg.Hunters))
	if err != nil {
		return err
	}
	m.results[i] = result
	if m.Verify {
		return verify(ctx, cfg, record)
	}
	return nil
}

// verify plays a record again after it went through its text.
func verify(ctx context.Context, cfg Config, r *Record) error {
	text, err := r.MarshalText()
	if err != nil {
		return err
	}
	var read Record
	if err := read.UnmarshalText(text); err != nil {
		return err
	}
	makers := make([]ouro.Maker, len(cfg.Drivers))
	for i, d := range cfg.Drivers {
		makers[i] = d.Make
	}
	return Replay(ctx, &read, makers, nil)
}

func (m *many) finish(i int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.finished[i] = true
	m.done++
	if m.progress != nil {
		m.progress(m.done)
	}
}

func (m *many) totals() *Totals {
	t := &Totals{}
	var level, ticks, score, deaths []float64
	for i, r := range m.results {
		if !m.finished[i] {
			continue
		}
		t.Results = append(t.Results, r)
		if r.Won() {
			t.Won++
		} else {
			t.Lost++
		}
		t.Mishaps += r.Mishaps
		level, ticks = append(level, float64(r.Level)), append(ticks, float64(r.Ticks))
		score, deaths = append(score, float64(r.Score)), append(deaths, float64(r.Deaths))
	}
	if m.Verify {
		t.Checked = len(t.Results)
	}
	t.WonRate = stat.Wilson(t.Won, len(t.Results), confidence)
	t.Level, t.Ticks = stat.Describe(level), stat.Describe(ticks)
	t.Score, t.Deaths = stat.Describe(score), stat.Describe(deaths)
	return t
}
