package ouro

import "fmt"

// Cause is why a snake is dead.
type Cause uint8

// The causes of death.
const (
	Alive   Cause = iota
	HitWall       // stepped off the board or into a wall
	HitSelf       // stepped into its own body
	HitBody       // stepped into another snake
	HeadOn        // met the head of a snake that is not shorter
	Starved       // ran out of health
	Burnt         // ran out of health on a hazard
)

var causeNames = [...]string{"alive", "wall", "self", "body", "head", "health", "hazard"}

// String returns the name of the cause in records and JSON.
func (c Cause) String() string { return enumName(causeNames[:], c, "Cause") }

// MarshalText writes the cause's name.
func (c Cause) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a cause's name.
func (c *Cause) UnmarshalText(text []byte) error {
	return parseEnum(causeNames[:], c, "cause", text)
}

// Ending is how a game ended.
type Ending uint8

// The endings.
const (
	Unfinished Ending = iota
	Won               // the board is full, or one snake is left
	Died              // the snake stepped into a wall or a body
	Trapped           // the snake lives but has no legal move
	Looped            // too many moves without food
	Drawn             // the last snakes died together
)

var endingNames = [...]string{"unfinished", "won", "died", "trapped", "looped", "drawn"}

// String returns the name of the ending in records and JSON.
func (e Ending) String() string { return enumName(endingNames[:], e, "Ending") }

// MarshalText writes the ending's name.
func (e Ending) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads an ending's name.
func (e *Ending) UnmarshalText(text []byte) error {
	return parseEnum(endingNames[:], e, "ending", text)
}

// Outcome is the result of a game.
type Outcome struct {
	Ending Ending
	Winner int // seat of the winner, or NoSeat
}

func enumName[T ~uint8](names []string, v T, kind string) string {
	if int(v) >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, v)
	}
	return names[v]
}

func parseEnum[T ~uint8](names []string, v *T, kind string, text []byte) error {
	for i, name := range names {
		if name == string(text) {
			*v = T(i)
			return nil
		}
	}
	return fmt.Errorf("unknown %s %q", kind, text)
}
