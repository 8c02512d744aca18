package position

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/memory"
)

// Board is a position, even an impossible one, with its rules. It is read-only: a change
// returns another board.
type Board struct {
	Rules ouro.Spec
	State *ouro.State
}

func Parse(rules, position string) (Board, error) {
	spec, err := ouro.ParseSpec(rules)
	if err != nil {
		return Board{}, fmt.Errorf("rules %w", err)
	}
	if _, err := roster.FindRules(spec.Name); err != nil {
		return Board{}, err
	}
	s, err := ouro.ParseState(position)
	if err != nil {
		return Board{}, fmt.Errorf("position: %w", err)
	}
	return Board{spec, s}, nil
}

func (b Board) Text() string { return b.State.String() }

// withoutDead returns the position without dead snakes, because the start of a game must
// not have any.
func (b Board) withoutDead() *ouro.State {
	dead := false
	for i := range b.State.Snakes {
		dead = dead || b.State.Snakes[i].Cause != ouro.Alive
	}
	if !dead {
		return b.State
	}
	sk := sketchOf(b.State)
	return sk.state()
}

func (b Board) Game() ouro.GameSpec {
	s := b.withoutDead()
	g := ouro.GameSpec{Rules: b.Rules, W: s.Grid.W, H: s.Grid.H, StartLength: 1, Snakes: len(s.Snakes), Position: s}
	if e, err := roster.RulesEntryOf(b.Rules); err == nil {
		g.StartLength = max(1, e.StartLength)
	}
	return g
}

// Deal returns a game that continues from the board. Dead snakes keep their seats.
func (b Board) Deal(seed uint64) (play.Deal, error) {
	d, err := roster.Deal(b.Game(), seed)
	if err != nil {
		return d, err
	}
	if len(d.Start.Snakes) < len(b.State.Snakes) {
		s := b.State.Clone()
		s.TurnBack, s.AlwaysGrow, s.HazardDamage = d.Start.TurnBack, d.Start.AlwaysGrow, d.Start.HazardDamage
		d.Start = s
	}
	if outcome, over := d.Rules.Over(d.Start); over {
		return play.Deal{}, fmt.Errorf("the game is over here: %s", b.names().Outcome(outcome))
	}
	return d, nil
}

// Check returns nil if a game can continue from the board, otherwise an error that says why
// not.
func (b Board) Check() error {
	if len(b.Alive()) == 0 {
		return errors.New("the board has no living snake: add one")
	}
	_, err := b.Deal(0)
	return err
}

func (b Board) names() english.Snakes {
	if len(b.State.Snakes) == 1 {
		return english.Snakes{"the snake"}
	}
	names := make(english.Snakes, len(b.State.Snakes))
	for seat := range names {
		names[seat] = string(english.Letter(seat))
	}
	return names
}

func (b Board) Alive() []int {
	seats := []int{}
	for seat := range b.State.Snakes {
		if b.State.Snakes[seat].Cause == ouro.Alive {
			seats = append(seats, seat)
		}
	}
	return seats
}

type MoveResult struct {
	Board   Board
	Joint   []ouro.Dir // directions by seat; ouro.NoDir for dead snakes
	Spawned []ouro.Cell
	Outcome ouro.Outcome
	Over    bool
}

// dice returns the dice for the food after a move. They depend on the position and the seed
// alone.
func (b Board) dice(seed uint64) ouro.Dice { return ouro.NewPCG(ouro.Mix(b.State.Hash(), seed)) }

// Move makes a joint move and places new food. If food is not nil, the new food is on that
// cell.
func (b Board) Move(dirs []ouro.Dir, seed uint64, food *ouro.Cell) (*MoveResult, error) {
	d, err := b.Deal(0)
	if err != nil {
		return nil, err
	}
	joint := b.noMoves()
	for _, seat := range b.Alive() {
		if seat >= len(dirs) || dirs[seat] > ouro.Left {
			return nil, fmt.Errorf("snake %d has no direction: want U, R, D or L", seat+1)
		}
		joint[seat] = dirs[seat]
	}
	s := d.Start
	d.Rules.Step(s, joint)
	before := slices.Clone(s.Food)
	d.Rules.Spawn(s, b.dice(seed))
	if food != nil {
		if err := b.placeFood(s, before, *food); err != nil {
			return nil, err
		}
	}
	m := &MoveResult{Board: Board{b.Rules, s}, Joint: joint, Spawned: newFood(before, s.Food)}
	m.Outcome, m.Over = d.Rules.Over(s)
	return m, nil
}

// Follow makes a recorded joint move, after which food appears on foods. If the rules
// require food and the record has none, the dice place it.
func (b Board) Follow(dirs []ouro.Dir, foods []ouro.Cell) (*MoveResult, error) {
	m, err := b.Move(dirs, 0, nil)
	if err != nil {
		return nil, err
	}
	e, err := roster.RulesEntryOf(b.Rules)
	if err != nil {
		return nil, err
	}
	if slices.Equal(m.Spawned, foods) || e.OneFood && len(foods) == 0 {
		return m, nil
	}
	if e.EatsWalls() || e.OneFood && (len(m.Spawned) != 1 || len(foods) != 1) {
		return nil, fmt.Errorf("%d food appears after this move, not %d", len(m.Spawned), len(foods))
	}
	s := m.Board.State
	for _, c := range m.Spawned {
		s.RemoveFood(c)
	}
	for _, c := range foods {
		if c < 0 || int(c) >= s.Grid.Size() || !s.Free(c) {
			return nil, fmt.Errorf("food on cell %d of the board %s: the cell is not free", c, s.Grid)
		}
		s.AddFood(c)
	}
	m.Spawned = foods
	return m, nil
}

func (b Board) noMoves() []ouro.Dir {
	return slices.Repeat([]ouro.Dir{ouro.NoDir}, len(b.State.Snakes))
}

func newFood(before, now []ouro.Cell) []ouro.Cell {
	return slices.DeleteFunc(slices.Clone(now), func(c ouro.Cell) bool { return slices.Contains(before, c) })
}

func (b Board) placeFood(s *ouro.State, before []ouro.Cell, food ouro.Cell) error {
	e, err := roster.RulesEntryOf(b.Rules)
	if err != nil {
		return err
	}
	came := newFood(before, s.Food)
	switch {
	case e.EatsWalls() || e.OneFood && len(came) == 0:
		return errors.New("no food appears after this move")
	case food < 0 || int(food) >= s.Grid.Size():
		return fmt.Errorf("cell %d is not on the board %s", food, s.Grid)
	}
	for _, c := range came {
		s.RemoveFood(c)
	}
	if !s.Free(food) {
		x, y := s.Grid.XY(food)
		return fmt.Errorf("food at %d.%d: the cell is not free", x, y)
	}
	s.AddFood(food)
	return nil
}

const maxLine = 5000 // moves

type LineOptions struct {
	Solvers []ouro.Spec // by seat; the solvers of dead snakes are ignored
	Seed    uint64
	Moves   int // most moves; the game may end before
	Budget  ouro.Budget
}

// Line lets solvers play on, and reports each move.
func (b Board) Line(ctx context.Context, store *memory.Store, o LineOptions, report func(*MoveResult) error) error {
	d, err := b.Deal(0)
	if err != nil {
		return err
	}
	if len(o.Solvers) != len(b.State.Snakes) {
		return fmt.Errorf("%d solvers: the board has %s", len(o.Solvers), english.Count(len(b.State.Snakes), "snake"))
	}
	cfg := play.Config{Deal: d, Budget: o.Budget}
	cfg.Dice = b.dice(o.Seed)
	for seat, spec := range o.Solvers {
		var solver ouro.Solver = ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, nil })
		if b.State.Snakes[seat].Cause == ouro.Alive {
			if solver, err = store.Make(spec, ouro.Setup{Rules: d.Rules, Start: d.Start, Seat: seat, Seed: ouro.SolverSeed(o.Seed, seat), Threads: 1}); err != nil {
				return errors.Join(err, play.Close(cfg.Seats...))
			}
		}
		cfg.Seats = append(cfg.Seats, solver)
	}
	g, err := play.New(cfg)
	if err != nil {
		return errors.Join(err, play.Close(cfg.Seats...))
	}
	for range min(o.Moves, maxLine) {
		from := Board{b.Rules, g.State().Clone()}
		if err = g.Move(ctx); err != nil {
			break
		}
		m := &MoveResult{Board: Board{b.Rules, g.State().Clone()}, Joint: b.noMoves()}
		for _, seat := range from.Alive() {
			m.Joint[seat] = g.Last(seat).Dir
		}
		m.Spawned = newFood(from.State.Food, m.Board.State.Food)
		m.Outcome, m.Over = g.Over()
		if err = report(m); err != nil || m.Over {
			break
		}
	}
	return errors.Join(err, g.Close())
}

type Question struct {
	Spec  ouro.Spec
	Seat  int
	Nodes int64 // 0 is unlimited
	Time  time.Duration
}

type Opinion struct {
	Question
	Decision ouro.Decision
	Took     time.Duration
	Notes    []ouro.Note
	Err      error // why the solver has no move
}

const (
	maxAskTime  = 10 * time.Second
	defaultTime = time.Second
	maxAskNodes = 1 << 40
)

func (b Board) Ask(ctx context.Context, store *memory.Store, q Question) (o Opinion) {
	o.Question = q
	d, err := b.Deal(0)
	if err != nil {
		o.Err = err
		return o
	}
	if q.Seat < 0 || q.Seat >= len(d.Start.Snakes) || d.Start.Snakes[q.Seat].Cause != ouro.Alive {
		o.Err = fmt.Errorf("seat %d has no living snake", q.Seat)
		return o
	}
	if q.Time <= 0 {
		q.Time = defaultTime
	}
	solver, err := store.Make(q.Spec, ouro.Setup{Rules: d.Rules, Start: d.Start, Seat: q.Seat, Seed: ouro.SolverSeed(1, q.Seat), Threads: 1})
	if err != nil {
		o.Err = err
		return o
	}
	asker := play.NewAsker(solver)
	ctx, cancel := context.WithTimeout(ctx, min(q.Time, maxAskTime))
	defer cancel()
	began := time.Now()
	var fault *play.Fault
	o.Decision, fault = asker.Ask(ctx, ouro.Turn{State: d.Start, Seat: q.Seat, Nodes: min(max(0, q.Nodes), maxAskNodes), Trace: ouro.TraceFor(&o.Notes)})
	o.Took = time.Since(began)
	if fault != nil {
		o.Err = fault
	}
	if err := asker.Close(); err != nil && o.Err == nil {
		o.Err = err
	}
	return o
}
