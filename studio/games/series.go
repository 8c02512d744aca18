package games

import (
	"context"
	"encoding/json"
	"slices"

	"ouro/studio/frames"
)

// seriesData is what a chart needs of the turns since the last one.
type seriesData struct {
	Reset bool         `json:"reset,omitempty"` // it begins anew
	To    int          `json:"to"`              // the last turn that it tells of
	Lanes []laneSeries `json:"lanes"`
}

type laneSeries struct {
	Seats []seatSeries `json:"seats"`
}

// seatSeries are the turns in which a snake's length changed, with the length from
// then on, and what its solver thought of every so many decisions: the score at index
// i is of the decision at turn From + i*Every. A solver that says nothing has none.
type seatSeries struct {
	Lengths [][2]int        `json:"lengths"`
	From    int             `json:"from"`
	Every   int             `json:"every"`
	Scores  json.RawMessage `json:"scores"`
}

// mostSteps of a length are told in one message.
const mostSteps = 4096

// series tells what is new for charts. What could not be sent before comes first.
func (g *game) series(ctx context.Context) error {
	t := g.table
	for {
		if t.unsent == nil {
			if t.unsent = t.series(); t.unsent == nil {
				return nil
			}
		}
		if err := g.ch.Send(ctx, "series", t.unsent); err != nil {
			return err
		}
		t.unsent = nil
	}
}

// series is what is new, as much as goes into a message, or nil.
func (t *table) series() *seriesData {
	data := &seriesData{To: t.first, Reset: t.fresh()}
	for _, l := range t.lanes {
		data.To = max(data.To, t.turn(l.meter.at))
		var lane laneSeries
		for seat := range l.seats {
			lane.Seats = append(lane.Seats, l.series(t.first, seat))
		}
		data.Lanes = append(data.Lanes, lane)
	}
	if !data.news() {
		return nil
	}
	return data
}

// fresh tells whether nothing was told of any length.
func (t *table) fresh() bool {
	return !slices.ContainsFunc(t.lanes, func(l *lane) bool {
		return slices.ContainsFunc(l.sent, func(n int) bool { return n > 0 })
	})
}

func (d *seriesData) news() bool {
	for _, l := range d.Lanes {
		for _, s := range l.Seats {
			if len(s.Lengths) > 0 || len(s.Scores) > len("[]") {
				return true
			}
		}
	}
	return false
}

// series is what is new of one snake, which is then known.
func (l *lane) series(first, seat int) seatSeries {
	l.mu.Lock()
	defer l.mu.Unlock()
	g, scores := &l.meter.seats[seat], &l.scores[seat]
	s := seatSeries{Lengths: [][2]int{}, From: first + scores.from, Every: max(1, scores.every)}
	for i := l.sent[seat]; i < len(g.turns) && len(s.Lengths) < mostSteps; i++ {
		s.Lengths = append(s.Lengths, [2]int{first + int(g.turns[i]), int(g.lengths[i])})
	}
	l.sent[seat] += len(s.Lengths)
	text := []byte{'['}
	if scores.told {
		for i, v := range scores.values {
			if i > 0 {
				text = append(text, ',')
			}
			text = frames.AppendNumber(text, v)
		}
	}
	s.Scores = append(text, ']')
	scores.take()
	return s
}
