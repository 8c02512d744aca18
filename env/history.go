package env

import (
	"errors"
	"fmt"

	"ouro"
)

// policySpec is the solver of the client's seats in a record.
const policySpec = "policy"

// maxRecorded is the maximum number of turns of a recorded game.
const maxRecorded = 1 << 16

// history has the data for a record of the current game of a board. The next game reuses its
// memory.
type history struct {
	seed      uint64
	start     uint64
	check     ouro.TurnChecks
	moves     []ouro.Dir
	checks    []byte
	incidents []ouro.Incident
	long      bool // whether the game has more than maxRecorded turns
}

// begin starts the history of a game. s is its first position, in which the first food has
// appeared.
func (h *history) begin(s *ouro.State, seed uint64) {
	h.seed, h.start, h.long = seed, s.Hash(), false
	h.check = ouro.NewTurnChecks(h.start)
	h.moves, h.checks, h.incidents = h.moves[:0], h.checks[:0], h.incidents[:0]
}

// add adds the joint move that led to s, after the random events of the turn.
func (h *history) add(s *ouro.State, joint []ouro.Dir) {
	if h.long = h.long || len(h.checks) == maxRecorded; h.long {
		return
	}
	h.moves = append(h.moves, joint...)
	h.checks = append(h.checks, h.check.Turn(s, joint))
}

// historyMemory returns the maximum size of the history of a board, in bytes.
func (c *Config) historyMemory() int64 {
	if !c.Records {
		return 0
	}
	return maxRecorded * int64(c.snakes()+1)
}

var errSameRecords = errors.New(`records: with autoreset "same" the next game replaces a game as soon as it is over; use "next" or "off"`)

// Record returns the record of a board's current game up to now, or up to its end. The Config must
// have Records. The record shares memory with the Vec and is valid until the next Reset or Step.
// Its budget is that of the opponents, if all of them have the same budget.
func (v *Vec) Record(board int) (*ouro.Record, error) {
	s, err := v.position(board)
	if err != nil {
		return nil, err
	}
	h := v.boards[board].history
	switch {
	case h == nil:
		return nil, errors.New("no game is recorded: set records in HELLO")
	case h.long:
		return nil, fmt.Errorf("the game has more than %d turns, which is the limit of a record", maxRecorded)
	}
	outcome, _ := v.boards[board].deal.Rules.Over(s)
	r := &ouro.Record{
		Game: v.cfg.Game, Seed: h.seed, Start: h.start, Moves: h.moves, Checks: h.checks, Incidents: h.incidents,
		Outcome: outcome, Final: s.Hash(),
	}
	for range v.seats {
		r.Seats = append(r.Seats, ouro.Spec{Name: policySpec})
	}
	for i, o := range v.cfg.Opponents {
		if i == 0 || r.Budget.Nodes == o.Nodes {
			r.Budget.Nodes = o.Nodes
		} else {
			r.Budget.Nodes = -1
		}
		r.Seats = append(r.Seats, o.Solver)
	}
	r.Budget.Nodes = max(r.Budget.Nodes, 0)
	return r, nil
}
