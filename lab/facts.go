package lab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"ouro/lab/stat"
)

// Fact is a value under its name. JSON and CSV are made of the same facts: where
// a value is a list of facts itself, JSON has an object, and CSV has its name
// before theirs.
type Fact struct {
	Name  string
	Value any
}

// object is facts in their order.
type object []Fact

// Values that not every format has.
type (
	inJSON struct{ value any }
	inCSV  struct{ value any }
	sparse struct{ value any } // JSON leaves it out where it is 0, "", false or nil
)

// add adds a value under its name.
func (o *object) add(name string, value any) { *o = append(*o, Fact{name, value}) }

// MarshalJSON writes the facts that JSON has.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for _, f := range o {
		value, has := ofJSON(f.Value)
		if !has {
			continue
		}
		name, err := json.Marshal(f.Name)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		b.WriteString(",")
		b.Write(slices.Concat(name, []byte(":"), text))
	}
	return slices.Concat([]byte("{"), bytes.TrimPrefix(b.Bytes(), []byte(",")), []byte("}")), nil
}

// ofJSON is what JSON has of a value, if anything.
func ofJSON(value any) (any, bool) {
	switch v := value.(type) {
	case inCSV:
		return nil, false
	case inJSON:
		return ofJSON(v.value)
	case sparse:
		return v.value, !reflect.ValueOf(v.value).IsZero()
	}
	return value, true
}

// eachCell tells yield of the cells that CSV has of a value.
func eachCell(name string, value any, yield func(name, text string)) {
	switch v := value.(type) {
	case inJSON:
	case inCSV:
		eachCell(name, v.value, yield)
	case sparse:
		eachCell(name, v.value, yield)
	case object:
		for _, f := range v {
			eachCell(name+"_"+f.Name, f.Value, yield)
		}
	case interval:
		stem := strings.TrimSuffix(name, "ci95")
		yield(stem+"lo95", decimals(v.Lo))
		yield(stem+"hi95", decimals(v.Hi))
	case []string:
		yield(name, strings.Join(v, " "))
	default:
		yield(name, fmt.Sprint(v))
	}
}

// number is null in JSON and empty in CSV where it is NaN. Six decimals are more
// than any sample supports, and few enough to be the same on every kind of
// processor.
type number float64

func (n number) String() string { return decimals(float64(n)) }

func (n number) MarshalJSON() ([]byte, error) {
	text := n.String()
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

// interval is [lo, hi] in JSON, or null where it is not known.
type interval stat.Interval

func (iv interval) MarshalJSON() ([]byte, error) {
	if math.IsNaN(iv.Lo) {
		return []byte("null"), nil
	}
	return json.Marshal([2]number{number(iv.Lo), number(iv.Hi)})
}

// meanFacts are a mean and its interval.
func meanFacts(mean float64, iv stat.Interval) object {
	return object{{"mean", number(mean)}, {"ci95", interval(iv)}}
}

// figure is a summary with the interval of its mean.
func figure(s *stat.Summary) object {
	return slices.Concat(object{{"n", inJSON{s.N}}}, meanFacts(s.Mean, s.Interval(Confidence)),
		object{{"min", number(s.Min)}, {"median", number(s.Median)}, {"max", number(s.Max)}})
}

// facts of an entrant that are those of several kinds of games.
func (r *Result) facts() object {
	o := object{{"length", object{{"mean", number(r.Length.Mean)}, {"min", number(r.Length.Min)}}}}
	if len(r.Meals) > 0 {
		o.add("meals", inJSON{each(r.Meals, func(m *Meals) object { // with means over count meals
			return object{
				{"length", m.Length},
				{"count", m.Count},
				{"moves_mean", number(m.MeanMoves())},
				{"distance_mean", number(m.MeanDistance())},
			}
		})})
	}
	o.add("mishaps", r.Mishaps)
	o.add("offered", inJSON{sparse{r.Offered}})
	o.add("first_mishap", inJSON{sparse{r.FirstMishap}})
	if t := r.Times; t != nil {
		think := object{{"mean", int64(t.Mean)}, {"p50", int64(t.P50)}, {"p99", int64(t.P99)}, {"max", int64(t.Max)}}
		o.add("think_ns_per_move", inJSON{think})
		for _, f := range think {
			o.add("think_"+f.Name+"_ns", inCSV{f.Value})
		}
	}
	return o
}

// each are the facts of every one in a list, for a list in JSON.
func each[T any](list []T, facts func(*T) object) []object {
	all := make([]object, len(list))
	for i := range all {
		all[i] = facts(&list[i])
	}
	return all
}

// results are the facts of all entrants.
func (r *Report) results() []object {
	return each(r.Results, func(res *Result) object { return r.Experiment.kind().result(r, res) })
}
