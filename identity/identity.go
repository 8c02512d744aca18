// Package identity says what takes part in an experiment beside the program itself, so
// that games of one experiment are never counted as games of another.
//
// An experiment is its order, the build, and its [Parties]: the bytes of every program
// and file that takes part, and for every remote snake what its server says of itself
// and how it answers a few fixed positions. Where any of these changed, it is another
// experiment; [Changes] names what changed. Games with a remote snake are another
// experiment each time they are played, unless an earlier one is resumed.
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

// Parties are those who take part in an experiment and are no part of the build, by the
// text that names them in the order.
type Parties struct {
	Programs map[string]string `json:"programs,omitempty"` // a digest of the files that take part
	Servers  map[string]Server `json:"servers,omitempty"`
	Run      string            `json:"run,omitempty"` // of an experiment with servers: chance
}

// Of finds the parties among solvers and addresses. Servers are asked with this timeout
// for each answer; one that does not say who it is is an error.
func Of(ctx context.Context, solvers []string, timeout time.Duration) (p Parties, err error) {
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
	p.Servers, err = askAll(ctx, addresses, timeout)
	return p, err
}

// Guests returns whether a remote snake takes part.
func (p *Parties) Guests() bool { return len(p.Servers) > 0 }

// Text is the one form in which parties are kept; "" if there are none.
func (p *Parties) Text() string {
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

// Parse reads the text of parties. Of what an earlier version kept, a digest of all
// programs together, it makes one program without a name.
func Parse(text string) (p Parties, err error) {
	switch {
	case text == "":
		return p, nil
	case text[0] != '{':
		return Parties{Programs: map[string]string{"": text}}, nil
	}
	return p, json.Unmarshal([]byte(text), &p)
}

// maxQuoted bounds what is repeated of a name.
const maxQuoted = 80

// Changes names what differs between the parties of an earlier experiment and these, by
// the names in the order.
func (p *Parties) Changes(earlier *Parties) (all []string) {
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
