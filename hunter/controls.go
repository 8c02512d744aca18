package hunter

import (
	"slices"
	"sync"

	"ouro"
)

// Controls convert the keys of players to inputs of their hunters.
//
// Most terminals report when a key is pressed, but not when it is released. With these terminals, a
// hunter walks until something blocks its way, another key turns it, or the stop key halts it. A
// turn that is not yet possible is remembered for wishTicks. A walking hunter stops before flames; only
// a key press makes it enter them. If the terminal reports releases, a hunter walks while a key is
// down.
//
// Controls are safe for concurrent use.
type Controls struct {
	mu              sync.Mutex
	reportsReleases bool // whether the terminal reports releases
	hunters         [MaxHunters]control
}

// control is the state of the keys of one hunter.
type control struct {
	walks   bool       // whether the hunter continues in direction heading
	heading ouro.Dir   // direction of the last step
	wish    ouro.Dir   // direction of the last key press
	wishes  int        // ticks until wish expires
	held    []ouro.Dir // directions whose keys are down, the newest last
	bomb    bool       // whether the bomb key was pressed since the last tick
}

// wishTicks is the number of ticks for which a turn is remembered: four steps.
const wishTicks = 4 * HunterStep

// Press handles the press of a direction key of hunter h.
func (c *Controls) Press(h int, d ouro.Dir) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := &c.hunters[h]
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
	c.hunters[h].release(d)
}

func (k *control) release(d ouro.Dir) {
	k.held = slices.DeleteFunc(k.held, func(o ouro.Dir) bool { return o == d })
}

func (c *Controls) Bomb(h int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hunters[h].bomb = true
}

// Stop halts hunter h and forgets its keys.
func (c *Controls) Stop(h int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hunters[h].halt()
}

// StopAll halts all hunters and forgets their keys, for a pause.
func (c *Controls) StopAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for h := range c.hunters {
		c.hunters[h].halt()
	}
}

func (k *control) halt() { k.walks, k.wishes, k.held, k.bomb = false, 0, nil, false }

// SetReleases sets whether the terminal reports releases of keys.
func (c *Controls) SetReleases(reports bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reportsReleases = reports
}

// Act returns the next input of hunter h, so that Controls is a Player.
func (c *Controls) Act(w *World, h int) Input {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, me := &c.hunters[h], &w.Hunters()[h]
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

// step returns the direction of the next step of a hunter on cell at, or false for no step.
func (k *control) step(w *World, at ouro.Cell, reportsReleases bool) (ouro.Dir, bool) {
	canGo := func(d ouro.Dir) bool { return w.Walkable(w.Grid().Next(at, d)) }
	if k.wishes > 0 && canGo(k.wish) {
		k.wishes, k.walks, k.heading = 0, true, k.wish
		return k.wish, true
	}
	if reportsReleases {
		for _, d := range slices.Backward(k.held) {
			if canGo(d) {
				return d, true
			}
		}
		return 0, false
	}
	k.walks = k.walks && canGo(k.heading) && w.Burning(w.Grid().Next(at, k.heading)) == 0
	return k.heading, k.walks
}
