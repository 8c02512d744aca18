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
	mostGames = 64               // that can be followed
	mostKnown = 1024             // that are counted as one game, not by each of their moves
	mostShown = 12               // boards that a page is sent
	sweeping  = time.Second      // from one look at what is old to the next
	keepOver  = 20 * time.Second // a game that is over
	keepIdle  = time.Minute      // one of which nothing was heard
	tellEvery = 500 * time.Millisecond
)

// Move is an answer that a server gave, or the end of a game.
type Move struct {
	Game, Title, Rules string
	State              *ouro.State // that was asked about; nobody changes it any more
	IDs, Names         []string    // of its snakes; some that were there before may be missing
	Snake              string      // that answered
	You                string      // its ID
	Took               time.Duration
	Depth              int
	Failed             bool // the answer was not the solver's
	Over               bool // nothing is asked; the game has ended
}

// Games has the games that a server plays just now, for pages that look. Its methods
// may be called from any goroutine; [Games.Update] is for the server and does not wait
// for anybody.
type Games struct {
	mu    sync.Mutex
	games map[string]*match
	shown int // that can be followed
	count counts
	began time.Time
	swept time.Time
}

type match struct {
	*Game  // nil of one that there was no place for yet
	id     string
	ids    []string // of the snakes, by seat
	ours   map[string]string
	heard  time.Time
	number int // of all games
}

// NewGames is a games without games.
func NewGames() *Games {
	return &Games{games: map[string]*match{}, began: time.Now(), count: counts{latency: make([]int, bins), depth: make([]int, mostDepth+1)}}
}

// Tell notes what was answered, and shows the position to who looks at the game.
func (h *Games) Update(m Move) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	h.forget(now)
	if !m.Over {
		h.count.add(&m)
	}
	g := h.games[m.Game]
	if g == nil || g.Game != nil && !g.has(m.IDs) {
		if g = h.meet(&m); g == nil {
			return
		}
	}
	g.heard = now
	if g.Game == nil && !h.open(g, &m) {
		if m.Over {
			h.drop(g)
		}
		return
	}
	if !m.Over {
		g.ours[m.You] = m.Snake
	}
	if m.State != nil {
		s, gone := arranged(g, &m)
		g.Show(s, gone...)
	}
	if m.Over {
		g.End(ending(g.names, &m))
	}
}

// forget lets go of games that are over, and of those that nothing was heard of.
func (h *Games) forget(now time.Time) {
	if now.Sub(h.swept) < sweeping {
		return
	}
	h.swept = now
	for _, g := range h.games {
		if quiet := now.Sub(g.heard); quiet > keepIdle || g.over() && quiet > keepOver {
			h.drop(g)
		}
	}
}

// drop lets go of a game. Who follows it is told that it is over.
func (h *Games) drop(g *match) {
	delete(h.games, g.id)
	if g.Game != nil {
		h.shown--
		g.End(frames.Ended{Ending: ouro.Drawn, Winner: -1, Words: "nothing more was heard of it"})
	}
}

func (g *match) over() bool {
	if g.Game == nil {
		return false
	}
	_, over := g.Turn()
	return over
}

// has tells whether all these snakes are of the game.
func (g *match) has(ids []string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool { return !slices.Contains(g.ids, id) })
}

// meet notes a new game; nil if it has ended or there are too many.
func (h *Games) meet(m *Move) *match {
	if m.Over || m.State == nil || h.games[m.Game] == nil && len(h.games) >= mostKnown {
		return nil
	}
	if old := h.games[m.Game]; old != nil { // another one of this name
		h.drop(old)
	}
	h.count.games++
	g := &match{id: m.Game, ours: map[string]string{}, number: h.count.games}
	h.games[m.Game] = g
	return g
}

// open makes that a game can be followed from this position on, if there is a place:
// it takes none from games that are played.
func (h *Games) open(g *match, m *Move) bool {
	if m.Over || m.State == nil || !h.room() {
		return false
	}
	seats := make([]Seat, len(m.IDs))
	names := english.Distinct(m.Names, func(int) bool { return false })
	for i := range seats {
		seats[i] = Seat{Name: names[i], Color: palette.Snake(i).String()}
	}
	g.Game, g.ids = NewGame(m.Title, m.Rules, m.State.Grid, seats), slices.Clone(m.IDs)
	h.shown++
	return true
}

// room makes a place for a game, if there is none, where one is over.
func (h *Games) room() bool {
	if h.shown < mostGames {
		return true
	}
	var oldest *match
	for _, g := range h.games {
		if g.over() && (oldest == nil || g.heard.Before(oldest.heard)) {
			oldest = g
		}
	}
	if oldest == nil {
		return false
	}
	h.drop(oldest)
	return true
}

// arranged is the position with each snake in the seat that it had at first. One that
// has gone lies where it was, dead.
func arranged(g *match, m *Move) (s *ouro.State, gone []int) {
	s = m.State.Clone()
	there := s.Snakes
	g.mu.Lock()
	last := g.last
	g.mu.Unlock()
	s.Snakes = make([]ouro.Snake, len(g.ids))
	for seat, id := range g.ids {
		if i := slices.Index(m.IDs, id); i >= 0 {
			s.Snakes[seat] = there[i]
			continue
		}
		if last != nil {
			s.Snakes[seat] = last.Snakes[seat]
		}
		if sn := &s.Snakes[seat]; sn.Cause == ouro.Alive {
			sn.Cause, sn.By, sn.Died = ouro.HitWall, ouro.NoSeat, s.Turn
		}
		gone = append(gone, seat)
	}
	return s, gone
}

// ending is how a game ended, as far as its last position tells.
func ending(names english.Snakes, m *Move) frames.Ended {
	e := frames.Ended{Ending: ouro.Drawn, Winner: -1, Words: "over"}
	if m.State == nil {
		return e
	}
	alive := 0
	for i := range m.State.Snakes {
		if m.State.Snakes[i].Cause == ouro.Alive {
			alive++
			e.Words = m.Names[i] + " wins"
		}
	}
	switch {
	case alive == 0:
		e.Words = "over: no snake is left"
	case alive == 1 && len(names) > 1:
		e.Ending = ouro.Won
	default:
		e.Words = "over"
	}
	return e
}

// gameData is a game as the page lists it.
type gameData struct {
	ID    string          `json:"id"`
	N     int             `json:"n"`
	Title string          `json:"title"`
	Turn  int             `json:"turn"`
	Over  bool            `json:"over,omitempty"`
	Board frames.Board    `json:"board"`
	Seats []Seat          `json:"seats"`
	Ours  []string        `json:"ours"`           // names of our solvers in it
	Lane  json.RawMessage `json:"lane,omitempty"` // the position, if it is a new one
}

// nowData is what the page is told again and again.
type nowData struct {
	Games []gameData `json:"games"`
	More  int        `json:"more"` // games at play that cannot be followed
	Count countsData `json:"counts"`
	Up    float64    `json:"up"` // seconds since the start
}

// Kinds are those of channels on which a games is looked at: "serving" lists the games
// with their boards and figures, "live" follows one.
func (h *Games) Kinds() map[string]session.Kind {
	return map[string]session.Kind{"serving": h.serve, "live": h.follow}
}

func (h *Games) serve(ctx context.Context, ch *session.Channel) error {
	if err := ch.Send(ctx, session.Opened, nil); err != nil {
		return err
	}
	told := map[string]int{} // turns, by game
	ticker := time.NewTicker(tellEvery)
	defer ticker.Stop()
	for {
		if err := ch.Send(ctx, "now", h.now(told)); err != nil {
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

// now is the state of things for a page that was told these turns.
func (h *Games) now(told map[string]int) nowData {
	h.mu.Lock()
	h.forget(time.Now())
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
		one := gameData{ID: g.id, N: g.number, Title: g.about.Title, Turn: turn, Over: over, Board: g.about.Board, Seats: g.about.Lanes[0].Seats, Ours: []string{}}
		for seat, id := range g.ids {
			if name, ok := g.ours[id]; ok {
				one.Ours = append(one.Ours, fmt.Sprintf("%s as %s", name, g.names[seat]))
			}
		}
		stamp := 2*turn + 1
		if over {
			stamp++
		}
		if i < mostShown && told[g.id] != stamp {
			told[g.id] = stamp
			one.Lane = g.Lane()
		}
		d.Games = append(d.Games, one)
	}
	h.mu.Unlock()
	for id := range told { // of games that have gone
		if !slices.ContainsFunc(all, func(g *match) bool { return g.id == id }) {
			delete(told, id)
		}
	}
	return d
}

func (h *Games) follow(ctx context.Context, ch *session.Channel) error {
	var asked struct {
		Game string `json:"game"`
	}
	if err := ch.Request().Into(&asked); err != nil {
		return err
	}
	h.mu.Lock()
	g := h.games[asked.Game]
	h.mu.Unlock()
	if g == nil || g.Game == nil {
		return &session.Error{Message: "this game is over, and nothing of it is kept", Field: "game"}
	}
	return g.Follow(ctx, ch)
}
