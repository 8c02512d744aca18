// Package english has texts for users: counts, names, suggestions, and what happened to snakes.
package english

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouro"
)

// Count returns a number and a noun: 1 game, 2 games.
func Count(n int, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf is like Count, for irregular plurals: 1 life, 2 lives.
func CountOf(n int, one, many string) string {
	if n != 1 {
		one = many
	}
	return strconv.Itoa(n) + " " + one
}

// Capital returns text with a capital first letter, which must be ASCII.
func Capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Snakes has the names of the snakes of a game, by seat. Its methods describe what happened to
// them.
type Snakes []string

// Letter returns the letter of a snake on the board, by its seat.
func Letter(seat int) rune { return 'A' + rune(seat) }

// Distinct numbers names that occur several times: spot#1, spot#2. It does not change the names for
// which isFixed returns true, and makes no other name equal to them.
func Distinct(names []string, isFixed func(i int) bool) []string {
	count := map[string]int{}
	for _, name := range names {
		count[name]++
	}
	all, number := make([]string, len(names)), map[string]int{}
	for i, name := range names {
		all[i] = name
		for count[all[i]] > 0 && !isFixed(i) && count[name] > 1 {
			number[name]++
			all[i] = fmt.Sprintf("%s#%d", name, number[name])
		}
	}
	return all
}

// Clash returns two indices with the same name, if the user gave the name of at least one. Distinct
// must not number such names.
func Clash(names []string, given func(i int) bool) (first, second int, clash bool) {
	for j := range names {
		for i := range j {
			if names[i] == names[j] && (given(i) || given(j)) {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// ClashError returns the error for two snakes with this name, given by the arguments first and
// second.
func ClashError(name, first, second string) error {
	return fmt.Errorf("two snakes are called %s: %s and %s; give each its own name", name, first, second)
}

// Suggestion returns the end of a message about an unknown word: the nearest known word, if one is
// near, and all known words.
func Suggestion(word string, known []string) string {
	return fmt.Sprintf("%s (known: %s)", DidYouMean(word, known), strings.Join(known, ", "))
}

func DidYouMean(word string, known []string) string {
	near := Nearest(word, known)
	if near == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", near)
}

// Nearest returns the known word that the user probably meant, or "": the word with the fewest
// changed letters, or the only known word that begins with word or is its beginning.
func Nearest(word string, known []string) string {
	word = strings.ToLower(word)
	best, least := "", min(2, len(word)/3)+1
	for _, k := range known {
		d := distance(word, k)
		if d == 2 && isSwap(word, k) {
			d = 1
		}
		if d < least {
			best, least = k, d
		}
	}
	if best != "" || len(word) < 2 {
		return best
	}
	for _, k := range known {
		if strings.HasPrefix(k, word) || strings.HasPrefix(word, k) {
			if best != "" {
				return ""
			}
			best = k
		}
	}
	return best
}

// distance returns how many letters must be inserted, deleted or replaced to change a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// isSwap reports whether a and b differ only by two adjacent letters in reverse order.
func isSwap(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// NamesOf returns the names of snakes by seat. Without a name, a snake has the spec of its solver,
// numbered if several are equal.
func NamesOf(seats []ouro.Spec, players []ouro.Player) Snakes {
	names := make([]string, len(seats))
	given := func(seat int) bool { return players != nil && players[seat].Name != "" }
	for seat, spec := range seats {
		if names[seat] = spec.String(); given(seat) {
			names[seat] = players[seat].Name
		}
	}
	return Distinct(names, given)
}

// Players returns the players for a record, from which [NamesOf] makes names again. It omits names
// that equal the default, and returns nil if all do. The names must be distinct.
func Players(seats []ouro.Spec, names []string) []ouro.Player {
	given := func(isDefault func(name, spec string) bool) []ouro.Player {
		var players []ouro.Player
		for seat, name := range names {
			if isDefault(name, seats[seat].String()) {
				continue
			}
			if players == nil {
				players = make([]ouro.Player, len(seats))
			}
			players[seat].Name = name
		}
		return players
	}
	numbered := func(name, spec string) bool { return name == spec || strings.HasPrefix(name, spec+"#") }
	if players := given(numbered); slices.Equal(names, NamesOf(seats, players)) {
		return players
	}
	return given(func(name, spec string) bool { return name == spec }) // names such as spot#1 are given, so that NamesOf does not number them again
}

func (n Snakes) Outcome(o ouro.Outcome) string {
	switch {
	case o.Winner >= 0 && len(n) > 1:
		return n[o.Winner] + " wins"
	case o.Ending == ouro.Drawn:
		return "a draw"
	case o.Ending == ouro.Unfinished:
		return "unfinished"
	}
	return "over"
}

// Fate returns when and how a snake died, or its state if it is alive.
func (n Snakes) Fate(sn *ouro.Snake) string {
	if sn.Cause == ouro.Alive {
		return "alive"
	}
	return fmt.Sprintf("turn %d: %s", sn.Died, n.Death(sn))
}

// Death returns how a dead snake died.
func (n Snakes) Death(sn *ouro.Snake) string { return n.addKiller(deaths[sn.Cause].long, sn) }

// Brief returns when and how a dead snake died, in fewer words than Fate.
func (n Snakes) Brief(sn *ouro.Snake) string {
	return fmt.Sprintf("turn %d: %s", sn.Died, n.addKiller(deaths[sn.Cause].short, sn))
}

// addKiller adds the name of the other snake that caused a death to its text.
func (n Snakes) addKiller(text string, sn *ouro.Snake) string {
	if text == "" {
		text = "died" // some game logs lack the cause
	}
	if sn.Killer != ouro.NoSeat && sn.Cause != ouro.HitSelf {
		text += " of " + n[sn.Killer]
	}
	return text
}

var deaths = map[ouro.Cause]struct{ long, short string }{
	ouro.HitWall: {"ran into the wall", "wall"},
	ouro.HitSelf: {"bit itself", "itself"},
	ouro.HitBody: {"ran into the body", "body"},
	ouro.HeadOn:  {"met the head", "head"},
	ouro.Starved: {"starved", "starved"},
	ouro.Burnt:   {"died in a hazard", "hazard"},
}

func (n Snakes) Fault(in ouro.Incident) string {
	return fmt.Sprintf("%c %s: %s: %s: %s", Letter(in.Seat), n[in.Seat], ReplacementText(in.Offered), in.Fault, in.Detail)
}

// ReplacementText states which move was played in place of an invalid answer.
func ReplacementText(offered bool) string {
	if offered {
		return "its best move so far was played"
	}
	return "a fallback move was played"
}

// Faults returns one line for each snake and kind of replacement: the number of faults, and the
// first one.
func (n Snakes) Faults(incidents []ouro.Incident) string {
	var b strings.Builder
	for seat, name := range n {
		for _, offered := range []bool{true, false} {
			count := 0
			var first ouro.Incident
			for _, in := range incidents {
				if in.Seat == seat && in.Offered == offered {
					if count == 0 {
						first = in
					}
					count++
				}
			}
			if count > 0 {
				fmt.Fprintf(&b, "%s gave no answer %s, so %s; first on turn %d: %s: %s\n", name, Count(count, "time"), ReplacementText(offered), first.Turn, first.Fault, first.Detail)
			}
		}
	}
	return b.String()
}
