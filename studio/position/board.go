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

// Position is a position with its rules. The position can be impossible by the rules. It is
// read-only: a change returns another Position.
type Position struct {
	Rules ouro.Spec
	State *ouro.State
}

func Parse(rules, position string) (Position, error) {
	spec, err := ouro.ParseSpec(rules)
	if err != nil {
		return Position{}, fmt.Errorf("rules %w", err)
	}
	if _, err := roster.FindRules(spec.Name); err != nil {
		return Position{}, err
	}
	s, err := ouro.ParseState(position)
	if err != nil {
		return Position{}, fmt.Errorf("position: %w", err)
	}
	return Position{spec, s}, nil
}

func (p Position) Text() string { return p.State.String() }

// withoutDead returns the position without dead snakes, which the start of a game must not have.
func (p Position) withoutDead() *ouro.State {
	hasDead := false
	for i := range p.State.Snakes {
		hasDead = hasDead || p.State.Snakes[i].Cause != ouro.Alive
	}
	if !hasDead {
		return p.State
	}
	sk := sketchOf(p.State)
	return sk.state()
}

func (p Position) Game() ouro.GameSpec {
	s := p.withoutDead()
	g := ouro.GameSpec{Rules: p.Rules, W: s.Grid.W, H: s.Grid.H, StartLength: 1, Snakes: len(s.Snakes), Position: s}
	if e, err := roster.RulesEntryOf(p.Rules); err == nil {
		g.StartLength = max(1, e.StartLength)
	}
	return g
}

// Deal returns a game that continues from the position. Dead snakes keep their seats.
func (p Position) Deal(seed uint64) (play.Deal, error) {
	d, err := roster.Deal(p.Game(), seed)
	if err != nil {
		return d, err
	}
	if len(d.Start.Snakes) < len(p.State.Snakes) {
		s := p.State.Clone()
		s.TurnBack, s.AlwaysGrow, s.HazardDamage = d.Start.TurnBack, d.Start.AlwaysGrow, d.Start.HazardDamage
		d.Start = s
	}
	if outcome, over := d.Rules.Over(d.Start); over {
		return play.Deal{}, fmt.Errorf("the game is over here: %s", p.names().Outcome(outcome))
	}
	return d, nil
}

// Check returns nil if a game can continue from the position. Otherwise it returns the reason.
func (p Position) Check() error {
	if len(p.Alive()) == 0 {
		return errors.New("the board has no living snake: add one")
	}
	_, err := p.Deal(0)
	return err
}

func (p Position) names() english.Snakes {
	if len(p.State.Snakes) == 1 {
		return english.Snakes{"the snake"}
	}
	names := make(english.Snakes, len(p.State.Snakes))
	for seat := range names {
		names[seat] = string(english.Letter(seat))
	}
	return names
}

func (p Position) Alive() []int {
	seats := []int{}
	for seat := range p.State.Snakes {
		if p.State.Snakes[seat].Cause == ouro.Alive {
			seats = append(seats, seat)
		}
	}
	return seats
}

type MoveResult struct {
	Position Position    // after the move
	Joint    []ouro.Dir  // directions by seat; ouro.NoDir for dead snakes
	Spawned  []ouro.Cell // cells of new food
	Outcome  ouro.Outcome
	Over     bool
}

// dice returns the dice for the food after a move. They depend on the position and the seed
// alone.
func (p Position) dice(seed uint64) ouro.Dice { return ouro.NewPCG(ouro.Mix(p.State.Hash(), seed)) }

// Move makes a joint move, after which new food appears by the rules. If food is not nil, the new
// food is on that cell instead of a random one.
func (p Position) Move(dirs []ouro.Dir, seed uint64, food *ouro.Cell) (*MoveResult, error) {
	d, err := p.Deal(0)
	if err != nil {
		return nil, err
	}
	joint := p.noMoves()
	for _, seat := range p.Alive() {
		if seat >= len(dirs) || dirs[seat] > ouro.Left {
			return nil, fmt.Errorf("snake %d has no direction: want U, R, D or L", seat+1)
		}
		joint[seat] = dirs[seat]
	}
	s := d.Start
	d.Rules.Step(s, joint)
	before := slices.Clone(s.Food)
	d.Rules.Spawn(s, p.dice(seed))
	if food != nil {
		if err := p.placeFood(s, before, *food); err != nil {
			return nil, err
		}
	}
	m := &MoveResult{Position: Position{p.Rules, s}, Joint: joint, Spawned: newFood(before, s.Food)}
	m.Outcome, m.Over = d.Rules.Over(s)
	return m, nil
}

// Follow makes a recorded joint move, after which food appears on foods. If the rules
// require food and the record has none, the dice place it.
func (p Position) Follow(dirs []ouro.Dir, foods []ouro.Cell) (*MoveResult, error) {
	m, err := p.Move(dirs, 0, nil)
	if err != nil {
		return nil, err
	}
	e, err := roster.RulesEntryOf(p.Rules)
	if err != nil {
		return nil, err
	}
	if slices.Equal(m.Spawned, foods) || e.OneFood && len(foods) == 0 {
		return m, nil
	}
	if e.EatsWalls() || e.OneFood && (len(m.Spawned) != 1 || len(foods) != 1) {
		return nil, fmt.Errorf("%d food appears after this move, not %d", len(m.Spawned), len(foods))
	}
	s := m.Position.State
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

func (p Position) noMoves() []ouro.Dir {
	return slices.Repeat([]ouro.Dir{ouro.NoDir}, len(p.State.Snakes))
}

func newFood(before, now []ouro.Cell) []ouro.Cell {
	return slices.DeleteFunc(slices.Clone(now), func(c ouro.Cell) bool { return slices.Contains(before, c) })
}

func (p Position) placeFood(s *ouro.State, before []ouro.Cell, food ouro.Cell) error {
	e, err := roster.RulesEntryOf(p.Rules)
	if err != nil {
		return err
	}
	spawned := newFood(before, s.Food)
	switch {
	case e.EatsWalls() || e.OneFood && len(spawned) == 0:
		return errors.New("no food appears after this move")
	case food < 0 || int(food) >= s.Grid.Size():
		return fmt.Errorf("cell %d is not on the board %s", food, s.Grid)
	}
	for _, c := range spawned {
		s.RemoveFood(c)
	}
	if !s.Free(food) {
		x, y := s.Grid.XY(food)
		return fmt.Errorf("food at %d.%d: the cell is not free", x, y)
	}
	s.AddFood(food)
	return nil
}

const maxLine = 5000 // most moves of a variation

type LineOptions struct {
	Solvers []ouro.Spec // by seat; the solvers of dead snakes are ignored
	Seed    uint64
	Moves   int // most moves; the game may end earlier
	Budget  ouro.Budget
}

// Line lets solvers play on from the position, and calls report with each move.
func (p Position) Line(ctx context.Context, store *memory.Store, o LineOptions, report func(*MoveResult) error) error {
	d, err := p.Deal(0)
	if err != nil {
		return err
	}
	if len(o.Solvers) != len(p.State.Snakes) {
		return fmt.Errorf("%d solvers: the board has %s", len(o.Solvers), english.Count(len(p.State.Snakes), "snake"))
	}
	cfg := play.Config{Deal: d, Budget: o.Budget}
	cfg.Dice = p.dice(o.Seed)
	for seat, spec := range o.Solvers {
		var solver ouro.Solver = ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, nil })
		if p.State.Snakes[seat].Cause == ouro.Alive {
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
		from := Position{p.Rules, g.State().Clone()}
		if err = g.Move(ctx); err != nil {
			break
		}
		m := &MoveResult{Position: Position{p.Rules, g.State().Clone()}, Joint: p.noMoves()}
		for _, seat := range from.Alive() {
			m.Joint[seat] = g.Last(seat).Dir
		}
		m.Spawned = newFood(from.State.Food, m.Position.State.Food)
		m.Outcome, m.Over = g.Over()
		if err = report(m); err != nil || m.Over {
			break
		}
	}
	return errors.Join(err, g.Close())
}

// A Question asks a solver for the move of a seat.
type Question struct {
	Spec  ouro.Spec
	Seat  int
	Nodes int64         // 0 means unlimited
	Time  time.Duration // 0 means defaultTime
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

// Ask asks a solver for a move in the position.
func (p Position) Ask(ctx context.Context, store *memory.Store, q Question) (o Opinion) {
	o.Question = q
	d, err := p.Deal(0)
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
