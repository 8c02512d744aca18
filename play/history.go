package play

import (
	"context"
	"fmt"
	"sync"

	"ouro"
)

// maxFrames bounds the key frames of a History, and with them its memory: when
// there are more, every second one is dropped.
const (
	maxFrames     = 256
	firstInterval = 64 // moves between key frames of a short game
)

// History keeps a growing game so that a viewer can step back and forth in it. It
// holds the moves, a byte a seat, the rolls of the dice, and some whole
// positions as key frames; every other position is derived from the key frame
// before it by the game's own rules. A game of millions of moves on the
// largest board takes a byte a move and some megabytes of key frames, and any
// position of it about a millisecond. Of [Repeatable] dice no rolls are kept.
//
// One goroutine may call Move while another calls Turns and At, and others have Readers.
type History struct {
	game  *Game
	dice  noting    // used by Move alone
	again ouro.Dice // unless nil, dice that fall as those of the game do

	mu       sync.Mutex // guards what follows
	turns    int
	moves    []ouro.Dir // len(game.cfg.Seats) for each turn
	rolls    []int
	frames   []frame // frame i is the position after i*interval moves
	interval int
	cursor   cursor
}

// cursor is a position that stays where it was derived last, to go on from.
type cursor struct {
	state  *ouro.State
	at     int      // moves made before it
	script scripted // stands behind the rolls before it
}

// Reader looks at the turns of a History for itself: beside others who do, and while
// the game goes on. It is used by one goroutine at a time.
type Reader struct {
	history *History
	cursor  cursor
}

// Reader is a new one, at the start.
func (h *History) Reader() *Reader {
	h.mu.Lock()
	defer h.mu.Unlock()
	return &Reader{h, cursor{state: h.frames[0].state.Clone()}}
}

// Turns is the number of moves kept.
func (r *Reader) Turns() int { return r.history.Turns() }

// At is the position after this many moves, from 0 to Turns(). It is read-only and
// valid until the next call of At of this Reader.
func (r *Reader) At(turn int) *ouro.State { return r.history.derive(&r.cursor, turn) }

// frame is a whole position.
type frame struct {
	state *ouro.State
	rolls int // rolled before it
}

// Repeatable are dice whose rolls in a Spawn depend on the position alone, and
// not on what was rolled before.
type Repeatable interface {
	ouro.Dice
	// Repeat are new dice that fall like these.
	Repeat() ouro.Dice
}

// noting are dice that remember their rolls.
type noting struct {
	ouro.Dice
	rolls []int
}

func (d *noting) Roll(n int) int {
	k := d.Dice.Roll(n)
	d.rolls = append(d.rolls, k)
	return k
}

// scripted are dice that roll what was rolled before.
type scripted struct {
	rolls []int
	next  int
}

func (d *scripted) Roll(int) int {
	k := d.rolls[d.next]
	d.next++
	return k
}

// NewHistory starts to keep the game from its current position on, which is turn
// 0 of the History. From then on make its moves only through the History.
func NewHistory(g *Game) *History {
	t := &History{
		game:     g,
		dice:     noting{Dice: g.cfg.Dice},
		frames:   []frame{{state: g.state.Clone()}},
		interval: firstInterval,
	}
	t.cursor.state = g.state.Clone()
	if r, ok := g.cfg.Dice.(Repeatable); ok {
		t.again = r.Repeat()
	} else {
		g.cfg.Dice = &t.dice
	}
	return t
}

// Game is the game that is kept.
func (h *History) Game() *Game { return h.game }

// Move makes the next move of the game, as [Game.Move] does, and keeps it.
func (h *History) Move(ctx context.Context) error {
	if err := h.game.Move(ctx); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turns++
	h.moves = append(h.moves, h.game.joint...)
	h.rolls = append(h.rolls, h.dice.rolls...)
	h.dice.rolls = h.dice.rolls[:0]
	if h.turns == len(h.frames)*h.interval {
		h.frames = append(h.frames, frame{h.game.state.Clone(), len(h.rolls)})
		if len(h.frames) > maxFrames {
			h.thin()
		}
	}
	return nil
}

// thin drops every second key frame.
func (h *History) thin() {
	for i := range h.frames {
		if i%2 == 0 {
			h.frames[i/2] = h.frames[i]
		}
	}
	kept := (len(h.frames) + 1) / 2
	clear(h.frames[kept:])
	h.frames = h.frames[:kept]
	h.interval *= 2
}

// Turns is the number of moves kept.
func (h *History) Turns() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.turns
}

// At is the position after this many moves, from 0 to Turns(). It is read-only
// and valid until the next call of At.
func (h *History) At(turn int) *ouro.State { return h.derive(&h.cursor, turn) }

// derive moves a cursor to a turn.
func (h *History) derive(c *cursor, turn int) *ouro.State {
	h.mu.Lock()
	defer h.mu.Unlock()
	if turn < 0 || turn > h.turns {
		panic(fmt.Sprintf("play: turn %d of a history of %d turns", turn, h.turns))
	}
	if f := turn / h.interval; c.at > turn || c.at < f*h.interval {
		c.state.CopyFrom(h.frames[f].state)
		c.at, c.script.next = f*h.interval, h.frames[f].rolls
	}
	c.script.rolls = h.rolls
	dice := h.again
	if dice == nil {
		dice = &c.script
	}
	rules, seats := h.game.cfg.Rules, len(h.game.cfg.Seats)
	for ; c.at < turn; c.at++ {
		rules.Step(c.state, h.moves[c.at*seats:(c.at+1)*seats])
		rules.Spawn(c.state, dice)
	}
	return c.state
}
