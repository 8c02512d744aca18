package cli

import (
	"context"
	"fmt"
	"io"

	"ouro/battlesnake/server"
	"ouro/studio/live"
	"ouro/studio/session"

	page "ouro/studio/server"
)

// pageSessions is how many may watch what a server plays.
const pageSessions = 256

// openStudio shows what a server plays in the studio, if that is wanted. close waits
// for its end, which comes with that of ctx.
func (o *serveOptions) openStudio(ctx context.Context, talk io.Writer, cfg *server.Config) (closed func() error, err error) {
	if o.studio == "" {
		return func() error { return nil }, nil
	}
	l, err := listen(ctx, o.studio)
	if err != nil {
		return nil, fmt.Errorf("--studio: %w", err)
	}
	games := live.NewGames()
	cfg.Watch = func(s server.Seen) { games.Update(moveOf(&s)) }
	place := page.Config{Session: session.Config{Build: readBuild().String(), Kinds: games.Kinds()}, Sessions: pageSessions}
	address := tokened(&place, l.Addr()) + "#/server"
	fmt.Fprintf(talk, "the games are shown at %s\n", address)
	done := make(chan error, 1)
	go func() { done <- page.New(place).Serve(ctx, l) }()
	return func() error { return <-done }, nil
}

// moveOf is what the studio is told of an answer.
func moveOf(s *server.Seen) live.Move {
	m := live.Move{
		Game: s.Game, Rules: s.Ruleset, Title: s.Ruleset, State: s.State, IDs: s.IDs, Names: s.Names,
		Snake: s.Snake, You: s.You, Took: s.Took, Depth: s.Decision.Depth, Failed: s.Failed, Over: s.Over,
	}
	if s.State != nil {
		m.Title = fmt.Sprintf("%s %s", s.Ruleset, s.State.Grid)
	}
	return m
}
