// Package server answers a Battlesnake engine with our solvers, by HTTP.
//
// A [Server] answers every move in time. Each game has a solver of its own;
// moves that arrive together share the cores, so that each of them gets its
// turn before its deadline and the searches get shallower. A solver that is
// late, errs or panics is answered for by the safest step that one look finds.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/door"
)

// Limits on what clients may do to the server; bounds.go has those of memory.
const (
	maxConnections      = 1024
	maxAdminConnections = 64

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
	DefaultMemory   = 250_000_000
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
	Memory   int64         // bytes in use beyond which games are forgotten, the longest unused first; 0 is DefaultMemory
	Cores    int           // moves that are thought about at the same time; 0 is one for each processor
	Seed     uint64        // of the solvers' dice

	Connections int // that are open at once; 0 is 1024
	PerAddress  int // of them from one address; 0 is any number

	// Drain is how long Serve goes on answering while /healthz already says that
	// it stops, so that whoever sends games here hears of it.
	Drain time.Duration

	// Watch is told of every answer, after it was given, and of the end of every game.
	// It must not wait, nor change what it is told; nil is told nothing.
	Watch func(Seen)

	Log        *slog.Logger // nil is silence
	LogDropped func() int64 // lines that the log dropped, for the metrics; nil is none
}

// Seen is an answer, or the end of a game.
type Seen struct {
	Snake     string // of ours
	Game, You string // IDs
	Ruleset   string
	State     *ouro.State // that was asked about; nil where the end came without a position
	IDs       []string    // of the snakes, by seat
	Names     []string
	Decision  ouro.Decision
	Took      time.Duration
	Failed    bool // it was not the solver's answer
	Over      bool // there was no answer: the game has ended
}

// Server answers a Battlesnake engine. It is an http.Handler; [Server.Serve]
// runs it as the program does.
type Server struct {
	snakes   []*Snake
	margin   time.Duration
	sessions *sessions
	cores    *cores
	lag      lag
	metrics  *metrics
	log      *slog.Logger
	watch    func(Seen)
	bounds   *bounds
	draining atomic.Bool

	connections, perAddress int
	admin                   net.Listener
	drain                   time.Duration
}

var namePattern = regexp.MustCompile(`^[a-z0-9_-]+$`)

// New makes a Server. Close it when done.
func New(cfg Config) (*Server, error) {
	if len(cfg.Snakes) == 0 {
		return nil, errors.New("server: no snake to serve")
	}
	if cfg.Margin < 0 || cfg.MaxGames < 0 || cfg.Idle < 0 || cfg.Cores < 0 || cfg.Memory < 0 || cfg.Connections < 0 || cfg.PerAddress < 0 || cfg.Drain < 0 {
		return nil, errors.New("server: negative limit")
	}
	s := &Server{
		margin: cmp.Or(cfg.Margin, DefaultMargin), cores: newCores(cmp.Or(cfg.Cores, runtime.GOMAXPROCS(0))), bounds: newBounds(), log: cfg.Log, watch: cfg.Watch,
		connections: cmp.Or(cfg.Connections, maxConnections), perAddress: cfg.PerAddress, drain: cfg.Drain,
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.watch == nil {
		s.watch = func(Seen) {}
	}
	for i := range cfg.Snakes {
		snake := cfg.Snakes[i]
		if !namePattern.MatchString(snake.Name) {
			return nil, fmt.Errorf("server: %q is no name for a snake: want a-z, 0-9, - and _", snake.Name)
		}
		if s.find(snake.Name) != nil {
			return nil, fmt.Errorf("server: two snakes are named %s", snake.Name)
		}
		snake.Info.APIVersion = cmp.Or(snake.Info.APIVersion, wire.APIVersion)
		s.snakes = append(s.snakes, &snake)
	}
	s.metrics = newMetrics(s.snakes, cfg.LogDropped)
	s.sessions = newSessions(cmp.Or(cfg.MaxGames, DefaultMaxGames), cmp.Or(cfg.Idle, DefaultIdle), cmp.Or(cfg.Memory, DefaultMemory), cfg.Seed, s.log, s.metrics)
	return s, nil
}

// find is the snake of this name, or nil.
func (s *Server) find(name string) *Snake {
	if i := slices.IndexFunc(s.snakes, func(snake *Snake) bool { return snake.Name == name }); i >= 0 {
		return s.snakes[i]
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

// Run serves one snake at an address such as 127.0.0.1:8000 until ctx ends, as
// [Server.Serve] does, and logs with the default logger, where it is first of all.
func Run(ctx context.Context, address string, snake Snake) error {
	log := slog.Default()
	s, err := New(Config{Snakes: []Snake{snake}, Log: log})
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return errors.Join(err, s.Close())
	}
	log.Info("listening", "snake", snake.Name, "url", "http://"+l.Addr().String()+"/")
	return s.Serve(ctx, l)
}

// Admin takes /healthz and /metrics to an address of their own, where nothing else
// is. Call it before Serve, which closes l.
func (s *Server) Admin(l net.Listener) { s.admin = l }

// Serve answers requests that come to l until ctx ends. Then it goes on for as long
// as the Config says while /healthz tells that it stops, finishes the moves that
// are being thought about, closes all games and returns nil, or an error if
// something had to be left unfinished. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	served := make(chan error, 2)
	pages := s.listen(door.New(l, s.connections, s.perAddress, s.metrics.door()), s, served)
	var admin *http.Server
	if s.admin != nil {
		admin = s.listen(door.New(s.admin, maxAdminConnections, 0, s.metrics.door()), http.HandlerFunc(s.serveAdmin), served)
	}
	var err error
	select {
	case err = <-served: // a listener broke
		served <- http.ErrServerClosed // in its place
		err = errors.Join(err, pages.Close())
	case <-ctx.Done():
		err = s.stop(ctx, pages, served)
	}
	if admin != nil { // it tells how it stops until it has
		err = errors.Join(err, admin.Close())
		err = errors.Join(err, broken(<-served))
	}
	err = errors.Join(err, broken(<-served))
	return errors.Join(err, s.Close())
}

// listen answers what comes through the door, and at its end says why.
func (s *Server) listen(d *door.Door, h http.Handler, served chan<- error) *http.Server {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    door.MaxHeaderBytes,
		ConnState:         door.ConnState,
		ConnContext:       door.ConnContext,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	go func() { served <- server.Serve(d) }()
	return server
}

// broken is why a listener ended, unless it was closed.
func broken(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// stop lets the pages drain, and then finishes the moves.
func (s *Server) stop(ctx context.Context, pages *http.Server, served chan error) error {
	s.draining.Store(true)
	s.log.Info("stopping", "drain", s.drain)
	drained := time.NewTimer(s.drain)
	defer drained.Stop()
	select {
	case <-drained.C:
	case err := <-served: // a listener broke; it is told at the end
		served <- err
	}
	finish, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if err := pages.Shutdown(finish); err != nil {
		return errors.Join(fmt.Errorf("server: moves were left unfinished: %w", err), pages.Close())
	}
	return nil
}

// Close forgets all games and waits a moment for their solvers to end; one that
// does not stop when its time is up is an error.
func (s *Server) Close() error { return s.sessions.close() }
