package lab

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"ouro"
	"ouro/lab/stat"
)

// schema is the version of the JSON documents. It changes when a field changes
// its meaning or goes away, not when one is added.
const schema = 1

// WriteJSON writes the report as one JSON document on one line.
func (r *Report) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// MarshalJSON writes the report as the document that --json prints for this kind
// of games. Numbers have at most six decimals; what the sample is too small to
// tell is null.
func (r *Report) MarshalJSON() ([]byte, error) {
	return json.Marshal(r.Experiment.kind().document(r))
}

// Fact is a value of a JSON object under its name.
type Fact struct {
	Name  string
	Value any
}

// object is a JSON object whose names keep their order.
type object []Fact

func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(f.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// add adds a value under its name.
func (o *object) add(name string, value any) { *o = append(*o, Fact{name, value}) }

// addIf adds what is worth a word.
func (o *object) addIf(worth bool, name string, value any) {
	if worth {
		o.add(name, value)
	}
}

// think are the thinking times, where there are any.
func (o *object) think(t *Times) {
	if t != nil {
		o.add("think_ns_per_move", object{
			{"mean", t.Mean.Nanoseconds()}, {"p50", t.P50.Nanoseconds()}, {"p99", t.P99.Nanoseconds()}, {"max", t.Max.Nanoseconds()},
		})
	}
}

// jsonDifference is a mean and its interval.
func jsonDifference(d Difference) object {
	return object{{"mean", jsonNumber(d.Mean)}, {"ci95", jsonInterval(d.Interval)}}
}

// jsonFigure is a summary with the interval of its mean.
func jsonFigure(s stat.Summary) object {
	return object{
		{"n", s.N}, {"mean", jsonNumber(s.Mean)}, {"ci95", jsonInterval(s.Interval(Confidence))},
		{"min", jsonNumber(s.Min)}, {"median", jsonNumber(s.Median)}, {"max", jsonNumber(s.Max)},
	}
}

// jsonNumber is null where it is NaN. Six decimals are more than any sample
// supports, and few enough to be the same on every kind of processor.
type jsonNumber float64

func (n jsonNumber) MarshalJSON() ([]byte, error) {
	text := decimals(float64(n))
	if text == "" {
		text = "null"
	}
	return []byte(text), nil
}

// decimals writes x with at most six decimals, and NaN as "".
func decimals(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	text := strings.TrimRight(strconv.FormatFloat(x, 'f', 6, 64), "0")
	if text = strings.TrimSuffix(text, "."); text == "-0" {
		return "0"
	}
	return text
}

// jsonInterval is [lo, hi], or null where it is not known.
type jsonInterval stat.Interval

func (iv jsonInterval) MarshalJSON() ([]byte, error) {
	if math.IsNaN(iv.Lo) {
		return []byte("null"), nil
	}
	return json.Marshal([2]jsonNumber{jsonNumber(iv.Lo), jsonNumber(iv.Hi)})
}

func boardText(g ouro.GameSpec) string { return strconv.Itoa(g.W) + "x" + strconv.Itoa(g.H) }

// levelRows are the rows of the level, the top one first; nil without one.
func levelRows(g ouro.GameSpec) []string {
	if g.Level == nil {
		return nil
	}
	return strings.Split(strings.TrimSuffix(g.Level.String(), "\n"), "\n")
}
