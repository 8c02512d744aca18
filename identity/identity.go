// Package identity identifies the participants of an experiment, so that games of one
// experiment are never counted with those of another.
//
// An experiment is identified by its order, the build and its [Participants]: the bytes
// of every program and file, and for every remote snake the information that its server
// returns and its answers to a few fixed positions. A change in any of these makes
// another experiment; [Participants.Changes] lists the changes. Games with a remote snake
// are a new experiment each time they are played, unless an earlier one is resumed.
package identity

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"ouro/battlesnake/host"
	"ouro/internal/printable"
)

// Participants are the programs and servers of an experiment that are not part of the
// build, by their text in the order.
type Participants struct {
	Programs map[string]string `json:"programs,omitempty"` // a digest of the program's files
	Servers  map[string]Server `json:"servers,omitempty"`
	Run      string            `json:"run,omitempty"` // random; only of experiments with servers
}

// Of returns the participants among the solvers, which are specs or addresses. Each
// answer of a server is limited by timeout; a server that returns no information is an
// error.
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

// Guests reports whether there is a remote snake.
func (p *Participants) Guests() bool { return len(p.Servers) > 0 }

// Text returns the JSON that is stored; "" without participants.
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

// Parse parses the result of [Participants.Text]. Earlier versions stored one digest of
// all programs; it becomes a program without a name.
func Parse(text string) (p Participants, err error) {
	switch {
	case text == "":
		return p, nil
	case text[0] != '{':
		return Participants{Programs: map[string]string{"": text}}, nil
	}
	return p, json.Unmarshal([]byte(text), &p)
}

// maxQuoted limits the runes of a name in a message.
const maxQuoted = 80

// Changes lists the differences to the participants of an earlier experiment, by their
// names in the order.
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
