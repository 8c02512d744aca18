package check

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
)

// match is a game in which the engine plays one seat. The other snakes move at random.
type match struct {
	game  ouro.GameSpec
	seed  uint64
	seat  int
	deal  play.Deal
	state *ouro.State
	dice  *ouro.PCG // of the random moves
}

// place describes the start of a game, and the engine's seat.
type place struct {
	rules, board string // board is a size or a level; "" means the default of the rules
	snakes, seat int
	length       int // length of the snake in rowsPosition, or 0 for the usual start
}

var usualPlaces = map[string][]place{
	"classic":     {{"classic", "10x10", 1, 0, 0}, {"classic", "6x6", 1, 0, 0}, {"classic", "4x4", 1, 0, 0}},
	"maze":        {{"maze", "", 1, 0, 0}, {"maze:regrow=floor", "", 1, 0, 0}},
	"battlesnake": {{"standard", "11x11", 2, 0, 0}, {"wrapped", "7x7", 2, 0, 0}, {"royale:map=royale,shrink=3", "11x11", 4, 0, 0}},
}

// kinds returns the kinds of games that the engine announced, or all kinds if it announced none.
func (x *exam) kinds() []string {
	if len(x.report.Intro.Games) == 0 {
		return wire.Games
	}
	return slices.DeleteFunc(slices.Clone(wire.Games), func(kind string) bool { return !slices.Contains(x.report.Intro.Games, kind) })
}

func (p place) match(seed uint64) (*match, error) {
	rules, err := ouro.ParseSpec(p.rules)
	if err != nil {
		return nil, err
	}
	choice := roster.Choice{Rules: rules, Snakes: p.snakes, Open: roster.Level}
	if _, unknown := roster.Level(p.board); unknown == nil {
		choice.Level = p.board
	} else if p.board != "" {
		if choice.W, choice.H, err = ouro.ParseSize(p.board); err != nil {
			return nil, err
		}
	}
	if p.length > 0 {
		position, err := rowsPosition(&choice, p.length)
		if err != nil {
			return nil, err
		}
		choice = roster.Choice{Rules: rules, Position: position, Open: roster.Level} // the position has board and snakes
	}
	game, err := choice.Game()
	if err != nil {
		return nil, err
	}
	return newMatch(game, seed, p.seat)
}

func newMatch(game ouro.GameSpec, seed uint64, seat int) (*match, error) {
	deal, err := roster.Deal(game, seed)
	if err != nil {
		return nil, err
	}
	return &match{game: game, seed: seed, seat: seat, deal: deal, state: deal.Begin(), dice: ouro.NewPCG(seed)}, nil
}

func (m *match) title() string {
	return fmt.Sprintf("%s on %s, seat %d of %s", m.game.Rules, m.deal.Start.Grid, m.seat, english.Count(len(m.deal.Start.Snakes), "snake"))
}

func (m *match) opening() *wire.New {
	return &wire.New{
		Rules: m.game.Rules, Game: wire.GameOf(m.game.Rules), Board: wire.BoardOf(m.deal.Start.Grid),
		Seat: m.seat, Seats: len(m.deal.Start.Snakes), Seed: ouro.SolverSeed(m.seed, m.seat), State: m.deal.Start,
	}
}

func (m *match) over() bool {
	_, over := m.deal.Rules.Over(m.state)
	return over || m.state.Snakes[m.seat].Cause != ouro.Alive
}

// step plays a turn: the engine's snake moves in direction d, and the other snakes make random
// moves.
func (m *match) step(d ouro.Dir) { m.stepWith(d, ouro.NoSeat) }

// stepWith is like step, but the snake in the seat victim goes up.
func (m *match) stepWith(d ouro.Dir, victim int) {
	joint := make([]ouro.Dir, len(m.state.Snakes))
	for seat := range m.state.Snakes {
		switch {
		case seat == m.seat:
			joint[seat] = d
		case seat == victim && m.state.Snakes[seat].Cause == ouro.Alive:
			joint[seat] = ouro.Up
		default:
			joint[seat] = m.randomMove(seat)
		}
	}
	m.deal.Rules.Step(m.state, joint)
	m.deal.Rules.Spawn(m.state, m.deal.Dice)
}

// randomMove returns a random legal move, up if every move is fatal, or NoDir for a dead snake.
func (m *match) randomMove(seat int) ouro.Dir {
	if m.state.Snakes[seat].Cause != ouro.Alive {
		return ouro.NoDir
	}
	legal := m.state.Legal(seat)
	if legal == 0 {
		return ouro.Up
	}
	return legal.At(m.dice.Roll(legal.Len()))
}

// playRandomly plays up to this number of turns with random moves of all snakes. It stops before a
// turn that would end the game or leave the engine's snake without a legal move.
func (m *match) playRandomly(turns int) {
	for range turns {
		before := m.state.Clone()
		m.step(m.randomMove(m.seat))
		if m.over() || m.state.Legal(m.seat) == 0 {
			m.state = before
			return
		}
	}
}

func (m *match) another() (*match, error) { return newMatch(m.game, m.dice.Uint64(), m.seat) }

// open ends the previous game with the engine and begins this one.
func (x *exam) open(m *match) (*talk, error) {
	x.where = m.title()
	t, err := x.engine()
	if err == nil {
		err = t.end(nil)
	}
	if err != nil {
		return nil, err
	}
	return t, t.open(wire.AppendNew(nil, m.opening()))
}

func (t *talk) end(result *wire.Result) error {
	if !t.playing {
		return nil
	}
	t.playing = false
	return t.send(wire.AppendEnd(nil, wire.End{Result: result}))
}

// open sends a line that begins a game and waits until the engine is ready.
func (t *talk) open(line []byte) error {
	if err := t.send(line); err != nil {
		return err
	}
	_, _, err := t.answer(t.x.cfg.Hello, "new", wire.IsReady, nil)
	t.playing = err == nil
	return err
}

func (x *exam) turn(t *talk, m *match) (ouro.Dir, error) {
	x.where = fmt.Sprintf("%s, turn %d", m.title(), m.state.Turn)
	d, _, err := t.ask(&wire.Turn{State: m.state, Nodes: x.cfg.Nodes}, x.cfg.Turn, nil)
	return d, err
}

// turns plays up to this number of turns of the game, with the engine's moves from chooseMove.
func (x *exam) turns(m *match, turns int, chooseMove func() (ouro.Dir, error)) error {
	for range turns {
		if m.over() {
			break
		}
		x.where = fmt.Sprintf("%s, turn %d", m.title(), m.state.Turn)
		d, err := chooseMove()
		if err != nil {
			return err
		}
		m.step(d)
	}
	return nil
}

func (x *exam) play(t *talk, m *match, turns int) (moves []ouro.Dir, err error) {
	err = x.turns(m, turns, func() (ouro.Dir, error) {
		d, err := x.turn(t, m)
		if err == nil {
			moves = append(moves, d)
		}
		return d, err
	})
	return moves, err
}

func (x *exam) seed() uint64 {
	x.seeds++
	return ouro.GameSeed(x.cfg.Seed, x.seeds)
}

// eachGame begins a game at every place of the kinds that the engine plays, and calls visit with
// each. It skips games that the engine refuses, and adds their boards to x.refused.
func (x *exam) eachGame(places map[string][]place, visit func(t *talk, m *match) error) error {
	x.refused = nil
	for _, kind := range x.kinds() {
		for _, p := range places[kind] {
			m, err := p.match(x.seed())
			if err != nil {
				return err
			}
			t, err := x.open(m)
			if isRefusal(err) {
				x.refused = append(x.refused, m.deal.Start.Grid.String())
				continue
			}
			if err == nil {
				err = visit(t, m)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
