package wire

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"ouro"
)

// State returns the position of the request and the seat of you. Living snakes have seats in the
// order of the board.
//
// If you is dead, as in the last request of a game, it has the next seat. Requests do not state why
// it died: a head off the board means HitWall, health 0 means Starved, and otherwise HitSelf or
// HitBody is a guess. Requests do not state the time of the last meal: Hunger is computed from the
// health as if there were no hazards.
//
// Hazards off the board, which the map snail_mode sends, are ignored, and so is repeated food.
func (r *Request) State() (s *ouro.State, seat int, err error) {
	if err := r.Check(); err != nil {
		return nil, 0, err
	}
	g, err := r.grid()
	if err != nil {
		return nil, 0, err
	}
	s = ouro.NewState(g)
	s.Turn = r.Turn
	s.AlwaysGrow, s.TurnBack = r.Game.Ruleset.constricts(), true
	s.HazardDamage = r.Game.Ruleset.Settings.HazardDamagePerTurn
	for _, c := range r.Board.Food {
		if cell := g.At(c.X, c.Y); !s.HasFood(cell) {
			s.AddFood(cell)
		}
	}
	for _, c := range r.Board.Hazards {
		if cell := g.At(c.X, c.Y); cell != ouro.NoCell {
			s.AddHazard(cell)
		}
	}
	for i := range r.Board.Snakes {
		addSnake(s, &r.Board.Snakes[i])
	}
	if seat = r.seat(); seat < 0 {
		seat = addSnake(s, &r.You)
		r.killYou(s, seat)
	}
	return s, seat, nil
}

func (r *Request) grid() (*ouro.Grid, error) {
	if r.Game.Ruleset.wraps() {
		return ouro.NewTorus(r.Board.Width, r.Board.Height)
	}
	return ouro.NewGrid(r.Board.Width, r.Board.Height)
}

func addSnake(s *ouro.State, sn *Snake) (seat int) {
	cells := make([]ouro.Cell, len(sn.Body))
	for i, c := range sn.Body {
		cells[i] = s.Grid.At(c.X, c.Y)
	}
	seat = s.AddSnake(cells...)
	s.Snakes[seat].Health = sn.Health
	if !s.AlwaysGrow {
		s.Snakes[seat].Hunger = maxHealth - sn.Health
	}
	return seat
}

// killYou marks you as dead, with the most likely cause.
func (r *Request) killYou(s *ouro.State, seat int) {
	body := r.You.Body
	cause := ouro.HitBody
	switch {
	case !r.Board.contains(body[0]):
		cause = ouro.HitWall
		s.Snakes[seat].Exit = step(body[1], body[0])
	case r.You.Health == 0:
		cause = ouro.Starved
	case slices.Contains(body[1:], body[0]):
		cause = ouro.HitSelf
	}
	s.Kill(seat, cause)
}

// steps has the changes of x and y by direction.
var steps = [4]Coord{ouro.Up: {0, 1}, ouro.Right: {1, 0}, ouro.Down: {0, -1}, ouro.Left: {-1, 0}}

func step(a, c Coord) ouro.Dir {
	return ouro.Dir(slices.Index(steps[:], Coord{c.X - a.X, c.Y - a.Y}))
}

// Match holds the parts of messages that a State lacks: the players, and their last replies. Set
// the players at the start; Report updates their replies. The methods are safe for concurrent use.
type Match struct {
	Game    Game
	Players []Player // by seat

	mu sync.Mutex // guards the fields that Report changes
}

// Player describes a snake, without its part of the State.
type Player struct {
	ID             string
	Name           string
	Author         string
	Squad          string
	Customizations Customizations

	Reply // reply to the last request for a move
}

type Reply struct {
	Latency time.Duration
	Shout   string
	Status  int    // status of the HTTP reply, or 0
	Error   string // why there was no move, in the form for the board viewer, or ""
}

func (m *Match) Report(seat int, r Reply) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Players[seat].Reply = r
}

func (m *Match) player(seat int) Player {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.Players[seat]
}

// Requests returns the requests about this position to all seats, including dead snakes. They share
// the board and are read-only.
func (m *Match) Requests(s *ouro.State) []Request {
	all := make([]Request, len(s.Snakes))
	snakes := make([]Snake, len(s.Snakes))
	board := m.board(s, snakes)
	for seat := range all {
		all[seat] = Request{Game: m.Game, Turn: s.Turn, Board: board, You: snakes[seat]}
	}
	return all
}

// Request returns the request about this position to one seat.
func (m *Match) Request(s *ouro.State, seat int) *Request {
	snakes := make([]Snake, len(s.Snakes))
	board := m.board(s, snakes)
	return &Request{Game: m.Game, Turn: s.Turn, Board: board, You: snakes[seat]}
}

// board returns the board of s. It fills snakes with all snakes, dead or alive.
func (m *Match) board(s *ouro.State, snakes []Snake) Board {
	b := Board{Height: s.Grid.H, Width: s.Grid.W, Snakes: []Snake{}, Food: coords(s.Grid, s.Food), Hazards: coords(s.Grid, s.Hazards)}
	for seat := range s.Snakes {
		snakes[seat] = m.snake(s, seat)
		if s.Snakes[seat].Cause == ouro.Alive {
			b.Snakes = append(b.Snakes, snakes[seat])
		}
	}
	return b
}

func (m *Match) snake(s *ouro.State, seat int) Snake {
	p := m.player(seat)
	body := BodyOf(s.Grid, &s.Snakes[seat])
	return Snake{
		ID: p.ID, Name: p.Name, Latency: strconv.FormatInt(p.Latency.Milliseconds(), 10),
		Health: s.Snakes[seat].Health, Body: body, Head: body[0], Length: len(body),
		Shout: p.Shout, Squad: p.Squad, Customizations: p.Customizations,
	}
}

func coords(g *ouro.Grid, cells []ouro.Cell) []Coord {
	all := make([]Coord, len(cells))
	for i, c := range cells {
		all[i].X, all[i].Y = g.XY(c)
	}
	return all
}

// BodyOf returns the segments of a snake. A head off the board is one step from the neck, or at
// (-1, -1) without a neck.
func BodyOf(g *ouro.Grid, sn *ouro.Snake) []Coord {
	body := coords(g, sn.Body.Append(nil))
	if sn.Body.Head() != ouro.NoCell {
		return body
	}
	if len(body) == 1 {
		body[0] = Coord{-1, -1}
		return body
	}
	d := steps[sn.Exit&3]
	body[0] = Coord{body[1].X + d.X, body[1].Y + d.Y}
	return body
}
