package solo

import (
	"fmt"

	"ouro/internal/english"
	"ouro/play"
)

// standing is the state of a game for one snake.
type standing struct {
	length int
	since  int // the first turn with that length
}

func standingOf(sc *play.Scene) standing {
	lengths := sc.Lengths[0]
	length := int(lengths[len(lengths)-1])
	return standing{length, reached(lengths, length)}
}

// reached returns the first turn with at least this length.
func reached(lengths []int16, length int) int {
	for turn, l := range lengths {
		if int(l) >= length {
			return turn
		}
	}
	return len(lengths) - 1
}

// before reports whether s leads: it is longer, or reached the same length first.
func (s standing) before(other standing) bool {
	return s.length > other.length || s.length == other.length && s.since < other.since
}

// leadWords describes the lead over each other game: in length, and in moves, which is
// how much earlier the leader had the other's current length. names are those of the
// scenes.
func leadWords(scenes []play.Scene, names []string) []string {
	best := -1
	for i := range scenes {
		if scenes[i].Err == nil && (best < 0 || standingOf(&scenes[i]).before(standingOf(&scenes[best]))) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	leader := standingOf(&scenes[best])
	var words []string
	for i := range scenes {
		if i == best || scenes[i].Err != nil {
			continue
		}
		other := standingOf(&scenes[i])
		who := names[best] + " leads " + names[i] + " by "
		switch moves := other.since - reached(scenes[best].Lengths[0], other.length); {
		case !leader.before(other):
			words = append(words, names[best]+" and "+names[i]+" are level")
		case leader.length == other.length:
			words = append(words, who+english.Count(moves, "move"))
		case moves > 0:
			words = append(words, fmt.Sprintf("%s%d, %s", who, leader.length-other.length, english.Count(moves, "move")))
		default: // the other one grew faster at first
			words = append(words, fmt.Sprintf("%s%d", who, leader.length-other.length))
		}
	}
	return words
}

// difference returns how much longer a is than b, by move; a finished game keeps its
// length.
func difference(a, b []int16) []int16 {
	d := make([]int16, max(len(a), len(b)))
	for i := range d {
		d[i] = a[min(i, len(a)-1)] - b[min(i, len(b)-1)]
	}
	return d
}
