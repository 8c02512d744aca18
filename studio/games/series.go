package games

import (
	"context"
	"encoding/json"
	"slices"

	"ouro/studio/frames"
)

// seriesData is the data of charts for the turns since the last series.
type seriesData struct {
	Reset bool         `json:"reset,omitempty"` // the chart starts again
	To    int          `json:"to"`              // last turn of the data
	Lanes []laneSeries `json:"lanes"`
}

type laneSeries struct {
	Seats []seatSeries `json:"seats"`
}

// seatSeries lists the turns in which the length of a snake changed, with the new length,
// and the scores of its solver: score i is that of the decision at turn From + i*Every. A
// solver without scores has none.
type seatSeries struct {
	Lengths [][2]int        `json:"lengths"`
	From    int             `json:"from"`
	Every   int             `json:"every"`
	Scores  json.RawMessage `json:"scores"`
}

// maxSteps is the most changes of length in one message.
const maxSteps = 4096

// series sends the new data of charts, first what could not be sent before.
func (g *game) series(ctx context.Context) error {
	t := g.table
	for {
		if t.unsentSeries == nil {
			if t.unsentSeries = t.series(); t.unsentSeries == nil {
				return nil
			}
		}
		if err := g.ch.Send(ctx, "series", t.unsentSeries); err != nil {
			return err
		}
		t.unsentSeries = nil
	}
}

// series returns new data for one message, or nil.
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

// fresh reports whether no length was sent yet.
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

// series returns the new data of one snake and marks it as sent.
func (l *lane) series(first, seat int) seatSeries {
	l.mu.Lock()
	defer l.mu.Unlock()
	g, scores := &l.meter.seats[seat], &l.scores[seat]
	s := seatSeries{Lengths: [][2]int{}, From: first + scores.from, Every: max(1, scores.every)}
	for i := l.sent[seat]; i < len(g.turns) && len(s.Lengths) < maxSteps; i++ {
		s.Lengths = append(s.Lengths, [2]int{first + int(g.turns[i]), int(g.lengths[i])})
	}
	l.sent[seat] += len(s.Lengths)
	text := []byte{'['}
	if scores.nonzero {
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
