package live

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/studio/frames"
	"ouro/studio/session"
)

const (
	maxGames   = 64                     // most games that pages can follow
	maxKnown   = 1024                   // most games that are remembered, so that further moves of a game do not count as a new game
	maxBoards  = 12                     // most boards sent to a page
	sweepEvery = time.Second            // time between removals of old games
	keepOver   = 20 * time.Second       // time that a game is kept after its end
	keepIdle   = time.Minute            // time that a game is kept after its last move
	sendEvery  = 500 * time.Millisecond // time between two messages "now" to a page
)

// Move is an answer of a Battlesnake server to a request, or the end of a game.
type Move struct {
	Game, Title, Rules string
	State              *ouro.State // position in the request; read-only
	IDs, Names         []string    // IDs and names of the snakes in State
	Snake              string      // name of the snake that answered
	You                string      // ID of that snake
	Took               time.Duration
	Depth              int
	Failed             bool // the answer is a fallback after a fault
	Over               bool // the game is over; there is no answer
}

// Games holds the current games of a server, which pages can follow. It is safe for concurrent use;
// [Games.Update] never waits for a page.
type Games struct {
	mu         sync.Mutex
	games      map[string]*match
	followable int // number of games that pages can follow
	count      counts
	began      time.Time
	lastSweep  time.Time
}

type match struct {
	*Game    // nil while pages cannot follow the match
	id       string
	ids      []string          // IDs of the snakes, by seat
	ours     map[string]string // names of the snakes that this server steers, by ID
	lastMove time.Time
	number   int // number of the match among all games
}

func NewGames() *Games {
	return &Games{games: map[string]*match{}, began: time.Now(), count: counts{latency: make([]int, bins), depth: make([]int, maxDepth+1)}}
}

// Update counts a move, and shows its position to those who view its game.
func (h *Games) Update(m Move) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	h.sweep(now)
	if !m.Over {
		h.count.add(&m)
	}
	g := h.games[m.Game]
	if g == nil || g.Game != nil && !g.hasSnakes(m.IDs) {
		if g = h.addGame(&m); g == nil {
			return
		}
	}
	g.lastMove = now
	if g.Game == nil && !h.open(g, &m) {
		if m.Over {
			h.drop(g)
		}
		return
	}
	if !m.Over {
		g.ours[m.You] = m.Snake
	}
	var s *ouro.State
	if m.State != nil {
		var gone []int
		s, gone = arrangeSeats(g, &m)
		g.Show(s, gone...)
	}
	if m.Over {
		g.End(ending(g.names, s))
	}
}

func (h *Games) sweep(now time.Time) {
	if now.Sub(h.lastSweep) < sweepEvery {
		return
	}
	h.lastSweep = now
	for _, g := range h.games {
		if quiet := now.Sub(g.lastMove); quiet > keepIdle || g.over() && quiet > keepOver {
			h.drop(g)
		}
	}
}

// drop removes a game. If the game is not over, it ends for its viewers.
func (h *Games) drop(g *match) {
	delete(h.games, g.id)
	if g.Game != nil {
		h.followable--
		g.End(frames.Ended{Ending: ouro.Drawn, Winner: -1, Words: "no more moves were received"})
	}
}

func (g *match) over() bool {
	if g.Game == nil {
		return false
	}
	_, over := g.Turn()
	return over
}

func (g *match) hasSnakes(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(g.ids, id) })
}

// addGame adds a new game. If the game is over or there are too many, it returns nil.
func (h *Games) addGame(m *Move) *match {
	if m.Over || m.State == nil || h.games[m.Game] == nil && len(h.games) >= maxKnown {
		return nil
	}
	if old := h.games[m.Game]; old != nil { // another game with the same ID
		h.drop(old)
	}
	h.count.games++
	g := &match{id: m.Game, ours: map[string]string{}, number: h.count.games}
	h.games[m.Game] = g
	return g
}

// open lets pages follow a game from this position on, or returns false if too many games
// can be followed.
func (h *Games) open(g *match, m *Move) bool {
	if m.Over || m.State == nil || !h.makeRoom() {
		return false
	}
	seats := make([]Seat, len(m.IDs))
	names := english.Distinct(m.Names, func(int) bool { return false })
	for i := range seats {
		seats[i] = Seat{Name: names[i], Color: palette.Snake(i).String()}
	}
	g.Game, g.ids = NewGame(m.Title, m.Rules, m.State.Grid, seats), slices.Clone(m.IDs)
	h.followable++
	return true
}

// makeRoom removes the oldest game that is over if pages already follow the maximum number of games.
// It returns false if no game is over.
func (h *Games) makeRoom() bool {
	if h.followable < maxGames {
		return true
	}
	var oldest *match
	for _, g := range h.games {
		if g.over() && (oldest == nil || g.lastMove.Before(oldest.lastMove)) {
			oldest = g
		}
	}
	if oldest == nil {
		return false
	}
	h.drop(oldest)
	return true
}

// arrangeSeats returns the position of m with each snake in its seat, which is its index in the
// match's first position. A snake that is missing in m is dead and keeps its last cells; missingSeats
// lists the seats of these snakes.
func arrangeSeats(g *match, m *Move) (s *ouro.State, missingSeats []int) {
	s = m.State.Clone()
	present := s.Snakes
	g.mu.Lock()
	last := g.last
	g.mu.Unlock()
	s.Snakes = make([]ouro.Snake, len(g.ids))
	for seat, id := range g.ids {
		if i := slices.Index(m.IDs, id); i >= 0 {
			s.Snakes[seat] = present[i]
			continue
		}
		if last != nil {
			s.Snakes[seat] = last.Snakes[seat]
		}
		if sn := &s.Snakes[seat]; sn.Cause == ouro.Alive {
			sn.Cause, sn.Killer, sn.Died = ouro.HitWall, ouro.NoSeat, s.Turn
		}
		missingSeats = append(missingSeats, seat)
	}
	return s, missingSeats
}

// ending describes the end of a game with the last position s, or nil if that is not known.
func ending(names english.Snakes, s *ouro.State) frames.Ended {
	e := frames.Ended{Ending: ouro.Drawn, Winner: ouro.NoSeat, Words: "over"}
	if s == nil {
		return e
	}
	alive, last := 0, 0
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			alive, last = alive+1, seat
		}
	}
	switch {
	case alive == 0:
		e.Words = "over: no snake is left"
	case alive == 1 && len(names) > 1:
		e = frames.Ended{Ending: ouro.Won, Winner: last, Words: names[last] + " wins"}
	}
	return e
}

type gameData struct {
	ID    string          `json:"id"`
	N     int             `json:"n"`
	Title string          `json:"title"`
	Turn  int             `json:"turn"`
	Over  bool            `json:"over,omitempty"`
	Board frames.Board    `json:"board"`
	Seats []Seat          `json:"seats"`
	Ours  []string        `json:"ours"`           // our solvers and the snakes that they play, in words
	Lane  json.RawMessage `json:"lane,omitempty"` // the position, unless the page already has it
}

// nowData is the message that a page receives every sendEvery.
type nowData struct {
	Games []gameData `json:"games"`
	More  int        `json:"more"` // number of games that cannot be followed
	Count countsData `json:"counts"`
	Up    float64    `json:"up"` // seconds since the server started
}

// Kinds returns the kinds of channels for these games. "serving" lists the games with their
// boards and figures; "live" follows one game.
func (h *Games) Kinds() map[string]session.Kind {
	return map[string]session.Kind{"serving": h.serve, "live": h.follow}
}

func (h *Games) serve(ctx context.Context, ch *session.Channel) error {
	if err := ch.Send(ctx, session.Opened, nil); err != nil {
		return err
	}
	sentTurns := map[string]int{} // the last position sent of each game: 2*turn+1, or 2*turn+2 once the game is over
	ticker := time.NewTicker(sendEvery)
	defer ticker.Stop()
	for {
		if err := ch.Send(ctx, "now", h.now(sentTurns)); err != nil {
			return err
		}
		select {
		case <-ticker.C:
		case <-ch.In():
		case <-ctx.Done():
			return nil
		}
	}
}

// now returns the message for a page. sentTurns has the positions that the page already has, in the
// form that serve describes; now updates it.
func (h *Games) now(sentTurns map[string]int) nowData {
	h.mu.Lock()
	h.sweep(time.Now())
	all := make([]*match, 0, len(h.games))
	for _, g := range h.games {
		if g.Game != nil {
			all = append(all, g)
		}
	}
	d := nowData{Games: []gameData{}, More: len(h.games) - len(all), Count: h.count.data(), Up: math.Round(time.Since(h.began).Seconds())}
	slices.SortFunc(all, func(a, b *match) int { return cmp.Compare(b.number, a.number) })
	for i, g := range all {
		turn, over := g.Turn()
		data := gameData{ID: g.id, N: g.number, Title: g.about.Title, Turn: turn, Over: over, Board: g.about.Board, Seats: g.about.Lanes[0].Seats, Ours: []string{}}
		for seat, id := range g.ids {
			if name, ok := g.ours[id]; ok {
				data.Ours = append(data.Ours, fmt.Sprintf("%s as %s", name, g.names[seat]))
			}
		}
		stamp := 2*turn + 1
		if over {
			stamp++
		}
		if i < maxBoards && sentTurns[g.id] != stamp {
			sentTurns[g.id] = stamp
			data.Lane = g.Lane()
		}
		d.Games = append(d.Games, data)
	}
	h.mu.Unlock()
	for id := range sentTurns { // forget removed games
		if !slices.ContainsFunc(all, func(g *match) bool { return g.id == id }) {
			delete(sentTurns, id)
		}
	}
	return d
}

func (h *Games) follow(ctx context.Context, ch *session.Channel) error {
	var req struct {
		Game string `json:"game"`
	}
	if err := ch.Request().Into(&req); err != nil {
		return err
	}
	h.mu.Lock()
	g := h.games[req.Game]
	h.mu.Unlock()
	if g == nil || g.Game == nil {
		return &session.Error{Message: "the game is over and is no longer kept: choose another game", Field: "game"}
	}
	return g.Follow(ctx, ch)
}
