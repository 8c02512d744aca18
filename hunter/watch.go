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

// WatchedGame is a game of Snake Hunter that is watched while it is played, or a
// record of one that is played again. Its turns are ticks. A game only goes on;
// a record can be gone through in any order.
type WatchedGame struct {
	cfg     Config
	players []Player // nil with a record
	record  *Record
	keep    func(*Record) error

	world   *World
	broken  error // why it does not go on
	inputs  []Input
	news    []News
	listens atomic.Bool
	scores  [MaxSnakes][4]float64
	kept    bool
	unkept  error // why the record could not be kept
}

// Scene is what there is to be seen of a game after a tick.
type Scene struct {
	Tick    int
	Left    int // ticks, as World.TicksLeft has it
	Phase   Phase
	Level   *Level
	Number  int // of the level, from 1
	Score   int
	Hunters []Hunter
	Snakes  []SnakeScene
	Bombs   []Bomb
	Ground  []ouro.Terrain
	Burning []int   // ticks, by Cell
	Danger  []bool  // a bomb reaches the cell, by Cell
	Events  []Event // of this tick
	News    []News  // the last ones, the newest last
	Unkept  error   // why the record could not be kept
}

// SnakeScene is a snake of it.
type SnakeScene struct {
	Cells  []ouro.Cell
	State  SnakeState
	Hurt   int
	Scores [4]float64 // of its last decision by direction, NaN where there is none
}

// News is an event in words.
type News struct {
	Tick  int
	Event Event
	Text  string
}

// maxNews is the number of news that are remembered.
const maxNews = 24

// WatchGame lets a game of these players be watched. Keep, unless nil, is given
// its record when it is over or left; Config.Keep must have been set then.
func WatchGame(cfg Config, players []Player, keep func(*Record) error) *WatchedGame {
	return &WatchedGame{cfg: cfg, players: players, keep: keep}
}

// WatchRecord lets a record be watched. Where it differs from what is played
// again, the game breaks off.
func WatchRecord(cfg Config, r *Record) *WatchedGame { return &WatchedGame{cfg: cfg, record: r} }

// Listen says whether the snakes' scores are wanted, which takes their solvers
// time. It may be called from any goroutine.
func (g *WatchedGame) Listen(on bool) { g.listens.Store(on) }

// Advance plays a tick, or begins a record again.
func (g *WatchedGame) Advance(ctx context.Context, tick int) (int, error) {
	if g.broken == nil {
		g.broken = g.toward(tick)
	}
	if g.world == nil {
		return 0, g.broken
	}
	return g.world.Tick(), cmp.Or(ctx.Err(), g.broken)
}

func (g *WatchedGame) toward(tick int) (err error) {
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
	g.listen()
	return nil
}

var noScores = [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

// trace listens to what a snake makes of its directions.
func (g *WatchedGame) trace(snake int) *ouro.Trace {
	g.scores[snake] = noScores
	if !g.listens.Load() {
		return nil
	}
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb == ouro.NoteMoves && n.Label == ouro.LabelScores {
			g.scores[snake] = n.Moves
		}
	})
}

// step plays a tick.
func (g *WatchedGame) step() error {
	w := g.world
	if g.record != nil {
		copy(g.inputs, g.record.At(w.Tick()+1))
	}
	for h, p := range g.players {
		g.inputs[h] = p.Act(w, h)
	}
	w.Step(g.inputs)
	g.listen()
	if w.Over() {
		g.hand()
	}
	if g.record != nil {
		return g.record.Check(w)
	}
	return nil
}

// listen puts the events of a tick into words.
func (g *WatchedGame) listen() {
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

// hand gives the game to whoever keeps it, once.
func (g *WatchedGame) hand() {
	if g.kept || g.keep == nil || g.world == nil || g.world.Tick() == 0 {
		return
	}
	g.kept = true
	g.unkept = g.keep(g.world.Record())
}

// Look takes in what there is to be seen.
func (g *WatchedGame) Look(context.Context, int) (Scene, error) {
	w := g.world
	if w == nil {
		return Scene{}, g.broken
	}
	n := w.Grid().Size()
	s := Scene{
		Tick: w.Tick(), Left: w.TicksLeft(), Phase: w.Phase(), Level: w.Level(), Number: w.LevelNumber(), Score: w.Score(),
		Hunters: slices.Clone(w.Hunters()), Bombs: slices.Clone(w.Bombs()),
		Ground: make([]ouro.Terrain, n), Burning: make([]int, n), Danger: make([]bool, n),
		Events: slices.Clone(w.Events()), News: slices.Clone(g.news), Unkept: g.unkept,
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
	return s, g.broken
}

// Turns is the number of ticks played, or of those of a record.
func (g *WatchedGame) Turns() int {
	switch {
	case g.record != nil:
		return g.record.Ticks()
	case g.world != nil:
		return g.world.Tick()
	}
	return 0
}

// Over tells whether nothing happens after this tick.
func (g *WatchedGame) Over(tick int) bool {
	return g.record != nil && tick >= g.record.Ticks() || g.world != nil && g.world.Over() && tick == g.world.Tick()
}

// Records is the record of the game so far.
func (g *WatchedGame) Records(int) ([]encoding.TextMarshaler, error) {
	switch {
	case g.record != nil:
		return nil, play.ErrRecorded
	case g.world == nil || g.world.Tick() == 0:
		return nil, errors.New("the game has not begun")
	}
	return []encoding.TextMarshaler{g.world.Record()}, nil
}

// Close ends the game. One that was left is kept as well.
func (g *WatchedGame) Close() error {
	g.hand()
	if g.world == nil {
		return g.unkept
	}
	return errors.Join(g.unkept, g.world.Close())
}
