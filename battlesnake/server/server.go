// Package server answers a Battlesnake engine with our solvers, by HTTP.
//
// A [Server] answers every move in time. Each game has a solver of its own;
// moves that arrive together share the cores, so that each of them gets its
// turn before its deadline and the searches get shallower. A solver that is
// late, errs or panics is answered for by the safest step that one look finds.
package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
)

// Limits on what clients may do to the server.
const (
	maxBody        = 1 << 20
	maxDiscard     = 64 << 20 // of a body that is too large
	maxHeader      = 64 << 10
	maxConnections = 4096

	headerTimeout = 5 * time.Second
	readTimeout   = 10 * time.Second
	idleTimeout   = 2 * time.Minute

	// maxThink is the longest that a solver thinks, whatever the engine
	// allows, and writeTimeout leaves room for it.
	maxThink     = 30 * time.Second
	writeTimeout = readTimeout + maxThink + 5*time.Second

	// shutdownTime is how long moves that are being thought about may take to
	// finish when the server stops.
	shutdownTime = 10 * time.Second
)

// Defaults of a [Config].
const (
	DefaultMargin   = 60 * time.Millisecond
	DefaultMaxGames = 1000
	DefaultIdle     = 5 * time.Minute
)

// Snake is one snake that a Server serves.
type Snake struct {
	Name string // a word of a-z, 0-9, '-' and '_': its page is /s/NAME/
	Info wire.Info
	Make ouro.Maker
}

// Config is what a Server is made of.
type Config struct {
	Snakes []Snake // the first has its page at / too

	// Margin is the least time between an answer and the timeout of the game; 0
	// is DefaultMargin. The server keeps more if it learns that the way to the
	// engine takes longer.
	Margin time.Duration

	MaxGames int           // that are played at once; beyond it the longest unused is forgotten. 0 is DefaultMaxGames
	Idle     time.Duration // after which a game is forgotten; 0 is DefaultIdle
	Cores    int           // moves that are thought about at the same time; 0 is one for each processor
	Seed     uint64        // of the solvers' dice
	Log      *slog.Logger  // nil is silence
}

// Server answers a Battlesnake engine. It is an http.Handler; [Server.Serve]
// runs it as the program does.
type Server struct {
	snakes   []*Snake
	margin   time.Duration
	sessions *sessions
	cores    *cores
	metrics  *metrics
	log      *slog.Logger
	draining atomic.Bool
}

var namePattern = regexp.MustCompile(`^[a-z0-9_-]+$`)

// New makes a Server. Close it when done.
func New(cfg Config) (*Server, error) {
	if len(cfg.Snakes) == 0 {
		return nil, errors.New("server: no snake to serve")
	}
	if cfg.Margin < 0 || cfg.MaxGames < 0 || cfg.Idle < 0 || cfg.Cores < 0 {
		return nil, errors.New("server: negative limit")
	}
	s := &Server{margin: or(cfg.Margin, DefaultMargin), cores: newCores(or(cfg.Cores, runtime.GOMAXPROCS(0))), log: cfg.Log}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	for i := range cfg.Snakes {
		snake := cfg.Snakes[i]
		if !namePattern.MatchString(snake.Name) {
			return nil, fmt.Errorf("server: %q is no name for a snake: want a-z, 0-9, - and _", snake.Name)
		}
		if s.find(snake.Name) != nil {
			return nil, fmt.Errorf("server: two snakes are named %s", snake.Name)
		}
		if snake.Info.APIVersion == "" {
			snake.Info.APIVersion = wire.APIVersion
		}
		s.snakes = append(s.snakes, &snake)
	}
	s.metrics = newMetrics(s.snakes)
	s.sessions = newSessions(or(cfg.MaxGames, DefaultMaxGames), or(cfg.Idle, DefaultIdle), cfg.Seed, s.log, s.metrics)
	return s, nil
}

// or is v, or def where v is zero.
func or[T int | time.Duration](v, def T) T {
	if v == 0 {
		return def
	}
	return v
}

// find is the snake of this name, or nil.
func (s *Server) find(name string) *Snake {
	for _, snake := range s.snakes {
		if snake.Name == name {
			return snake
		}
	}
	return nil
}

// names lists the snakes.
func (s *Server) names() string {
	names := make([]string, len(s.snakes))
	for i, snake := range s.snakes {
		names[i] = snake.Name
	}
	return strings.Join(names, ", ")
}

// Serve answers requests that come to l until ctx ends. Then it finishes the
// moves that are being thought about, closes all games and returns nil, or an
// error if something had to be left unfinished. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(limitConnections(l, maxConnections)) }()
	select {
	case err := <-served: // the listener broke
		return errors.Join(err, server.Close(), s.Close())
	case <-ctx.Done():
	}
	s.draining.Store(true)
	s.log.Info("stopping")
	finish, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	err := server.Shutdown(finish)
	if err != nil {
		err = errors.Join(fmt.Errorf("server: moves were left unfinished: %w", err), server.Close())
	}
	if closed := <-served; !errors.Is(closed, http.ErrServerClosed) {
		err = errors.Join(err, closed)
	}
	return errors.Join(err, s.Close())
}

// Close forgets all games and waits a moment for their solvers to end; one that
// does not stop when its time is up is an error.
func (s *Server) Close() error { return s.sessions.close() }
