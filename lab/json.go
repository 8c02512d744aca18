package lab

import (
	"encoding/json"
	"io"
	"math"
	"strconv"
	"strings"

	"ouro"
	"ouro/lab/stat"
)

// schema is the version of the JSON document. It changes when a field changes
// its meaning or goes away, not when one is added.
const schema = 1

// WriteJSON writes the report as one JSON document on one line.
func (r *Report) WriteJSON(w io.Writer) error { return json.NewEncoder(w).Encode(r) }

// MarshalJSON writes the report as the document that `ouro bench --json`
// prints. Numbers have at most six decimals; what the sample is too small to
// tell is null.
func (r *Report) MarshalJSON() ([]byte, error) {
	e := &r.Experiment
	doc := jsonReport{
		Schema: schema,
		Experiment: jsonExperiment{
			Game: e.Game.Rules.String(), Board: boardText(e.Game), StartLength: e.Game.StartLength, Level: levelRows(e.Game),
			Games: e.Games, First: e.First, Seed: e.Seed, Budget: budgetText(e.Budget), Partial: e.Partial,
		},
		Results: make([]jsonResult, len(r.Results)),
		Pairs:   make([]jsonPair, len(r.Pairs)),
	}
	if r.Optimum > 0 {
		optimum := jsonNumber(r.Optimum)
		doc.Experiment.Optimum = &optimum
	}
	for i := range r.Results {
		doc.Results[i] = newJSONResult(&r.Results[i])
	}
	for i, p := range r.Pairs {
		doc.Pairs[i] = jsonPair{
			A: p.A, B: p.B,
			N: p.BothWon, Moves: newJSONDifference(p.Moves),
			Games: p.Games, Won: newJSONDifference(p.Won),
		}
	}
	return json.Marshal(doc)
}

type jsonReport struct {
	Schema     int            `json:"schema"`
	Experiment jsonExperiment `json:"experiment"`
	Results    []jsonResult   `json:"results"`
	Pairs      []jsonPair     `json:"pairs"`
}

type jsonExperiment struct {
	Game        string   `json:"game"`
	Board       string   `json:"board"`
	Level       []string `json:"level,omitempty"` // rows, the top one first
	StartLength int      `json:"start_length"`
	Games       int      `json:"games"`
	First       int      `json:"first,omitempty"`
	Seed        uint64   `json:"seed"`
	Budget      string   `json:"budget"`
	Partial     bool     `json:"partial,omitempty"`

	Optimum *jsonNumber `json:"optimum_moves,omitempty"`
}

type jsonResult struct {
	Solver         ouro.Spec    `json:"solver"`
	Games          int          `json:"games"`
	Won            int          `json:"won"`
	Died           int          `json:"died"`
	Trapped        int          `json:"trapped"`
	Looped         int          `json:"looped"`
	WonCI          jsonInterval `json:"won_ci95"`
	Moves          jsonMoves    `json:"moves"`
	AboveOptimum   *jsonExcess  `json:"above_optimum,omitempty"`
	AboveDistance  *jsonExcess  `json:"above_distance,omitempty"`
	Length         jsonLength   `json:"length"`
	Meals          []jsonMeals  `json:"meals,omitempty"`
	Mishaps        int          `json:"mishaps"`
	FirstMishap    string       `json:"first_mishap,omitempty"`
	Think          *jsonThink   `json:"think_ns_per_move,omitempty"`
	GamesPerSecond *jsonNumber  `json:"games_per_second,omitempty"`
}

type jsonMoves struct {
	N      int          `json:"n"`
	Mean   jsonNumber   `json:"mean"`
	CI     jsonInterval `json:"ci95"`
	SD     jsonNumber   `json:"sd"`
	Min    jsonNumber   `json:"min"`
	P25    jsonNumber   `json:"p25"`
	Median jsonNumber   `json:"median"`
	P75    jsonNumber   `json:"p75"`
	Max    jsonNumber   `json:"max"`
}

type jsonLength struct {
	Mean jsonNumber `json:"mean"`
	Min  jsonNumber `json:"min"`
}

type jsonExcess struct {
	Percent jsonNumber   `json:"percent"`
	CI      jsonInterval `json:"ci95"`
}

// jsonMeals has means over Count meals.
type jsonMeals struct {
	Length   int        `json:"length"`
	Count    int64      `json:"count"`
	Moves    jsonNumber `json:"moves_mean"`
	Distance jsonNumber `json:"distance_mean"`
}

type jsonThink struct {
	Mean int64 `json:"mean"`
	P50  int64 `json:"p50"`
	P99  int64 `json:"p99"`
	Max  int64 `json:"max"`
}

// jsonPair has the moves in games that both won (N of them) and the rates of
// won games over those that both finished (Games).
type jsonPair struct {
	A     ouro.Spec      `json:"a"`
	B     ouro.Spec      `json:"b"`
	N     int            `json:"n"`
	Moves jsonDifference `json:"diff_moves"`
	Games int            `json:"games"`
	Won   jsonDifference `json:"diff_won"`
}

type jsonDifference struct {
	Mean jsonNumber   `json:"mean"`
	CI   jsonInterval `json:"ci95"`
}

func newJSONResult(r *Result) jsonResult {
	m := &r.Moves
	j := jsonResult{
		Solver: r.Spec, Games: len(r.Games), Won: r.Won, Died: r.Died, Trapped: r.Trapped, Looped: r.Looped,
		WonCI: jsonInterval(r.WonRate),
		Moves: jsonMoves{
			N: m.N, Mean: jsonNumber(m.Mean), CI: jsonInterval(r.MovesMean), SD: jsonNumber(m.SD),
			Min: jsonNumber(m.Min), P25: jsonNumber(m.P25), Median: jsonNumber(m.Median),
			P75: jsonNumber(m.P75), Max: jsonNumber(m.Max),
		},
		Length:  jsonLength{jsonNumber(r.Length.Mean), jsonNumber(r.Length.Min)},
		Mishaps: r.Mishaps, FirstMishap: r.FirstMishap,
	}
	j.AboveOptimum, j.AboveDistance = newJSONExcess(r.AboveOptimum), newJSONExcess(r.AboveDistance)
	for _, m := range r.Meals {
		j.Meals = append(j.Meals, jsonMeals{m.Length, m.Count, jsonNumber(m.MeanMoves()), jsonNumber(m.MeanDistance())})
	}
	if t := r.Times; t != nil {
		rate := jsonNumber(t.GamesPerSecond)
		j.Think = &jsonThink{t.Mean.Nanoseconds(), t.P50.Nanoseconds(), t.P99.Nanoseconds(), t.Max.Nanoseconds()}
		j.GamesPerSecond = &rate
	}
	return j
}

func newJSONExcess(e *Excess) *jsonExcess {
	if e == nil {
		return nil
	}
	return &jsonExcess{jsonNumber(e.Percent), jsonInterval(e.Interval)}
}

func newJSONDifference(d Difference) jsonDifference {
	return jsonDifference{jsonNumber(d.Mean), jsonInterval(d.Interval)}
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
