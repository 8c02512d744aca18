package hunter

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"math"
	"slices"
	"sync/atomic"

	"ouro"
	"ouro/play"
)

// WatchedGame shows a game of Snake Hunter in progress, or replays a record. Its turns are ticks. A
// game in progress can only advance; the ticks of a record can be shown in any order.
type WatchedGame struct {
	cfg     Config
	players []Player            // nil for a record
	record  *Record             // nil for a game in progress
	keep    func(*Record) error // receives the record of a game in progress; may be nil

	world      *World
	err        error // why the game cannot continue
	inputs     []Input
	news       []News
	wantScores atomic.Bool
	scores     [MaxSnakes][4]float64
	totals     []Total // only of a record
	saved      bool    // whether keep has been called
	saveErr    error   // error of keep
}

// Scene is the visible state of a game after a tick.
type Scene struct {
	Tick    int
	Left    int // ticks left; see World.TicksLeft
	Phase   Phase
	Level   *Level
	Number  int // number of the level, counted from 1
	Score   int
	Hunters []Hunter
	Snakes  []SnakeScene
	Bombs   []Bomb
	Ground  []ouro.Terrain
	Burning []int   // by cell: ticks for which it will burn
	Danger  []bool  // by cell: whether a bomb reaches it
	Events  []Event // the events of this tick
	News    []News  // the latest news, the newest last
	Totals  []Total // of a record: the score at the start, and at each later tick that changed it
	SaveErr error   // why the record could not be stored, or nil
}

// Total is the score after a tick.
type Total struct {
	Tick  int `json:"tick"`
	Score int `json:"score"`
}

type SnakeScene struct {
	Cells  []ouro.Cell
	State  SnakeState
	Hurt   int
	Scores [4]float64 // by direction: score in the snake's last decision, or NaN
}

type News struct {
	Tick  int
	Event Event
	Text  string
}

const maxNews = 24

// WatchGame returns a WatchedGame with these players. onRecord, unless nil, receives the record
// when the game is over or closed; this requires Config.Keep.
func WatchGame(cfg Config, players []Player, onRecord func(*Record) error) *WatchedGame {
	return &WatchedGame{cfg: cfg, players: players, keep: onRecord}
}

// WatchRecord returns a WatchedGame that replays a record. The replay stops with an error at the first
// difference from the record.
func WatchRecord(cfg Config, r *Record) *WatchedGame { return &WatchedGame{cfg: cfg, record: r} }

// RecordScores sets whether solvers report scores, which costs them time. RecordScores is safe for
// concurrent use.
func (g *WatchedGame) RecordScores(on bool) { g.wantScores.Store(on) }

// Advance plays at most one tick towards the given tick, and returns the tick that it reached. To go
// back in a record, Advance restarts the replay.
func (g *WatchedGame) Advance(ctx context.Context, tick int) (int, error) {
	if g.err == nil {
		g.err = g.advance(tick)
	}
	if g.world == nil {
		return 0, g.err
	}
	return g.world.Tick(), cmp.Or(ctx.Err(), g.err)
}

func (g *WatchedGame) advance(tick int) (err error) {
	if g.record != nil && g.world != nil && tick < g.world.Tick() {
		err = g.world.Close()
		g.world, g.news = nil, nil
	}
	switch {
	case err != nil:
		return err
	case g.world == nil:
		return g.open()
	case tick > g.world.Tick() && !g.Over(g.world.Tick()):
		return g.step()
	}
	return nil
}

func (g *WatchedGame) open() (err error) {
	cfg := g.cfg
	cfg.Trace = g.trace
	if g.world, err = New(cfg); err != nil {
		return err
	}
	g.inputs = make([]Input, cfg.Hunters)
	g.addNews()
	g.addTotal()
	return nil
}

var noScores = [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

func (g *WatchedGame) trace(snake int) *ouro.Trace {
	g.scores[snake] = noScores
	if !g.wantScores.Load() {
		return nil
	}
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb == ouro.NoteMoves && n.Label == ouro.LabelScores {
			g.scores[snake] = n.Moves
		}
	})
}

func (g *WatchedGame) step() error {
	w := g.world
	if g.record != nil {
		copy(g.inputs, g.record.At(w.Tick()+1))
	}
	for h, p := range g.players {
		g.inputs[h] = p.Act(w, h)
	}
	w.Step(g.inputs)
	g.addNews()
	if w.Over() {
		g.save()
	}
	g.addTotal()
	if g.record != nil {
		return g.record.Check(w)
	}
	return nil
}

// addTotal adds the score of the tick, if the score has changed.
func (g *WatchedGame) addTotal() {
	if g.record == nil {
		return
	}
	now, n := Total{g.world.Tick(), g.world.Score()}, len(g.totals)
	if n == 0 || now.Tick > g.totals[n-1].Tick && now.Score != g.totals[n-1].Score {
		g.totals = append(g.totals, now)
	}
}

func (g *WatchedGame) addNews() {
	for _, e := range g.world.Events() {
		if e.Kind == LevelStarted {
			for i := range g.scores {
				g.scores[i] = noScores
			}
		}
		if text := e.Words(g.world); text != "" {
			g.news = append(g.news, News{g.world.Tick(), e, text})
		}
	}
	g.news = g.news[max(0, len(g.news)-maxNews):]
}

// save passes the record to keep, unless it has already done so.
func (g *WatchedGame) save() {
	if g.saved || g.keep == nil || g.world == nil || g.world.Tick() == 0 {
		return
	}
	g.saved = true
	g.saveErr = g.keep(g.world.Record())
}

func (g *WatchedGame) Look(context.Context, int) (Scene, error) {
	w := g.world
	if w == nil {
		return Scene{}, g.err
	}
	n := w.Grid().Size()
	s := Scene{
		Tick: w.Tick(), Left: w.TicksLeft(), Phase: w.Phase(), Level: w.Level(), Number: w.LevelNumber(), Score: w.Score(),
		Hunters: slices.Clone(w.Hunters()), Bombs: slices.Clone(w.Bombs()),
		Ground: make([]ouro.Terrain, n), Burning: make([]int, n), Danger: make([]bool, n),
		Events: slices.Clone(w.Events()), News: slices.Clone(g.news), SaveErr: g.saveErr,
	}
	for _, t := range g.totals {
		if t.Tick <= s.Tick {
			s.Totals = append(s.Totals, t)
		}
	}
	for c := range ouro.Cell(n) {
		s.Ground[c] = w.Terrain(c)
	}
	for _, c := range w.Flames() {
		s.Burning[c] = w.Burning(c)
	}
	for _, b := range s.Bombs {
		for _, c := range w.AppendBlast(nil, b.Cell) {
			s.Danger[c] = true
		}
	}
	for i := range w.Snakes() {
		snake := &w.Snakes()[i]
		s.Snakes = append(s.Snakes, SnakeScene{Cells: snake.Body.Append(nil), State: snake.State, Hurt: snake.Hurt, Scores: g.scores[i]})
	}
	return s, g.err
}

// Turns returns the number of ticks played or, for a record, the number of its ticks.
func (g *WatchedGame) Turns() int {
	switch {
	case g.record != nil:
		return g.record.Ticks()
	case g.world != nil:
		return g.world.Tick()
	}
	return 0
}

func (g *WatchedGame) Over(tick int) bool {
	return g.record != nil && tick >= g.record.Ticks() || g.world != nil && g.world.Over() && tick == g.world.Tick()
}

func (g *WatchedGame) Records(int) ([]encoding.TextMarshaler, error) {
	switch {
	case g.record != nil:
		return nil, play.ErrRecorded
	case g.world == nil || g.world.Tick() == 0:
		return nil, errors.New("the game has not started")
	}
	return []encoding.TextMarshaler{g.world.Record()}, nil
}

func (g *WatchedGame) Close() error {
	g.save()
	if g.world == nil {
		return g.saveErr
	}
	return errors.Join(g.saveErr, g.world.Close())
}
