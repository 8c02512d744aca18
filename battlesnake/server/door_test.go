package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"

	"ouro/internal/needs"
)

// TestIdleConnections: idle connections do not prevent answers to others. Connections from
// one address do not affect other addresses.
func TestIdleConnections(t *testing.T) {
	needs.Trial(t)
	for name, cfg := range map[string]Config{"in all": {Connections: 8}, "of one address": {PerAddress: 8}} {
		t.Run(name, func(t *testing.T) {
			cfg.Snakes = []Snake{{Name: "x"}}
			s, err := New(cfg)
			if err != nil {
				t.Fatal(err)
			}
			l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			served := make(chan error)
			go func() { served <- s.Serve(ctx, l) }()
			for i := range 50 {
				conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", l.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = conn.Close() }()
				if i%2 == 0 {
					continue // this connection sends nothing
				}
				if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
					t.Fatal(err)
				}
				if n, err := conn.Read(make([]byte, 8)); n == 0 {
					t.Fatalf("connection %d: %v", i, err)
				}
			}
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
			for range 20 {
				req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String()+"/healthz", http.NoBody)
				if err != nil {
					t.Fatal(err)
				}
				resp, err := client.Do(req)
				if err != nil || resp.StatusCode != http.StatusOK {
					t.Fatalf("a new connection was refused: %v", err)
				}
				_ = resp.Body.Close()
			}
			stop()
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
	}
}
