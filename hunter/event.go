package hunter

import (
	"fmt"

	"ouro"
	"ouro/internal/english"
)

type EventKind uint8

// The kinds of events. The comment of a kind lists the fields of Event that it sets besides Kind.
const (
	LevelStarted  EventKind = iota // Count: the level's number
	BombLaid                       // Cell, Hunter
	BombExploded                   // Cell, Hunter: owner of the bomb
	HedgeBurnt                     // Cell, Hunter: owner of the bomb
	HedgeEaten                     // Cell, Snake
	HedgeGrown                     // Cell
	SnakeHit                       // Cell: the snake's head, Snake, Hunter: owner of the bomb, Count: cells cut off
	SnakeDied                      // Cell: the snake's head, Snake, Hunter: owner of the bomb, Count: the snake's cells
	SnakeStunned                   // Cell, Snake, Count: cells lost
	SnakeWoke                      // Cell, Snake
	SolverFailed                   // Cell: the head, Snake, Count: the ouro.Fault
	HunterCaught                   // Cell, Hunter, Snake
	HunterBlasted                  // Cell, Hunter
	HunterBack                     // Cell, Hunter
	HunterOut                      // Cell, Hunter: the hunter with no life left
	TimeOver                       // Count: the level's number
	LevelWon                       // Count: points for the level
	GameWon                        // Count: the score
	GameLost                       // Count: the score
)

var eventNames = [...]string{
	"level started", "bomb laid", "bomb exploded", "hedge burnt", "hedge eaten", "hedge grown",
	"snake hit", "snake died", "snake stunned", "snake woke", "solver failed",
	"hunter caught", "hunter blasted", "hunter back", "hunter out",
	"time over", "level won", "game won", "game lost",
}

func (k EventKind) String() string { return enumText(eventNames[:], k, "EventKind") }

// Event is an event of the last tick. Fields that its kind does not set are ouro.NoCell, -1 or 0.
type Event struct {
	Kind   EventKind
	Cell   ouro.Cell
	Hunter int
	Snake  int
	Count  int
}

func (w *World) emit(k EventKind, c ouro.Cell, hunter, snake, count int) {
	w.events = append(w.events, Event{k, c, hunter, snake, count})
}

// emitCount adds an event without a cell, a hunter and a snake.
func (w *World) emitCount(k EventKind, count int) {
	w.emit(k, ouro.NoCell, noHunter, noSnake, count)
}

// enumText returns the name of a value or, for an unknown value, the kind with its number.
func enumText[T ~uint8](names []string, v T, kind string) string {
	if int(v) >= len(names) {
		return fmt.Sprintf("%s(%d)", kind, v)
	}
	return names[v]
}

// Words returns a short text about an event of w, or "" for a kind of event that viewers do not report
// in words.
func (e Event) Words(w *World) string {
	snake, hunter := fmt.Sprintf("snake %d", e.Snake+1), fmt.Sprintf("P%d", e.Hunter+1)
	isAlone := len(w.Hunters()) == 1
	lifeLost := func(cause string) string {
		if isAlone {
			return fmt.Sprintf("you were %s! %s left", cause, livesText(w.Hunters()[e.Hunter].Lives))
		}
		return fmt.Sprintf("%s %s! %s left", hunter, cause, livesText(w.Hunters()[e.Hunter].Lives))
	}
	switch e.Kind {
	case LevelStarted:
		return fmt.Sprintf("%s: %s on the loose", w.Level().Name, english.Count(w.SnakeCount(), "snake"))
	case SnakeHit:
		n := w.Snakes()[e.Snake].Body.Len()
		return fmt.Sprintf("hit! %s: %d → %d", snake, n+e.Count, n)
	case SnakeDied:
		return fmt.Sprintf("%s is dead! +%d", snake, KillPoints+CellPoints*e.Count)
	case SnakeStunned:
		return snake + " is trapped: bomb it!"
	case SnakeWoke:
		return snake + " is awake again"
	case SolverFailed:
		return snake + "'s solver failed"
	case HunterCaught:
		return lifeLost(fmt.Sprintf("caught by %s", snake))
	case HunterBlasted:
		return lifeLost("blasted")
	case HunterOut:
		if isAlone {
			return ""
		}
		return hunter + " is out"
	case TimeOver:
		return "time is up"
	case LevelWon:
		return fmt.Sprintf("level cleared! +%d", e.Count)
	default:
		return ""
	}
}

func livesText(n int) string {
	if n == 0 {
		return "no life"
	}
	return english.CountOf(n, "life", "lives")
}
