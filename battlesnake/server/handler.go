package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/connlimit"
	"ouro/internal/printable"
)

// ServeHTTP answers a request. The first snake has the pages /, /start, /move and /end; every snake
// has them under /s/NAME/. /healthz and /metrics are here too, unless they have a separate address.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page, snake, err := s.route(r.URL.EscapedPath())
	s.serve(w, r, page, snake, err)
}

// serveAdmin answers a request to the separate address of /healthz and /metrics.
func (s *Server) serveAdmin(w http.ResponseWriter, r *http.Request) {
	page, ok := adminPages[r.URL.EscapedPath()]
	var err error
	if !ok {
		err = &statusError{http.StatusNotFound, fmt.Errorf("unknown page %s (known: /healthz, /metrics)", quote(r.URL.Path))}
	}
	s.serve(w, r, page, nil, err)
}

// serve answers a request with the page, or with err unless it is nil.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, page string, snake *Snake, err error) {
	received := connlimit.RequestOf(r)
	room := &reservation{bounds: s.bounds}
	defer room.leave()
	if err == nil {
		err = checkMethod(w, r, page)
	}
	if err == nil {
		switch page {
		case "healthz":
			err = s.health(w)
		case "metrics":
			s.metrics.ServeHTTP(w, r)
		case "":
			writeJSON(w, snake.Info)
		case "start":
			err = s.start(w, r, snake, room, received)
		case "move":
			err = s.move(w, r, snake, room, received)
		case "end":
			err = s.end(w, r, snake, room)
		}
	}
	if err != nil {
		s.refuse(w, r, err)
	}
}

// adminPages are the pages about the server. Only the exact path reaches them, so that a proxy can
// block them.
var adminPages = map[string]string{"/healthz": "healthz", "/metrics": "metrics"}

var snakePages = map[string]string{"": "", "/": "", "/start": "start", "/move": "move", "/end": "end"}

// route returns the snake and the name of the page, without a slash. Double slashes count as one,
// because an engine may append "/move" to an address that ends with a slash.
func (s *Server) route(path string) (page string, snake *Snake, err error) {
	if page, ok := adminPages[path]; ok && s.admin == nil {
		return page, nil, nil
	}
	rest, snake := path, s.snakes[0]
	if under, ok := strings.CutPrefix(path, "/s/"); ok {
		name, _, _ := strings.Cut(under, "/")
		if name != "" {
			if snake = s.find(name); snake == nil {
				return "", nil, &statusError{http.StatusNotFound, fmt.Errorf("unknown snake %s (known: %s)", quote(name), s.names())}
			}
			rest = under[len(name):]
		}
	}
	if strings.HasPrefix(rest, "//") {
		rest = rest[1:]
	}
	if page, ok := snakePages[rest]; ok {
		return page, snake, nil
	}
	known := "/ /start /move /end of the first snake and under /s/NAME/ of each"
	if s.admin == nil {
		known += ", /healthz, /metrics"
	}
	return "", nil, &statusError{http.StatusNotFound, fmt.Errorf("unknown page %s (known: %s; snakes: %s)", quote(path), known, s.names())}
}

// Maximum length in bytes of text from a request, in replies and logs.
const (
	maxQuote  = 64  // a path or a name in an error
	maxReason = 400 // a whole error
)

func quote(text string) string { return strconv.Quote(printable.Short(text, maxQuote)) }

// checkMethod requires POST for an engine's requests, and GET or HEAD for others.
func checkMethod(w http.ResponseWriter, r *http.Request, page string) error {
	want := []string{http.MethodGet, http.MethodHead}
	switch page {
	case "start", "move", "end":
		want = []string{http.MethodPost}
	}
	if slices.Contains(want, r.Method) {
		return nil
	}
	allow := strings.Join(want, ", ")
	w.Header().Set("Allow", allow)
	return &statusError{http.StatusMethodNotAllowed, fmt.Errorf("%s does not accept %s (use %s)", r.URL.Path, printable.Short(r.Method, maxQuote), allow)}
}

type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	var known *statusError
	if errors.As(err, &known) {
		status = known.status
	}
	reason := printable.Short(err.Error(), maxReason)
	s.metrics.refused.With(strconv.Itoa(status)).Inc()
	s.log.Warn("refused", "status", status, "method", printable.Short(r.Method, maxQuote), "path", printable.Short(r.URL.Path, maxQuote), "from", r.RemoteAddr, "reason", reason)
	http.Error(w, reason, status)
}

func (s *Server) health(w http.ResponseWriter) error {
	if s.draining.Load() {
		return &statusError{http.StatusServiceUnavailable, errors.New("stopping")}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ok\n")
	return nil
}

// writeJSON replies with v and flushes the reply. It ignores errors, which mean that the client has
// disconnected.
func writeJSON(w http.ResponseWriter, v any) {
	text, _ := json.Marshal(v) // v is always valid
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)+1))
	_, _ = w.Write(append(text, '\n'))
	_ = http.NewResponseController(w).Flush()
}

// position is a request whose board was converted to a State.
type position struct {
	*wire.Request
	state  *ouro.State
	seat   int
	snakes int // number of snakes on the board

	ids, names []string // by seat in state
}

func (p *position) id(snake *Snake) sessionID { return sessionID{snake.Name, p.Game.ID, p.You.ID} }

// newPosition converts a request. If only the board is invalid, it returns both the request and the
// error.
func newPosition(req *wire.Request) (p *position, err error) {
	p = &position{Request: req, snakes: len(req.Board.Snakes)}
	if p.state, p.seat, err = req.State(); err != nil {
		err = &statusError{http.StatusBadRequest, err}
	} else {
		p.name()
	}
	req.Board = wire.Board{}
	req.You = wire.Snake{ID: req.You.ID, Latency: req.You.Latency}
	return p, err
}

// name fills in ids and names. A dead requesting snake is not on the board and has the last seat.
func (p *position) name() {
	for seat := range p.state.Snakes {
		snake := &p.You
		if seat < len(p.Board.Snakes) {
			snake = &p.Board.Snakes[seat]
		}
		p.ids = append(p.ids, printable.Short(snake.ID, maxQuote))
		p.names = append(p.names, printable.Short(snake.Name, maxQuote))
	}
}

func (p *position) event(snake *Snake) Event {
	return Event{
		Snake: snake.Name, Game: printable.Short(p.Game.ID, maxQuote), You: printable.Short(p.You.ID, maxQuote), Ruleset: printable.Short(p.Game.Ruleset.Name, maxQuote),
		State: p.state, IDs: p.ids, Names: p.names,
	}
}

func (m *reservation) readLiving(w http.ResponseWriter, r *http.Request) (*position, error) {
	p, err := m.read(w, r)
	if err == nil && p.state.Snakes[p.seat].Cause != ouro.Alive {
		return nil, &statusError{http.StatusBadRequest, fmt.Errorf("you: %q is not among board.snakes, so it is dead", p.You.ID)}
	}
	return p, err
}

func (s *Server) start(w http.ResponseWriter, r *http.Request, snake *Snake, room *reservation, received *connlimit.Request) error {
	p, err := room.readLiving(w, r)
	if err != nil {
		return err
	}
	received.Work()
	if fail := s.prepare(r.Context(), snake, p, received.Began); fail != nil {
		s.log.Error("no solver yet", "snake", snake.Name, "game", p.Game.ID, "reason", printable.Short(fail.Error(), maxReason))
	}
	received.Answer()
	writeJSON(w, struct{}{})
	return nil
}

func (s *Server) end(w http.ResponseWriter, r *http.Request, snake *Snake, room *reservation) error {
	p, err := room.read(w, r)
	if p != nil {
		s.sessions.forget(p.id(snake))
		event := p.event(snake)
		event.Over = true
		defer s.watch(event)
	}
	if err != nil {
		return err
	}
	s.log.Info("game over", "snake", snake.Name, "game", p.Game.ID, "turn", p.Turn, "alive", p.state.Snakes[p.seat].Cause == ouro.Alive, "left", p.snakes)
	writeJSON(w, struct{}{})
	return nil
}

func (s *Server) move(w http.ResponseWriter, r *http.Request, snake *Snake, room *reservation, received *connlimit.Request) error {
	p, err := room.readLiving(w, r)
	if err != nil {
		return err
	}
	if reported, ok := p.You.ResponseTime(); ok && reported > 0 {
		s.metrics.reported.With(snake.Name).Observe(reported.Seconds())
	}
	received.Work()
	a := s.decide(r.Context(), snake, p, received.Began)
	received.Answer()
	writeJSON(w, wire.MoveReply{Move: a.Dir})
	took := time.Since(received.Began)
	if a.session != nil {
		a.session.recordAnswer(p.Turn, took)
	}
	s.metrics.countMove(snake.Name, &a, took)
	event := p.event(snake)
	event.Decision, event.Took, event.Failed = a.Decision, took, a.failure != nil
	s.watch(event)
	log := s.log.With("snake", snake.Name, "game", p.Game.ID, "turn", p.Turn, "move", a.Dir, "took", took)
	if a.failure != nil {
		made := "fallback"
		if a.offered {
			made = "best so far"
		}
		brief := *a.failure
		brief.Detail = printable.Short(brief.Detail, maxReason)
		log.Warn(made, "reason", &brief)
	} else {
		log.Debug("move", "depth", a.Depth, "nodes", a.Nodes, "score", a.Score)
	}
	return nil
}
