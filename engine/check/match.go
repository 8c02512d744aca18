package check

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
)

// match is a game that the engine plays in one seat; chance steers the others.
type match struct {
	game  ouro.GameSpec
	seed  uint64
	seat  int
	deal  play.Deal
	state *ouro.State
	dice  *ouro.PCG // of the others, and of those who move for the engine
}

// place is where a game is played.
type place struct {
	rules, board string // or level; the rules' own where there is none
	snakes, seat int
	length       int // of a snake that fills rows from the start, or 0
}

// usual are the games of most points, by kind.
var usual = map[string][]place{
	"classic":     {{"classic", "10x10", 1, 0, 0}, {"classic", "6x6", 1, 0, 0}, {"classic", "4x4", 1, 0, 0}},
	"maze":        {{"maze", "", 1, 0, 0}, {"maze:regrow=floor", "", 1, 0, 0}},
	"battlesnake": {{"standard", "11x11", 2, 0, 0}, {"wrapped", "7x7", 2, 0, 0}, {"royale:map=royale,shrink=3", "11x11", 4, 0, 0}},
}

// kinds are the kinds of games that the engine says it plays.
func (x *exam) kinds() []string {
	if len(x.report.Intro.Games) == 0 {
		return wire.Games
	}
	return slices.DeleteFunc(slices.Clone(wire.Games), func(kind string) bool { return !slices.Contains(x.report.Intro.Games, kind) })
}

// match sets the game of this seed up.
func (p place) match(seed uint64) (*match, error) {
	rules, err := ouro.ParseSpec(p.rules)
	if err != nil {
		return nil, err
	}
	choice := roster.Choice{Rules: rules, Snakes: p.snakes, Open: maze.Level}
	if _, unknown := maze.Level(p.board); unknown == nil {
		choice.Level = p.board
	} else if p.board != "" {
		if choice.W, choice.H, err = ouro.ParseSize(p.board); err != nil {
			return nil, err
		}
	}
	if p.length > 0 {
		position, err := lanes(&choice, p.length)
		if err != nil {
			return nil, err
		}
		choice = roster.Choice{Rules: rules, Position: position, Open: maze.Level} // which has the rest
	}
	game, err := choice.Game()
	if err != nil {
		return nil, err
	}
	return newMatch(game, seed, p.seat)
}

// newMatch is a game with its dealt start.
func newMatch(game ouro.GameSpec, seed uint64, seat int) (*match, error) {
	deal, err := roster.Deal(game, seed)
	if err != nil {
		return nil, err
	}
	return &match{game: game, seed: seed, seat: seat, deal: deal, state: deal.Begin(), dice: ouro.NewPCG(seed)}, nil
}

// title describes the game in a few words.
func (m *match) title() string {
	return fmt.Sprintf("%s on %s, seat %d of %s", m.game.Rules, m.deal.Start.Grid, m.seat, english.Count(len(m.deal.Start.Snakes), "snake"))
}

// opening is the message that begins the game.
func (m *match) opening() *wire.New {
	return &wire.New{
		Rules: m.game.Rules, Game: wire.GameOf(m.game.Rules), Board: wire.BoardOf(m.deal.Start.Grid),
		Seat: m.seat, Seats: len(m.deal.Start.Snakes), Seed: ouro.SolverSeed(m.seed, m.seat), State: m.deal.Start,
	}
}

// over reports whether the game has ended for the engine's snake.
func (m *match) over() bool {
	_, over := m.deal.Rules.Over(m.state)
	return over || m.state.Snakes[m.seat].Cause != ouro.Alive
}

// step makes the engine's move; the others make any legal one.
func (m *match) step(d ouro.Dir) { m.stepWith(d, ouro.NoSeat) }

// stepWith is step, where the snake in the seat of the victim runs upwards.
func (m *match) stepWith(d ouro.Dir, victim int) {
	joint := make([]ouro.Dir, len(m.state.Snakes))
	for seat := range m.state.Snakes {
		switch {
		case seat == m.seat:
			joint[seat] = d
		case seat == victim && m.state.Snakes[seat].Cause == ouro.Alive:
			joint[seat] = ouro.Up
		default:
			joint[seat] = m.any(seat)
		}
	}
	m.deal.Rules.Step(m.state, joint)
	m.deal.Rules.Spawn(m.state, m.deal.Dice)
}

// any is a legal move, each with the same chance.
func (m *match) any(seat int) ouro.Dir {
	if m.state.Snakes[seat].Cause != ouro.Alive {
		return ouro.NoDir
	}
	legal := m.state.Legal(seat)
	if legal == 0 {
		return ouro.Up
	}
	return legal.At(m.dice.Roll(legal.Len()))
}

// walk makes random moves for all snakes, at most so many turns. It stops before the
// engine's snake has no legal move, and before the game ends.
func (m *match) walk(turns int) {
	for range turns {
		before := m.state.Clone()
		m.step(m.any(m.seat))
		if m.over() || m.state.Legal(m.seat) == 0 {
			m.state = before
			return
		}
	}
}

// again is the game with other chance, from its start.
func (m *match) again() (*match, error) { return newMatch(m.game, m.dice.Uint64(), m.seat) }

// open begins the game with the engine, and ends the one before.
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

// end sends the end of the game, if one is in progress.
func (t *talk) end(result *wire.Result) error {
	if !t.playing {
		return nil
	}
	t.playing = false
	return t.send(wire.AppendEnd(nil, wire.End{Result: result}))
}

// open sends the line that begins a game, whether or not one is in progress.
func (t *talk) open(line []byte) error {
	if err := t.send(line); err != nil {
		return err
	}
	_, _, err := t.answer(t.x.cfg.Hello, "new", wire.IsReady, nil)
	t.playing = err == nil
	return err
}

// turn asks for one move with the usual number of nodes.
func (x *exam) turn(t *talk, m *match) (ouro.Dir, error) {
	x.where = fmt.Sprintf("%s, turn %d", m.title(), m.state.Turn)
	d, _, err := t.ask(&wire.Turn{State: m.state, Nodes: x.cfg.Nodes}, x.cfg.Turn, nil)
	return d, err
}

// turns has the engine play so many turns of the game, or fewer if it ends. Its moves are
// those that ask returns.
func (x *exam) turns(m *match, turns int, ask func() (ouro.Dir, error)) error {
	for range turns {
		if m.over() {
			break
		}
		x.where = fmt.Sprintf("%s, turn %d", m.title(), m.state.Turn)
		d, err := ask()
		if err != nil {
			return err
		}
		m.step(d)
	}
	return nil
}

// play has the engine play so many turns, and returns its moves.
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

// seed is another one each time.
func (x *exam) seed() uint64 {
	x.seeds++
	return ouro.GameSeed(x.cfg.Seed, x.seeds)
}

// each begins a game of every place of the kinds that the engine plays. It need not play
// what it refuses, which x.refused lists.
func (x *exam) each(places map[string][]place, do func(t *talk, m *match) error) error {
	x.refused = nil
	for _, kind := range x.kinds() {
		for _, p := range places[kind] {
			m, err := p.match(x.seed())
			if err != nil {
				return err
			}
			t, err := x.open(m)
			if refused(err) {
				x.refused = append(x.refused, m.deal.Start.Grid.String())
				continue
			}
			if err == nil {
				err = do(t, m)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
