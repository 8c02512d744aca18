package battlesnake

import (
	"context"
	"errors"
	"fmt"
	"sync"

	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/play"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Title returns a title with the rules, the map and the board.
func Title(rules ouro.Spec, g *ouro.Grid) string {
	title := fmt.Sprintf("%s %s", rules.Name, g)
	if name, ok := rules.Options.Get("map"); ok {
		title += " on map " + printable.Short(name, maxName)
	}
	return title
}

// Maximum lengths in bytes of names and faults, which remote snakes choose.
const (
	maxName   = 60
	maxDetail = 200
)

// HostedOptions returns the options that show a game while g plays it. afterMove, unless nil, is
// called after each move.
func HostedOptions(g *host.Game, seed uint64, afterMove func() error) Options {
	o := Options{
		Game:  g.Watch(afterMove),
		Title: fmt.Sprintf("%s · seed %d", Title(g.Match().Game.Spec(), g.State().Grid), seed),
		File:  fmt.Sprintf("ouro-battle-%d", seed),
	}
	for _, p := range g.Match().Players {
		o.Names, o.Colors = append(o.Names, printable.Short(p.Name, maxName)), append(o.Colors, p.Customizations.Color)
	}
	return o
}

// Deal sets up the game with this index, counted from 0. Deal can send requests to remote snakes. The
// screen calls end when it no longer shows the game.
type Deal func(ctx context.Context, index int) (o Options, end func() error, err error)

// New returns a screen for a sequence of games, each of which deal sets up. previous returns the
// previous screen.
func New(e *frame.Env, pace player.Pace, deal Deal, previous func() frame.Screen) frame.Screen {
	b := newBattle(e, Options{})
	b.Pace, b.deal, b.previous = pace, deal, previous
	return b
}

// dealtMsg has the game that Deal set up, or the error.
type dealtMsg struct {
	table *table
	opts  Options
	err   error
}

// table holds the function that ends the current game. The screen can clear the table before Deal has
// returned that function.
type table struct {
	mu      sync.Mutex
	cleared bool
	end     func() error
}

// set stores end. If the table has already been cleared, set calls end at once and returns false.
func (t *table) set(end func() error) (ok bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cleared {
		return false, end()
	}
	t.end = end
	return true, nil
}

// clear ends the game, if there is one. It ignores the error, because the game is no longer shown.
func (t *table) clear() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cleared = true; t.end != nil {
		_ = t.end()
		t.end = nil
	}
}

// next ends the current game and sets up the game with this index, both in a background job.
func (b *battle) next(index int) tea.Cmd {
	b.Halt()
	b.Player.Close()
	oldTable, newTable, deal, ctx := b.table, &table{}, b.deal, b.Jobs.Context()
	b.table, b.index, b.opts, b.failed = newTable, index, Options{}, nil
	b.Current, b.Furthest, b.Ready = play.View[[]play.Scene]{}, play.View[[]play.Scene]{}, false
	return b.Jobs.Cmd(func() tea.Msg {
		if oldTable != nil {
			oldTable.clear()
		}
		opts, end, err := deal(ctx, index)
		if err == nil {
			ok, setErr := newTable.set(end)
			if !ok {
				return nil
			}
			err = setErr
		}
		return dealtMsg{newTable, opts, err}
	})
}

func (b *battle) showDealt(msg dealtMsg) tea.Cmd {
	switch {
	case msg.table != b.table || errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		b.failed = msg.err
		return nil
	}
	b.show(msg.opts)
	return b.Init()
}

// Summary returns the result of a game of a sequence, and the command that plays it again. The
// caller of Show reports a single game.
func (b *battle) Summary() []string {
	if b.deal == nil || len(b.Furthest.Scene) == 0 || b.Furthest.Scene[0].Err != nil {
		return nil
	}
	sc := &b.Furthest.Scene[0]
	return []string{
		fmt.Sprintf("%s: %s after %s", b.opts.Title, b.opts.Names.Outcome(sc.Outcome), english.Count(sc.State.Turn, "turn")),
		"again: " + b.opts.Note,
	}
}

func (b *battle) Close() {
	b.Player.Close()
	if b.table != nil {
		b.table.clear()
	}
}
