package hydra

import (
	"math"
	"time"

	"ouro"
	"ouro/sim"
)

// Labels of notes other than the plan and the scores.
const (
	labelLines     = "enemies' lines" // Path: the expected line of each enemy
	labelTerritory = "territory"      // Heat: 1 is mine, 0 an enemy's
	labelDepth     = "depth"          // Value: plies in a duel; turns of the expected line among several snakes
	labelSpeed     = "nodes a second" // Value: only with a deadline
)

// report traces the decision. It changes nothing that a later decision uses.
func (h *hydra) report(t ouro.Turn, d ouro.Decision, began time.Time) {
	if !t.Trace.On() || t.State.Legal(t.Seat) == 0 {
		return
	}
	s := &h.s
	s.pos.Load(t.State)
	switch s.pos.Alive().Len() {
	case 1:
		t.Trace.Path(ouro.LabelPlan, h.lone.plan(d.Dir))
		return
	case 2:
		lines := s.lines(d.Dir)
		t.Trace.Path(ouro.LabelPlan, lines[s.me])
		t.Trace.Path(labelLines, lines[s.en])
		t.Trace.Moves(ouro.LabelScores, s.scores(d))
	default:
		lines := h.crowd.lines(d.Dir)
		t.Trace.Path(ouro.LabelPlan, lines[t.Seat])
		for rest := s.pos.Alive() &^ (1 << t.Seat); rest != 0; rest = rest.Rest() {
			t.Trace.Path(labelLines, lines[rest.First()])
		}
		t.Trace.Moves(ouro.LabelScores, h.crowd.scores(d))
	}
	s.flood.Load(s.pos)
	t.Trace.Heat(labelTerritory, s.territory())
	t.Trace.Value(labelDepth, float64(d.Depth))
	if t.Nodes == 0 && !began.IsZero() {
		t.Trace.Value(labelSpeed, math.Round(float64(d.Nodes)/max(1e-6, time.Since(began).Seconds())))
	}
}

// lines returns the principal variation as one path for each seat, from the heads on, as far
// as the table holds it.
func (s *searcher) lines(dir ouro.Dir) (lines [][]ouro.Cell) {
	p := s.pos
	lines = make([][]ouro.Cell, p.Seats())
	extend(lines, p)
	for s.ply = 0; s.ply < maxPly && p.Alive().Len() == 2 && s.setExpectedMoves(dir); {
		p.Make(s.joint[:])
		s.ply++
		extend(lines, p)
	}
	for ; s.ply > 0; s.ply-- {
		p.Unmake()
	}
	if len(lines[s.me]) == 1 {
		if next := p.Next(p.Head(s.me), dir); next != ouro.NoCell {
			lines[s.me] = append(lines[s.me], next)
		}
	}
	return lines
}

// extend appends the heads of the living snakes to their lines.
func extend(lines [][]ouro.Cell, p *sim.Position) {
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		lines[rest.First()] = append(lines[rest.First()], p.Head(rest.First()))
	}
}

// setExpectedMoves sets s.joint to the best joint move in the table, with dir as my move at the
// root. It reports whether the table has a joint move.
func (s *searcher) setExpectedMoves(dir ouro.Dir) bool {
	e := s.table.get(s.pos.Hash())
	mine := e.dir
	if s.ply == 0 {
		mine = uint8(dir)
	}
	if mine >= noDir {
		return false
	}
	reply := e.replies.reply(mine)
	if reply >= noDir || !s.pos.Moves(s.me).Has(ouro.Dir(mine)) || !s.pos.Moves(s.en).Has(ouro.Dir(reply)) {
		return false
	}
	s.joint[s.me], s.joint[s.en] = ouro.Dir(mine), ouro.Dir(reply)
	return true
}

// scores returns the values of the moves that were searched: exact for the chosen move, upper
// bounds for the others.
func (s *searcher) scores(d ouro.Decision) (scores [4]float64) {
	for dir, v := range s.values {
		scores[dir] = math.NaN()
		if v != unknown {
			scores[dir] = float64(v)
		}
	}
	if math.IsNaN(scores[d.Dir]) {
		scores[d.Dir] = d.Score
	}
	return scores
}

// lines returns the most visited line as one path for each seat, from the heads on, beginning
// with dir.
func (s *crowdSearcher) lines(dir ouro.Dir) (lines [][]ouro.Cell) {
	p := s.pos
	lines = make([][]ouro.Cell, p.Seats())
	extend(lines, p)
	if s.followMostVisited(dir, func() { extend(lines, p) }) == 0 {
		lines[s.me] = append(lines[s.me], p.Next(p.Head(s.me), dir))
	}
	return lines
}

// scores returns the mean results of my moves in the tree of the calling thread, and the score of
// the decision.
func (s *crowdSearcher) scores(d ouro.Decision) (scores [4]float64) {
	for dir, x := range s.myTries() {
		scores[dir] = math.NaN()
		if x.n > 0 {
			scores[dir] = x.odds()
		}
	}
	scores[d.Dir] = d.Score
	return scores
}

// territory returns a heat map of the owners of cells in the flood fill.
func (s *searcher) territory() []float64 {
	heat := make([]float64, s.pos.Grid().Size())
	for c, owner := range s.flood.Owners(s.pos, nil) {
		switch owner {
		case s.me:
			heat[c] = 1
		case ouro.NoSeat:
			heat[c] = math.NaN()
		}
	}
	return heat
}

// plan returns the path that the snake follows when it moves to dir, from its head on.
func (a *loneSnake) plan(dir ouro.Dir) []ouro.Cell {
	head := a.current.body[0]
	way := a.current.way.cells
	if len(a.meal) > 0 {
		way = a.meal
	}
	next := a.grid.Next(head, dir)
	if len(way) == 0 || way[0] != next {
		way = []ouro.Cell{next}
	}
	return append([]ouro.Cell{head}, way...)
}
