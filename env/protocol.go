package env

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/roster"
)

// headBytes is the size of a frame's head. A frame is a head and a payload; see
// docs/environments.md.
const headBytes = 8

type frameKind uint8

const (
	frameHello  frameKind = 1
	frameReset  frameKind = 2
	frameStep   frameKind = 3
	frameClose  frameKind = 4
	frameRender frameKind = 5

	frameReady   frameKind = 129
	frameState   frameKind = 130
	frameBye     frameKind = 132
	framePicture frameKind = 133
	frameError   frameKind = 255
)

var frameNames = map[frameKind]string{frameHello: "HELLO", frameReset: "RESET", frameStep: "STEP", frameClose: "CLOSE", frameRender: "RENDER"}

// maxHello is the maximum size of the payload of a HELLO, in bytes.
const maxHello = 1 << 16

// BrokenError is the error for bytes that are not a valid frame. After such bytes, the
// beginning of the next frame is unknown.
type BrokenError struct{ why string }

func (e *BrokenError) Error() string { return e.why }

func brokenError(format string, args ...any) error { return &BrokenError{fmt.Sprintf(format, args...)} }

// readHead reads the head of a frame from a client. At the end of the input it returns io.EOF.
func readHead(r io.Reader, head *[headBytes]byte) (frameKind, int, error) {
	if _, err := io.ReadFull(r, head[:]); err != nil {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = brokenError("the client's output ends within the head of a frame")
		}
		return 0, 0, err
	}
	kind, n := frameKind(head[4]), binary.LittleEndian.Uint32(head[:])
	switch {
	case frameNames[kind] == "":
		return 0, 0, brokenError("a frame of type %d: want 1 HELLO, 2 RESET, 3 STEP, 4 CLOSE or 5 RENDER", head[4])
	case head[5] != 0 || head[6] != 0 || head[7] != 0:
		return 0, 0, brokenError("%s: bytes 5 to 7 of its head must be zero", frameNames[kind])
	case n > 1<<30: // far above any valid size
		return 0, 0, brokenError("%s: a payload of %d bytes", frameNames[kind], n)
	}
	return kind, int(n), nil
}

func readPayload(r io.Reader, kind frameKind, payload []byte) error {
	_, err := io.ReadFull(r, payload)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return brokenError("%s: the client's output ends within the payload", frameNames[kind])
	}
	return err
}

func putHead(head []byte, kind frameKind, n int) {
	binary.LittleEndian.PutUint32(head, uint32(n))
	head[4], head[5], head[6], head[7] = byte(kind), 0, 0, 0
}

// entryBytes is the size of an entry of a RESET.
const entryBytes = 24

// readEntries reads the payload of a RESET, in the memory of entries and sequences.
func readEntries(payload []byte, entries []BoardReset, sequences []GameSequence) ([]BoardReset, error) {
	entries = entries[:0]
	for n := 0; len(payload) > 0; n, payload = n+1, payload[entryBytes:] {
		f := BoardReset{Board: int(binary.LittleEndian.Uint32(payload))}
		g := GameSequence{
			Stride: uint64(binary.LittleEndian.Uint32(payload[4:])),
			Seed:   binary.LittleEndian.Uint64(payload[8:]),
			Game:   binary.LittleEndian.Uint64(payload[16:]),
		}
		switch {
		case g.Stride > 0:
			sequences[n] = g
			f.Sequence = &sequences[n]
		case g.Seed != 0 || g.Game != 0:
			return nil, fmt.Errorf("entry %d: stride 0 means the board's next game, so seed and game must be 0", n)
		}
		entries = append(entries, f)
	}
	return entries, nil
}

// Version is the version of the protocol.
const Version = 1

// Hello is the content of a HELLO; see docs/environments.md.
type Hello struct {
	Version     int
	Rules       string
	Board       string
	Level       string
	StartLength int
	Boards      int
	Seats       int
	Opponents   []string
	Seed        uint64
	Observation string
	Planes      []string
	Reward      string
	Autoreset   string
	MaxTurns    int
	Records     bool
	Workers     int
	Shared      string
}

func DefaultHello() Hello {
	return Hello{Rules: "classic", Boards: 1, Seats: 1, Seed: 1, Observation: "uint8", Autoreset: NextStep.String()}
}

// fields returns pointers to the fields by their names in JSON, with a description of the values.
func (h *Hello) fields() map[string]struct {
	field any
	want  string
} {
	const whole, text = "a whole number", "a text"
	return map[string]struct {
		field any
		want  string
	}{
		"version": {&h.Version, whole}, "rules": {&h.Rules, text}, "board": {&h.Board, text}, "level": {&h.Level, text},
		"start_length": {&h.StartLength, whole}, "boards": {&h.Boards, whole}, "seats": {&h.Seats, whole},
		"opponents": {&h.Opponents, "a list of solvers"},
		"seed":      {&h.Seed, "a whole number from 0 to 2^64-1"}, "observation": {&h.Observation, text},
		"planes": {&h.Planes, "a list of names"}, "reward": {&h.Reward, text}, "autoreset": {&h.Autoreset, text},
		"max_turns": {&h.MaxTurns, whole}, "records": {&h.Records, "true or false"}, "workers": {&h.Workers, whole}, "shared": {&h.Shared, text},
	}
}

// read decodes a HELLO. Omitted fields keep their values.
func (h *Hello) read(text []byte) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(text, &given); err != nil || given == nil {
		return errors.New(`hello: want a JSON object, such as {"version":1,"boards":16}`)
	}
	fields := h.fields()
	for _, name := range slices.Sorted(maps.Keys(given)) {
		field, ok := fields[name]
		if !ok {
			return fmt.Errorf("hello: unknown field %s%s", printable.Short(name, maxQuote), english.Suggestion(name, slices.Sorted(maps.Keys(fields))))
		}
		if json.Unmarshal(given[name], field.field) != nil {
			return fmt.Errorf("hello: %s: want %s", name, field.want)
		}
	}
	if h.Version != Version {
		return fmt.Errorf("hello: version %d: want %d", h.Version, Version)
	}
	return nil
}

// maxQuote is the maximum length of a client's text in an error, in bytes.
const maxQuote = 60

// config returns the Config that a HELLO requests.
func (h *Hello) config() (cfg Config, err error) {
	cfg = Config{Boards: h.Boards, Seed: h.Seed, MaxTurns: h.MaxTurns, Records: h.Records, Workers: h.Workers}
	for _, text := range h.Opponents {
		o, err := ParseOpponent(text)
		if err != nil {
			return cfg, err
		}
		cfg.Opponents = append(cfg.Opponents, o)
	}
	if cfg.Game, err = h.game(); err != nil {
		return cfg, err
	}
	switch h.Observation {
	case "uint8":
	case "float32":
		cfg.Float32 = true
	default:
		return cfg, fmt.Errorf("unknown observation %q%s", h.Observation, english.Suggestion(h.Observation, []string{"uint8", "float32"}))
	}
	for _, name := range h.Planes {
		p, err := ParsePlane(name)
		if err != nil {
			return cfg, err
		}
		cfg.Planes = append(cfg.Planes, p)
	}
	if cfg.Reward, err = ParseReward(h.Reward); err != nil {
		return cfg, err
	}
	cfg.Autoreset, err = ParseAutoreset(h.Autoreset)
	return cfg, err
}

func (h *Hello) game() (game ouro.GameSpec, err error) {
	rules, err := ouro.ParseSpec(h.Rules)
	if err != nil {
		return game, fmt.Errorf("rules: %w", err)
	}
	if h.StartLength < 0 {
		return game, fmt.Errorf("start_length %d: must be at least 1", h.StartLength)
	}
	if row, err := roster.FindRules(rules.Name); err == nil && (h.Seats < 1 || len(h.Opponents) > 0) {
		if err := checkSnakes(&row, h.Seats, len(h.Opponents)); err != nil {
			return game, err
		}
	}
	c := roster.Choice{Rules: rules, Level: h.Level, StartLength: h.StartLength, Snakes: h.Seats + len(h.Opponents), Open: openLevel}
	if h.Board != "" {
		if c.W, c.H, err = ouro.ParseSize(h.Board); err != nil {
			return game, err
		}
	}
	if h.Board != "" && h.Level != "" {
		return game, errors.New("give board or level, not both: a level has its own size")
	}
	return c.Game()
}

// openLevel parses a text with line breaks as a drawing. Any other text is the name of a built-in
// level. openLevel never opens files, because clients may be on another machine.
func openLevel(text string) (*ouro.Level, error) {
	if strings.ContainsAny(text, "\r\n") {
		level, err := ouro.ParseLevel(text)
		if err != nil {
			return nil, fmt.Errorf("level: %w", err)
		}
		return level, nil
	}
	return roster.Level(text)
}

// ready is the content of a READY; see docs/environments.md.
type ready struct {
	Version     int       `json:"version"`
	Host        string    `json:"host"`
	Rules       string    `json:"rules"`
	Board       string    `json:"board"`
	Width       int       `json:"width"`
	Height      int       `json:"height"`
	Boards      int       `json:"boards"`
	Seats       int       `json:"seats"`
	Opponents   []string  `json:"opponents"`
	Seed        uint64    `json:"seed"`
	Observation string    `json:"observation"`
	Planes      []string  `json:"planes"`
	Reward      string    `json:"reward"`
	Autoreset   string    `json:"autoreset"`
	MaxTurns    int       `json:"max_turns"`
	Records     bool      `json:"records"`
	Actions     []string  `json:"actions"`
	Endings     []string  `json:"endings"`
	Pictures    []string  `json:"pictures"`
	Layout      []Section `json:"layout"`
	StateBytes  int       `json:"state_bytes"`
	SharedBytes int       `json:"shared_bytes"`
}

func readyOf(host string, cfg *Config, layout *Layout, shared bool) ready {
	r := ready{
		Version: Version, Host: host, Rules: cfg.Game.Rules.String(), Board: fmt.Sprintf("%dx%d", cfg.Game.W, cfg.Game.H),
		Width: cfg.Game.W, Height: cfg.Game.H, Boards: cfg.Boards, Seats: cfg.seats(), Seed: cfg.Seed, Observation: "uint8",
		Reward: cfg.Reward.String(), Autoreset: cfg.Autoreset.String(), MaxTurns: cfg.MaxTurns, Records: cfg.Records,
		Layout: layout.Sections, StateBytes: layout.State, Opponents: []string{}, Pictures: pictureFormats,
	}
	for _, o := range cfg.Opponents {
		r.Opponents = append(r.Opponents, o.String())
	}
	if cfg.Float32 {
		r.Observation = "float32"
	}
	if shared {
		r.SharedBytes = layout.Whole
	} else {
		r.Layout = r.Layout[:len(r.Layout)-1] // without shared memory, clients send the actions in a STEP
	}
	for _, p := range cfg.Planes {
		r.Planes = append(r.Planes, p.String())
	}
	for _, d := range ouro.Dirs {
		r.Actions = append(r.Actions, d.String())
	}
	for e := ouro.Unfinished; e <= ouro.Drawn; e++ {
		r.Endings = append(r.Endings, e.String())
	}
	return r
}
