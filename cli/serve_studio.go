package cli

import (
	"context"
	"fmt"
	"io"

	"ouro/battlesnake/server"
	"ouro/internal/buildinfo"
	"ouro/studio/live"
	"ouro/studio/session"

	page "ouro/studio/server"
)

// pageSessions is the number of pages that may watch at the same time.
const pageSessions = 256

// openStudio starts the studio if --studio was given. closed waits until it has ended, after ctx.
func (o *serveOptions) openStudio(ctx context.Context, talk io.Writer, cfg *server.Config) (closed func() error, err error) {
	if o.studio == "" {
		return func() error { return nil }, nil
	}
	l, err := listen(ctx, o.studio)
	if err != nil {
		return nil, fmt.Errorf("--studio: %w", err)
	}
	games := live.NewGames()
	cfg.Watch = func(s server.Event) { games.Update(moveOf(&s)) }
	place := page.Config{Session: session.Config{Build: buildinfo.Read().String(), Kinds: games.Kinds()}, Sessions: pageSessions}
	address := studioAddress(&place, l.Addr()) + "#/server"
	fmt.Fprintf(talk, "watch the games at %s\n", address)
	done := make(chan error, 1)
	go func() { done <- page.New(place).Serve(ctx, l) }()
	return func() error { return <-done }, nil
}

// moveOf converts an answer of the server for the studio.
func moveOf(s *server.Event) live.Move {
	m := live.Move{
		Game: s.Game, Rules: s.Ruleset, Title: s.Ruleset, State: s.State, IDs: s.IDs, Names: s.Names,
		Snake: s.Snake, You: s.You, Took: s.Took, Depth: s.Decision.Depth, Failed: s.Failed, Over: s.Over,
	}
	if s.State != nil {
		m.Title = fmt.Sprintf("%s %s", s.Ruleset, s.State.Grid)
	}
	return m
}
