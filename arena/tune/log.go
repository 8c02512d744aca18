package tune

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"ouro/internal/jsonl"
	"ouro/internal/outfile"
)

// Log keeps the steps of a course, a line of JSON for each. As everything else
// follows from the plan, it is the checkpoint as well.
type Log interface {
	// Lines are those that are there, without their ends.
	Lines() [][]byte
	// Append adds a line. Once it has returned, nothing loses the line.
	Append(line []byte) error
}

// File is a Log in a file: NAME.partial while the course goes on, and NAME from
// Finish on. It is locked.
type File struct {
	draft *outfile.Draft // nil if the course is over
	lines [][]byte
	size  int64
}

// OpenFile opens the log or begins it. Of a line that was being written when the
// program was killed nothing is left. sys nil is [outfile.OS].
func OpenFile(sys outfile.System, path string) (*File, error) {
	text, err := os.ReadFile(path)
	if err == nil {
		f := &File{}
		f.split(text)
		return f, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f := &File{}
	if f.draft, err = outfile.OpenDraft(sys, path, true); err != nil {
		return nil, err
	}
	if err := f.read(); err != nil {
		return nil, errors.Join(err, f.draft.Leave())
	}
	return f, nil
}

// read takes the whole lines and cuts off what follows them.
func (f *File) read() error {
	info, err := f.draft.Stat()
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.NewSectionReader(f.draft, 0, info.Size()))
	if err != nil {
		return err
	}
	f.split(text)
	return f.draft.Truncate(f.size)
}

func (f *File) split(text []byte) {
	for {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			return
		}
		f.lines = append(f.lines, line)
		f.size += int64(len(line)) + 1
		text = rest
	}
}

// Lines are those that are there.
func (f *File) Lines() [][]byte { return f.lines }

// Append adds a line and syncs it.
func (f *File) Append(line []byte) error {
	if f.draft == nil {
		return errors.New("the log is finished")
	}
	line = append(bytes.Clone(line), '\n')
	_, err := f.draft.WriteAt(line, f.size)
	if err == nil {
		err = f.draft.Sync()
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", f.draft.Name(), err), f.draft.Truncate(f.size))
	}
	f.lines = append(f.lines, line[:len(line)-1])
	f.size += int64(len(line))
	return nil
}

// Finish gives the file its name: the course is over.
func (f *File) Finish() error {
	if f.draft == nil {
		return nil
	}
	return f.draft.Finish()
}

// Close leaves the file for another run to go on. After Finish it does nothing.
func (f *File) Close() error {
	if f.draft == nil {
		return nil
	}
	return f.draft.Leave()
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
