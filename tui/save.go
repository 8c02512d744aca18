package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ouro"
)

// notice is a word to the person in the bottom row, until the next key.
type notice struct {
	text string
	good bool
}

// drawNotice writes it; whether there was one is the answer.
func (e *env) drawNotice(c *canvas, n notice) bool {
	if n.text == "" {
		return false
	}
	k := ink{fg: e.bad, bold: true}
	if n.good {
		k.fg = e.good
	}
	c.text(1, c.h-1, c.w-2, n.text, k)
	return true
}

// savedMsg tells what became of saving the games of a table.
type savedMsg struct {
	table  *table
	notice notice
}

// save writes the games of a table as records, as far as turn.
func (e *env) save(t *table, turn, index int) tea.Cmd {
	seed := e.opts.Seed
	return e.jobs.cmd(func() tea.Msg {
		names, err := t.save(turn, func(solver string) string {
			name := fmt.Sprintf("ouro-%s-%d", solver, seed)
			if index != 0 {
				name += fmt.Sprintf("-game%d", index)
			}
			return name
		})
		if err != nil {
			return savedMsg{t, notice{text: "not saved: " + err.Error()}}
		}
		return savedMsg{t, notice{"saved as " + strings.Join(names, ", "), true}}
	})
}

// save writes a record of every game, as far as turn, into files in the
// current folder. Their names are what named makes of the solver's, numbered
// where there is such a file.
func (t *table) save(turn int, named func(solver string) string) (names []string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.broken != nil {
		return nil, t.broken
	}
	for _, l := range t.lanes {
		if l.tape == nil {
			continue
		}
		text, err := l.record(turn).MarshalText()
		if err != nil {
			return nil, err
		}
		name, err := writeNew(named(l.spec.Name), text)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if names == nil {
		return nil, errors.New("there is no game")
	}
	return names, nil
}

// record is the game as far as this turn.
func (l *lane) record(turn int) *ouro.Record {
	r := l.tape.Game().Record()
	r.Game, r.Seed = l.game, l.seed
	for range l.tape.Game().State().Snakes {
		r.Seats = append(r.Seats, l.spec)
	}
	if turn >= r.Turns() {
		return r
	}
	r.Moves, r.Checks = r.Moves[:turn*len(r.Seats)], r.Checks[:turn]
	for i, in := range r.Incidents {
		if in.Turn > turn {
			r.Incidents = r.Incidents[:i]
			break
		}
	}
	r.Outcome, r.Final = ouro.Outcome{Winner: -1}, l.tape.At(turn).Hash()
	return r
}

// writeNew writes a file that was not there before: base.ouro, or the first
// free one of base-2.ouro and so on.
func writeNew(base string, text []byte) (name string, err error) {
	for n := 1; ; n++ {
		name = base + ".ouro"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.ouro", base, n)
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(text)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", errors.Join(err, os.Remove(name))
		}
		return name, nil
	}
}
