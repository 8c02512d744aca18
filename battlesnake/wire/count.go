package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"ouro"
)

// Limits of the input. encoding/json takes 200 bytes for each {} in a list of snakes, so the
// entries of lists are counted before it decodes them.
const (
	// maxEntries is the largest number of entries of all lists together: hazards, food on every
	// cell, bodies on the largest board, and the body of you again.
	maxEntries = maxHazards + 3*maxCells + coil*(maxSnakes+1) + maxSnakes + spareEntries
	maxCells   = ouro.MaxSide * ouro.MaxSide

	// spareEntries allow for unknown lists of other engines.
	spareEntries = 1000

	maxNesting = 32
)

// MaxRequest is the size in bytes of the largest request: all that [Request.Check] allows on the
// largest board, with texts of 256 bytes and a space after every comma and colon.
const MaxRequest = 1 << 20

// count returns an error if the lists of a request have too many entries, or are nested too deeply.
// It ignores other errors, which the decoder reports.
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

// closingQuote returns the index of the quote that ends the string whose text begins at i, or -1.
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

// counter is the state of count.
type counter struct {
	text, key []byte           // the last string and the last key, with their quotes
	lists     [maxNesting]list // the open ones
	depth     int
	entries   int // of all lists
	snakes    int // of all lists of snakes
}

// list is an open object or list.
type list struct{ isList, ofSnakes bool }

func (c *counter) open(isList bool) error {
	if c.depth == maxNesting {
		return fmt.Errorf("nested deeper than %d", maxNesting)
	}
	// Only board.snakes is decoded into snakes.
	c.lists[c.depth] = list{isList, isList && c.depth == 2 && isSnakes(c.key)}
	c.depth++
	return c.entry()
}

// entry counts the first entry of a list when it opens, and the others at their comma. An empty
// list counts as one entry.
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

// isSnakes reports whether encoding/json decodes the quoted key as "snakes".
func isSnakes(quoted []byte) bool {
	if bytes.Equal(quoted, []byte(`"snakes"`)) {
		return true
	}
	var key string
	return json.Unmarshal(quoted, &key) == nil && strings.EqualFold(key, "snakes")
}
