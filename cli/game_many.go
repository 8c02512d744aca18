package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"text/tabwriter"
	"time"

	"golang.org/x/sync/errgroup"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/lab"
	"ouro/lab/stat"
)

// gameTally counts games by entrant, in the order in which they were named.
type gameTally struct {
	games, draws, mishaps int
	turns                 []float64
	won                   []int
	deaths                [][ouro.Burnt + 1]int
}

// runMany plays games at once and sums them up. As many games in a row as there
// are snakes have the same seed, and every snake sits in every seat once.
func (o *gameOptions) runMany(ctx context.Context, stdio IO, cfg host.Config) error {
	n := len(cfg.Entrants)
	workers := o.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
		for _, e := range cfg.Entrants {
			if e.Guest != nil {
				workers = 1
			}
		}
		if cfg.Budget.Time > 0 {
			workers = 1
		}
	}
	tally := gameTally{won: make([]int, n), deaths: make([][ouro.Burnt + 1]int, n)}
	bar, began := newProgress(stdio.Err), time.Now()
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i := range o.games {
		if ctx.Err() != nil {
			break
		}
		group.Go(func() error {
			g, err := o.playOne(ctx, cfg, i)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			tally.add(g, i, n)
			bar.show(lab.Progress{Done: tally.games, Total: o.games, Moves: int64(stat.Describe(tally.turns).Mean * float64(tally.games)), Elapsed: time.Since(began)})
			return nil
		})
	}
	err := group.Wait()
	bar.clear()
	if tally.games == 0 {
		return err
	}
	if o.json {
		return errors.Join(o.printTallyJSON(stdio.Out, cfg, &tally), err)
	}
	return errors.Join(o.printTally(stdio.Out, cfg, &tally), err)
}

// playOne plays game i. A guest has a connection of its own for each game.
func (o *gameOptions) playOne(ctx context.Context, cfg host.Config, i int) (*host.Game, error) {
	n := len(cfg.Entrants)
	entrants := make([]host.Entrant, n)
	for k, text := range o.snakes {
		e, err := entrant(text)
		if err != nil {
			return nil, err
		}
		e.Name = cfg.Entrants[k].Name
		entrants[seatOf(k, i, n)] = e
	}
	cfg.Entrants, cfg.Seed = entrants, ouro.GameSeed(cfg.Seed, i/n)
	g, err := host.New(ctx, cfg)
	if err != nil {
		return nil, err
	}
	for err == nil {
		if _, over := g.Over(); over {
			break
		}
		err = g.Move(ctx)
	}
	return g, errors.Join(err, g.End(context.WithoutCancel(ctx)))
}

// seatOf is the seat of entrant k of n in game i.
func seatOf(k, i, n int) int { return (k + i) % n }

func (t *gameTally) add(g *host.Game, i, n int) {
	s := g.State()
	outcome, _ := g.Over()
	t.games++
	t.turns = append(t.turns, float64(s.Turn))
	t.mishaps += len(g.Incidents())
	if outcome.Winner < 0 {
		t.draws++
	}
	for k := range n {
		seat := seatOf(k, i, n)
		if seat == outcome.Winner {
			t.won[k]++
		}
		t.deaths[k][s.Snakes[seat].Cause]++
	}
}

func (o *gameOptions) printTally(w io.Writer, cfg host.Config, t *gameTally) error {
	fmt.Fprintf(w, "%s, %d games, seed %d, seats in turn\n\n", gameTitle(cfg.Game), t.games, cfg.Seed)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "snake\twon\twon %\t95 % interval\twall\tself\tbody\thead\thealth\thazard")
	for k, e := range cfg.Entrants {
		ci := stat.Wilson(t.won[k], t.games, 0.95)
		d := &t.deaths[k]
		fmt.Fprintf(tw, "%s\t%d\t%.1f\t[%.1f, %.1f]\t%d\t%d\t%d\t%d\t%d\t%d\n", e.Name, t.won[k], percent(t.won[k], t.games), 100*ci.Lo, 100*ci.Hi,
			d[ouro.HitWall], d[ouro.HitSelf], d[ouro.HitBody], d[ouro.HeadOn], d[ouro.Starved], d[ouro.Burnt])
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	turns := stat.Describe(t.turns)
	ci := turns.Interval(0.95)
	fmt.Fprintf(w, "\nno winner in %d games; turns %.1f ± %.1f, %g to %g\n", t.draws, turns.Mean, (ci.Hi-ci.Lo)/2, turns.Min, turns.Max)
	if t.mishaps > 0 {
		fmt.Fprintf(w, "%d moves were missing or bad, and the last one was repeated\n", t.mishaps)
	}
	_, err := fmt.Fprintf(w, "wall to hazard: deaths by cause; the interval is Wilson's\n")
	return err
}

func percent(k, n int) float64 { return 100 * float64(k) / float64(n) }

func (o *gameOptions) printTallyJSON(w io.Writer, cfg host.Config, t *gameTally) error {
	type snake struct {
		Name   string         `json:"name"`
		Solver string         `json:"solver"`
		Won    int            `json:"won"`
		CI     [2]float64     `json:"won_ci95"`
		Deaths map[string]int `json:"deaths"`
	}
	turns := stat.Describe(t.turns)
	doc := struct {
		Schema  int       `json:"schema"`
		Rules   ouro.Spec `json:"rules"`
		Board   string    `json:"board"`
		Seed    uint64    `json:"seed"`
		Games   int       `json:"games"`
		Draws   int       `json:"no_winner"`
		Mishaps int       `json:"mishaps"`
		Turns   float64   `json:"turns_mean"`
		Snakes  []snake   `json:"snakes"`
	}{Schema: 1, Rules: cfg.Game.Rules, Board: o.board, Seed: cfg.Seed, Games: t.games, Draws: t.draws, Mishaps: t.mishaps, Turns: turns.Mean}
	for k := range cfg.Entrants {
		e := &cfg.Entrants[k]
		ci := stat.Wilson(t.won[k], t.games, 0.95)
		row := snake{Name: e.Name, Solver: e.Address(), Won: t.won[k], CI: [2]float64{ci.Lo, ci.Hi}, Deaths: map[string]int{}}
		for cause, n := range t.deaths[k] {
			if cause := ouro.Cause(cause); cause != ouro.Alive && n > 0 {
				row.Deaths[cause.String()] = n
			}
		}
		doc.Snakes = append(doc.Snakes, row)
	}
	return encodeJSON(w, doc)
}
