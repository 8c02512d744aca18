package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
)

// ServeHTTP answers one request. The pages are those of the first snake (/,
// /start, /move, /end), those of every snake under /s/NAME/, /healthz and
// /metrics.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	page, snake, err := s.route(r.URL.Path)
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
			err = s.start(w, r, snake, began)
		case "move":
			err = s.move(w, r, snake, began)
		case "end":
			err = s.end(w, r, snake)
		}
	}
	if err != nil {
		s.refuse(w, r, err)
	}
}

// route finds the page, without a slash, and the snake that it is of.
func (s *Server) route(path string) (page string, snake *Snake, err error) {
	page, snake = strings.Trim(path, "/"), s.snakes[0]
	if rest, ok := strings.CutPrefix(page, "s/"); ok {
		name, rest, _ := strings.Cut(rest, "/")
		if snake = s.find(name); snake == nil {
			return "", nil, &statusError{http.StatusNotFound, fmt.Errorf("no snake %q here (known: %s)", name, s.names())}
		}
		switch rest {
		case "", "start", "move", "end":
			return rest, snake, nil
		}
	}
	switch page {
	case "", "start", "move", "end", "healthz", "metrics":
		return page, snake, nil
	}
	return "", nil, &statusError{http.StatusNotFound, fmt.Errorf("no page %q here (known: / /start /move /end of the first snake and under /s/NAME/ of each, /healthz, /metrics; snakes: %s)", path, s.names())}
}

// checkMethod wants POST for what an engine sends, and GET for the rest.
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
	return &statusError{http.StatusMethodNotAllowed, fmt.Errorf("%s is not for %s (use %s)", r.URL.Path, r.Method, allow)}
}

// statusError is an error with the status of its reply.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

// refuse replies with the error in one line.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	var known *statusError
	if errors.As(err, &known) {
		status = known.status
	}
	s.metrics.refused.WithLabelValues(fmt.Sprint(status)).Inc()
	s.log.Warn("refused", "status", status, "method", r.Method, "path", r.URL.Path, "from", r.RemoteAddr, "reason", err)
	http.Error(w, err.Error(), status)
}

func (s *Server) health(w http.ResponseWriter) error {
	if s.draining.Load() {
		return &statusError{http.StatusServiceUnavailable, errors.New("stopping")}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ok\n")
	return nil
}

// writeJSON replies with v. That the client is gone is nobody's concern.
func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// position is what a request tells.
type position struct {
	*wire.Request
	state *ouro.State
	seat  int
}

func (p *position) id(snake *Snake) sessionID { return sessionID{snake.Name, p.Game.ID, p.You.ID} }

// read reads a request. Where only the position is wrong, it returns both the
// request and the error.
func read(r *http.Request) (*position, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if len(body) > maxBody {
		// A client that is still sending hears no answer. Read on for a while.
		_, _ = io.CopyN(io.Discard, r.Body, maxDiscard)
		return nil, &statusError{http.StatusRequestEntityTooLarge, fmt.Errorf("body: larger than %d bytes", maxBody)}
	}
	if err != nil {
		return nil, &statusError{http.StatusBadRequest, fmt.Errorf("body: %w", err)}
	}
	req, err := wire.ParseRequest(body)
	if err != nil {
		return nil, &statusError{http.StatusBadRequest, fmt.Errorf("body: %w", err)}
	}
	p := &position{Request: req}
	if p.state, p.seat, err = req.State(); err != nil {
		return p, &statusError{http.StatusBadRequest, err}
	}
	return p, nil
}

// readLiving reads a request about a snake that can still move.
func readLiving(r *http.Request) (*position, error) {
	p, err := read(r)
	if err == nil && p.state.Snakes[p.seat].Cause != ouro.Alive {
		return nil, &statusError{http.StatusBadRequest, fmt.Errorf("you: %q is not among board.snakes, so it is dead", p.You.ID)}
	}
	return p, err
}

func (s *Server) start(w http.ResponseWriter, r *http.Request, snake *Snake, began time.Time) error {
	p, err := readLiving(r)
	if err != nil {
		return err
	}
	if fail := s.prepare(r.Context(), snake, p, began); fail != nil {
		s.log.Error("no solver yet", "snake", snake.Name, "game", p.Game.ID, "reason", fail)
	}
	writeJSON(w, struct{}{})
	return nil
}

func (s *Server) end(w http.ResponseWriter, r *http.Request, snake *Snake) error {
	p, err := read(r)
	if p != nil {
		s.sessions.forget(p.id(snake))
	}
	if err != nil {
		return err
	}
	s.log.Info("game over", "snake", snake.Name, "game", p.Game.ID, "turn", p.Turn, "alive", p.state.Snakes[p.seat].Cause == ouro.Alive, "left", len(p.Board.Snakes))
	writeJSON(w, struct{}{})
	return nil
}

func (s *Server) move(w http.ResponseWriter, r *http.Request, snake *Snake, began time.Time) error {
	p, err := readLiving(r)
	if err != nil {
		return err
	}
	a := s.decide(r.Context(), snake, p, began)
	writeJSON(w, wire.MoveReply{Move: a.Dir})
	took := time.Since(began)
	if a.session != nil {
		a.session.answered(p.Turn, took)
	}
	s.metrics.moved(snake.Name, &a, took)
	log := s.log.With("snake", snake.Name, "game", p.Game.ID, "turn", p.Turn, "move", a.Dir, "took", took)
	if a.failure != nil {
		log.Warn("fallback", "reason", a.failure)
	} else {
		log.Debug("move", "depth", a.Depth, "nodes", a.Nodes, "score", a.Score)
	}
	return nil
}
