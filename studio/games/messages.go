package games

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/studio/session"
)

const maxSpeed = 1_000_000 // highest speed in turns a second; speed 0 has no limit

// handle processes one message. After an error, the channel continues.
func (g *game) handle(ctx context.Context, m session.Message) error {
	args := arguments{Turn: g.table.turn(g.table.view.Turn)}
	if err := m.Into(&args); err != nil {
		return err
	}
	switch m.Type {
	case "run":
		return g.start(ctx, args.Speed)
	case "pause":
		g.running, g.goal = false, -1
		return g.halt(ctx)
	case "seek":
		return g.seek(args.Turn)
	case "key":
		g.stale = true
		g.forgetSent()
		return nil
	case "show":
		return g.setFilter(args)
	case "steer":
		return g.steer(args)
	case "try":
		return g.try(ctx, args)
	case "back":
		return g.back(ctx)
	case "position":
		return g.position(ctx, args.Turn)
	case "take":
		return g.take(ctx, args)
	case "command":
		return g.command(ctx, args)
	}
	return fmt.Errorf("unknown message %q%s", printable.Short(m.Type, maxName), english.Suggestion(m.Type, messages))
}

// arguments has the fields of all messages. Each message uses some of them.
type arguments struct {
	Turn   int       `json:"turn"`
	Speed  float64   `json:"speed"`
	Labels []string  `json:"labels"`
	Lane   int       `json:"lane"`
	Seat   int       `json:"seat"`
	Tree   bool      `json:"tree"`
	Dir    direction `json:"dir"`
	What   string    `json:"what"`

	// For pictures. From and To are turns; by default they are the first and the last.
	From  *int   `json:"from"`
	To    *int   `json:"to"`
	Theme string `json:"theme"`
	Size  int    `json:"size"`
}

// direction is a direction given by its name or its number.
type direction struct{ ouro.Dir }

func (d *direction) UnmarshalJSON(text []byte) error {
	var n uint8
	if json.Unmarshal(text, &n) == nil {
		if n > uint8(ouro.Left) {
			return fmt.Errorf("direction %d: want 0 to %d", n, ouro.Left)
		}
		d.Dir = ouro.Dir(n)
		return nil
	}
	return json.Unmarshal(text, &d.Dir)
}

func (g *game) start(ctx context.Context, speed float64) error {
	if !(speed >= 0 && speed <= maxSpeed) { // the negation also excludes NaN
		return fmt.Errorf("speed %g: want 1 to %d turns a second, or 0 for as fast as possible", speed, maxSpeed)
	}
	if g.table.over() {
		return g.reportHalt(ctx)
	}
	if !g.running || g.pace.speed != speed {
		g.pace.start(speed, time.Now())
	}
	g.running = true
	return g.ch.Send(ctx, "progress", g.progress())
}

// halt reports that the games have stopped, and marks the view as out of date.
func (g *game) halt(ctx context.Context) error {
	g.stale = g.stale || !g.running
	return g.ch.Send(ctx, "progress", g.progress())
}

func (g *game) seek(turn int) error {
	if turn > math.MaxInt32 {
		return fmt.Errorf("turn %d: want at most %d", turn, math.MaxInt32)
	}
	g.running, g.goal = false, g.table.turnsSinceStart(turn)
	g.forgetSent()
	return nil
}

// forgetSent makes the next message contain whole positions instead of changes.
func (g *game) forgetSent() {
	for _, l := range g.table.lanes {
		l.pageState = nil
	}
}

// setFilter chooses the notes to send, beginning with the turn that the page shows.
func (g *game) setFilter(args arguments) error {
	const most = 32
	if len(args.Labels) > most {
		return fmt.Errorf("%d labels; the limit is %d", len(args.Labels), most)
	}
	g.noteFilter = noteFilter{labels: args.Labels, seat: max(0, args.Seat), tree: args.Tree}
	g.stale = true
	return nil
}

func (g *game) steer(args arguments) error {
	r := g.table.hands[[2]int{args.Lane, args.Seat}]
	if r == nil {
		return fmt.Errorf("no person plays snake %c", english.Letter(min(max(0, args.Seat), 25)))
	}
	r.Steer(args.Dir.Dir)
	return nil
}

// inbox queues the messages of the page while the game works. An urgent message
// interrupts the work.
type inbox struct {
	mu      sync.Mutex
	queue   []session.Message
	urgent  int // urgent messages in the queue
	stop    context.CancelFunc
	arrived chan struct{} // has an item after a message was added
	removed chan struct{} // has an item after a message was removed
}

func newInbox() *inbox {
	return &inbox{arrived: make(chan struct{}, 1), removed: make(chan struct{}, 1)}
}

var messages = []string{"run", "pause", "seek", "key", "show", "steer", "try", "back", "position", "take", "command"}

// deferrable are the messages that do not interrupt a solver. All others are urgent.
var deferrable = map[string]bool{"show": true, "key": true, "steer": true, "position": true, "chunk": true}

func (d *inbox) listen(ctx context.Context, ch *session.Channel) {
	for {
		m, err := ch.Next(ctx)
		if err != nil {
			return
		}
		d.mu.Lock()
		d.queue = append(d.queue, m)
		if !deferrable[m.Type] {
			d.urgent++
			if d.stop != nil {
				d.stop()
			}
		}
		full := len(d.queue) >= maxQueue
		d.mu.Unlock()
		signal(d.arrived)
		if full && !d.waitForRoom(ctx) {
			return
		}
	}
}

const maxQueue = 64 // most messages in the queue; the session limits further messages

// waitForRoom waits until the queue has room. It returns false if ctx ends first.
func (d *inbox) waitForRoom(ctx context.Context) bool {
	for {
		d.mu.Lock()
		full := len(d.queue) >= maxQueue
		d.mu.Unlock()
		if !full {
			return true
		}
		select {
		case <-d.removed:
		case <-ctx.Done():
			return false
		}
	}
}

func (d *inbox) next() (m session.Message, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.queue) == 0 {
		return m, false
	}
	m = d.queue[0]
	d.queue = d.queue[1:]
	if !deferrable[m.Type] {
		d.urgent--
	}
	signal(d.removed)
	return m, true
}

// signal puts an item into a channel with room for one, unless the channel is full.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// work returns a context that an urgent message cancels. The caller must call the returned
// function when its work is done.
func (d *inbox) work(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stop = cancel
	if d.urgent > 0 {
		cancel()
	}
	return ctx, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.stop = nil
		cancel()
	}
}
