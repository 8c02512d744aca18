package wire

import (
	"strconv"
	"sync"
	"time"

	"ouro"
)

// Match has what messages contain beyond a State: the players, and their last replies. Set the
// players at the start; afterwards Report updates them. The methods are safe for concurrent use.
type Match struct {
	Game    Game
	Players []Player // by seat

	mu sync.Mutex // guards what Report changes
}

// Player is a snake, without its part of the State.
type Player struct {
	ID             string
	Name           string
	Author         string
	Squad          string
	Customizations Customizations

	Reply // to the last request for a move
}

// Reply is the result of a request for a move.
type Reply struct {
	Latency time.Duration
	Shout   string
	Status  int    // of the HTTP reply, or 0
	Error   string // why there was no move, in the form for the board viewer, or ""
}

// Report sets the last reply of a seat.
func (m *Match) Report(seat int, r Reply) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Players[seat].Reply = r
}

// player returns a copy of a player.
func (m *Match) player(seat int) Player {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.Players[seat]
}

// Requests returns the requests to every seat about this position, dead snakes included. They
// share the board and must not be changed.
func (m *Match) Requests(s *ouro.State) []Request {
	all := make([]Request, len(s.Snakes))
	snakes := make([]Snake, len(s.Snakes))
	board := m.board(s, snakes)
	for seat := range all {
		all[seat] = Request{Game: m.Game, Turn: s.Turn, Board: board, You: snakes[seat]}
	}
	return all
}

// Request returns the request to one seat about this position.
func (m *Match) Request(s *ouro.State, seat int) *Request {
	snakes := make([]Snake, len(s.Snakes))
	board := m.board(s, snakes)
	return &Request{Game: m.Game, Turn: s.Turn, Board: board, You: snakes[seat]}
}

// board returns the board of s. It sets snakes to all snakes, dead or alive.
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

// BodyOf returns the segments of a snake. A head that has left the board is one step from the neck;
// without a neck it is at (-1,-1).
func BodyOf(g *ouro.Grid, sn *ouro.Snake) []Coord {
	body := coords(g, sn.Body.Append(nil))
	if sn.Body.Head() != ouro.NoCell {
		return body
	}
	if len(body) == 1 {
		body[0] = Coord{-1, -1}
		return body
	}
	d := steps[sn.Off&3]
	body[0] = Coord{body[1].X + d.X, body[1].Y + d.Y}
	return body
}
