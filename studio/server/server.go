// Package server serves the studio: its page, and a session for each WebSocket.
//
// Who may come is said in gate.go, and how much one may take in [Config] and the
// constants here: connections, sessions, messages and bytes a second, and time
// without a word are bounded. A session costs no more memory when its page does not
// read: what is emitted waits for the page, and one that takes nothing for a while
// is cut off.
package server

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"ouro/internal/door"
	"ouro/studio"
	"ouro/studio/session"
)

// Limits on what clients may do to the server; socket.go has those of a session.
const (
	spare = 64 // connections beside those of sessions

	headerTime   = 5 * time.Second
	readTime     = 10 * time.Second
	writeTime    = 30 * time.Second
	waitTime     = 2 * time.Minute // for the next request
	shutdownTime = time.Second
)

const (
	DefaultSessions = 64
	DefaultIdle     = 30 * time.Minute
)

// Config is what is served.
type Config struct {
	Session session.Config // Kinds and Catalog, where nil, are those of package studio

	// Token has to be known by who comes, see [NewToken]. Without one, only this
	// machine is served.
	Token string
	Host  string // a name that the server goes by besides those of this machine

	Sessions int           // open at once; 0 is DefaultSessions
	Idle     time.Duration // after which a page that says nothing is let go; 0 is DefaultIdle

	Files Files // offered to the page; nil is none
}

// Server serves the studio. It is an http.Handler, which [Server.Serve] runs.
type Server struct {
	cfg   Config
	files *files

	seats chan struct{}   // an item for each session
	life  context.Context // of all sessions: ends when the server stops
	stop  context.CancelFunc

	mu    sync.Mutex // so that nobody comes after stop
	wg    sync.WaitGroup
	talks map[string]*talk // by their keys
}

func New(cfg Config) *Server {
	if cfg.Session.Kinds == nil {
		cfg.Session.Kinds = studio.Kinds(studio.ExactMemory)
	}
	if cfg.Session.Catalog == nil {
		cfg.Session.Catalog = studio.Catalog()
	}
	cfg.Sessions, cfg.Idle = cmp.Or(cfg.Sessions, DefaultSessions), cmp.Or(cfg.Idle, DefaultIdle)
	cfg.Session.Limits.Message = cmp.Or(cfg.Session.Limits.Message, session.DefaultLimits.Message)
	cfg.Session.Limits.Window = cmp.Or(cfg.Session.Limits.Window, session.DefaultLimits.Window)
	s := &Server{cfg: cfg, files: theFiles(), seats: make(chan struct{}, cfg.Sessions), talks: map[string]*talk{}}
	s.life, s.stop = context.WithCancel(context.Background())
	return s
}

// errOpen is about a server that anybody could reach.
var errOpen = errors.New("studio: an address that others reach needs a token")

// Serve serves l until ctx ends, then says goodbye to every page. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.cfg.Token == "" && !IsLocal(l.Addr()) {
		return errors.Join(errOpen, l.Close())
	}
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: waitTime, // of pages: sessions have their own
		MaxHeaderBytes: door.MaxHeaderBytes, ConnState: door.ConnState, ConnContext: door.ConnContext, ErrorLog: log.New(io.Discard, "", 0),
	}
	return door.Serve(ctx, server, door.New(l, s.cfg.Sessions+spare, 0, door.Told{}), s.empty, shutdownTime)
}

// IsLocal tells whether only this machine reaches an address. A network that is no
// network, as tests have it, is local too.
func IsLocal(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return !ok || tcp.IP.IsLoopback()
}

// Close lets all sessions go, where the Server is used as a handler alone.
func (s *Server) Close() { s.empty() }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	guard(w.Header())
	if no := s.admit(w, r); no != nil {
		no.write(w)
		return
	}
	switch path := r.URL.Path; {
	case path == "/healthz":
		s.health(w)
	case path == "/session":
		s.serveSession(w, r)
	case strings.HasPrefix(path, filesPath):
		s.cfg.Files.serve(w, r)
	default:
		s.files.serve(w, r)
	}
}

func (s *Server) health(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if s.life.Err() != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "stopping\n")
		return
	}
	_, _ = io.WriteString(w, "ok\n")
}
