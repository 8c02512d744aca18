package position

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"ouro"
	"ouro/internal/palette"
	"ouro/roster"
	"ouro/solve/exact"
	"ouro/studio/frames"
)

// What the page is told. Directions are numbers, as of ouro.Dir; -1 is that of a dead
// snake.

// boardData is a board, whole.
type boardData struct {
	ID       int          `json:"id,omitempty"`
	Rules    string       `json:"rules"`
	Position string       `json:"position"`
	Board    sizeData     `json:"board"`
	Lane     *frames.Lane `json:"lane"`
	Wrong    string       `json:"wrong,omitempty"` // why no game goes on from here
	Undo     int          `json:"undo"`            // so many steps can be taken back
	Redo     int          `json:"redo"`
	Alive    []int        `json:"alive"` // seats
	Has      hasData      `json:"has"`
	Champion string       `json:"champion,omitempty"` // the strongest solver that can play here
	Exact    exactness    `json:"exact"`
}

type sizeData struct {
	W     int  `json:"w"`
	H     int  `json:"h"`
	Wraps bool `json:"wraps"`
}

// hasData is what the rules know of.
type hasData struct {
	Snakes  int  `json:"snakes"` // at most
	Food    bool `json:"food"`
	OneFood bool `json:"oneFood"`
	Walls   bool `json:"walls"`
	Hedges  bool `json:"hedges"`
	Hazards bool `json:"hazards"`
	Health  bool `json:"health"`
}

// exactness is whether exact values can be computed.
type exactness struct {
	Can   bool   `json:"can"`
	Quick bool   `json:"quick,omitempty"` // in about a second
	Why   string `json:"why,omitempty"`   // not
}

// openedData is what stands when the channel does.
type openedData struct {
	boardData
	Colors []string  `json:"colors"` // of snakes, by seat
	Turn   int       `json:"turn"`   // of the game, from 0, that the board is of
	Game   *gameData `json:"game,omitempty"`
}

// gameData are the moves of a game, by their letters, a text for each seat; a dot
// stands for a dead snake.
type gameData struct {
	First int      `json:"first"` // turn of its start
	Moves []string `json:"moves"`
	Cut   bool     `json:"cut,omitempty"` // it goes on
}

type idData struct {
	ID int `json:"id"`
}

type failedData struct {
	ID      int    `json:"id"`
	Job     string `json:"job"`
	Message string `json:"message"`
}

// stepData is a move and where it leads.
type stepData struct {
	Dirs     []int       `json:"dirs"`
	Position string      `json:"position"`
	Spawned  []ouro.Cell `json:"spawned,omitempty"`
	Over     string      `json:"over,omitempty"` // how the game ended, in words
}

type movedData struct {
	ID    int       `json:"id"`
	Step  stepData  `json:"step"`
	Board boardData `json:"board"`
}

type lineData struct {
	ID    int        `json:"id"`
	Steps []stepData `json:"steps"`
}

type thoughtData struct {
	ID     int               `json:"id"`
	Index  int               `json:"index"` // of the solver among those that are asked
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

// exactData are exact values.
type exactData struct {
	ID          int          `json:"id"`
	Position    string       `json:"position"`
	Probability float64      `json:"probability"`
	Moves       *float64     `json:"moves"`             // of won games
	Meal        int          `json:"meal"`              // moves to the next one
	Starves     bool         `json:"starves,omitempty"` // the rules end the game before that: the figures know no such end
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
	From  int        `json:"from"` // index of the first
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
	ID     int         `json:"id"`
	Exact  bool        `json:"exact"`
	Judges []ouro.Spec `json:"judges,omitempty"`
	Meals  int         `json:"meals,omitempty"`
	Games  int         `json:"games,omitempty"`
}

func (d *desk) opened(turn int) openedData {
	o := openedData{boardData: d.shown(d.board), Turn: turn}
	for seat := range max(8, len(d.board.State.Snakes)) {
		o.Colors = append(o.Colors, palette.Snake(seat).String())
	}
	if g := d.game; g != nil {
		o.Game = &gameData{First: d.board.State.Turn - turn}
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
			o.over(b, outcome)
		}
		_, _, over, _ := g.At(d.jobs.ctx, g.Turns())
		o.Game.Cut = !over
	}
	return o
}

// shown is a board as the page is told of it.
func (d *desk) shown(b Board) boardData {
	g := b.State.Grid
	data := boardData{
		Rules: b.Rules.String(), Position: b.Text(), Board: sizeData{g.W, g.H, g.Wraps},
		Lane: frames.Of(b.State, b.names()), Alive: b.Alive(),
		Undo: d.undo.back(), Redo: d.undo.forth(),
	}
	if e, err := roster.FindRules(b.Rules.Name); err == nil {
		battle := e.Home == roster.Battlesnake
		data.Has = hasData{e.Snakes, !e.EatsWalls(), e.OneFood, !battle, e.EatsWalls(), battle, battle}
	}
	if err := b.Wrong(); err != nil {
		data.Wrong = err.Error()
		return data
	}
	data.Champion = d.champion(b)
	data.Exact = exactness{Can: true}
	if err := d.exact.can(b); err != nil {
		data.Exact = exactness{Why: err.Error()}
	} else {
		data.Exact.Quick = d.exact.size(g).Positions < quickPositions
	}
	return data
}

// champion is the strongest solver that can play from a board, "" if none can. To find
// it solvers are made, so it is remembered for boards that are alike.
func (d *desk) champion(b Board) string {
	s := b.State
	like := fmt.Sprintf("%s %s %v %v %v %d", b.Rules, s.Grid, s.Grid.Wraps, s.Room() == s.Grid.Size(), s.Hedges() > 0, len(b.Alive()))
	name, known := d.champions[like]
	if !known {
		if spec, err := roster.DefaultSolver(b.Game()); err == nil {
			name = spec.String()
		}
		if len(d.champions) > 100 {
			clear(d.champions)
		}
		d.champions[like] = name
	}
	return name
}

// quickPositions are so many that a computation of exact values takes about a second.
const quickPositions = 5e6

// over says that the game ended on the board, which is then no mistake.
func (s *boardData) over(b Board, o ouro.Outcome) {
	s.Wrong = ""
	s.Lane.Ended = ended(b, o)
}

func ended(b Board, o ouro.Outcome) *frames.Ended {
	return &frames.Ended{Ending: o.Ending, Winner: o.Winner, Words: b.names().Outcome(o)}
}

func stepOf(m *Moved) stepData {
	s := stepData{Dirs: numbers(m.Joint), Position: m.Board.Text(), Spawned: m.Spawned}
	if m.Over {
		s.Over = m.Board.names().Outcome(m.Outcome)
	}
	return s
}

// numbers are directions as the page knows them.
func numbers(dirs []ouro.Dir) []int {
	all := make([]int, len(dirs))
	for i, d := range dirs {
		if all[i] = int(d); d > ouro.Left {
			all[i] = -1
		}
	}
	return all
}

// number is one that JSON can say, or null.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func thoughtOf(id, index int, o *Opinion) thoughtData {
	t := thoughtData{
		ID: id, Index: index, Solver: o.Spec.String(), Seat: o.Seat, Dir: int(o.Decision.Dir),
		Score: number(o.Decision.Score), Depth: o.Decision.Depth, Nodes: o.Decision.Nodes, Took: o.Took.Microseconds(),
	}
	for i := range o.Notes[:min(len(o.Notes), maxNotes)] {
		t.Notes = append(t.Notes, frames.AppendNote(nil, &o.Notes[i], frames.MaxNodes))
	}
	if o.Err != nil {
		t.Error, t.Dir = o.Err.Error(), -1
	}
	return t
}

// maxNotes of one opinion are told.
const maxNotes = 32

func exactOf(id int, b Board, a *exact.Answer) exactData {
	e := exactData{ID: id, Position: b.Text(), Probability: a.Probability, Moves: number(a.Moves), Meal: a.Meal}
	if rules, err := roster.FindRules(b.Rules.Name); err == nil && rules.HungerLimit != nil {
		e.Starves = a.Meal+b.State.Snakes[0].Hunger > rules.HungerLimit(b.State.Grid)
	}
	for _, d := range ouro.Dirs {
		c := &a.Choices[d]
		e.Choices = append(e.Choices, choiceData{c.Fatal, c.Eats, a.Best.Has(d), c.Probability, number(c.Moves)})
	}
	return e
}

func costOf(c Cost) costData {
	return costData{c.Turn, int(c.Dir), numbers(c.Best), c.Moves, c.Chance, c.Half, c.Unknown}
}
