package arena

import (
	"cmp"
	"slices"
)

// line are the groups of a tournament of format SPRT in their order. The question
// is asked after each group that is complete as all before it are, so that it does
// not matter in which order games end.
type line struct {
	size    int                     // games of a group
	ask     func(games []Game) bool // takes one more group, and tells whether the question is answered
	waiting map[int][]Game          // of groups whose turn has not come
	groups  int                     // whose turn has come
	over    bool                    // the last of them answered the question
}

// put takes a game, and all groups whose turn has come.
func (l *line) put(g *Game) {
	if g.Group < l.groups || l.over {
		return
	}
	l.waiting[g.Group] = append(l.waiting[g.Group], *g)
	for next := l.waiting[l.groups]; len(next) == l.size && !l.over; next = l.waiting[l.groups] {
		slices.SortFunc(next, func(a, b Game) int { return cmp.Compare(a.Seating, b.Seating) })
		delete(l.waiting, l.groups)
		l.groups++
		l.over = l.ask(next)
	}
}
