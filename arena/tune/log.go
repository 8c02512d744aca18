package tune

import (
	"bytes"
	"encoding/json"
	"strconv"

	"ouro/internal/jsonl"
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
	Step   int       `json:"step"`   // from 0
	Seed   uint64    `json:"seed"`   // of its games
	Centre numbers   `json:"centre"` // before the step
	Tried  numbers   `json:"tried"`  // how far to each side, as a part of the range
	Plus   numbers   `json:"plus"`
	Minus  numbers   `json:"minus"`
	Gain   float64   `json:"gain"`
	Scores []float64 `json:"scores"` // by group
}

// line is the step in the log.
func (s *Step) line(p *Plan) []byte {
	named := func(values []float64, format func(p *Param, x float64) float64) numbers {
		n := numbers{plan: p}
		for i := range p.Params {
			n.values = append(n.values, format(&p.Params[i], values[i]))
		}
		return n
	}
	same := func(_ *Param, x float64) float64 { return x }
	few := func(_ *Param, x float64) float64 { return reread(x, 'g', digits) }
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

// numbers are those of the parameters, in JSON by their names.
type numbers struct {
	plan   *Plan
	values []float64
}

// MarshalJSON keeps the order of the parameters.
func (n numbers) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i := range n.plan.Params {
		b.WriteByte("{,"[min(i, 1)])
		b.WriteString(strconv.Quote(n.plan.Params[i].Name) + ":")
		text, err := json.Marshal(n.values[i])
		if err != nil {
			return nil, err
		}
		b.Write(text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
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
