// Package server serves the studio: the files of its page, and one session for each
// WebSocket.
//
// The file gate.go decides which requests are allowed. [Config] and constants limit the number of
// connections and sessions, the messages and bytes per second, and the idle time. If a page does not
// read, its session waits and uses no further memory, and the page is soon disconnected.
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

	"ouro/internal/connlimit"
	"ouro/studio"
	"ouro/studio/session"
)

// Limits of clients. socket.go has the limits of a WebSocket.
const (
	spare = 64 // most connections in addition to one for each session

	headerTime   = 5 * time.Second
	readTime     = 10 * time.Second
	writeTime    = 30 * time.Second
	waitTime     = 2 * time.Minute // longest wait for the next request on a connection
	shutdownTime = time.Second
)

const (
	DefaultSessions = 64
	DefaultIdle     = 30 * time.Minute
)

type Config struct {
	Session session.Config // if Kinds or Catalog is nil, it is the one of package studio

	// Token must be sent by every client; see [NewToken]. Without a token, only clients on
	// this machine are served.
	Token string
	Host  string // another name of the server

	Sessions int           // most sessions at once; 0 means DefaultSessions
	Idle     time.Duration // time after which an unused page is disconnected; 0 means DefaultIdle

	Files Files // files that the page may read; nil if the page may read none

	Frames []string // origins whose pages may show the studio in a frame; see [CheckOrigin]
}

// Server serves the studio. It is an http.Handler; [Server.Serve] runs it.
type Server struct {
	cfg   Config
	files *files

	places      chan struct{}   // has one item for each session
	sessionsCtx context.Context // ends when the server stops
	stop        context.CancelFunc

	mu       sync.Mutex // guards wg and the fields below; no connection is added after stop
	wg       sync.WaitGroup
	sessions map[string]*pageSession // sessions by their key
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
	s := &Server{cfg: cfg, files: pageFiles(), places: make(chan struct{}, cfg.Sessions), sessions: map[string]*pageSession{}}
	s.sessionsCtx, s.stop = context.WithCancel(context.Background())
	return s
}

var errNoToken = errors.New("studio: an address that other machines can reach needs a token: set Config.Token")

// Serve serves l until ctx ends. Then it closes all sessions and l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	if s.cfg.Token == "" && !IsLocal(l.Addr()) {
		return errors.Join(errNoToken, l.Close())
	}
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: waitTime, // limits for requests of files; sessions have their own limits
		MaxHeaderBytes: connlimit.MaxHeaderBytes, ConnState: connlimit.ConnState, ConnContext: connlimit.ConnContext, ErrorLog: log.New(io.Discard, "", 0),
	}
	return connlimit.Serve(ctx, server, connlimit.New(l, s.cfg.Sessions+spare, 0, connlimit.Events{}), s.endSessions, shutdownTime)
}

// IsLocal reports whether only this machine can reach an address. In-memory networks of
// tests are local.
func IsLocal(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return !ok || tcp.IP.IsLoopback()
}

// Close ends all sessions. Call it for a Server that is used as a handler, without Serve.
func (s *Server) Close() { s.endSessions() }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	setSecurityHeaders(w.Header(), s.cfg.Frames)
	if refused := s.admit(w, r); refused != nil {
		refused.write(w)
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
	if s.sessionsCtx.Err() != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "stopping\n")
		return
	}
	_, _ = io.WriteString(w, "ok\n")
}
