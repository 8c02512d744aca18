// Package wire speaks the wire format of Battlesnake: the JSON of its
// webhooks (version "1"), its game logs and its board viewer, to and from
// [ouro.State]. It does no HTTP.
//
// A [Request] is what an engine sends to a snake: [ParseRequest] reads one and
// [Request.State] makes it a position to think about. A [Match] knows what the
// wire tells of a game beyond its State, and goes the other way.
//
// Reading is tolerant where engines differ: unknown keys are ignored and
// optional ones may be missing. What cannot be a position is an error that
// names the place in one line.
package wire

import (
	"fmt"
	"strconv"
	"time"

	"ouro/internal/jsonl"
)

// APIVersion is the only version of the webhooks.
const APIVersion = "1"

// DefaultTimeout is the time for an answer where a request does not say.
const DefaultTimeout = 500 * time.Millisecond

// Request is the body of POST /start, /move and /end, and a frame of a game
// log.
type Request struct {
	Game  Game  `json:"game"`
	Turn  int   `json:"turn"`
	Board Board `json:"board"`
	You   Snake `json:"you"` // sent even when it is dead
}

// Game is what does not change in a game.
type Game struct {
	ID      string  `json:"id"`
	Ruleset Ruleset `json:"ruleset"`
	Map     string  `json:"map"`
	Timeout int     `json:"timeout"` // milliseconds for one answer
	Source  string  `json:"source"`
}

// TimeLimit is the time for one answer. An engine that names none, or 0, is
// taken to mean [DefaultTimeout].
func (g *Game) TimeLimit() time.Duration {
	if g.Timeout == 0 {
		return DefaultTimeout
	}
	return time.Duration(g.Timeout) * time.Millisecond
}

// FromPosition is the Source of a game of ours that started from a position and not
// as its rules say: its first frame is that position, of whatever turn.
const FromPosition = "position"

// Ruleset names the rules and their settings.
type Ruleset struct {
	Name     string   `json:"name"`
	Version  string   `json:"version"`
	Settings Settings `json:"settings"`
}

// Settings are the numbers of rules and maps.
type Settings struct {
	FoodSpawnChance     int            `json:"foodSpawnChance"`
	MinimumFood         int            `json:"minimumFood"`
	HazardDamagePerTurn int            `json:"hazardDamagePerTurn"`
	HazardMap           string         `json:"hazardMap"`       // out of use
	HazardMapAuthor     string         `json:"hazardMapAuthor"` // out of use
	Royale              RoyaleSettings `json:"royale"`
	Squad               SquadSettings  `json:"squad"` // out of use
}

// RoyaleSettings are those of the map royale.
type RoyaleSettings struct {
	ShrinkEveryNTurns int `json:"shrinkEveryNTurns"`
}

// SquadSettings are those of a ruleset that is no longer played.
type SquadSettings struct {
	AllowBodyCollisions bool `json:"allowBodyCollisions"`
	SharedElimination   bool `json:"sharedElimination"`
	SharedHealth        bool `json:"sharedHealth"`
	SharedLength        bool `json:"sharedLength"`
}

// Board is the position: living snakes only, and a hazard cell once for each of
// its layers.
type Board struct {
	Height  int     `json:"height"`
	Width   int     `json:"width"`
	Snakes  []Snake `json:"snakes"`
	Food    []Coord `json:"food"`
	Hazards []Coord `json:"hazards"`
}

// Coord is a place, with (0,0) at the bottom left.
type Coord struct {
	X int `json:"x"`
	Y int `json:"y"`
}

func (c Coord) String() string { return fmt.Sprintf("(%d,%d)", c.X, c.Y) }

// Snake is one snake as the wire tells of it.
type Snake struct {
	ID             string         `json:"id"`
	Name           string         `json:"name"`
	Latency        string         `json:"latency"` // milliseconds of the answer before
	Health         int            `json:"health"`
	Body           []Coord        `json:"body"` // head first; stacked segments are repeated
	Head           Coord          `json:"head"`
	Length         int            `json:"length"`
	Shout          string         `json:"shout"`
	Squad          string         `json:"squad"`
	Customizations Customizations `json:"customizations"`
}

// ResponseTime is the Latency as a duration, or false where it is not a number
// of milliseconds.
func (s *Snake) ResponseTime() (time.Duration, bool) {
	ms, err := strconv.ParseFloat(s.Latency, 64)
	if err != nil || !(ms >= 0 && ms < 1e9) {
		return 0, false
	}
	return time.Duration(ms * float64(time.Millisecond)), true
}

// Customizations are how a snake wants to look.
type Customizations struct {
	Color string `json:"color"`
	Head  string `json:"head"`
	Tail  string `json:"tail"`
}

// ParseRequest reads a request. What is missing has its default: the settings
// of the official engine and a timeout of [DefaultTimeout]. Whether it makes a
// position is for [Request.State] to say. It takes no more than a few times the
// memory of data, whatever that holds.
func ParseRequest(data []byte) (*Request, error) {
	r := &Request{Game: Game{Ruleset: Ruleset{Settings: DefaultSettings()}, Timeout: int(DefaultTimeout / time.Millisecond)}}
	if err := count(data); err != nil {
		return nil, err
	}
	if err := jsonl.Decode(data, r); err != nil {
		return nil, err
	}
	return r, nil
}
