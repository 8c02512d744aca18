package position

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"ouro"
	"ouro/roster"
	"ouro/solve/exact"
	"ouro/studio/session"
)

// request has the fields of all messages. Position is the position that the message is
// about; by default it is the current position.
type request struct {
	ID       int    `json:"id"` // the answer has the same ID
	Position string `json:"position"`
	Rules    string `json:"rules"` // rules of Position; "" means those of the current position

	Turn    int        `json:"turn"`
	Numbers []*int     `json:"dirs"` // directions by seat; null where a solver decides
	Food    *ouro.Cell `json:"food"`
	Seed    uint64     `json:"seed"`

	Solvers []string `json:"solvers"`
	Seat    int      `json:"seat"`
	Moves   int      `json:"moves"`
	Nodes   int64    `json:"nodes"`
	Time    int      `json:"time"` // milliseconds

	Steps []struct {
		Dirs  []int       `json:"dirs"` // by seat; -1 for a dead snake
		Foods []ouro.Cell `json:"foods"`
	} `json:"steps"`

	Line  string   `json:"line"`  // letters of the moves of one snake
	Foods [][2]int `json:"foods"` // pairs: index of a move, cell of the food that appears after it
	Job   string   `json:"job"`
}

func (d *editor) fail(ctx context.Context, what string, id int, err error) error {
	return d.ch.Send(ctx, "failed", failedData{id, what, err.Error()})
}

func (d *editor) answer(ctx context.Context, m session.Message) error {
	var r request
	if err := m.Into(&r); err != nil {
		return err
	}
	switch m.Type {
	case "undo":
		return d.moveInHistory(ctx, -1)
	case "redo":
		return d.moveInHistory(ctx, 1)
	case "cancel":
		d.jobs.cancel(r.Job)
		return nil
	case "at":
		return d.showTurn(ctx, r)
	}
	b, err := d.positionOf(r)
	if err != nil {
		return err
	}
	switch m.Type {
	case "show":
		return d.show(ctx, b, r.ID)
	case "edit":
		return d.edit(ctx, b, m, r.ID)
	case "move":
		return d.move(ctx, b, r)
	case "follow":
		return d.follow(ctx, b, r)
	case "ask":
		d.jobs.start("ask", r.ID, func(ctx context.Context) error { return d.ask(ctx, b, r) })
	case "line":
		d.jobs.start("line", r.ID, func(ctx context.Context) error { return d.line(ctx, b, r) })
	case "exact":
		if err := d.exact.checkExact(b); err != nil {
			return err
		}
		d.jobs.start("exact", r.ID, func(ctx context.Context) error { return d.values(ctx, b, r) })
	case "accuracy":
		p, err := d.gameToJudge(b, r)
		if err != nil {
			return err
		}
		d.jobs.start("accuracy", r.ID, func(ctx context.Context) error { return d.accuracy(ctx, p, r) })
	default:
		return fmt.Errorf("unknown message %q", m.Type)
	}
	return nil
}

// moveInHistory goes n positions forward in the history for undo, or back if n is negative,
// and shows the position there.
func (d *editor) moveInHistory(ctx context.Context, n int) error {
	b, err := d.undo.move(n)
	if err != nil {
		return err
	}
	return d.show(ctx, b, 0)
}

func (d *editor) positionOf(r request) (Position, error) {
	if r.Position == "" {
		return d.position, nil
	}
	return Parse(cmp.Or(r.Rules, d.position.Rules.String()), r.Position)
}

// edit shows the position after a change. It keeps the positions before and after the change for undo.
func (d *editor) edit(ctx context.Context, from Position, m session.Message, id int) error {
	var e Edit
	if err := m.Into(&e); err != nil {
		return err
	}
	b, err := from.Edit(e)
	if err != nil {
		return err
	}
	if err := d.keep(from, b); err != nil {
		return err
	}
	return d.show(ctx, b, id)
}

func (d *editor) show(ctx context.Context, p Position, id int) error {
	d.position = p
	s := d.boardData(p)
	s.ID = id
	return d.ch.Send(ctx, "board", s)
}

func (d *editor) showTurn(ctx context.Context, r request) error {
	if d.game == nil {
		return errors.New("the page shows a position without a game: open a link or a record of a game")
	}
	b, outcome, over, err := d.game.At(ctx, r.Turn)
	if err != nil {
		return err
	}
	d.position = b
	s := d.boardData(b)
	s.ID = r.ID
	if over {
		s.markOver(b, outcome)
	}
	return d.ch.Send(ctx, "board", s)
}

// move makes a joint move. Solvers decide for the seats without a direction.
func (d *editor) move(ctx context.Context, p Position, r request) error {
	dirs := make([]ouro.Dir, len(p.State.Snakes))
	for _, seat := range p.Alive() {
		if seat < len(r.Numbers) && r.Numbers[seat] != nil {
			n := *r.Numbers[seat]
			if n < 0 || n > int(ouro.Left) {
				return fmt.Errorf("direction %d: want 0 to %d", n, ouro.Left)
			}
			dirs[seat] = ouro.Dir(n)
			continue
		}
		spec, err := p.solver(r.Solvers, seat)
		if err != nil {
			return err
		}
		o := p.Ask(ctx, d.store, Question{spec, seat, r.Nodes, moveTime})
		if o.Err != nil {
			return fmt.Errorf("snake %d: %s: %w", seat+1, spec, o.Err)
		}
		dirs[seat] = o.Decision.Dir
	}
	m, err := p.Move(dirs, r.Seed, r.Food)
	if err != nil {
		return err
	}
	d.position = m.Position
	s := d.boardData(m.Position)
	if m.Over {
		s.markOver(m.Position, m.Outcome)
	}
	return d.ch.Send(ctx, "moved", movedData{ID: r.ID, Step: stepOf(m), Board: s})
}

func (d *editor) follow(ctx context.Context, p Position, r request) error {
	if len(r.Steps) == 0 || len(r.Steps) > maxLine {
		return fmt.Errorf("%d moves; want 1 to %d", len(r.Steps), maxLine)
	}
	var m *MoveResult
	steps := make([]stepData, len(r.Steps))
	for i, step := range r.Steps {
		dirs := make([]ouro.Dir, len(step.Dirs))
		for seat, n := range step.Dirs {
			if dirs[seat] = ouro.NoDir; n >= 0 && n <= int(ouro.Left) {
				dirs[seat] = ouro.Dir(n)
			}
		}
		var err error
		if m, err = p.Follow(dirs, step.Foods); err != nil {
			return fmt.Errorf("move %d of the variation: %w", i+1, err)
		}
		p, steps[i] = m.Position, stepOf(m)
	}
	d.position = p
	s := d.boardData(p)
	if m.Over {
		s.markOver(p, m.Outcome)
	}
	return d.ch.Send(ctx, "followed", followedData{r.ID, steps, s})
}

const moveTime = 200 * time.Millisecond // longest time for the decision of a solver

// solver returns the solver for a seat. texts has solvers by seat; further seats have the last of
// them. If texts is empty, solver returns the strongest solver that can play from the position.
func (p Position) solver(texts []string, seat int) (ouro.Spec, error) {
	if len(texts) > 0 {
		return roster.ParseFromPage(texts[min(seat, len(texts)-1)])
	}
	return roster.DefaultSolver(p.Game())
}

const maxSolvers = 8 // most solvers that are asked about one position

// ask asks the request's solvers for a move, one after the other, because they would compete for
// processor time.
func (d *editor) ask(ctx context.Context, p Position, r request) error {
	if len(r.Solvers) > maxSolvers {
		return fmt.Errorf("%d solvers; the limit is %d", len(r.Solvers), maxSolvers)
	}
	for i, text := range r.Solvers {
		spec, err := roster.ParseFromPage(text)
		if err != nil {
			return err
		}
		o := p.Ask(ctx, d.store, Question{spec, r.Seat, r.Nodes, time.Duration(r.Time) * time.Millisecond})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := d.ch.Send(ctx, "thought", thoughtOf(r.ID, i, &o)); err != nil {
			return err
		}
	}
	return d.ch.Send(ctx, "asked", idData{r.ID})
}

const batch = 40 // most steps in one message

func (d *editor) line(ctx context.Context, p Position, r request) error {
	specs := make([]ouro.Spec, len(p.State.Snakes))
	for seat := range specs {
		spec, err := p.solver(r.Solvers, seat)
		if err != nil {
			return err
		}
		specs[seat] = spec
	}
	o := LineOptions{Solvers: specs, Seed: r.Seed, Moves: max(1, r.Moves)}
	o.Budget = ouro.Budget{Nodes: max(0, r.Nodes), Time: min(max(0, time.Duration(r.Time)*time.Millisecond), maxAskTime)}
	var steps []stepData
	flush := func() error {
		if len(steps) == 0 {
			return nil
		}
		err := d.ch.Send(ctx, "line", lineData{r.ID, steps})
		steps = nil
		return err
	}
	err := p.Line(ctx, d.store, o, func(m *MoveResult) error {
		steps = append(steps, stepOf(m))
		if len(steps) < batch {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	return d.ch.Send(ctx, "lined", idData{r.ID})
}

func (d *editor) values(ctx context.Context, p Position, r request) error {
	if err := d.ch.Send(ctx, "progress", progressData{ID: r.ID, Job: "exact"}); err != nil {
		return err
	}
	answers, err := d.exact.values(ctx, []Position{p}, d.progress(r.ID, "exact"))
	if err != nil {
		return err
	}
	return d.ch.Send(ctx, "exact", exactOf(r.ID, p, answers[0]))
}

// progress returns a function that reports the progress of a job to the page. It omits a
// report that follows the last one too soon, or comes while the page is slow.
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

// gameToJudge returns the game to judge: the request's moves from a position or, without
// moves, the game that was opened.
func (d *editor) gameToJudge(start Position, r request) (*Game, error) {
	if r.Line == "" {
		if d.game == nil {
			return nil, errors.New("no game to judge: make some moves first")
		}
		return d.game, d.game.checkGame()
	}
	foods := make(map[int]ouro.Cell, len(r.Foods))
	for _, f := range r.Foods {
		if f[1] < 0 || f[1] >= start.State.Grid.Size() {
			return nil, fmt.Errorf("cell %d is not on the board %s", f[1], start.State.Grid)
		}
		foods[f[0]] = ouro.Cell(f[1])
	}
	p, err := GameFrom(start, r.Line, foods)
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
