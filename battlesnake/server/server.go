// Package server answers the requests of a Battlesnake engine with solvers, over HTTP.
//
// A [Server] answers every request for a move in time. Each game has its own solver. Moves that are
// computed at once share the cores: each gets some time before its deadline, and all searches
// become shallower. If a solver is late, returns an error or panics, or if no core is free in time,
// the answer is the best move so far or the safest move.
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
	"ouro/internal/connlimit"
)

// Limits for clients. For those of memory, see bounds.go.
const (
	maxConnections      = 1024
	maxAdminConnections = 64

	headerTimeout = 5 * time.Second
	readTimeout   = 10 * time.Second
	idleTimeout   = 2 * time.Minute

	// maxThink is the maximum time for a move, whatever the engine allows. writeTimeout is longer,
	// so that the answer can still be written.
	maxThink     = 30 * time.Second
	writeTimeout = readTimeout + maxThink + 5*time.Second

	// shutdownTime is how long moves in progress may take when the server stops.
	shutdownTime = 10 * time.Second
)

const (
	DefaultMargin   = 60 * time.Millisecond
	DefaultMaxGames = 1000
	DefaultIdle     = 5 * time.Minute
	DefaultMemory   = 250_000_000
)

type Snake struct {
	Name string // of a-z, 0-9, '-' and '_'; the pages of the snake are under /s/NAME/
	Info wire.Info
	Make ouro.Maker
}

// Config configures a Server. A zero field means the default.
type Config struct {
	Snakes []Snake // the first one is also at /

	// Margin is the minimum time between an answer and the timeout of the game; DefaultMargin if 0.
	// If the server measures that transport takes longer, it uses a larger margin.
	Margin time.Duration

	MaxGames int           // games at once; one more drops the least recently used game. Default: DefaultMaxGames
	Idle     time.Duration // unused games are dropped after this time. Default: DefaultIdle
	Memory   int64         // bytes in use; beyond it, the least recently used games are dropped. Default: DefaultMemory
	// SetGrowth is debug.SetGCPercent, or nil. With it, the heap grows between two collections by a
	// fifth, or by a quarter of Memory if that is more; without it, the heap doubles. More frequent
	// collections would delay answers on a busy machine: each one stops all threads twice and waits
	// for threads that have no processor.
	SetGrowth func(percent int) int
	Cores     int    // moves computed at once. Default: one per processor
	Seed      uint64 // seed of the solvers

	Connections int // open connections. Default: 1024
	PerAddress  int // open connections from one address; 0 means no limit

	// Drain is how long Serve continues to answer after its context has ended, while /healthz
	// reports the stop to load balancers.
	Drain time.Duration

	// Watch, unless nil, receives every answer and the end of every game. It must neither block nor
	// change its argument.
	Watch func(Event)

	Log        *slog.Logger // may be nil
	LogDropped func() int64 // number of lines that the log dropped, for the metrics; may be nil
}

// Event is an answer or the end of a game, for Config.Watch.
type Event struct {
	Snake     string // name of the snake
	Game, You string // ids of the game and of the snake in it
	Ruleset   string
	State     *ouro.State // position of the request; nil at an end without a valid position
	IDs       []string    // by seat
	Names     []string
	Decision  ouro.Decision
	Took      time.Duration
	Failed    bool // the solver did not decide
	Over      bool // the game has ended: no Decision
}

// Server answers a Battlesnake engine, as an http.Handler or on a listener with [Server.Serve].
type Server struct {
	snakes   []*Snake
	margin   time.Duration
	sessions *sessions
	cores    *cores
	lag      lag
	metrics  *metrics
	log      *slog.Logger
	watch    func(Event)
	bounds   *bounds
	draining atomic.Bool

	connections, perAddress int
	admin                   net.Listener
	drain                   time.Duration
	timeouts                timeouts
}

// timeouts holds how long a server waits for clients and for its solvers.
type timeouts struct {
	header, read, write, idle, think, shutdown time.Duration
}

var namePattern = regexp.MustCompile(`^[a-z0-9_-]+$`)

// New makes a Server. The caller must call Close or Serve.
func New(cfg Config) (*Server, error) {
	if len(cfg.Snakes) == 0 {
		return nil, errors.New("server: no snake to serve")
	}
	if cfg.Margin < 0 || cfg.MaxGames < 0 || cfg.Idle < 0 || cfg.Cores < 0 || cfg.Memory < 0 || cfg.Connections < 0 || cfg.PerAddress < 0 || cfg.Drain < 0 {
		return nil, errors.New("server: limits must not be negative")
	}
	s := &Server{
		margin: cmp.Or(cfg.Margin, DefaultMargin), cores: newCores(cmp.Or(cfg.Cores, runtime.GOMAXPROCS(0))), bounds: newBounds(), log: cfg.Log, watch: cfg.Watch,
		connections: cmp.Or(cfg.Connections, maxConnections), perAddress: cfg.PerAddress, drain: cfg.Drain,
		timeouts: timeouts{headerTimeout, readTimeout, writeTimeout, idleTimeout, maxThink, shutdownTime},
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.watch == nil {
		s.watch = func(Event) {}
	}
	for i := range cfg.Snakes {
		snake := cfg.Snakes[i]
		if !namePattern.MatchString(snake.Name) {
			return nil, fmt.Errorf("server: invalid name %q of a snake: want a-z, 0-9, - and _", snake.Name)
		}
		if s.find(snake.Name) != nil {
			return nil, fmt.Errorf("server: two snakes are named %s", snake.Name)
		}
		snake.Info.APIVersion = cmp.Or(snake.Info.APIVersion, wire.APIVersion)
		s.snakes = append(s.snakes, &snake)
	}
	s.metrics = newMetrics(s.snakes, cfg.LogDropped)
	s.sessions = newSessions(&cfg, s.log, s.metrics)
	return s, nil
}

func (s *Server) find(name string) *Snake {
	if i := slices.IndexFunc(s.snakes, func(snake *Snake) bool { return snake.Name == name }); i >= 0 {
		return s.snakes[i]
	}
	return nil
}

func (s *Server) names() string {
	names := make([]string, len(s.snakes))
	for i, snake := range s.snakes {
		names[i] = snake.Name
	}
	return strings.Join(names, ", ")
}

// Run serves one snake at an address such as 127.0.0.1:8000 until ctx ends, as [Server.Serve] does.
// It logs to slog's default logger, the URL first.
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

// Admin makes /healthz and /metrics available only on l. Call it before Serve, which closes l.
func (s *Server) Admin(l net.Listener) { s.admin = l }

// Serve answers requests from l until ctx ends, and then for Config.Drain, while /healthz reports
// the stop. Then it finishes the moves in progress, and closes all games and l. It returns an error
// if a listener failed, or if it had to abandon a move or a solver.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	served := make(chan error, 2)
	pages := s.listen(connlimit.New(l, s.connections, s.perAddress, s.metrics.connectionEvents()), s, served)
	var admin *http.Server
	if s.admin != nil {
		admin = s.listen(connlimit.New(s.admin, maxAdminConnections, 0, s.metrics.connectionEvents()), http.HandlerFunc(s.serveAdmin), served)
	}
	var err error
	select {
	case err = <-served: // a listener failed
		served <- http.ErrServerClosed // for the receive below
		err = errors.Join(err, pages.Close())
	case <-ctx.Done():
		err = s.stop(ctx, pages, served)
	}
	if admin != nil { // /healthz answers until all else has stopped
		err = errors.Join(err, admin.Close())
		err = errors.Join(err, listenerError(<-served))
	}
	err = errors.Join(err, listenerError(<-served))
	return errors.Join(err, s.Close())
}

// listen starts a server on d, whose final error goes to errs.
func (s *Server) listen(d *connlimit.Listener, h http.Handler, errs chan<- error) *http.Server {
	server := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: s.timeouts.header,
		ReadTimeout:       s.timeouts.read,
		WriteTimeout:      s.timeouts.write,
		IdleTimeout:       s.timeouts.idle,
		MaxHeaderBytes:    connlimit.MaxHeaderBytes,
		ConnState:         connlimit.ConnState,
		ConnContext:       connlimit.ConnContext,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	go func() { errs <- server.Serve(d) }()
	return server
}

// listenerError returns the error that ended a listener, or nil if the listener was closed.
func listenerError(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// stop answers for the drain time, and then finishes the moves in progress.
func (s *Server) stop(ctx context.Context, pages *http.Server, served chan error) error {
	s.draining.Store(true)
	s.log.Info("stopping", "drain", s.drain)
	drained := time.NewTimer(s.drain)
	defer drained.Stop()
	select {
	case <-drained.C:
	case err := <-served: // a listener failed; Serve returns the error
		served <- err
	}
	finish, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timeouts.shutdown)
	defer cancel()
	if err := pages.Shutdown(finish); err != nil {
		return errors.Join(fmt.Errorf("server: some moves were unfinished: %w", err), pages.Close())
	}
	return nil
}

// Close ends all games and waits up to five seconds for their solvers. It returns an error if a
// solver does not stop.
func (s *Server) Close() error { return s.sessions.close() }
