package hunt

import (
	"math"
	"slices"
	"strconv"

	"ouro"
	"ouro/hunter"
)

// Frame is the view after a tick, either whole or as the changes since the previous frame. A missing
// field is unchanged. A future time, such as the end of the level, is the tick at which it comes, so
// a countdown needs no update at every tick.
type Frame struct {
	Tick    int           `json:"tick"`
	Level   *Level        `json:"level,omitzero"` // only in a whole frame
	Ground  string        `json:"ground,omitzero"`
	Phase   *hunter.Phase `json:"phase,omitzero"`
	Due     *int          `json:"due,omitzero"` // end of the level, or of a break
	Score   *int          `json:"score,omitzero"`
	Hunters []Hunter      `json:"hunters,omitzero"`
	Snakes  []Snake       `json:"snakes,omitzero"` // all snakes in a whole frame, otherwise those that changed
	Bombs   []Bomb        `json:"bombs,omitzero"`
	Flames  []Flame       `json:"flames,omitzero"`
	Danger  []ouro.Cell   `json:"danger,omitzero"` // cells within reach of a bomb
	Hedges  []ouro.Cell   `json:"hedges,omitzero"` // new hedges
	Bare    []ouro.Cell   `json:"bare,omitzero"`   // cells that have lost their hedge
	Events  []Event       `json:"events,omitzero"` // events since the last frame
	News    []News        `json:"news,omitzero"`   // news since the last frame
}

type Level struct {
	Number  int    `json:"number"` // number of the level in the game, from 1
	Name    string `json:"name"`
	W       int    `json:"w"`
	H       int    `json:"h"`
	Step    int    `json:"step"` // ticks for one step of a snake
	Seconds int    `json:"seconds"`
}

type Hunter struct {
	Cell   ouro.Cell `json:"cell"`
	State  string    `json:"state"` // active, down or out
	Lives  int       `json:"lives"`
	Back   int       `json:"back,omitempty"`   // tick at which a hunter who is down returns
	Shield int       `json:"shield,omitempty"` // tick at which the protection ends
	Score  int       `json:"score"`
	Kills  int       `json:"kills"`
	Bot    bool      `json:"bot,omitempty"`
}

// Snake is the state of a snake. Its cells, head first, are Body if the frame has a Body. Otherwise
// they are Push, followed by the cells of the previous frame without the last Drop cells.
type Snake struct {
	Snake  int         `json:"snake"` // number of the snake, from 0
	Body   []ouro.Cell `json:"body,omitzero"`
	Push   []ouro.Cell `json:"push,omitzero"`
	Drop   int         `json:"drop,omitempty"`
	State  string      `json:"state"`            // alive, stunned or dead
	Safe   int         `json:"proof,omitempty"`  // tick at which the protection after a hit ends
	Scores []score     `json:"scores,omitempty"` // scores of its last decision, by direction
}

// Bomb lies on a cell and explodes at tick Due.
type Bomb struct {
	Cell   ouro.Cell `json:"cell"`
	Hunter int       `json:"hunter"`
	Due    int       `json:"due"`
}

// Flame burns on a cell until the tick Until.
type Flame struct {
	Cell  ouro.Cell `json:"cell"`
	Until int       `json:"until"`
}

// Event has the fields of [hunter.Event].
type Event struct {
	Tick   int       `json:"tick"`
	Kind   string    `json:"kind"`
	Cell   ouro.Cell `json:"cell"`
	Hunter int       `json:"hunter"`
	Snake  int       `json:"snake"`
	Count  int       `json:"count"`
}

type News struct {
	Tick int    `json:"tick"`
	Text string `json:"text"`
	Mood string `json:"mood,omitempty"` // good or bad, for the hunters
}

// score is the score of a direction; NaN means unknown.
type score float64

// MarshalJSON returns the score with three significant digits, or null if it is not
// finite.
func (s score) MarshalJSON() ([]byte, error) {
	if f := float64(s); !math.IsNaN(f) && !math.IsInf(f, 0) {
		return strconv.AppendFloat(nil, f, 'g', 3, 64), nil
	}
	return []byte("null"), nil
}

// view is the content of a whole frame. It is kept, to compute changes.
type view struct {
	level   Level
	ground  []ouro.Terrain
	phase   hunter.Phase
	due     int
	score   int
	hunters []Hunter
	snakes  []Snake
	bombs   []Bomb
	flames  []Flame
	danger  []ouro.Cell
}

var (
	hunterStates = [...]string{hunter.Active: "active", hunter.Down: "down", hunter.Out: "out"}
	snakeStates  = [...]string{hunter.Alive: "alive", hunter.Stunned: "stunned", hunter.Dead: "dead"}
)

// newView returns the view of a scene. With scores, the view has the scores of the snakes'
// directions. isBot reports whether a bot plays hunter h.
func newView(s *hunter.Scene, isBot func(h int) bool, scores bool) view {
	g := s.Level.Grid
	v := view{
		level:  Level{s.Number, s.Level.Name, g.W, g.H, s.Level.Step, s.Level.Seconds},
		ground: s.Ground, phase: s.Phase, due: s.Tick + s.Left, score: s.Score,
		bombs: []Bomb{}, flames: []Flame{}, danger: []ouro.Cell{},
	}
	until := func(ticks int) int {
		if ticks == 0 {
			return 0
		}
		return s.Tick + ticks
	}
	for i, h := range s.Hunters {
		one := Hunter{Cell: h.Cell, State: hunterStates[h.State], Lives: h.Lives, Shield: until(h.Shield), Score: h.Score, Kills: h.Kills, Bot: isBot(i)}
		if h.State == hunter.Down {
			one.Back = s.Tick + h.Wait
		}
		v.hunters = append(v.hunters, one)
	}
	for i, snake := range s.Snakes {
		one := Snake{Snake: i, Body: snake.Cells, State: snakeStates[snake.State], Safe: until(snake.Hurt)}
		if scores && snake.State == hunter.Alive {
			for _, f := range snake.Scores {
				one.Scores = append(one.Scores, score(f))
			}
		}
		v.snakes = append(v.snakes, one)
	}
	for _, b := range s.Bombs {
		v.bombs = append(v.bombs, Bomb{b.Cell, b.Owner, s.Tick + b.Fuse})
	}
	for c := range s.Burning {
		if s.Burning[c] > 0 {
			v.flames = append(v.flames, Flame{ouro.Cell(c), s.Tick + s.Burning[c]})
		}
		if s.Danger[c] {
			v.danger = append(v.danger, ouro.Cell(c))
		}
	}
	return v
}

func (v *view) fullFrame(tick int) Frame {
	ground := make([]byte, len(v.ground))
	for c, t := range v.ground {
		ground[c] = " X."[t]
	}
	return Frame{
		Tick: tick, Level: &v.level, Ground: string(ground), Phase: &v.phase, Due: &v.due, Score: &v.score,
		Hunters: v.hunters, Snakes: v.snakes, Bombs: v.bombs, Flames: v.flames, Danger: v.danger,
	}
}

func (v *view) changes(before *view, tick int) Frame {
	f := Frame{Tick: tick}
	if v.phase != before.phase {
		f.Phase = &v.phase
	}
	if v.due != before.due {
		f.Due = &v.due
	}
	if v.score != before.score {
		f.Score = &v.score
	}
	if !slices.Equal(v.hunters, before.hunters) {
		f.Hunters = v.hunters
	}
	if !slices.Equal(v.bombs, before.bombs) {
		f.Bombs = v.bombs
	}
	if !slices.Equal(v.flames, before.flames) {
		f.Flames = v.flames
	}
	if !slices.Equal(v.danger, before.danger) {
		f.Danger = v.danger
	}
	for i := range v.snakes {
		if s, changed := v.snakes[i].changes(&before.snakes[i]); changed {
			f.Snakes = append(f.Snakes, s)
		}
	}
	for c, t := range v.ground {
		switch {
		case t == before.ground[c]:
		case t == ouro.Hedge:
			f.Hedges = append(f.Hedges, ouro.Cell(c))
		default:
			f.Bare = append(f.Bare, ouro.Cell(c))
		}
	}
	return f
}

func (s Snake) changes(before *Snake) (Snake, bool) {
	body := s.Body
	s.Body = nil
	sameState := s.State == before.State && s.Safe == before.Safe && slices.EqualFunc(s.Scores, before.Scores, sameScore)
	if slices.Equal(body, before.Body) {
		return s, !sameState
	}
	for n := range min(len(body), 1+maxNewCells) {
		kept := len(body) - n
		if kept <= len(before.Body) && slices.Equal(body[n:], before.Body[:kept]) {
			s.Push, s.Drop = body[:n:n], len(before.Body)-kept
			return s, true
		}
	}
	s.Body = body
	return s, true
}

const maxNewCells = 8 // most new cells of a snake for which Push is used instead of Body

func sameScore(a, b score) bool { return a == b || a != a && b != b }
