// Package tui is the terminal program: watch a solver think, compare solvers on
// the same food, play yourself, hunt snakes.
//
// [Menu], [Watch], [WatchRecord] and [Play] each open it on one of its screens
// and return when the person leaves; [ouro/tui/battlesnake.Show] and
// [ouro/tui/hunt.Show] do so for games that have options of their own. Every
// screen is a model with Update and Draw, pure but for the games: these go on in
// a [ouro/tui/player.Player], in commands beside the screen, a few milliseconds
// at a time. The terminal is restored on every way out, and every goroutine has
// ended by then.
//
// Package canvas paints, player shows a game turn by turn, frame is what is the
// same on all screens. A kind of game is a package that adds its layers to a
// [ouro/tui/canvas.Board], its panel and its keys: solo is games for one snake,
// watched, compared or played by a person; battle is Battlesnake; hunt is Snake
// Hunter. What solvers think is shown by thinking, for all that have solvers.
// Kinds know nothing of each other nor of the menu, which is here and leads to
// them.
package tui

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"ouro"
	"ouro/tui/frame"
	"ouro/tui/player"
	"ouro/tui/solo"
)

// MaxCompared is the number of solvers that are compared at most.
const MaxCompared = 4

// withMenu lets screens lead to the menu. None of them knows it.
func withMenu(e *frame.Env, c *chosen) *frame.Env {
	e.Home = func() frame.Screen { return newMenu(e, c) }
	e.Compare = func(solvers []ouro.Spec) frame.Screen {
		c.mode = modeCompare
		c.compare(solvers)
		return newMenu(e, c)
	}
	return e
}

// Menu opens the menu, to choose what to watch, compare or play. A Speed of 0
// is 20 moves a second to begin with.
//
// What is chosen is remembered in the file of settings, if there is to be one, but
// for what is given by flags. Settings that cannot be read or written keep nobody
// from the menu; of those that were left aside a word there tells.
func Menu(ctx context.Context, o frame.Options, settings string, given Given) error {
	c, note, save := recall(o, settings, given)
	err := frame.Run(ctx, o, func(e *frame.Env) frame.Screen {
		m := newMenu(withMenu(e, c), c)
		m.message = note
		return m
	})
	save()
	return err
}

// recall is what is chosen at first, a word about the settings if they were left
// aside, and what writes them when the menu is left.
func recall(o frame.Options, file string, given Given) (c *chosen, note string, save func()) {
	c, save = newChosen(o), func() {}
	if file == "" {
		return c, "", save
	}
	was, err := readSettings(file)
	if err != nil {
		note = fmt.Sprintf("the last settings are left aside: %v (%s)", err, file)
	}
	c.remember(was, given)
	if errors.Is(err, errNewer) || errors.Is(err, errNoFile) {
		return c, note, save
	}
	before := c.settings()
	return c, note, func() {
		if now := c.settings(); !reflect.DeepEqual(before, now) {
			_ = now.write(file) // where nothing can be written, nothing is remembered
		}
	}
}

// Watch shows one to [MaxCompared] solvers side by side. Speed 0 is as fast as it goes.
func Watch(ctx context.Context, o frame.Options) error {
	if n := len(o.Solvers); n < 1 || n > MaxCompared {
		return fmt.Errorf("watch: %d solvers: want 1 to %d", n, MaxCompared)
	}
	if o.Speed == 0 {
		o.Speed = float64(player.AsFast)
	}
	return frame.Run(ctx, o, func(e *frame.Env) frame.Screen { return solo.NewViewer(withMenu(e, newChosen(o))) })
}

// Play lets a person play, with an optional Hint. Speed 0 is 5 moves a second.
func Play(ctx context.Context, o frame.Options) error {
	return frame.Run(ctx, o, func(e *frame.Env) frame.Screen { return solo.NewPlaying(withMenu(e, newPlayed(o))) })
}

// WatchRecord shows a recorded game, which must be one that replays without an
// error: its moves are made again, nobody thinks. A Speed of 0 is 20 moves a
// second.
func WatchRecord(ctx context.Context, o frame.Options, rec *ouro.Record) error {
	o.Game, o.Solvers = rec.Game, rec.Seats
	return frame.Run(ctx, o, func(e *frame.Env) frame.Screen { return solo.NewRecordViewer(withMenu(e, newChosen(o)), rec) })
}
