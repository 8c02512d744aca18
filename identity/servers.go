package identity

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
)

// Server describes the server of a remote snake.
type Server struct {
	Info    wire.Info `json:"info"`    // what the server returns about itself
	Answers string    `json:"answers"` // the first letter of its move in each fixed position; ? if there was no move, or if two requests gave different moves
}

// positions are the fixed positions. The server's snake is in seat 0 and has at least three legal
// moves.
var positions = []string{
	"11x11/t25/s6.5D2LU2,h89,g11/s0.3DR4,h99,g1/f1.3",
	"11x11/t50/s8.4D2RDRU2,h94,g6/s8.8DL2D4L,h99,g1/f5.6",
	"11x11/t75/s7.2RU8L,h99,g1/s1.8ULUR2DR3D,h97,g3/f3.8",
	"11x11/t100/s6.6L3D2RURD3,h77,g23/s6.8L2U2L4D3,h94,g6/f10.3,7.6R",
}

func queryAll(ctx context.Context, addresses []string, timeout time.Duration) (map[string]Server, error) {
	if timeout <= 0 {
		timeout = wire.DefaultTimeout
	}
	found := make([]Server, len(addresses))
	group, ctx := errgroup.WithContext(ctx)
	for i, address := range addresses {
		group.Go(func() (err error) {
			found[i], err = query(ctx, address, timeout)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	servers := map[string]Server{}
	for i, address := range addresses {
		servers[address] = found[i]
	}
	return servers, nil
}

// query requests a server's information and then its move in each position, each move twice.
func query(ctx context.Context, address string, timeout time.Duration) (s Server, err error) {
	e, err := host.ParseEntrant(address)
	if err != nil {
		return s, err
	}
	if s.Info, err = e.Guest.Info(ctx, timeout); err != nil {
		return s, fmt.Errorf("snake %s does not answer GET /: %w", e.Name, err)
	}
	_ = e.Guest.Close()
	var answers strings.Builder
	for _, text := range positions {
		first, err := moveLetter(ctx, address, timeout, text)
		if err == nil && first != "?" {
			var second string
			if second, err = moveLetter(ctx, address, timeout, text); second != first {
				first = "?"
			}
		}
		if err != nil {
			return s, err
		}
		answers.WriteString(first)
	}
	s.Answers = answers.String()
	return s, nil
}

// moveLetter returns the first letter of the server's move in a position, or ? without a move.
func moveLetter(ctx context.Context, address string, timeout time.Duration, position string) (string, error) {
	e, err := host.ParseEntrant(address)
	if err != nil {
		return "", err
	}
	state, err := ouro.ParseState(position)
	if err != nil {
		return "", err
	}
	other := host.Entrant{Name: "other", Spec: ouro.Spec{Name: "coward"}}
	g, err := host.New(ctx, host.Config{
		Game:     ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: state.Grid.W, H: state.Grid.H, StartLength: 3, Position: state},
		Entrants: []host.Entrant{e, other}, Timeout: timeout, Budget: ouro.Budget{Nodes: 1}, Keep: true,
	})
	if err != nil {
		return "", err
	}
	err = g.Move(ctx)
	endCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
	defer cancel()
	_ = g.End(endCtx) // a server may ignore the end of a game
	if err != nil {
		return "", err
	}
	for _, in := range g.Incidents() {
		if in.Seat == 0 {
			return "?", nil
		}
	}
	r := g.Record()
	return r.Joint(r.Begin() + 1)[0].String()[:1], nil
}

// change describes the first difference from an earlier answer of the server, or returns "". It
// ignores positions with a ?.
func (s *Server) change(earlier *Server) string {
	for _, field := range []struct{ name, now, before string }{
		{"version", s.Info.Version, earlier.Info.Version},
		{"author", s.Info.Author, earlier.Info.Author},
		{"api version", s.Info.APIVersion, earlier.Info.APIVersion},
		{"colour", s.Info.Color, earlier.Info.Color},
		{"head", s.Info.Head, earlier.Info.Head},
		{"tail", s.Info.Tail, earlier.Info.Tail},
	} {
		if field.now != field.before {
			return fmt.Sprintf("its %s was %q before and is %q now", field.name, field.before, field.now)
		}
	}
	for i := range min(len(s.Answers), len(earlier.Answers)) {
		if a, b := s.Answers[i], earlier.Answers[i]; a != '?' && b != '?' && a != b {
			return fmt.Sprintf("its move in position %d is %c now and was %c before", i+1, a, b)
		}
	}
	return ""
}
