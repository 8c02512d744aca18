package cli

import (
	"context"
	"errors"
	"fmt"

	"ouro/arena"
	"ouro/lab"
	screen "ouro/tui/arena"
	"ouro/tui/frame"
)

// runs plays the missing games of a tournament: on the screen where somebody looks,
// else with a line that says how far it is. left is whether the person stopped it.
func (o *arenaRunOptions) runs(ctx context.Context, stdio IO, s *arena.Setting, course *arena.Course, play *arenaPlay) (left bool, err error) {
	if bar := play.bar; play.far || o.plain || o.json || o.csv || o.markdown || !onTerminal(stdio) {
		defer bar.clear()
		return false, play.run(ctx, func(at lab.Progress) { bar.draw(at, bar.with(arenaFigures(course, at))...) })
	}
	t := s.Tournament
	names := make([]string, len(t.Snakes))
	for i := range names {
		names[i] = t.Snakes[i].Name
	}
	title := t.Title
	if title == "" {
		title = fmt.Sprintf("%s, %s, seed %d", t.Rules, t.Format, t.Seed)
	}
	unseen := ""
	if s.Hunt != nil {
		unseen = "Games of Snake Hunter are not watched while they are played: ouro replay FILE --watch shows those that are kept."
	}
	latest := arena.Latest{Course: course}
	err = screen.Show(ctx, onScreen(stdio, frame.Options{}), screen.Options{
		Title: title, Names: names, Alone: s.Alone, Unseen: unseen,
		Run:     play.run,
		Running: course.Running,
		Figures: func(at lab.Progress) []string { return arenaFigures(course, at) },
		Table:   func(width int) (int, []string) { return latest.Report().Brief(width) },
	})
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return true, nil
	}
	return false, err
}
