package play

import (
	"context"
	"fmt"
	"sync"

	"ouro"
)

// maxFrames bounds the key frames of a Tape, and with them its memory: when
// there are more, every second one is dropped.
const (
	maxFrames     = 256
	firstInterval = 64 // moves between key frames of a short game
)

// Tape keeps a growing game so that a viewer can step back and forth in it. It
// holds the moves, a byte a seat, the rolls of the dice, and some whole
// positions as key frames; every other position is derived from the key frame
// before it by the game's own rules. A game of millions of moves on the
// largest board takes a byte a move and some megabytes of key frames, and any
// position of it about a millisecond. Of [Repeatable] dice no rolls are kept.
//
// One goroutine may call Move while another calls Turns and At.
type Tape struct {
	game  *Game
	dice  taping    // used by Move alone
	again ouro.Dice // unless nil, dice that fall as those of the game do

	mu       sync.Mutex // guards what follows
	turns    int
	moves    []ouro.Dir // len(game.cfg.Seats) for each turn
	rolls    []int
	frames   []frame // frame i is the position after i*interval moves
	interval int
	cursor   *ouro.State // what At returned last
	at       int         // moves made before cursor
	script   scripted    // stands behind the rolls before cursor
}

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

// taping are dice that remember their rolls.
type taping struct {
	ouro.Dice
	rolls []int
}

func (d *taping) Roll(n int) int {
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

// NewTape starts to keep the game from its current position on, which is turn
// 0 of the Tape. From then on make its moves only through the Tape.
func NewTape(g *Game) *Tape {
	t := &Tape{
		game:     g,
		dice:     taping{Dice: g.cfg.Dice},
		frames:   []frame{{state: g.state.Clone()}},
		interval: firstInterval,
		cursor:   g.state.Clone(),
	}
	if r, ok := g.cfg.Dice.(Repeatable); ok {
		t.again = r.Repeat()
	} else {
		g.cfg.Dice = &t.dice
	}
	return t
}

// Game is the game that is kept.
func (t *Tape) Game() *Game { return t.game }

// Move makes the next move of the game, as [Game.Move] does, and keeps it.
func (t *Tape) Move(ctx context.Context) error {
	if err := t.game.Move(ctx); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turns++
	t.moves = append(t.moves, t.game.joint...)
	t.rolls = append(t.rolls, t.dice.rolls...)
	t.dice.rolls = t.dice.rolls[:0]
	if t.turns == len(t.frames)*t.interval {
		t.frames = append(t.frames, frame{t.game.state.Clone(), len(t.rolls)})
		if len(t.frames) > maxFrames {
			t.thin()
		}
	}
	return nil
}

// thin drops every second key frame.
func (t *Tape) thin() {
	for i := range t.frames {
		if i%2 == 0 {
			t.frames[i/2] = t.frames[i]
		}
	}
	kept := (len(t.frames) + 1) / 2
	clear(t.frames[kept:])
	t.frames = t.frames[:kept]
	t.interval *= 2
}

// Turns is the number of moves kept.
func (t *Tape) Turns() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.turns
}

// At is the position after this many moves, from 0 to Turns(). It is read-only
// and valid until the next call of At.
func (t *Tape) At(turn int) *ouro.State {
	t.mu.Lock()
	defer t.mu.Unlock()
	if turn < 0 || turn > t.turns {
		panic(fmt.Sprintf("play: turn %d of a tape of %d turns", turn, t.turns))
	}
	i := turn / t.interval
	if t.at > turn || t.at < i*t.interval {
		f := t.frames[i]
		t.cursor.CopyFrom(f.state)
		t.at, t.script.next = i*t.interval, f.rolls
	}
	t.script.rolls = t.rolls
	dice := t.again
	if dice == nil {
		dice = &t.script
	}
	rules, seats := t.game.cfg.Rules, len(t.game.cfg.Seats)
	for ; t.at < turn; t.at++ {
		rules.Step(t.cursor, t.moves[t.at*seats:(t.at+1)*seats])
		rules.Spawn(t.cursor, dice)
	}
	return t.cursor
}
