package ouro

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Player identifies the player in a seat. The zero Player is the seat's Solver, named by its
// spec.
type Player struct {
	Name    string // "" means the default: the spec of the Solver
	Address string // URL of a remote snake, see CheckAddress; "" for a local Solver
}

// The most bytes in a player's name and address.
const (
	MaxName    = 100
	maxAddress = 1000
)

// CheckName returns an error unless a player may have this name: 1 to MaxName bytes of visible
// characters and plain spaces.
func CheckName(name string) error {
	switch {
	case name == "":
		return errors.New("the name is empty")
	case len(name) > MaxName:
		return fmt.Errorf("the name has %d bytes, and at most %d are possible", len(name), MaxName)
	case !isVisible(name):
		return fmt.Errorf("the name %q has invisible characters", name)
	}
	return nil
}

// CheckAddress returns an error unless a record may contain this address of a remote snake. It
// must be an http or https URL without credentials, query or fragment, because they may be secret.
func CheckAddress(address string) error {
	scheme, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	switch {
	case scheme != "http" && scheme != "https", host == "", len(address) > maxAddress, !isVisible(address), strings.Contains(address, " "):
		return fmt.Errorf("the address %.100q is not a URL such as http://127.0.0.1:8000", address)
	case strings.ContainsAny(rest, "?#"), strings.Contains(host, "@"):
		return errors.New("the address has credentials, a query or a fragment") // not quoted, because it may contain a secret
	}
	return nil
}

// isVisible reports whether a text consists of visible characters and plain spaces.
func isVisible(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) })
}

// CheckPlayers returns an error unless a record with these seats may have these players. players
// must be empty, or have one Player for each seat, all with different names.
func CheckPlayers(players []Player, seats []Spec) error {
	if len(players) != 0 && len(players) != len(seats) {
		return fmt.Errorf("%d players in a game of %d", len(players), len(seats))
	}
	seat := map[string]int{} // by name
	for i, p := range players {
		if p.Address != "" {
			if err := CheckAddress(p.Address); err != nil {
				return fmt.Errorf("seat %d: %w", i, err)
			}
		}
		if p.Name == "" {
			continue
		}
		if err := CheckName(p.Name); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
		if other, twice := seat[p.Name]; twice {
			return fmt.Errorf("seats %d and %d have the same name %q", other, i, p.Name)
		}
		seat[p.Name] = i
	}
	for i, p := range players {
		if other, twice := seat[seats[i].String()]; p.Name == "" && twice {
			return fmt.Errorf("seats %d and %d have the same name %q", min(i, other), max(i, other), seats[i])
		}
	}
	return nil
}

// writePlayers writes a line for each name that is not the default, then one for each address.
func (r *Record) writePlayers(w *LineWriter) {
	for seat, p := range r.Players {
		if p.Name != "" {
			w.Line("name %d %q", seat, p.Name)
		}
	}
	for seat, p := range r.Players {
		if p.Address != "" {
			w.Line("address %d %s", seat, p.Address)
		}
	}
}

// readPlayers reads the names, then the addresses, each in the order of seats.
func (r *Record) readPlayers(lines *LineReader) {
	r.readPlayer(lines, "name", []string{"name", "address", "start"}, func(p *Player, text string) (err error) {
		if p.Name, err = strconv.Unquote(text); err != nil || strconv.Quote(p.Name) != text {
			return errors.New("the name is not a quoted string")
		}
		return CheckName(p.Name)
	})
	r.readPlayer(lines, "address", []string{"address", "start"}, func(p *Player, text string) error {
		p.Address = text
		return CheckAddress(text)
	})
	lines.Fail(CheckPlayers(r.Players, r.Seats))
}

// readPlayer reads the lines with this key, in the order of seats, and calls set with the player
// and the text of each. keys are the keys that the next line may have.
func (r *Record) readPlayer(in *LineReader, key string, keys []string, set func(p *Player, text string) error) {
	for next := 0; in.Peek(keys...) == key; {
		fields := in.Fields(key, 2, "seat and "+key)
		seat, err := Number(next, len(r.Seats)-1)(fields[0])
		if err != nil {
			in.Fail(fmt.Errorf("seat %w", err))
			return
		}
		if r.Players == nil {
			r.Players = make([]Player, len(r.Seats))
		}
		in.Fail(set(&r.Players[seat], fields[1]))
		next = seat + 1
	}
}
