package env

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// Vec is a vector of boards. Only one goroutine at a time may use a Vec. Close it when done.
type Vec struct {
	cfg     Config
	layout  Layout
	seats   int
	shaped  bool // whether rewards depend on distances to meals
	dealer  func(d *play.Deal, seed uint64) error
	boards  []board
	paint   painter
	gallery renderer
	pool    *workerPool
	begun   bool // whether the first Reset has been called
	each    int  // number of boards in each part of the work

	// The work of the pool: a step or, if starts is set, the start of games on the boards in list.
	starts bool
	list   []int

	mem                   []byte
	actions, masks        []uint8
	terminated, truncated []uint8
	over, ending          []uint8
	rewards, returns      []float32
	turn                  []uint32
	game                  []uint64
	lengths               []uint16
	listed                []bool // memory of Reset: whether a board is listed
}

// Check fills in the defaults of the Config. It returns an error if the Config is invalid. memory
// is the number of bytes that the boards need, including the Layout.
func (c *Config) Check() (memory int64, err error) {
	rules, err := roster.FindRules(c.Game.Rules.Name)
	if err != nil {
		return 0, err
	}
	switch {
	case c.Boards < 1 || c.Boards > MaxBoards:
		return 0, fmt.Errorf("%d boards: want 1 to %d", c.Boards, MaxBoards)
	case c.Records && c.Autoreset == SameStep:
		return 0, errSameRecords
	case c.MaxTurns < 0:
		return 0, fmt.Errorf("max_turns %d: must not be negative", c.MaxTurns)
	case c.Workers < 0:
		return 0, fmt.Errorf("%d workers: must not be negative", c.Workers)
	case c.Game.W < ouro.MinSide || c.Game.H < ouro.MinSide || c.Game.W > ouro.MaxSide || c.Game.H > ouro.MaxSide:
		return 0, fmt.Errorf("board %dx%d: each side must be %d to %d", c.Game.W, c.Game.H, ouro.MinSide, ouro.MaxSide)
	}
	if err := checkSnakes(&rules, c.seats(), len(c.Opponents)); err != nil {
		return 0, err
	}
	solvers, err := c.solversMemory()
	if err != nil {
		return 0, err
	}
	if len(c.Planes) == 0 {
		c.Planes = planesOf(&rules, c.snakes())
	}
	if err := checkPlanes(c.Planes); err != nil {
		return 0, err
	}
	layout := newLayout(c)
	return int64(layout.Whole) + int64(c.Boards)*(c.boardMemory()+c.historyMemory()+solvers), nil
}

// boardMemory returns an estimate of the memory of one game beyond the Layout: its position, its
// start and its dice.
func (c *Config) boardMemory() int64 {
	cells := int64(c.Game.W * c.Game.H)
	return 8192 + 32*cells + int64(c.snakes())*(512+8*cells)
}

// New makes the boards; [Vec.Reset] starts their games. It writes the results to mem, which must be
// zero and at least as long as the Layout. If mem is nil, New allocates it.
func New(cfg Config, mem []byte) (*Vec, error) {
	if _, err := cfg.Check(); err != nil {
		return nil, err
	}
	dealer, err := roster.Redealer(cfg.Game)
	if err != nil {
		return nil, err
	}
	v := &Vec{cfg: cfg, layout: newLayout(&cfg), seats: cfg.seats(), shaped: cfg.Reward.Closer != 0, dealer: dealer, mem: mem}
	if mem == nil {
		v.mem = newMemory(v.layout.Whole)
	}
	if err := v.layout.checkMemory(v.mem); err != nil {
		return nil, err
	}
	v.takeSections()
	v.boards = make([]board, cfg.Boards)
	snakes := cfg.snakes()
	joint, moves, sums := make([]ouro.Dir, cfg.Boards*snakes), make([]beforeMove, cfg.Boards*v.seats), make([]float32, cfg.Boards*v.seats)
	for i := range v.boards {
		from, to := i*v.seats, (i+1)*v.seats
		v.boards[i] = board{
			sequence: GameSequence{Seed: cfg.Seed, Game: uint64(i), Stride: uint64(cfg.Boards)},
			joint:    joint[i*snakes : (i+1)*snakes : (i+1)*snakes], before: moves[from:to:to], sum: sums[from:to:to],
		}
	}
	for i := range v.boards {
		if cfg.Records {
			v.boards[i].history = &history{}
		}
	}
	v.listed = make([]bool, cfg.Boards)
	v.list = make([]int, 0, cfg.Boards)
	if err := v.tryFirst(); err != nil {
		v.boards[0].dismiss()
		return nil, err
	}
	workers := min(cmp.Or(cfg.Workers, runtime.GOMAXPROCS(0)), runtime.GOMAXPROCS(0))
	v.each = min(max(cfg.Boards/(8*workers), 4), 64)
	if len(cfg.Opponents) > 0 {
		v.each = 1 // the decisions of one board may take long
	}
	v.pool = newWorkerPool(min(workers, v.partsOf(cfg.Boards)), v.part)
	return v, nil
}

// tryFirst returns an error if no game can be started on the first board. It changes nothing.
func (v *Vec) tryFirst() error {
	b := &v.boards[0]
	sequence := b.sequence
	err := v.start(0)
	b.sequence = sequence
	clear(v.mem[:v.layout.State])
	return err
}

// takeSections sets the slices for the sections of the memory.
func (v *Vec) takeSections() {
	section := func(name string) []byte { return v.layout.section(v.mem, name) }
	v.actions, v.masks = section(secActions), section(secMasks)
	v.terminated, v.truncated = section(secTerminated), section(secTruncated)
	v.over, v.ending = section(secOver), section(secEnding)
	v.rewards, v.returns = view[float32](section(secRewards)), view[float32](section(secReturns))
	v.turn, v.game, v.lengths = view[uint32](section(secTurn)), view[uint64](section(secGame)), view[uint16](section(secLengths))
	rules, _ := roster.FindRules(v.cfg.Game.Rules.Name) // Check has found these rules
	if v.cfg.Float32 {
		v.paint = newPlanes(&v.cfg, rules.Kind, view[float32](section(secObservations)), view[float32](section(secFinal)), true)
	} else {
		p := newPlanes(&v.cfg, rules.Kind, section(secObservations), section(secFinal), false)
		p.lower = lower
		v.paint = p
	}
}

func (v *Vec) Config() Config { return v.cfg }

// Actions returns the actions of the next Step, by board and seat, for writing.
func (v *Vec) Actions() []uint8 { return v.actions }

// BoardReset names a board and the game that Reset starts on it: the first game of Sequence or, if
// Sequence is nil, the board's next game.
type BoardReset struct {
	Board    int
	Sequence *GameSequence
}

// Reset starts games on these boards. If boards is nil, all boards start their next games.
func (v *Vec) Reset(boards []BoardReset) error {
	clear(v.listed)
	v.list = v.list[:0]
	for n, f := range boards {
		switch {
		case f.Board < 0 || f.Board >= len(v.boards):
			return fmt.Errorf("board %d: want 0 to %d", f.Board, len(v.boards)-1)
		case v.listed[f.Board]:
			return fmt.Errorf("board %d: listed twice", f.Board)
		}
		if f.Sequence != nil {
			if err := f.Sequence.check(); err != nil {
				return fmt.Errorf("entry %d, board %d: %w", n, f.Board, err)
			}
		}
		v.listed[f.Board] = true
		v.list = append(v.list, f.Board)
	}
	if boards == nil {
		for i := range v.boards {
			v.list = append(v.list, i)
		}
	}
	if !v.begun && len(v.list) < len(v.boards) {
		return fmt.Errorf("the first reset must start a game on all %d boards", len(v.boards))
	}
	for _, f := range boards {
		if f.Sequence != nil {
			v.boards[f.Board].sequence = *f.Sequence
		}
	}
	v.begun = true
	v.starts = true
	return v.pool.run(v.partsOf(len(v.list)))
}

// ErrNotBegun is the error of methods that need a game before the first Reset.
var ErrNotBegun = errors.New("no game has begun: reset first")

// Step makes the joint moves of Actions on all boards.
func (v *Vec) Step() error {
	if !v.begun {
		return ErrNotBegun
	}
	if err := v.checkActions(); err != nil {
		return err
	}
	v.starts = false
	return v.pool.run(v.partsOf(len(v.boards)))
}

// ActionError is the error of Step for an action that is not a direction. Step then moves no snake.
type ActionError struct {
	Board, Seat int
	Action      uint8
}

func (e *ActionError) Error() string {
	return fmt.Sprintf("board %d, seat %d: action %d: want 0 up, 1 right, 2 down or 3 left", e.Board, e.Seat, e.Action)
}

// Broken reports whether an error left boards in the middle of a move; the Vec can then no longer
// be used. Any other error of Reset or Step leaves the boards unchanged.
func (v *Vec) Broken() bool { return v.pool.err.Load() != nil }

func (v *Vec) checkActions() error {
	for k, action := range v.actions {
		if action <= uint8(ouro.Left) {
			continue
		}
		i, seat := k/v.seats, k%v.seats
		if b := &v.boards[i]; !b.over && b.state.Snakes[seat].Cause == ouro.Alive {
			return &ActionError{i, seat, action}
		}
	}
	return nil
}

func (v *Vec) partsOf(n int) int { return (n + v.each - 1) / v.each }

// part runs part n of the work: a step, or the start of games, on some boards.
func (v *Vec) part(n int) error {
	if v.starts {
		for _, i := range v.list[n*v.each : min((n+1)*v.each, len(v.list))] {
			if err := v.start(i); err != nil {
				return err
			}
			v.showStart(i)
		}
		return nil
	}
	for i := n * v.each; i < min((n+1)*v.each, len(v.boards)); i++ {
		if err := v.step(i); err != nil {
			return err
		}
	}
	return nil
}

// Close ends the goroutines of the Vec, and the solvers of its opponents.
func (v *Vec) Close() {
	v.pool.close()
	for i := range v.boards {
		v.boards[i].dismiss()
	}
}
