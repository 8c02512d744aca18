package sheet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro/lab/stat"
)

// Fact is a value under its name. JSON and CSV are made of the same facts: where
// a value is a list of facts itself, JSON has an object, and CSV has its name
// before theirs.
type Fact struct {
	Name  string
	Value any
}

// Facts are facts in their order.
type Facts []Fact

// FactsOf are facts, each value after its name.
func FactsOf(named ...any) Facts {
	facts := make(Facts, (len(named)+1)/2)
	for i := range facts {
		facts[i] = Fact{named[2*i].(string), named[2*i+1]}
	}
	return facts
}

// Add adds a value under its name.
func (o *Facts) Add(name string, value any) { *o = append(*o, Fact{name, value}) }

// Values that not every format has.
type (
	inJSON struct{ value any }
	inCSV  struct{ value any }
	sparse struct{ value any }
)

// InJSON is a value that CSV does not have.
func InJSON(value any) any { return inJSON{value} }

// InCSV is a value that JSON does not have.
func InCSV(value any) any { return inCSV{value} }

// Sparse is a value that JSON leaves out where it is 0, "", false or nil.
func Sparse(value any) any { return sparse{value} }

// MarshalJSON writes the facts that JSON has.
func (o Facts) MarshalJSON() ([]byte, error) {
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

// Number is null in JSON and empty in CSV where it is NaN or infinite. Six decimals
// are more than any sample supports, and few enough to be the same on every kind of
// processor.
type Number float64

func (n Number) String() string { return decimals(float64(n)) }

func (n Number) MarshalJSON() ([]byte, error) {
	text := n.String()
	if text == "" {
		text = "null"
	}
	return []byte(text), nil
}

// decimals writes x with at most six decimals, and NaN and infinity as "".
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

// Interval is [lo, hi] in JSON, or null where it is not known. An end that is
// infinite is null.
type Interval stat.Interval

func (iv Interval) MarshalJSON() ([]byte, error) {
	if math.IsNaN(iv.Lo) {
		return []byte("null"), nil
	}
	return json.Marshal([2]Number{Number(iv.Lo), Number(iv.Hi)})
}

// MeanFacts are a mean and its interval.
func MeanFacts(mean float64, iv stat.Interval) Facts {
	return FactsOf("mean", Number(mean), "ci95", Interval(iv))
}

// ThinkFacts are how long thinking for one move took.
func ThinkFacts(mean, p50, p99, most time.Duration) Facts {
	think := FactsOf("mean", int64(mean), "p50", int64(p50), "p99", int64(p99), "max", int64(most))
	o := FactsOf("think_ns_per_move", InJSON(think))
	for _, f := range think {
		o.Add("think_"+f.Name+"_ns", InCSV(f.Value))
	}
	return o
}

// Each are the facts of every one in a list, for a list in JSON.
func Each[T any](list []T, facts func(*T) Facts) []Facts {
	all := make([]Facts, len(list))
	for i := range all {
		all[i] = facts(&list[i])
	}
	return all
}
