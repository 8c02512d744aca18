package games

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/frames"
)

// openedData is the first message of a channel. Speed, Play, Turn, Show and Seat are the
// values of the link.
type openedData struct {
	Link  string       `json:"link,omitempty"` // link of the game in a canonical form, so that every version of the program opens the same game
	Title string       `json:"title"`
	Rules string       `json:"rules"`
	Board frames.Board `json:"board"`
	Lanes []laneData   `json:"lanes"`
	First int          `json:"first"` // turn of the first position
	Turns int          `json:"turns"` // turn of the last known position
	Over  bool         `json:"over"`
	Speed float64      `json:"speed"` // turns a second
	Play  bool         `json:"play"`
	Turn  int          `json:"turn"`
	Show  []string     `json:"show"`
	Seat  int          `json:"seat"`
	File  *fileData    `json:"file,omitempty"`

	CommandLine string `json:"commandLine,omitempty"` // the command line that plays the same game
}

type laneData struct {
	Seats   []seat   `json:"seats"`
	Meal    string   `json:"meal,omitempty"`    // what the snakes eat
	Optimum *float64 `json:"optimum,omitempty"` // expected moves of optimal play, where known
	Hunger  int      `json:"hungerLimit,omitempty"`
}

func (g *game) opened() openedData {
	t := g.table
	grid := t.view.Scene[0].State.Grid
	spec := &t.lanes[0].spec
	o := openedData{
		Title: title(spec, grid), Rules: spec.Rules.String(), Board: frames.BoardOf(grid),
		First: t.first, Turn: t.first, Turns: t.turn(t.view.Turns), Over: t.over(), Show: []string{},
	}
	for _, l := range t.lanes {
		data := laneData{Seats: l.seats}
		if l.rules != nil {
			data.Meal = l.rules.Meal
			if l.rules.HungerLimit != nil {
				data.Hunger = l.rules.HungerLimit(grid)
			}
		}
		if moves, known := l.optimum(); known {
			data.Optimum = &moves
		}
		o.Lanes = append(o.Lanes, data)
	}
	if request := g.request; request != nil {
		l := request.Link("")
		o.Link, o.Speed, o.Play, o.Turn, o.Seat = l.String(), request.Speed, request.Play, request.Turn, request.Seat
		o.Show = append(o.Show, request.Show...)
		if c, err := request.CommandLine(); err == nil {
			o.CommandLine = c.String()
		}
	}
	if g.file != nil {
		o.File, o.Speed = &g.file.data, g.file.speed
	}
	return o
}

func title(spec *ouro.GameSpec, grid *ouro.Grid) string {
	text := fmt.Sprintf("%s %s", spec.Rules.Name, grid)
	if name, ok := roster.LevelName(spec.Level); ok {
		text = fmt.Sprintf("%s %s", spec.Rules.Name, name)
	}
	if name, ok := spec.Rules.Options.Get("map"); ok {
		text += " on map " + name
	}
	if spec.Position != nil {
		text += " from a position"
	}
	return text
}

type progressData struct {
	Turn    int     `json:"turn"`
	Turns   int     `json:"turns"`
	Running bool    `json:"running"`
	Speed   float64 `json:"speed"`
	Ended   bool    `json:"ended"`
	Goal    *int    `json:"goal,omitempty"` // target of the current seek
}

func (g *game) progress() progressData {
	t := g.table
	p := progressData{Turn: t.turn(t.view.Turn), Turns: t.turn(t.view.Turns), Running: g.running, Speed: g.pace.speed, Ended: t.over()}
	if g.goal >= 0 {
		goal := t.turn(g.goal)
		p.Goal = &goal
	}
	return p
}

type factsData struct {
	Turn  int         `json:"turn"`
	Lanes []laneFacts `json:"lanes"`
}

type laneFacts struct {
	Turn   int         `json:"turn"`
	Moves  int         `json:"moves"` // moves since the start of this game
	Done   int         `json:"done"`  // cells filled or food eaten, out of Whole; only in games that one snake can win
	Whole  int         `json:"whole,omitempty"`
	Seats  []seatFacts `json:"seats"`
	Failed string      `json:"failed,omitempty"` // the error of a solver that ended the game

	// Only for games with one food at a time: the sum of the distances to each eaten food, from the
	// head's cell when the food appeared; the number of moves up to the last meal; and by how many
	// per cent this number exceeds the sum.
	Distance      int      `json:"distance,omitempty"`
	MealMoves     int      `json:"mealMoves,omitempty"`
	AboveDistance *float64 `json:"aboveDistance,omitempty"`
	AboveOptimum  *float64 `json:"aboveOptimum,omitempty"` // per cent by which the moves exceed the optimum; only for a won game whose optimum is known

	Took *histogram `json:"took,omitempty"` // times of all answers so far
}

type seatFacts struct {
	Length  int    `json:"length"`
	Meals   int    `json:"meals"`
	Health  int    `json:"health"`
	Hunger  int    `json:"hunger"`
	Latency int64  `json:"latency"`           // time of the last answer in microseconds; 0 is unknown
	Mean    int64  `json:"mean"`              // mean time of all answers in microseconds
	Faults  int    `json:"mishaps,omitempty"` // number of faults
	Fault   string `json:"mishap,omitempty"`  // the last fault
}

func (t *table) facts() factsData {
	f := factsData{Turn: t.turn(t.view.Turn)}
	for i, l := range t.lanes {
		f.Lanes = append(f.Lanes, l.facts(&t.view.Scene[i]))
	}
	return f
}

func (l *lane) facts(sc *play.Scene) laneFacts {
	f := laneFacts{Turn: sc.State.Turn, Moves: sc.Turn, Failed: l.failure()}
	if l.rules != nil && l.rules.Progress != nil {
		f.Done, f.Whole = l.rules.Progress(sc.State)
	}
	for seat := range sc.State.Snakes {
		f.Seats = append(f.Seats, l.seatFacts(sc, seat))
	}
	if g := &l.meter.seats[0]; l.meter.hasDistances() {
		if i := g.last(sc.Turn); i > 0 {
			f.Distance, f.MealMoves = int(g.distances[i]), int(g.turns[i])
		}
		f.AboveDistance = percentAbove(float64(f.MealMoves), float64(f.Distance))
	}
	if moves, known := l.optimum(); known && sc.Ended && sc.Outcome.Ending == ouro.Won {
		f.AboveOptimum = percentAbove(float64(sc.Turn), moves)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.took.Counts != nil {
		f.Took = &histogram{slices.Clone(l.took.Counts), l.took.Total, l.took.Most}
	}
	return f
}

// percentAbove returns by how many per cent n exceeds base, or nil unless base is positive.
func percentAbove(n, base float64) *float64 {
	if base <= 0 {
		return nil
	}
	percent := 100 * (n/base - 1)
	return &percent
}

const maxFaults = 1000 // highest number of faults that is reported

func (l *lane) seatFacts(sc *play.Scene, seat int) seatFacts {
	sn := &sc.State.Snakes[seat]
	f := seatFacts{Length: sn.Body.Len(), Health: sn.Health, Hunger: sn.Hunger, Meals: max(0, l.meter.seats[seat].last(sc.Turn))}
	if sc.State.AlwaysGrow {
		f.Meals = 0
	}
	if seat < len(sc.Latency) {
		f.Latency = sc.Latency[seat].Microseconds()
	}
	if seat < len(sc.Mean) {
		f.Mean = sc.Mean[seat].Microseconds()
	}
	for i := len(sc.Incidents) - 1; i >= 0 && f.Faults < maxFaults; i-- {
		if in := &sc.Incidents[i]; in.Seat == seat {
			if f.Faults++; f.Faults == 1 {
				f.Fault = l.names.Fault(*in)
			}
		}
	}
	return f
}
