package lab

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"slices"

	"ouro"
)

// Digest is a part of the SHA-256 sum of a game's start and moves.
type Digest [8]byte

// digestOf returns the digest of a game's seed, start, moves and end. Its players and
// budget do not enter.
func digestOf(r *ouro.Record) (d Digest) {
	b := make([]byte, 0, 32+len(r.Moves))
	b = binary.LittleEndian.AppendUint64(b, r.Seed)
	b = binary.LittleEndian.AppendUint64(b, r.Start)
	b = binary.LittleEndian.AppendUint64(b, r.Final)
	for _, move := range r.Moves {
		b = append(b, byte(move))
	}
	sum := sha256.Sum256(b)
	copy(d[:], sum[:])
	return d
}

// playerLines are the first words of those lines of a record that name its players, their
// budget and its checksum, which covers them.
var playerLines = [][]byte{[]byte("solver "), []byte("driver "), []byte("name "), []byte("nodes "), []byte("time "), []byte("cpu "), []byte("sum ")}

// recordDigest returns the digest of a game from its record.
func recordDigest(record encoding.TextMarshaler) (Digest, error) {
	if r, ok := record.(*ouro.Record); ok {
		return digestOf(r), nil
	}
	text, err := record.MarshalText()
	return textDigest(text), err
}

// textDigest returns the digest of a game whose record is in another format, such as that
// of Snake Hunter.
func textDigest(record []byte) (d Digest) {
	h := sha256.New()
	for line := range bytes.Lines(record) {
		if !slices.ContainsFunc(playerLines, func(name []byte) bool { return bytes.HasPrefix(line, name) }) {
			h.Write(line)
		}
	}
	copy(d[:], h.Sum(nil))
	return d
}

// KnownMoves returns the digest of the game, computed from its record if necessary; 0
// without either.
func (f *Finished) KnownMoves() (Digest, error) {
	if f.Moves != (Digest{}) || f.Record == nil {
		return f.Moves, nil
	}
	text, err := f.Record.MarshalText()
	if err != nil {
		return Digest{}, err
	}
	var r ouro.Record
	if r.UnmarshalText(text) == nil {
		return digestOf(&r), nil
	}
	return textDigest(text), nil
}
