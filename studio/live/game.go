// Package live lets any number of viewers follow games that are played elsewhere in
// the program, as by a server.
//
// The game never waits for a viewer: [Game.Show] writes what has changed once, for
// all of them, and each is sent it at its own pace. Who falls behind is sent several
// turns at once, then only the latest position, and is let go when it takes nothing
// for a while. What is kept is bounded, however long the game and however many look.
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
	mostTurns = 256     // changes
	mostBytes = 1 << 20 // of them
	patience  = 15 * time.Second
)

// About is what a game is, for who opens it.
type About struct {
	Title string       `json:"title"`
	Rules string       `json:"rules"`
	Board frames.Board `json:"board"`
	Lanes [1]Table     `json:"lanes"`
	First int          `json:"first"` // the turn that is known first
	Turns int          `json:"turns"` // the last one
	Over  bool         `json:"over"`
}

// Table is who plays.
type Table struct {
	Seats []Seat `json:"seats"`
}

type Seat struct {
	Name  string `json:"name"`
	Spec  string `json:"spec,omitempty"`
	Color string `json:"color,omitempty"`
}

// Game is a game that is played elsewhere. It is safe for concurrent use.
type Game struct {
	about About
	names english.Snakes

	mu      sync.Mutex
	last    *ouro.State
	gone    []int    // seats of snakes that are not told of any more
	key     []byte   // the position of last, nil where nobody has asked for it
	from    int      // the turn before that of changes[0]
	changes [][]byte // that lead to from+1 and so on
	size    int      // bytes of changes
	ended   *frames.Ended
	news    chan struct{} // closed when there is something new
}

// NewGame is a game in which nothing has been shown yet.
func NewGame(title, rules string, grid *ouro.Grid, seats []Seat) *Game {
	g := &Game{news: make(chan struct{})}
	g.about = About{Title: title, Rules: rules, Board: frames.BoardOf(grid), Lanes: [1]Table{{seats}}}
	for _, seat := range seats {
		g.names = append(g.names, seat.Name)
	}
	return g
}

// Show tells all viewers of the next position, now or when they come, and waits for none
// of them. The snakes in the seats that are gone lie dead of an unknown cause. The caller
// must not change s afterwards. A position of a turn that was shown already is ignored.
func (g *Game) Show(s *ouro.State, gone ...int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended != nil || g.last != nil && s.Turn <= g.last.Turn {
		return
	}
	switch {
	case g.last == nil || len(gone) != len(g.gone) || s.Turn != g.last.Turn+1 || len(s.Snakes) != len(g.last.Snakes):
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
	g.last, g.gone, g.key = s, gone, nil
	g.stir()
}

func (g *Game) add(change []byte) {
	g.changes, g.size = append(g.changes, change), g.size+len(change)
	for len(g.changes) > mostTurns || g.size > mostBytes {
		g.size -= len(g.changes[0])
		g.changes[0] = nil
		g.changes, g.from = g.changes[1:], g.from+1
	}
}

func (g *Game) stir() {
	close(g.news)
	g.news = make(chan struct{})
}

// End tells all viewers how the game ended.
func (g *Game) End(e frames.Ended) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended == nil {
		g.ended, g.key = &e, nil
		g.changes, g.size = nil, 0
		g.stir()
	}
}

// Turn is the last turn that was shown, and whether the game is over.
func (g *Game) Turn() (turn int, over bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.last != nil {
		turn = g.last.Turn
	}
	return turn, g.ended != nil
}

// Lane is the last position as package frames writes it, nil where there is none.
// It is written once for all.
func (g *Game) Lane() json.RawMessage {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.lane()
}

func (g *Game) lane() json.RawMessage {
	if g.key == nil && g.last != nil {
		l := frames.Of(g.last, g.names)
		l.Ended = g.ended
		for seat := range l.Snakes { // of which nobody has told how they died
			if slices.Contains(g.gone, seat) {
				l.Snakes[seat].Dead = "out of the game"
			}
		}
		g.key = l.AppendJSON(nil)
	}
	return g.key
}

// errSlow ends the channel of a viewer.
var errSlow = errors.New("the page took nothing of the game for a while, so it is not told any more")

// Follow tells a viewer of the game until it ends, or ctx does.
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
	at, whole, over := 0, true, false // the turn that the viewer has; it needs the whole position
	for !over {
		kind, data, turn, last, news := g.next(at, whole)
		if kind == "" {
			select {
			case <-news:
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
	for { // it stays open, so that the page can ask for the position
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

// next is what is told to a viewer who has the position of a turn, which may need the
// whole of one: the type of a message and its data, the turn that this leads to, and
// whether it is the last; or what to wait for.
func (g *Game) next(at int, whole bool) (kind string, data json.RawMessage, turn int, last bool, news <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.last == nil || !whole && g.ended == nil && at == g.last.Turn:
		return "", nil, at, false, g.news
	case whole || g.ended != nil || at < g.from:
		turn := strconv.Itoa(g.last.Turn)
		return "key", wrapped(`{"turn":`+turn+`,"turns":`+turn+`,"lanes":[`, [][]byte{g.lane()}, `]}`), g.last.Turn, g.ended != nil, nil
	}
	return "frames", wrapped(`{"from":`+strconv.Itoa(at)+`,"lanes":[[`, g.changes[at-g.from:], `]]}`), g.last.Turn, false, nil
}

// wrapped are texts with commas between them.
func wrapped(before string, texts [][]byte, after string) json.RawMessage {
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

// send gives a viewer its time to take a message.
func send(ctx context.Context, ch *session.Channel, kind string, data any) error {
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := ch.Send(wait, kind, data)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return errSlow
	}
	return err
}
