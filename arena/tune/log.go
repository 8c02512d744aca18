package tune

import (
	"encoding/json"

	"ouro/internal/jsonl"
	"ouro/lab/sheet"
)

// Log keeps the steps of a course, a line of JSON for each. As everything else
// follows from the plan, it is the checkpoint as well.
type Log interface {
	// Lines are those that are there, without their ends.
	Lines() [][]byte
	// Append adds a line. Once it has returned, nothing loses the line.
	Append(line []byte) error
}

// stepLine is a line of the log.
type stepLine struct {
	Step   int         `json:"step"`   // from 0
	Seed   uint64      `json:"seed"`   // of its games
	Centre sheet.Facts `json:"centre"` // before the step, by parameter
	Tried  sheet.Facts `json:"tried"`  // distance to both sides, as a fraction of the range
	Plus   sheet.Facts `json:"plus"`
	Minus  sheet.Facts `json:"minus"`
	Gain   float64     `json:"gain"`
	Scores []float64   `json:"scores"` // by group
}

// line is the step in the log.
func (s *Step) line(p *Plan) []byte {
	named := func(values []float64, format func(x float64) float64) (facts sheet.Facts) {
		for i := range p.Params {
			facts.Add(p.Params[i].Name, format(values[i]))
		}
		return facts
	}
	same := func(x float64) float64 { return x }
	few := func(x float64) float64 { return reread(x, 'g', digits) }
	text, err := json.Marshal(stepLine{
		Step: s.Step, Seed: s.Seed,
		Centre: named(s.Centre, few), Tried: named(s.Tried, few),
		Plus: named(s.Plus, same), Minus: named(s.Minus, same),
		Gain: reread(s.Gain, 'g', digits), Scores: s.Scores,
	})
	if err != nil {
		panic(err) // no number is infinite
	}
	return text
}

// readScores are the scores of a line: what else it says follows from them.
func readScores(line []byte) ([]float64, error) {
	var s struct {
		Scores []float64 `json:"scores"`
	}
	if err := jsonl.Decode(line, &s); err != nil {
		return nil, err
	}
	return s.Scores, nil
}
