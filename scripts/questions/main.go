// Questions measures the tables of docs/results/questions.md. That page answers open questions of
// the texts from which Ouro's solvers come:
//
//	go run ./scripts/questions         all questions
//	go run ./scripts/questions 3 5     questions 3 and 5
//
// Questions prints Markdown, and its progress on standard error. The same command gives the same
// numbers, apart from times and the profile.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/roster"
)

// A question has one function, which measures its tables.
type question struct {
	title   string
	measure func(context.Context, *run) ([]sheet.Table, error)
}

var questions = []question{
	{"How deep should the snake in the maze look?", maze},
	{"Which parts of spot matter?", spots},
	{"Which thresholds of predictive are best?", thresholds},
	{"Is the shortest safe path to the food best?", shortest},
	{"How does the number of moves grow with the board?", growth},
}

type run struct {
	scale int // one game in scale is played
	seed  uint64
	log   io.Writer
}

// games returns the number of games to play. A row with no game is omitted.
func (r *run) games(planned int) int { return planned / r.scale }

// nodes returns the node budget of a scaled game.
func (r *run) nodes(planned int64) int64 { return max(20, planned/int64(r.scale)) }

func (r *run) logf(format string, args ...any) { fmt.Fprintf(r.log, format+"\n", args...) }

func main() {
	r := run{log: os.Stderr}
	flag.IntVar(&r.scale, "scale", 1, "play one game in `N`")
	flag.Uint64Var(&r.seed, "seed", 20261203, "`seed` of all random choices")
	flag.Parse()
	if err := r.answer(context.Background(), os.Stdout, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "questions:", err)
		os.Exit(1)
	}
}

// answer writes the tables of the questions with these numbers, or of all questions.
func (r *run) answer(ctx context.Context, w io.Writer, numbers []string) error {
	if r.scale < 1 {
		return fmt.Errorf("scale %d: want at least 1", r.scale)
	}
	chosen, err := choose(numbers)
	if err != nil {
		return err
	}
	for _, n := range chosen {
		q := questions[n-1]
		began := time.Now()
		r.logf("question %d: %s", n, q.title)
		tables, err := q.measure(ctx, r)
		if err != nil {
			return fmt.Errorf("question %d: %w", n, err)
		}
		r.logf("question %d took %s", n, time.Since(began).Round(time.Second))
		s := sheet.Sheet{Title: fmt.Sprintf("%d. %s", n, q.title), Tables: tables}
		if err := s.WriteMarkdown(w); err != nil {
			return err
		}
	}
	return nil
}

func choose(numbers []string) (chosen []int, err error) {
	for _, text := range numbers {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(questions) {
			return nil, fmt.Errorf("question %q: want a number from 1 to %d", text, len(questions))
		}
		chosen = append(chosen, n)
	}
	if chosen == nil {
		for n := range questions {
			chosen = append(chosen, n+1)
		}
	}
	return chosen, nil
}

// bench plays the games of classic Snake that ouro bench plays with this seed.
func (r *run) bench(ctx context.Context, board string, solvers []string, games int, seed uint64) (*lab.Report, error) {
	w, h, err := ouro.ParseSize(board)
	if err != nil {
		return nil, err
	}
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1}
	plan := lab.Plan{Groups: games, Seed: seed, Game: game, Deal: roster.Dealer(game)}
	for _, text := range solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		maker, err := roster.Maker(spec)
		if err != nil {
			return nil, err
		}
		plan.Entrants = append(plan.Entrants, lab.Entrant{Spec: spec, Make: maker})
	}
	r.logf("  %s: %d games of %d solvers", board, games, len(solvers))
	return lab.Run(ctx, plan, nil)
}
