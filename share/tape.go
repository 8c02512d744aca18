package share

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"ouro"
	"ouro/internal/english"
	"ouro/studio/frames"
)

const every = 1024 // turns from one full position of a tape to the next

// MaxTape is the number of bytes that a packed game may have in its own file.
const MaxTape = 8 << 20

type Seat struct {
	Name  string `json:"name"`
	Spec  string `json:"spec"`
	Color string `json:"color"`
}

type Mark struct {
	Turn  int    `json:"turn"`
	Words string `json:"words"`
}

// Tape collects a game turn by turn, for the JavaScript of a page in studio/web/share.
type Tape struct {
	Title string
	Speed float64 // turns a second; 0 is the page's default
	Marks []Mark

	seats    []Seat
	names    english.Snakes // nil for a single snake
	board    frames.Board
	first    int               // turn of the first position
	keys     []*frames.Lane    // full positions: the first one, and one after every 1024 changes
	changes  []json.RawMessage // from each position to the next
	before   *ouro.State       // the last added position
	change   frames.Change     // memory for encodeChange
	end      *frames.Ended     // the end of the game, once it was added
	overlays overlays
}

func NewTape(seats []Seat) *Tape {
	t := &Tape{seats: seats}
	if len(seats) > 1 {
		for _, s := range seats {
			t.names = append(t.names, s.Name)
		}
	}
	return t
}

// tapeDoc is a tape in JSON. A change that only moves the single snake is a number: the
// cell of the new head minus the cell of the old head.
type tapeDoc struct {
	Title   string            `json:"title"`
	Board   frames.Board      `json:"board"`
	Seats   []Seat            `json:"seats"`
	First   int               `json:"first"`
	Speed   float64           `json:"speed,omitempty"`
	Marks   []Mark            `json:"marks,omitempty"`
	Every   int               `json:"every"`
	Keys    []*frames.Lane    `json:"keys"`
	Changes []json.RawMessage `json:"changes"`
}

func (t *Tape) Turns() int { return len(t.changes) }

// Add adds the position of the next turn. ending is the end of the game, or nil.
func (t *Tape) Add(s *ouro.State, ending *frames.Ended) {
	t.end = ending
	if t.before == nil {
		t.first, t.board = s.Turn, frames.BoardOf(s.Grid)
		t.addKey(s, ending)
		t.before = s.Clone()
		return
	}
	c := &t.change
	c.Between(t.before, s, t.names)
	if ending != nil {
		c.Ended, c.Hash = ending, frames.Hash(s)
	}
	t.changes = append(t.changes, t.encodeChange())
	if len(t.changes)%every == 0 {
		t.addKey(s, ending)
	}
	t.before.CopyFrom(s)
}

func (t *Tape) addKey(s *ouro.State, ended *frames.Ended) {
	key := frames.Of(s, t.names)
	key.Ended = ended
	t.keys = append(t.keys, key)
}

// encodeChange returns the change as JSON, or as a number if only the single snake moved.
func (t *Tape) encodeChange() json.RawMessage {
	c := &t.change
	if len(t.before.Snakes) == 1 && c.Turn == t.before.Turn+1 && len(c.Snakes) == 1 && c.Ended == nil && c.Hash == "" &&
		c.Food.IsZero() && c.Walls.IsZero() && c.Hedges.IsZero() && c.Hazards.IsZero() {
		m := &c.Snakes[0]
		if len(m.Push) == 1 && m.Drop == 1 && len(m.Body) == 0 && m.Health == nil && m.Dead == "" && m.Died == 0 {
			return strconv.AppendInt(nil, int64(m.Push[0]-t.before.Snakes[0].Body.Head()), 10)
		}
	}
	return c.AppendJSON(nil)
}

// Pack returns the game as deflated JSON in URL-safe base64, which needs no escaping in
// HTML. It returns an error if the deflated game has more than limit bytes.
func (t *Tape) Pack(limit int) (string, error) {
	packed, err := pack(tapeDoc{t.Title, t.board, t.seats, t.first, t.Speed, t.Marks, every, t.keys, t.changes}, limit)
	if errors.Is(err, errTooLarge) {
		err = fmt.Errorf("the game has %d turns, which are too many for a page: use ouro replay", t.Turns())
	}
	return packed, err
}

var errTooLarge = errors.New("the game is too large for a page: use ouro replay")

// pack returns doc as deflated JSON in URL-safe base64.
func pack(doc any, limit int) (string, error) {
	text, err := json.Marshal(doc)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	w, err := zlib.NewWriterLevel(&b, zlib.BestCompression)
	if err != nil {
		return "", err
	}
	_, err = w.Write(text)
	if err := errors.Join(err, w.Close()); err != nil {
		return "", err
	}
	if b.Len() > limit {
		return "", errTooLarge
	}
	return base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}
