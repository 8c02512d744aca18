package env

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
)

// Opponent is a solver that moves one snake on each board. The option nodes is in Nodes, not in the
// options of Solver, unless the solver itself has such an option.
type Opponent struct {
	Solver ouro.Spec
	Nodes  int64 // limit of each decision; 0 means the solver's own limit
}

// Keys of the options in the text of an opponent.
const (
	optionNodes = "nodes"
	optionHash  = "hash"
)

// DefaultNodes is the limit of nodes for the decisions of an opponent whose text has no option
// nodes.
const DefaultNodes = 1000

const maxNodes = 1_000_000_000

// ParseOpponent parses a solver's spec, such as "hydra:nodes=200". If the solver itself has no
// option nodes, the value limits the nodes of each decision. A solver with a table gets only 1 MB,
// unless the text sets the size, because each board has its own solver. ParseOpponent refuses
// programs and solvers that read files.
func ParseOpponent(text string) (o Opponent, err error) {
	if o.Solver, err = ouro.ParseSpec(text); err != nil {
		return o, fmt.Errorf("opponent %w", err)
	}
	if err := roster.CheckUntrusted(o.Solver); err != nil {
		return o, fmt.Errorf("opponent %q: an opponent must be a built-in solver that reads no file: %w", text, err)
	}
	row, err := roster.FindSolver(o.Solver.Name)
	if err != nil {
		return o, fmt.Errorf("opponent %q: %w", text, err)
	}
	if _, given := o.Solver.Options.Get(optionHash); !given && hasOption(&row, optionHash) {
		o.Solver.Options = append(o.Solver.Options, ouro.Option{Key: optionHash, Value: "1"})
	}
	if hasOption(&row, optionNodes) {
		return o, nil
	}
	o.Nodes = DefaultNodes
	if value, given := o.Solver.Options.Get(optionNodes); given {
		if o.Nodes, err = strconv.ParseInt(value, 10, 64); err != nil || o.Nodes < 1 || o.Nodes > maxNodes {
			return o, fmt.Errorf("opponent %q: nodes=%s: want 1 to %d", text, value, maxNodes)
		}
		o.Solver.Options = slices.DeleteFunc(o.Solver.Options, func(option ouro.Option) bool { return option.Key == optionNodes })
	}
	return o, nil
}

func hasOption(row *roster.SolverEntry, key string) bool {
	return slices.ContainsFunc(row.Options, func(option roster.Option) bool { return option.Key == key })
}

// String returns the text for ParseOpponent.
func (o Opponent) String() string {
	spec := o.Solver
	if o.Nodes > 0 {
		spec.Options = append(slices.Clip(spec.Options), ouro.Option{Key: optionNodes, Value: strconv.FormatInt(o.Nodes, 10)})
	}
	return spec.String()
}

// snakes returns the number of snakes on a board. seats returns the number of snakes that the
// client moves. Opponents have the last seats of the game.
func (c *Config) snakes() int { return max(1, c.Game.Snakes) }
func (c *Config) seats() int  { return c.snakes() - len(c.Opponents) }

// checkSnakes returns an error if the rules do not allow these numbers of seats and opponents.
func checkSnakes(rules *roster.RulesEntry, seats, opponents int) error {
	switch {
	case seats < 1:
		return fmt.Errorf("%d seats: want at least 1", seats)
	case seats+opponents <= rules.Snakes:
		return nil
	case opponents == 0:
		return fmt.Errorf("%s: the limit of the rules %s is %d", english.Count(seats, "seat"), rules.Name, rules.Snakes)
	}
	advice := ""
	if !rules.HasSeveralSnakes() {
		advice = "; rules standard allow more"
	}
	return fmt.Errorf("%s and %s: the limit of the rules %s is %s%s", english.Count(seats, "seat"), english.Count(opponents, "opponent"),
		rules.Name, english.Count(rules.Snakes, "snake"), advice)
}

// solversMemory returns the memory of the opponents' solvers on one board, in bytes.
func (c *Config) solversMemory() (memory int64, err error) {
	if len(c.Opponents) == 0 {
		return 0, nil
	}
	deal, err := roster.Deal(c.Game, 0)
	if err != nil {
		return 0, err
	}
	for i, o := range c.Opponents {
		setup := ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: c.seats() + i, Threads: 1}
		memory += solverMemory + roster.Memory(o.Solver, setup)
	}
	return memory, nil
}

// solverMemory is an estimate of the memory that any solver needs besides roster.Memory, in bytes.
const solverMemory = 64 << 10

// seatOpponents makes the solvers for a board's next game. first is a copy of its first position;
// the caller must not change the copy. As in experiments, the seeds of the solvers follow from the
// game's seed.
func (v *Vec) seatOpponents(b *board, first *ouro.State, seed uint64) error {
	b.dismiss()
	for i, o := range v.cfg.Opponents {
		seat := v.seats + i
		solver, err := roster.Make(o.Solver, ouro.Setup{
			Rules: b.deal.Rules, Start: first, Seat: seat, Seed: ouro.SolverSeed(seed, seat), Threads: 1,
		})
		if err != nil {
			return fmt.Errorf("opponents: %w", err)
		}
		b.opponents = append(b.opponents, play.NewAsker(solver))
	}
	return nil
}

// dismiss closes the solvers of the last game. It ignores errors, because the solvers are no longer
// needed.
func (b *board) dismiss() {
	for _, a := range b.opponents {
		_ = a.Close()
	}
	b.opponents = b.opponents[:0]
}

// decide sets the moves of the opponents. As in experiments, an opponent that fails moves straight
// on if it can.
func (v *Vec) decide(b *board) {
	for i, a := range b.opponents {
		seat := v.seats + i
		b.joint[seat] = ouro.NoDir
		if b.state.Snakes[seat].Cause != ouro.Alive {
			continue
		}
		d, fault := a.Ask(context.Background(), ouro.Turn{State: b.state, Seat: seat, Nodes: v.cfg.Opponents[i].Nodes})
		b.joint[seat] = d.Dir
		if fault != nil {
			b.joint[seat] = play.StraightOn(b.state, seat)
			if b.history != nil {
				b.history.incidents = append(b.history.incidents,
					ouro.Incident{Turn: b.state.Turn + 1, Seat: seat, Fault: fault.Kind, Detail: fault.Detail})
			}
		}
	}
}

// outcomeOfSeats returns the outcome of a game for the client's seats, and whether the game is over
// for them. outcome and over are the results of the rules. If all of the client's snakes are dead,
// the game is over for them, even if opponents are alive.
func (v *Vec) outcomeOfSeats(b *board, outcome ouro.Outcome, over bool) (ouro.Outcome, bool) {
	if outcome.Ending == ouro.Drawn {
		return outcome, over
	}
	for seat := range v.seats {
		if b.state.Snakes[seat].Cause == ouro.Alive {
			return outcome, over
		}
	}
	return ouro.Outcome{Ending: ouro.Died, Winner: ouro.NoSeat}, true
}
