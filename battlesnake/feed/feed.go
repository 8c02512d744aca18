// Package feed serves a game of Battlesnake to the official board, a page that
// shows games: [New] makes a [Server] for one game, [Server.Add] gives it the
// events as they come, and any number of boards follow them, late ones from the
// start.
//
// [Live] is a Server that runs beside a game.
//
// A board never holds the game up. Events are kept once for all boards, each of
// which is sent them at its own pace, and one that stops taking them is dropped.
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

	"ouro/battlesnake/wire"
	"ouro/internal/door"
)

// Limits on what boards may take of this machine.
const (
	maxViewers   = 64        // at once
	maxKept      = 256 << 20 // bytes of events; beyond that the oldest ones are forgotten
	maxPatience  = 15 * time.Second
	pageTime     = 10 * time.Second // to ask for a page and to get it
	goodbyeTime  = time.Second      // for a board to answer when the connection is closed
	shutdownTime = time.Second
)

// Page is the official board.
const Page = "https://board.battlesnake.com/"

// Link is the address of the official board that shows the game with this id
// from a Server at addr.
func Link(addr net.Addr, id string) string {
	return fmt.Sprintf("%s?engine=http://%s&game=%s&autoplay=true", Page, addr, id)
}

// Server serves one game. Its methods may be called from any goroutine.
type Server struct {
	game     wire.ViewGame
	patience time.Duration // for a board to take one event
	events   history

	seats chan struct{}   // an item for each viewer
	life  context.Context // of all connections: ends when the server stops
	stop  context.CancelFunc

	mu sync.Mutex // so that nobody enters after stop
	wg sync.WaitGroup
}

// New is a server for this game, without events yet.
func New(game wire.ViewGame) *Server {
	life, stop := context.WithCancel(context.Background())
	return &Server{
		game: game, patience: maxPatience, events: newHistory(maxKept),
		seats: make(chan struct{}, maxViewers), life: life, stop: stop,
	}
}

// ErrOver is returned by Add after the event that ends the game.
var ErrOver = errors.New("feed: the game is over")

// Add gives the next event to all boards, now or when they come. It does not
// wait for any of them. After an event of type "game_end" there are no more.
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

// Serve answers boards until ctx ends, and then lets them go. It closes l.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadTimeout: pageTime, WriteTimeout: pageTime, IdleTimeout: time.Minute, // of pages: a viewer's connection has none
		MaxHeaderBytes: door.MaxHeaderBytes,
	}
	return door.Serve(ctx, server, l, s.empty, shutdownTime)
}

// ServeHTTP answers the two requests of a board, from any page.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	page, events := "/games/"+s.game.ID, "/games/"+s.game.ID+"/events"
	switch {
	case r.Method == http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "*")
		h.Set("Access-Control-Allow-Private-Network", "true") // a page of the internet asks this machine
		w.WriteHeader(http.StatusNoContent)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD, OPTIONS")
		http.Error(w, "only GET", http.StatusMethodNotAllowed)
	case r.URL.Path == page:
		h.Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(wire.ViewReply{Game: s.game}) // whoever hangs up need not be told
	case r.URL.Path == events:
		s.serveEvents(w, r)
	default:
		http.Error(w, "this serves "+page+" and "+events, http.StatusNotFound)
	}
}

// serveEvents sends all events to one board.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		http.Error(w, "too many boards", http.StatusServiceUnavailable)
		return
	}
	defer s.leave()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // any page may look
	if err != nil {
		return // Accept has answered
	}
	defer func() { _ = conn.CloseNow() }()
	reading, hangUp := context.WithCancel(r.Context()) // its end breaks the connection
	defer hangUp()
	ctx, left := context.WithCancelCause(r.Context())
	defer left(nil)
	defer context.AfterFunc(s.life, func() { time.AfterFunc(goodbyeTime, hangUp) })()
	s.wg.Go(func() {
		_, _, err := conn.Reader(reading)
		if err == nil {
			err = errTalks
		}
		left(err)
	})
	code, reason := s.follow(ctx, conn)
	late := time.AfterFunc(goodbyeTime, hangUp)
	defer late.Stop()
	_ = conn.Close(code, reason) // whether or not the board says goodbye
}

// errTalks ends the connection to a board that sends something.
var errTalks = errors.New("a board has nothing to say")

// enter counts a viewer; there may be no place for it.
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

// empty lets all viewers go and waits until they have.
func (s *Server) empty() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	s.wg.Wait()
}

func (s *Server) leave() {
	<-s.seats
	s.wg.Done()
}

// follow sends the events to a board as they come, and says why it stopped.
func (s *Server) follow(ctx context.Context, conn *websocket.Conn) (websocket.StatusCode, string) {
	next := s.events.first()
	for {
		text, news, state := s.events.at(next)
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
				if cause := context.Cause(ctx); errors.Is(cause, errTalks) {
					return websocket.StatusPolicyViolation, cause.Error()
				}
				return websocket.StatusNormalClosure, ""
			case <-s.life.Done():
				return websocket.StatusGoingAway, "the server stops"
			}
		}
	}
}

// send gives a board its time to take an event.
func (s *Server) send(ctx context.Context, conn *websocket.Conn, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, text)
}
