package arena

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ouro"
	"ouro/internal/jsonl"
	"ouro/lab/stat"
)

// indexSchema is the version of the lines of the index.
const indexSchema = 1

// maxIndexLine limits a line of the index.
const maxIndexLine = 1 << 20

// gameDoc is a line of the index.
type gameDoc struct {
	Schema    int         `json:"schema"`
	Group     int         `json:"group"`
	Seating   int         `json:"seating"`
	Seed      uint64      `json:"seed"`
	Ending    ouro.Ending `json:"ending"`
	Winner    int         `json:"winner"`
	Turns     int         `json:"turns"`
	Seats     []seatDoc   `json:"seats"`
	Measures  []int       `json:"measures,omitempty"`
	Discarded []string    `json:"discarded,omitempty"`
}

type seatDoc struct {
	Snake       int          `json:"snake"`
	Length      int          `json:"length"`
	Cause       ouro.Cause   `json:"cause"`
	Died        int          `json:"died,omitempty"`
	Mishaps     int          `json:"mishaps,omitempty"`
	Offered     int          `json:"offered,omitempty"`
	Late        int          `json:"late,omitempty"`
	FirstMishap string       `json:"first_mishap,omitempty"`
	Think       *stat.Sparse `json:"think,omitempty"`
}

// indexLine is a game as a line of the index, with its end.
func indexLine(g *Game) ([]byte, error) {
	doc := gameDoc{indexSchema, g.Group, g.Seating, g.Seed, g.Ending, g.Winner, g.Turns, make([]seatDoc, len(g.Seats)), g.Measures, g.Discarded}
	for i, s := range g.Seats {
		doc.Seats[i] = seatDoc(s)
	}
	line, err := json.Marshal(doc)
	if err == nil && len(line) >= maxIndexLine {
		err = fmt.Errorf("a line of the index would have %d bytes, want less than %d", len(line), maxIndexLine)
	}
	return append(line, '\n'), err
}

// parseIndexLine reads a line of the index.
func parseIndexLine(line []byte) (g Game, err error) {
	var doc gameDoc
	if err := jsonl.Decode(line, &doc); err != nil {
		return g, err
	}
	g = Game{doc.Group, doc.Seating, doc.Seed, doc.Ending, doc.Winner, doc.Turns, make([]Seat, len(doc.Seats)), doc.Measures, doc.Discarded}
	for i, s := range doc.Seats {
		g.Seats[i] = Seat(s)
	}
	if doc.Schema != indexSchema {
		return g, fmt.Errorf("schema %d, want %d", doc.Schema, indexSchema)
	}
	return g, g.check()
}

// check finds what no game can have.
func (g *Game) check() error {
	switch {
	case g.Group < 0 || g.Seating < 0 || g.Turns < 0:
		return fmt.Errorf("group %d, seating %d, turns %d: must not be negative", g.Group, g.Seating, g.Turns)
	case len(g.Seats) == 0:
		return errors.New("no seats")
	case g.Ending == ouro.Unfinished:
		return errors.New("it is not finished")
	case g.Winner < -1 || g.Winner >= len(g.Seats):
		return fmt.Errorf("winner %d of %d seats", g.Winner, len(g.Seats))
	}
	for seat, s := range g.Seats {
		if s.Snake < 0 || s.Length < 0 || s.Died < 0 || s.Died > g.Turns || s.Mishaps < 0 || s.Offered < 0 || s.Late < 0 {
			return fmt.Errorf("seat %d: a number that it cannot have", seat)
		}
		if s.Offered > s.Mishaps || s.Late > s.Mishaps {
			return fmt.Errorf("seat %d: %d moves were offered and %d late, of %d mishaps", seat, s.Offered, s.Late, s.Mishaps)
		}
	}
	return nil
}

// index is what the index of a tournament holds.
type index struct {
	games []Game
	lines []int // of the games, from 1
	size  int64 // in bytes, without what is torn at the end
}

// readIndex reads an index. The end of a file that was being written when a
// program was killed is torn: a line without its end or, where the power was lost,
// with zeros. It is left out, and so is nothing else.
func readIndex(r io.Reader) (index, error) {
	var x index
	in := bufio.NewReader(r)
	seen := map[[2]int]int{} // lines, by group and seating
	torn := 0
	for line := 1; ; line++ {
		text, err := readLine(in)
		switch {
		case errors.Is(err, io.EOF):
			return x, nil
		case err != nil:
			return x, fmt.Errorf("line %d: %w", line, err)
		case bytes.IndexByte(text, 0) >= 0:
			torn = line
			continue
		case torn > 0:
			return x, fmt.Errorf("line %d: zeros, and whole lines after it", torn)
		}
		g, err := parseIndexLine(text)
		if err != nil {
			return x, fmt.Errorf("line %d: %w", line, err)
		}
		place := [2]int{g.Group, g.Seating}
		if first, twice := seen[place]; twice {
			return x, fmt.Errorf("line %d: the game of line %d again", line, first)
		}
		seen[place] = line
		x.games, x.lines, x.size = append(x.games, g), append(x.lines, line), x.size+int64(len(text))
	}
}

// readLine reads a line with its end; what has none is io.EOF.
func readLine(in *bufio.Reader) (text []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if text = append(text, part...); len(text) > maxIndexLine {
			return nil, fmt.Errorf("longer than %d bytes", maxIndexLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return text, err
		}
	}
}

// of finds what keeps a game from being of this tournament.
func (g *Game) of(t *Tournament) error {
	if want := ouro.GameSeed(t.Seed, g.Group); g.Seed != want {
		return fmt.Errorf("seed %d, want %d in group %d", g.Seed, want, g.Group)
	}
	sits := map[int]bool{}
	for seat, s := range g.Seats {
		if s.Snake >= len(t.Snakes) || sits[s.Snake] {
			return fmt.Errorf("seat %d: snake %d of %d, once each", seat, s.Snake, len(t.Snakes))
		}
		sits[s.Snake] = true
	}
	return nil
}
