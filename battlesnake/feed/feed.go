// Package feed serves a game of Battlesnake to the official board, a web page that shows games.
// [New] makes a [Server] for one game, and [Server.Add] adds an event. A board that connects late
// gets all events from the start. [Live] runs a Server beside a game.
//
// A board never delays the game: boards share one list of events and read it at their own pace. A
// board that stops reading is disconnected.
package feed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/connlimit"
)

const (
	maxViewers   = 64               // connected boards at once
	maxKept      = 256 << 20        // bytes of stored events; beyond it, the oldest are dropped
	maxPatience  = 15 * time.Second // how long a board may take to read an event
	pageTime     = 10 * time.Second // timeout of a request and its reply
	goodbyeTime  = time.Second      // timeout of a board to confirm the end of its connection
	shutdownTime = time.Second
)

const Page = "https://board.battlesnake.com/"

// Link returns the URL at which the official board shows a game from the Server at addr.
func Link(addr net.Addr, id string) string {
	return fmt.Sprintf("%s?engine=http://%s&game=%s&autoplay=true", Page, addr, id)
}

// Server serves a game. It is safe for concurrent use.
type Server struct {
	game     wire.ViewGame
	patience time.Duration // how long a board may take to read an event
	events   history

	seats chan struct{}   // one item per board
	life  context.Context // context of all connections; ends when the server stops
	stop  context.CancelFunc

	mu sync.Mutex // prevents that a board enters after the stop
	wg sync.WaitGroup
}

func New(game wire.ViewGame) *Server {
	life, stop := context.WithCancel(context.Background())
	return &Server{
		game: game, patience: maxPatience, events: newHistory(maxKept),
		seats: make(chan struct{}, maxViewers), life: life, stop: stop,
	}
}

// ErrOver is the error of Add after the last event.
var ErrOver = errors.New("feed: the game is over")

// Add adds an event and does not wait for boards. An event of type "game_end" is the last.
func (s *Server) Add(e wire.ViewEvent) error {
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("feed: %w", err)
	}
	if !s.events.add(text, e.Type == "game_end") {
		return ErrOver
	}
	return nil
}

// Serve answers boards until ctx ends, and then disconnects them. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadTimeout: pageTime, WriteTimeout: pageTime, IdleTimeout: time.Minute, // for pages; the connection of a board has no limits
		MaxHeaderBytes: connlimit.MaxHeaderBytes,
	}
	return connlimit.Serve(ctx, server, l, s.disconnectAll, shutdownTime)
}

// ServeHTTP answers the two requests of a board, from pages of any origin.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	page, events := "/games/"+s.game.ID, "/games/"+s.game.ID+"/events"
	switch {
	case r.Method == http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "*")
		h.Set("Access-Control-Allow-Private-Network", "true") // the board's page is public, this machine private
		w.WriteHeader(http.StatusNoContent)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD, OPTIONS")
		http.Error(w, "only GET", http.StatusMethodNotAllowed)
	case r.URL.Path == page:
		h.Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(wire.ViewReply{Game: s.game}) // fails only if the client is gone
	case r.URL.Path == events:
		s.serveEvents(w, r)
	default:
		http.Error(w, "unknown page; this server has "+page+" and "+events, http.StatusNotFound)
	}
}

func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		http.Error(w, "too many boards are connected", http.StatusServiceUnavailable)
		return
	}
	defer s.leave()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // a page of any origin may read
	if err != nil {
		return // Accept has replied
	}
	defer func() { _ = conn.CloseNow() }()
	reading, hangUp := context.WithCancel(r.Context()) // hangUp breaks the connection
	defer hangUp()
	ctx, left := context.WithCancelCause(r.Context())
	defer left(nil)
	defer context.AfterFunc(s.life, func() { time.AfterFunc(goodbyeTime, hangUp) })()
	s.wg.Go(func() {
		_, _, err := conn.Reader(reading)
		if err == nil {
			err = errBoardSends
		}
		left(err)
	})
	code, reason := s.follow(ctx, conn)
	late := time.AfterFunc(goodbyeTime, hangUp)
	defer late.Stop()
	_ = conn.Close(code, reason) // the error does not matter if the board has disconnected
}

// errBoardSends is the error for a board that sends a message. Boards only receive events.
var errBoardSends = errors.New("this server sends events and accepts no messages")

// enter adds a board, if there is room.
func (s *Server) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return false
	}
	select {
	case s.seats <- struct{}{}:
		s.wg.Add(1)
		return true
	default:
		return false
	}
}

// disconnectAll disconnects all boards and waits until their handlers have ended.
func (s *Server) disconnectAll() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	s.wg.Wait()
}

func (s *Server) leave() {
	<-s.seats
	s.wg.Done()
}

// follow sends events to a board as they are added, and returns why it stopped.
func (s *Server) follow(ctx context.Context, conn *websocket.Conn) (websocket.StatusCode, string) {
	next := s.events.first()
	for {
		text, news, state := s.events.event(next)
		switch state {
		case present:
			if err := s.send(ctx, conn, text); err != nil {
				return websocket.StatusPolicyViolation, "too slow"
			}
			next++
		case ended:
			return websocket.StatusNormalClosure, ""
		case forgotten:
			return websocket.StatusPolicyViolation, "too slow"
		case missing:
			select {
			case <-news:
			case <-ctx.Done():
				if cause := context.Cause(ctx); errors.Is(cause, errBoardSends) {
					return websocket.StatusPolicyViolation, cause.Error()
				}
				return websocket.StatusNormalClosure, ""
			case <-s.life.Done():
				return websocket.StatusGoingAway, "the server is stopping"
			}
		}
	}
}

// send sends an event to a board, which must read it within s.patience.
func (s *Server) send(ctx context.Context, conn *websocket.Conn, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, text)
}

// history stores the events of a game. Readers get events by number and can wait for later ones.
// Above the limit of bytes, history drops the oldest events.
type history struct {
	limit int // maximum total size, in bytes

	mu      sync.Mutex
	dropped int // number of dropped events
	texts   [][]byte
	size    int // total size of the stored events, in bytes
	over    bool
	news    chan struct{} // closed when the next event is added
}

func newHistory(limit int) history { return history{limit: limit, news: make(chan struct{})} }

// add appends an event. If last is set, later calls return false.
func (h *history) add(text []byte, last bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return false
	}
	h.texts, h.size, h.over = append(h.texts, text), h.size+len(text), last
	for h.size > h.limit && len(h.texts) > 1 {
		h.size -= len(h.texts[0])
		h.texts[0] = nil
		h.texts = h.texts[1:]
		h.dropped++
	}
	close(h.news)
	h.news = make(chan struct{})
	return true
}

// first returns the number of the oldest stored event.
func (h *history) first() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.dropped
}

type eventState int

const (
	present   eventState = iota
	missing              // not yet added
	forgotten            // dropped from the history
	ended                // the game has ended before this event
)

// event returns event i. If the event does not exist yet, news is closed when the next event is
// added.
func (h *history) event(i int) (text []byte, news <-chan struct{}, s eventState) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case i < h.dropped:
		return nil, nil, forgotten
	case i < h.dropped+len(h.texts):
		return h.texts[i-h.dropped], nil, present
	case h.over:
		return nil, nil, ended
	}
	return nil, h.news, missing
}

// Live serves a game until Close. A nil *Live serves nothing.
type Live struct {
	server *Server
	link   string
	stop   context.CancelFunc
	served chan error
}

// Open serves a game on l, even after ctx ends. The caller must call Close or Linger, which close
// l.
func Open(ctx context.Context, l net.Listener, m *wire.Match, g *ouro.Grid) *Live {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	live := &Live{server: New(m.ViewGame(g)), link: Link(l.Addr(), m.Game.ID), stop: stop, served: make(chan error, 1)}
	go func() { live.served <- live.server.Serve(ctx, l) }()
	return live
}

func (l *Live) Link() string {
	if l == nil {
		return ""
	}
	return l.link
}

func (l *Live) Show(e wire.ViewEvent) error {
	if l == nil {
		return nil
	}
	return l.server.Add(e)
}

// Linger continues to serve for this time or until ctx ends, and then closes the Live. If duration
// is 0, Linger serves until ctx ends. It returns an error if serving failed before.
func (l *Live) Linger(ctx context.Context, duration time.Duration) error {
	var end <-chan time.Time
	if duration > 0 {
		end = time.After(duration)
	}
	select {
	case <-end:
	case <-ctx.Done():
	case err := <-l.served:
		l.stop()
		return fmt.Errorf("serving the board failed: %w", err)
	}
	return l.Close()
}

func (l *Live) Close() error {
	if l == nil {
		return nil
	}
	l.stop()
	return <-l.served
}
