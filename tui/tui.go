// Package tui is the terminal program, in which users watch and compare solvers, play, and hunt
// snakes.
//
// [Menu], [Watch], [WatchRecord] and [Play] each open a screen and return when the user leaves.
// [ouro/tui/battlesnake.Show] and [ouro/tui/hunt.Show] do the same for other kinds of games. Every
// screen is a model with the methods Update and Draw. A [ouro/tui/player.Player] plays a game in
// commands of a few milliseconds. Before one of these functions returns, it restores the terminal and
// waits until every goroutine has ended.
//
// Package canvas draws, player shows a game turn by turn, frame has the parts that all screens
// share, and thinking shows the thinking of solvers. Each kind of game has a package with its
// layers on a [ouro/tui/canvas.Board], its panel and its keys: solo for games of one snake,
// battlesnake, and hunt for Snake Hunter. These packages import neither each other nor the menu,
// which is in this package.
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

// MaxCompared is the largest number of solvers in a comparison.
const MaxCompared = 4

func withMenu(e *frame.Env, c *menuChoices) *frame.Env {
	e.Home = func() frame.Screen { return newMenu(e, c) }
	e.Compare = func(solvers []ouro.Spec) frame.Screen {
		c.mode = modeCompare
		c.compare(solvers)
		return newMenu(e, c)
	}
	return e
}

// Menu opens the menu. A Speed of 0 means 20 moves per second at first.
//
// The file named settings stores the choices, unless settings is "". Choices that given marks as coming
// from flags take precedence over the file. If the file cannot be read, the menu opens with a message.
// If it cannot be written, the choices are lost.
func Menu(ctx context.Context, o frame.Options, settings string, given Given) error {
	c, note, save := restoreChoices(o, settings, given)
	err := frame.Run(ctx, o, func(e *frame.Env) frame.Screen {
		m := newMenu(withMenu(e, c), c)
		m.message = note
		return m
	})
	save()
	return err
}

// restoreChoices returns the initial choices. note says why the settings file is ignored, or is "".
// The caller calls save when the user leaves the menu; save writes the file if the choices have
// changed.
func restoreChoices(o frame.Options, file string, given Given) (c *menuChoices, note string, save func()) {
	c, save = newChoices(o), func() {}
	if file == "" {
		return c, "", save
	}
	stored, err := readSettings(file)
	if err != nil {
		note = fmt.Sprintf("the settings file is ignored: %v (%s)", err, file)
	}
	c.restore(stored, given)
	if errors.Is(err, errNewer) || errors.Is(err, errNoFile) {
		return c, note, save
	}
	before := c.settings()
	return c, note, func() {
		if now := c.settings(); !reflect.DeepEqual(before, now) {
			_ = now.write(file) // without the file, the next run starts with the defaults
		}
	}
}

// Watch shows one to [MaxCompared] solvers side by side. A Speed of 0 means as fast as possible.
func Watch(ctx context.Context, o frame.Options) error {
	if n := len(o.Solvers); n < 1 || n > MaxCompared {
		return fmt.Errorf("watch: cannot show %d solvers: choose 1 to %d", n, MaxCompared)
	}
	if o.Speed == 0 {
		o.Speed = float64(player.AsFast)
	}
	return frame.Run(ctx, o, func(e *frame.Env) frame.Screen { return solo.NewViewer(withMenu(e, newChoices(o))) })
}

// Play opens a game for the user to play. If o.Hint is set, that solver gives hints. A Speed of 0 means
// 5 moves per second.
func Play(ctx context.Context, o frame.Options) error {
	return frame.Run(ctx, o, func(e *frame.Env) frame.Screen { return solo.NewPlayScreen(withMenu(e, newPlayChoices(o))) })
}

// WatchRecord shows a recorded game, without thoughts of solvers. A replay of the record must succeed. A
// Speed of 0 means 20 moves per second.
func WatchRecord(ctx context.Context, o frame.Options, rec *ouro.Record) error {
	o.Game, o.Solvers = rec.Game, rec.Seats
	return frame.Run(ctx, o, func(e *frame.Env) frame.Screen { return solo.NewRecordViewer(withMenu(e, newChoices(o)), rec) })
}
