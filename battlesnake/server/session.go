package server

import (
	"cmp"
	"errors"
	"log/slog"
	"sync"
	"time"

	"ouro"
	"ouro/internal/printable"
	"ouro/play"
)

// sessionID identifies a snake in a game. A served snake may have several seats in a game, with
// different values of you.
type sessionID struct{ snake, game, you string }

// session is a snake in a game, with its solver.
type session struct {
	id   sessionID
	idle *time.Timer
	used time.Time // guarded by the mutex of sessions
	seed uint64
	log  *slog.Logger

	mu        sync.Mutex
	transport transport
	solver    *play.Asker // nil before the first move and while a job uses it
	busy      bool        // a job uses the solver
	overdue   int         // jobs that still run although their moves were answered
	closed    bool
}

func (g *session) recordAnswer(turn int, took time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.transport.recordAnswer(turn, took)
}

// transportTime returns the estimate of the transport time. ok is false without an estimate.
func (g *session) transportTime() (transport, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.transport, g.transport.known
}

// margin updates the estimate of the transport time from the request, and returns the time to
// reserve for transport.
func (g *session) margin(floor time.Duration, p *position) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	limit := p.Game.TimeLimit()
	if reported, ok := p.You.ResponseTime(); ok {
		g.transport.learn(p.Turn, reported, limit)
	}
	return g.transport.margin(floor, limit)
}

// sessions holds the games in progress. It is safe for concurrent use.
type sessions struct {
	limit   int
	idle    time.Duration
	seed    uint64
	log     *slog.Logger
	metrics *metrics

	mu         sync.Mutex
	games      map[sessionID]*session
	transports map[sessionID]transport // estimates for dropped games, at most limit
	memory     *memory
	closed     bool
	solving    sync.WaitGroup // solvers that run or are being closed
}

func newSessions(cfg *Config, log *slog.Logger, m *metrics) *sessions {
	return &sessions{
		limit: cmp.Or(cfg.MaxGames, DefaultMaxGames), idle: cmp.Or(cfg.Idle, DefaultIdle),
		memory: newMemory(cmp.Or(cfg.Memory, DefaultMemory), cfg.SetGrowth), seed: cfg.Seed,
		log: log, metrics: m, games: map[sessionID]*session{}, transports: map[sessionID]transport{},
	}
}

// patience is how long close waits for solvers that are out of time.
const patience = 5 * time.Second

var errClosed = errors.New("the server is closed")

// open returns the session of this game, or makes one: the request that starts a game may be lost,
// and the server may have dropped the game.
func (t *sessions) open(snake *Snake, p *position) (*session, error) {
	g, isNew, err := t.enter(p.id(snake))
	if isNew { // without the mutex, because logging may be slow
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
		g.transport = t.transports[id] // the game was dropped, or another client ended it
		delete(t.transports, id)
		t.games[id] = g
		t.metrics.games.With(id.snake).Inc()
	}
	g.used = time.Now()
	g.idle.Reset(t.idle)
	for room := t.memory.capacity(len(t.games)); len(t.games) > room; {
		t.remove(t.leastUsed(), "too much memory")
	}
	return g, isNew, nil
}

func digest(text string) uint64 {
	h := uint64(len(text))
	for i := range len(text) {
		h = ouro.Mix(h, uint64(text[i]))
	}
	return h
}

func (t *sessions) leastUsed() *session {
	var oldest *session
	for _, g := range t.games {
		if oldest == nil || g.used.Before(oldest.used) {
			oldest = g
		}
	}
	return oldest
}

func (t *sessions) forget(id sessionID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.games[id]; g != nil {
		t.remove(g, "")
	}
}

// expire ends a game without requests for the idle time.
func (t *sessions) expire(g *session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.games[g.id] == g && time.Since(g.used) >= t.idle {
		t.remove(g, "idle")
	}
}

// remove removes a session. The caller holds the mutex.
func (t *sessions) remove(g *session, why string) {
	delete(t.games, g.id)
	if p, ok := g.transportTime(); ok {
		if len(t.transports) >= t.limit {
			clear(t.transports)
		}
		t.transports[g.id] = p
	}
	t.metrics.games.With(g.id.snake).Dec()
	t.solving.Go(func() { // in the background, because closing and logging may be slow
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
	}
	select {
	case <-done:
		return nil
	default:
		return errors.New("server: a solver did not stop in time")
	}
}
