package arena

import (
	"errors"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/roster"
)

// Setting is a Tournament ready to be played: its texts are read, what was left
// open is chosen.
type Setting struct {
	Game     ouro.GameSpec     // Snakes is the number of seats of a game
	Rules    roster.RulesEntry // of the game
	Alone    bool              // every snake plays by itself
	Entrants []host.Entrant    // the snakes; each game needs guests of its own, see host.ParseEntrant
	Budget   ouro.Budget       // of the snakes of this program
	Seatings [][]int           // the games of a group: snakes by seat
	Groups   int
	Workers  int // games at once
}

// Setting reads and checks the tournament.
func (t *Tournament) Setting() (*Setting, error) { return nil, errors.New("to come") }

// Parse reads the text of a tournament, which is TOML. An unknown key is an error.
func Parse(text string) (*Tournament, error) { return nil, errors.New("to come") }

// Text is what Parse reads, with comments for who edits it.
func (t *Tournament) Text() string { return "" }

// Difference names what keeps games of t from being games of o: "" if they are
// games of the same tournament. The number of games and how many are played at
// once make none.
func (t *Tournament) Difference(o *Tournament) string { return "" }
