package sheet

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro/lab/stat"
)

// Fact is a named value, for JSON and CSV. A value of type Facts becomes an object in JSON. In CSV,
// each of its facts becomes a column, with the outer name as a prefix.
type Fact struct {
	Name  string
	Value any
}

type Facts []Fact

// FactsOf returns facts from pairs of a name and a value.
func FactsOf(named ...any) Facts {
	facts := make(Facts, (len(named)+1)/2)
	for i := range facts {
		facts[i] = Fact{named[2*i].(string), named[2*i+1]}
	}
	return facts
}

func (o *Facts) Add(name string, value any) { *o = append(*o, Fact{name, value}) }

// Values for only some formats.
type (
	inJSON struct{ value any }
	inCSV  struct{ value any }
	sparse struct{ value any }
)

// InJSON returns a value that CSV omits.
func InJSON(value any) any { return inJSON{value} }

// InCSV returns a value that JSON omits.
func InCSV(value any) any { return inCSV{value} }

// Sparse returns a value that JSON omits if it is 0, "", false or nil.
func Sparse(value any) any { return sparse{value} }

func (o Facts) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for _, f := range o {
		value, ok := ofJSON(f.Value)
		if !ok {
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

// ofJSON returns a value as JSON has it. It returns false for a value that JSON omits.
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

// eachCell calls yield with the columns of CSV that a value becomes.
func eachCell(name string, value any, yield func(name, text string)) {
	switch v := value.(type) {
	case inJSON:
	case inCSV:
		eachCell(name, v.value, yield)
	case sparse:
		eachCell(name, v.value, yield)
	case Facts:
		for _, f := range v {
			eachCell(name+"_"+f.Name, f.Value, yield)
		}
	case Interval:
		stem := strings.TrimSuffix(name, "ci95")
		yield(stem+"lo95", decimals(v.Lo))
		yield(stem+"hi95", decimals(v.Hi))
	case []string:
		yield(name, strings.Join(v, " "))
	default:
		yield(name, fmt.Sprint(v))
	}
}

// Number is a number that is written with at most six decimals. More decimals would exceed the
// precision of any sample and could differ between processors. NaN and infinity are null in JSON
// and empty in CSV.
type Number float64

func (n Number) String() string { return decimals(float64(n)) }

func (n Number) MarshalJSON() ([]byte, error) {
	text := n.String()
	if text == "" {
		text = "null"
	}
	return []byte(text), nil
}

// decimals formats x with at most six decimals, and NaN and infinity as "".
func decimals(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	text := strings.TrimRight(strconv.FormatFloat(x, 'f', 6, 64), "0")
	if text = strings.TrimSuffix(text, "."); text == "-0" {
		return "0"
	}
	return text
}

// Interval is [lo, hi] in JSON, or null if unknown. An infinite end is null.
type Interval stat.Interval

func (iv Interval) MarshalJSON() ([]byte, error) {
	if math.IsNaN(iv.Lo) {
		return []byte("null"), nil
	}
	return json.Marshal([2]Number{Number(iv.Lo), Number(iv.Hi)})
}

func MeanFacts(mean float64, iv stat.Interval) Facts {
	return FactsOf("mean", Number(mean), "ci95", Interval(iv))
}

// ThinkFacts returns the facts of thinking times per move.
func ThinkFacts(mean, p50, p99, most time.Duration) Facts {
	think := FactsOf("mean", int64(mean), "p50", int64(p50), "p99", int64(p99), "max", int64(most))
	o := FactsOf("think_ns_per_move", InJSON(think))
	for _, f := range think {
		o.Add("think_"+f.Name+"_ns", InCSV(f.Value))
	}
	return o
}

// Each returns the facts of every item of a list. In JSON they are an array.
func Each[T any](list []T, facts func(*T) Facts) []Facts {
	all := make([]Facts, len(list))
	for i := range all {
		all[i] = facts(&list[i])
	}
	return all
}

// WriteCSV writes a header with the names in sample, and a line for each row.
func WriteCSV(w io.Writer, sample Facts, rows iter.Seq[Facts]) error {
	c := csv.NewWriter(w)
	var names, texts []string
	read := func(row Facts) {
		names, texts = names[:0], texts[:0]
		for _, f := range row {
			eachCell(f.Name, f.Value, func(name, text string) { names, texts = append(names, name), append(texts, text) })
		}
	}
	read(sample)
	_ = c.Write(names) // c.Error reports an error of Write
	for row := range rows {
		read(row)
		_ = c.Write(texts)
	}
	c.Flush()
	return c.Error()
}
