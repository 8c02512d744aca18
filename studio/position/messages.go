package position

import (
	"encoding/json"

	"ouro"
	"ouro/studio/frames"
)

// Data for the page. Directions are numbers as in ouro.Dir; -1 is that of a dead snake.

// boardData describes a board.
type boardData struct {
	ID       int          `json:"id,omitempty"`
	Rules    string       `json:"rules"`
	Position string       `json:"position"`
	Board    frames.Board `json:"board"`
	Lane     *frames.Lane `json:"lane"`
	Wrong    string       `json:"wrong,omitempty"` // why no game can continue from here
	Undo     int          `json:"undo"`            // number of steps
	Redo     int          `json:"redo"`
	Alive    []int        `json:"alive"` // seats
	Has      hasData      `json:"has"`
	Champion string       `json:"champion,omitempty"` // strongest solver that can play here
	Exact    exactness    `json:"exact"`
}

// hasData describes what boards of the rules can have.
type hasData struct {
	Snakes  int  `json:"snakes"` // at most
	Food    bool `json:"food"`
	OneFood bool `json:"oneFood"`
	Walls   bool `json:"walls"`
	Hedges  bool `json:"hedges"`
	Hazards bool `json:"hazards"`
	Health  bool `json:"health"`
}

type exactness struct {
	Can   bool   `json:"can"`
	Quick bool   `json:"quick,omitempty"` // takes about a second
	Why   string `json:"why,omitempty"`   // why they cannot be computed
}

// openedData is the first message of a channel.
type openedData struct {
	boardData
	Colors []string  `json:"colors"` // of snakes, by seat
	Turn   int       `json:"turn"`   // turn of the board in the game, from 0
	Game   *gameData `json:"game,omitempty"`
}

// gameData has the moves of a game as letters, one text for each seat; a dead snake has a
// dot.
type gameData struct {
	First int      `json:"first"` // turn of its start
	Moves []string `json:"moves"`
	Cut   bool     `json:"cut,omitempty"` // the game does not end here
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

type lineData struct {
	ID    int        `json:"id"`
	Steps []stepData `json:"steps"`
}

type thoughtData struct {
	ID     int               `json:"id"`
	Index  int               `json:"index"` // of the solver in the request
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
	Moves       *float64     `json:"moves"`             // of won games
	Meal        int          `json:"meal"`              // moves to the next meal
	Starves     bool         `json:"starves,omitempty"` // the snake starves before the meal; the figures ignore that
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
