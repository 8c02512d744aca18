package tune

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ouro/arena"
	"ouro/internal/outfile"
	"ouro/lab/sheet"
)

// What the folder of a tuning holds.
const (
	aboutName = "tuning.json" // what is tuned, and how
	stepsName = "steps.jsonl" // a line for each step
	lockName  = "tuning.lock" // while somebody tunes
	chartName = "course.svg"
	finalName = "sprt" // the folder of the tournament that judges the result
)

// Folder is where a tuning is kept. A program that is killed at any moment loses
// the step that it was playing.
type Folder struct {
	*File // the log of steps

	sys  outfile.System
	dir  string
	lock *outfile.Lock
}

// OpenFolder opens the folder of a tuning, or makes it, and keeps others from it.
// One that holds another tuning is an error that names the difference. sys nil is
// the real system.
func OpenFolder(sys outfile.System, dir string, e *Experiment) (f *Folder, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := outfile.TakeLock(sys, filepath.Join(dir, lockName))
	if err != nil {
		return nil, err
	}
	f = &Folder{sys: sys, dir: dir, lock: lock}
	err = outfile.Clean(sys, dir)
	if err == nil {
		err = f.settle(e)
	}
	if err == nil {
		f.File, err = OpenFile(sys, filepath.Join(dir, stepsName))
	}
	if err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return f, nil
}

// ErrOther is about a folder in which another tuning is kept.
var ErrOther = errors.New("another tuning")

// settle makes sure that the folder is of this tuning and says so.
func (f *Folder) settle(e *Experiment) error {
	text := e.about()
	have, err := os.ReadFile(filepath.Join(f.dir, aboutName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f.begin(text)
	case err != nil:
		return err
	case bytes.Equal(have, text):
		return nil
	}
	d, err := difference(have, text)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(f.dir, aboutName), err)
	}
	return fmt.Errorf("%s: it holds %w (%s); choose another directory", f.dir, ErrOther, d)
}

// begin takes a folder that has no tuning yet.
func (f *Folder) begin(text []byte) error {
	for _, name := range []string{stepsName, stepsName + outfile.Partial} {
		if _, err := os.Lstat(filepath.Join(f.dir, name)); err == nil {
			return fmt.Errorf("%s: it holds %s, and no %s says of which tuning", f.dir, name, aboutName)
		}
	}
	return outfile.In(f.sys, f.dir, aboutName).Write(func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// difference names what two descriptions differ in.
func difference(a, b []byte) (string, error) {
	var have, want map[string]json.RawMessage
	if err := json.Unmarshal(a, &have); err != nil {
		return "", fmt.Errorf("it says of no tuning what is tuned: %w", err)
	}
	if err := json.Unmarshal(b, &want); err != nil {
		return "", err
	}
	var all []string
	for _, name := range aboutNames {
		if !bytes.Equal(compact(have[name]), compact(want[name])) {
			all = append(all, fmt.Sprintf("%s: %s and %s", name, orNone(have[name]), orNone(want[name])))
		}
	}
	if all == nil {
		all = []string{"written by another version"}
	}
	return strings.Join(all, "; "), nil
}

func compact(text json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil {
		return nil
	}
	return b.Bytes()
}

func orNone(text json.RawMessage) string {
	if text == nil {
		return "none"
	}
	return string(compact(text))
}

// aboutNames are what two runs must agree in to be of one tuning.
var aboutNames = []string{
	"snake", "against", "params", "steps", "groups", "gain", "seed", "rules", "board", "level", "start_length", "openings",
	"nodes", "time", "cpu", "guest_timeout", "retries",
}

// about describes the tuning.
func (e *Experiment) about() []byte {
	t := e.Tournament
	var against, params []string
	for _, s := range t.Snakes[1:] {
		against = append(against, named(s))
	}
	for i := range e.Plan.Params {
		params = append(params, e.Plan.Params[i].String())
	}
	values := []any{
		e.Snake.String(), against, params, e.Plan.Steps, e.Plan.Groups, e.Plan.Gain, e.Plan.Seed, t.Rules, t.Board, t.Level,
		t.StartLength, t.Openings, t.Nodes, lasting(t.Time), lasting(t.CPU), lasting(t.GuestTimeout), t.Retries,
	}
	facts := sheet.FactsOf("schema", 1)
	for i, name := range aboutNames {
		facts.Add(name, sheet.Sparse(values[i]))
	}
	text, err := json.MarshalIndent(facts, "", "  ")
	if err != nil {
		panic(err) // no number is infinite
	}
	return append(text, '\n')
}

// lasting is a time, or "" if there is none.
func lasting(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// named is a snake as a person names it.
func named(s arena.Snake) string {
	if s.Name == "" || s.Name == s.Snake {
		return s.Snake
	}
	return s.Name + "=" + s.Snake
}

// Digest is the same for the same tuning, and in practice for no other.
func (e *Experiment) Digest() string {
	sum := sha256.Sum256(e.about())
	return hex.EncodeToString(sum[:])
}

// Chart is where the drawing of the course goes.
func (f *Folder) Chart() *outfile.Target { return outfile.In(f.sys, f.dir, chartName) }

// Final is the folder of the tournament that judges the result.
func (f *Folder) Final() string { return filepath.Join(f.dir, finalName) }

// Close lets others into the folder.
func (f *Folder) Close() error { return errors.Join(f.File.Close(), f.lock.Release()) }
