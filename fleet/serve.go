//go:build !nofleet

package fleet

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"ouro/internal/door"
	"ouro/internal/outfile"
)

// Limits of the NATS server that a coordinator starts.
const (
	defaultSize    = 4 << 30
	defaultKeep    = 24 * time.Hour
	maxPayload     = 8 << 20
	maxConnections = 5000
	startTime      = 30 * time.Second // for the server to read its stream
	syncEvery      = time.Second      // a power failure loses at most this much
)

// Serve runs the coordinator of a fleet until ctx ends.
func Serve(ctx context.Context, cfg CoordinatorConfig) error {
	cfg.Size, cfg.Keep = cmp.Or(cfg.Size, int64(defaultSize)), cmp.Or(cfg.Keep, defaultKeep)
	if cfg.Say == nil {
		cfg.Say = func(string, ...any) {}
	}
	build, err := Build()
	if err != nil {
		return err
	}
	var at Address
	var l *link
	if cfg.NATS != nil {
		at.NATS = cfg.NATS.Redacted()
		l, err = dial(ctx, *cfg.NATS, "ouro fleet serve", cfg.Say)
	} else {
		var s *server.Server
		var end func()
		if s, end, err = start(cfg); err != nil {
			return err
		}
		defer end()
		at.NATS = s.ClientURL()
		l, err = dial(ctx, Access{Token: cfg.Token}, "ouro fleet serve", cfg.Say, nats.InProcessServer(s))
	}
	if err != nil {
		return err
	}
	defer l.nc.Close()
	var end func() error
	err = coordinate(ctx, l, build, cfg, func(c *coordinator) (err error) {
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
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// start starts a NATS server with a file store.
func start(cfg CoordinatorConfig) (s *server.Server, end func(), err error) {
	o := &server.Options{
		ServerName: "ouro", Host: cmp.Or(cfg.Host, "127.0.0.1"), Port: cmp.Or(cfg.Port, DefaultPort), NoSigs: true, NoLog: true,
		JetStream: true, StoreDir: cfg.Dir, JetStreamMaxStore: cfg.Size + cfg.Size/8, JetStreamMaxMemory: 64 << 20, SyncInterval: syncEvery,
		MaxPayload: maxPayload, MaxConn: maxConnections, Authorization: cfg.Token, DisableJetStreamBanner: true,
	}
	if err := cfg.Exposed(); err != nil {
		return nil, nil, err
	}
	if cfg.Cert != "" {
		pair, err := keyPair(cfg.Cert, cfg.Key)
		if err != nil {
			return nil, nil, err
		}
		o.TLS, o.TLSConfig, o.TLSTimeout = true, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, 5
	}
	// A server that cannot listen would end the program. Two servers on one directory would
	// damage it.
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", net.JoinHostPort(o.Host, fmt.Sprint(max(0, o.Port))))
	if err != nil {
		return nil, nil, err
	}
	if err := l.Close(); err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, nil, err
	}
	lock, err := outfile.TakeLock(nil, filepath.Join(cfg.Dir, "lock"))
	if err != nil {
		return nil, nil, err
	}
	if s, err = server.NewServer(o); err != nil {
		return nil, nil, errors.Join(err, lock.Release())
	}
	s.Start()
	end = func() {
		s.Shutdown()
		s.WaitForShutdown()
		_ = lock.Release()
	}
	if !s.ReadyForConnections(startTime) {
		end()
		return nil, nil, fmt.Errorf("the NATS server in %s did not start within %v", cfg.Dir, startTime)
	}
	return s, end, nil
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
	s := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second, MaxHeaderBytes: door.MaxHeaderBytes}
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
