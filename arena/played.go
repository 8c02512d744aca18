package arena

import (
	"encoding/binary"
	"errors"
	"fmt"

	"ouro/lab"
)

// playedVersion is the first byte of a Played in binary.
const playedVersion = 1

// MarshalBinary writes all of the game, for who plays it elsewhere.
func (p *Played) MarshalBinary() ([]byte, error) {
	line, err := indexLine(&p.Game)
	if err != nil {
		return nil, err
	}
	var record []byte
	if p.Record != nil {
		if record, err = p.Record.MarshalText(); err != nil {
			return nil, err
		}
	}
	b := []byte{playedVersion}
	for _, part := range [][]byte{line, record, p.Log} {
		b = append(binary.AppendUvarint(b, uint64(len(part))), part...)
	}
	return b, nil
}

// UnmarshalBinary reads what MarshalBinary wrote. The record and the log are then texts,
// which may be anything.
func (p *Played) UnmarshalBinary(data []byte) error {
	wrong := func(why string) error { return errors.New("a played game in binary: " + why) }
	if len(data) == 0 || data[0] != playedVersion {
		return wrong("it is of another version")
	}
	var parts [3][]byte
	rest := data[1:]
	for i := range parts {
		n, size := binary.Uvarint(rest)
		if size <= 0 || n > uint64(len(rest)-size) {
			return wrong("it ends too soon")
		}
		parts[i], rest = rest[size:][:n:n], rest[size:][n:]
	}
	if len(rest) > 0 {
		return wrong(fmt.Sprintf("%d bytes too many", len(rest)))
	}
	g, err := parseIndexLine(parts[0])
	if err != nil {
		return wrong(err.Error())
	}
	*p = Played{Game: g}
	if len(parts[1]) > 0 {
		p.Record = lab.Text(parts[1])
	}
	if len(parts[2]) > 0 {
		p.Log = parts[2]
	}
	return nil
}

// WithoutTimes is the game without what differs from machine to machine: how long was
// thought, and the log, which tells that as well and follows from the record.
func (p Played) WithoutTimes() Played {
	p.Log = nil
	seats := make([]Seat, len(p.Game.Seats))
	for i, s := range p.Game.Seats {
		s.Think = nil
		seats[i] = s
	}
	p.Game.Seats = seats
	return p
}
