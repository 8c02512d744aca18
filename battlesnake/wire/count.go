package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"ouro"
)

// Limits on what is read at all: encoding/json makes 200 bytes of each {} in a
// list of snakes, so lists are counted before it sees them.
const (
	// maxEntries is how many entries all lists of a request have together: the
	// hazards, food on every cell, the bodies on the largest board, that of you
	// once more.
	maxEntries = maxHazards + 3*maxCells + coil*(maxSnakes+1) + maxSnakes + spareEntries
	maxCells   = ouro.MaxSide * ouro.MaxSide

	// spareEntries are for lists of engines that know more than we.
	spareEntries = 1000

	maxNesting = 32
)

// MaxRequest is how many bytes the largest request of a game has: all that
// [Request.Check] allows on the largest board, with texts of 256 bytes and a
// space after every comma and colon.
const MaxRequest = 1 << 20

// count refuses JSON of a request whose lists hold more than a request may, or
// that is nested deeper. It finds no other fault; what is no JSON is for the
// decoder to say.
func count(data []byte) error {
	var c counter
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			end := closingQuote(data, i+1)
			if end < 0 {
				return nil
			}
			c.text = data[i : end+1]
			i = end
		case ':':
			c.key = c.text
		case '{', '[':
			if err := c.open(data[i] == '['); err != nil {
				return err
			}
		case '}', ']':
			if c.depth > 0 {
				c.depth--
			}
		case ',':
			if err := c.entry(); err != nil {
				return err
			}
		}
	}
	return nil
}

// closingQuote is the place of the quote that ends the string whose text begins
// at i, or -1.
func closingQuote(data []byte, i int) int {
	for {
		n := bytes.IndexByte(data[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		backslashes := 0
		for data[i-1-backslashes] == '\\' {
			backslashes++
		}
		if backslashes%2 == 0 {
			return i
		}
		i++
	}
}

// counter is where count is in the text.
type counter struct {
	text, key []byte           // the last string and the last key, with their quotes
	lists     [maxNesting]list // that the place is in
	depth     int
	entries   int // of all lists
	snakes    int // of all lists of snakes
}

// list is an object or a list that is open.
type list struct{ isList, ofSnakes bool }

func (c *counter) open(isList bool) error {
	if c.depth == maxNesting {
		return fmt.Errorf("nested deeper than %d", maxNesting)
	}
	// Only board.snakes is made into snakes.
	c.lists[c.depth] = list{isList, isList && c.depth == 2 && isSnakes(c.key)}
	c.depth++
	return c.entry()
}

// entry counts the first entry of a list, where it opens, and those after a
// comma. An empty list is counted as one of one.
func (c *counter) entry() error {
	if c.depth == 0 || !c.lists[c.depth-1].isList {
		return nil
	}
	if c.entries++; c.entries > maxEntries {
		return fmt.Errorf("more than %d entries in all lists", maxEntries)
	}
	if c.lists[c.depth-1].ofSnakes {
		if c.snakes++; c.snakes > maxSnakes {
			return fmt.Errorf("board.snakes: more than %d snakes", maxSnakes)
		}
	}
	return nil
}

// isSnakes tells whether encoding/json takes the quoted key for "snakes".
func isSnakes(quoted []byte) bool {
	if bytes.Equal(quoted, []byte(`"snakes"`)) {
		return true
	}
	var key string
	return json.Unmarshal(quoted, &key) == nil && strings.EqualFold(key, "snakes")
}
