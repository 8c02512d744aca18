package server

import (
	"errors"
	"log/slog"
	"sync"
	"time"

	"ouro"
	"ouro/internal/printable"
	"ouro/play"
)

// sessionID names one snake in one game: a snake may play several seats of a
// game.
type sessionID struct{ snake, game, you string }

// session is one snake in one game, with its solver.
type session struct {
	id   sessionID
	idle *time.Timer
	used time.Time // guarded by the mutex of sessions
	seed uint64
	log  *slog.Logger

	mu     sync.Mutex
	pace   pace
	solver *play.Asker // nil until it is first needed, and while it is busy
	busy   bool        // a mind has the solver
	gone   int         // minds without which an answer was given, and that are not back
	closed bool
}

// answered notes how long the answer to a turn took here.
func (g *session) answered(turn int, took time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pace.answered(turn, took)
}

// way is what is known of the way, if anything is.
func (g *session) way() (pace, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pace, g.pace.known
}

// margin is the time to keep for the way of the answer, of which this request
// tells more.
func (g *session) margin(floor time.Duration, p *position) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	limit := p.Game.TimeLimit()
	if reported, ok := p.You.ResponseTime(); ok {
		g.pace.learn(p.Turn, reported, limit)
	}
	return g.pace.margin(floor, limit)
}

// sessions are the games in progress.
type sessions struct {
	limit   int
	idle    time.Duration
	seed    uint64
	log     *slog.Logger
	metrics *metrics

	mu      sync.Mutex
	games   map[sessionID]*session
	ways    map[sessionID]pace // of games that are no longer in the table; about as many as games at most
	memory  *memory
	closed  bool
	solving sync.WaitGroup // solvers that somebody owns or closes
}

func newSessions(limit int, idle time.Duration, memory int64, seed uint64, log *slog.Logger, m *metrics) *sessions {
	return &sessions{limit: limit, idle: idle, memory: newMemory(memory), seed: seed, log: log, metrics: m, games: map[sessionID]*session{}, ways: map[sessionID]pace{}}
}

// patience is how long close waits for solvers whose time is up.
const patience = time.Second

var errClosed = errors.New("the server is closed")

// open is the session of this game, a new one if there is none: the request
// that started it may have been lost, or it was forgotten.
func (t *sessions) open(snake *Snake, p *position) (*session, error) {
	g, isNew, err := t.enter(p.id(snake))
	if isNew { // told when the mutex is free: a log may be slow
		g.log.Info("game", "turn", p.Turn, "you", g.id.you, "ruleset", p.Game.Ruleset.Name, "map", printable.Short(p.Game.Map, maxQuote),
			"board", p.state.Grid.String(), "snakes", p.snakes, "timeout", p.Game.TimeLimit(), "source", printable.Short(p.Game.Source, maxQuote))
	}
	return g, err
}

func (t *sessions) enter(id sessionID) (g *session, isNew bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, false, errClosed
	}
	if g = t.games[id]; g == nil {
		if len(t.games) >= t.limit {
			t.remove(t.leastUsed(), "too many games")
		}
		isNew = true
		g = &session{
			id: id, seed: ouro.Mix(t.seed, digest(id.game)),
			log: t.log.With("snake", id.snake, "game", id.game),
		}
		g.idle = time.AfterFunc(t.idle, func() { t.expire(g) })
		g.pace = t.ways[id] // it is on: it was forgotten, or somebody else has ended it
		delete(t.ways, id)
		t.games[id] = g
		t.metrics.games.WithLabelValues(id.snake).Inc()
	}
	g.used = time.Now()
	g.idle.Reset(t.idle)
	for room := t.memory.room(len(t.games)); len(t.games) > room; {
		t.remove(t.leastUsed(), "too much memory")
	}
	return g, isNew, nil
}

// digest is a number made of a text.
func digest(text string) uint64 {
	h := uint64(len(text))
	for i := range len(text) {
		h = ouro.Mix(h, uint64(text[i]))
	}
	return h
}

// leastUsed is the session that was not used for the longest time.
func (t *sessions) leastUsed() *session {
	var oldest *session
	for _, g := range t.games {
		if oldest == nil || g.used.Before(oldest.used) {
			oldest = g
		}
	}
	return oldest
}

// forget ends a game.
func (t *sessions) forget(id sessionID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.games[id]; g != nil {
		t.remove(g, "")
	}
}

// expire ends a game of which nothing was heard for long.
func (t *sessions) expire(g *session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.games[g.id] == g && time.Since(g.used) >= t.idle {
		t.remove(g, "idle")
	}
}

// remove takes a session out of the table. The caller holds the mutex.
func (t *sessions) remove(g *session, why string) {
	delete(t.games, g.id)
	if p, ok := g.way(); ok {
		if len(t.ways) >= t.limit {
			clear(t.ways)
		}
		t.ways[g.id] = p
	}
	t.metrics.games.WithLabelValues(g.id.snake).Dec()
	t.solving.Go(func() { // beside: a solver may take its time to close, and so may a log
		if why != "" {
			g.log.Warn("game forgotten", "reason", why, "you", g.id.you)
		}
		g.close()
	})
}

// close ends all games and waits for the solvers.
func (t *sessions) close() error {
	t.mu.Lock()
	t.closed = true
	for _, g := range t.games {
		t.remove(g, "")
	}
	t.mu.Unlock()
	done := make(chan struct{})
	go func() { t.solving.Wait(); close(done) }()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-timer.C:
		return errors.New("server: a solver does not stop when its time is up")
	}
}
