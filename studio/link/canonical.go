package link

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ouro"
	"ouro/roster"
)

// Page is the one on which a is seen where nobody said another: games side by side
// have a page of their own. studio/web/store/address.js does the same.
func (a *Asked) Page() string {
	if len(a.Solvers) > 1 {
		return "compare"
	}
	return "watch"
}

// Link is what asks for a: everything that a later version of the program may have
// another default for, such as the solver and the board, and of the rest what is not
// at its default. Links of one meaning have one text.
func (a *Asked) Link(page string) Link {
	w := writer{link: Link{Page: page}}
	rules, err := roster.FindRules(a.Game.Rules.Name)
	if spec := rules.Chosen(a.Game.Rules); err != nil || spec.String() != roster.Rules()[0].Name {
		w.add("rules", spec.String())
	}
	switch {
	case a.Game.Position != nil:
		w.add("position", a.Game.Position.String())
	case a.Game.Level != nil:
		w.level(a)
	default:
		w.add("board", fmt.Sprintf("%dx%d", a.Game.W, a.Game.H))
	}
	if n := a.Game.StartLength; n > 1 && rules.StartLength == 0 && a.Game.Position == nil {
		w.add("start-length", strconv.Itoa(n))
	}
	for _, spec := range a.Solvers {
		w.add("solver", spec.String())
	}
	for _, snake := range a.Snakes {
		w.add("snake", snake.String())
	}
	w.add("seed", strconv.FormatUint(a.Seed, 10))
	w.number("game", int64(a.Index), 0)
	w.number("nodes", a.Budget.Nodes, 0)
	w.duration("time", a.Budget.Time)
	w.duration("cpu", a.Budget.CPU)
	w.view(a)
	return w.link
}

type writer struct{ link Link }

func (w *writer) add(key, value string) { w.link.Fields = append(w.link.Fields, Field{key, value}) }

// level writes the name of the level, or else draws it, with its start.
func (w *writer) level(a *Asked) {
	if strings.Contains(a.Level, "/") || a.Level == "" {
		w.add("level", drawnLevel(a.Game.Level))
		return
	}
	w.add("level", a.Level)
	if named, err := openLevel(a.Level); a.Start != "" && err == nil && named.Start != a.Game.Level.Start {
		w.add("start", place(a.Game.Level))
	}
}

// place is the start of a level as COLUMN,ROW.
func place(l *ouro.Level) string {
	x, y := l.Grid.XY(l.Start)
	return fmt.Sprintf("%d,%d", x, l.Grid.H-1-y)
}

func (w *writer) view(a *Asked) {
	first := 0
	if p := a.Game.Position; p != nil {
		first = p.Turn
	}
	w.number("turn", int64(a.Turn), int64(first))
	if a.Play != (a.Turn == first) {
		w.add("play", strconv.FormatBool(a.Play))
	}
	if a.Speed != a.usualSpeed() {
		w.add("speed", strconv.FormatFloat(a.Speed, 'g', -1, 64))
	}
	if len(a.Show) > 0 {
		w.add("show", strings.Join(a.Show, ","))
	}
	w.number("seat", int64(a.Seat), 0)
}

func (w *writer) number(key string, n, usual int64) {
	if n != usual {
		w.add(key, strconv.FormatInt(n, 10))
	}
}

func (w *writer) duration(key string, d time.Duration) {
	if d != 0 {
		w.add(key, d.String())
	}
}
