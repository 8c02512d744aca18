package position

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ouro"
	"ouro/roster"
	"ouro/studio/session"
)

// request is what the page says. Position is what it is about: without one it is the
// board that is drawn.
type request struct {
	ID       int    `json:"id"` // repeated in what comes of it
	Position string `json:"position"`
	Rules    string `json:"rules"` // of the position; none are those of the board

	Turn    int        `json:"turn"`
	Numbers []*int     `json:"dirs"` // by seat; null where a solver is asked
	Food    *ouro.Cell `json:"food"`
	Seed    uint64     `json:"seed"`

	Solvers []string `json:"solvers"`
	Seat    int      `json:"seat"`
	Moves   int      `json:"moves"`
	Nodes   int64    `json:"nodes"`
	Time    int      `json:"time"` // milliseconds

	Line  string   `json:"line"`  // moves by their letters, of one snake
	Foods [][2]int `json:"foods"` // index of a move and the cell of the food behind it
	Job   string   `json:"job"`
}

// fail tells the page of a message, or of a job, that cannot be answered.
func (d *desk) fail(ctx context.Context, what string, id int, err error) error {
	return d.ch.Send(ctx, "failed", failedData{id, what, err.Error()})
}

func (d *desk) answer(ctx context.Context, m session.Message) error {
	var r request
	if err := m.Into(&r); err != nil {
		return err
	}
	switch m.Type {
	case "undo":
		return d.goBack(ctx, -1)
	case "redo":
		return d.goBack(ctx, 1)
	case "cancel":
		d.jobs.cancel(r.Job)
		return nil
	case "at":
		return d.at(ctx, r)
	}
	b, err := d.about(r)
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
	case "ask":
		d.jobs.start("ask", r.ID, func(ctx context.Context) error { return d.ask(ctx, b, r) })
	case "line":
		d.jobs.start("line", r.ID, func(ctx context.Context) error { return d.line(ctx, b, r) })
	case "exact":
		if err := d.exact.can(b); err != nil {
			return err
		}
		d.jobs.start("exact", r.ID, func(ctx context.Context) error { return d.values(ctx, b, r) })
	case "accuracy":
		p, err := d.played(b, r)
		if err != nil {
			return err
		}
		d.jobs.start("accuracy", r.ID, func(ctx context.Context) error { return d.accuracy(ctx, p, r) })
	default:
		return fmt.Errorf("a position does not know the message %q", m.Type)
	}
	return nil
}

// goBack draws a board of before, or one that was undone.
func (d *desk) goBack(ctx context.Context, by int) error {
	b, err := d.undo.by(by)
	if err != nil {
		return err
	}
	return d.show(ctx, b, 0)
}

// about is the board that a request is about.
func (d *desk) about(r request) (Board, error) {
	if r.Position == "" {
		return d.board, nil
	}
	rules := r.Rules
	if rules == "" {
		rules = d.board.Rules.String()
	}
	return Parse(rules, r.Position)
}

// edit changes a board, to which one can then go back.
func (d *desk) edit(ctx context.Context, from Board, m session.Message, id int) error {
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

// show draws a board, as the answer to a message.
func (d *desk) show(ctx context.Context, b Board, id int) error {
	d.board = b
	s := d.shown(b)
	s.ID = id
	return d.ch.Send(ctx, "board", s)
}

// at tells the position of the game after so many moves.
func (d *desk) at(ctx context.Context, r request) error {
	if d.game == nil {
		return errors.New("there is no game, but a position alone")
	}
	b, outcome, over, err := d.game.At(ctx, r.Turn)
	if err != nil {
		return err
	}
	d.board = b
	s := d.shown(b)
	s.ID = r.ID
	if over {
		s.over(b, outcome)
	}
	return d.ch.Send(ctx, "board", s)
}

// move makes a move; where the page leaves it to a solver, that one decides.
func (d *desk) move(ctx context.Context, b Board, r request) error {
	dirs := make([]ouro.Dir, len(b.State.Snakes))
	for _, seat := range b.Alive() {
		if seat < len(r.Numbers) && r.Numbers[seat] != nil {
			n := *r.Numbers[seat]
			if n < 0 || n > int(ouro.Left) {
				return fmt.Errorf("no direction %d", n)
			}
			dirs[seat] = ouro.Dir(n)
			continue
		}
		spec, err := b.solver(r.Solvers, seat)
		if err != nil {
			return err
		}
		o := b.Ask(ctx, d.store, spec, seat, r.Nodes, otherTime)
		if o.Err != nil {
			return fmt.Errorf("snake %d: %s: %w", seat+1, spec, o.Err)
		}
		dirs[seat] = o.Decision.Dir
	}
	m, err := b.Move(dirs, r.Seed, r.Food)
	if err != nil {
		return err
	}
	d.board = m.Board
	s := d.shown(m.Board)
	if m.Over {
		s.over(m.Board, m.Outcome)
	}
	return d.ch.Send(ctx, "moved", movedData{ID: r.ID, Step: stepOf(m), Board: s})
}

// otherTime is how long a snake may think that is moved along.
const otherTime = 200 * time.Millisecond

// solver is the one that was named for a seat, the last one for those behind it, or
// else the strongest that can play.
func (b Board) solver(texts []string, seat int) (ouro.Spec, error) {
	if len(texts) > 0 {
		return roster.ParseFromPage(texts[min(seat, len(texts)-1)])
	}
	return roster.DefaultSolver(b.Game())
}

// maxAsked is how many solvers are asked about one position.
const maxAsked = 8

// ask asks solvers one after the other, so that none takes the time of another.
func (d *desk) ask(ctx context.Context, b Board, r request) error {
	if len(r.Solvers) > maxAsked {
		return fmt.Errorf("%d solvers: at most %d are asked at once", len(r.Solvers), maxAsked)
	}
	for i, text := range r.Solvers {
		spec, err := roster.ParseFromPage(text)
		if err != nil {
			return err
		}
		o := b.Ask(ctx, d.store, spec, r.Seat, r.Nodes, time.Duration(r.Time)*time.Millisecond)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := d.ch.Send(ctx, "thought", thoughtOf(r.ID, i, &o)); err != nil {
			return err
		}
	}
	return d.ch.Send(ctx, "asked", idData{r.ID})
}

// batch is how many steps or costs are told at once.
const batch = 40

func (d *desk) line(ctx context.Context, b Board, r request) error {
	specs := make([]ouro.Spec, len(b.State.Snakes))
	for seat := range specs {
		spec, err := b.solver(r.Solvers, seat)
		if err != nil {
			return err
		}
		specs[seat] = spec
	}
	budget := ouro.Budget{Nodes: max(0, r.Nodes), Time: min(max(0, time.Duration(r.Time)*time.Millisecond), maxAskTime)}
	var steps []stepData
	flush := func() error {
		if len(steps) == 0 {
			return nil
		}
		err := d.ch.Send(ctx, "line", lineData{r.ID, steps})
		steps = nil
		return err
	}
	err := b.Line(ctx, d.store, specs, r.Seed, max(1, r.Moves), budget, func(m *Moved) error {
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
