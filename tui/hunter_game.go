package tui

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"ouro"
	"ouro/hunter"
)

// chase is one game of Snake Hunter with those who play it. Its methods may be
// called from any goroutine; they take turns.
type chase struct {
	setup   hunter.Config
	players []hunter.Player
	record  *hunter.Record             // nil, or what is played again
	keep    func(*hunter.Record) error // nil, or who is given the game when it is over or left

	mu      sync.Mutex
	closed  bool
	world   *hunter.World
	broken  error
	inputs  []hunter.Input
	facing  [hunter.MaxHunters]ouro.Dir
	news    []tale
	watched bool // the snakes' thoughts are wanted
	scores  [hunter.MaxSnakes][4]float64
	kept    bool
	keepErr error
}

// tale is an event in words.
type tale struct {
	tick  int
	event hunter.Event
	text  string
}

// maxNews is the number of tales that are remembered.
const maxNews = 24

func newChase(cfg hunter.Config, players []hunter.Player) *chase {
	return &chase{setup: cfg, players: players}
}

// seen is what there is to be seen of a chase after a tick. It shares nothing
// with the game.
type seen struct {
	tick, left int
	phase      hunter.Phase
	over       bool // the game, or the record of it
	level      *hunter.Level
	number     int // of the level, from 1
	score      int
	hunters    []hunter.Hunter
	mayBomb    []bool
	facing     [hunter.MaxHunters]ouro.Dir
	snakes     []seenSnake
	bombs      []hunter.Bomb
	ground     []ouro.Terrain
	burning    []int  // ticks, by Cell
	danger     []bool // a bomb reaches the cell, by Cell
	news       []tale
	err        error
	keepErr    error
	took       time.Duration
}

// seenSnake is a snake of it.
type seenSnake struct {
	cells  []ouro.Cell
	state  hunter.SnakeState
	wait   int
	hurt   int
	scores [4]float64 // of its last decision by direction, NaN where there is none
}

// advance plays up to n ticks, as many as the time allows but at least one, and
// is what is to be seen then. It is not ok when the chase was closed.
func (ch *chase) advance(n int, allowed time.Duration) (s seen, ok bool) {
	ch.mu.Lock()
	defer ch.mu.Unlock()
	if ch.closed {
		return seen{}, false
	}
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			ch.broken = fmt.Errorf("the game broke off: %v", p)
			s, ok = seen{err: ch.broken}, true
		}
		s.took = time.Since(began)
	}()
	if err := ch.open(); err != nil {
		return seen{err: err}, true
	}
	for i := 0; i < n && !ch.over() && (i == 0 || time.Since(began) < allowed); i++ {
		if ch.step(); ch.broken != nil {
			return seen{err: ch.broken}, true
		}
	}
	return ch.look(), true
}

// seek plays a record again up to a tick, or goes on if that is ahead. It is
// where it got to in the time allowed.
func (ch *chase) seek(tick int, allowed time.Duration) (seen, bool) {
	ch.mu.Lock()
	if !ch.closed && ch.world != nil && tick < ch.world.Tick() {
		ch.broken = ch.world.Close()
		ch.world, ch.news = nil, nil
	}
	ahead := tick
	if ch.world != nil {
		ahead -= ch.world.Tick()
	}
	ch.mu.Unlock()
	return ch.advance(ahead, allowed)
}

// open starts the game unless it has been.
func (ch *chase) open() error {
	if ch.broken != nil || ch.world != nil {
		return ch.broken
	}
	cfg := ch.setup
	cfg.Trace = ch.trace
	ch.world, ch.broken = hunter.New(cfg)
	if ch.broken != nil {
		return ch.broken
	}
	ch.inputs = make([]hunter.Input, cfg.Hunters)
	ch.startLevel()
	ch.listen()
	return nil
}

func (ch *chase) startLevel() {
	for i := range ch.scores {
		ch.scores[i] = noScores
	}
	ch.facing = [hunter.MaxHunters]ouro.Dir{ouro.Down, ouro.Down}
}

var noScores = [4]float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}

// trace listens to what a snake makes of its directions.
func (ch *chase) trace(snake int) *ouro.Trace {
	ch.scores[snake] = noScores
	if !ch.watched {
		return nil
	}
	return ouro.NewTrace(func(n ouro.Note) {
		if n.Verb == ouro.NoteMoves && n.Label == ouro.LabelScores {
			ch.scores[snake] = n.Moves
		}
	})
}

// watch switches the snakes' thoughts on or off.
func (ch *chase) watch(on bool) {
	ch.mu.Lock()
	defer ch.mu.Unlock()
	ch.watched = on
}

// over tells whether nothing more will happen.
func (ch *chase) over() bool {
	return ch.world.Over() || ch.record != nil && ch.world.Tick() >= ch.record.Ticks()
}

// step plays a tick.
func (ch *chase) step() {
	w := ch.world
	var before [hunter.MaxHunters]ouro.Cell
	for h := range w.Hunters() {
		before[h] = w.Hunters()[h].Cell
		if ch.record == nil {
			ch.inputs[h] = ch.players[h].Act(w, h)
		}
	}
	if ch.record != nil {
		copy(ch.inputs, ch.record.At(w.Tick()+1))
	}
	w.Step(ch.inputs)
	for h, in := range ch.inputs {
		if w.Hunters()[h].Cell != before[h] && in.Go {
			ch.facing[h] = in.Dir
		}
	}
	ch.listen()
	if ch.record != nil {
		ch.broken = ch.record.Check(w)
	}
	if w.Over() {
		ch.hand()
	}
}

// listen puts the events of a tick into words.
func (ch *chase) listen() {
	for _, e := range ch.world.Events() {
		if e.Kind == hunter.LevelStarted {
			ch.startLevel()
		}
		if text := tell(ch.world, e); text != "" {
			ch.news = append(ch.news, tale{ch.world.Tick(), e, text})
		}
	}
	ch.news = ch.news[max(0, len(ch.news)-maxNews):]
}

// hand gives the game to whoever keeps it, once.
func (ch *chase) hand() {
	if ch.kept || ch.keep == nil || ch.record != nil || ch.world == nil || ch.world.Tick() == 0 {
		return
	}
	ch.kept = true
	ch.keepErr = ch.keep(ch.world.Record())
}

// look takes in what there is to be seen.
func (ch *chase) look() seen {
	w := ch.world
	n := w.Grid().Size()
	s := seen{
		tick: w.Tick(), left: w.TicksLeft(), phase: w.Phase(), over: ch.over(), level: w.Level(), number: w.LevelNumber(),
		score: w.Score(), hunters: append([]hunter.Hunter(nil), w.Hunters()...), facing: ch.facing,
		bombs: append([]hunter.Bomb(nil), w.Bombs()...), ground: make([]ouro.Terrain, n), burning: make([]int, n),
		danger: make([]bool, n), news: append([]tale(nil), ch.news...), keepErr: ch.keepErr,
	}
	for h := range s.hunters {
		s.mayBomb = append(s.mayBomb, w.MayBomb(h))
	}
	for c := range ouro.Cell(n) {
		s.ground[c] = w.Terrain(c)
	}
	for _, c := range w.Flames() {
		s.burning[c] = w.Burning(c)
	}
	for _, b := range s.bombs {
		for _, c := range w.AppendBlast(nil, b.Cell) {
			s.danger[c] = true
		}
	}
	for i := range w.Snakes() {
		snake := &w.Snakes()[i]
		s.snakes = append(s.snakes, seenSnake{
			cells: snake.Body.Append(nil), state: snake.State, wait: snake.Wait, hurt: snake.Hurt, scores: ch.scores[i],
		})
	}
	return s
}

// save is the game so far as text.
func (ch *chase) save() ([]byte, error) {
	ch.mu.Lock()
	defer ch.mu.Unlock()
	switch {
	case ch.record != nil:
		return nil, errors.New("this is a record already")
	case ch.world == nil || ch.world.Tick() == 0:
		return nil, errors.New("the game has not begun")
	}
	return ch.world.Record().MarshalText()
}

// close ends the chase. A game that was left is kept as well.
func (ch *chase) close() error {
	ch.mu.Lock()
	defer ch.mu.Unlock()
	if ch.closed {
		return nil
	}
	ch.closed = true
	ch.hand()
	if ch.world == nil {
		return ch.keepErr
	}
	return errors.Join(ch.keepErr, ch.world.Close())
}
