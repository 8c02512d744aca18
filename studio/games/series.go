package games

import (
	"context"
	"encoding/json"
	"math/bits"
	"slices"
	"sort"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/frames"
)

// seriesData has the values of the charts for the turns since the last message "series".
type seriesData struct {
	Reset bool         `json:"reset,omitempty"` // the chart starts again
	To    int          `json:"to"`              // last turn of the data
	Lanes []laneSeries `json:"lanes"`
}

type laneSeries struct {
	Seats []seatSeries `json:"seats"`
}

// seatSeries has the values of one snake. Each item of Lengths is a turn in which the length
// changed, and the new length. Scores is a JSON array; its item i is the score of the decision at
// turn From + i*Every. Scores is empty if the solver reports no scores.
type seatSeries struct {
	Lengths [][2]int        `json:"lengths"`
	From    int             `json:"from"`
	Every   int             `json:"every"`
	Scores  json.RawMessage `json:"scores"`
}

const maxSteps = 4096 // changes of length in one message

// series sends the new values for the charts. If an earlier message could not be sent, it sends that
// one first.
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

// series returns the next message with new values, or nil if no value is new.
func (t *table) series() *seriesData {
	data := &seriesData{To: t.first, Reset: t.isUnsent()}
	for _, l := range t.lanes {
		data.To = max(data.To, t.turn(l.meter.at))
		var lane laneSeries
		for seat := range l.seats {
			lane.Seats = append(lane.Seats, l.series(t.first, seat))
		}
		data.Lanes = append(data.Lanes, lane)
	}
	if !data.hasData() {
		return nil
	}
	return data
}

func (t *table) isUnsent() bool {
	return !slices.ContainsFunc(t.lanes, func(l *lane) bool {
		return slices.ContainsFunc(l.sent, func(n int) bool { return n > 0 })
	})
}

func (d *seriesData) hasData() bool {
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
	scores.reset()
	return s
}

// samples has one number for each turn. If there are more than maxSamples, it keeps only the numbers
// of every second turn, then of every fourth turn, and so on.
type samples struct {
	from    int // turn of the first value
	every   int
	turn    int // next turn
	values  []float64
	nonzero bool // some value was not 0
}

const maxSamples = 1000 // most values in one message

func (s *samples) add(v float64) {
	if s.every == 0 {
		s.every = 1
	}
	if (s.turn-s.from)%s.every == 0 {
		s.values = append(s.values, v)
		s.nonzero = s.nonzero || v != 0
	}
	s.turn++
	if len(s.values) > maxSamples {
		for i := 0; 2*i < len(s.values); i++ {
			s.values[i] = s.values[2*i]
		}
		s.values = s.values[:(len(s.values)+1)/2]
		s.every *= 2
	}
}

func (s *samples) reset() {
	s.from, s.every, s.values, s.nonzero = s.turn, 1, s.values[:0], false
}

// histogram counts times by powers of two. Bucket i counts times from 2^(i-1) to less than
// 2^i microseconds. Bucket 0 counts times below one microsecond.
type histogram struct {
	Counts []int64 `json:"counts"`
	Total  int64   `json:"total"` // sum of all times, in microseconds
	Most   int64   `json:"most"`
}

func (h *histogram) add(took time.Duration) {
	us := took.Microseconds()
	i := bits.Len64(uint64(us))
	for len(h.Counts) <= i {
		h.Counts = append(h.Counts, 0)
	}
	h.Counts[i]++
	h.Total += us
	h.Most = max(h.Most, us)
}

// meter records the lengths of the snakes and the distances to the food of a game. It uses memory
// only for the turns in which a length changed.
type meter struct {
	rules *roster.RulesEntry
	at    int // last recorded turn, from 0; -1 before the first
	seats []growth
}

type growth struct {
	turns        []int32 // turns in which the length changed, counted from 0; the first is the start
	lengths      []int32
	distances    []int32 // sum of the distances to all food eaten up to that turn, in games with one food
	foodDistance int     // distance from the head to the current food when the food appeared
}

// add records the lengths and distances in the position of the next turn.
func (m *meter) add(s *ouro.State) {
	m.at++
	if m.seats == nil {
		m.seats = make([]growth, len(s.Snakes))
	}
	for seat := range m.seats {
		m.seats[seat].add(s, seat, m.at, m.hasDistances())
	}
}

// hasDistances reports whether the game has one snake and one food at a time. Otherwise the
// meter records no distances.
func (m *meter) hasDistances() bool { return m.rules != nil && m.rules.OneFood && len(m.seats) == 1 }

func (g *growth) add(s *ouro.State, seat, turn int, hasDistances bool) {
	body := &s.Snakes[seat].Body
	n := len(g.turns)
	if n > 0 && int(g.lengths[n-1]) == body.Len() {
		return
	}
	sum := int32(0)
	if n > 0 {
		sum = g.distances[n-1] + int32(g.foodDistance)
	}
	g.turns, g.lengths, g.distances = append(g.turns, int32(turn)), append(g.lengths, int32(body.Len())), append(g.distances, sum)
	if g.foodDistance = 0; hasDistances && len(s.Food) > 0 && body.Len() > 0 && body.Head() != ouro.NoCell {
		g.foodDistance = s.Grid.Distance(body.Head(), s.Food[0])
	}
}

func (m *meter) catchUp(p play.Positions, turn int) {
	for m.at < turn {
		m.add(p.At(m.at + 1))
	}
}

// last returns the index of the last change of length up to a turn. The start has index 0, so the
// index is also the number of meals.
func (g *growth) last(turn int) int {
	return sort.Search(len(g.turns), func(i int) bool { return int(g.turns[i]) > turn }) - 1
}
