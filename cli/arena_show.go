package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ouro/arena"
	"ouro/lab"
	screen "ouro/tui/arena"
	"ouro/tui/frame"
)

// show plays the missing games of a tournament, on a screen in a terminal, else with a
// progress line. It reports whether the user left the screen.
func (o *arenaRunOptions) show(ctx context.Context, stdio IO, s *arena.Setting, live *arena.Live, g *running) (left bool, err error) {
	latest := lab.Latest{Count: g.games}
	if o.fleet.url != "" || o.plain || o.json || o.csv || o.markdown || !onTerminal(stdio) {
		return false, g.games.Play(ctx, func(at lab.Progress) { g.bar.draw(at, g.bar.with(arenaFigures(latest.Report(), at))...) })
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
		unseen = "Games of Snake Hunter cannot be watched while they run: ouro replay FILE --watch plays a stored one."
	}
	err = screen.Show(ctx, onScreen(stdio, frame.Options{}), screen.Options{
		Title: title, Names: names, Alone: s.Alone, Unseen: unseen,
		Run:     g.games.Play,
		Running: live.Games,
		Figures: func(at lab.Progress) []string { return arenaFigures(latest.Report(), at) },
		Table:   func(width int) (int, []string) { return arena.FiguresOf(latest.Report()).Brief(width) },
	})
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return true, nil
	}
	return false, err
}

// arenaFigures returns the figures of a progress line.
func arenaFigures(r *lab.Report, at lab.Progress) []string {
	figures := gameFigures(at)
	if test := arena.FiguresOf(r).Test; test != nil {
		figures = slices.Insert(figures, 1, fmt.Sprintf("LLR %.2f (%.2f, %.2f)", test.LLR, test.Lower, test.Upper))
	}
	return figures
}
