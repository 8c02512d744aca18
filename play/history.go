package play

import (
	"context"
	"fmt"
	"sync"

	"ouro"
)

const (
	// maxFrames is the largest number of key frames of a History, which bounds its memory. When
	// there are more, every second key frame is dropped.
	maxFrames     = 256
	firstInterval = 64 // moves between two key frames of a short game
)

// History stores a growing game, so that a viewer can step back and forth. It contains the moves (a
// byte for each seat), the rolls of the dice, and some whole positions as key frames. It derives
// other positions by the rules from the previous key frame. A game of one snake with millions of
// moves on the largest board takes a byte for each move and some megabytes for key frames. Deriving
// a position takes about a millisecond. Rolls of [Repeatable] dice are not stored.
//
// One goroutine may call Move while another one calls Turns and At, and others use Readers.
type History struct {
	game       *Game
	dice       recorder  // used only by Move
	repeatDice ouro.Dice // repeats the rolls of Repeatable dice; nil for other dice

	mu       sync.Mutex // guards the fields below
	turns    int
	moves    []ouro.Dir // a move for each seat, turn after turn
	rolls    []int      // all rolls of the dice; empty for Repeatable dice
	frames   []frame    // key frames; frame i is the position after i*interval moves
	interval int
	cursor   cursor
}

// cursor is the position that was derived last. If the next requested turn is later, it is derived
// from this position.
type cursor struct {
	state  *ouro.State
	at     int      // moves made before state
	script scripted // the rolls of the game; script.next is the first one after state
}

// Reader reads the turns of a History independently of other Readers, even while the game
// continues. Only one goroutine at a time may use a Reader.
type Reader struct {
	history *History
	cursor  cursor
}

func (h *History) Reader() *Reader {
	h.mu.Lock()
	defer h.mu.Unlock()
	return &Reader{h, cursor{state: h.frames[0].state.Clone()}}
}

func (r *Reader) Turns() int { return r.history.Turns() }

// At returns the position after this many moves, from 0 to Turns(). The position is read-only and
// valid until the next call of At of this Reader.
func (r *Reader) At(turn int) *ouro.State { return r.history.derive(&r.cursor, turn) }

type frame struct {
	state *ouro.State
	rolls int // number of rolls before state
}

// Repeatable is implemented by dice whose rolls in a Spawn depend only on the position, not on
// earlier rolls. Repeat returns independent dice with the same rolls.
type Repeatable interface {
	ouro.Dice
	Repeat() ouro.Dice
}

// recorder implements dice that record their rolls.
type recorder struct {
	ouro.Dice
	rolls []int
}

func (d *recorder) Roll(n int) int {
	k := d.Dice.Roll(n)
	d.rolls = append(d.rolls, k)
	return k
}

// scripted implements dice that repeat recorded rolls.
type scripted struct {
	rolls []int
	next  int
}

func (d *scripted) Roll(int) int {
	k := d.rolls[d.next]
	d.next++
	return k
}

// NewHistory returns a History of the game from its current position, which is turn 0 of the
// History. After this call, make moves only through the History.
func NewHistory(g *Game) *History {
	h := &History{
		game:     g,
		dice:     recorder{Dice: g.cfg.Dice},
		frames:   []frame{{state: g.state.Clone()}},
		interval: firstInterval,
	}
	h.cursor.state = g.state.Clone()
	if r, ok := g.cfg.Dice.(Repeatable); ok {
		h.repeatDice = r.Repeat()
	} else {
		g.cfg.Dice = &h.dice
	}
	return h
}

func (h *History) Game() *Game { return h.game }

// Move makes the next move of the game, as [Game.Move] does, and stores it.
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
			h.dropFrames()
		}
	}
	return nil
}

// dropFrames drops every second key frame and doubles the interval.
func (h *History) dropFrames() {
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

func (h *History) Turns() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.turns
}

// At returns the position after this many moves, from 0 to Turns(). The position is read-only and
// valid until the next call of At.
func (h *History) At(turn int) *ouro.State { return h.derive(&h.cursor, turn) }

// derive moves the cursor to the position after this many moves, and returns the position.
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
	dice := h.repeatDice
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
