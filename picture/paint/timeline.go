package paint

import (
	"context"

	"ouro"
)

// timeline has the events in a range of turns, for an SVG.
type timeline struct {
	grid     *ouro.Grid
	from, to int
	tracks   []*track // in the order of their first turns
	things   []*thing // in the order of their first turns
	walks    []*walk  // by hunter
	last     Scene    // a copy of the scene of turn to

	open  []*track // by seat; nil without a current track
	known map[spot]*thing
}

// spot is a thing on a cell.
type spot struct {
	kind  string // its id in the SVG
	layer uint8
	cell  ouro.Cell
}

// thing is a spot with the turns in which it changes.
type thing struct {
	spot
	turns []int // in which it appears, vanishes, appears again, ...
}

// there reports whether the thing is there after the last of its turns.
func (th *thing) there() bool { return len(th.turns)%2 == 1 }

// walk is the path of a hunter: its cell from a turn on, NoCell while it is out.
type walk struct {
	turns []int
	cells []ouro.Cell
}

func record(ctx context.Context, f Film, from, to int) (*timeline, error) {
	tl := &timeline{from: from, to: to, known: map[spot]*thing{}}
	for turn := from; turn <= to; turn++ {
		s, err := f.Scene(ctx, turn)
		if err != nil {
			return nil, err
		}
		tl.grid = s.Grid
		tl.addThings(s, turn)
		tl.addSnakes(s, turn)
		tl.addHunters(s, turn)
		if turn == to {
			tl.last = *s
		}
	}
	for _, t := range tl.tracks {
		t.way = wayThrough(t.grid, t.cells)
	}
	return tl, nil
}

// spots calls each for everything on a cell.
func (t *Tile) spots(c ouro.Cell, each func(spot)) {
	switch t.Ground {
	case Wall:
		each(spot{"wall", 0, c})
	case Hedge:
		each(spot{"hedge", 0, c})
	case Outside:
		each(spot{"out", 0, c})
	case Floor:
	}
	for layer := range min(t.Hazard, maxHazard) {
		each(spot{"hazard", layer, c})
	}
	if t.Food {
		each(spot{"food", 0, c})
	}
	if t.Flame {
		each(spot{"flame", 0, c})
	}
	if t.Bomb {
		each(spot{"bomb", 0, c})
	}
}

func (tl *timeline) addThings(s *Scene, turn int) {
	seen := map[*thing]bool{}
	for c := range s.Tiles {
		s.Tiles[c].spots(ouro.Cell(c), func(at spot) {
			th := tl.known[at]
			if th == nil {
				th = &thing{spot: at}
				tl.known[at] = th
				tl.things = append(tl.things, th)
			}
			if seen[th] = true; !th.there() {
				th.turns = append(th.turns, turn)
			}
		})
	}
	for _, th := range tl.things {
		if th.there() && !seen[th] {
			th.turns = append(th.turns, turn)
		}
	}
}

func (tl *timeline) addSnakes(s *Scene, turn int) {
	for len(tl.open) < len(s.Snakes) {
		tl.open = append(tl.open, nil)
	}
	for seat := range s.Snakes {
		sn, t := &s.Snakes[seat], tl.open[seat]
		if len(sn.Body) == 0 {
			if t != nil {
				t.until, tl.open[seat] = turn, nil
			}
			continue
		}
		if t == nil || t.color != sn.Color || !t.follow(sn) {
			if t != nil {
				t.until = turn
			}
			t = newTrack(s.Grid, sn, turn)
			tl.open[seat], tl.tracks = t, append(tl.tracks, t)
		}
		if sn.Dead && t.died == never {
			t.died = turn
		}
	}
}

func (tl *timeline) addHunters(s *Scene, turn int) {
	for i, h := range s.Hunters {
		if i == len(tl.walks) {
			tl.walks = append(tl.walks, &walk{})
		}
		w := tl.walks[i]
		if n := len(w.cells); n == 0 || w.cells[n-1] != h.Cell {
			w.turns, w.cells = append(w.turns, turn), append(w.cells, h.Cell)
		}
	}
}
