package standings

import (
	"encoding/json"
	"math"
	"time"

	"ouro"
	"ouro/arena"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/stat"
	"ouro/studio/frames"
)

type reportData struct {
	Key     string          `json:"key"`
	Title   string          `json:"title"`
	Lead    string          `json:"lead"`
	Tables  []tableData     `json:"tables"`
	Notes   []string        `json:"notes"`
	Games   int             `json:"games"`
	Snakes  []string        `json:"snakes"` // names; a snake's index in this list identifies it in other fields
	Ranks   []int           `json:"ranks"`  // indices of snakes, best first
	Ratings []ratingData    `json:"ratings"`
	Trend   trendData       `json:"course"`
	Turns   bars            `json:"turns"`
	Think   []bars          `json:"think"`  // in the order of Ranks, in milliseconds; empty without times
	Report  json.RawMessage `json:"report"` // the output of ouro results show --json
}

type tableData struct {
	Title  string     `json:"title"`
	Heads  []string   `json:"heads"`
	Labels int        `json:"labels"` // number of columns with labels
	Rows   [][]string `json:"rows"`
}

// ratingData is a rating with its interval, or null if it is unknown.
type ratingData struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
	Lo    *float64 `json:"lo"`
	Hi    *float64 `json:"hi"`
}

// trendData has the scores of the snakes after some numbers of groups. Scores[i][j] is the score of
// the snake with rank i after Groups[j] groups.
type trendData struct {
	Groups []int        `json:"groups"`
	Scores [][]*float64 `json:"scores"`
}

// bars has the bars of a histogram. Counts[i] is the number of values from Edges[i] to Edges[i+1].
type bars struct {
	Edges  []float64 `json:"edges"`
	Counts []uint64  `json:"counts"`
}

const maxBars = 30 // approximate limit of bars in a chart

func reportOf(key string, report *lab.Report) (*reportData, error) {
	s, r := report.Sheet(), arena.FiguresOf(report)
	doc, err := report.MarshalJSON()
	if err != nil {
		return nil, err
	}
	d := &reportData{
		Key: key, Title: s.Title, Lead: s.Lead, Notes: append([]string{}, s.Notes...), Games: r.Games,
		Tables: []tableData{}, Ratings: []ratingData{}, Think: []bars{}, Report: doc, Turns: turnBars(r.Turns),
	}
	for _, snake := range r.Tournament.Snakes {
		d.Snakes = append(d.Snakes, snake.Name)
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		d.Tables = append(d.Tables, tableData{t.Title, t.Heads(), t.Labels(), t.Rows()})
	}
	d.Trend = trendData{Groups: []int{}, Scores: make([][]*float64, len(r.Standings))}
	for i := range r.Standings {
		standing := &r.Standings[i]
		d.Ranks = append(d.Ranks, standing.Snake)
		e := standing.Rating
		if e.Vague() || e.Bound() { // the chart shows no rating that is only a bound or too vague
			e.Value, e.Interval = math.NaN(), stat.Interval{Lo: math.NaN(), Hi: math.NaN()}
		}
		d.Ratings = append(d.Ratings, ratingData{standing.Name, frames.Finite(e.Value), frames.Finite(e.Interval.Lo), frames.Finite(e.Interval.Hi)})
		d.Trend.Scores[i] = []*float64{}
		if t := report.Results[standing.Snake].Times; t != nil && t.Think != nil {
			d.Think = append(d.Think, thinkBars(t.Think))
		}
	}
	for _, mark := range r.Trend {
		d.Trend.Groups = append(d.Trend.Groups, mark.Groups)
		for i := range r.Standings {
			d.Trend.Scores[i] = append(d.Trend.Scores[i], frames.Finite(mark.Scores[r.Standings[i].Snake]))
		}
	}
	return d, nil
}

func turnBars(sorted []int) bars {
	b := bars{Edges: []float64{}, Counts: []uint64{}}
	if len(sorted) == 0 {
		return b
	}
	width := sorted[len(sorted)-1]/maxBars + 1
	b.Counts = make([]uint64, sorted[len(sorted)-1]/width+1)
	for _, turns := range sorted {
		b.Counts[turns/width]++
	}
	for i := range len(b.Counts) + 1 {
		b.Edges = append(b.Edges, float64(i*width))
	}
	return b
}

func thinkBars(think *stat.Histogram) bars {
	b := bars{Edges: []float64{}, Counts: []uint64{}}
	edges, counts := chart.ThinkBins(think)
	for _, x := range edges {
		b.Edges = append(b.Edges, x/float64(time.Millisecond))
	}
	if counts != nil {
		b.Counts = counts[0]
	}
	return b
}

type gameData struct {
	Group   int    `json:"group"`
	Seating int    `json:"seating"`
	Seats   []int  `json:"seats"` // indices of snakes, by seat
	Winner  int    `json:"winner"`
	Ending  string `json:"ending"`
	Turns   int    `json:"turns"`
	Faults  int    `json:"mishaps"`
	File    string `json:"file,omitempty"` // name of the game's record; "" without a record
}

func gameOf(key string, f *lab.Finished) gameData {
	g := &f.Tally
	d := gameData{Group: int(g.Group), Seating: int(g.Seating), Winner: -1, Ending: g.Ending.String(), Turns: int(g.Turns), Seats: []int{}}
	if g.Ending == ouro.Won {
		d.Winner = int(g.Winner)
	}
	if f.Record != nil {
		d.File = fileOf(key, d.Group, d.Seating)
	}
	for i := range g.Seats {
		d.Seats = append(d.Seats, int(g.Seats[i].Entrant))
		d.Faults += int(g.Seats[i].Faults)
	}
	return d
}
