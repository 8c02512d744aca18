// Package live lets viewers follow games that the program plays for others, as a
// Battlesnake server does.
//
// A game never waits for a viewer. [Game.Show] encodes each change once, and every viewer
// receives the changes at its own pace. A slow viewer receives several turns at once, or only the
// latest position. A viewer that accepts no message for 15 seconds is disconnected. The memory of a
// game is bounded, regardless of its length and of the number of its viewers.
package live

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/studio/frames"
	"ouro/studio/session"
)

const (
	maxTurns    = 256              // most changes that are kept
	maxBytes    = 1 << 20          // most bytes of kept changes
	sendTimeout = 15 * time.Second // longest time for a viewer to accept a message
)

type Description struct {
	Title string       `json:"title"`
	Rules string       `json:"rules"`
	Board frames.Board `json:"board"`
	Lanes [1]Players   `json:"lanes"`
	First int          `json:"first"` // first known turn
	Turns int          `json:"turns"` // last known turn
	Over  bool         `json:"over"`
}

type Players struct {
	Seats []Seat `json:"seats"`
}

type Seat struct {
	Name  string `json:"name"`
	Spec  string `json:"spec,omitempty"`
	Color string `json:"color,omitempty"`
}

// Game is a game that viewers can follow. It is safe for concurrent use.
type Game struct {
	about Description
	names english.Snakes

	mu      sync.Mutex
	last    *ouro.State
	gone    []int    // seats of snakes that are missing in the last position; the cause of death is unknown
	key     []byte   // the last position, encoded; nil until it is needed
	from    int      // turn before changes[0]
	changes [][]byte // encoded changes, one for each turn after from
	size    int      // total bytes of changes
	ended   *frames.Ended
	changed chan struct{} // closed at the next change
}

func NewGame(title, rules string, grid *ouro.Grid, seats []Seat) *Game {
	g := &Game{changed: make(chan struct{})}
	g.about = Description{Title: title, Rules: rules, Board: frames.BoardOf(grid), Lanes: [1]Players{{seats}}}
	for _, seat := range seats {
		g.names = append(g.names, seat.Name)
	}
	return g
}

// Show adds the next position of the game, which viewers then receive. It does not wait for them.
// deadSeats lists the seats of snakes that died of an unknown cause. The caller must not change s
// afterwards. Show ignores a position whose turn is not later than the last one.
func (g *Game) Show(s *ouro.State, deadSeats ...int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended != nil || g.last != nil && s.Turn <= g.last.Turn {
		return
	}
	switch {
	case g.last == nil || len(deadSeats) != len(g.gone) || s.Turn != g.last.Turn+1 || len(s.Snakes) != len(g.last.Snakes):
		g.changes, g.size, g.from = nil, 0, s.Turn
	default:
		var c frames.Change
		c.Between(g.last, s, g.names)
		c.Hash = frames.Hash(s)
		g.add(c.AppendJSON(nil))
	}
	if g.last == nil {
		g.about.First = s.Turn
	}
	g.last, g.gone, g.key = s, deadSeats, nil
	g.notify()
}

func (g *Game) add(change []byte) {
	g.changes, g.size = append(g.changes, change), g.size+len(change)
	for len(g.changes) > maxTurns || g.size > maxBytes {
		g.size -= len(g.changes[0])
		g.changes[0] = nil
		g.changes, g.from = g.changes[1:], g.from+1
	}
}

func (g *Game) notify() {
	close(g.changed)
	g.changed = make(chan struct{})
}

func (g *Game) End(e frames.Ended) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended == nil {
		g.ended, g.key = &e, nil
		g.changes, g.size = nil, 0
		g.notify()
	}
}

func (g *Game) Turn() (turn int, over bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.last != nil {
		turn = g.last.Turn
	}
	return turn, g.ended != nil
}

// Lane returns the last position as JSON of a [frames.Lane], or nil without a position. All viewers
// share the encoded text.
func (g *Game) Lane() json.RawMessage {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.lane()
}

func (g *Game) lane() json.RawMessage {
	if g.key == nil && g.last != nil {
		l := frames.Of(g.last, g.names)
		l.Ended = g.ended
		for seat := range l.Snakes { // the cause of these deaths is unknown
			if slices.Contains(g.gone, seat) {
				l.Snakes[seat].Dead = "out of the game"
			}
		}
		g.key = l.AppendJSON(nil)
	}
	return g.key
}

var errSlow = errors.New("the page is too slow to follow the game: load it again to continue")

// Follow sends the game to a viewer until ctx ends.
func (g *Game) Follow(ctx context.Context, ch *session.Channel) error {
	g.mu.Lock()
	about := g.about
	if g.last != nil {
		about.Turns = g.last.Turn
	}
	about.Over = g.ended != nil
	g.mu.Unlock()
	if err := send(ctx, ch, session.Opened, about); err != nil {
		return err
	}
	at, whole, over := 0, true, false // the viewer's turn; whether the viewer needs a whole position; whether it has the last one
	for !over {
		kind, data, turn, last, changed := g.next(at, whole)
		if kind == "" {
			select {
			case <-changed:
				continue
			case <-ctx.Done():
				return nil
			}
		}
		if err := send(ctx, ch, kind, data); err != nil {
			return err
		}
		at, whole, over = turn, false, last
	}
	for { // the game is over, but the page can still request its last position
		m, err := ch.Next(ctx)
		if err != nil {
			return nil
		}
		if m.Type == "key" {
			if kind, data, _, _, _ := g.next(0, true); kind != "" {
				if err := send(ctx, ch, kind, data); err != nil {
					return err
				}
			}
		}
	}
}

// next returns the next message for a viewer. The viewer has the position of turn knownTurn, or needs
// a whole position if needsWhole is set. turn is the viewer's turn after the message; isLast means
// that the message ends the game. If the viewer has everything already, kind is "", and change is
// closed at the game's next change.
func (g *Game) next(knownTurn int, needsWhole bool) (kind string, data json.RawMessage, turn int, isLast bool, change <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.last == nil || !needsWhole && g.ended == nil && knownTurn == g.last.Turn:
		return "", nil, knownTurn, false, g.changed
	case needsWhole || g.ended != nil || knownTurn < g.from:
		turn := strconv.Itoa(g.last.Turn)
		return "key", joinTexts(`{"turn":`+turn+`,"turns":`+turn+`,"lanes":[`, [][]byte{g.lane()}, `]}`), g.last.Turn, g.ended != nil, nil
	}
	return "frames", joinTexts(`{"from":`+strconv.Itoa(knownTurn)+`,"lanes":[[`, g.changes[knownTurn-g.from:], `]]}`), g.last.Turn, false, nil
}

func joinTexts(before string, texts [][]byte, after string) json.RawMessage {
	n := len(before) + len(after)
	for _, t := range texts {
		n += len(t) + 1
	}
	b := append(make([]byte, 0, n), before...)
	for i, t := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, t...)
	}
	return append(b, after...)
}

func send(ctx context.Context, ch *session.Channel, kind string, data any) error {
	wait, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	err := ch.Send(wait, kind, data)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return errSlow
	}
	return err
}
