package paint

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ouro"
	"ouro/picture"
)

// timeline describes all turns of a clip, as input for an SVG.
type timeline struct {
	grid     *ouro.Grid
	from, to int
	tracks   []*track      // in the order of their first turns
	things   []*thing      // in the order of their first turns
	walks    []*walk       // by hunter
	last     picture.Scene // copy of the last scene

	current []*track        // by seat: the track that the snake follows now, or nil
	known   map[spot]*thing // the elements of things
}

// spot is a shape on a cell, such as food or a wall.
type spot struct {
	kind  string // id of the shape in the SVG
	layer uint8  // number of the layer of hazard; 0 for other shapes
	cell  ouro.Cell
}

// thing is a spot that appears and vanishes.
type thing struct {
	spot
	turns []int // turns in which it appears, vanishes, appears again, and so on
}

// isVisible reports whether the thing is visible after the last of its turns.
func (th *thing) isVisible() bool { return len(th.turns)%2 == 1 }

// walk is the path of a hunter. From turns[i] on, the hunter is on cells[i], or off the board if
// cells[i] is NoCell.
type walk struct {
	turns []int
	cells []ouro.Cell
}

func newTimeline(ctx context.Context, c Clip) (*timeline, error) {
	tl := &timeline{from: c.From, to: c.To, known: map[spot]*thing{}}
	for turn := c.From; turn <= c.To; turn++ {
		s, err := c.Scene(ctx, turn)
		if err != nil {
			return nil, err
		}
		tl.grid = s.Grid
		tl.addThings(s, turn)
		tl.addSnakes(s, turn)
		tl.addHunters(s, turn)
		if turn == c.To {
			tl.last = *s
		}
	}
	for _, t := range tl.tracks {
		t.way = wayThrough(t.grid, t.cells)
	}
	return tl, nil
}

// spots calls visit for every shape on cell c.
func spots(t *picture.Tile, c ouro.Cell, visit func(spot)) {
	switch t.Ground {
	case picture.Wall:
		visit(spot{"wall", 0, c})
	case picture.Hedge:
		visit(spot{"hedge", 0, c})
	case picture.Outside:
		visit(spot{"out", 0, c})
	case picture.Floor:
	}
	markSpots(&t.Marks, c, visit)
	for layer := range min(t.Hazard, maxHazard) {
		visit(spot{"hazard", layer, c})
	}
	if t.Food {
		visit(spot{"food", 0, c})
	}
	if t.Flame {
		visit(spot{"flame", 0, c})
	}
	if t.Bomb {
		visit(spot{"bomb", 0, c})
	}
}

func (tl *timeline) addThings(s *picture.Scene, turn int) {
	seen := map[*thing]bool{}
	for c := range s.Tiles {
		spots(&s.Tiles[c], ouro.Cell(c), func(at spot) {
			th := tl.known[at]
			if th == nil {
				th = &thing{spot: at}
				tl.known[at] = th
				tl.things = append(tl.things, th)
			}
			if seen[th] = true; !th.isVisible() {
				th.turns = append(th.turns, turn)
			}
		})
	}
	for _, th := range tl.things {
		if th.isVisible() && !seen[th] {
			th.turns = append(th.turns, turn)
		}
	}
}

func (tl *timeline) addSnakes(s *picture.Scene, turn int) {
	for len(tl.current) < len(s.Snakes) {
		tl.current = append(tl.current, nil)
	}
	for seat := range s.Snakes {
		sn, t := &s.Snakes[seat], tl.current[seat]
		if len(sn.Body) == 0 {
			if t != nil {
				t.until, tl.current[seat] = turn, nil
			}
			continue
		}
		if t == nil || t.color != sn.Color || !t.follow(sn) {
			if t != nil {
				t.until = turn
			}
			t = newTrack(s.Grid, sn, turn)
			tl.current[seat], tl.tracks = t, append(tl.tracks, t)
		}
		if sn.Dead && t.died == never {
			t.died = turn
		}
	}
}

func (tl *timeline) addHunters(s *picture.Scene, turn int) {
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

// share converts a time, in turns, to a fraction of the loop's duration.
func (d *drawing) share(at float64) float64 {
	return min(1, (at-float64(d.from))/d.st.speed()/d.total)
}

// number formats x in the shortest form that SVG allows, with at most this many digits after the
// point.
func number(x float64, digits int) string {
	s := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	if rest, ok := strings.CutPrefix(s, "0."); ok {
		return "." + rest
	}
	if rest, ok := strings.CutPrefix(s, "-0."); ok {
		return "-." + rest
	}
	return s
}

// animationAttributes formats marks as the values and key times of an animation. The first key time
// is the beginning of the loop, and the last key time is its end.
func (d *drawing) animationAttributes(marks []mark, name string, value func(far float64) string) string {
	last := marks[len(marks)-1]
	if marks[0].at > float64(d.from) {
		marks = append([]mark{{float64(d.from), marks[0].far}}, marks...)
	}
	values, times := make([]string, 0, len(marks)+1), make([]string, 0, len(marks)+1)
	for _, m := range marks {
		values, times = append(values, value(m.far)), append(times, number(d.share(m.at), timeDigits))
	}
	values, times = append(values, value(last.far)), append(times, "1")
	return fmt.Sprintf("%s=\"%s\" keyTimes=\"%s\"", name, strings.Join(values, ";"), strings.Join(times, ";"))
}

// timeDigits is the number of digits of key times. 7 digits distinguish hundredths of a turn in a
// loop of 20,000 turns.
const timeDigits = 7

// loopAttributes returns the attributes of an animation that repeats with the loop.
func (d *drawing) loopAttributes() string {
	return fmt.Sprintf("dur=\"%ss\" repeatCount=\"indefinite\"", number(d.total, 3))
}

// visibilityAnimation returns the animation of a thing that appears and vanishes in these turns,
// or "" for a thing that is always visible.
func (d *drawing) visibilityAnimation(turns []int) string {
	if len(turns) == 1 && turns[0] == d.from {
		return ""
	}
	return d.stepAnimation("visibility", turns, func(i int) string {
		if i%2 == 0 {
			return "visible"
		}
		return "hidden"
	}, "hidden")
}

// stepAnimation returns the animation of an attribute that changes at these turns. Until the first of
// them, the attribute has the value initial.
func (d *drawing) stepAnimation(attribute string, turns []int, value func(i int) string, initial string) string {
	var values, times []string
	if turns[0] > d.from {
		values, times = append(values, initial), append(times, "0")
	}
	for i, turn := range turns {
		values, times = append(values, value(i)), append(times, number(d.share(float64(turn)), timeDigits))
	}
	return fmt.Sprintf("<animate attributeName=\"%s\" %s calcMode=\"discrete\" values=\"%s\" keyTimes=\"%s\"/>",
		attribute, d.loopAttributes(), strings.Join(values, ";"), strings.Join(times, ";"))
}
