package hunter

import (
	"slices"
	"sync"

	"ouro"
)

// Controls convert the keys of players to inputs of their hunters.
//
// Most terminals report when a key is pressed, but not when it is released. In these terminals, a
// hunter walks until something blocks its way, another key turns it, or the stop key halts it. A
// turn that is not yet possible is remembered for wishTicks. The hunter stops before flames; only a
// key makes it enter them. If the terminal reports releases, the hunter walks while a key is down.
//
// Controls are safe for concurrent use.
type Controls struct {
	mu              sync.Mutex
	reportsReleases bool // whether the terminal reports releases
	each            [MaxHunters]control
}

type control struct {
	walks   bool // whether the hunter continues in direction heading
	heading ouro.Dir
	wish    ouro.Dir
	wishes  int        // ticks until wish expires
	held    []ouro.Dir // keys that are down, the newest last
	bomb    bool
}

// wishTicks is how long a turn is remembered: about four steps.
const wishTicks = 4 * HunterStep

// Press handles the press of a direction key of hunter h.
func (c *Controls) Press(h int, d ouro.Dir) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := &c.each[h]
	k.wish, k.wishes = d, wishTicks
	if c.reportsReleases {
		k.wishes = HunterStep // a tap is one step
		k.release(d)
		k.held = append(k.held, d)
	}
}

// Release handles the release of a direction key of hunter h.
func (c *Controls) Release(h int, d ouro.Dir) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].release(d)
}

func (k *control) release(d ouro.Dir) {
	k.held = slices.DeleteFunc(k.held, func(o ouro.Dir) bool { return o == d })
}

func (c *Controls) Bomb(h int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].bomb = true
}

// Stop halts a hunter and forgets its keys.
func (c *Controls) Stop(h int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.each[h].halt()
}

// StopAll halts all hunters and forgets their keys, for a pause.
func (c *Controls) StopAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for h := range c.each {
		c.each[h].halt()
	}
}

func (k *control) halt() { k.walks, k.wishes, k.held, k.bomb = false, 0, nil, false }

func (c *Controls) SetReleases(holds bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reportsReleases = holds
}

// Act makes Controls a Player.
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
		in.Dir, in.Go = k.step(w, me.Cell, c.reportsReleases)
	}
	k.wishes = max(0, k.wishes-1)
	return in
}

func (k *control) step(w *World, at ouro.Cell, holds bool) (ouro.Dir, bool) {
	open := func(d ouro.Dir) bool { return w.Walkable(w.Grid().Next(at, d)) }
	if k.wishes > 0 && open(k.wish) {
		k.wishes, k.walks, k.heading = 0, true, k.wish
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
	k.walks = k.walks && open(k.heading) && w.Burning(w.Grid().Next(at, k.heading)) == 0
	return k.heading, k.walks
}
