package battlesnake

import (
	"strconv"
	"time"

	"ouro"
)

// Match is what the wire tells of a game beyond its State: who plays. The
// players are kept up to date by whoever runs the game.
type Match struct {
	Game    Game
	Players []Player // by seat
}

// Player is one snake beyond its place in the State.
type Player struct {
	ID             string
	Name           string
	Author         string
	Squad          string
	Customizations Customizations

	// Of the last move.
	Latency time.Duration
	Shout   string
	Status  int    // of the HTTP reply; 0 where there was none
	Error   string // why there was no move, as the board viewer wants it; else ""
}

// Requests are what every seat is sent about this position, by seat, dead
// snakes included. They share the board and must not be changed.
func (m *Match) Requests(s *ouro.State) []Request {
	all := make([]Request, len(s.Snakes))
	snakes := make([]Snake, len(s.Snakes))
	board := m.board(s, snakes)
	for seat := range all {
		all[seat] = Request{Game: m.Game, Turn: s.Turn, Board: board, You: snakes[seat]}
	}
	return all
}

// Request is what one seat is sent about this position.
func (m *Match) Request(s *ouro.State, seat int) *Request {
	snakes := make([]Snake, len(s.Snakes))
	board := m.board(s, snakes)
	return &Request{Game: m.Game, Turn: s.Turn, Board: board, You: snakes[seat]}
}

// board is the board of s. Every snake of it, dead or alive, is put into
// snakes.
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
	p := &m.Players[seat]
	body := bodyCoords(s.Grid, &s.Snakes[seat])
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

// bodyCoords are the segments of a snake. A head that has left the board is one
// step from the neck; without a neck nobody knows where, and it is at (-1,-1).
func bodyCoords(g *ouro.Grid, sn *ouro.Snake) []Coord {
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

// LastMove is the move that the engine makes for a snake whose answer is
// missing or bad: the one that was made for it before, and up at first.
func LastMove(s *ouro.State, seat int) ouro.Dir {
	body := &s.Snakes[seat].Body
	if body.Len() > 1 {
		if d, ok := s.Grid.DirTo(body.At(1), body.Head()); ok {
			return d
		}
	}
	return ouro.Up
}
