package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/outfile"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/order"
)

// manifestName is the file of a folder of records that says which experiment
// they are of.
const manifestName = "experiment.json"

// manifest is what two runs must agree in to be of one experiment. How many
// games they play, and from which on, may differ.
type manifest struct {
	Schema   schema       `json:"schema"`
	Command  string       `json:"command"`
	Title    string       `json:"title,omitempty"`
	Rules    string       `json:"rules,omitempty"`
	Board    string       `json:"board,omitempty"`
	Level    string       `json:"level,omitempty"` // a digest
	Start    int          `json:"start_length,omitempty"`
	Seed     uint64       `json:"seed"`
	Nodes    int64        `json:"nodes,omitempty"`
	Time     string       `json:"time,omitempty"`
	CPU      string       `json:"cpu,omitempty"`
	Entrants []string     `json:"entrants"`
	Facts    []sheet.Fact `json:"facts,omitempty"`
}

func newManifest(command string, p *lab.Plan) manifest {
	m := manifest{Command: command, Title: p.Title, Start: p.Game.StartLength, Seed: p.Seed, Nodes: p.Budget.Nodes}
	if p.Game.W > 0 {
		m.Rules, m.Board = p.Game.Rules.String(), place("", p.Game)
	}
	if p.Game.Level != nil {
		m.Level = fmt.Sprintf("%x", sha256.Sum256([]byte(p.Game.Level.String())))
	}
	if p.Budget.Time > 0 {
		m.Time = p.Budget.Time.String()
	}
	if p.Budget.CPU > 0 {
		m.CPU = p.Budget.CPU.String()
	}
	for _, e := range p.Entrants {
		m.Entrants = append(m.Entrants, strings.Join([]string{e.Name, e.Spec.String(), e.Address}, " "))
	}
	if k, ok := p.Kind.(lab.Measured); ok {
		m.Facts = k.Facts
	}
	return m
}

// recordFolder is where an experiment writes the records of its games; without
// dir it does nothing.
type recordFolder struct {
	sys outfile.System
	dir string
}

// open makes the folder, unless it holds records of another experiment.
func (f *recordFolder) open(command string, p *lab.Plan) error {
	if f.dir == "" {
		return nil
	}
	text, err := json.MarshalIndent(newManifest(command, p), "", "  ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return err
	}
	if err := outfile.Clean(f.sys, f.dir); err != nil {
		return err
	}
	name := filepath.Join(f.dir, manifestName)
	have, err := os.ReadFile(name)
	switch {
	case err == nil && !bytes.Equal(have, text):
		return usagef("--records %s: it holds the records of another experiment (%s says which); choose another directory", f.dir, name)
	case err == nil:
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	records, err := filepath.Glob(filepath.Join(f.dir, "*.ouro"))
	if err != nil {
		return err
	}
	if len(records) > 0 {
		return usagef("--records %s: it holds records, and no %s says of which experiment; choose another directory", f.dir, manifestName)
	}
	return outfile.In(f.sys, f.dir, manifestName).Write(func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// write writes a record, which is synced, and lasts when the folder is closed.
func (f *recordFolder) write(name string, r encoding.TextMarshaler) error {
	return outfile.In(f.sys, f.dir, name).WriteUnsynced(recordText(r))
}

// close makes all records last.
func (f *recordFolder) close() error {
	if f.dir == "" {
		return nil
	}
	return outfile.SyncDir(f.sys, f.dir)
}

// named is the record of a game, in which snakes that play together have the names that
// they were given. In a store games have none: experiments with other names share them.
func (e *experiment) named(f *lab.Finished) (encoding.TextMarshaler, error) {
	var specs []ouro.Spec
	var names []string
	for _, entrant := range e.plan.Entrants {
		specs, names = append(specs, entrant.Spec), append(names, entrant.Name)
	}
	if e.order.Kind != order.Contest || english.Players(specs, names) == nil {
		return f.Record, nil
	}
	text, err := f.Record.MarshalText()
	if err != nil {
		return nil, err
	}
	r := new(ouro.Record)
	if err := r.UnmarshalText(text); err != nil {
		return nil, err
	}
	if r.Players != nil { // of a game with guests
		return r, nil
	}
	seated := make([]string, len(r.Seats))
	for i, seat := range f.Tally.Seats {
		seated[i] = names[seat.Entrant]
	}
	r.Players = english.Players(r.Seats, seated)
	return r, nil
}
