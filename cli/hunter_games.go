package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"time"

	"ouro"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/stat"
)

// runOne plays one game of bots without a screen.
func (o *hunterOptions) runOne(ctx context.Context, stdio IO, cfg hunter.Config) error {
	cfg.Seed = ouro.GameSeed(uint64(o.seed), o.index)
	cfg.Keep = o.record != ""
	r, record, err := hunter.Run(ctx, cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	if record != nil { // of a game that was cut short as well
		err = errors.Join(err, writeRecord(o.record, record))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdio.Out, "Snake Hunter, %s against %s, seed %d, game %d: %s in level %d after %d ticks with %d points, %s killed, %s lost\n",
		english.Count(cfg.Hunters, "bot"), driverNames(cfg), uint64(o.seed), o.index, r.Phase, o.level-1+r.Level, r.Ticks, r.Score,
		english.Count(r.Kills, "snake"), english.CountOf(r.Deaths, "life", "lives"))
	return err
}

func driverNames(cfg hunter.Config) string {
	var names []string
	for _, d := range cfg.Drivers {
		names = append(names, d.Spec.String())
	}
	return strings.Join(names, ",")
}

// runGames plays games of bots without a screen and sums them up.
func (o *hunterOptions) runGames(ctx context.Context, stdio IO, cfg hunter.Config) error {
	cfg.Seed = uint64(o.seed)
	plan := hunter.Many{Config: cfg, Games: o.games, Workers: o.workers, Verify: o.verify}
	if plan.Workers == 0 {
		plan.Workers = runtime.GOMAXPROCS(0)
	}
	bar, began := newProgress(stdio.Err), time.Now()
	totals, err := hunter.RunMany(ctx, plan, func(done int) {
		at := lab.Progress{Done: done, Total: o.games, Elapsed: time.Since(began)}
		rate := float64(done) / at.Elapsed.Seconds()
		left := time.Duration(float64(o.games-done) / rate * float64(time.Second)).Round(time.Second)
		bar.draw(at, fmt.Sprintf("%d of %d games, %.2g games/s, %s left", done, o.games, rate, left))
	})
	bar.clear()
	if totals == nil {
		return err
	}
	if o.json {
		return errors.Join(o.printJSON(stdio.Out, cfg, totals), err)
	}
	return errors.Join(o.print(stdio.Out, cfg, totals), err)
}

// levelsPlayed are the numbers of the levels of the game.
func (o *hunterOptions) levelsPlayed(cfg hunter.Config) string {
	if last := o.level - 1 + len(cfg.Levels); last > o.level {
		return fmt.Sprintf("levels %d to %d", o.level, last)
	}
	return fmt.Sprintf("level %d", o.level)
}

func (o *hunterOptions) print(w io.Writer, cfg hunter.Config, t *hunter.Totals) error {
	var b strings.Builder
	snakes := "as many snakes as the level says"
	if cfg.Snakes > 0 {
		snakes = english.Count(cfg.Snakes, "snake")
	}
	if cfg.Nodes > 0 {
		snakes += fmt.Sprintf(", %d nodes a decision", cfg.Nodes)
	}
	fmt.Fprintf(&b, "Snake Hunter, %s against %s (%s), %s, seed %d\n",
		english.Count(cfg.Hunters, "bot"), driverNames(cfg), snakes, o.levelsPlayed(cfg), cfg.Seed)
	n := len(t.Results)
	if n < o.games {
		fmt.Fprintf(&b, "PARTIAL: %d of %s finished\n", n, english.Count(o.games, "game"))
	}
	if n > 0 {
		fmt.Fprintf(&b, "games        %d, all decided: %d won, %d lost\n", n, t.Won, t.Lost)
		fmt.Fprintf(&b, "won          %.1f %% [%.1f, %.1f]\n", 100*float64(t.Won)/float64(n), 100*t.WonRate.Lo, 100*t.WonRate.Hi)
		levels := t.Level
		for _, v := range []*float64{&levels.Mean, &levels.Min, &levels.Median, &levels.Max} {
			*v += float64(o.level - 1)
		}
		printSummary(&b, "level", levels, 2)
		printSummary(&b, "score", t.Score, 0)
		printSummary(&b, "lives lost", t.Deaths, 2)
		printSummary(&b, "ticks", t.Ticks, 0)
		fmt.Fprintf(&b, "             at most %d ticks are possible\n", hunter.MaxTicks(cfg.Levels))
		if o.verify {
			fmt.Fprintf(&b, "verified     %d games derived again from their records\n", t.Checked)
		}
		if t.Mishaps > 0 {
			fmt.Fprintf(&b, "mishaps      %s had no answer of a solver (fallback)\n", english.Count(t.Mishaps, "decision"))
		}
		fmt.Fprintf(&b, "means with 95 %% intervals (t; won: Wilson), then minimum, median and maximum\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func printSummary(w io.Writer, name string, s stat.Summary, digits int) {
	interval := ""
	if iv := s.Interval(0.95); !math.IsNaN(iv.Lo) {
		interval = fmt.Sprintf(" [%.*f, %.*f]", digits, iv.Lo, digits, iv.Hi)
	}
	fmt.Fprintf(w, "%-12s %.*f%s  %.0f..%.0f..%.0f\n", name, digits, s.Mean, interval, s.Min, s.Median, s.Max)
}

// hunterFigure is a summary in JSON.
type hunterFigure struct {
	N      int         `json:"n"`
	Mean   *float64    `json:"mean"`
	CI     [2]*float64 `json:"ci95"`
	Min    *float64    `json:"min"`
	Median *float64    `json:"median"`
	Max    *float64    `json:"max"`
}

// known is x, or nil where the sample is too small to tell.
func known(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x = math.Round(x*1e6) / 1e6
	return &x
}

func newHunterFigure(s stat.Summary, shift float64) hunterFigure {
	iv := s.Interval(0.95)
	return hunterFigure{
		N: s.N, Mean: known(s.Mean + shift), CI: [2]*float64{known(iv.Lo + shift), known(iv.Hi + shift)},
		Min: known(s.Min + shift), Median: known(s.Median + shift), Max: known(s.Max + shift),
	}
}

// hunterGame is one game in JSON.
type hunterGame struct {
	Seed     uint64       `json:"game_seed"`
	Decision hunter.Phase `json:"decision"`
	Level    int          `json:"level"`
	Ticks    int          `json:"ticks"`
	Score    int          `json:"score"`
	Kills    int          `json:"kills"`
	Deaths   int          `json:"lives_lost"`
	Mishaps  int          `json:"mishaps"`
}

func (o *hunterOptions) printJSON(w io.Writer, cfg hunter.Config, t *hunter.Totals) error {
	type experiment struct {
		Game     string   `json:"game"`
		Bots     int      `json:"bots"`
		Snakes   int      `json:"snakes,omitempty"` // as many as each level says if left out
		Solvers  []string `json:"solvers"`
		Nodes    int64    `json:"nodes"`
		Level    int      `json:"level"` // the first one
		Levels   []string `json:"levels"`
		MaxTicks int      `json:"max_ticks"`
		Games    int      `json:"games"`
		Seed     uint64   `json:"seed"`
		Partial  bool     `json:"partial,omitempty"`
	}
	doc := struct {
		Schema     int          `json:"schema"`
		Experiment experiment   `json:"experiment"`
		Games      int          `json:"games"`
		Won        int          `json:"won"`
		Lost       int          `json:"lost"`
		WonCI      [2]*float64  `json:"won_ci95"`
		Level      hunterFigure `json:"level"`
		Score      hunterFigure `json:"score"`
		Deaths     hunterFigure `json:"lives_lost"`
		Ticks      hunterFigure `json:"ticks"`
		Mishaps    int          `json:"mishaps"`
		Verified   *int         `json:"verified,omitempty"`
		Results    []hunterGame `json:"results"`
	}{
		Schema: 1,
		Experiment: experiment{
			Game: "hunter", Bots: cfg.Hunters, Snakes: cfg.Snakes, Nodes: cfg.Nodes, Level: o.level,
			MaxTicks: hunter.MaxTicks(cfg.Levels), Games: o.games, Seed: cfg.Seed, Partial: len(t.Results) < o.games,
		},
		Games: len(t.Results), Won: t.Won, Lost: t.Lost, WonCI: [2]*float64{known(t.WonRate.Lo), known(t.WonRate.Hi)},
		Level: newHunterFigure(t.Level, float64(o.level-1)), Score: newHunterFigure(t.Score, 0),
		Deaths: newHunterFigure(t.Deaths, 0), Ticks: newHunterFigure(t.Ticks, 0), Mishaps: t.Mishaps, Results: []hunterGame{},
	}
	if o.verify {
		doc.Verified = &t.Checked
	}
	for _, d := range cfg.Drivers {
		doc.Experiment.Solvers = append(doc.Experiment.Solvers, d.Spec.String())
	}
	for _, l := range cfg.Levels {
		doc.Experiment.Levels = append(doc.Experiment.Levels, l.Name)
	}
	for _, r := range t.Results {
		doc.Results = append(doc.Results, hunterGame{
			Seed: r.Seed, Decision: r.Phase, Level: o.level - 1 + r.Level, Ticks: r.Ticks, Score: r.Score, Kills: r.Kills, Deaths: r.Deaths, Mishaps: r.Mishaps,
		})
	}
	return encodeJSONLine(w, doc)
}
