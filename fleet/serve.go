package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/nats-io/nats.go"

	"ouro/fleet/hub"
	"ouro/internal/connlimit"
)

const (
	defaultSize = 4 << 30
	defaultKeep = 24 * time.Hour
)

type Server interface {
	nats.InProcessConnProvider
	URL() string            // address for clients
	Ended() <-chan struct{} // closed when the server has ended
	Err() error             // why the server has ended
	Close()                 // ends the server and waits for its end
}

// Serve runs the coordinator of a fleet until ctx ends. Then it returns nil, even if the
// coordinator is still starting.
func Serve(ctx context.Context, cfg CoordinatorConfig) error {
	err := serve(ctx, cfg)
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func serve(ctx context.Context, cfg CoordinatorConfig) error {
	cfg.Size, cfg.Keep = cmp.Or(cfg.Size, int64(defaultSize)), cmp.Or(cfg.Keep, defaultKeep)
	if cfg.Logf == nil {
		cfg.Logf = func(string, ...any) {}
	}
	build, err := Build()
	if err != nil {
		return err
	}
	if cfg.NATS == nil {
		return serveAndStore(ctx, cfg, build)
	}
	l, err := dial(ctx, *cfg.NATS, "ouro fleet serve", cfg.Logf)
	if err != nil {
		return err
	}
	return serveOn(ctx, l, build, cfg, Address{NATS: cfg.NATS.Redacted()})
}

func serveAndStore(ctx context.Context, cfg CoordinatorConfig, build string) error {
	s, err := start(ctx, cfg)
	if err != nil {
		return err
	}
	defer s.Close()
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.Ended():
			cancel()
		case <-running.Done():
		}
	}()
	l, err := dial(running, Access{Token: cfg.Token}, "ouro fleet serve", cfg.Logf, nats.InProcessServer(s))
	if err == nil {
		err = serveOn(running, l, build, cfg, Address{NATS: s.URL()})
	}
	if running.Err() != nil && ctx.Err() == nil {
		return s.Err()
	}
	return err
}

// start starts a NATS server: with cfg.StartServer or, if that is nil, as the program ouro-hub.
func start(ctx context.Context, cfg CoordinatorConfig) (Server, error) {
	if err := cfg.CheckExposure(); err != nil {
		return nil, err
	}
	c := hub.Config{
		Host: cmp.Or(cfg.Host, "127.0.0.1"), Port: cmp.Or(cfg.Port, DefaultPort), Dir: cfg.Dir,
		Token: cfg.Token, Cert: cfg.Cert, Key: cfg.Key, Size: cfg.Size,
	}
	if cfg.StartServer != nil {
		return cfg.StartServer(c)
	}
	h, err := hub.Start(ctx, c)
	if err != nil {
		return nil, err
	}
	return h, nil
}

// serveOn runs the coordinator on a connection, and closes it.
func serveOn(ctx context.Context, l *link, build string, cfg CoordinatorConfig, at Address) error {
	defer l.nc.Close()
	var end func() error
	err := coordinate(ctx, l, build, cfg, func(c *coordinator) (err error) {
		if cfg.Metrics != "" {
			if at.Metrics, end, err = c.serveMetrics(ctx, cfg.Metrics); err != nil {
				return err
			}
		}
		if cfg.Ready != nil {
			cfg.Ready(at)
		}
		return nil
	})
	if end != nil {
		err = errors.Join(err, end())
	}
	return err
}

// serveMetrics serves /metrics and /healthz until end is called.
func (c *coordinator) serveMetrics(ctx context.Context, address string) (at string, end func() error, err error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return "", nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", newMetrics(c.status))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if !c.link.nc.IsConnected() {
			http.Error(w, "no connection to NATS", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, MaxHeaderBytes: connlimit.MaxHeaderBytes}
	served := make(chan error, 1)
	go func() { served <- s.Serve(l) }()
	return l.Addr().String(), func() error {
		_ = s.Close()
		if err := <-served; !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	}, nil
}
