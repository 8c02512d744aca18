package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro"
)

// Limits of a request. Positions of real games stay below them.
const (
	maxSnakes  = 16
	maxHealth  = 100
	maxTurn    = 1 << 30
	maxHazards = 1 << 15 // maximum number of entries: one per layer of a cell
	maxTimeout = 60 * 60 * 1000
	maxDamage  = 1 << 20
	maxID      = 256 // maximum length of an ID in bytes

	// maxStacked is by how many segments a body can exceed the cells of the board: a snake starts
	// with three segments on one cell, and may eat at once.
	maxStacked = 3
)

// Check returns an error unless the request could be a position of a game.
func (r *Request) Check() error {
	if err := r.Game.check(); err != nil {
		return err
	}
	if r.Turn < 0 || r.Turn > maxTurn {
		return fmt.Errorf("turn: %d is not from 0 to %d", r.Turn, maxTurn)
	}
	if err := r.Board.check(r.Game.Ruleset.wraps()); err != nil {
		return err
	}
	return r.checkYou()
}

func (g *Game) check() error {
	if err := checkID(g.ID); err != nil {
		return fmt.Errorf("game.id: %w", err)
	}
	if _, err := g.Ruleset.find(); err != nil {
		return fmt.Errorf("game.ruleset.name: %w", err)
	}
	if g.Timeout < 0 || g.Timeout > maxTimeout {
		return fmt.Errorf("game.timeout: %d is not from 0 to %d milliseconds", g.Timeout, maxTimeout)
	}
	if d := g.Ruleset.Settings.HazardDamagePerTurn; d < -maxDamage || d > maxDamage {
		return fmt.Errorf("game.ruleset.settings.hazardDamagePerTurn: %d is not from %d to %d", d, -maxDamage, maxDamage)
	}
	return nil
}

func checkID(id string) error {
	switch {
	case id == "":
		return errors.New("missing")
	case len(id) > maxID:
		return fmt.Errorf("longer than %d bytes", maxID)
	}
	return nil
}

func (b *Board) check(wraps bool) error {
	if b.Width < ouro.MinSide || b.Height < ouro.MinSide || b.Width > ouro.MaxSide || b.Height > ouro.MaxSide {
		return fmt.Errorf("board: %dx%d: width and height must be %d to %d", b.Width, b.Height, ouro.MinSide, ouro.MaxSide)
	}
	for i, c := range b.Food {
		if !b.contains(c) {
			return fmt.Errorf("board.food[%d]: %w", i, b.offBoardError(c))
		}
	}
	if len(b.Hazards) > maxHazards {
		return fmt.Errorf("board.hazards: %d entries; want at most %d", len(b.Hazards), maxHazards)
	}
	if len(b.Snakes) > maxSnakes {
		return fmt.Errorf("board.snakes: %d snakes; want at most %d", len(b.Snakes), maxSnakes)
	}
	segments := 0
	seat := make(map[string]int, len(b.Snakes))
	for i := range b.Snakes {
		sn := &b.Snakes[i]
		if err := b.checkSnake(sn, wraps, 0); err != nil {
			return fmt.Errorf("board.snakes[%d]%w", i, err)
		}
		if first, twice := seat[sn.ID]; twice {
			return fmt.Errorf("board.snakes[%d].id: %q is the id of board.snakes[%d] too", i, sn.ID, first)
		}
		seat[sn.ID] = i
		segments += len(sn.Body)
	}
	if limit := b.Width*b.Height + maxStacked*len(b.Snakes); segments > limit {
		return fmt.Errorf("board.snakes: %d segments in all; at most %d fit on the board", segments, limit)
	}
	return nil
}

// checkSnake returns an error that starts with ".key: ". The first offBoard segments may be off the
// board.
func (b *Board) checkSnake(sn *Snake, wraps bool, offBoard int) error {
	if err := checkID(sn.ID); err != nil {
		return fmt.Errorf(".id: %w", err)
	}
	if sn.Health < 0 || sn.Health > maxHealth {
		return fmt.Errorf(".health: %d is not from 0 to %d", sn.Health, maxHealth)
	}
	if len(sn.Body) == 0 {
		return errors.New(".body: no segments")
	}
	if limit := b.Width*b.Height + maxStacked; len(sn.Body) > limit {
		return fmt.Errorf(".body: %d segments; at most %d fit on the board", len(sn.Body), limit)
	}
	for i, c := range sn.Body {
		if i >= offBoard && !b.contains(c) {
			return fmt.Errorf(".body[%d]: %w", i, b.offBoardError(c))
		}
		if i > 0 && !b.areAdjacent(sn.Body[i-1], c, wraps) {
			return fmt.Errorf(".body[%d]: %v is not beside %v", i, c, sn.Body[i-1])
		}
	}
	return nil
}

func (b *Board) contains(c Coord) bool {
	return c.X >= 0 && c.Y >= 0 && c.X < b.Width && c.Y < b.Height
}

func (b *Board) offBoardError(c Coord) error {
	return fmt.Errorf("%v is off the %dx%d board", c, b.Width, b.Height)
}

// areAdjacent reports whether a and c are equal or neighbours, as consecutive segments must be.
func (b *Board) areAdjacent(a, c Coord, wraps bool) bool {
	dx, dy := axisDistance(a.X, c.X, b.Width, wraps), axisDistance(a.Y, c.Y, b.Height, wraps)
	return dx >= 0 && dy >= 0 && dx <= 1 && dy <= 1 && dx+dy <= 1
}

// axisDistance returns the distance between two columns or rows. It overflows to a negative number
// if they are too far apart.
func axisDistance(a, c, side int, wraps bool) int {
	d := max(a, c) - min(a, c)
	if wraps {
		d = min(d, side-d)
	}
	return d
}

// checkYou returns an error unless you is on the board or is a valid dead snake.
func (r *Request) checkYou() error {
	if r.You.ID == "" && len(r.You.Body) == 0 {
		return errors.New("you: missing")
	}
	if r.seat() >= 0 {
		return nil // the caller uses the snake on the board
	}
	off := 1
	if r.Game.Ruleset.wraps() {
		off = 0
	}
	if err := r.Board.checkSnake(&r.You, r.Game.Ruleset.wraps(), off); err != nil {
		return fmt.Errorf("you%w", err)
	}
	if head := r.You.Body[0]; len(r.You.Body) == 1 && !r.Board.contains(head) {
		return fmt.Errorf("you.body[0]: %w", r.Board.offBoardError(head))
	}
	return nil
}

// seat returns the index of you among the snakes of the board, or -1.
func (r *Request) seat() int { return r.Board.Seat(r.You.ID) }

func (b *Board) Seat(id string) int {
	return slices.IndexFunc(b.Snakes, func(sn Snake) bool { return sn.ID == id })
}

// Limits of the input. encoding/json allocates 200 bytes for each {} in a list of snakes, so
// checkEntries counts the entries of lists before decoding.
const (
	// maxEntries limits the entries of all lists together: hazards, food on every cell, bodies on
	// the largest board, and the body of you.
	maxEntries = maxHazards + 3*maxCells + maxStacked*(maxSnakes+1) + maxSnakes + spareEntries
	maxCells   = ouro.MaxSide * ouro.MaxSide

	// spareEntries allows for unknown lists of other engines.
	spareEntries = 1000

	maxNesting = 32
)

// MaxRequest is the maximum size of a request in bytes. It suffices for everything that
// [Request.Check] allows on the largest board, with texts of 256 bytes and a space after every
// comma and colon.
const MaxRequest = 1 << 20

// checkEntries returns an error if the lists of a request have too many entries or are nested too
// deeply. It leaves other errors to the decoder.
func checkEntries(data []byte) error {
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

// counter counts the entries of the lists of a JSON text.
type counter struct {
	text, key []byte           // the last string and the last key, with quotes
	lists     [maxNesting]list // the open lists
	depth     int
	entries   int // entries of all lists together
	snakes    int // snakes of all lists together
}

// list is an open list or object. ofSnakes is set for the list board.snakes.
type list struct{ isList, ofSnakes bool }

func (c *counter) open(isList bool) error {
	if c.depth == maxNesting {
		return fmt.Errorf("lists and objects are nested deeper than %d levels", maxNesting)
	}
	// Only board.snakes is decoded into snakes.
	c.lists[c.depth] = list{isList, isList && c.depth == 2 && isSnakes(c.key)}
	c.depth++
	return c.entry()
}

// entry counts an entry: the first of a list at the opening bracket, the others at the comma before
// them. An empty list counts as one entry.
func (c *counter) entry() error {
	if c.depth == 0 || !c.lists[c.depth-1].isList {
		return nil
	}
	if c.entries++; c.entries > maxEntries {
		return fmt.Errorf("all lists together have more than %d entries", maxEntries)
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
