package position

import (
	"encoding/json"
	"fmt"
	"strings"

	"ouro"
	"ouro/internal/palette"
	"ouro/roster"
	"ouro/solve/exact"
	"ouro/studio/frames"
)

// Data for the page. Directions are numbers as in ouro.Dir, and -1 for a dead snake.

type boardData struct {
	ID       int          `json:"id,omitempty"`
	Rules    string       `json:"rules"`
	Position string       `json:"position"`
	Board    frames.Board `json:"board"`
	Lane     *frames.Lane `json:"lane"`
	Room     int          `json:"room"`            // number of cells without walls
	Wrong    string       `json:"wrong,omitempty"` // why no game can continue from the position
	Undo     int          `json:"undo"`            // number of steps that can be undone
	Redo     int          `json:"redo"`
	Alive    []int        `json:"alive"` // seats of living snakes
	Has      hasData      `json:"has"`
	Champion string       `json:"champion,omitempty"` // strongest solver that can play from the position
	Exact    exactness    `json:"exact"`
}

// hasData lists what the rules allow in a position.
type hasData struct {
	Snakes  int  `json:"snakes"` // largest number of snakes
	Food    bool `json:"food"`
	OneFood bool `json:"oneFood"`
	Walls   bool `json:"walls"`
	Hedges  bool `json:"hedges"`
	Hazards bool `json:"hazards"`
	Health  bool `json:"health"`
}

type exactness struct {
	Can   bool   `json:"can"`
	Quick bool   `json:"quick,omitempty"` // exact values take about a second
	Why   string `json:"why,omitempty"`   // why exact values cannot be computed
}

type openedData struct {
	boardData
	Colors []string  `json:"colors"` // colours of the snakes, by seat
	Turn   int       `json:"turn"`   // turn of the position in the game, from 0
	Game   *gameData `json:"game,omitempty"`
}

// gameData has the moves of a game. Moves has one text for each seat. The text has one character for
// each turn: the letter of the snake's move, or a dot if the snake is dead.
type gameData struct {
	First int      `json:"first"` // turn of the game's start
	Moves []string `json:"moves"`
	Cut   bool     `json:"cut,omitempty"` // the moves stop before the game is over
}

type idData struct {
	ID int `json:"id"`
}

type failedData struct {
	ID      int    `json:"id"`
	Job     string `json:"job"`
	Message string `json:"message"`
}

type stepData struct {
	Dirs     []int       `json:"dirs"`
	Position string      `json:"position"`
	Spawned  []ouro.Cell `json:"spawned,omitempty"`
	Over     string      `json:"over,omitempty"` // the result, in words
}

type movedData struct {
	ID    int       `json:"id"`
	Step  stepData  `json:"step"`
	Board boardData `json:"board"`
}

type followedData struct {
	ID    int        `json:"id"`
	Steps []stepData `json:"steps"`
	Board boardData  `json:"board"`
}

type lineData struct {
	ID    int        `json:"id"`
	Steps []stepData `json:"steps"`
}

type thoughtData struct {
	ID     int               `json:"id"`
	Index  int               `json:"index"` // index of the solver in the request
	Solver string            `json:"solver"`
	Seat   int               `json:"seat"`
	Dir    int               `json:"dir"`
	Score  *float64          `json:"score"`
	Depth  int               `json:"depth"`
	Nodes  int64             `json:"nodes"`
	Took   int64             `json:"took"` // microseconds
	Notes  []json.RawMessage `json:"notes,omitempty"`
	Error  string            `json:"error,omitempty"`
}

type progressData struct {
	ID      int    `json:"id"`
	Job     string `json:"job"`
	Length  int    `json:"length"`
	Listing bool   `json:"listing"`
	Done    int64  `json:"done"`
	Total   int64  `json:"total"`
}

type exactData struct {
	ID          int          `json:"id"`
	Position    string       `json:"position"`
	Probability float64      `json:"probability"`
	Moves       *float64     `json:"moves"`             // expected number of moves in won games
	Meal        int          `json:"meal"`              // moves to the next meal
	Starves     bool         `json:"starves,omitempty"` // the snake starves before its next meal; all other figures ignore hunger
	Choices     []choiceData `json:"choices"`
}

type choiceData struct {
	Fatal       bool     `json:"fatal"`
	Eats        bool     `json:"eats"`
	Best        bool     `json:"best"`
	Probability float64  `json:"probability"`
	Moves       *float64 `json:"moves"`
}

type costsData struct {
	ID    int        `json:"id"`
	From  int        `json:"from"` // index of the first cost
	Of    int        `json:"of"`
	Costs []costData `json:"costs"`
}

type costData struct {
	Turn   int     `json:"turn"`
	Dir    int     `json:"dir"`
	Best   []int   `json:"best"`
	Moves  float64 `json:"moves"`
	Chance float64 `json:"chance,omitempty"`
	Half   float64 `json:"half,omitempty"`

	Unknown bool `json:"unknown,omitempty"`
}

type accuracyData struct {
	ID int `json:"id"`
	Accuracy
}

func (d *editor) opened(turn int) openedData {
	o := openedData{boardData: d.boardData(d.position), Turn: turn}
	for seat := range max(8, len(d.position.State.Snakes)) {
		o.Colors = append(o.Colors, palette.Snake(seat).String())
	}
	if g := d.game; g != nil {
		o.Game = &gameData{First: d.position.State.Turn - turn}
		for seat := range g.Seats {
			var moves strings.Builder
			for i := range g.Turns() {
				letter := byte('.')
				if dir := g.Joint(i)[seat]; dir <= ouro.Left {
					letter = dir.Letter()
				}
				moves.WriteByte(letter)
			}
			o.Game.Moves = append(o.Game.Moves, moves.String())
		}
		if b, outcome, over, err := g.At(d.jobs.ctx, turn); err == nil && over {
			o.markOver(b, outcome)
		}
		_, _, over, _ := g.At(d.jobs.ctx, g.Turns())
		o.Game.Cut = !over
	}
	return o
}

func (d *editor) boardData(p Position) boardData {
	data := boardData{
		Rules: p.Rules.String(), Position: p.Text(), Board: frames.BoardOf(p.State.Grid),
		Lane: frames.Of(p.State, p.names()), Alive: p.Alive(), Room: p.State.Room(),
		Undo: d.undo.back(), Redo: d.undo.forward(),
	}
	if e, err := roster.RulesEntryOf(p.Rules); err == nil {
		battle := e.Kind == roster.Battlesnake
		data.Has = hasData{e.Snakes, !e.EatsWalls(), e.OneFood, !battle, e.EatsWalls(), battle, battle}
	}
	if err := p.Check(); err != nil {
		data.Wrong = err.Error()
		return data
	}
	data.Champion = d.champion(p)
	data.Exact = exactness{Can: true}
	if err := d.exact.checkExact(p); err != nil {
		data.Exact = exactness{Why: err.Error()}
	} else {
		data.Exact.Quick = d.exact.isQuick(p)
	}
	return data
}

// champion returns the strongest solver that can play from a position, or "". Because it must make
// solvers, which is slow, it keeps the result for positions with the same kind of board.
func (d *editor) champion(p Position) string {
	s := p.State
	like := fmt.Sprintf("%s %s %v %v %v %d", p.Rules, s.Grid, s.Grid.Wraps, s.Room() == s.Grid.Size(), s.Hedges() > 0, len(p.Alive()))
	name, known := d.champions[like]
	if !known {
		if spec, err := roster.DefaultSolver(p.Game()); err == nil {
			name = spec.String()
		}
		if len(d.champions) > 100 {
			clear(d.champions)
		}
		d.champions[like] = name
	}
	return name
}

func (s *boardData) markOver(p Position, o ouro.Outcome) {
	s.Wrong = ""
	s.Lane.Ended = &frames.Ended{Ending: o.Ending, Winner: o.Winner, Words: p.names().Outcome(o)}
}

func stepOf(m *MoveResult) stepData {
	s := stepData{Dirs: numbers(m.Joint), Position: m.Position.Text(), Spawned: m.Spawned}
	if m.Over {
		s.Over = m.Position.names().Outcome(m.Outcome)
	}
	return s
}

func numbers(dirs []ouro.Dir) []int {
	all := make([]int, len(dirs))
	for i, d := range dirs {
		if all[i] = int(d); d > ouro.Left {
			all[i] = -1
		}
	}
	return all
}

func thoughtOf(id, index int, o *Opinion) thoughtData {
	t := thoughtData{
		ID: id, Index: index, Solver: o.Spec.String(), Seat: o.Seat, Dir: int(o.Decision.Dir),
		Score: frames.Finite(o.Decision.Score), Depth: o.Decision.Depth, Nodes: o.Decision.Nodes, Took: o.Took.Microseconds(),
	}
	for i := range o.Notes[:min(len(o.Notes), maxNotes)] {
		t.Notes = append(t.Notes, frames.AppendNote(nil, &o.Notes[i], frames.MaxNodes))
	}
	if o.Err != nil {
		t.Error, t.Dir = o.Err.Error(), -1
	}
	return t
}

const maxNotes = 32 // most notes of one opinion

func exactOf(id int, p Position, a *exact.Answer) exactData {
	e := exactData{ID: id, Position: p.Text(), Probability: a.Probability, Moves: frames.Finite(a.Moves), Meal: a.Meal}
	if rules, err := roster.RulesEntryOf(p.Rules); err == nil && rules.HungerLimit != nil {
		e.Starves = a.Meal+p.State.Snakes[0].Hunger > rules.HungerLimit(p.State.Grid)
	}
	for _, d := range ouro.Dirs {
		c := &a.Choices[d]
		e.Choices = append(e.Choices, choiceData{c.Fatal, c.Eats, a.Best.Has(d), c.Probability, frames.Finite(c.Moves)})
	}
	return e
}

func costOf(c Cost) costData {
	return costData{c.Turn, int(c.Dir), numbers(c.Best), c.Moves, c.Chance, c.Half, c.Unknown}
}
