// Package wire converts between [ouro.State] and the JSON of Battlesnake: its webhooks (version
// "1"), game logs and board viewer. It does not use the network.
//
// An engine sends a [Request] to a snake: [ParseRequest] parses it, and [Request.State] returns its
// position. A [Match] converts a State to requests and other messages, and holds the parts of them
// that a State lacks.
//
// Parsing is tolerant where engines differ: unknown keys are ignored, and optional keys may be
// missing. The error for an invalid position is one line that names the key.
package wire

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"ouro"
	"ouro/internal/jsonl"
	"ouro/internal/palette"
	"ouro/rule/battlesnake"
)

const APIVersion = "1"

// DefaultTimeout is the timeout of an answer if a request does not state one.
const DefaultTimeout = 500 * time.Millisecond

// Request is the body of POST /start, /move and /end, and a frame of a game log.
type Request struct {
	Game  Game  `json:"game"`
	Turn  int   `json:"turn"`
	Board Board `json:"board"`
	You   Snake `json:"you"` // also sent if it is dead
}

// Game is the part of a request that stays the same during a game.
type Game struct {
	ID      string  `json:"id"`
	Ruleset Ruleset `json:"ruleset"`
	Map     string  `json:"map"`
	Timeout int     `json:"timeout"` // timeout of an answer in milliseconds
	Source  string  `json:"source"`
}

// TimeLimit returns the timeout of an answer, which is [DefaultTimeout] if Timeout is 0.
func (g *Game) TimeLimit() time.Duration {
	return cmp.Or(time.Duration(g.Timeout)*time.Millisecond, DefaultTimeout)
}

// FromPosition is the Source of a game that this program started from a given position.
const FromPosition = "position"

type Ruleset struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Settings Settings `json:"settings"`
}

// Settings has the numbers of rules and maps.
type Settings struct {
	FoodSpawnChance     int            `json:"foodSpawnChance"`
	MinimumFood         int            `json:"minimumFood"`
	HazardDamagePerTurn int            `json:"hazardDamagePerTurn"`
	HazardMap           string         `json:"hazardMap"`       // obsolete
	HazardMapAuthor     string         `json:"hazardMapAuthor"` // obsolete
	Royale              RoyaleSettings `json:"royale"`
	Squad               SquadSettings  `json:"squad"` // obsolete
}

type RoyaleSettings struct {
	ShrinkEveryNTurns int `json:"shrinkEveryNTurns"`
}

// SquadSettings has the settings of an obsolete ruleset.
type SquadSettings struct {
	AllowBodyCollisions bool `json:"allowBodyCollisions"`
	SharedElimination   bool `json:"sharedElimination"`
	SharedHealth        bool `json:"sharedHealth"`
	SharedLength        bool `json:"sharedLength"`
}

// Board is the position, with only living snakes. Hazards has a cell once for each layer.
type Board struct {
	Height  int     `json:"height"`
	Width   int     `json:"width"`
	Snakes  []Snake `json:"snakes"`
	Food    []Coord `json:"food"`
	Hazards []Coord `json:"hazards"`
}

// Coord is a cell; (0, 0) is at the bottom left.
type Coord struct {
	X int `json:"x"`
	Y int `json:"y"`
}

func (c Coord) String() string { return fmt.Sprintf("(%d,%d)", c.X, c.Y) }

type Snake struct {
	ID             string         `json:"id"`
	Name           string         `json:"name"`
	Latency        string         `json:"latency"` // of the last answer, in milliseconds
	Health         int            `json:"health"`
	Body           []Coord        `json:"body"` // head first; several segments may be on one cell
	Head           Coord          `json:"head"`
	Length         int            `json:"length"`
	Shout          string         `json:"shout"`
	Squad          string         `json:"squad"`
	Customizations Customizations `json:"customizations"`
}

// ResponseTime returns Latency as a duration, if it is a number of milliseconds.
func (s *Snake) ResponseTime() (time.Duration, bool) {
	ms, err := strconv.ParseFloat(s.Latency, 64)
	if err != nil || !(ms >= 0 && ms < 1e9) {
		return 0, false
	}
	return time.Duration(ms * float64(time.Millisecond)), true
}

type Customizations struct {
	Color string `json:"color"`
	Head  string `json:"head"`
	Tail  string `json:"tail"`
}

// ParseRequest parses a request. Missing settings are those of the official engine; a missing
// timeout is [DefaultTimeout]. Only [Request.State] checks the position. The memory used is at most
// a small multiple of the size of data.
func ParseRequest(data []byte) (*Request, error) {
	r := &Request{Game: Game{Ruleset: Ruleset{Settings: DefaultSettings()}, Timeout: int(DefaultTimeout / time.Millisecond)}}
	if err := checkEntries(data); err != nil {
		return nil, err
	}
	if err := jsonl.Decode(data, r); err != nil {
		return nil, err
	}
	return r, nil
}

// NewGame returns a game under these rules of package rule/battlesnake.
func NewGame(id string, rules ouro.Spec, timeout time.Duration) (Game, error) {
	r, err := battlesnake.New(rules.Name, rules.Options)
	if err != nil {
		return Game{}, fmt.Errorf("rules %s: %w", rules, err)
	}
	return Game{
		ID: id, Map: r.Map(), Timeout: int(timeout / time.Millisecond),
		Ruleset: Ruleset{Name: r.Ruleset(), Version: "ouro", Settings: settings(r.Settings())},
	}, nil
}

// find returns the ruleset, which is standard without a name.
func (r *Ruleset) find() (battlesnake.Ruleset, error) {
	return battlesnake.FindRuleset(cmp.Or(r.Name, "standard"))
}

// wraps reports whether each edge of the board joins the opposite one.
func (r *Ruleset) wraps() bool {
	set, _ := r.find()
	return set.Wraps
}

// constricts reports whether snakes grow with every move.
func (r *Ruleset) constricts() bool {
	set, _ := r.find()
	return set.Grows
}

// DefaultSettings returns the settings of the official engine.
func DefaultSettings() Settings { return settings(battlesnake.DefaultSettings()) }

func settings(s battlesnake.Settings) Settings {
	return Settings{
		FoodSpawnChance: s.FoodChance, MinimumFood: s.MinFood,
		HazardDamagePerTurn: s.Damage, Royale: RoyaleSettings{ShrinkEveryNTurns: s.Shrink},
	}
}

func (g *Game) Spec() ouro.Spec {
	set := &g.Ruleset.Settings
	option := func(key string, v int) ouro.Option { return ouro.Option{Key: key, Value: strconv.Itoa(v)} }
	spec := ouro.Spec{Name: cmp.Or(g.Ruleset.Name, "standard")}
	if g.Map != "" {
		spec.Options = ouro.Options{{Key: "map", Value: g.Map}}
	}
	spec.Options = append(spec.Options,
		option("food", set.FoodSpawnChance), option("minfood", set.MinimumFood),
		option("damage", set.HazardDamagePerTurn), option("shrink", set.Royale.ShrinkEveryNTurns))
	return spec
}

// Rules returns the rules of the game. If the map is unknown or its numbers are invalid, the map is
// standard: maps only decide where food and hazards appear, which a snake cannot predict, except
// for the trails of snail_mode.
func (g *Game) Rules() (ouro.Rules, error) {
	spec := g.Spec()
	if r, err := battlesnake.New(spec.Name, spec.Options); err == nil {
		return r, nil
	}
	r, err := battlesnake.New(spec.Name, nil)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Info is the reply to GET, a snake's description of itself.
type Info struct {
	APIVersion string `json:"apiversion"`
	Author     string `json:"author,omitempty"`
	Color      string `json:"color,omitempty"` // "#RRGGBB"
	Head       string `json:"head,omitempty"`
	Tail       string `json:"tail,omitempty"`
	Version    string `json:"version,omitempty"`
}

func ParseInfo(data []byte) (Info, error) {
	var info Info
	err := jsonl.Decode(data, &info)
	return info, err
}

func CheckColor(color string) error {
	if _, ok := palette.Parse(color); !ok {
		return fmt.Errorf("color %q is not of the form #RRGGBB", color)
	}
	return nil
}

// MoveReply is the reply to POST /move.
type MoveReply struct {
	Move  ouro.Dir `json:"move"`
	Shout string   `json:"shout,omitempty"`
}

// MaxShout is the maximum length of a shout in characters; the rest is cut off.
const MaxShout = 256

// BadMoveError is the error for a reply in valid JSON without a valid move.
type BadMoveError struct{ Move string }

func (e *BadMoveError) Error() string {
	if e.Move == "" {
		return "no move in the reply"
	}
	return fmt.Sprintf("move %q is not up, right, down or left", e.Move)
}

// ParseMoveReply parses the reply to POST /move. Without a valid move, the error is a
// [BadMoveError]. It cuts a shout after MaxShout characters.
func ParseMoveReply(data []byte) (MoveReply, error) {
	var wire struct {
		Move  string `json:"move"`
		Shout string `json:"shout"`
	}
	if err := jsonl.Decode(data, &wire); err != nil {
		return MoveReply{}, err
	}
	var r MoveReply
	if r.Move.UnmarshalText([]byte(wire.Move)) != nil {
		return MoveReply{}, &BadMoveError{Move: cut(wire.Move, maxQuote)}
	}
	r.Shout = cut(wire.Shout, MaxShout)
	return r, nil
}

func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n])
}

var causeNames = map[ouro.Cause]string{
	ouro.Alive:   "",
	ouro.HitWall: "wall-collision",
	ouro.HitSelf: "snake-self-collision",
	ouro.HitBody: "snake-collision",
	ouro.HeadOn:  "head-collision",
	ouro.Starved: "out-of-health",
	ouro.Burnt:   "hazard",
}

// CauseName returns the name of a cause of death in messages, which is "" for Alive.
func CauseName(c ouro.Cause) string { return causeNames[c] }

// ParseCause is the inverse of [CauseName].
func ParseCause(name string) (ouro.Cause, error) {
	for c, n := range causeNames {
		if n == name {
			return c, nil
		}
	}
	return 0, errors.New("unknown cause of death " + quote(name))
}

// maxQuote is the maximum length of foreign text in an error, in characters.
const maxQuote = 40

func quote(s string) string { return fmt.Sprintf("%q", cut(s, maxQuote)) }
