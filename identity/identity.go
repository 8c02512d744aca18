// Package identity identifies the participants of an experiment, so that its games are never
// counted with those of another.
//
// An experiment is identified by its definition, the build and its [Participants]: the bytes of
// every program and file, and for every remote snake its information and its answers to a few fixed
// positions. [Participants.Changes] lists the changes; any change makes another experiment. Games
// with a remote snake are a new experiment each time, unless an earlier one is resumed.
package identity

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"time"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/internal/infile"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/roster"
)

// Participants are the programs and servers of an experiment that are not part of the build. The
// keys of both maps are their texts in the definition.
type Participants struct {
	Programs map[string]string `json:"programs,omitempty"` // a digest of the program's files
	Servers  map[string]Server `json:"servers,omitempty"`
	Run      string            `json:"run,omitempty"` // random text; only for experiments with servers
}

// Of returns the participants among solvers, which are specs or addresses. timeout limits each
// answer of a server. A server without information is an error.
func Of(ctx context.Context, solvers []string, timeout time.Duration) (p Participants, err error) {
	var addresses []string
	for _, text := range solvers {
		if e, err := host.ParseEntrant(text); err == nil && e.Guest != nil && !slices.Contains(addresses, text) {
			addresses = append(addresses, text)
		}
		digest, err := digestOf(text)
		if err != nil {
			return p, fmt.Errorf("%s: %w", printable.Short(text, maxQuoted), err)
		}
		if digest != "" {
			if p.Programs == nil {
				p.Programs = map[string]string{}
			}
			p.Programs[text] = digest
		}
	}
	if addresses == nil {
		return p, nil
	}
	p.Run = rand.Text()
	p.Servers, err = queryAll(ctx, addresses, timeout)
	return p, err
}

// Guests reports whether a remote snake takes part.
func (p *Participants) Guests() bool { return len(p.Servers) > 0 }

// Text returns the participants as JSON, or "" without participants.
func (p *Participants) Text() string {
	if len(p.Programs) == 0 && len(p.Servers) == 0 {
		return ""
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p); err != nil {
		panic(err) // texts and numbers can be encoded
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// Parse parses the result of [Participants.Text]. Earlier versions stored one digest of all
// programs; Parse returns it as a program without a name.
func Parse(text string) (p Participants, err error) {
	switch {
	case text == "":
		return p, nil
	case text[0] != '{':
		return Participants{Programs: map[string]string{"": text}}, nil
	}
	return p, json.Unmarshal([]byte(text), &p)
}

// maxQuoted is the maximum number of runes of a name in a message.
const maxQuoted = 80

// Changes lists the differences from the participants of an earlier experiment, by their names in
// the definition.
func (p *Participants) Changes(earlier *Participants) (all []string) {
	for _, text := range slices.Sorted(maps.Keys(p.Programs)) {
		if p.Programs[text] != earlier.Programs[text] {
			all = append(all, fmt.Sprintf("the program behind %s", printable.Short(text, maxQuoted)))
		}
	}
	for _, address := range slices.Sorted(maps.Keys(p.Servers)) {
		now, before := p.Servers[address], earlier.Servers[address]
		if what := now.change(&before); what != "" {
			all = append(all, fmt.Sprintf("the server %s (%s)", printable.Short(address, maxQuoted), what))
		}
	}
	return all
}

// digestOf returns a digest of the files that a solver's spec names: files in the command of an
// engine, or the file in the option "file". Other solvers have the digest "".
func digestOf(text string) (string, error) {
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		return "", nil // an address is no program
	}
	sum := sha256.New()
	if spec.Name == roster.Exec().Name {
		command, _ := spec.Options.Argument()
		if err := addCommand(sum, command); err != nil {
			return "", err
		}
	} else if file, ok := spec.Options.Get("file"); ok {
		if err := addFile(sum, file); err != nil {
			return "", err
		}
	} else {
		return "", nil
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// addCommand adds the number of words of a command and the digests of all files that they name.
func addCommand(sum io.Writer, command string) error {
	words, err := shell.Split(command)
	if err != nil {
		return err
	}
	fmt.Fprintf(sum, "%d words\n", len(words))
	for i, word := range words {
		if path, err := exec.LookPath(word); i == 0 && err == nil {
			word = path
		}
		if err := addFile(sum, word); err != nil {
			return err
		}
	}
	return nil
}

// addFile adds the digest of a regular file. It ignores other names.
func addFile(sum io.Writer, name string) error {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil // a flag or another argument of the program
	}
	f, err := infile.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // closing cannot lose data, because the file was only read
	one := sha256.New()
	if _, err := io.Copy(one, f); err != nil {
		return err
	}
	fmt.Fprintf(sum, "%x\n", one.Sum(nil))
	return nil
}
