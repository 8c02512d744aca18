package hunter

import (
	"slices"
	"sync"

	"ouro"
)

// Controls turn the keys of the people who play into what their hunters ask for
// in each tick.
//
// Most terminals tell when a key goes down, but not when it comes up again. There a
// hunter walks on by himself until something is in his way, another key turns
// him or the stop key halts him; a turn that is not possible yet is remembered
// for wishTicks. He stops before flames: only a key makes him enter them. Where
// releases are told as well, he walks as long as a key is down.
//
// Keys may be pressed from any goroutine while the game plays.
type Controls struct {
	mu    sync.Mutex
	holds bool // releases are told
	each  [MaxHunters]control
}

// control is what one person asks for.
type control struct {
	walks  bool // on along course
	course ouro.Dir
	wish   ouro.Dir
	wishes int        // ticks for which the wish is still kept
	held   []ouro.Dir // keys that are down, the newest last
	bomb   bool
}

// wishTicks is how long a turn is remembered: about four steps.
const wishTicks = 4 * HunterStep

// Press says that a key of hunter h went down that walks in this direction.
func (c *Controls) Press(h int, d ouro.Dir) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := &c.each[h]
	k.wish, k.wishes = d, wishTicks
	if c.holds {
		k.wishes = HunterStep // a tap is one step
		k.let(d)
		k.held = append(k.held, d)
	}
}

// Release says that it came up again.
func (c *Controls) Release(h int, d ouro.Dir) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].let(d)
}

func (k *control) let(d ouro.Dir) {
	k.held = slices.DeleteFunc(k.held, func(o ouro.Dir) bool { return o == d })
}

// Bomb lays a bomb in the next tick.
func (c *Controls) Bomb(h int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].bomb = true
}

// Stop halts a hunter: he forgets all keys.
func (c *Controls) Stop(h int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].halt()
}

// StopAll halts everybody, for a pause.
func (c *Controls) StopAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for h := range c.each {
		c.each[h].halt()
	}
}

func (k *control) halt() { k.walks, k.wishes, k.held, k.bomb = false, 0, nil, false }

// TellReleases says whether releases are told.
func (c *Controls) TellReleases(holds bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds = holds
}

// Act is what hunter h asks for in the next tick. It makes Controls a Player.
func (c *Controls) Act(w *World, h int) Input {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, me := &c.each[h], &w.Hunters()[h]
	if w.Phase() != Playing || me.State != Active {
		k.walks, k.wishes, k.bomb = false, 0, false
		return Input{}
	}
	in := Input{Bomb: k.bomb}
	k.bomb = false
	if me.Wait <= 1 {
		in.Dir, in.Go = k.step(w, me.Cell, c.holds)
	}
	k.wishes = max(0, k.wishes-1)
	return in
}

// step is the step to take from cell at, if any.
func (k *control) step(w *World, at ouro.Cell, holds bool) (ouro.Dir, bool) {
	open := func(d ouro.Dir) bool { return w.Walkable(w.Grid().Next(at, d)) }
	if k.wishes > 0 && open(k.wish) {
		k.wishes, k.walks, k.course = 0, true, k.wish
		return k.wish, true
	}
	if holds {
		for _, d := range slices.Backward(k.held) {
			if open(d) {
				return d, true
			}
		}
		return 0, false
	}
	k.walks = k.walks && open(k.course) && w.Burning(w.Grid().Next(at, k.course)) == 0
	return k.course, k.walks
}
