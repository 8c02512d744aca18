// Package server serves the studio: its page, and a session for each WebSocket.
package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"ouro/studio"
	"ouro/studio/session"
	"ouro/studio/web"
)

// Config is what is served.
type Config struct {
	Session session.Config
}

// Handler serves the page and its sessions.
func Handler(cfg Config) http.Handler {
	if cfg.Session.Kinds == nil {
		cfg.Session.Kinds = studio.Kinds()
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(web.Files))
	mux.HandleFunc("GET /session", func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer c.CloseNow()
		ctx := r.Context()
		s := session.New(ctx, cfg.Session, func(text []byte) error {
			ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
			defer cancel()
			return c.Write(ctx, websocket.MessageText, text)
		})
		defer s.Close()
		c.SetReadLimit(1 << 20)
		for {
			_, text, err := c.Read(ctx)
			if err != nil {
				return
			}
			if err := s.Receive(text); err != nil {
				_ = c.Close(websocket.StatusPolicyViolation, err.Error())
				return
			}
		}
	})
	return mux
}

// Serve serves until ctx ends.
func Serve(ctx context.Context, l net.Listener, cfg Config) error {
	s := &http.Server{Handler: Handler(cfg), ReadHeaderTimeout: 5 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer stop()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
