package lab

import (
	"encoding/csv"
	"io"
	"strconv"

	"ouro"
)

// WriteCSV writes one line for each entrant under a header. Every line says
// what was played, so that files of several experiments can be joined; what
// the sample is too small to tell is empty.
func (r *Report) WriteCSV(w io.Writer) error {
	c := newCSV(w)
	for i := range r.Results {
		c.write(r.Experiment.kind().row(r, &r.Results[i]))
	}
	return c.flush()
}

// WriteGamesCSV writes the finished games one by one, for analyses of one's own:
// a line for each entrant that sat in it. The seed is the game's own.
func (r *Report) WriteGamesCSV(w io.Writer) error {
	c := newCSV(w)
	if len(r.Games) == 0 { // the header alone
		c.head(r.Experiment.kind().games(r, &Tally{Seats: make([]Seat, 1)})[0])
	}
	for i := range r.Games {
		for _, row := range r.Experiment.kind().games(r, &r.Games[i]) {
			c.write(row)
		}
	}
	return c.flush()
}

// csvWriter writes records, the names of the first one above it. It keeps the
// first error.
type csvWriter struct {
	*csv.Writer
	begun bool
	cells []string
}

func newCSV(w io.Writer) *csvWriter { return &csvWriter{Writer: csv.NewWriter(w)} }

func (c *csvWriter) write(row record) {
	if !c.begun {
		c.head(row)
	}
	c.line(row, func(f field) string { return f.text })
}

func (c *csvWriter) head(row record) {
	c.begun = true
	c.line(row, func(f field) string { return f.name })
}

func (c *csvWriter) line(row record, cell func(field) string) {
	c.cells = c.cells[:0]
	for _, f := range row {
		c.cells = append(c.cells, cell(f))
	}
	_ = c.Write(c.cells) // Error tells
}

func (c *csvWriter) flush() error {
	c.Flush()
	return c.Error()
}

func (r *record) put(name, text string)         { *r = append(*r, field{name, text}) }
func (r *record) count(name string, n int)      { r.put(name, strconv.Itoa(n)) }
func (r *record) number(name string, x float64) { r.put(name, decimals(x)) }

// times are those of thinking, where there are any.
func (r *record) times(t *Times) {
	if t != nil {
		r.count("think_mean_ns", int(t.Mean))
		r.count("think_p50_ns", int(t.P50))
		r.count("think_p99_ns", int(t.P99))
		r.count("think_max_ns", int(t.Max))
	}
}

// whole writes a number of a tally.
func whole(n int32) string { return strconv.Itoa(int(n)) }

// gameSeed is the seed of one game.
func (r *Report) gameSeed(t *Tally) string {
	return strconv.FormatUint(ouro.GameSeed(r.Experiment.Seed, int(t.Group)), 10)
}
