package position

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ouro"
	"ouro/solve/exact"
)

func (d *editor) values(ctx context.Context, b Board, r request) error {
	if err := d.ch.Send(ctx, "progress", progressData{ID: r.ID, Job: "exact"}); err != nil {
		return err
	}
	answers, err := d.exact.values(ctx, []Board{b}, d.progress(r.ID, "exact"))
	if err != nil {
		return err
	}
	return d.ch.Send(ctx, "exact", exactOf(r.ID, b, answers[0]))
}

// progress reports a computation now and then, unless the page is slow.
func (d *editor) progress(id int, job string) func(exact.Progress) {
	last := time.Now()
	return func(p exact.Progress) {
		if time.Since(last) < 150*time.Millisecond {
			return
		}
		last = time.Now()
		_, _ = d.ch.Offer("progress", progressData{id, job, p.Length, p.Listing, p.Done, p.Total})
	}
}

// gameToJudge returns the game of the request: the line of moves from a board, or the
// game that was opened.
func (d *editor) gameToJudge(b Board, r request) (*Game, error) {
	if r.Line == "" {
		if d.game == nil {
			return nil, errors.New("no game to judge: make some moves first")
		}
		return d.game, d.game.checkGame()
	}
	foods := make(map[int]ouro.Cell, len(r.Foods))
	for _, f := range r.Foods {
		if f[1] < 0 || f[1] >= b.State.Grid.Size() {
			return nil, fmt.Errorf("cell %d is not on the board %s", f[1], b.State.Grid)
		}
		foods[f[0]] = ouro.Cell(f[1])
	}
	p, err := GameFrom(b, r.Line, foods)
	if err != nil {
		return nil, err
	}
	return p, p.checkGame()
}

func (d *editor) accuracy(ctx context.Context, p *Game, r request) error {
	var costs []costData
	sent, last := 0, time.Now()
	flush := func() error {
		err := d.ch.Send(ctx, "costs", costsData{r.ID, sent, p.Turns(), costs})
		sent, costs, last = sent+len(costs), nil, time.Now()
		return err
	}
	how, err := d.exact.judge(ctx, p, defaultEstimate, func(c Cost) error {
		costs = append(costs, costOf(c))
		if len(costs) < 10*batch && time.Since(last) < 200*time.Millisecond {
			return nil
		}
		return flush()
	}, d.progress(r.ID, "accuracy"))
	if err == nil && len(costs) > 0 {
		err = flush()
	}
	if err != nil {
		return err
	}
	return d.ch.Send(ctx, "accuracy", accuracyData{r.ID, how})
}
