package hunt

import (
	"slices"
	"sync"

	"charm.land/bubbles/v2/key"

	"ouro"
	"ouro/hunter"
	"ouro/tui/frame"
)

// controls turn the keys of the people who play into what their hunters ask for
// in each tick.
//
// Most terminals tell when a key goes down, but not when it comes up again. So a
// hunter walks on by himself until something is in his way, another key turns
// him or the stop key halts him; a turn that is not possible yet is remembered
// for wishTicks. He stops before flames: only a key makes him enter them. Where
// the terminal tells of releases as well, he walks as long as a key is down.
//
// Keys may be pressed from any goroutine while the game plays.
type controls struct {
	mu    sync.Mutex
	holds bool // releases are told
	each  [hunter.MaxHunters]control
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
const wishTicks = 4 * hunter.HunterStep

func (c *controls) press(h int, d ouro.Dir) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := &c.each[h]
	k.wish, k.wishes = d, wishTicks
	if c.holds {
		k.wishes = hunter.HunterStep // a tap is one step
		k.let(d)
		k.held = append(k.held, d)
	}
}

func (c *controls) release(h int, d ouro.Dir) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].let(d)
}

func (k *control) let(d ouro.Dir) {
	k.held = slices.DeleteFunc(k.held, func(o ouro.Dir) bool { return o == d })
}

func (c *controls) bomb(h int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].bomb = true
}

func (c *controls) stop(h int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].halt()
}

// stopAll halts everybody, for a pause.
func (c *controls) stopAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for h := range c.each {
		c.each[h].halt()
	}
}

func (k *control) halt() { k.walks, k.wishes, k.held, k.bomb = false, 0, nil, false }

// tellReleases says whether the terminal tells of them.
func (c *controls) tellReleases(holds bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.holds = holds
}

// Act is what hunter h asks for in the next tick. It makes controls a
// hunter.Player.
func (c *controls) Act(w *hunter.World, h int) hunter.Input {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, me := &c.each[h], &w.Hunters()[h]
	if w.Phase() != hunter.Playing || me.State != hunter.Active {
		k.walks, k.wishes, k.bomb = false, 0, false
		return hunter.Input{}
	}
	in := hunter.Input{Bomb: k.bomb}
	k.bomb = false
	if me.Wait <= 1 {
		in.Dir, in.Go = k.step(w, me.Cell, c.holds)
	}
	k.wishes = max(0, k.wishes-1)
	return in
}

// step is the step to take from cell at, if any.
func (k *control) step(w *hunter.World, at ouro.Cell, holds bool) (ouro.Dir, bool) {
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

// pad is the keys of one person.
type pad struct {
	walk [4]key.Binding // by ouro.Dir
	bomb key.Binding
	stop key.Binding
	name string // of the keys that walk
}

// pads are the keys of so many people: who is alone has them all.
func pads(people int) []pad {
	arrows := pad{
		walk: [4]key.Binding{
			ouro.Up: frame.Binding("↑", "up", "up"), ouro.Right: frame.Binding("→", "right", "right"),
			ouro.Down: frame.Binding("↓", "down", "down"), ouro.Left: frame.Binding("←", "left", "left"),
		},
		bomb: frame.Binding("enter /", "bomb", "enter", "/"), stop: frame.Binding(".", "stop", "."), name: "arrows",
	}
	letters := pad{
		walk: [4]key.Binding{
			ouro.Up: frame.Binding("w", "up", "w"), ouro.Right: frame.Binding("d", "right", "d"),
			ouro.Down: frame.Binding("s", "down", "s"), ouro.Left: frame.Binding("a", "left", "a"),
		},
		bomb: frame.Binding("space tab", "bomb", "space", "tab"), stop: frame.Binding("x", "stop", "x"), name: "wasd",
	}
	switch people {
	case 0:
		return nil
	case 1:
		one := pad{
			bomb: frame.Binding("space", "bomb", "space", "enter", "/", "tab"),
			stop: frame.Binding("x", "stop", "x", "."), name: "arrows",
		}
		for d := range one.walk {
			a, l := arrows.walk[d], letters.walk[d]
			one.walk[d] = frame.Binding(a.Help().Key, a.Help().Desc, append(a.Keys(), l.Keys()...)...)
		}
		return []pad{one}
	}
	return []pad{arrows, letters}
}
